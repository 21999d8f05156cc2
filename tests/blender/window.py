# The add-on in a real window: panels are drawn, the preview steps by itself and the mouse drags a body, values that are
# edited are felt, undo does not end it badly, a bake shows progress and is cancelled with Esc.
#   xvfb-run -a -s "-screen 0 1600x1000x24" blender --factory-startup --enable-event-simulate --python window.py [-- PICTURES]
import os
import sys
import tempfile
import time
import traceback

sys.stdout.reconfigure(line_buffering=True)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import bake, cache, preview, settings

bpy.context.preferences.view.show_splash = False
pictures = arguments()[0] if arguments() else tempfile.mkdtemp()
here = tempfile.mkdtemp()


def window():
    return bpy.context.window_manager.windows[0]


def area(kind):
    return next(a for a in window().screen.areas if a.type == kind)


def send(type, value="NOTHING", at=None, **more):
    x, y = at or (10, 10)
    window().event_simulate(type=type, value=value, x=int(x), y=int(y), **more)


def picture(name):
    path = os.path.join(pictures, f"window-{name}.png")
    with bpy.context.temp_override(window=window(), screen=window().screen, area=area("VIEW_3D")):
        bpy.ops.screen.screenshot(filepath=path)
    return path


def on_screen(place):
    """Of a place in the world: pixels of the window."""
    from bpy_extras.view3d_utils import location_3d_to_region_2d
    view = area("VIEW_3D")
    region = next(r for r in view.regions if r.type == "WINDOW")
    at = location_3d_to_region_2d(region, view.spaces.active.region_3d, place)
    return region.x + at[0], region.y + at[1]


def do(operator, **arguments):
    view = area("VIEW_3D")
    region = next(r for r in view.regions if r.type == "WINDOW")
    with bpy.context.temp_override(window=window(), screen=window().screen, area=view, region=region):
        return operator("INVOKE_DEFAULT", **arguments)


def wait(condition, seconds, what):
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        if condition():
            return
        yield 0.02
    raise AssertionError(f"after {seconds} s: not {what}")


def panels_of_all_roles(scene, thing):
    """Every panel is drawn, open, in a large area. What a draw function raises is printed by Blender, and is looked for
    by the script that runs this."""
    from pliant_blender import panels
    for each in panels.made:  # open them all
        if "DEFAULT_CLOSED" in getattr(each, "bl_options", ()):
            bpy.utils.unregister_class(each)
            each.bl_options = each.bl_options - {"DEFAULT_CLOSED"}
            bpy.utils.register_class(each)
    large = area("VIEW_3D")
    own = thing.pliant
    painted = own.kind_lattice.youngs_modulus_map
    thing.vertex_groups.new(name="soft")
    painted.source, painted.layer, painted.low, painted.high = "GROUP", "soft", 5e3, 5e4
    large.type = "PROPERTIES"
    yield 1  # it knows its tabs when it was drawn
    large.spaces.active.context = "PHYSICS"
    yield 1
    path = os.path.join(pictures, "window-panels.png")
    with bpy.context.temp_override(window=window(), screen=window().screen, area=large):
        bpy.ops.screen.screenshot_area(filepath=path)
    for kind in [t.name for t in settings.all_tables.values() if t.is_kind]:
        own.kind_name = kind
        for guide in ("ANIMATION", "ACTIONS", "SHAPES", "FILE", "CHARACTER", "NONE"):
            own.guide = guide
            yield 0.15
    own.kind_name = "lattice"
    region = next(r for r in large.regions if r.type == "WINDOW")
    for down in range(6):
        with bpy.context.temp_override(window=window(), area=large, region=region):
            bpy.ops.view2d.scroll_down(page=True) if bpy.ops.view2d.scroll_down.poll() else None
        yield 0.2
    select(bpy.data.objects["Floor"])
    yield 0.3
    bpy.ops.object.armature_add(location=(3, 0, 0))
    role(bpy.context.object, "CHARACTER")
    for rigid in (False, True):
        bpy.context.object.pliant.rigid_bones = rigid
        yield 0.3
    bpy.data.objects.remove(bpy.context.object)
    select(thing)
    yield 0.3
    large.spaces.active.context = "COLLECTION"
    yield 0.3
    painted.source = "VALUE"
    large.type = "VIEW_3D"
    yield 0.3
    print("panels of all roles and kinds: drawn")


