"""The engine's parameter tables as Python objects, and their values as the JSON of scenes. Knows nothing of Blender."""
import math
import struct
from dataclasses import dataclass, field

# What Blender itself says: objects their places, the timeline the length, collections the layers, …
OF_BLENDER = {
    "world": {"rate", "duration", "gravity", "viewpoint"},
    "body": {"position", "rotation", "scale", "layer", "collides_with", "guide.keyframes", "guide.clip",
             "guide.character", "guide.position", "guide.rotation", "guide.scale", "hold.point", "hold.low", "hold.high",
             "hold.radius", "tear.lines", "tear.material", "color"},
    "collider": {"position", "rotation", "size", "radius", "height", "layer", "collides_with", "motion", "color"},
    "character": {"clip", "start", "position", "rotation", "scale", "layer", "collides_with"},
    "attachment": {"where.point", "where.radius", "where.low", "where.high", "where.attribute", "to", "to_point",
                   "to_low", "to_high", "to_attribute", "position"},
    "field": {"type", "region", "position", "rotation", "size", "radius", "direction", "velocity", "strength",
              "falloff", "bodies"},
    "joint": {"a", "b", "position", "position_b", "rotation", "wheel_a", "wheel_b", "kind", "swing_y", "swing_z",
              "twist_low", "twist_high", "low", "high", "move", "move_low", "move_high", "turn", "turn_low",
              "turn_high", "follow", "target", "target_position", "target_speed", "ratio"},
}

# Where a value that is left out is given after all, it begins with one of these rather than with a bound of its range.
FIRST_VALUES = {"spacing": 0.1, "cell": 0.1, "reach": 0.2, "youngs_modulus": 3e4, "tear.stretch": 0.3, "tear.squash": 1,
                "tear.bend": 40, "guide.max_distance": 0.1, "guide.stiffness": 100, "guide.backstop_distance": 0.005,
                "guide.max_speed": 5, "guide.damping": 5, "plasticity.yield_strain": 0.1, "plasticity.max": 0.5,
                "thickness": 0.005, "break_force": 100, "stiffness": 1000, "max_force": 1000, "small_steps": 8,
                "alpha": 0.5, "stretch_limit": 0.1, "mass": 1, "frequency": 4, "damping_ratio": 0.2}


@dataclass
class Parameter:
    name: str
    type: str
    unit: str = ""
    low: float = None
    high: float = None
    above_low: bool = False
    default: object = None
    left_out: str = ""
    choices: list = field(default_factory=list)
    keyed: bool = False
    painted: bool = False
    live: bool = True
    help: str = ""

    @property
    def id(self):
        """As Blender's properties are called."""
        return self.name.replace(".", "__").replace(" ", "_")

    @property
    def group(self):
        return self.name.split(".")[0] if "." in self.name else ""

    @property
    def label(self):
        words = self.name.split(".")[-1].replace("_", " ")
        words = words[:1].upper() + words[1:]
        return f"{words} [{self.unit}]" if self.unit else words

    @property
    def has_default(self):
        return not self.left_out

    def first_value(self):
        """What its slider shows before anything is given."""
        if self.default is not None:
            return self.default
        if self.type == "choice":
            return self.choices[0]
        if self.type in ("text", "names", "name_or_names", "text_or_vector"):
            return ""
        if self.type == "boolean":
            return False
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        value = min(max(FIRST_VALUES.get(self.name, 1.0), low), high)
        return [value] * 3 if self.type in ("vector", "number_or_vector") else value


@dataclass
class Table:
    name: str
    is_kind: bool
    parameters: list
    presets: list

    def shown(self):
        """Those that have a place in a panel; lines are drawn, and have none."""
        hidden = OF_BLENDER.get(self.name, set())
        return [p for p in self.parameters if p.name not in hidden and p.type != "lines"]

    def find(self, name):
        return next((p for p in self.parameters if p.name == name), None)

    def preset(self, name):
        return next((p for p in self.presets if p["name"] == name), None)


def read(raw):
    """All tables by name, of what pliant.tables() gives."""
    tables = {}
    for name, table in raw.items():
        rows = [Parameter(**{k: v for k, v in row.items() if k in Parameter.__dataclass_fields__})
                for row in table["parameters"]]
        tables[name] = Table(name, table["kind"], rows, table["presets"])
    return tables


def kinds(tables):
    return [table for table in tables.values() if table.is_kind]


def number(value):
    """The shortest number that is the same float: Blender's properties have 32 bits."""
    value = float(value)
    if not math.isfinite(value):
        return 0.0
    if value == int(value) and abs(value) < 1e15:
        return int(value)
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if struct.pack("<f", short) == struct.pack("<f", value):
            return short
    return value


def numbers(values):
    return [number(v) for v in values]


def plain(parameter, value):
    """A property's value as scenes write it."""
    if parameter.type == "boolean":
        return bool(value)
    if parameter.type == "integer":
        return int(value)
    if parameter.type in ("vector", "number_or_vector"):
        three = numbers(value)
        if parameter.type == "number_or_vector" and three[0] == three[1] == three[2]:
            return three[0]
        return three
    if parameter.type in ("names", "name_or_names"):
        return [name.strip() for name in str(value).split(",") if name.strip()]
    if parameter.type in ("choice", "text", "text_or_vector"):
        return str(value)
    return number(value)


def same(parameter, value):
    """Whether it is what counts when nothing is given."""
    if not parameter.has_default:
        return False
    default = parameter.default
    if parameter.type in ("names", "name_or_names"):
        return not value
    if isinstance(default, list):
        three = value if isinstance(value, list) else [value] * 3
        return numbers(default) == numbers(three)
    if isinstance(default, (int, float)) and not isinstance(default, bool):
        return number(default) == value
    return default == value


def put(target, name, value):
    """Into an object of a scene: "sleep.speed" stands in an object "sleep"."""
    parts = name.split(".")
    for part in parts[:-1]:
        inner = target.get(part)
        if not isinstance(inner, dict):
            # A group that is meant by its switch ("sleep": false) becomes the group.
            target[part] = {} if inner is None else {"enabled": inner}
        target = target[part]
    target[parts[-1]] = value


def flatten(table, json):
    """The reverse: (parameter, value) of each member of an object that the table knows."""
    found = []
    for key, value in json.items():
        parameter = table.find(key)
        if parameter:
            found.append((parameter, value))
        elif isinstance(value, dict):
            for inner, its in value.items():
                parameter = table.find(f"{key}.{inner}")
                if parameter:
                    found.append((parameter, its))
        elif table.find(f"{key}.enabled"):
            found.append((table.find(f"{key}.enabled"), value))
    return found
