# Blender opens what `pliant run --record obj,pc2` or `obj,mdd` has written, by the script that lies beside it: every
# body stands in every frame where that frame's own OBJ stands.
#
#   blender -b --factory-startup --python-exit-code 3 --python tests/blender_records.py -- FOLDER
import os
import runpy
import sys

import bpy
import numpy

# OBJ holds the shortest text that reads back as the same float, so positions agree up to Blender's own arithmetic.
tolerance = 1e-5  # [m]


def obj_positions(path):
    with open(path) as file:
        points = [line.split()[1:] for line in file if line.startswith("v ")]
    x, y, z = numpy.array(points, dtype=numpy.float32).T
    return numpy.stack([x, -z, y], axis=1)  # +Y up becomes +Z up


def shown(thing, frame):
    bpy.context.scene.frame_set(frame)
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    flat = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", flat)
    world = numpy.array(evaluated.matrix_world)
    return flat.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]


def check(folder, name, file):
    frames = sorted(f for f in os.listdir(os.path.join(folder, file)) if f.endswith(".obj"))
    assert len(frames) > 1, f"{name}: only {len(frames)} frames"
    scene = bpy.context.scene
    assert (scene.frame_start, scene.frame_end) == (0, len(frames) - 1), "another range of frames"
    assert abs(scene.render.fps / scene.render.fps_base - 60) < 1e-4, "another rate"
    body = bpy.data.objects[name]
    assert body.data.materials and all(m.use_nodes for m in body.data.materials), f"{name}: no materials"
    worst = way = 0
    for number, frame in enumerate(frames):
        expected = obj_positions(os.path.join(folder, file, frame))
        found = shown(body, number)
        assert expected.shape == found.shape, f"{name}: {len(expected)} points in {frame}, {len(found)} in the cache"
        start = expected if number == 0 else start
        worst = max(worst, float(abs(expected - found).max()))
        way = max(way, float(abs(expected - start).max()))
    kind = body.modifiers["Pliant"].cache_format
    print(f"{name}: {kind}, {len(frames)} frames, {len(start)} points, largest difference {worst:.2g} m, way {way:.2g} m")
    assert worst <= tolerance, f"{name}: the cache is off by {worst} m"
    assert way > 0.01, f"{name}: nothing moved"


folder = os.path.abspath(sys.argv[sys.argv.index("--") + 1])
bodies = runpy.run_path(os.path.join(folder, "open_in_blender.py"))["BODIES"]
assert bodies, f"no bodies in {folder}"
for name, file in bodies:
    check(folder, name, file)
