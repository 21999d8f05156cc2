# A bake that is cancelled goes on, one that is killed goes on, and both end as one that was never stopped: the same bytes.
#   resume.py                 the test
#   resume.py -- child BLEND  a bake that is killed from outside
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import bake, cache

if arguments()[:1] == ["child"]:
    bpy.ops.wm.open_mainfile(filepath=arguments()[1])
    bpy.ops.pliant.bake()
    print("OK child")
    sys.exit()


def content(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in sorted(os.listdir(folder))
            if name.endswith((".pc2", ".f32", ".plsnap")) or name == "bake.json"}


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "stack.blend")
    scene = empty_scene(path, 61)
    floor()
    for i in range(3):
        role(ball(f"Ball {i}", place=(0.05 * i, 0, 0.4 + 0.7 * i), subdivisions=2), "BODY", "lattice")
    bpy.ops.mesh.primitive_cube_add(size=0.2, location=(0, 0, 3))
    role(bpy.context.object, "COLLIDER").pliant.motion = "DYNAMIC"
    scene.pliant.save_every = 7
    bpy.ops.wm.save_mainfile()
    there = bake.folder_of(scene)
    bpy.ops.pliant.bake()
    whole = content(there)
    cube = bpy.data.objects["Cube"]
    scene.frame_set(61)
    fallen = cube.matrix_world.translation.copy()
    assert fallen.z < 2, fallen

    bpy.ops.pliant.free()
    scene.frame_set(61)
    assert cube.matrix_world.translation.z > 2.9, "Free Bake does not put the rigid body back"
    scene.frame_set(1)
    assert not cache.read_state(there)
    bpy.ops.pliant.bake(frames=23)
    state = cache.read_state(there)
    assert not state["whole"] and state["saved"] == 23, state
    shown = points(bpy.data.objects["Ball 1"], 24)
    bpy.ops.pliant.bake()
    assert content(there) == whole, "a bake that was cancelled and went on is another one"
    assert abs(points(bpy.data.objects["Ball 1"], 24) - shown).max() == 0
    print("cancelled after 23 frames, and went on: the same bytes")

    for wanted, delay in ((0, 0.1), (13, 0.2), (34, 0.0)):
        bpy.ops.pliant.free()
        child = subprocess.Popen([bpy.app.binary_path, "-b", "--factory-startup", "--python", os.path.abspath(__file__),
                                  "--", "child", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        begin = time.monotonic()
        while (cache.read_state(there) or {"saved": -1})["saved"] < wanted and child.poll() is None and \
                time.monotonic() - begin < 300:
            time.sleep(0.01)
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
        state = cache.read_state(there)
        assert state, "nothing was saved before it was killed"
        bpy.ops.pliant.bake()
        found = content(there)
        assert sorted(found) == sorted(whole) and found == whole, \
            f"killed after frame {state['saved']}: {[n for n in whole if found.get(n) != whole[n]]} differ"
        print(f"killed with frame {state['saved']} of 60 saved, and went on: the same bytes")
print("OK resume")
