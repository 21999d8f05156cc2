"""The rest of a scene: the world, attachments, fields and wind, cameras."""
import math

import numpy

from . import axes, characters, keyframes, settings, tables
from .meshes import is_animated
from .reports import Trouble

SUBSTEPS_A_SECOND = 240  # as the engine's own default: 4 at 60 steps a second


def write_world(export):
    scene, own = export.scene, export.scene.pliant
    made = export.json["world"]
    rate = export.clock.rate
    made["rate"] = tables.number(rate) if abs(rate - round(rate)) > 1e-9 else int(round(rate))
    made["duration"] = round(export.clock.frames / rate, 9)
    given = keyframes.table_values(settings.all_tables["world"], own.world, scene, "pliant.world", export.clock,
                                   warn=lambda s: export.warn("Scene", s))
    if not own.fixed_substeps:
        given["substeps"] = max(1, round(SUBSTEPS_A_SECOND / rate))
    made.update(given)
    curves = keyframes.curves_of(scene, "gravity")
    if not (own.use_gravity and scene.use_gravity):
        made["gravity"] = [0, 0, 0]
    elif curves:
        rows = []
        for frame in range(export.clock.first, export.clock.last + 1):
            g = [curves[i].evaluate(frame) if i in curves else scene.gravity[i] for i in range(3)]
            rows.append([export.clock.seconds(frame), tables.numbers(axes.vector(g))])
        made["gravity"] = keyframes.series(rows)
    else:
        made["gravity"] = tables.numbers(axes.vector(scene.gravity))


# ---- attachments

def write_attachments(export, thing):
    table = settings.all_tables["attachment"]
    for i, each in enumerate(thing.pliant.attachments):
        if not each.enabled:
            continue
        label = each.name or f"attachment {i + 1}"
        path = f"pliant.attachments[{i}].table"
        made = {"body": export.name_of(thing), "where": where(export, thing, each, label)}
        made.update(keyframes.table_values(table, each.table, thing, path, export.clock,
                                           warn=lambda s: export.warn(thing.name, f"{label}: {s}")))
        to = target(export, thing, each, label)
        if to:
            made["to"] = to
        if each.to_group:
            if each.to is None or each.to.pliant.role != "BODY":
                raise Trouble(f"{label}: 'Its Group' is of a body, and To is none; expected a body, or no group",
                              thing.name)
            made["to_attribute"] = needed_group(export, each.to, each.to_group, label, thing)
            made.setdefault("gap", 0)
        export.json["attachments"][export.free_name(f"{thing.name} {label}")] = made


def needed_group(export, thing, name, label, owner):
    """A vertex group as an attribute of the body's asset, which is written again with it."""
    body = export.made_bodies.get(thing.name)
    if body is None:
        raise Trouble(f"{label}: '{thing.name}' is not a body of this scene", owner.name)
    attribute = body.painter.group(name, label)
    body.write_asset()
    return attribute


def where(export, thing, each, label):
    if each.where == "GROUP":
        if not each.group:
            raise Trouble(f"{label}: no vertex group is chosen; expected one", thing.name)
        return {"attribute": needed_group(export, thing, each.group, label, thing)}
    if each.where == "OVERLAP":
        return {"overlap": True}
    if each.at is None:
        raise Trouble(f"{label}: there is no object at whose place the body is held (it was deleted, or never chosen); "
                      f"expected one, an empty as a rule", thing.name)
    body = export.made_bodies[thing.name]
    matrix = export.matrix(each.at)
    place = body.world_to_asset([matrix[:3, 3]])[0]
    made = {"point": [round(float(v), 6) for v in place]}
    radius = each.radius
    if radius == 0 and each.at.type == "EMPTY" and each.at.empty_display_type == "SPHERE":
        radius = each.at.empty_display_size * float(numpy.linalg.norm(matrix[:3, :3], axis=0).max()) * export.unit
    if radius > 0:
        made["radius"] = round(float(radius), 6)
    return made


