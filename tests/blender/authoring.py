# What is authored with Blender's own things: presets, keyframes, paint of all sources, pins, hooks, seams, tear lines,
# guides, characters, rigid bones with limits, wind and force fields, collections as layers. Each is exported, checked by
# the engine, and does what it says.
import json
import math
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import bake, cache, generated, settings

here = tempfile.mkdtemp()
count = 0


def new(frames=13):
    global count
    count += 1
    return empty_scene(os.path.join(here, f"authoring{count}.blend"), frames)


def exported():
    with open(os.path.join(bake.folder_of(bpy.context.scene), "scene.json")) as file:
        return json.load(file)


def baked():
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    return exported()


# ---- every property of every table: shown with unit, range and help; every preset of every kind can be simulated
scene = new(3)
for table in settings.all_tables.values():
    for row in table.shown():
        if table.name in ("asset", "capsule", "pair", "camera", "field"):
            continue
        made = generated.classes[table.name].bl_rna.properties[row.id]
        assert made.description.startswith(row.help.rstrip(".")[:40]), row
        assert (row.unit in made.name), (made.name, row.unit)
        assert made.is_animatable == row.keyed, row.name
        if row.type in ("number", "integer") and row.low is not None and row.low > -1e9:
            assert made.hard_min >= row.low - 1e-6 * abs(row.low), (row.name, made.hard_min)
for kind in [t for t in settings.all_tables.values() if t.is_kind]:
    for preset in kind.presets:
        scene = new(3)
        thing = role(sheet(cells=6) if kind.name == "cloth" else ball(subdivisions=2), "BODY", kind.name)
        assert bpy.ops.pliant.preset(table=kind.name, preset=preset["name"]) == {"FINISHED"}
        body = baked()["bodies"][thing.name]
        for name, value in preset["values"].items():
            default = kind.find(name).default
            found = body.get(name, default)
            assert math.isclose(found, value, rel_tol=1e-6), (kind.name, preset["name"], name, found, value)
print("tables and presets: as the engine has them")

# ---- keyframes on parameters
scene = new(25)
floor()
thing = role(ball(subdivisions=2), "BODY", "lattice")
own = thing.pliant
own.kind_lattice.use_youngs_modulus = True
for frame, value in ((1, 2e5), (13, 1e4)):
    own.kind_lattice.youngs_modulus = value
    thing.keyframe_insert("pliant.kind_lattice.youngs_modulus", frame=frame)
for curve in thing.animation_data.action.fcurves:
    for point in curve.keyframe_points:
        point.interpolation = "LINEAR"
own.table_body.friction = 0.9
thing.keyframe_insert("pliant.table_body.friction", frame=1)
own.table_body.friction = 0.1
thing.keyframe_insert("pliant.table_body.friction", frame=13)
scene.gravity.z = -3
body = baked()["bodies"]["Ball"]
assert body["youngs_modulus"] == {"keys": [[0, 200000], [0.5, 10000]]}, body["youngs_modulus"]
assert len(body["friction"]["keys"]) >= 12  # Bezier: sampled
assert exported()["world"]["gravity"] == [0, -3, 0]
print("keyframes: linear ones as they are, Bezier sampled; gravity of the scene")

# ---- paint: vertex groups, colours of corners and points, images; missing ones are sentences
scene = new(3)
thing = role(ball(subdivisions=3), "BODY", "lattice")
own = thing.pliant
weights = thing.vertex_groups.new(name="soft")
weights.add([0, 1, 2], 1.0, "REPLACE")
thing.data.color_attributes.new("Paint", "BYTE_COLOR", "CORNER")
for value in thing.data.color_attributes["Paint"].data:
    value.color_srgb = (0.25, 0.5, 0.75, 1)
image = bpy.data.images.new("Map", 8, 8)
image.pixels.foreach_set(numpy.tile(numpy.float32([0.1, 0.2, 0.3, 1]), 64))
maps = {"youngs_modulus": ("GROUP", "soft", 1e4, 1e5), "damping": ("COLOR", "Paint", 0.01, 0.1),
        "density": ("IMAGE", image, 500, 1500)}
