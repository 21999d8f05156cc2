"""Objects with the role of a body: their mesh, paint, guide and lines."""
import os

import bpy
import numpy

from . import cache, characters, gltf, keyframes, lines, paint, settings
from .meshes import Surface, is_animated
from .reports import Trouble


def write(export, thing):
    if thing.type != "MESH":
        raise Trouble(f"a {thing.type.capitalize()} cannot be a body; expected a mesh. Convert it with Object > Convert "
                      f"> Mesh", thing.name)
    body = export.made_bodies[thing.name] = Body(export, thing)
    body.write()


class Body:
    def __init__(self, export, thing):
        from .scene_export import put_place
        self.export, self.thing, self.own = export, thing, thing.pliant
        self.name = export.name_of(thing)
        self.stand_in = export.stand_in(thing)
        self.surface = Surface(self.stand_in, export.evaluated())
        self.place, self.rotation, self.left = export.parts(thing, self.surface.matrix)
        self.painter = paint.Painter(export, thing, self.surface)
        self.json = {"asset": self.name, "kind": self.own.kind_name}
        put_place(self.json, export.to_pliant([self.place])[0], self.rotation)

    def to_asset(self, points):
        """From the object's space to that of its asset: scaled and sheared as the object is, and neither placed nor
        turned."""
        return self.export.to_pliant(numpy.asarray(points) @ self.left.T)

    def world_to_asset(self, points):
        return self.export.to_pliant((numpy.asarray(points, dtype=float) - self.place) @ self.rotation)

    def write(self):
        all_tables, export, own = settings.all_tables, self.export, self.own
        if own.kind_name not in all_tables or not all_tables[own.kind_name].is_kind:
            kinds = ", ".join(t.name for t in all_tables.values() if t.is_kind)
            raise Trouble(f"its kind '{own.kind_name}' is not in this version of the engine; expected one of: {kinds}",
                          self.thing.name)
        for table in (own.kind_name, "body"):
            path = f"pliant.{settings.property_name(table)}"
            values = keyframes.table_values(all_tables[table], settings.group(own, table), self.thing, path,
                                            export.clock, self.painter, lambda s: export.warn(self.thing.name, s))
            merge(self.json, values)
        self.write_layer(self.json)
        self.write_guide()
        self.write_tear()
        self.write_asset()
        export.json["bodies"][self.name] = self.json
        self.plan()

    def write_layer(self, target):
        put_layer(self.export, self.thing, target)

    def write_asset(self):
        own, surface = self.own, self.surface
        corners, uvs, materials = surface.corners, surface.uvs, surface.materials
        if numpy.linalg.det(self.left) < 0:  # mirrored: the other way round
            order = numpy.arange(len(corners)).reshape(-1, 3)[:, [0, 2, 1]].ravel()
            corners, uvs = corners[order], None if uvs is None else uvs[order]
        slots = [slot.material for slot in self.thing.material_slots]
        made = [paint.material_of(m, not self.export.preview) for m in slots] or [paint.material_of(None)]
        materials = numpy.clip(materials, 0, len(made) - 1)
        poses = {}
        if own.guide == "SHAPES":
            poses = {name: self.to_asset(points) for name, points in self.shapes().items()}
        asset = gltf.Body(self.name, self.to_asset(surface.points), corners, uvs, materials, made,
                          self.painter.attributes, poses)
        path = self.export.file("assets", self.name, ".glb")
        gltf.write(path, asset)
        self.export.json["assets"][self.name] = {"file": "assets/" + path.replace("\\", "/").rsplit("/", 1)[1]}

    def shapes(self):
        """Shape keys but the basis, in the object's own space."""
        keys = self.thing.data.shape_keys
        if keys is None or len(keys.key_blocks) < 2:
            raise Trouble("its guide are shape keys, and it has none but the basis; expected at least one more (Object "
                          "Data Properties > Shape Keys)", self.thing.name)
        found = {}
        for key in list(keys.key_blocks)[1:]:
            flat = numpy.empty(3 * len(key.data), dtype=numpy.float32)
            key.data.foreach_get("co", flat)
            if len(key.data) != len(self.surface.points):
                raise Trouble(f"a modifier above Pliant changes the number of points from {len(key.data)} to "
                              f"{len(self.surface.points)}, so its shape keys are no poses of what is simulated; "
                              f"expected the same number. Move the modifier below Pliant", self.thing.name)
            found[key.name] = flat.reshape(-1, 3)
        return found

    # ---- guides

    def write_guide(self):
        own, guide = self.own, {}
        if own.guide == "ANIMATION":
            guide["keyframes"] = [self.clip("animation", None)]
        elif own.guide == "ACTIONS":
            if not any(clip.action for clip in own.clips):
                raise Trouble("its guide are actions, and none is listed; expected at least one (Pliant > Guide > "
                              "Actions)", self.thing.name)
            guide["keyframes"] = [self.clip(clip.action.name, clip.action) for clip in own.clips if clip.action]
            if own.clip:
                names = [clip.action.name for clip in own.clips if clip.action]
                if own.clip not in names:
                    raise Trouble(f"there is no action '{own.clip}' in its list; expected one of: {', '.join(names)}",
                                  self.thing.name)
                guide["clip"] = guide["keyframes"][names.index(own.clip)].rsplit("/", 1)[1][:-4]
        elif own.guide == "FILE":
            guide["keyframes"] = [self.clip_file()]
        elif own.guide == "SHAPES":
            names = list(self.shapes())
            guide["keyframes"] = [f"{self.name}/{name}" for name in names]
            wanted = own.clip or names[0]
            if wanted not in names:
                raise Trouble(f"there is no shape key '{wanted}'; expected one of: {', '.join(names)}", self.thing.name)
            guide["clip"] = wanted
        elif own.guide == "CHARACTER":
            guide["character"] = characters.reference(self.export, self.thing, own.character, own.bone, "its guide")
            guide["bind"] = "start"
        if own.guide != "NONE":
            given = self.json.get("guide", {})
            self.json["guide"] = {**guide, **given}
        elif "guide" in self.json and set(self.json["guide"]) - {"follow", "response", "strength"}:
            self.export.warn(self.thing.name, "values of its guide have no effect, because it has none (Pliant > Guide)")

    def clip_file(self):
        source = bpy.path.abspath(self.own.clip_file)
        if not os.path.isfile(source):
            raise Trouble(f"its guide is the file '{self.own.clip_file}', which is not there; expected a clip (.txt, .pc2, "
                          f".mdd)", self.thing.name)
        with open(source, "rb") as file:
            data = file.read()
        name, ending = os.path.splitext(os.path.basename(source))
        gltf.write_whole(self.export.file("clips", name.replace(".", "_"), ending), data)
        return f"clips/{cache.safe(name.replace('.', '_'))}{ending}"

    def clip(self, name, action):
        """A clip of the object's own mesh, sampled over the range of frames, or over that of an action."""
        clip_name = cache.safe(f"{self.name} {name}".replace(".", "_"))
        path = self.export.file("clips", clip_name, ".pc2")
        sampler = ClipSampler(self, path)
        if action is None:
            self.export.samplers.append(sampler)
        else:
            sample_action(self, sampler, action)
        return f"clips/{clip_name}.pc2"

    # ---- tearing

    def write_tear(self):
        own = self.own
        tear = self.json.get("tear")
        found = [lines.line(self, each) for each in own.lines if each.object]
        if found:
            tear = self.json.setdefault("tear", {})
            tear["lines"] = found
            if not set(tear) & {"stretch", "squash", "bend"}:
                raise Trouble("it has lines to tear along, and nothing tears it; expected Tear > Stretch or Bend",
                              self.thing.name)
        if tear is not None and own.inside:
            color = paint.material_of(own.inside, False)["pbrMetallicRoughness"]["baseColorFactor"][:3]
            slots = [slot.material.name for slot in self.thing.material_slots if slot.material]
            if own.inside.name in slots:
                tear["material"] = own.inside.name
            else:
                tear["color"] = [round(min(max(srgb(c), 0), 1), 6) for c in color]

    # ---- back again

    def plan(self):
        export = self.export
        export.plan["bodies"][self.name] = {
            "object": self.thing.name, "uid": settings.uid_of(self.thing), "file": cache.safe(self.name),
            "points": len(self.surface.points), "uv": self.surface.uv_name, "smooth": self.surface.smooth,
            "materials": len(self.thing.material_slots), "inside": self.own.inside.name if self.own.inside else ""}
        key = f"of {self.name}"
        export.arrays[key] = numpy.linalg.inv(self.surface.matrix)[None]
        if is_animated(self.thing):
            export.samplers.append(MatrixSampler(self, key))


