"""The live preview: the engine steps while the artist moves things, paints, edits values and grabs.

The bodies are shown by stand-ins, which are no part of the .blend's objects: what the artist made stays as it is, so that
undo, saving and renders know nothing of the preview. Whatever happens to the stand-ins (undo removes them, the file is
closed) ends the preview or makes them again."""
import os
import shutil
import tempfile
import time

import bpy
import mathutils
import numpy
from bpy_extras import view3d_utils

from . import axes, bake, cache, engine, generated, playback, run, scene_export, settings

session = None
COLLECTION = "Pliant preview"
GRIP_SHARE = 0.12  # radius of what the mouse holds, of the diagonal of the body


class Session:
    def __init__(self, context):
        self.folder = tempfile.mkdtemp(prefix="pliant-preview-")
        self.scene = context.scene
        self.scene_name = context.scene.name
        self.stale = self.paused = False
        self.grips = {}
        self.trouble = ""
        export = scene_export.Export(context, self.folder, preview=True)
        self.export = export
        export.write()
        self.world = engine.need().world(os.path.join(self.folder, "scene.json"), threads=export.scene.pliant.threads)
        self.plan = run.Plan(self.folder)
        self.start_frame = self.scene.frame_current
        self.frame = 0
        self.seconds = self.steps = 0
        self.shown_seconds = 0.0
        self.began = None
        self.bodies, self.topologies = {}, {}
        self.colliders = self.world.colliders
        self.watched = self.things_to_watch()
        self.moves_timeline = self.scene.pliant.follow_timeline and bool(export.samplers)
        self.painted = {}
        self.make_stand_ins()
        self.refresh()
        self.show()

    def refresh(self):
        """Who is in the world; pieces come and go."""
        self.pieces = {}
        for name, body in self.world.bodies.items():
            self.pieces.setdefault(name.split(".")[0], []).append((name, body))
        for pieces in self.pieces.values():
            pieces.sort(key=lambda piece: [int(p) for p in piece[0].split(".")[1:]])

    # ---- what is shown

    def collection(self):
        made = bpy.data.collections.get(COLLECTION)
        if made is None:
            made = bpy.data.collections.new(COLLECTION)
        if made.name not in self.scene.collection.children:
            self.scene.collection.children.link(made)
        made.hide_render = True
        return made

    def make_stand_ins(self):
        collection = self.collection()
        self.hidden = []
        for name, body in self.plan.bodies.items():
            thing = bpy.data.objects.get(body["object"])
            if thing is None:
                continue
            mesh = bpy.data.meshes.new(f"{name} preview")
            made = bpy.data.objects.new(f"{name} preview", mesh)
            for slot in thing.material_slots or [None]:
                mesh.materials.append(slot.material if slot else None)
            inside = bpy.data.materials.get(body["inside"]) if body["inside"] else None
            if thing.pliant.lines or thing.pliant.table_body.use_tear__stretch:
                mesh.materials.append(inside or bpy.data.materials.get("Pliant inside") or playback.make_inside())
            made["pliant_outside"] = max(1, len(thing.material_slots))
            made["pliant_uv"], made["pliant_smooth"] = body["uv"] or "UVMap", bool(body["smooth"])
            made.hide_select = True
            collection.objects.link(made)
            self.bodies[name] = made.name
            if not thing.hide_get():
                thing.hide_set(True)
                self.hidden.append(thing.name)

    def show(self):
        """Puts the state of the world into the stand-ins. Raises ReferenceError or KeyError where they are gone."""
        begin = time.perf_counter()
        for name, stand_in in self.bodies.items():
            pieces = self.pieces.get(name, [])
            thing = bpy.data.objects[stand_in]
            mesh = thing.data
            if not pieces:
                if len(mesh.vertices):
                    mesh.clear_geometry()
                continue
            key = tuple((piece, body.topology) for piece, body in pieces)
            if self.topologies.get(name) != key:
                playback.fill(thing, cache.topology_of(pieces))
                self.topologies[name] = key
            points = [body.points for _, body in pieces]
            points = points[0] if len(points) == 1 else numpy.concatenate(points)
            if len(mesh.vertices) != len(points):
                raise KeyError(name)
            unit = self.plan.unit
            turned = numpy.empty_like(points)
            turned[:, 0], turned[:, 1], turned[:, 2] = points[:, 0] / unit, -points[:, 2] / unit, points[:, 1] / unit
            mesh.vertices.foreach_set("co", turned.ravel())
            mesh.update()
        self.shown_seconds += time.perf_counter() - begin

    # ---- what goes on

    def things_to_watch(self):
        """Colliders and carriers that stand, which the artist may move while the preview runs."""
        found = {}
        for name, made in self.export.json.get("colliders", {}).items():
            moving = isinstance(made.get("position"), dict) or made.get("motion") == "dynamic"
            thing = self.export.taken.get(name) or self.plan.data.get("carriers", {}).get(name, {}).get("object")
            if thing and not moving and name in self.colliders and thing in bpy.data.objects:
                found[name] = [thing, numpy.array(bpy.data.objects[thing].matrix_world),
                               self.pose(bpy.data.objects[thing])]
        return found

    def pose(self, thing):
        place, rotation, _ = axes.split(numpy.array(thing.matrix_world))
        return axes.to_pliant([place], self.plan.unit)[0], axes.turn_to_pliant(rotation)

    def move_things(self):
        for name, (thing, before, start) in self.watched.items():
            found = bpy.data.objects.get(thing)
            if found is None:
                continue
            now = numpy.array(found.matrix_world)
            if numpy.array_equal(now, before):
                continue
            self.watched[name][1] = now
            try:
                place, rotation = self.pose(found)
            except ValueError:
                continue
            collider = self.colliders[name]
            # The collider's own frame moves as the object does.
            turn = rotation @ start[1].T
            at = place + turn @ (numpy.array(collider.position) - start[0])
            spin = quaternion(turn @ axes.matrix_of(collider.rotation))
            if self.export.json["colliders"][name].get("motion") == "kinematic":
                collider.move(tuple(at), spin)
            else:
                collider.set_pose(tuple(at), spin)
            self.watched[name][2] = (place, rotation)

    def step(self):
        begin = time.perf_counter()
        self.world.step()
        self.seconds += time.perf_counter() - begin
        self.steps += 1
        self.frame += 1
        if self.world.tears:
            self.refresh()
        for grip in list(self.grips.values()):
            if grip.broken:
                self.release()

    def tick(self):
        """One frame of Blender: at most one step, so that it never runs ahead of its own time."""
        self.move_things()
        if not self.paused:
            self.step()
        self.show()
        if self.moves_timeline and not self.paused:
            frame = self.plan.data["first"] + self.frame
            if frame <= self.scene.frame_end:
                self.scene.frame_set(frame)
        if self.began is None:
            self.began = time.monotonic()
            self.began_at = self.steps

    def words(self):
        spent = max(time.monotonic() - self.began, 1e-9) if self.began else 1
        rate = (self.steps - self.began_at) / spent if self.began else 0
        cost = 1000 * self.seconds / self.steps if self.steps else 0
        return f"{self.frame / self.plan.data['rate']:.2f} s, {rate:.0f} frames a second, {cost:.1f} ms a step"

    # ---- values while it runs

    def set(self, thing, table, parameter):
        """A value that the artist has changed. What the engine cannot change while it runs waits for a restart."""
        if not table:
            self.stale = True
            return
        row = settings.all_tables[table].find(parameter)
        name = self.export.names.get(thing.name) if isinstance(thing, bpy.types.Object) else None
        group = thing.pliant.world if isinstance(thing, bpy.types.Scene) else settings.group(thing.pliant, table)
        given = generated.is_given(group, row)
        if not row.live or not (row.has_default or given) or \
                (row.painted and getattr(group, row.id + "_map").is_used):
            self.stale = True
            return
        value = generated.value_of(group, row)
        try:
            if isinstance(thing, bpy.types.Scene):
                if isinstance(value, (str, bool)):
                    self.stale = True
                else:
                    self.world.set(parameter, value)
                return
            if table not in ("body", thing.pliant.kind_name):
                self.stale = True
                return
            for _, body in self.pieces.get(name, []):
                body.set(parameter, value)
        except Exception as error:  # the engine's sentence
            self.trouble = str(error)
            self.stale = True

    def repaint(self, thing):
        """Weights that were painted since."""
        name = self.export.names.get(thing.name)
        body = self.world.bodies.get(name) if name else None
        if body is None or thing.pliant.role != "BODY":
            return
        for table in (thing.pliant.kind_name, "body"):
            group = settings.group(thing.pliant, table)
            for row in settings.all_tables[table].shown():
                if not row.painted or not row.live:
                    continue
                painted = getattr(group, row.id + "_map")
                if painted.source != "GROUP" or painted.layer not in thing.vertex_groups:
                    continue
                index = thing.vertex_groups[painted.layer].index
                values = numpy.array([next((g.weight for g in v.groups if g.group == index), 0.0)
                                      for v in thing.data.vertices], dtype=numpy.float32)
                key = (name, row.name)
                if len(values) != self.plan.bodies[name]["points"]:
                    self.stale = True  # a modifier above Pliant makes points: their paint waits for a restart
                    continue
                if key in self.painted and numpy.array_equal(self.painted[key], values):
                    continue
                first = key not in self.painted
                self.painted[key] = values
                if not first:
                    body.set(row.name, {"values": values, "low": painted.low, "high": painted.high,
                                        "scale": "log" if painted.logarithmic else "linear"})

    # ---- grabbing

    def grab(self, origin, direction):
        """Takes hold of what a ray of the viewport hits; the place, or None."""
        unit = self.plan.unit
        at, way = axes.to_pliant([origin], unit)[0], axes.to_pliant([direction])[0]
        hit = self.world.cast_rays([at], [way])
        name = hit["names"][0]
        bodies = self.world.bodies
        if name not in bodies:
            return None
        self.release()
        point = hit["points"][0]
        info = bodies[name].info
        low, high = (numpy.array(v) for v in info["bounds"])
        # A handful of the body, and not a single point of it, which would come out as a spike.
        grip = self.world.attach(bodies[name], "grip", tuple(float(v) for v in point),
                                 stiffness=self.scene.pliant.grab_stiffness * max(info["mass"], 1e-6),
                                 where={"radius": GRIP_SHARE * float(numpy.linalg.norm(high - low))})
        self.grips["mouse"] = grip
        return axes.to_blender([point], unit)[0]

    def drag(self, place):
        grip = self.grips.get("mouse")
        if grip:
            grip.move(tuple(float(v) for v in axes.to_pliant([place], self.plan.unit)[0]))

    def release(self):
        grip = self.grips.pop("mouse", None)
        if grip:
            grip.remove()

    # ---- the end

    def close(self):
        for stand_in in self.bodies.values():
            found = bpy.data.objects.get(stand_in)
            if found:
                mesh = found.data
                bpy.data.objects.remove(found)
                if mesh and not mesh.users:
                    bpy.data.meshes.remove(mesh)
        collection = bpy.data.collections.get(COLLECTION)
        if collection and not collection.objects:
            bpy.data.collections.remove(collection)
        for name in self.hidden:
            found = bpy.data.objects.get(name)
            if found and name in bpy.context.view_layer.objects:
                found.hide_set(False)
        self.grips.clear()
        self.world = None
        shutil.rmtree(self.folder, ignore_errors=True)
        try:
            self.scene.frame_set(self.start_frame)
        except ReferenceError:
            pass


