"""Values of properties over time, as scenes write them: {"keys": [[seconds, value], …]}."""
from . import generated, tables

EASES = {"CONSTANT": "step", "LINEAR": "linear"}


def curves_of(owner, path):
    """F-curves of a property of an ID, by the index in its array."""
    data = owner.animation_data
    if not data or not data.action:
        return {}
    return {curve.array_index: curve for curve in data.action.fcurves if curve.data_path == path and
            not curve.mute and len(curve.keyframe_points)}


def value_at(parameter, now, curves, frame):
    if parameter.type in ("vector", "number_or_vector"):
        return tables.numbers(curves[i].evaluate(frame) if i in curves else now[i] for i in range(3))
    value = next(iter(curves.values())).evaluate(frame)
    if parameter.type == "boolean":
        return value > 0.5
    if parameter.type == "integer":
        return int(round(value))
    return tables.number(value)


def keys(parameter, group, owner, path, clock):
    """Keys of an animated parameter, or its plain value where nothing moves."""
    now = getattr(group, parameter.id)
    curves = curves_of(owner, path)
    if not curves:
        return tables.plain(parameter, now)
    if not parameter.keyed:
        return value_at(parameter, now, curves, clock.first)
    kinds = {point.interpolation for curve in curves.values() for point in curve.keyframe_points}
    simple = len(kinds) == 1 and next(iter(kinds)) in EASES and not any(c.modifiers for c in curves.values()) and \
        parameter.type != "boolean"
    if simple and len({tuple(p.co[0] for p in c.keyframe_points) for c in curves.values()}) == 1:
        frames = [p.co[0] for p in next(iter(curves.values())).keyframe_points]
        ease = EASES[next(iter(kinds))]
    else:
        frames = list(range(clock.first, clock.last + 1))
        ease = "step" if parameter.type in ("boolean", "integer") else "linear"
    rows = [[clock.seconds(frame), value_at(parameter, now, curves, frame)] for frame in frames]
    return series(rows, ease)


def series(rows, ease="linear"):
    """Keys without those that say nothing new; a plain value where all are the same."""
    kept = [row for i, row in enumerate(rows) if i in (0, len(rows) - 1) or
            not (rows[i - 1][1] == row[1] == rows[i + 1][1])]
    if all(row[1] == kept[0][1] for row in kept):
        return kept[0][1]
    made = {"keys": kept}
    if ease != "linear":
        made["ease"] = ease
    return made


class Clock:
    """Blender's frames and the seconds of the simulation: the first frame of the range is 0 s."""

    def __init__(self, scene):
        self.first, self.last = scene.frame_start, scene.frame_end
        self.rate = scene.render.fps / scene.render.fps_base

    @property
    def frames(self):
        return self.last - self.first

    def seconds(self, frame):
        return round((frame - self.first) / self.rate, 9)


def table_values(table, group, owner, path, clock, paint=None, warn=None):
    """All given values of a group as an object of a scene. `paint` makes the map of a painted parameter."""
    made = {}
    for parameter in table.shown():
        where = f"{path}.{parameter.id}"
        animated = bool(curves_of(owner, where))
        if not animated and not generated.is_given(group, parameter):
            continue
        if not parameter.has_default and not getattr(group, "use_" + parameter.id) and not (
                parameter.painted and getattr(group, parameter.id + "_map").is_used):
            continue
        if parameter.painted and paint:
            painted = getattr(group, parameter.id + "_map")
            if painted.is_used:
                tables.put(made, parameter.name, paint(parameter, painted, f"{where}_map"))
                continue
        if animated and not parameter.keyed and warn:
            warn(f"{parameter.name} takes no keyframes; its value at frame {clock.first} counts for all")
        tables.put(made, parameter.name, keys(parameter, group, owner, where, clock))
    return made
