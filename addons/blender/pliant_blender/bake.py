"""Bake, cancel, resume, free: the operators around a run."""
import os
import re
import threading
import time

import bpy

from . import cache, engine, playback, run
from .reports import Trouble, objects_in
from .scene_export import Export


def folder_of(scene):
    """Of the scene's bake. Files that were never saved have one that goes with Blender."""
    own = scene.pliant.folder
    if own.startswith("//") and not bpy.data.filepath:
        base = os.path.join(bpy.app.tempdir, "pliant")
    else:
        base = bpy.path.abspath(own)
    stem = os.path.splitext(os.path.basename(bpy.data.filepath))[0] or "untitled"
    return os.path.join(os.path.normpath(base), cache.safe(f"{stem} {scene.name}"))


def report(operator, error, export=None):
    """The sentence, as Blender reports errors, with the object that it is about selected."""
    sentence = readable(str(error), export)
    names = [error.object] if isinstance(error, Trouble) and error.object else \
        objects_in(str(error), {v: k for k, v in export.names.items()} if export else {})
    select(names)
    operator.report({"ERROR"}, sentence)


def readable(sentence, export):
    """Without the folder of the cache in front of the places that the engine names."""
    if export:
        sentence = sentence.replace(export.folder + os.sep, "").replace(export.folder, "")
    return re.sub(r"^scene\.json:\d+: ", "", sentence)


def select(names):
    layer = bpy.context.view_layer
    layer.update()
    found = [layer.objects[name] for name in names if name in layer.objects]
    if not found:
        return
    for thing in list(layer.objects):
        thing.select_set(thing in found)
    layer.objects.active = found[0]


class Job:
    """A run on a thread of its own. It touches nothing of Blender's."""

    def __init__(self, made):
        self.run, self.error, self.closed = made, None, False
        self.cancelled = threading.Event()
        self.started, self.first = time.monotonic(), made.frame

    def work(self, tell=None):
        try:
            while not self.run.done and not self.cancelled.is_set():
                self.run.step()
                if tell:
                    tell(self)
        except Exception as error:  # its sentence is shown where the job was begun
            self.error = error
        finally:
            try:
                self.run.close()
            except Exception as error:
                self.error = self.error or error
            self.closed = True

    def words(self):
        made, seconds = self.run.frame - self.first, time.monotonic() - self.started
        rate = made / seconds if seconds > 0 else 0
        left = (self.run.frames - self.run.frame) / rate if rate else 0
        return f"frame {self.run.frame} of {self.run.frames}, {rate:.1f} a second, {left:.0f} s left"


job = None  # the one bake that is under way


