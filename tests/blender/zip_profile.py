# The zip, installed into a fresh profile by Blender's own installer: it is switched on, its engine is the one in it, a bake
# works, and it is still on when Blender is started again.
#   BLENDER_USER_RESOURCES=EMPTY_FOLDER blender -b --python zip_profile.py -- ZIP    twice; the second time without ZIP
import os
import sys
import tempfile

import bpy

arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
assert not [p for p in sys.path if "release/python" in p or "addons/blender" in p], sys.path
if arguments:
    bpy.ops.preferences.addon_install(filepath=arguments[0])
    bpy.ops.preferences.addon_enable(module="pliant_blender")
    bpy.ops.wm.save_userpref()
assert "pliant_blender" in bpy.context.preferences.addons, "it is not switched on"
from pliant_blender import bake, cache, engine

assert engine.module() is not None, engine.trouble()
assert os.path.dirname(engine.module().__file__) == engine.BUNDLED, engine.module().__file__
assert engine.command().startswith(engine.BUNDLED)
assert "lattice" in engine.run(["params"])
with tempfile.TemporaryDirectory() as folder:
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, "zip.blend"))
    cube = bpy.data.objects["Cube"]
    bpy.context.view_layer.objects.active = cube
    cube.select_set(True)
    assert bpy.ops.pliant.role(role="BODY") == {"FINISHED"}
    bpy.context.scene.frame_end = 10
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    assert cache.read_state(bake.folder_of(bpy.context.scene))["whole"]
    bpy.ops.preferences.addon_disable(module="pliant_blender")
    assert not hasattr(bpy.types.Object, "pliant")
    bpy.ops.preferences.addon_enable(module="pliant_blender")
    assert bpy.data.objects["Cube"].pliant.role == "BODY", "values are lost when it is switched off and on"
    from pliant_blender import engine
    assert engine.module() is not None
print("OK zip, engine", engine.module().__version__)
