# Blender opens a creature's .glb as a plain model: the mesh with its materials, an armature with its bones, which poses the
# mesh, an action for every clip, and empties for joints.
#
#   blender -b --factory-startup --python-exit-code 3 --python tests/blender_creature.py -- FILE INFO
#
# INFO is what `pliant info FILE --json` says.
import json
import sys

import bpy
import numpy

numpy.bool = bool  # Blender 3.4 asks for it, and newer versions of NumPy do not have it

path, told = sys.argv[sys.argv.index("--") + 1 :]
with open(told) as file:
    info = json.load(file)
for thing in list(bpy.data.objects):
    bpy.data.objects.remove(thing)
bpy.ops.import_scene.gltf(filepath=path)
meshes = [o for o in bpy.data.objects if o.type == "MESH"]
assert len(meshes) == 1, f"{len(meshes)} meshes"
mesh = meshes[0].data
places = {tuple(round(c, 6) for c in v.co) for v in mesh.vertices}
empties = [o for o in bpy.data.objects if o.type == "EMPTY"]
print(f"{meshes[0].name}: {len(places)} points, {len(mesh.polygons)} triangles, {len(mesh.materials)} materials, {len(empties)} empties")
assert len(places) == info["points"], "another number of points"
assert len(mesh.polygons) == info["polygons"], "another number of triangles"
assert len(mesh.materials) >= 2 and all(m.use_nodes for m in mesh.materials), "no materials"
armatures = [o for o in bpy.data.objects if o.type == "ARMATURE"]
assert len(armatures) == 1, f"{len(armatures)} armatures"
names = {b.name for b in armatures[0].data.bones}
assert set(info["bones"]) <= names, f"bones are missing: {set(info['bones']) - names}"
assert any(m.type == "ARMATURE" for m in meshes[0].modifiers), "the mesh follows no armature"
actions = [a.name for a in bpy.data.actions]
print(f"armature of {len(names)} bones, actions: {actions}")
for clip in info["clips"]:
    assert any(clip["name"] in a for a in actions), f"no action for the clip {clip['name']}"


def posed(frame):
    bpy.context.scene.frame_set(frame)
    shown = meshes[0].evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    return numpy.array([v.co[:] for v in shown.vertices])


fps = bpy.context.scene.render.fps / bpy.context.scene.render.fps_base
apart = numpy.linalg.norm(posed(round(0.25 * fps)) - posed(round(0.75 * fps)), axis=1)
print(f"a quarter and three quarters of the walk are up to {apart.max():.3f} m apart")
assert 0.05 < apart.max() < 0.5, "the clip does not move the mesh"
