# The five minutes of docs/blender.md, step by step: what each says is done, by the operators that its buttons are.
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import bake, cache, preview

with open(os.path.join(ROOT, "docs", "blender.md"), encoding="utf-8") as file:
    section = file.read().split("## Five minutes")[1].split("\n## ")[0]
steps = re.findall(r"^(\d)\. (.*?)(?=^\d\. |\n\n)", section, flags=re.S | re.M)
assert [number for number, _ in steps] == list("12345"), "the tutorial has other steps than this script"


def says(number, *words):
    text = " ".join(steps[number - 1][1].split())
    for word in words:
        assert word in text, f"step {number} does not say {word!r}: {text}"


with tempfile.TemporaryDirectory() as folder:
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    if not os.environ.get("PLIANT_ADDON_ENABLED"):
        enable()
    scene = bpy.context.scene
    scene.pliant.threads = 1
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, "five.blend"))

    says(1, "*Pliant › Body*", "*Lattice*", "preset *Jelly*")
    cube = bpy.data.objects["Cube"]
    role(cube, "BODY")
    assert cube.pliant.kind == "lattice"
    bpy.ops.pliant.preset(table="lattice", preset="jelly")

    says(2, "*Add › Mesh › Plane*", "scale it to 10", "z = −2", "*Pliant › Collider*", "floor")
    bpy.ops.mesh.primitive_plane_add(location=(0, 0, -2))
    plane = bpy.context.object
    plane.scale = (10, 10, 10)
    role(plane, "COLLIDER")
    assert plane.pliant.shape == "PLANE"

    says(3, "z = 1", "turn it", "*Live Preview*", "*Stop*")
    cube.location.z, cube.rotation_euler = 1, (0.4, 0.6, 0)
    select(cube)
    assert bpy.ops.pliant.preview() == {"FINISHED"}
    for _ in range(24):
        preview.session.tick()
    low = points(bpy.data.objects["Cube preview"])[:, 2].min()
    assert low < -1.5, low
    bpy.ops.pliant.preview_stop()

    says(4, "brush beside *Youngs modulus*", "vertex group", "*Low* and *High*", "Subdivide the cube")
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide(number_cuts=5)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert bpy.ops.pliant.paint(table="lattice", parameter="youngs_modulus") == {"FINISHED"}
    group = cube.vertex_groups["youngs_modulus"]
    group.add([v.index for v in cube.data.vertices if v.co.x > 0], 1.0, "REPLACE")
    painted = cube.pliant.kind_lattice.youngs_modulus_map
    assert painted.source == "GROUP" and painted.low == 30000 and painted.high == 300000, (painted.low, painted.high)

    says(5, "end of the timeline to 60", "*Bake*", "F12", "Mesh Cache")
    scene.frame_end = 60
    select(cube)
    assert bpy.ops.pliant.check() == {"FINISHED"}
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    assert cube.modifiers["Pliant"].type == "MESH_CACHE"
    end = points(cube, 60)
    assert -2.1 < end[:, 2].min() < -1.9, end[:, 2].min()
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", 4, False
    scene.render.resolution_x, scene.render.resolution_y = 160, 90
    scene.render.filepath = os.path.join(folder, "five.png")
    bpy.ops.render.render(write_still=True)
    assert os.path.getsize(scene.render.filepath) > 1000
print("OK tutorial")
