"""What the .blend keeps: settings of objects, scenes and collections."""
import uuid

import bpy

from . import engine, generated, tables

all_tables = {}  # read once, when the add-on is switched on

ROLES = [
    ("NONE", "None", "Not part of the simulation"),
    ("BODY", "Body", "Soft: deforms, may keep dents and tear"),
    ("COLLIDER", "Collider", "Solid: stands, follows its keyframes, or falls as a rigid body"),
    ("CHARACTER", "Character", "An armature with its skinned meshes: bodies follow it, hang on it and touch its bones"),
]
SHAPES = [
    ("MESH", "Mesh", "The object's own surface", 0),
    ("HULL", "Convex Hull", "The smallest convex solid around the mesh", 1),
    ("BOX", "Box", "The bounding box", 2),
    ("SPHERE", "Sphere", "A ball of the object's size", 3),
    ("CAPSULE", "Capsule", "Along the longest side of the bounding box", 4),
    ("PLANE", "Plane", "An endless floor in the object's own x and y; solid below", 5),
]
MOTIONS = [
    ("AUTO", "Animated", "Stands, or follows its keyframes, parents and constraints where it has any"),
    ("DYNAMIC", "Rigid Body", "Falls, pushes and is pushed; a bake gives the object keyframes"),
    ("DEFORMING", "Deforming", "Follows the deformation of its mesh too: armature, shape keys, modifiers"),
]
GUIDES = [
    ("NONE", "None", "The body wants its own shape"),
    ("ANIMATION", "Its Animation", "Follows what the modifiers above Pliant, shape keys and keyframes do with the object"),
    ("ACTIONS", "Actions", "Clips of actions, of the object, its shape keys or its armature; one of them plays"),
    ("SHAPES", "Shape Keys", "Every shape key is a pose; one of them is held, and may be changed while previewing"),
    ("FILE", "Clip File", "A clip of a lattice (.txt), or of the mesh (.pc2, .mdd)"),
    ("CHARACTER", "Character", "Each point follows the nearest place on the skin of a character"),
]
WHERE = [
    ("NEAR", "Near Empty", "The skin around an object, an empty as a rule, where it is at the first frame"),
    ("GROUP", "Vertex Group", "Where a vertex group is above a half"),
    ("OVERLAP", "Overlap", "Everything inside the colliders that it is attached to"),
]


def kind_items():
    return [(table.name, table.name.capitalize(), f"Matter of kind {table.name}") for table in
            tables.kinds(all_tables)] or [("lattice", "Lattice", "")]


def is_body_mesh(self, thing):
    return thing.type == "MESH"


def is_armature(self, thing):
    return thing.type == "ARMATURE"


def is_line(self, thing):
    return thing.type in {"CURVE", "EMPTY", "MESH"}


class PliantAttachment(bpy.types.PropertyGroup):
    """A pin, a hook, a strap or a seam of the body that has it."""
    enabled: bpy.props.BoolProperty(name="Enabled", default=True, options=set())
    where: bpy.props.EnumProperty(name="Where", items=WHERE)
    at: bpy.props.PointerProperty(name="At", type=bpy.types.Object,
                                  description="Where on the body: the skin around this object at the first frame")
    radius: bpy.props.FloatProperty(name="Radius [m]", default=0.0, min=0, soft_max=1, precision=4,
                                    description="All points of the skin within it are held; at 0 the empty's size is "
                                                "the radius")
    group: bpy.props.StringProperty(name="Group", description="Vertex group of this body")
    to: bpy.props.PointerProperty(name="To", type=bpy.types.Object,
                                  description="What holds it: an empty and its motion, a body, a collider, a "
                                              "character. Left out: the place where it is")
    bone: bpy.props.StringProperty(name="Bone", description="A bone of the character. Left out: its skin")
    to_group: bpy.props.StringProperty(name="Its Group", description="Of a seam: vertex group of the other body, or of "
                                       "this one, whose nearest points are the partners")


class PliantLine(bpy.types.PropertyGroup):
    """A line to tear along: a curve on the surface, or an empty as a plane."""
    object: bpy.props.PointerProperty(name="Line", type=bpy.types.Object, poll=is_line,
                                      description="A curve or a chain of edges on the body, or an empty whose x and y "
                                                  "span a plane that cuts it")
    strength: bpy.props.FloatProperty(name="Strength", default=0.2, min=0, max=1, options=set(),
                                      description="Times what it takes to tear there; 0 parts at the first strain")
    width: bpy.props.FloatProperty(name="Width [m]", default=0, min=0, soft_max=0.1, precision=4, options=set(),
                                   description="Of the band that is weak; 0: only what the line crosses")
    through: bpy.props.BoolProperty(name="Through", default=False, options=set(),
                                    description="Cuts all of the body along the curve's own z, and not straight in "
                                                "from the surface")


