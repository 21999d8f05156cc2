# What artists' files are like: scaled, sheared, mirrored and parented objects, modifiers above and below, n-gons, other
# units, hidden things, Edit Mode, linked and overridden objects, renamed and deleted ones. A result, or a sentence.
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import bake, cache, preview, settings

here = tempfile.mkdtemp()
count = 0


def new(frames=8):
    global count
    count += 1
    return empty_scene(os.path.join(here, f"habit{count}.blend"), frames)


def baked(thing, frame=8):
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    return points(thing, frame)


def falls(name, thing, before, frame=8):
    """Falls freely from its first frame, in the world, whatever its own space is."""
    after = baked(thing, frame)
    assert len(after) == len(before), f"{name}: {len(before)} points, {len(after)} after"
    unit = bpy.context.scene.unit_settings.scale_length
    assert abs(points(thing, 1) - before).max() < 2e-5 / unit, f"{name}: starts {abs(points(thing, 1) - before).max()} away"
    unit = bpy.context.scene.unit_settings.scale_length
    t = (frame - 1) / 24
    drop = (before - after)[:, 2].mean() * unit
    side = abs((before - after)[:, :2].mean(axis=0)).max() * unit
    assert abs(drop - 9.81 / 2 * t * t) < 0.02 and side < 5e-3, f"{name}: fell {drop:.3f} m, and {side:.3f} m aside"
    print(f"{name}: fell {drop:.3f} m of {9.81 / 2 * t * t:.3f}")


def plain(frames=8):
    new(frames)
    return ball(place=(0.3, -0.2, 3), subdivisions=2)


# ---- transforms
thing = plain()
thing.scale = (1.5, 0.5, 1)
thing.rotation_euler = (0.5, 0.7, -1)
falls("non-uniform scale, turned", role(thing, "BODY", "lattice"), points(thing))

thing = plain()
thing.scale = (-1, 1, 1)
falls("mirrored by its scale", role(thing, "BODY", "lattice"), points(thing))

thing = plain()
parent = bpy.data.objects.new("Parent", None)
bpy.context.collection.objects.link(parent)
parent.scale, parent.rotation_euler, parent.location = (2, 1, 0.5), (0.3, 0, 0.9), (1, 2, 3)
thing.parent, thing.rotation_euler = parent, (0.4, 0.8, 0)
bpy.context.view_layer.update()
falls("sheared by its parents", role(thing, "BODY", "lattice"), points(thing))

thing = plain()
thing.keyframe_insert("location", frame=1)
thing.location.x += 2
thing.keyframe_insert("location", frame=8)
bpy.context.scene.frame_set(1)
falls("animated itself, without a guide", role(thing, "BODY", "lattice"), points(thing))

thing = plain()
thing.scale = (1, 0, 1)
role(thing, "BODY", "lattice")
print(fails("its scale is zero along an axis", bpy.ops.pliant.bake))
assert bpy.context.object is thing, "the object is not selected"

# ---- units: a scene in centimetres
thing = plain()
bpy.context.scene.unit_settings.scale_length = 0.01
thing.scale, thing.location = (100, 100, 100), (0, 0, 300)
bpy.context.view_layer.update()
falls("in centimetres", role(thing, "BODY", "lattice"), points(thing))

# ---- frame rates and ranges
scene = new()
scene.render.fps, scene.render.fps_base, scene.frame_start, scene.frame_end = 30, 1.001, 101, 110
thing = role(ball(place=(0, 0, 3), subdivisions=2), "BODY", "lattice")
before = points(thing, 101)
after = baked(thing, 110)
t = 9 * 1.001 / 30
assert abs((before - after)[:, 2].mean() - 9.81 / 2 * t * t) < 0.02
print("29.97 frames a second from frame 101: fell as it should")

# ---- modifiers above and below
thing = plain()
mirror = thing.modifiers.new("Mirror", "MIRROR")
mirror.use_axis = (True, False, False)
before = points(thing)
falls("mirror above", role(thing, "BODY", "lattice"), before)

thing = plain()
role(thing, "BODY", "lattice")
below = thing.modifiers.new("Subdivision", "SUBSURF")
below.levels, below.render_levels = 1, 3
before = points(thing)
falls("subdivision below, other levels in renders", thing, before)

thing = plain()
above = thing.modifiers.new("Subdivision", "SUBSURF")
above.levels, above.render_levels = 1, 2
role(thing, "BODY", "lattice")
print(fails("expected the same of both", bpy.ops.pliant.bake))
above.render_levels = 1
falls("subdivision above, the same levels", thing, points(thing))

thing = plain()
thing.modifiers.new("Solidify", "SOLIDIFY")
role(thing, "BODY", "lattice")
falls("solidify above", thing, points(thing))

# ---- meshes
scene = new()
mesh = bpy.data.meshes.new("Ngon")
angles = numpy.arange(12) * numpy.pi / 6
mesh.from_pydata([(numpy.cos(a) * (1 + 0.4 * (i % 2)), numpy.sin(a) * (1 + 0.4 * (i % 2)), 2) for i, a in enumerate(angles)] +
                 [(0, 0, 9)], [], [list(range(12))])
