# Every kind of the engine's tables: made, painted, simulated 100 frames; the hash of every frame it ends in is that of
# `pliant run` of the exported scene, the export is valid, and a .blend that is saved, opened again and made longer goes on
# where the bake ended.
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import bake, cache, generated, settings

FRAMES = 100


def paint(thing, kind):
    """The first parameter of the kind that can be painted, from its default to three times that."""
    table = settings.all_tables[kind]
    group = settings.group(thing.pliant, kind)
    weights = thing.vertex_groups.new(name="painted")
    heights = [v.co.z + v.co.x for v in thing.data.vertices]
    low, high = min(heights), max(heights)
    for vertex, height in zip(thing.data.vertices, heights):
        weights.add([vertex.index], (height - low) / (high - low), "REPLACE")
    row = next(p for p in table.shown() if p.painted and p.type == "number")
    painted = getattr(group, row.id + "_map")
    first = row.first_value() or 1
    painted.source, painted.layer = "GROUP", "painted"
    painted.low, painted.high = first, min(first * 3, row.high or first * 3)
    return row.name


def one(kind, folder):
    path = os.path.join(folder, f"{kind}.blend")
    scene = empty_scene(path, FRAMES + 1)
    floor()
    thing = sheet(cells=10) if kind == "cloth" else ball(subdivisions=2)
    role(thing, "BODY", kind)
    thing.rotation_euler = (0.2, 0.1, 0)
    painted = paint(thing, kind)
    if kind == "jiggle":  # nothing moves by itself: its places do
        thing.keyframe_insert("location", frame=1)
        thing.location.x = 0.5
        thing.keyframe_insert("location", frame=20)
        thing.pliant.guide = "ANIMATION"
    first, second = 60, 100
    scene.frame_end = first + 1
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    there = bake.folder_of(scene)
    half = cache.read_state(there)
    assert half["whole"] and half["saved"] == first
    start, end = points(thing, 1), points(thing, first + 1)
    moved = float(abs(end - start).max())
    assert moved > 0.05, f"{kind}: nothing moved ({moved} m)"
    # Saved, opened, continued.
    name = thing.name
    bpy.ops.wm.save_mainfile()
    bpy.ops.wm.open_mainfile(filepath=path)
    thing, scene = bpy.data.objects[name], bpy.context.scene
    assert thing.pliant.kind == kind and thing.pliant.role == "BODY"
    assert abs(points(thing, first + 1) - end).max() == 0, f"{kind}: another shape after the file was opened again"
    group = settings.group(thing.pliant, kind)
    assert getattr(group, settings.all_tables[kind].find(painted).id + "_map").layer == "painted"
    scene.frame_end = second + 1
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    state = cache.read_state(there)
    assert state["saved"] == second, state
    # A clip of the animation is longer now, so jiggle begins from the start; all others went on.
    assert abs(points(thing, first + 1) - end).max() == 0, f"{kind}: another past"
    exported = os.path.join(folder, f"{kind}-export", "scene.json")
    assert bpy.ops.pliant.export_scene(filepath=exported) == {"FINISHED"}
    valid = command("validate", exported)
    assert "is a valid scene" in valid
    hashes = run_hashes(exported, second, os.path.join(folder, f"{kind}-run"))
    assert hashes[first] == half["hash"] and hashes[second] == state["hash"], \
        f"{kind}: hash {state['hash']}, of pliant run {hashes[second]}"
    print(f"{kind}: painted {painted}, moved {moved:.2f} m, {second} frames, hash {state['hash']} as of pliant run")


with tempfile.TemporaryDirectory() as folder:
    for kind in [table.name for table in settings.all_tables.values() if table.is_kind]:
        one(kind, folder)
print("OK kinds")
