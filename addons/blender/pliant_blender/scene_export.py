"""A Blender scene as a Pliant scene: a folder with scene.json, its assets, maps and clips, and what a bake needs to
bring the result back. Everything that leaves Blender goes through here: previews, bakes and exports are the same scene."""
import json
import os

import bpy
import numpy

from . import axes, bodies, cache, characters, colliders, extras, keyframes, paint, settings
from .gltf import write_whole
from .meshes import Stand_in
from .reports import Trouble

FORMAT, BEHAVIOUR = 1, 1
exporting = False  # the handlers of playback wait


class Export:
    def __init__(self, context, folder, preview=False):
        self.context, self.folder, self.preview = context, folder, preview
        self.scene = context.scene
        self.clock = keyframes.Clock(self.scene)
        self.unit = self.scene.unit_settings.scale_length if self.scene.unit_settings.system != "NONE" else 1.0
        self.names, self.taken = {}, {}    # scene's name of each object, and back
        self.warnings = []
        self.json = {"format": FORMAT, "behaviour": BEHAVIOUR, "world": {},
                     "assets": {}, "bodies": {}, "colliders": {}, "characters": {}, "pairs": {}, "attachments": {},
                     "joints": {}, "fields": {}, "cameras": {}}
        self.plan = {"bodies": {}, "rigid": [], "rigid_of": {}, "frames": self.clock.frames, "unit": self.unit,
                     "first": self.clock.first, "rate": self.clock.rate}
        self.arrays = {}
        self.samplers = []   # called for every frame, where anything is animated
        self.images, self.stand_ins, self.made_bodies = {}, [], {}
        self.temporary = None

    # ---- for those that write a part of the scene

    def warn(self, thing, sentence):
        self.warnings.append(f"{thing}: {sentence}")

    def name_of(self, thing):
        """Of an object in the scene: names there have no dots and slashes."""
        if thing.name not in self.names:
            self.names[thing.name] = self.free_name(thing.name)
            self.taken[self.names[thing.name]] = thing.name
        return self.names[thing.name]

    def free_name(self, wanted):
        base = "".join("_" if c in "./" else c for c in wanted).strip() or "object"
        name, number = base, 2
        while name in self.taken:
            name, number = f"{base} {number}", number + 1
        self.taken[name] = ""
        return name

    def image(self, image, what, owner):
        key = image.name if image else None
        if key not in self.images:
            self.images[key] = paint.export_image(image, self.folder, what, owner)
        return self.images[key]

    def stand_in(self, thing, whole=False):
        made = Stand_in(thing, self.temporary, whole)
        self.stand_ins.append(made)
        return made

    def evaluated(self):
        return self.context.evaluated_depsgraph_get()

    def matrix(self, thing):
        return numpy.array(thing.evaluated_get(self.evaluated()).matrix_world)

    def to_pliant(self, points):
        return axes.to_pliant(points, self.unit)

    def parts(self, thing, matrix):
        try:
            return axes.split(matrix)
        except ValueError as error:
            raise Trouble(f"{error}; expected a scale other than 0. Set it in the Transform panel", thing.name) from None

    def file(self, part, name, ending):
        os.makedirs(os.path.join(self.folder, part), exist_ok=True)
        return os.path.join(self.folder, part, cache.safe(name) + ending)

    # ---- the whole

    def write(self):
        """Everything into the folder. Raises Trouble with a sentence."""
        global exporting
        found = settings.things(self.scene)
        if not any(thing.pliant.role == "BODY" for thing in found):
            raise Trouble("nothing is a body yet; expected at least one. Select a mesh and choose Physics Properties > "
                          "Pliant > Body")
        if self.clock.frames < 1:
            raise Trouble(f"the frame range {self.clock.first} to {self.clock.last} has no frames; expected an end after "
                          f"the start (Output Properties > Frame Range)")
        if not self.unit > 0:
            raise Trouble(f"the unit scale is {self.unit:g}; expected a number above 0 (Scene Properties > Units)")
        os.makedirs(self.folder, exist_ok=True)
        at, exporting = self.scene.frame_current, True
        self.leave_edit_mode()
        self.temporary = bpy.data.collections.new("Pliant export")
        self.scene.collection.children.link(self.temporary)
        try:
            self.scene.frame_set(self.clock.first)
            extras.write_world(self)
            for thing in found:  # names first, so that things can refer to each other
                self.name_of(thing)
            for thing in found:
                if thing.pliant.role == "CHARACTER":
                    characters.write(self, thing)
            for thing in found:
                if thing.pliant.role == "COLLIDER":
                    colliders.write(self, thing)
            for thing in found:
                if thing.pliant.role == "BODY":
                    bodies.write(self, thing)
            for thing in found:
                if thing.pliant.role == "BODY":
                    extras.write_attachments(self, thing)
            extras.write_fields(self)
            extras.write_cameras(self)
            self.sample()
            self.finish()
        finally:
            for each in self.stand_ins:
                each.remove()
            bpy.data.collections.remove(self.temporary)
            self.scene.frame_set(at)
            exporting = False
        return self

    def leave_edit_mode(self):
        """Edit Mode keeps its mesh to itself until it is left."""
        thing = self.context.view_layer.objects.active
        if thing is not None and thing.mode == "EDIT":
            thing.update_from_editmode()

    def sample(self):
        """Goes through the frames once, for all that moves."""
        if not self.samplers:
            return
        for frame in range(self.clock.first, self.clock.last + 1):
            self.scene.frame_set(frame)
            graph = self.evaluated()
            for each in self.samplers:
                each.sample(frame, graph)
        for each in self.samplers:
            each.finish()

    def finish(self):
        for key in [k for k, v in self.json.items() if v == {} and k not in ("world", "bodies")]:
            del self.json[key]
        text = json.dumps(self.json, indent=1, ensure_ascii=False)
        write_whole(os.path.join(self.folder, "scene.json"), (compact(text) + "\n").encode())
        write_whole(os.path.join(self.folder, "plan.json"), (json.dumps(self.plan, indent=1) + "\n").encode())
        for i, name in enumerate(self.plan["bodies"]):
            self.arrays[f"body {i}"] = self.arrays.pop(f"of {name}")
        cache.save(os.path.join(self.folder, "plan.npz"), **self.arrays)


