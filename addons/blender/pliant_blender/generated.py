"""Blender properties made from the engine's tables: one group a table, one property a parameter, and beside it whether
it is given (where it has no default) and what it is painted with (where it can be)."""
import bpy

from . import tables

SOURCES = [
    ("VALUE", "Value", "One value for all of the body; it may have keyframes"),
    ("GROUP", "Vertex Group", "Weight paint: 0 is Low, 1 is High"),
    ("COLOR", "Color Attribute", "Vertex paint: a channel of a colour attribute"),
    ("IMAGE", "Image", "A channel of an image, by the mesh's UV map"),
]
CHANNELS = [("r", "Red", ""), ("g", "Green", ""), ("b", "Blue", ""), ("a", "Alpha", "")]

classes = {}  # by table
changed = None  # called with (object or scene, table name, parameter) when the artist changes a value


def _changed(table, name):
    def update(self, context):
        if changed:
            changed(self.id_data, table, name)
    return update


def _map_changed(self, context):
    if changed:
        changed(self.id_data, "", "")


class PliantMap(bpy.types.PropertyGroup):
    """What a parameter is painted with."""
    source: bpy.props.EnumProperty(name="Source", items=SOURCES, options=set(), update=_map_changed)
    layer: bpy.props.StringProperty(name="Layer", description="The vertex group or colour attribute", options=set(),
                                    update=_map_changed)
    image: bpy.props.PointerProperty(name="Image", type=bpy.types.Image, update=_map_changed)
    channel: bpy.props.EnumProperty(name="Channel", items=CHANNELS, options=set(), update=_map_changed)
    low: bpy.props.FloatProperty(name="Low", description="The value where the paint is 0 (black, blue)", precision=4,
                                 update=_map_changed)
    high: bpy.props.FloatProperty(name="High", description="The value where the paint is 1 (white, red)", default=1,
                                  precision=4, update=_map_changed)
    logarithmic: bpy.props.BoolProperty(name="Logarithmic", description="Between low and high by equal factors, not by "
                                        "equal steps: for stiffness over decades", options=set(), update=_map_changed)

    @property
    def is_used(self):
        return self.source != "VALUE"


def help_of(parameter):
    sentence = parameter.help
    if parameter.left_out:
        sentence += f"\nLeft out: {parameter.left_out}"
    if parameter.low is not None or parameter.high is not None:
        low = "" if parameter.low is None else f"{parameter.low:g}"
        high = "" if parameter.high is None else f"{parameter.high:g}"
        sentence += f"\nFrom {low or 'any'} to {high or 'any'}" + (f" {parameter.unit}" if parameter.unit else "")
    if not parameter.live:
        sentence += "\nFelt when the simulation is started again"
    return sentence.rstrip(".")  # Blender adds its own


def property_of(table, parameter):
    first = parameter.first_value()
    common = {"name": parameter.label, "description": help_of(parameter),
              "update": _changed(table.name, parameter.name)}
    if not parameter.keyed:
        common["options"] = set()  # no keyframes where the engine takes none
    limits = {}
    if parameter.low is not None:
        limits["min"] = max(parameter.low, -3e38)
        if parameter.above_low:
            limits["min"] = parameter.low + (1e-6 if parameter.type != "integer" else 1)
    if parameter.high is not None:
        limits["max"] = min(parameter.high, 3e38)
    kind = parameter.type
    if kind in ("number",):
        if parameter.high is not None and parameter.high > 100:
            limits["soft_max"] = min(limits["max"], max(abs(float(first)) * 10, 10))
        return bpy.props.FloatProperty(default=float(first), precision=4, **limits, **common)
    if kind == "integer":
        whole = {k: int(min(max(v, -2 ** 31 + 1), 2 ** 31 - 1)) for k, v in limits.items()}
        return bpy.props.IntProperty(default=int(first), **whole, **common)
    if kind == "boolean":
        return bpy.props.BoolProperty(default=bool(first), **common)
    if kind == "choice":
        items = [(c, c.replace("_", " ").capitalize(), parameter.help) for c in parameter.choices]
        return bpy.props.EnumProperty(items=items, default=str(first), **common)
    if kind in ("vector", "number_or_vector"):
        three = [float(v) for v in first] if isinstance(first, (list, tuple)) else [float(first)] * 3
        if kind == "vector" and "color" in parameter.name:
            return bpy.props.FloatVectorProperty(size=3, default=three, subtype="COLOR", min=0, max=1, **common)
        return bpy.props.FloatVectorProperty(size=3, default=three, precision=4, **limits, **common)
    if isinstance(first, (list, tuple)):
        first = ", ".join(str(f) for f in first)
    return bpy.props.StringProperty(default=str(first or ""), **common)