def quaternion(matrix):
    w, x, y, z = mathutils.Matrix(numpy.asarray(matrix).tolist()).to_quaternion()
    return x, y, z, w


def start(context):
    """Begins a preview. Raises what the export or the engine says."""
    global session
    stop()
    made = Session(context)
    session = made
    return made


def stop():
    global session
    if session is None:
        return
    ended, session = session, None
    ended.close()
    for window in bpy.context.window_manager.windows if bpy.context.window_manager else []:
        for area in window.screen.areas:
            area.tag_redraw()


def changed(owner, table, name):
    """Of the settings: a value was changed."""
    if session and not scene_export.exporting:
        session.set(owner, table, name)


def tick():
    """Of Blender's timers: the next frame, and when the one after it is due."""
    if session is None:
        return None
    if bpy.app.is_job_running("RENDER"):  # which reads the meshes on a thread of its own
        return 0.2
    begin = time.monotonic()
    try:
        session.tick()
    except (ReferenceError, KeyError):
        # Undo took the stand-ins away, or the scene has gone.
        if not again():
            stop()
            return None
    except Exception as error:
        print(f"Pliant: the preview stopped: {error}")
        stop()
        return None
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D" or (area.type == "PROPERTIES" and session.steps % 12 == 0):
                area.tag_redraw()
    rate = session.plan.data["rate"]
    return max(0.001, 1 / rate - (time.monotonic() - begin))