def compact(text):
    """Short lists of numbers on one line."""
    import re
    number = r"-?[0-9.eE+-]+"
    text = re.sub(rf"\[\s+({number}(?:,\s+{number}){{0,3}})\s+\]", lambda m: "[" + re.sub(r"\s+", " ", m.group(1)) + "]",
                  text)
    return re.sub(rf"\[\s+({number}),\s+(\[[^\[\]]*\]|{number}|true|false)\s+\]", r"[\1, \2]", text)


class PlaceSampler:
    """Places of an object over time, as keys of position and rotation."""

    def __init__(self, export, thing, target, bone=None, offset=None):
        self.export, self.thing, self.target, self.bone, self.offset = export, thing, target, bone, offset
        self.positions, self.rotations, self.near = [], [], None

    def sample(self, frame, graph):
        matrix = place_of(self.thing.evaluated_get(graph), self.bone)
        if self.offset is not None:
            matrix = matrix @ self.offset
        place, rotation, _ = self.export.parts(self.thing, matrix)
        seconds = self.export.clock.seconds(frame)
        turns = axes.degrees_of(axes.turn_to_pliant(rotation), self.near)
        self.near = turns
        self.positions.append([seconds, rounded(self.export.to_pliant([place])[0])])
        self.rotations.append([seconds, rounded(turns)])

    def finish(self):
        self.target["position"] = keyframes.series(self.positions)
        self.target["rotation"] = keyframes.series(self.rotations)


def place_of(evaluated, bone=None):
    matrix = numpy.array(evaluated.matrix_world)
    if bone:
        matrix = matrix @ numpy.array(evaluated.pose.bones[bone].matrix)
    return matrix


def rounded(values, digits=7):
    return [round(float(v), digits) + 0.0 for v in values]


def put_place(target, position, rotation):
    """Position and rotation of an object that stands."""
    target["position"] = rounded(position)
    turns = rounded(axes.degrees_of(axes.turn_to_pliant(rotation)))
    if any(turns):
        target["rotation"] = turns
