# Blender imports a .glb, and its bodies stand where the point caches beside it say.
#
#   blender -b --factory-startup --python-exit-code 3 --python tests/blender_glb.py -- FOLDER
import builtins
import json
import struct
import sys
from pathlib import Path

import numpy as np

for name in ("bool", "int", "float", "object"):  # the importer of Blender 3.4 uses names that newer NumPys do not have
    if name not in np.__dict__:
        setattr(np, name, getattr(builtins, name))

import bpy
from mathutils.kdtree import KDTree


def cache_of(path):
    data = path.read_bytes()
    points, = struct.unpack("<i", data[16:20])
    return np.frombuffer(data[32:], "<f4").reshape(-1, points, 3)


def places(thing):
    """Of all vertices, in the axes of the file."""
    shown = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    tree = KDTree(len(shown.to_mesh().vertices))
    for i, vertex in enumerate(shown.to_mesh().vertices):
        x, y, z = thing.matrix_world @ vertex.co
        tree.insert((x, z, -y), i)
    tree.balance()
    return tree


def main():
    folder = Path(sys.argv[-1])
    run = json.loads((folder / "run.json").read_text())
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(folder / "scene.glb"))
    scene = bpy.context.scene
    data = (folder / "scene.glb").read_bytes()
    head = json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])
    stated = {b["name"]: b["position_error_m"] for b in head["scenes"][0]["extras"]["pliant"]["bodies"]}
    for body in run["bodies"]:
        cache = cache_of(folder / (body["file"] + ".pc2"))
        for frame in (0, len(cache) // 2, len(cache) - 1):
            time = frame / run["rate"] * scene.render.fps
            scene.frame_set(int(time), subframe=time - int(time))
            tree = places(bpy.data.objects[body["name"]])
            worst = max(tree.find(p)[2] for p in cache[frame])
            print(f"scene.glb: {body['name']}, frame {frame}: largest difference {worst:.2g} m")
            if not worst <= stated[body["name"]] + 2e-5:
                sys.exit(f"{body['name']} is off by more than the {stated[body['name']]:.2g} m that the file states")


try:
    main()
except SystemExit as e:
    print(e)
    raise RuntimeError("Blender shows something else") from e