class PliantClip(bpy.types.PropertyGroup):
    action: bpy.props.PointerProperty(name="Action", type=bpy.types.Action)


def _kind_changed(self, context):
    if generated.changed:
        generated.changed(self.id_data, "", "")


def _kind(self):
    names = [table.name for table in tables.kinds(all_tables)]
    return names.index(self.kind_name) if self.kind_name in names else 0


def _set_kind(self, number):
    self.kind_name = tables.kinds(all_tables)[number].name


def overridable(annotations):
    """Everything may be changed in library overrides too."""
    for made in annotations.values():
        made.keywords["override"] = {"LIBRARY_OVERRIDABLE"}
        if made.function is bpy.props.CollectionProperty:
            made.keywords["override"] = {"LIBRARY_OVERRIDABLE", "USE_INSERTION"}
    return annotations


def object_annotations():
    made = {
        "role": bpy.props.EnumProperty(name="Role", items=ROLES, options=set(), update=_kind_changed),
        # The number in a list would change when kinds come: the .blend keeps the name.
        "kind_name": bpy.props.StringProperty(default="lattice", options={"HIDDEN"}, update=_kind_changed),
        "kind": bpy.props.EnumProperty(name="Kind", items=kind_items(), options=set(), get=_kind, set=_set_kind,
                                       description="How the matter of the body behaves"),
        "shape": bpy.props.EnumProperty(name="Shape", items=SHAPES, options=set(), update=_kind_changed),
        "motion": bpy.props.EnumProperty(name="Motion", items=MOTIONS, options=set(), update=_kind_changed),
        "guide": bpy.props.EnumProperty(name="Guide", items=GUIDES, options=set(), update=_kind_changed),
        "clips": bpy.props.CollectionProperty(type=PliantClip),
        "clip_index": bpy.props.IntProperty(options=set()),
        "clip": bpy.props.StringProperty(name="Clip", options=set(),
                                         description="The clip or shape key that the guide begins with; left out: the "
                                                     "first"),
        "clip_file": bpy.props.StringProperty(name="File", subtype="FILE_PATH", options=set()),
        "character": bpy.props.PointerProperty(name="Character", type=bpy.types.Object, poll=is_armature),
        "bone": bpy.props.StringProperty(name="Bone", options=set(),
                                         description="Only the part of the skin that this bone moves most"),
        "attachments": bpy.props.CollectionProperty(type=PliantAttachment),
        "attachment_index": bpy.props.IntProperty(options=set()),
        "lines": bpy.props.CollectionProperty(type=PliantLine),
        "line_index": bpy.props.IntProperty(options=set()),
        "inside": bpy.props.PointerProperty(name="Inside", type=bpy.types.Material,
                                            description="Material of the faces that tearing opens"),
        "rigid_bones": bpy.props.BoolProperty(name="Rigid Bones", options=set(),
                                              description="Bones are rigid bodies with joints, whose limits are those "
                                                          "of Limit Rotation constraints and of inverse kinematics"),
        "bone_radius": bpy.props.FloatProperty(name="Bone Radius", default=0.15, min=0.01, max=0.5, options=set(),
                                               description="Of rigid bones, as a share of their length"),
        "uid": bpy.props.StringProperty(options={"HIDDEN"}),
        "baked": bpy.props.StringProperty(options={"HIDDEN"}),       # folder of its bake
        "torn_of": bpy.props.StringProperty(options={"HIDDEN"}),     # uid of the body whose torn meshes it shows
        "torn_folder": bpy.props.StringProperty(options={"HIDDEN"}),
        "torn_from": bpy.props.IntProperty(options={"HIDDEN"}),
        "unbaked": bpy.props.StringProperty(options={"HIDDEN"}),     # of rigid bodies: what a bake replaced
    }
    for table in all_tables.values():
        if table.is_kind or table.name in ("body", "collider", "character", "joint"):
            made[property_name(table.name)] = bpy.props.PointerProperty(type=generated.classes[table.name])
    return made


