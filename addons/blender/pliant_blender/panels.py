"""The tab Pliant in Physics Properties, of the engine's tables."""
import bpy

from . import author, bake, cache, engine, preview, settings

GROUP_NAMES = {"": "Matter", "guide": "Guide", "plasticity": "Plasticity", "tear": "Tears", "hold": "Held",
               "sleep": "Sleep", "lower_rate": "Lower Rate", "detail": "Detail", "tessellation": "Tessellation",
               "wind": "Wind"}


def draw_parameter(layout, group, table, parameter):
    painted = parameter.painted and getattr(group, parameter.id + "_map")
    if painted and painted.is_used:
        row = layout.row(align=True)
        row.prop(painted, "source", text=parameter.label)
        draw_brush(row, table, parameter)
        draw_map(layout, painted)
        return
    if parameter.has_default:
        row = layout.row(align=True)
        row.prop(group, parameter.id)
    else:
        row = layout.row(align=True, heading=parameter.label)
        row.prop(group, "use_" + parameter.id, text="")
        value = row.row(align=True)
        value.active = getattr(group, "use_" + parameter.id)
        value.prop(group, parameter.id, text="")
        if parameter.keyed:
            row.prop_decorator(group, parameter.id)
    if painted:
        draw_brush(row, table, parameter)
        row.prop(painted, "source", text="", icon_only=True, icon="TEXTURE")


def draw_brush(row, table, parameter):
    op = row.operator("pliant.paint", text="", icon="BRUSH_DATA")
    op.table, op.parameter = table.name, parameter.name


def draw_map(layout, painted):
    thing = bpy.context.object
    box = layout.column(align=True)
    if painted.source == "GROUP":
        box.prop_search(painted, "layer", thing, "vertex_groups", text="Group")
    elif painted.source == "COLOR":
        row = box.row(align=True)
        row.prop_search(painted, "layer", thing.data, "color_attributes", text="Color")
        row.prop(painted, "channel", text="")
    else:
        box.template_ID(painted, "image", open="image.open", new="image.new")
        box.prop(painted, "channel")
    row = box.row(align=True)
    row.prop(painted, "low")
    row.prop(painted, "high")
    row.prop(painted, "logarithmic", text="", icon="IPO_EXPO")
    layout.separator()


def draw_table(layout, group, table, prefix=None):
    for parameter in table.shown():
        if prefix is None or parameter.group == prefix:
            draw_parameter(layout, group, table, parameter)


def columns(layout):
    layout.use_property_split, layout.use_property_decorate = True, True
    return layout.column()


class Physics:
    bl_space_type, bl_region_type, bl_context = "PROPERTIES", "WINDOW", "physics"


