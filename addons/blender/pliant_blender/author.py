"""Operators that make things: bodies, colliders, presets, attachments, lines, clips."""
import bpy

from . import engine, generated, playback, settings
from .bake import report
from .meshes import MODIFIER
from .reports import Trouble


def editable(thing):
    return not thing.library or thing.override_library


def fitting_kind(thing):
    """What the command would choose: what encloses a volume is solid, a sheet is cloth."""
    kinds = [t.name for t in settings.all_tables.values() if t.is_kind]
    module = engine.module()
    if module is None or thing.type != "MESH" or not thing.data.polygons:
        return kinds[0] if kinds else "lattice"
    import numpy
    mesh = thing.data
    mesh.calc_loop_triangles()
    points = numpy.array([v.co[:] for v in mesh.vertices], dtype=numpy.float32)
    corners = numpy.array([t.vertices[:] for t in mesh.loop_triangles], dtype=numpy.uint32)
    try:
        solid = module.mesh(points, corners).is_solid
    except Exception:  # whatever is wrong with the mesh is said when it is simulated
        return kinds[0]
    return "lattice" if solid or "cloth" not in kinds else "cloth"


class PLIANT_OT_role(bpy.types.Operator):
    """Make the selected objects a part of the simulation"""
    bl_idname, bl_label = "pliant.role", "Pliant Role"
    bl_options = {"REGISTER", "UNDO"}

    role: bpy.props.EnumProperty(items=settings.ROLES, name="Role")
    kind: bpy.props.StringProperty(name="Kind", description="Of a body; left out: what suits the mesh")

    @classmethod
    def description(cls, context, properties):
        return next(r[2] for r in settings.ROLES if r[0] == properties.role)

    def execute(self, context):
        things = [o for o in context.selected_objects if editable(o)] or \
            ([context.object] if context.object and editable(context.object) else [])
        if not things:
            self.report({"ERROR"}, "nothing is selected that can be changed; linked objects need a library override")
            return {"CANCELLED"}
        names = [t.name for t in settings.all_tables.values() if t.is_kind]
        if self.kind and self.kind not in names:
            self.report({"ERROR"}, f"there is no kind '{self.kind}'; expected one of: {', '.join(names)}")
            return {"CANCELLED"}
        for thing in things:
            if self.role == "BODY" and thing.type != "MESH":
                report(self, Trouble(f"a {thing.type.capitalize()} cannot be a body; expected a mesh. Convert it with "
                                     f"Object > Convert > Mesh", thing.name))
                return {"CANCELLED"}
            if self.role == "CHARACTER" and thing.type != "ARMATURE":
                report(self, Trouble(f"a {thing.type.capitalize()} cannot be a character; expected an armature",
                                     thing.name))
                return {"CANCELLED"}
            if thing.pliant.role == "BODY" and self.role != "BODY":
                playback.free(thing)
                if thing.modifiers.get(MODIFIER):
                    thing.modifiers.remove(thing.modifiers[MODIFIER])
            thing.pliant.role = self.role
            if self.role == "BODY":
                thing.pliant.kind_name = self.kind or fitting_kind(thing)
                playback.modifier_of(thing)
            if self.role == "COLLIDER" and thing.type == "MESH" and is_floor(thing):
                thing.pliant.shape = "PLANE"
        return {"FINISHED"}


def is_floor(thing):
    """One flat face: a floor, which is solid below."""
    mesh = thing.data
    return len(mesh.polygons) == 1 and len(mesh.vertices) == 4 and not thing.modifiers and \
        abs(mesh.polygons[0].normal.z) > 0.999


class PLIANT_OT_preset(bpy.types.Operator):
    """Set the values of a preset"""
    bl_idname, bl_label = "pliant.preset", "Preset"
    bl_options = {"REGISTER", "UNDO"}

    table: bpy.props.StringProperty()
    preset: bpy.props.StringProperty()

    @classmethod
    def description(cls, context, properties):
        table = settings.all_tables.get(properties.table)
        preset = table.preset(properties.preset) if table else None
        if not preset:
            return "Set the values of a preset"
        values = ", ".join(f"{k} {v:g}" for k, v in preset["values"].items())
        return f"{preset['help'].rstrip('.')}: {values}"

    def execute(self, context):
        table = settings.all_tables.get(self.table)
        if table is None or table.preset(self.preset) is None:
            self.report({"ERROR"}, f"there is no preset '{self.preset}' of {self.table}")
            return {"CANCELLED"}
        for thing in {o.name: o for o in [*context.selected_objects, context.object] if o}.values():
            if thing.pliant.role == "BODY" and thing.pliant.kind_name == self.table and editable(thing):
                generated.apply_preset(settings.group(thing.pliant, self.table), table, self.preset)
        return {"FINISHED"}