def property_name(table):
    """Of the group of a table; kinds have a prefix, so that none is called as anything else."""
    return ("kind_" if all_tables[table].is_kind else "table_") + table


def group(settings, table):
    return getattr(settings, property_name(table))


def scene_annotations():
    made = {
        "folder": bpy.props.StringProperty(name="Cache", default="//pliant/", subtype="DIR_PATH", options=set(),
                                           description="Folder of the bake; each scene has its own in it"),
        "threads": bpy.props.IntProperty(name="Threads", default=0, min=0, max=256, options=set(),
                                         description="0: as many as the machine has. Results are the same"),
        "save_every": bpy.props.IntProperty(name="Save Every", default=25, min=1, max=100000, options=set(),
                                            description="Frames after which a bake that was cancelled or crashed goes "
                                                        "on at the latest"),
        "use_gravity": bpy.props.BoolProperty(name="Gravity of the Scene", default=True, options=set(),
                                              description="Blender's own gravity; switched off: none"),
        "follow_timeline": bpy.props.BoolProperty(name="Move the Timeline", default=True, options=set(),
                                                  description="The preview shows the frame that it simulates, so that "
                                                              "animated objects move along"),
        "grab_stiffness": bpy.props.FloatProperty(name="Grip [N/m per kg]", default=400, min=1, max=100000,
                                                  options=set(), description="Of the mouse while previewing"),
        "fixed_substeps": bpy.props.BoolProperty(name="Own Substeps", default=False, options=set(),
                                                 description="Otherwise as many as keep 240 substeps a second, at any "
                                                             "frame rate"),
    }
    if "world" in generated.classes:
        made["world"] = bpy.props.PointerProperty(type=generated.classes["world"])
    return made


class PliantCollection(bpy.types.PropertyGroup):
    is_layer: bpy.props.BoolProperty(name="Layer", default=False, options=set(),
                                     description="What is in this collection touches only the layers that are listed")
    touches: bpy.props.StringProperty(name="Touches", options=set(),
                                      description="Names of collections that are layers, with commas; \"default\" is "
                                                  "what is in none. Left out: nothing")


made_classes = []


def register():
    raw = engine.tables()
    all_tables.update(tables.read(raw) if raw else {})
    generated.register(all_tables)
    for made in (PliantAttachment, PliantLine, PliantClip, PliantCollection):
        # The attachment's own parameters are those of the engine's table.
        if made is PliantAttachment and "attachment" in generated.classes:
            made.__annotations__["table"] = bpy.props.PointerProperty(type=generated.classes["attachment"])
        overridable(made.__annotations__)
        bpy.utils.register_class(made)
        made_classes.append(made)
    for name, annotations in (("PliantObject", object_annotations()), ("PliantScene", scene_annotations())):
        made = type(name, (bpy.types.PropertyGroup,), {"__annotations__": overridable(annotations)})
        bpy.utils.register_class(made)
        made_classes.append(made)
    bpy.types.Object.pliant = bpy.props.PointerProperty(type=made_classes[-2], override={"LIBRARY_OVERRIDABLE"})
    bpy.types.Scene.pliant = bpy.props.PointerProperty(type=made_classes[-1], override={"LIBRARY_OVERRIDABLE"})
    bpy.types.Collection.pliant = bpy.props.PointerProperty(type=PliantCollection, override={"LIBRARY_OVERRIDABLE"})


def unregister():
    for owner in (bpy.types.Object, bpy.types.Scene, bpy.types.Collection):
        if hasattr(owner, "pliant"):
            del owner.pliant
    for made in reversed(made_classes):
        bpy.utils.unregister_class(made)
    made_classes.clear()
    generated.unregister()
    all_tables.clear()


def uid_of(thing, taken=()):
    """A name for the object that survives renaming. A copy of an object gets one of its own."""
    if thing.library:  # nothing that is linked is changed
        return f"{thing.library.filepath}:{thing.name}"
    if not thing.pliant.uid or thing.pliant.uid in taken:
        thing.pliant.uid = uuid.uuid4().hex
    return thing.pliant.uid


def object_of(uid):
    return next((o for o in bpy.data.objects if not o.pliant.torn_of and
                 (o.pliant.uid == uid or o.library and uid_of(o) == uid)), None)


def things(scene, role=None):
    """Objects of the scene that take part, in the order of their names; excluded collections do not."""
    found = {o.name: o for o in scene.objects if o.pliant.role != "NONE" and (role is None or o.pliant.role == role)}
    return [found[name] for name in sorted(found)]