for name, (source, layer, low, high) in maps.items():
    painted = getattr(own.kind_lattice, name + "_map")
    painted.source, painted.low, painted.high = source, low, high
    if source == "IMAGE":
        painted.image, painted.channel = layer, "g"
    else:
        painted.layer = layer
body = baked()["bodies"]["Ball"]
assert body["youngs_modulus"]["attribute"] == "soft" and body["density"]["channel"] == "g"
from pliant_blender import gltf
found = gltf.read_attributes(os.path.join(bake.folder_of(scene), "assets", "Ball.glb"))
assert found["soft"][:4].tolist() == [1, 1, 1, 0] and abs(found["Paint r"] - 0.25).max() < 0.005, found
stored = bpy.data.images.load(os.path.join(bake.folder_of(scene), body["density"]["map"]))
assert abs(stored.pixels[1] - 0.2) < 0.003
own.kind_lattice.damping_map.high = 11
print(fails("expected at least 0 and at most 10 s", bpy.ops.pliant.bake))
own.kind_lattice.damping_map.high = 0.1
own.kind_lattice.youngs_modulus_map.layer = "hard"
print(fails("there is no vertex group 'hard'; it has 'soft'", bpy.ops.pliant.bake))
own.kind_lattice.youngs_modulus_map.layer = "soft"
lost = bpy.data.images.new("Lost", 8, 8)
lost.source, lost.filepath = "FILE", "//nowhere.png"
own.kind_lattice.density_map.image = lost
print(fails("has no pixels", bpy.ops.pliant.bake))
own.kind_lattice.density_map.image = None
print(fails("no image is chosen", bpy.ops.pliant.bake))
own.kind_lattice.density_map.source = "VALUE"
while thing.data.uv_layers:
    thing.data.uv_layers.remove(thing.data.uv_layers[0])
own.kind_lattice.density_map.source, own.kind_lattice.density_map.image = "IMAGE", image
print(fails("the mesh has no UV map", bpy.ops.pliant.bake))

# ---- pins, hooks that move and turn, seams, bad ones
scene = new(25)
thing = role(sheet("Sheet", cells=8), "BODY", "cloth")
group = thing.vertex_groups.new(name="rim")
group.add([v.index for v in thing.data.vertices if v.co.x < -0.49], 1.0, "REPLACE")
select(thing)
bpy.ops.pliant.attach(how="PIN")
start = points(thing, 1)
baked()
end = points(thing, 25)
held = numpy.array([v.co.x < -0.49 for v in thing.data.vertices])
assert abs(end - start)[held].max() < 0.02 and (start - end)[~held, 2].max() > 0.3
thing.pliant.attachments.clear()
bpy.context.scene.cursor.location = (0.5, 0.5, 0.8)
bpy.ops.pliant.attach(how="EMPTY")
hook = thing.pliant.attachments[0].at
hook.keyframe_insert("location", frame=1)
hook.location.z += 0.5
hook.keyframe_insert("location", frame=20)
bpy.context.scene.frame_set(1)
json_ = baked()
corner = points(thing, 25)[-1]
assert abs(corner[2] - 1.3) < 0.06, corner
thing.pliant.attachments[0].to = None
bpy.data.objects.remove(hook)
print(fails("there is no object at whose place the body is held", bpy.ops.pliant.bake))
thing.pliant.attachments[0].enabled = False
other = role(sheet("Other", cells=8, place=(1.1, 0, 0.8)), "BODY", "cloth")
there = other.vertex_groups.new(name="left")
there.add([v.index for v in other.data.vertices if v.co.x < -0.49], 1.0, "REPLACE")
right = thing.vertex_groups.new(name="right")
right.add([v.index for v in thing.data.vertices if v.co.x > 0.49], 1.0, "REPLACE")
thing.vertex_groups.active = right
select(thing, other)
bpy.ops.pliant.attach(how="SEAM")
baked()
seam = [v.index for v in thing.data.vertices if v.co.x > 0.49]
partner = [v.index for v in other.data.vertices if v.co.x < -0.49]
gap = abs(points(thing, 25)[seam].mean(axis=0) - points(other, 25)[partner].mean(axis=0)).max()
assert gap < 0.03, gap
print("pins hold, hooks move, seams close")