class PLIANT_OT_attach(bpy.types.Operator):
    """Hold a part of the body"""
    bl_idname, bl_label = "pliant.attach", "Attach"
    bl_options = {"REGISTER", "UNDO"}

    how: bpy.props.EnumProperty(name="How", items=[
        ("PIN", "Pin the Vertex Group", "Holds the active vertex group where it is"),
        ("EMPTY", "Hook to an Empty", "Adds an empty at the 3D cursor that holds the skin around it"),
        ("OBJECT", "Attach to the Other Object", "Holds the skin that is near the other selected object to it"),
        ("SEAM", "Sew to the Other Body", "Draws the active vertex groups of two bodies together"),
        ("BONES", "Fill with Rigid Bones", "Holds what lies inside the bones of the selected armature"),
    ])

    def execute(self, context):
        thing = context.object
        if thing is None or thing.pliant.role != "BODY":
            self.report({"ERROR"}, "the active object is no body; expected one (Pliant > Body)")
            return {"CANCELLED"}
        others = [o for o in context.selected_objects if o is not thing]
        if self.how in ("OBJECT", "SEAM", "BONES") and len(others) != 1:
            self.report({"ERROR"}, f"{len(others)} other objects are selected; expected one beside the body")
            return {"CANCELLED"}
        if self.how in ("PIN", "SEAM") and not thing.vertex_groups.active:
            report(self, Trouble("it has no vertex group; expected one. Add it in Object Data Properties > Vertex Groups, "
                                 "and paint or assign it", thing.name))
            return {"CANCELLED"}
        if self.how == "SEAM" and not others[0].vertex_groups.active:
            report(self, Trouble("it has no vertex group; expected one with the points to sew to", others[0].name))
            return {"CANCELLED"}
        made = thing.pliant.attachments.add()
        thing.pliant.attachment_index = len(thing.pliant.attachments) - 1
        made.name = {"PIN": "pin", "EMPTY": "hook", "OBJECT": "tie", "SEAM": "seam", "BONES": "bones"}[self.how]
        if self.how in ("PIN", "SEAM"):
            made.where, made.group = "GROUP", thing.vertex_groups.active.name
        if self.how == "EMPTY":
            empty = bpy.data.objects.new(f"{thing.name} hook", None)
            empty.empty_display_type = "SPHERE"
            empty.empty_display_size = 0.1 * max(*thing.dimensions, 1e-3)
            empty.location = context.scene.cursor.location
            thing.users_collection[0].objects.link(empty)
            made.at = empty
        if self.how == "OBJECT":
            made.at = made.to = others[0]
        if self.how == "SEAM":
            made.to, made.to_group = others[0], others[0].vertex_groups.active.name
        if self.how == "BONES":
            made.where, made.to = "OVERLAP", others[0]
        return {"FINISHED"}


class PLIANT_OT_line(bpy.types.Operator):
    """Add a line to tear along: a selected curve or empty, or a new curve of the selected edges"""
    bl_idname, bl_label = "pliant.line", "Tear Line"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        thing = context.object
        if thing is None or thing.pliant.role != "BODY":
            self.report({"ERROR"}, "the active object is no body; expected one (Pliant > Body)")
            return {"CANCELLED"}
        others = [o for o in context.selected_objects if o is not thing and o.type in ("CURVE", "EMPTY", "MESH")]
        if not others and thing.mode == "EDIT":
            thing.update_from_editmode()
        if not others:
            edges = [e.vertices[:] for e in thing.data.edges if e.select]
            used = sorted({v for e in edges for v in e})
            if not edges:
                self.report({"ERROR"}, "no curve or empty is selected beside the body, and no edges of it are; expected "
                                       "one of them")
                return {"CANCELLED"}
            number = {v: i for i, v in enumerate(used)}
            mesh = bpy.data.meshes.new(f"{thing.name} tear line")
            mesh.from_pydata([thing.data.vertices[v].co for v in used], [(number[a], number[b]) for a, b in edges], [])
            made = bpy.data.objects.new(mesh.name, mesh)
            made.parent = thing
            made.hide_render = True
            thing.users_collection[0].objects.link(made)
            others = [made]
        for other in others:
            each = thing.pliant.lines.add()
            each.name, each.object = other.name, other
        thing.pliant.line_index = len(thing.pliant.lines) - 1
        body = thing.pliant.table_body
        if not (body.use_tear__stretch or body.use_tear__squash or body.use_tear__bend):
            body.use_tear__stretch = True
        return {"FINISHED"}


class PLIANT_OT_list(bpy.types.Operator):
    """Add to a list, or remove from it"""
    bl_idname, bl_label = "pliant.list", "List"
    bl_options = {"REGISTER", "UNDO"}

    what: bpy.props.StringProperty()
    index: bpy.props.StringProperty()
    remove: bpy.props.BoolProperty()

    def execute(self, context):
        own = context.object.pliant
        entries, at = getattr(own, self.what), getattr(own, self.index)
        if self.remove:
            if 0 <= at < len(entries):
                entries.remove(at)
                setattr(own, self.index, max(0, at - 1))
        else:
            made = entries.add()
            made.name = f"{self.what[:-1]} {len(entries)}"
            setattr(own, self.index, len(entries) - 1)
        return {"FINISHED"}


class PLIANT_OT_paint(bpy.types.Operator):
    """Paint this value: makes a vertex group of its name where there is none, and goes to Weight Paint"""
    bl_idname, bl_label = "pliant.paint", "Paint"
    bl_options = {"REGISTER", "UNDO"}

    table: bpy.props.StringProperty()
    parameter: bpy.props.StringProperty()

    def execute(self, context):
        thing = context.object
        table = settings.all_tables[self.table]
        parameter = table.find(self.parameter)
        group = settings.group(thing.pliant, self.table)
        painted = getattr(group, parameter.id + "_map")
        name = painted.layer or parameter.name
        made = thing.vertex_groups.get(name) or thing.vertex_groups.new(name=name)
        if not painted.is_used:
            now = getattr(group, parameter.id)
            painted.low, painted.high = (now, now * 10 if now else 1) if parameter.high is None or now * 10 <= \
                parameter.high else ((0 if parameter.low is None else parameter.low), parameter.high)
            painted.source, painted.layer = "GROUP", made.name
        thing.vertex_groups.active_index = made.index
        if not bpy.app.background and context.mode != "PAINT_WEIGHT":
            bpy.ops.object.mode_set(mode="WEIGHT_PAINT")
        return {"FINISHED"}


classes = (PLIANT_OT_role, PLIANT_OT_preset, PLIANT_OT_attach, PLIANT_OT_line, PLIANT_OT_list, PLIANT_OT_paint)
