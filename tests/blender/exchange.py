# Files in and out: example scenes become .blend files that bake to what `pliant run` makes of the originals; bodies go out
# as .glb and .xml and come back with kind, values and paint; settings of cloth tools; lattices posed and solved.
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import axes, bake, cache, engine, lattice_tools, preview

here = tempfile.mkdtemp()
engine.command = lambda preferred="": PLIANT


def same_as_run(example, frames, tolerance, needed):
    """Opened, baked, and compared with the records of the command: greatest distance of a point, by body."""
    scene = empty_scene(os.path.join(here, f"{example}.blend"))
    source = os.path.join(ROOT, "examples", example, "scene.json")
    assert bpy.ops.pliant.open_scene(filepath=source) == {"FINISHED"}
    scene.frame_end = scene.frame_start + frames
    scene.pliant.threads = 1
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    out = os.path.join(here, f"{example}-run")
    command("run", source, "--frames", str(frames), "-o", out, "--quiet", "--record", "pc2")
    worst, compared = 0, 0
    for thing in scene.objects:
        if thing.pliant.role != "BODY":
            continue
        file = os.path.join(out, thing.name.replace("/", "_") + ".pc2")
        if not os.path.exists(file):
            continue
        expected = axes.to_blender(cache.read_points(file)[frames])
        found = points(thing, scene.frame_start + frames)
        if len(found) != len(expected):
            continue
        compared += 1
        worst = max(worst, float(abs(found - expected).max()))
    print(f"{example}: {compared} bodies after {frames} frames, at most {worst:.2g} m from those of the original")
    assert compared >= needed and worst < tolerance


same_as_run("tablecloth", 12, 0.01, 1)
same_as_run("jellies", 12, 0.01, 3)
same_as_run("crushed", 12, 0.01, 1)
same_as_run("flag", 6, 0.01, 1)

# ---- a body as one file, and back
scene = empty_scene(os.path.join(here, "body.blend"), 5)
floor()
thing = role(ball(subdivisions=2, place=(0.5, 0, 1)), "BODY", "lattice")
thing.scale = (1, 2, 1)
group = thing.vertex_groups.new(name="soft side")
group.add(list(range(40)), 0.5, "REPLACE")
painted = thing.pliant.kind_lattice.youngs_modulus_map
painted.source, painted.layer, painted.low, painted.high = "GROUP", "soft side", 2e4, 2e5
thing.pliant.table_body.friction = 0.25
for ending in ("glb", "xml"):
    path = os.path.join(here, f"ball.{ending}")
    select(thing)
    assert bpy.ops.pliant.export_asset(filepath=path) == {"FINISHED"}
    before = set(bpy.data.objects)
    assert bpy.ops.pliant.import_asset(filepath=path) == {"FINISHED"}
    back = next(o for o in bpy.data.objects if o not in before and o.pliant.role == "BODY")
    assert len(back.data.vertices) == len(thing.data.vertices) and back.pliant.kind == "lattice"
    assert abs(back.pliant.table_body.friction - 0.25) < 1e-6
    its = back.pliant.kind_lattice.youngs_modulus_map
    assert (its.source, its.layer, its.low, its.high) == ("GROUP", "soft side", 2e4, 2e5)
    weights = {v.index: round(g.weight, 4) for v in back.data.vertices for g in v.groups}
    assert weights == {i: 0.5 for i in range(40)}, list(weights.items())[:5]
    scaled = numpy.array([v.co[:] for v in thing.data.vertices]) * (1, 2, 1)
    assert abs(numpy.array([v.co[:] for v in back.data.vertices]) - scaled).max() < 1e-5
    bpy.data.objects.remove(back)
    print(f".{ending}: out and back with kind, values and paint")
image = bpy.data.images.new("Map", 4, 4)
painted.source, painted.image = "IMAGE", image
select(thing)
print(fails("a .glb of a body does not hold", lambda: bpy.ops.pliant.export_asset(filepath=os.path.join(here, "x.glb"))))
assert not os.path.exists(os.path.join(here, "x.glb"))
painted.source = "GROUP"
with open(os.path.join(here, "bad.json"), "w") as file:
    file.write('{ "assets": { "a": { "file": "nowhere.obj" } }, "bodies": { "b": { "asset": "a" } } }')
print(fails("there is no such file", lambda: bpy.ops.pliant.open_scene(filepath=os.path.join(here, "bad.json"))))
with open(os.path.join(here, "bad.glb"), "wb") as file:
    file.write(b"glTF nonsense")
fails("bad.glb", lambda: bpy.ops.pliant.import_asset(filepath=os.path.join(here, "bad.glb")))

# ---- cloth settings: capsules and held cloth
scene = empty_scene(os.path.join(here, "settings.blend"), 6)
cloth = role(sheet(cells=6), "BODY", "cloth")
pins = cloth.vertex_groups.new(name="pins")
pins.add([0, 6], 1.0, "REPLACE")
held = cloth.pliant.table_body.hold__where_map
held.source, held.layer, held.high = "GROUP", "pins", 1
bpy.ops.mesh.primitive_cylinder_add(radius=0.1, depth=1, location=(0, 0, 0.3), rotation=(0, 1.2, 0))
role(bpy.context.object, "COLLIDER").pliant.shape = "CAPSULE"
text = os.path.join(here, "settings.txt")
assert bpy.ops.pliant.export_settings(filepath=text) == {"FINISHED"}
with open(text) as file:
    written = file.read()
