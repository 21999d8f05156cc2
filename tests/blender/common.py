"""What the tests of the add-on share: it is switched on, and small scenes are made."""
import os
import subprocess
import sys

import bpy
import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLIANT = os.environ.get("PLIANT_COMMAND", os.path.join(ROOT, "build", "release", "bin", "pliant"))
sys.path[:0] = [os.path.join(ROOT, "addons", "blender"), os.path.join(ROOT, "build", "release", "python")]


def enable():
    """From the source, or, if PLIANT_ADDON_ENABLED is set, it is switched on already."""
    if not os.environ.get("PLIANT_ADDON_ENABLED"):
        import addon_utils
        module = addon_utils.enable("pliant_blender", default_set=True)
        assert module is not None, "the add-on cannot be switched on"
    return sys.modules["pliant_blender"]


def arguments():
    return sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []


def empty_scene(path=None, frames=20, fps=24):
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    if not os.environ.get("PLIANT_ADDON_ENABLED"):
        enable()
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end, scene.render.fps = 1, frames, fps
    scene.pliant.threads = 1  # results are the same, and others use the machine too
    if path:
        bpy.ops.wm.save_as_mainfile(filepath=path)
    return scene


def select(*things):
    bpy.context.view_layer.update()  # what was removed is gone from its list
    for o in bpy.context.view_layer.objects:
        o.select_set(o in things)
    bpy.context.view_layer.objects.active = things[0]


def role(thing, what, kind=""):
    select(thing)
    assert bpy.ops.pliant.role(role=what, kind=kind) == {"FINISHED"}
    return thing


def floor(size=20):
    bpy.ops.mesh.primitive_plane_add(size=size)
    bpy.context.object.name = "Floor"
    return role(bpy.context.object, "COLLIDER")


def ball(name="Ball", radius=0.3, place=(0, 0, 0.6), subdivisions=3):
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=subdivisions, radius=radius, location=place)
    bpy.context.object.name = name
    return bpy.context.object


def sheet(name="Sheet", size=1.0, cells=12, place=(0, 0, 0.8)):
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=cells, y_subdivisions=cells, size=size, location=place)
    bpy.context.object.name = name
    return bpy.context.object


def points(thing, frame=None):
    """In the world, as they are shown."""
    if frame is not None:
        bpy.context.scene.frame_set(frame)
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    flat = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", flat)
    matrix = numpy.array(evaluated.matrix_world)
    evaluated.to_mesh_clear()
    return flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]


def command(*arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run([PLIANT, *arguments], text=True, capture_output=True, env=environment)
    assert done.returncode == 0, f"pliant {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


def run_hashes(scene, frames, folder):
    """The hash of every frame of `pliant run`."""
    import csv
    command("run", scene, "--frames", str(frames), "-o", folder, "--quiet", "--record", "pc2")
    with open(os.path.join(folder, "statistics.csv")) as file:
        return [row["hash"] for row in csv.DictReader(file)]


def fails(words, call):
    """The operator reports an error with these words."""
    try:
        call()
    except RuntimeError as error:
        assert words in str(error), f"found {error}; expected {words!r}"
        return str(error)
    raise AssertionError(f"nothing was wrong; expected {words!r}")
