# Blender opens a creature's .glb as a plain model: the mesh with its materials, and an empty for every bone and joint.
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
assert len(empties) >= len(info["bones"]), "bones are missing"