assert "CAPS_DATA" in written, written[:200]
mesh = os.path.join(here, "cloth.glb")
select(cloth)
assert bpy.ops.pliant.export_asset(filepath=mesh) == {"FINISHED"}
scene = empty_scene(os.path.join(here, "settings2.blend"), 6)
try:
    assert bpy.ops.pliant.import_settings(filepath=text, mesh=mesh) == {"FINISHED"}
    capsules = [o for o in scene.objects if o.pliant.role == "COLLIDER" and o.pliant.shape == "CAPSULE"]
    assert len(capsules) == 1
    print("cloth settings: out, and back as a capsule")
except RuntimeError as error:  # a sentence of the command
    print("cloth settings: out;", str(error).splitlines()[0])

# ---- forward and inverse
scene = empty_scene(os.path.join(here, "lattice.blend"), 13)
floor()
thing = role(ball(place=(0.5, 0, 1)), "BODY", "lattice")
thing.rotation_euler = (0, 0, 0.5)
thing.pliant.kind_lattice.use_spacing, thing.pliant.kind_lattice.spacing = True, (0.08,) * 3
thing.shape_key_add(name="Basis")
key = thing.shape_key_add(name="Long")
for i, v in enumerate(thing.data.vertices):
    key.data[i].co = (v.co.x * 0.7, v.co.y * 0.7, v.co.z * 1.6)
key.value = 0
key.keyframe_insert("value", frame=1)
key.value = 1
key.keyframe_insert("value", frame=13)
select(thing)
assert bpy.ops.pliant.solve(every=2) == {"FINISHED"}
off = abs(points(bpy.data.objects["Ball solved"], 9) - points(thing, 9)).max()
assert off < 0.002, off
assert bpy.ops.pliant.bake() == {"FINISHED"}
tall = points(thing, 13)[:, 2]
print(f"inverse: the lattice fits within {off:.2g} m; the body that follows it is {tall.max() - tall.min():.2f} m tall")
thing.pliant.guide = "NONE"
for o in [o for o in bpy.data.objects if "solved" in o.name]:
    bpy.data.objects.remove(o)
scene.frame_set(1)
select(thing)
assert bpy.ops.pliant.lattice() == {"FINISHED"}
lattice = bpy.data.objects["Ball lattice"]
flat = numpy.empty(3 * len(lattice.data.vertices), dtype=numpy.float32)
lattice.data.vertices.foreach_get("co", flat)
flat.reshape(-1, 3)[:, 2] *= 1.5
lattice.data.vertices.foreach_set("co", flat)
lattice.data.update()
bpy.context.view_layer.update()
lattice_tools.follow(lattice)
tall = points(bpy.data.objects["Ball posed"])[:, 2]
assert abs(tall.max() - tall.min() - 0.9) < 1e-4, tall.max() - tall.min()
select(thing)
assert bpy.ops.pliant.lattice_export() == {"FINISHED"}
assert bpy.ops.pliant.bake() == {"FINISHED"}
print("forward: the mesh follows the lattice, and the body its poses")

# ---- the preview, without a window
scene = empty_scene(os.path.join(here, "preview.blend"), 30)
floor()
thing = role(ball(place=(0, 0, 1)), "BODY", "lattice")
group = thing.vertex_groups.new(name="soft")
painted = thing.pliant.kind_lattice.youngs_modulus_map
painted.source, painted.layer, painted.low, painted.high = "GROUP", "soft", 5e4, 5e5
names = {o.name for o in bpy.data.objects}
assert bpy.ops.pliant.preview() == {"FINISHED"}
session = preview.session
for _ in range(5):
    session.tick()
session.repaint(thing)
group.add(list(range(len(thing.data.vertices))), 1.0, "REPLACE")
session.repaint(thing)
assert not session.stale
assert session.grab((0, -5, points(bpy.data.objects["Ball preview"])[:, 2].mean()), (0, 1, 0)) is not None
for _ in range(20):
    session.drag((0, -0.3, 2))
    session.tick()
assert session.world.bodies["Ball"].info["center"][1] > 0.5
session.release()
# Deleted while it runs: the stand-in, then the object.
bpy.data.objects.remove(bpy.data.objects["Ball preview"])
preview.tick()
assert preview.session is None or "Ball preview" in {o.name for o in bpy.data.objects}
bpy.data.objects.remove(thing)
for _ in range(3):
    preview.tick()
preview.stop()
assert {o.name for o in bpy.data.objects} <= names, "something is left behind"
assert not [m.name for m in bpy.data.meshes if m.users and "preview" in m.name]
print("preview: grabbed, painted, and survived that its objects were deleted")
print("OK exchange")