def srgb(c):
    return 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055


def merge(target, values):
    for key, value in values.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict) and "keys" not in value:
            merge(target[key], value)
        else:
            target[key] = value


def put_layer(export, thing, target):
    """A collection that is a layer."""
    mine = [c for c in thing.users_collection if c.pliant.is_layer]
    if not mine:
        return
    if len(mine) > 1:
        export.warn(thing.name, f"it is in {len(mine)} collections that are layers; '{mine[0].name}' counts")
    target["layer"] = mine[0].name
    touched = [name.strip() for name in mine[0].pliant.touches.split(",") if name.strip()]
    known = {c.name for c in bpy.data.collections if c.pliant.is_layer} | {"default"}
    for name in touched:
        if name not in known:
            raise Trouble(f"the layer '{mine[0].name}' touches '{name}', and there is no such layer; expected collections "
                          f"that are layers: {', '.join(sorted(known))}", thing.name)
    target["collides_with"] = touched


class MatrixSampler:
    """The matrix from the world to the object, for every frame."""

    def __init__(self, body, key):
        self.body, self.key, self.found = body, key, []

    def sample(self, frame, graph):
        matrix = numpy.array(self.body.stand_in.copy.evaluated_get(graph).matrix_world)
        self.body.export.parts(self.body.thing, matrix)
        self.found.append(numpy.linalg.inv(matrix))

    def finish(self):
        self.body.export.arrays[self.key] = numpy.array(self.found)