# ---- lines: a curve, a closed curve through, an empty as a plane, the edges of the body
scene = new(20)
bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 1))
bar = bpy.context.object
bar.scale = (1.5, 0.4, 0.4)
bpy.ops.object.mode_set(mode="EDIT")
bpy.ops.mesh.subdivide(number_cuts=11)
bpy.ops.object.mode_set(mode="OBJECT")
role(bar, "BODY", "lattice")
bar.pliant.kind_lattice.use_spacing, bar.pliant.kind_lattice.spacing = True, (0.08,) * 3
bpy.context.scene.cursor.location = (-0.7, 0, 1)
for x in (-0.7, 0.7):
    bpy.context.scene.cursor.location = (x, 0, 1)
    select(bar)
    bpy.ops.pliant.attach(how="EMPTY")
    bar.pliant.attachments[-1].at.empty_display_size = 0.2
plane = bpy.data.objects.new("Plane", None)
plane.rotation_euler, plane.location = (0, math.pi / 2, 0), (0.1, 0, 1)
bpy.context.collection.objects.link(plane)
bpy.context.view_layer.update()
select(bar, plane)
assert bpy.ops.pliant.line() == {"FINISHED"}
body = bar.pliant.table_body
body.tear__stretch, body.use_tear__squash, body.tear__squash = 0.5, True, 1
bar.pliant.kind_lattice.use_youngs_modulus, bar.pliant.kind_lattice.youngs_modulus = True, 1e5
bar.pliant.lines[0].strength = 0
right = bar.pliant.attachments[-1].at
right.keyframe_insert("location", frame=1)
right.location.x += 0.25
right.keyframe_insert("location", frame=20)
json_ = baked()
line = json_["bodies"]["Cube"]["tear"]["lines"][0]
assert abs(abs(line["direction"][1]) - 1) < 1e-5 or abs(abs(line["direction"][2]) - 1) < 1e-5, line
state = cache.read_state(bake.folder_of(scene))
assert "Cube" in state["torn"], "the plane scores nothing"
data = cache.load(os.path.join(bake.folder_of(scene), "Cube.torn", "frame_000019.npz"))
topology = cache.load(os.path.join(bake.folder_of(scene), "Cube.torn", f"topology_{int(data['topology']):06d}.npz"))
print(f"an empty scores the bar: torn at frame {state['torn']['Cube'] + 1} into {topology['piece'].max() + 1} pieces")
assert topology["piece"].max() + 1 == 2
plane.location.x = 9
bpy.context.view_layer.update()
print(fails("does not cut the body", bpy.ops.pliant.bake))
bar.pliant.lines.clear()
select(bar)
for edge in bar.data.edges:
    a, b = (bar.data.vertices[v].co for v in edge.vertices)
    edge.select = abs(a.x) < 1e-3 and abs(b.x) < 1e-3 and a.z > 0.49 and b.z > 0.49
assert bpy.ops.pliant.line() == {"FINISHED"}
lines = baked()["bodies"]["Cube"]["tear"]["lines"]
assert len(lines[0]["points"]) == 13, lines
print("edges of the body: a line of", len(lines[0]["points"]), "points")

# ---- guides: actions as clips, and values of a guide
scene = new(20)
thing = role(ball(subdivisions=2), "BODY", "lattice")
thing.shape_key_add(name="Basis")
key = thing.shape_key_add(name="Long")
for i, v in enumerate(thing.data.vertices):
    key.data[i].co = (v.co.x * 0.7, v.co.y * 0.7, v.co.z * 1.6)
names = []
for name, end in (("stretch", 10), ("hold", 4)):
    action = bpy.data.actions.new(name)
    curve = action.fcurves.new('key_blocks["Long"].value')
    curve.keyframe_points.insert(1, 0 if name == "stretch" else 1)
    curve.keyframe_points.insert(end, 1)
    clip = thing.pliant.clips.add()
    clip.action = action
thing.pliant.guide, thing.pliant.clip = "ACTIONS", "hold"
guide = baked()["bodies"]["Ball"]["guide"]
assert len(guide["keyframes"]) == 2 and guide["clip"].endswith("hold"), guide
tall = points(thing, 20)[:, 2]
assert tall.max() - tall.min() > 0.75, tall.max() - tall.min()
assert len(cache.read_points(os.path.join(bake.folder_of(scene), guide["keyframes"][0]))) == 10
thing.pliant.clip = "walk"
print(fails("there is no action 'walk'", bpy.ops.pliant.bake))
print("actions are clips, and one of them plays")