thing = bpy.data.objects.new("Ngon", mesh)
bpy.context.collection.objects.link(thing)
role(thing, "BODY", "cloth")
before = points(thing)
after = baked(thing)
assert len(after) == 13 and (before - after)[:12, 2].mean() > 0.3
print("n-gon with a loose point: falls")

scene = new()
mesh = bpy.data.meshes.new("Nothing")
thing = bpy.data.objects.new("Nothing", mesh)
bpy.context.collection.objects.link(thing)
thing.pliant.role = "BODY"
print(fails("its mesh has no faces", bpy.ops.pliant.bake))

scene = new()
bpy.ops.curve.primitive_bezier_circle_add()
print(fails("expected a mesh", lambda: bpy.ops.pliant.role(role="BODY")))
bpy.context.object.pliant.role = "BODY"
print(fails("expected a mesh", bpy.ops.pliant.bake))

scene = new()
print(fails("nothing is a body yet", bpy.ops.pliant.bake))
scene.frame_end = scene.frame_start
role(ball(), "BODY", "lattice")
print(fails("has no frames", bpy.ops.pliant.bake))

# ---- Edit Mode, hidden, names
thing = plain()
role(thing, "BODY", "lattice")
bpy.ops.object.mode_set(mode="EDIT")
before = points(thing)
assert bpy.ops.pliant.bake() == {"FINISHED"}
bpy.ops.object.mode_set(mode="OBJECT")
print("baked in Edit Mode")

thing = plain()
role(thing, "BODY", "lattice").hide_set(True)
thing.name = "a.b/c \"d\" ü"
baked(thing)
state = cache.read_state(bake.folder_of(bpy.context.scene))
assert state["whole"]
thing.name = "Renamed"
thing.hide_set(False)
fallen = points(thing, 8)
assert bpy.ops.pliant.bake() == {"FINISHED"} and abs(points(thing, 8) - fallen).max() < 1e-6
print("renamed after the bake: shown, and baked again")

other = thing.copy()
other.data = thing.data.copy()
bpy.context.collection.objects.link(other)
other.location.x += 3
assert bpy.ops.pliant.bake() == {"FINISHED"}
assert abs(points(other, 8)[:, 0].mean() - points(thing, 8)[:, 0].mean() - 3) < 1e-3, "a copy shows the original's cache"
bpy.data.objects.remove(other)
assert bpy.ops.pliant.bake() == {"FINISHED"}
print("copied and deleted: baked")

# ---- linked, and overridden
thing = plain()
role(thing, "BODY", "lattice")
thing.pliant.kind_lattice.use_youngs_modulus, thing.pliant.kind_lattice.youngs_modulus = True, 4e4
library = bpy.data.filepath
bpy.ops.wm.save_mainfile()
new()
with bpy.data.libraries.load(library, link=True) as (there, here_):
    here_.objects = ["Ball"]
linked = here_.objects[0]
bpy.context.collection.objects.link(linked)
assert linked.library and linked.pliant.kind_lattice.youngs_modulus == 4e4
assert bpy.ops.pliant.bake() == {"FINISHED"}  # simulated, with a warning that it cannot be shown
assert cache.read_state(bake.folder_of(bpy.context.scene))["whole"]
select(linked)
override = linked.override_create(remap_local_usages=True)
override.pliant.kind_lattice.youngs_modulus = 9e4
assert bpy.ops.pliant.bake() == {"FINISHED"}
assert points(override, 8)[:, 2].mean() < 2.9, "the override shows nothing"
import json
with open(os.path.join(bake.folder_of(bpy.context.scene), "scene.json")) as file:
    assert json.load(file)["bodies"][override.name.replace(".", "_")]["youngs_modulus"] == 9e4
bpy.ops.wm.save_mainfile()
bpy.ops.wm.open_mainfile(filepath=bpy.data.filepath)
override = next(o for o in bpy.data.objects if o.override_library)
assert override.pliant.kind_lattice.youngs_modulus == 9e4, "an override forgets its values"
print("linked: simulated, and said that it is not shown; overridden: baked, its value kept")

# ---- unusual colliders
scene = new(30)
floor()
bpy.ops.mesh.primitive_torus_add(location=(0, 0, 0.3))
torus = role(bpy.context.object, "COLLIDER")
torus.scale = (0.5, 0.5, 1)
bpy.ops.mesh.primitive_cube_add(size=0.4, location=(0, 0, 2))
cube = role(bpy.context.object, "COLLIDER")
cube.pliant.motion, cube.pliant.shape = "DYNAMIC", "BOX"
cube.scale = (1, 2, 0.5)
bpy.ops.mesh.primitive_cylinder_add(radius=0.1, depth=1, location=(0.1, 0, 3), rotation=(0, 1.57, 0))
capsule = role(bpy.context.object, "COLLIDER")
capsule.pliant.shape = "CAPSULE"
capsule.keyframe_insert("location", frame=1)
capsule.location.z = 1
capsule.keyframe_insert("location", frame=30)
thing = role(ball(place=(0, 0, 1), subdivisions=2), "BODY", "lattice")
assert bpy.ops.pliant.bake() == {"FINISHED"}
assert cube.animation_data.action and points(cube, 30)[:, 2].max() < 1.5
assert abs(cube.matrix_world.to_scale().y - 2) < 1e-4, "a rigid body lost its scale"
print("torus, rigid box, animated capsule: baked")
print("OK habits")
