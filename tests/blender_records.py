# Blender opens what `pliant run --record obj,pc2` or `obj,mdd` has written, by the script that lies beside it: every
# body and character stands in every frame where that frame's own OBJ stands.
#
#   blender -b --factory-startup --python-exit-code 3 --python tests/blender_records.py -- FOLDER [FILM FRAME PICTURE]
#
# FILM is what `pliant render` has drawn of that frame: Blender's own picture, by the camera and the light that the script
# has made, shows bodies and characters in the same places in the same colours.
import json
import math
import os
import runpy
import sys

import bpy
import mathutils
import numpy
from bpy_extras.object_utils import world_to_camera_view

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
    assert abs(scene.render.fps / scene.render.fps_base - run["rate"]) < 1e-4, "another rate"
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


# The camera stands where the scene has it, with its angle, and looks at what it is to look at.
def check_camera(frame):
    with open(os.path.join(folder, run["source_from_here"])) as file:
        expected = next(iter(json.load(file)["cameras"].values()))
    scene = bpy.context.scene
    scene.frame_set(frame)
    target = expected["target"]
    if isinstance(target, str):
        points = shown(bpy.data.objects[target], frame)
        target = (points.min(axis=0) + points.max(axis=0)) / 2
    else:
        target = (target[0], -target[2], target[1])
    x, y, z = expected["position"]
    camera = scene.camera
    place, look = camera.matrix_world.translation, camera.matrix_world.to_3x3() @ mathutils.Vector((0, 0, -1))
    off = (place - mathutils.Vector((x, -z, y))).length
    turned = look.angle(mathutils.Vector(target) - place)
    print(f"camera: off by {off:.2g} m and {turned:.2g} rad, angle {math.degrees(camera.data.angle_y):.3f}")
    assert off < 1e-5 and turned < 1e-3, "the camera stands or looks elsewhere"  # less than a pixel
    assert abs(math.degrees(camera.data.angle_y) - expected["fov"]) < 1e-2, "the camera has another angle"


def pixels_of(path):
    image = bpy.data.images.load(path)
    width, height = image.size
    return numpy.array(image.pixels[:]).reshape(height, width, 4)[:, :, :3]


# Means in 0 … 1 differ by another curve of brightness and other gloss: by 0.09 at most as measured. A grey body where
# the film has a red one is off by more than 0.25.
most_color_difference = 0.13


def compare_with_film(names, film, frame, picture):
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", 16, False
    scene.render.resolution_x, scene.render.resolution_y, scene.render.filepath = 640, 360, picture
    scene.frame_set(frame)
    bpy.ops.render.render(write_still=True)
    here, there, camera = pixels_of(picture), pixels_of(film), scene.camera
    assert here.shape == there.shape, f"the film has {there.shape}, Blender's picture {here.shape} pixels"
    height, width, _ = here.shape
    for name in names:
        colors = []
        for point in shown(bpy.data.objects[name], frame):
            u, v, depth = world_to_camera_view(scene, camera, mathutils.Vector(point))
            if not (0 <= u < 1 and 0 <= v < 1 and depth > 0):
                continue
            eye = camera.matrix_world.translation
            way = mathutils.Vector(point) - eye
            hit, at, _, _, thing, _ = scene.ray_cast(bpy.context.evaluated_depsgraph_get(), eye, way.normalized())
            if hit and thing.name == name and (at - mathutils.Vector(point)).length < 0.01:
                x, y = int(u * width), int(v * height)
                colors.append((here[y, x], there[y, x]))
        assert len(colors) > 50, f"{name}: the camera sees {len(colors)} of its points"
        ours, films = numpy.mean(numpy.array(colors), axis=0)
        print(f"{name}: {len(colors)} points seen, mean colour {ours.round(2)}, in the film {films.round(2)}")
        assert abs(ours - films).max() <= most_color_difference, f"{name} has another colour than in the film"


arguments = sys.argv[sys.argv.index("--") + 1:]
folder = os.path.abspath(arguments[0])
with open(os.path.join(folder, "run.json")) as manifest:
    run = json.load(manifest)
made = runpy.run_path(os.path.join(folder, "open_in_blender.py"))
moving = made["BODIES"] + made["CHARACTERS"]
assert moving, f"no bodies in {folder}"
for name, file in moving:
    check(folder, name, file)
if len(arguments) > 1:
    check_camera(int(arguments[2]))
    compare_with_film([name for name, _ in moving], os.path.abspath(arguments[1]), int(arguments[2]),
                      os.path.abspath(arguments[3]))