# ---- a character, and a skirt that follows it
scene = new(12)
bpy.ops.object.armature_add(location=(0, 0, 0))
rig = bpy.context.object
rig.name = "Rig"
bpy.ops.object.mode_set(mode="EDIT")
first = rig.data.edit_bones[0]
first.name, first.head, first.tail = "Lower", (0, 0, 0), (0, 0, 1)
second = rig.data.edit_bones.new("Upper")
second.head, second.tail, second.parent, second.use_connect = (0, 0, 1), (0, 0, 2), first, True
bpy.ops.object.mode_set(mode="OBJECT")
bpy.ops.mesh.primitive_cylinder_add(radius=0.2, depth=2, vertices=16, location=(0, 0, 1))
skin = bpy.context.object
bpy.ops.object.mode_set(mode="EDIT")
bpy.ops.mesh.subdivide(number_cuts=6)
bpy.ops.object.mode_set(mode="OBJECT")
select(rig, skin)
for o in (skin,):
    o.select_set(True)
bpy.context.view_layer.objects.active = rig
bpy.ops.object.parent_set(type="ARMATURE_AUTO")
bone = rig.pose.bones["Upper"]
bone.rotation_mode = "XYZ"
bone.keyframe_insert("rotation_euler", frame=1)
bone.rotation_euler.x = 1.0
bone.keyframe_insert("rotation_euler", frame=12)
scene.frame_set(1)
role(rig, "CHARACTER")
rig.pliant.table_character.collider = "capsules"
bpy.ops.mesh.primitive_cylinder_add(radius=0.3, depth=0.6, vertices=24, location=(0, 0, 1.6), end_fill_type="NOTHING")
skirt = bpy.context.object
bpy.ops.object.mode_set(mode="EDIT")
bpy.ops.mesh.subdivide(number_cuts=3)
bpy.ops.object.mode_set(mode="OBJECT")
skirt.name = "Skirt"
role(skirt, "BODY", "cloth")
skirt.pliant.guide, skirt.pliant.character = "CHARACTER", rig
body = skirt.pliant.table_body
body.use_guide__max_distance, body.guide__max_distance = True, 0.05
json_ = baked()
assert json_["characters"]["Rig"]["clip"] and json_["bodies"]["Skirt"]["guide"]["character"] == "Rig"
before, after = points(skirt, 1), points(skirt, 12)
moved = (after - before).mean(axis=0)
expected = (points(skin, 12) - points(skin, 1))[[v.index for v in skin.data.vertices if v.co.z > 0.3]].mean(axis=0)
assert abs(moved[1] - expected[1]) < 0.12 and abs(moved[1]) > 0.2, (moved, expected)
print(f"a skirt follows its character by {moved[1]:.2f} m, the skin moved {expected[1]:.2f} m")
skirt.pliant.character = None
print(fails("none is chosen", bpy.ops.pliant.bake))
skirt.pliant.character, skirt.pliant.bone = rig, "Tail"
print(fails("has no such bone", bpy.ops.pliant.bake))
skirt.pliant.bone = "Upper"
assert baked()["bodies"]["Skirt"]["guide"]["character"] == "Rig/Upper"

# ---- rigid bones with limits, inside flesh
scene = new(24)
floor()
bpy.ops.object.armature_add(location=(0, 0, 1))
rig = bpy.context.object
rig.name = "Arm"
bpy.ops.object.mode_set(mode="EDIT")
bones = [rig.data.edit_bones[0]]
bones[0].name, bones[0].head, bones[0].tail = "B0", (0, 0, 0), (0.4, 0, 0)
for i in range(1, 3):
    made = rig.data.edit_bones.new(f"B{i}")
    made.head, made.tail, made.parent, made.use_connect = (0.4 * i, 0, 0), (0.4 * (i + 1), 0, 0), bones[-1], True
    bones.append(made)