class PLIANT_OT_bake(bpy.types.Operator):
    """Simulate the range of frames into the cache. Goes on where a bake of the same scene was cancelled or killed.
Esc cancels and keeps what is done"""
    bl_idname, bl_label = "pliant.bake", "Bake"
    bl_options = {"REGISTER", "UNDO"}

    resume: bpy.props.BoolProperty(name="Resume", default=True, description="Go on where a bake of the same scene "
                                   "stopped; otherwise begin from the start")
    frames: bpy.props.IntProperty(name="Frames", default=0, min=0, description="Stop after so many frames, as if "
                                  "cancelled; 0: none", options={"HIDDEN", "SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        return job is None and engine.module() is not None

    def begin(self, context):
        from . import preview
        preview.stop()
        self.export = None
        try:
            self.export = Export(context, folder_of(context.scene))
            self.export.write()
            scene = context.scene.pliant
            made = run.Run(engine.need(), self.export.folder, scene.threads, self.resume, scene.save_every)
        except Exception as error:
            report(self, error, self.export)
            return None
        for warning in self.export.warnings:
            self.report({"WARNING"}, warning)
        if not bpy.data.filepath and context.scene.pliant.folder.startswith("//"):
            self.report({"WARNING"}, "the .blend was never saved, so its bake is in a folder that goes with Blender")
        if made.resumed_at is not None:
            self.report({"INFO"}, f"going on after frame {self.export.clock.first + made.resumed_at}")
        return Job(made)

    def execute(self, context):
        made = self.begin(context)
        if made is None:
            return {"CANCELLED"}
        told = [time.monotonic()]

        def tell(each):
            if self.frames and each.run.frame - each.first >= self.frames:
                each.cancelled.set()
            if bpy.app.background and time.monotonic() - told[0] > 5:
                told[0] = time.monotonic()
                print(f"Pliant: {each.words()}", flush=True)
        made.work(tell)
        return self.end(context, made)

    def invoke(self, context, event):
        global job
        if bpy.app.background:
            return self.execute(context)
        made = self.begin(context)
        if made is None:
            return {"CANCELLED"}
        job = made
        threading.Thread(target=job.work, daemon=True).start()
        manager = context.window_manager
        self.timer = manager.event_timer_add(0.1, window=context.window)
        manager.progress_begin(0, max(1, job.run.frames))
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        global job
        if event.type == "ESC" and event.value == "PRESS":
            job.cancelled.set()
        if event.type == "TIMER":
            context.window_manager.progress_update(job.run.frame)
            context.workspace.status_text_set(f"Pliant bakes: {job.words()}   (Esc cancels and keeps what is done)")
            for area in context.screen.areas:
                if area.type == "PROPERTIES":
                    area.tag_redraw()
            if job.closed:
                made, job = job, None
                context.window_manager.event_timer_remove(self.timer)
                context.window_manager.progress_end()
                context.workspace.status_text_set(None)
                return self.end(context, made)
        # Everything else is the artist's: the window goes on.
        return {"PASS_THROUGH"} if event.type != "ESC" else {"RUNNING_MODAL"}

    def end(self, context, made):
        if made.error:
            report(self, made.error, self.export)
        gone = playback.attach(context.scene, self.export.folder)
        for sentence in gone:
            self.report({"WARNING"}, sentence)
        last = self.export.clock.first + made.run.saved
        if made.error:
            return {"CANCELLED"}
        if not made.run.done:
            self.report({"INFO"}, f"stopped after frame {last}; Bake goes on from there")
        else:
            self.report({"INFO"}, f"{made.run.frames + 1} frames in {self.export.folder}")
        return {"FINISHED"}


class PLIANT_OT_cancel(bpy.types.Operator):
    """Stop the bake and keep what is done"""
    bl_idname, bl_label = "pliant.cancel", "Cancel"

    @classmethod
    def poll(cls, context):
        return job is not None

    def execute(self, context):
        job.cancelled.set()
        return {"FINISHED"}


class PLIANT_OT_free(bpy.types.Operator):
    """Show the objects as they were before the bake"""
    bl_idname, bl_label = "pliant.free", "Free Bake"
    bl_options = {"REGISTER", "UNDO"}

    delete: bpy.props.BoolProperty(name="Delete Files", default=True, description="Delete the files of the cache too")

    def execute(self, context):
        for thing in list(context.scene.objects):
            if thing.pliant.role != "NONE" and not (thing.library and not thing.override_library):
                playback.free(thing)
        if self.delete:
            cache.clear(folder_of(context.scene))
        return {"FINISHED"}


class PLIANT_OT_check(bpy.types.Operator):
    """Read the scene as the engine does, without simulating: what is wrong with it, what to expect, and which values
have no effect"""
    bl_idname, bl_label = "pliant.check", "Check"

    def execute(self, context):
        export = None
        try:
            module = engine.need()
            export = Export(context, folder_of(context.scene))
            export.write()
            found = module.inspect(os.path.join(export.folder, "scene.json"))
        except Exception as error:
            report(self, error, export)
            return {"CANCELLED"}
        for sentence in export.warnings:
            self.report({"WARNING"}, sentence)
        for line in (found["report"] + found["advice"]).splitlines():
            level = "WARNING" if line.startswith("warning: ") else "INFO"
            self.report({level}, readable(line.removeprefix("warning: "), export))
        self.report({"INFO"}, "the scene is in order")
        return {"FINISHED"}


classes = (PLIANT_OT_bake, PLIANT_OT_cancel, PLIANT_OT_free, PLIANT_OT_check)