def script():
    scene = bpy.context.scene
    scene.pliant.threads = 1
    for o in list(bpy.data.objects):
        bpy.data.objects.remove(o)
    scene.frame_start, scene.frame_end = 1, 120
    floor()
    thing = role(ball("Jelly", place=(0, 0, 0.7)), "BODY", "lattice")
    bpy.ops.pliant.preset(table="lattice", preset="jelly")
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(here, "window.blend"))
    properties = area("PROPERTIES")
    properties.spaces.active.context = "PHYSICS"
    view = area("VIEW_3D")
    view.spaces.active.shading.type = "SOLID"
    view.spaces.active.region_3d.view_location = (0, 0, 0.5)
    view.spaces.active.region_3d.view_distance = 4
    view.spaces.active.show_region_ui = True
    yield from panels_of_all_roles(scene, thing)

    assert do(bpy.ops.pliant.preview) == {"FINISHED"}
    yield from wait(lambda: preview.session and preview.session.steps > 20, 150, "stepping")
    stand_in = bpy.data.objects["Jelly preview"]
    assert points(stand_in)[:, 2].min() < 0.4 and thing.hide_get()
    # Dragged by the mouse.
    preview.session.scene.pliant.grab_stiffness = 2000
    yield from wait(lambda: preview.session.steps > 60, 150, "stepping")
    assert do(bpy.ops.pliant.grab) == {"RUNNING_MODAL"}
    yield 0.1
    middle = points(stand_in).mean(axis=0)
    x, y = on_screen(middle)
    send("MOUSEMOVE", at=(x, y))
    yield 0.1
    send("LEFTMOUSE", "PRESS", at=(x, y))
    yield 0.2
    assert preview.session.grips, "the mouse holds nothing"
    before = points(stand_in).mean(axis=0)
    steps = preview.session.steps
    for i in range(20):
        send("MOUSEMOVE", at=(x, y + 15 * i))
        yield 0.03
    yield from wait(lambda: points(stand_in).mean(axis=0)[2] > before[2] + 0.15, 120, f"lifted from {before}")
    lifted = points(stand_in).mean(axis=0)
    picture("preview")
    send("LEFTMOUSE", "RELEASE", at=(x, y + 285))
    yield 0.2
    assert not preview.session.grips
    send("ESC", "PRESS")
    send("ESC", "RELEASE")
    yield 0.2
    print(f"dragged from {before[2]:.2f} to {lifted[2]:.2f} m; {preview.session.words()}")

    # Values while it runs: stiffness is felt at once, spacing waits for a restart.
    own = thing.pliant.kind_lattice
    own.use_youngs_modulus, own.youngs_modulus = True, 5e3
    yield 0.1
    assert abs(preview.session.world.bodies["Jelly"].get("youngs_modulus") - 5e3) < 1, "the engine has another stiffness"
    assert not preview.session.stale
    own.use_spacing, own.spacing = True, (0.08,) * 3
    yield 0.1
    assert preview.session.stale
    own.use_spacing = False
    # The floor is moved by the artist, and the body goes with it.
    bpy.data.objects["Floor"].location.z = -1
    steps = preview.session.steps
    yield from wait(lambda: preview.session.steps > steps + 40, 150, "stepping")
    assert points(stand_in)[:, 2].min() < -0.3, "the floor was moved, and the body did not fall"
    print("values and colliders change while it runs")
    # Undo while it runs.
    bpy.ops.ed.undo_push(message="one")
    bpy.data.objects["Floor"].location.x = 1
    bpy.ops.ed.undo_push(message="two")
    with bpy.context.temp_override(window=window()):
        bpy.ops.ed.undo()
    yield 0.5
    alive = preview.session is not None
    if alive:
        steps = preview.session.steps
        yield from wait(lambda: preview.session is None or preview.session.steps > steps + 5, 100, "going on after undo")
    do(bpy.ops.pliant.preview_stop) if preview.session else None
    yield 0.1
    left = [o.name for o in bpy.data.objects if o.name.endswith("preview")]
    assert not left and not bpy.data.objects["Jelly"].hide_get(), left
    print(f"undo while it runs: {'it goes on' if alive else 'it ends'}, nothing is left behind")

    # Bake with progress, cancelled by Esc, and on.
    bpy.data.objects["Floor"].location = (0, 0, 0)
    bpy.data.objects["Jelly"].pliant.kind_lattice.use_spacing = True
    bpy.data.objects["Jelly"].pliant.kind_lattice.spacing = (0.025,) * 3
    assert do(bpy.ops.pliant.bake) == {"RUNNING_MODAL"}
    yield from wait(lambda: bake.job is None or bake.job.run.frame > 5, 120, "baking")
    yield 0.2
    picture("bake")
    assert bake.job is not None, "it was over before it could be cancelled"
    send("ESC", "PRESS")
    send("ESC", "RELEASE")
    yield from wait(lambda: bake.job is None, 150, "cancelled")
    yield 0.3
    state = cache.read_state(bake.folder_of(bpy.context.scene))
    assert not state["whole"] and state["saved"] > 0, state
    print(f"cancelled after frame {state['saved']}")
    bpy.context.scene.frame_end = state["saved"] + 12
    assert do(bpy.ops.pliant.bake) == {"RUNNING_MODAL"}
    yield from wait(lambda: bake.job is None, 200, "done")
    yield 0.3
    done = cache.read_state(bake.folder_of(bpy.context.scene))
    assert done["whole"] and done["saved"] == state["saved"] + 11, done
    modifier = bpy.data.objects["Jelly"].modifiers["Pliant"]
    assert modifier.show_viewport and modifier.filepath
    print(f"went on to frame {done['saved']}")
    there = bake.folder_of(bpy.context.scene)
    hashes = run_hashes(os.path.join(there, "scene.json"), done["saved"], os.path.join(here, "run"))
    assert hashes[done["saved"]] == done["hash"], "another hash than that of pliant run"
    print(f"hash {done['hash']}, as of pliant run")
    picture("baked")
    print("OK window", flush=True)


steps = script()


def go_on():
    try:
        return max(0.001, next(steps))
    except StopIteration:
        code = 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


bpy.app.timers.register(go_on, first_interval=1.0)