bpy.ops.object.mode_set(mode="OBJECT")
limit = rig.pose.bones["B2"].constraints.new("LIMIT_ROTATION")
limit.owner_space = "LOCAL"
limit.use_limit_x = limit.use_limit_y = limit.use_limit_z = True
rig.keyframe_insert("location", frame=1)  # animated: the root follows, the others hang
limit.influence = 1
role(rig, "CHARACTER")
rig.pliant.rigid_bones = True
bpy.ops.mesh.primitive_cube_add(size=1, location=(0.6, 0, 1))
flesh = bpy.context.object
flesh.scale = (1.3, 0.25, 0.25)
bpy.ops.object.mode_set(mode="EDIT")
bpy.ops.mesh.subdivide(number_cuts=7)
bpy.ops.object.mode_set(mode="OBJECT")
role(flesh, "BODY", "flesh")
select(flesh, rig)
bpy.ops.pliant.attach(how="BONES")
json_ = baked()
assert json_["colliders"]["Arm B0"]["motion"] == "kinematic" and json_["colliders"]["Arm B1"]["motion"] == "dynamic"
assert json_["joints"]["Arm B1"]["kind"] == "spherical" and json_["joints"]["Arm B2"]["kind"] == "fixed", json_["joints"]
assert json_["attachments"]["Cube bones"]["to"] == ["Arm B0", "Arm B1", "Arm B2"]
tip = {}
for frame in (1, 24):
    scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    pose = rig.evaluated_get(graph).pose.bones
    tip[frame] = rig.matrix_world @ pose["B2"].tail
    straight = (pose["B2"].matrix.to_quaternion().rotation_difference(pose["B1"].matrix.to_quaternion())).angle
assert tip[1].z - tip[24].z > 0.2, (tip[1], tip[24])
assert straight < 0.02, straight
end = points(flesh, 24)
near = numpy.linalg.norm(end - numpy.array(tip[24]), axis=1).min()
assert near < 0.3, near
print(f"rigid bones: the tip sinks {tip[1].z - tip[24].z:.2f} m, a locked joint stays within {math.degrees(straight):.2f} "
      f"degrees, flesh is there")

# ---- wind, fields, layers
scene = new(13)
thing = role(sheet(cells=8, place=(0, 0, 2)), "BODY", "cloth")
thing.rotation_euler.x = math.pi / 2
bpy.ops.object.effector_add(type="WIND", rotation=(math.pi / 2, 0, 0))  # blows along -y
wind = bpy.context.object
wind.field.strength = 8
bpy.ops.object.effector_add(type="VORTEX", location=(5, 0, 0))
bpy.context.object.field.strength, bpy.context.object.name = 2, "Whirl"
bpy.ops.object.effector_add(type="FORCE", location=(9, 0, 0))
field = bpy.context.object
field.name = "Push"
field.field.use_max_distance, field.field.distance_max, field.field.falloff_power = True, 2, 1
bpy.ops.object.effector_add(type="HARMONIC")
select(thing)
json_ = baked()
assert abs(json_["world"]["wind"]["velocity"][2] - 8) < 1e-4, json_["world"]["wind"]
assert json_["fields"]["Whirl"]["type"] == "vortex" and json_["fields"]["Push"]["falloff"] == 2
assert points(thing, 13)[:, 1].mean() < -0.3, "no wind"
layer, second = bpy.data.collections.new("Ghosts"), bpy.data.collections.new("Solids")
for each in (layer, second):
    scene.collection.children.link(each)
    each.pliant.is_layer = True
layer.pliant.touches = ""
for o in list(thing.users_collection):
    o.objects.unlink(thing)
layer.objects.link(thing)
solid = role(ball("Solid", place=(0, 0, 1)), "COLLIDER")
for o in list(solid.users_collection):
    o.objects.unlink(solid)
second.objects.link(solid)
second.pliant.touches = "default"
json_ = baked()
assert json_["bodies"]["Sheet"]["layer"] == "Ghosts" and json_["bodies"]["Sheet"]["collides_with"] == []
assert json_["colliders"]["Solid"]["collides_with"] == ["default"]
layer.pliant.touches = "Nobody"
print(fails("there is no such layer", bpy.ops.pliant.bake))
print("wind, fields and layers: as Blender has them")

# ---- the command reads it all
for number in range(1, count):
    path = os.path.join(here, "pliant", f"authoring{number} Scene", "scene.json")
    if os.path.exists(path):
        assert "is a valid scene" in command("validate", path)
print("OK authoring")