def target(export, thing, each, label):
    to = each.to or (each.at if each.where == "NEAR" else None)
    if to is None:
        if each.where == "OVERLAP":
            raise Trouble(f"{label}: it holds what lies inside of colliders, and To is empty; expected a collider or an "
                          f"armature with rigid bones", thing.name)
        return None
    if to.name not in export.scene.objects:
        raise Trouble(f"{label}: '{to.name}' is not in this scene; expected an object that is", thing.name)
    role = to.pliant.role
    if role == "CHARACTER" and to.pliant.rigid_bones:
        bones = [each.bone] if each.bone else [b.name for b in to.data.bones if b.use_deform]
        for bone in bones:
            if bone not in to.data.bones:
                raise Trouble(f"{label}: '{to.name}' has no bone '{bone}'", thing.name)
        names = [characters.bone_name(export, to, bone) for bone in bones]
        return names[0] if len(names) == 1 else names
    if role == "CHARACTER":
        return characters.reference(export, thing, to, each.bone, label)
    if to.type == "ARMATURE" and each.bone:
        return carrier(export, to, each.bone, thing, label)
    if role in ("BODY", "COLLIDER"):
        if to is thing and not each.to_group:
            raise Trouble(f"{label}: a body is attached to itself; expected another object, or a seam with 'Its Group'",
                          thing.name)
        return export.name_of(to)
    return carrier(export, to, "", thing, label)


def carrier(export, to, bone, thing, label):
    """An object of Blender's that is nothing in the simulation: a frame that moves as it does, and touches nothing."""
    from .scene_export import PlaceSampler, place_of, put_place
    if bone and bone not in to.pose.bones:
        raise Trouble(f"{label}: '{to.name}' has no bone '{bone}'", thing.name)
    key = f"{to.name}\0{bone}"
    if key in export.names:
        return export.names[key]
    name = export.names[key] = export.free_name(f"{to.name} {bone}".strip() + " carrier")
    matrix = place_of(to.evaluated_get(export.evaluated()), bone)
    position, rotation, _ = export.parts(to, matrix)
    made = {"shape": "sphere", "radius": 0.01, "motion": "kinematic", "sensor": True, "look": "hidden"}
    put_place(made, export.to_pliant([position])[0], rotation)
    if is_animated(to):
        export.samplers.append(PlaceSampler(export, to, made, bone))
    export.json["colliders"][name] = made
    export.plan.setdefault("carriers", {})[name] = {"object": to.name, "bone": bone}
    return name


# ---- wind and fields

FIELDS = {"FORCE": "radial", "VORTEX": "vortex", "DRAG": "drag", "WIND": "wind", "TURBULENCE": "turbulence"}


def write_fields(export):
    world, wind = export.json["world"], []
    for thing in sorted(export.scene.objects, key=lambda o: o.name):
        field = thing.field
        if field is None or field.type == "NONE":
            continue
        if field.type not in FIELDS:
            export.warn(thing.name, f"a force field of type {field.type.replace('_', ' ').capitalize()} has no effect in "
                                    f"Pliant; expected Wind, Force, Vortex, Drag or Turbulence")
            continue
        if field.type == "WIND":
            wind.append(thing)
        elif field.type == "TURBULENCE":
            group = world.setdefault("wind", {})
            group["turbulence"] = tables.number(field.strength)
            if field.size > 0:
                group["eddies"] = tables.number(max(field.size * export.unit, 0.001))
        else:
            write_field(export, thing)
    if wind:
        sampler = WindSampler(export, wind, world.setdefault("wind", {}))
        if any(is_animated(t) or strength_curve(t) for t in wind):
            export.samplers.append(sampler)
        else:
            sampler.sample(export.clock.first, export.evaluated())
            sampler.finish()
        noise = max(t.field.noise for t in wind)
        if noise > 0:
            world["wind"].setdefault("gusts", tables.number(noise))


def strength_curve(thing):
    return keyframes.curves_of(thing, "field.strength")


def strength(thing, frame):
    curves = strength_curve(thing)
    return float(next(iter(curves.values())).evaluate(frame) if curves else thing.field.strength)


