# Blender opens what `pliant run --record obj,pc2` has written: the mesh of the first frame, with the point cache on it,
# stands in every frame where that frame's own OBJ stands.
#
#   blender -b --factory-startup --python-exit-code 3 --python tests/blender_records.py -- FOLDER
import os
import sys

import bpy
import numpy

# OBJ holds the shortest text that reads back as the same float, so positions agree up to Blender's own arithmetic.
tolerance = 1e-6  # [m]


def positions(mesh):
    flat = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3)


def load_obj(path):
    before = set(bpy.data.objects)
    bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z")
    (loaded,) = set(bpy.data.objects) - before
    return loaded


def with_cache(thing, path):
    cache = thing.modifiers.new("pliant", "MESH_CACHE")
    cache.cache_format, cache.filepath = "PC2", path
    cache.frame_start, cache.interpolation = 1, "NONE"
    cache.forward_axis, cache.up_axis = "POS_Y", "POS_Z"


def shown(thing, frame):
    bpy.context.scene.frame_set(frame)
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return positions(evaluated.to_mesh())


def check(folder, name):
    frames = sorted(f for f in os.listdir(os.path.join(folder, name)) if f.endswith(".obj"))
    assert len(frames) > 1, f"{name}: only {len(frames)} frames"
    body = load_obj(os.path.join(folder, name, frames[0]))
    with_cache(body, os.path.join(folder, name + ".pc2"))
    worst = way = 0
    start = positions(body.data).copy()
    for number, file in enumerate(frames):
        expected = positions(load_obj(os.path.join(folder, name, file)).data)
        found = shown(body, number + 1)
        assert expected.shape == found.shape, f"{name}: {len(expected)} points in {file}, {len(found)} in the cache"
        worst = max(worst, float(abs(expected - found).max()))
        way = max(way, float(abs(expected - start).max()))
    print(f"{name}: {len(frames)} frames of {len(start)} points, largest difference {worst:.2g} m, moved {way:.2g} m")
    assert worst <= tolerance, f"{name}: the cache is off by {worst} m"
    assert way > 0.01, f"{name}: nothing moved"


folder = os.path.abspath(sys.argv[sys.argv.index("--") + 1])
names = sorted(f[:-4] for f in os.listdir(folder) if f.endswith(".pc2"))
assert names, f"no caches in {folder}"
for name in names:
    check(folder, name)