class ClipSampler:
    """The object's mesh in every frame, in the space of its asset as it stands at the first frame."""

    def __init__(self, body, path):
        self.body, self.path, self.found = body, path, []

    def sample(self, frame, graph):
        points, matrix = self.body.stand_in.points(graph)
        if len(points) != len(self.body.surface.points):
            raise Trouble(f"its mesh has {len(points)} points in frame {frame} and {len(self.body.surface.points)} in the "
                          f"first; expected the same number in all. Move the modifier that changes it below Pliant",
                          self.body.thing.name)
        world = points @ matrix[:3, :3].T + matrix[:3, 3]
        self.found.append(self.body.world_to_asset(world).astype("f4"))

    def finish(self):
        cache.write_points(self.path, numpy.array(self.found))


def owners_of(action, thing):
    """Who takes an action: the object, its shape keys, or the armature that deforms it."""
    armature = next((m.object for m in thing.modifiers if m.type == "ARMATURE" and m.object), None)
    paths = {curve.data_path for curve in action.fcurves}
    if any(path.startswith("pose.bones") for path in paths) and armature:
        return armature
    if any(path.startswith("key_blocks") for path in paths) and thing.data.shape_keys:
        return thing.data.shape_keys
    return thing


def sample_action(body, sampler, action):
    """Plays an action alone, over its own range, and puts everything back."""
    scene = body.export.scene
    owner = owners_of(action, body.stand_in.copy)
    made = owner.animation_data is None
    data = owner.animation_data_create() if made else owner.animation_data
    before, tracks = data.action, data.use_nla
    try:
        data.use_nla, data.action = False, action
        first, last = (int(round(f)) for f in action.frame_range)
        for frame in range(first, max(last, first) + 1):
            scene.frame_set(frame)
            sampler.sample(frame, body.export.evaluated())
        sampler.finish()
    finally:
        data.action, data.use_nla = before, tracks
        if made:
            owner.animation_data_clear()
        scene.frame_set(body.export.clock.first)