def again():
    """Makes the stand-ins again after undo, around the same world."""
    try:
        session.scene = bpy.data.scenes[session.scene_name]
        for name in list(session.bodies.values()):
            found = bpy.data.objects.get(name)
            if found:
                bpy.data.objects.remove(found)
        session.bodies.clear()
        session.topologies.clear()
        hidden = session.hidden
        session.make_stand_ins()
        session.hidden = list(dict.fromkeys(hidden + session.hidden))
        session.show()
        return True
    except (KeyError, ReferenceError, RuntimeError):
        return False


class PLIANT_OT_preview(bpy.types.Operator):
    """Simulate in the viewport: move colliders and empties, change values, paint weights, grab. Nothing is kept"""
    bl_idname, bl_label = "pliant.preview", "Live Preview"

    @classmethod
    def poll(cls, context):
        return engine.module() is not None and bake.job is None

    def execute(self, context):
        try:
            made = start(context)
        except Exception as error:
            stop()
            bake.report(self, error)
            return {"CANCELLED"}
        for sentence in made.export.warnings:
            self.report({"WARNING"}, sentence)
        if not bpy.app.background:
            bpy.app.timers.register(tick, first_interval=0.01)
        return {"FINISHED"}


class PLIANT_OT_preview_stop(bpy.types.Operator):
    """End the preview and show the objects as they are"""
    bl_idname, bl_label = "pliant.preview_stop", "Stop"

    def execute(self, context):
        stop()
        return {"FINISHED"}