class WindSampler:
    """The sum of all winds: along z of their objects, as fast as their strength says [m/s]."""

    def __init__(self, export, things, target):
        self.export, self.things, self.target, self.rows = export, things, target, []

    def sample(self, frame, graph):
        total = numpy.zeros(3)
        for thing in self.things:
            z = numpy.array(thing.evaluated_get(graph).matrix_world)[:3, 2]
            total += z / max(numpy.linalg.norm(z), 1e-12) * strength(thing, frame)
        self.rows.append([self.export.clock.seconds(frame), [round(v, 6) + 0.0 for v in axes.vector(total)]])

    def finish(self):
        given = self.target.get("velocity", [0, 0, 0])
        if isinstance(given, list):
            self.rows = [[t, [a + b for a, b in zip(v, given)]] for t, v in self.rows]
        self.target["velocity"] = keyframes.series(self.rows)


def write_field(export, thing):
    from .scene_export import PlaceSampler, put_place
    field = thing.field
    made = {"type": FIELDS[field.type]}
    matrix = export.matrix(thing)
    position, rotation, _ = export.parts(thing, matrix)
    put_place(made, export.to_pliant([position])[0], rotation)
    if field.type == "VORTEX":
        made["direction"] = [0, 1, 0]  # z of the object
    amount = field.linear_drag if field.type == "DRAG" else None
    curves = strength_curve(thing)
    if amount is not None:
        made["strength"] = tables.number(amount)
    elif curves:
        rows = [[export.clock.seconds(f), tables.number(strength(thing, f))]
                for f in range(export.clock.first, export.clock.last + 1)]
        made["strength"] = keyframes.series(rows)
    else:
        made["strength"] = tables.number(field.strength)
    if field.use_max_distance:
        made["region"] = "ball"
        made["radius"] = tables.number(max(field.distance_max * export.unit, 1e-6))
        if field.falloff_power > 0:
            made["falloff"] = made["radius"]
            made["radius"] = tables.number(max((field.distance_min if field.use_min_distance else 0) * export.unit, 1e-3))
    elif field.falloff_power > 0:
        export.warn(thing.name, "it falls off without a greatest distance, which Pliant's fields do not; it has the same "
                                "strength everywhere (Force Fields > Falloff > Max Distance)")
    if is_animated(thing):
        export.samplers.append(PlaceSampler(export, thing, made))
    export.json["fields"][export.name_of(thing)] = made


# ---- cameras

class CameraSampler:
    """A camera's place, and a point that it looks at."""

    def __init__(self, export, thing, target):
        self.export, self.thing, self.target, self.rows, self.looks = export, thing, target, [], []

    def sample(self, frame, graph):
        matrix = numpy.array(self.thing.evaluated_get(graph).matrix_world)
        seconds = self.export.clock.seconds(frame)
        ahead = matrix[:3, 3] - 4 * matrix[:3, 2] / max(numpy.linalg.norm(matrix[:3, 2]), 1e-12) / self.export.unit
        self.rows.append([seconds, [round(float(v), 6) for v in self.export.to_pliant([matrix[:3, 3]])[0]]])
        self.looks.append([seconds, [round(float(v), 6) for v in self.export.to_pliant([ahead])[0]]])

    def finish(self):
        self.target["position"], self.target["target"] = keyframes.series(self.rows), keyframes.series(self.looks)


def write_cameras(export):
    cameras = [o for o in export.scene.objects if o.type == "CAMERA" and o.data.type == "PERSP"]
    cameras.sort(key=lambda o: (o is not export.scene.camera, o.name))
    for thing in cameras:
        made = {"fov": round(min(max(math.degrees(vertical_angle(export.scene, thing.data)), 1), 170), 4)}
        sampler = CameraSampler(export, thing, made)
        if is_animated(thing):
            export.samplers.append(sampler)
        else:
            sampler.sample(export.clock.first, export.evaluated())
            sampler.finish()
        export.json["cameras"][export.name_of(thing)] = made


def vertical_angle(scene, camera):
    render = scene.render
    width, height = render.resolution_x * render.pixel_aspect_x, render.resolution_y * render.pixel_aspect_y
    if camera.sensor_fit == "VERTICAL" or camera.sensor_fit == "AUTO" and height > width:
        size = camera.sensor_height if camera.sensor_fit == "VERTICAL" else camera.sensor_width
        return 2 * math.atan(size / 2 / camera.lens)
    return 2 * math.atan(camera.sensor_width / 2 / camera.lens * height / width)