class PLIANT_PT_object(Physics, bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_object", "Pliant"
    bl_order = 100  # below the buttons of Blender's own physics, above the simulation

    @classmethod
    def poll(cls, context):
        return context.object is not None

    def draw(self, context):
        layout, thing = self.layout, context.object
        if engine.module() is None:
            column = layout.column()
            column.alert = True
            for line in wrapped(engine.trouble(), 60):
                column.label(text=line)
        if not settings.all_tables:
            return
        own = thing.pliant
        if own.torn_of:
            layout.label(text="Shows what has torn; its settings are those of the body", icon="INFO")
            return
        row = layout.row(align=True)
        row.enabled = author.editable(thing)
        for role, name, _ in settings.ROLES:
            if (role == "BODY" and thing.type != "MESH") or (role == "CHARACTER" and thing.type != "ARMATURE") or \
                    (role == "COLLIDER" and thing.type not in ("MESH", "EMPTY")):
                continue
            row.operator("pliant.role", text=name, depress=own.role == role).role = role
        if not author.editable(thing):
            layout.label(text="Linked: its settings are those of its file, or of a library override", icon="LINKED")
        body = columns(layout)
        if own.role == "BODY":
            body.prop(own, "kind")
            table = settings.all_tables.get(own.kind_name)
            if table is None:
                body.label(text=f"This engine has no kind {own.kind_name}", icon="ERROR")
            elif table.presets:
                row = body.row(heading="Preset")
                chosen = settings.group(own, own.kind_name).preset
                row.menu("PLIANT_MT_presets", text=chosen.capitalize() or "None")
            if own.baked:
                body.label(text="Baked", icon="CHECKMARK")
        elif own.role == "COLLIDER":
            body.prop(own, "motion")
            if own.motion != "DEFORMING":
                body.prop(own, "shape")
        elif own.role == "CHARACTER":
            body.prop(own, "rigid_bones")
            if own.rigid_bones:
                body.prop(own, "bone_radius")


class PLIANT_MT_presets(bpy.types.Menu):
    bl_idname, bl_label = "PLIANT_MT_presets", "Presets"

    def draw(self, context):
        kind = context.object.pliant.kind_name
        for preset in settings.all_tables[kind].presets:
            op = self.layout.operator("pliant.preset", text=preset["name"].capitalize())
            op.table, op.preset = kind, preset["name"]


class Sub(Physics):
    bl_parent_id = "PLIANT_PT_object"
    bl_options = {"DEFAULT_CLOSED"}
    role = "BODY"

    @classmethod
    def poll(cls, context):
        thing = context.object
        return bool(settings.all_tables) and thing is not None and thing.pliant.role == cls.role and \
            (cls.role != "BODY" or thing.pliant.kind_name in settings.all_tables) and not thing.pliant.torn_of


class PLIANT_PT_matter(Sub, bpy.types.Panel):
    bl_idname, bl_label, bl_options = "PLIANT_PT_matter", "Matter", set()

    def draw(self, context):
        own = context.object.pliant
        self.layout.enabled = author.editable(context.object)
        column = columns(self.layout)
        draw_table(column, settings.group(own, own.kind_name), settings.all_tables[own.kind_name])


class PLIANT_PT_surface(Sub, bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_surface", "Contact and Motion"

    def draw(self, context):
        draw_table(columns(self.layout), context.object.pliant.table_body, settings.all_tables["body"], "")


class PLIANT_PT_guide(Sub, bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_guide", "Guide"

    def draw(self, context):
        thing, own = context.object, context.object.pliant
        column = columns(self.layout)
        column.prop(own, "guide", text="Follows")
        if own.guide == "ACTIONS":
            row = self.layout.row()
            row.template_list("PLIANT_UL_clips", "", own, "clips", own, "clip_index", rows=2)
            draw_list_buttons(row, "clips", "clip_index")
            column.prop(own, "clip")
        elif own.guide == "FILE":
            column.prop(own, "clip_file")
        elif own.guide == "SHAPES":
            keys = getattr(thing.data, "shape_keys", None)
            if keys:
                column.prop_search(own, "clip", keys, "key_blocks", text="Pose")
            else:
                column.label(text="The mesh has no shape keys", icon="ERROR")
        elif own.guide == "CHARACTER":
            column.prop(own, "character")
            if own.character:
                column.prop_search(own, "bone", own.character.data, "bones")
        rest = columns(self.layout)
        rest.active = own.guide != "NONE"
        draw_table(rest, own.table_body, settings.all_tables["body"], "guide")


class PLIANT_UL_clips(bpy.types.UIList):
    def draw_item(self, context, layout, data, item, icon, active_data, active_propname):
        layout.prop(item, "action", text="", emboss=False, icon="ACTION")


class PLIANT_UL_attachments(bpy.types.UIList):
    def draw_item(self, context, layout, data, item, icon, active_data, active_propname):
        row = layout.row(align=True)
        row.prop(item, "name", text="", emboss=False, icon="PINNED")
        row.prop(item, "enabled", text="")


class PLIANT_UL_lines(bpy.types.UIList):
    def draw_item(self, context, layout, data, item, icon, active_data, active_propname):
        layout.prop(item, "object", text="", emboss=False)


def draw_list_buttons(row, what, index):
    column = row.column(align=True)
    for remove, icon in ((False, "ADD"), (True, "REMOVE")):
        op = column.operator("pliant.list", text="", icon=icon)
        op.what, op.index, op.remove = what, index, remove


class PLIANT_PT_attachments(Sub, bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_attachments", "Pins, Attachments, Seams"

    def draw(self, context):
        thing, own = context.object, context.object.pliant
        self.layout.operator_menu_enum("pliant.attach", "how", text="Add", icon="ADD")
        row = self.layout.row()
        row.template_list("PLIANT_UL_attachments", "", own, "attachments", own, "attachment_index", rows=3)
        draw_list_buttons(row, "attachments", "attachment_index")
        if not 0 <= own.attachment_index < len(own.attachments):
            return
        each = own.attachments[own.attachment_index]
        column = columns(self.layout)
        column.prop(each, "where")
        if each.where == "NEAR":
            column.prop(each, "at")
            column.prop(each, "radius")
        elif each.where == "GROUP":
            column.prop_search(each, "group", thing, "vertex_groups")
        column.prop(each, "to")
        if each.to and each.to.type == "ARMATURE":
            column.prop_search(each, "bone", each.to.data, "bones")
        if each.to and each.to.pliant.role == "BODY":
            column.prop_search(each, "to_group", each.to, "vertex_groups")
        draw_table(column, each.table, settings.all_tables["attachment"])


class PLIANT_PT_tear(Sub, bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_tear", "Tears"

    def draw(self, context):
        own = context.object.pliant
        column = columns(self.layout)
        draw_table(column, own.table_body, settings.all_tables["body"], "tear")
        column.prop(own, "inside")
        self.layout.operator("pliant.line", text="Add a Line to Tear Along", icon="ADD")
        row = self.layout.row()
        row.template_list("PLIANT_UL_lines", "", own, "lines", own, "line_index", rows=2)
        draw_list_buttons(row, "lines", "line_index")
        if 0 <= own.line_index < len(own.lines):
            each = own.lines[own.line_index]
            column = columns(self.layout)
            column.prop(each, "object")
            column.prop(each, "strength")
            column.prop(each, "width")
            if each.object and each.object.type != "EMPTY":
                column.prop(each, "through")


class PLIANT_PT_collider(Sub, bpy.types.Panel):
    bl_idname, bl_label, bl_options, role = "PLIANT_PT_collider", "Collider", set(), "COLLIDER"

    def draw(self, context):
        column = columns(self.layout)
        for parameter in settings.all_tables["collider"].shown():
            if parameter.name != "shape":
                draw_parameter(column, context.object.pliant.table_collider, settings.all_tables["collider"], parameter)


class PLIANT_PT_character(Sub, bpy.types.Panel):
    bl_idname, bl_label, bl_options, role = "PLIANT_PT_character", "Character", set(), "CHARACTER"

    def draw(self, context):
        own, column = context.object.pliant, columns(self.layout)
        names = ("collider", "joint") if own.rigid_bones else ("character",)
        for name in names:
            column.label(text={"collider": "Bones", "joint": "Joints", "character": ""}[name])
            draw_table(column, settings.group(own, name), settings.all_tables[name])


def drawn(group):
    def draw(self, context):
        draw_table(columns(self.layout), context.object.pliant.table_body, settings.all_tables["body"], group)
    return draw


def group_panels():
    """A panel for each further group of the body's table: plasticity, hold, …; new ones come with the table."""
    known = {"", "guide", "tear"}
    made = []
    for parameter in settings.all_tables["body"].shown() if "body" in settings.all_tables else []:
        group = parameter.group
        if group in known:
            continue
        known.add(group)

        name = f"PLIANT_PT_body_{group}"
        made.append(type(name, (Sub, bpy.types.Panel), {
            "bl_idname": name, "bl_label": GROUP_NAMES.get(group, group.replace("_", " ").capitalize()), "draw": drawn(group)}))
    return made


# ---- the scene: in Physics too, and in the sidebar of the viewport

def draw_simulation(layout, context):
    own = context.scene.pliant
    row = layout.row(align=True)
    row.scale_y = 1.3
    if preview.session:
        row.operator("pliant.preview_stop", icon="PAUSE")
        row.operator("pliant.preview_restart", text="", icon="FILE_REFRESH")
        row.operator("pliant.preview_pause", text="", icon="PLAY" if preview.session.paused else "PAUSE",
                     depress=preview.session.paused)
        row.operator("pliant.grab", text="", icon="VIEW_PAN")
        layout.label(text=preview.session.words())
        if preview.session.stale:
            layout.label(text="Changed: felt after a restart", icon="INFO")
    else:
        row.operator("pliant.preview", icon="PLAY")
    row = layout.row(align=True)
    if bake.job:
        row.operator("pliant.cancel", text=f"Cancel ({bake.job.words()})", icon="CANCEL")
    else:
        state = cache.read_state(bake.folder_of(context.scene))
        text = "Bake"
        if state and not state["whole"]:
            text = f"Bake (goes on after frame {context.scene.frame_start + state['saved']})"
        row.operator("pliant.bake", text=text, icon="RENDER_ANIMATION")
        row.operator("pliant.free", text="Free")
        row.operator("pliant.check", text="Check")
    return own


class PLIANT_PT_simulation(Physics, bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_simulation", "Pliant Simulation"
    bl_order = 101

    @classmethod
    def poll(cls, context):
        return bool(settings.all_tables) and any(o.pliant.role != "NONE" for o in context.scene.objects)

    def draw(self, context):
        own = draw_simulation(self.layout, context)
        column = columns(self.layout)
        for name in ("folder", "save_every", "threads", "follow_timeline", "grab_stiffness"):
            column.prop(own, name)


class PLIANT_PT_world(Physics, bpy.types.Panel):
    bl_idname, bl_label, bl_parent_id = "PLIANT_PT_world", "World", "PLIANT_PT_simulation"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        own, column = context.scene.pliant, columns(self.layout)
        column.prop(own, "use_gravity")
        column.prop(own, "fixed_substeps")
        for parameter in settings.all_tables["world"].shown():
            if parameter.name != "substeps" or own.fixed_substeps:
                draw_parameter(column, own.world, settings.all_tables["world"], parameter)


class PLIANT_PT_sidebar(bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_sidebar", "Pliant"
    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "Pliant"

    @classmethod
    def poll(cls, context):
        return bool(settings.all_tables)

    def draw(self, context):
        draw_simulation(self.layout, context)
        column = self.layout.column(align=True)
        column.operator("pliant.lattice", icon="LATTICE_DATA")
        column.operator("pliant.lattice_export")
        column.operator("pliant.solve", icon="MOD_MESHDEFORM")


class PLIANT_PT_collection(bpy.types.Panel):
    bl_idname, bl_label = "PLIANT_PT_collection", "Pliant"
    bl_space_type, bl_region_type, bl_context = "PROPERTIES", "WINDOW", "collection"

    def draw(self, context):
        own, column = context.collection.pliant, columns(self.layout)
        column.prop(own, "is_layer")
        row = column.row()
        row.active = own.is_layer
        row.prop(own, "touches")


def wrapped(text, width):
    import textwrap
    return textwrap.wrap(text, width)


fixed = (PLIANT_UL_clips, PLIANT_UL_attachments, PLIANT_UL_lines, PLIANT_MT_presets, PLIANT_PT_object, PLIANT_PT_matter,
         PLIANT_PT_surface, PLIANT_PT_guide, PLIANT_PT_attachments, PLIANT_PT_tear, PLIANT_PT_collider,
         PLIANT_PT_character, PLIANT_PT_simulation, PLIANT_PT_world, PLIANT_PT_sidebar, PLIANT_PT_collection)
made = []


def register():
    for each in (*fixed, *group_panels()):
        bpy.utils.register_class(each)
        made.append(each)


def unregister():
    for each in reversed(made):
        bpy.utils.unregister_class(each)
    made.clear()