class PLIANT_OT_preview_restart(bpy.types.Operator):
    """Begin the preview again, with everything as it is now"""
    bl_idname, bl_label = "pliant.preview_restart", "Restart"

    def execute(self, context):
        stop()
        return bpy.ops.pliant.preview()


class PLIANT_OT_preview_pause(bpy.types.Operator):
    """Hold the time of the preview"""
    bl_idname, bl_label = "pliant.preview_pause", "Pause"

    @classmethod
    def poll(cls, context):
        return session is not None

    def execute(self, context):
        session.paused = not session.paused
        return {"FINISHED"}


class PLIANT_OT_grab(bpy.types.Operator):
    """Drag bodies with the mouse; Esc or the right button ends it"""
    bl_idname, bl_label = "pliant.grab", "Grab"

    @classmethod
    def poll(cls, context):
        return session is not None

    def invoke(self, context, event):
        context.window_manager.modal_handler_add(self)
        context.workspace.status_text_set("Pliant: drag bodies with the left button; Esc or the right button ends it")
        return {"RUNNING_MODAL"}

    def view_at(self, context, event):
        """The 3D viewport under the mouse, and the place in it."""
        for area in context.screen.areas:
            if area.type != "VIEW_3D":
                continue
            for region in area.regions:
                x, y = event.mouse_x - region.x, event.mouse_y - region.y
                if region.type == "WINDOW" and 0 <= x < region.width and 0 <= y < region.height:
                    return region, area.spaces.active.region_3d, (x, y)
        return None

    def modal(self, context, event):
        if session is None or event.type in {"ESC", "RIGHTMOUSE"}:
            if session:
                session.release()
            context.workspace.status_text_set(None)
            return {"FINISHED"}
        found = self.view_at(context, event)
        if event.type == "LEFTMOUSE" and event.value == "PRESS" and found:
            region, view, at = found
            origin = view3d_utils.region_2d_to_origin_3d(region, view, at)
            direction = view3d_utils.region_2d_to_vector_3d(region, view, at)
            self.held = session.grab(origin, direction)
            return {"RUNNING_MODAL"} if self.held is not None else {"PASS_THROUGH"}
        if event.type == "LEFTMOUSE" and event.value == "RELEASE":
            session.release()
            self.held = None
            return {"PASS_THROUGH"}
        if event.type == "MOUSEMOVE" and found and getattr(self, "held", None) is not None:
            region, view, at = found
            session.drag(view3d_utils.region_2d_to_location_3d(region, view, at, self.held))
            return {"RUNNING_MODAL"}
        return {"PASS_THROUGH"}


@bpy.app.handlers.persistent
def on_change(scene, graph):
    if session is None or scene_export.exporting or not graph.id_type_updated("MESH"):
        return
    for update in graph.updates:
        if isinstance(update.id, bpy.types.Object) and update.is_updated_geometry:
            thing = update.id.original
            if session.export.names.get(thing.name) in session.plan.bodies:
                session.repaint(thing)


@bpy.app.handlers.persistent
def on_leave(_=None):
    """Before a file is closed, or written: stand-ins are no part of it."""
    stop()


classes = (PLIANT_OT_preview, PLIANT_OT_preview_stop, PLIANT_OT_preview_restart, PLIANT_OT_preview_pause,
           PLIANT_OT_grab)


def register():
    bpy.app.handlers.depsgraph_update_post.append(on_change)
    bpy.app.handlers.load_pre.append(on_leave)
    bpy.app.handlers.save_pre.append(on_leave)


def unregister():
    stop()
    if bpy.app.timers.is_registered(tick):
        bpy.app.timers.unregister(tick)
    bpy.app.handlers.depsgraph_update_post.remove(on_change)
    bpy.app.handlers.load_pre.remove(on_leave)
    bpy.app.handlers.save_pre.remove(on_leave)