def make(table):
    """The property group of a table."""
    annotations = {"preset": bpy.props.StringProperty(name="Preset", description="The preset that was applied last")}
    for parameter in table.shown():
        annotations[parameter.id] = property_of(table, parameter)
        if not parameter.has_default:
            annotations["use_" + parameter.id] = bpy.props.BoolProperty(
                name=parameter.label, default=False, options=set(), update=_changed(table.name, parameter.name),
                description=f"Give a value. Left out: {parameter.left_out}\n{parameter.help}".rstrip("."))
        if parameter.painted:
            annotations[parameter.id + "_map"] = bpy.props.PointerProperty(type=PliantMap)
    for made in annotations.values():  # what a library override may change: all of it
        made.keywords["override"] = {"LIBRARY_OVERRIDABLE"}
    name = "PliantTable" + "".join(word.capitalize() for word in table.name.replace("_", " ").split())
    return type(name, (bpy.types.PropertyGroup,), {"__annotations__": annotations, "bl_rna_table": table.name})


def is_given(group, parameter):
    """Whether the artist gave a value, so that scenes say it."""
    if parameter.painted and getattr(group, parameter.id + "_map").is_used:
        return True
    if not parameter.has_default:
        return getattr(group, "use_" + parameter.id)
    return not tables.same(parameter, value_of(group, parameter))


def value_of(group, parameter):
    return tables.plain(parameter, getattr(group, parameter.id))


def give(group, parameter, value):
    """Sets a property from the JSON of a scene: numbers, vectors, words, lists of names."""
    if parameter.type in ("vector", "number_or_vector") and not isinstance(value, (list, tuple)):
        value = [value] * 3
    elif parameter.type in ("names", "name_or_names"):
        value = ", ".join(value) if isinstance(value, (list, tuple)) else str(value)
    elif parameter.type == "integer":
        value = int(value)
    elif parameter.type == "boolean":
        value = bool(value)
    elif parameter.type == "number":
        value = float(value)
    setattr(group, parameter.id, value)
    if not parameter.has_default:
        setattr(group, "use_" + parameter.id, True)


def apply_preset(group, table, name):
    """Sets what the preset says; what it does not say goes back to its default where a preset of the table says it."""
    preset = table.preset(name)
    mentioned = {key for each in table.presets for key in each["values"]}
    for parameter in table.shown():
        if parameter.name in preset["values"]:
            give(group, parameter, preset["values"][parameter.name])
        elif parameter.name in mentioned:
            group.property_unset(parameter.id)
            if not parameter.has_default:
                setattr(group, "use_" + parameter.id, False)
    group.preset = name


def register(all_tables):
    for made in PliantMap.__annotations__.values():
        made.keywords["override"] = {"LIBRARY_OVERRIDABLE"}
    bpy.utils.register_class(PliantMap)
    for table in all_tables.values():
        classes[table.name] = make(table)
        bpy.utils.register_class(classes[table.name])


def unregister():
    for made in reversed(list(classes.values())):
        bpy.utils.unregister_class(made)
    if classes:
        bpy.utils.unregister_class(PliantMap)
    classes.clear()
