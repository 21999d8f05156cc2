"""What a bake made, shown by Blender: Mesh Cache on bodies, meshes of what has torn, keyframes of rigid bodies."""
import json
import os

import bpy
import mathutils
import numpy

from . import axes, cache, scene_export, settings
from .meshes import MODIFIER, place_of_modifier
from .run import Plan

TORN = "Pliant torn"


def modifier_of(thing):
    """Pliant's own modifier. Those above it are part of what is simulated, those below follow."""
    found = thing.modifiers.get(MODIFIER)
    if found is None or found.type != "MESH_CACHE":
        found = thing.modifiers.new(MODIFIER, "MESH_CACHE")
        found.name = MODIFIER
        found.cache_format, found.interpolation = "PC2", "LINEAR"
        found.show_viewport = found.show_render = False
        found.show_expanded = False
    return found


def attach(scene, folder, state=None):
    """Makes Blender read a bake. Returns sentences about objects that are not there any more."""
    plan, gone = Plan(folder), []
    state = state or cache.read_state(folder)
    if not state:
        return ["nothing is baked there"]
    for name, body in plan.bodies.items():
        thing = settings.object_of(body["uid"]) or bpy.data.objects.get(body["object"])
        if thing is None:
            gone.append(f"{body['object']}: it was baked, and there is no such object any more; its cache stays in {folder}")
            continue
        if thing.library and not thing.override_library:
            gone.append(f"{thing.name}: it is linked, so its bake cannot be shown; make a library override of it "
                        f"(Object > Relations > Make Library Override)")
            continue
        show_cache(thing, os.path.join(folder, body["file"] + ".pc2"), plan.data["first"])
        thing.pliant.baked = folder
        first = state.get("torn", {}).get(name)
        torn = torn_object(thing)
        if first is None:
            if torn:
                bpy.data.objects.remove(torn)
            continue
        torn = torn or make_torn_object(thing)
        torn.pliant.torn_folder = bpy.path.relpath(os.path.join(folder, body["file"] + ".torn")) \
            if bpy.data.filepath else os.path.join(folder, body["file"] + ".torn")
        torn.pliant.torn_from = plan.data["first"] + first
        torn["pliant_first"] = plan.data["first"]
        torn["pliant_uv"] = body["uv"] or "UVMap"
        torn["pliant_smooth"] = bool(body["smooth"])
        give_materials(torn, thing, body)
        scene.render.use_lock_interface = True  # meshes change between frames
        # Which of the two is seen is keyed, so that renders know it without waiting for anybody.
        switch(thing, torn, torn.pliant.torn_from)
    if plan.rigid:
        gone += key_rigid(scene, folder, plan, state["saved"])
    update(scene)
    return gone


def show_cache(thing, path, first):
    modifier = modifier_of(thing)
    modifier.cache_format, modifier.interpolation = "PC2", "LINEAR"
    modifier.filepath = bpy.path.relpath(path) if bpy.data.filepath else path
    modifier.frame_start = first
    modifier.frame_scale = 1
    modifier.deform_mode, modifier.time_mode, modifier.play_mode = "OVERWRITE", "FRAME", "SCENE"
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
    modifier.show_viewport = modifier.show_render = True


def hide_cache(thing):
    modifier = thing.modifiers.get(MODIFIER)
    if modifier and modifier.type == "MESH_CACHE":
        modifier.filepath = ""
        modifier.show_viewport = modifier.show_render = False


def torn_object(thing):
    uid = settings.uid_of(thing)
    return next((o for o in bpy.data.objects if o.pliant.torn_of == uid), None)


def make_torn_object(thing):
    mesh = bpy.data.meshes.new(f"{thing.name} torn")
    made = bpy.data.objects.new(f"{thing.name} torn", mesh)
    made.pliant.torn_of = settings.uid_of(thing)
    for collection in thing.users_collection:
        collection.objects.link(made)
    made.parent = thing
    # What stands below Pliant's modifier follows what has torn too.
    for source in list(thing.modifiers)[place_of_modifier(thing) + 1:]:
        copy_modifier(source, made.modifiers.new(source.name, source.type))
    return made


def copy_modifier(source, target):
    for prop in source.bl_rna.properties:
        if not prop.is_readonly and prop.identifier not in ("name", "type"):
            try:
                setattr(target, prop.identifier, getattr(source, prop.identifier))
            except (AttributeError, TypeError, ValueError, RuntimeError):
                pass


def give_materials(torn, thing, body):
    materials = torn.data.materials
    materials.clear()
    for slot in thing.material_slots:
        materials.append(slot.material)
    if not thing.material_slots:
        materials.append(None)
    inside = bpy.data.materials.get(body["inside"]) if body["inside"] else None
    if inside is None:
        inside = bpy.data.materials.get("Pliant inside") or make_inside()
    torn["pliant_outside"] = max(1, len(thing.material_slots))
    materials.append(inside)


def make_inside():
    made = bpy.data.materials.new("Pliant inside")
    made.use_nodes = True
    made.diffuse_color = (0.5, 0.12, 0.1, 1)
    made.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.5, 0.12, 0.1, 1)
    return made


def switch(thing, torn, first):
    """The body is seen before `first`, and its torn mesh from there on."""
    for each, hidden_after in ((thing, True), (torn, False)):
        for path in ("hide_render", "hide_viewport"):
            unswitch(each, path)
            if first > bpy.context.scene.frame_start:
                setattr(each, path, not hidden_after)
                each.keyframe_insert(path, frame=first - 1)
            setattr(each, path, hidden_after)
            each.keyframe_insert(path, frame=first)
            for curve in each.animation_data.action.fcurves:
                if curve.data_path == path:
                    for point in curve.keyframe_points:
                        point.interpolation = "CONSTANT"


def unswitch(thing, path):
    data = thing.animation_data
    if data and data.action:
        for curve in [c for c in data.action.fcurves if c.data_path == path]:
            data.action.fcurves.remove(curve)


# ---- what has torn

_shown = {}  # per object: (folder, frame, topology)


def update(scene):
    """Every torn object has the mesh of the current frame."""
    if scene_export.exporting:
        return
    for thing in scene.objects:
        if thing.pliant.torn_of:
            show_torn(thing, scene.frame_current)


def show_torn(thing, frame):
    folder = bpy.path.abspath(thing.pliant.torn_folder)
    number = frame - thing.get("pliant_first", 0)
    path = os.path.join(folder, f"frame_{number:06d}.npz")
    if not os.path.exists(path):
        numbers = sorted(int(n[6:12]) for n in os.listdir(folder) if n.startswith("frame_") and n.endswith(".npz")) \
            if os.path.isdir(folder) else []
        before = [n for n in numbers if n <= number]
        if not before:
            return
        path = os.path.join(folder, f"frame_{before[-1]:06d}.npz")  # after its end it stays
    mesh = thing.data
    data = cache.load(path)
    topology = int(data["topology"])
    key = (folder, topology, len(mesh.vertices), len(mesh.polygons))
    if _shown.get(thing.name) != key:
        fill(thing, cache.load(os.path.join(folder, f"topology_{topology:06d}.npz")))
        _shown[thing.name] = (folder, topology, len(mesh.vertices), len(mesh.polygons))
    if len(mesh.vertices) == len(data["points"]):
        mesh.vertices.foreach_set("co", numpy.ascontiguousarray(data["points"], dtype=numpy.float32).ravel())
        mesh.update()


def fill(thing, topology):
    """Faces, materials and texture coordinates of a mesh, in place of those that it has."""
    mesh = thing.data
    mesh.clear_geometry()
    corners, starts = topology["corners"], topology["starts"]
    mesh.vertices.add(int(topology["points"]))
    mesh.loops.add(len(corners))
    mesh.loops.foreach_set("vertex_index", corners.astype(numpy.int32))
    mesh.polygons.add(len(starts))
    mesh.polygons.foreach_set("loop_start", starts.astype(numpy.int32))
    mesh.polygons.foreach_set("loop_total", numpy.diff(numpy.append(starts, len(corners))).astype(numpy.int32))
    outside = int(thing.get("pliant_outside", 1))
    materials = numpy.minimum(topology["materials"], outside).astype(numpy.int32)
    mesh.polygons.foreach_set("material_index", materials)
    smooth = numpy.full(len(starts), bool(thing.get("pliant_smooth", False)))
    mesh.polygons.foreach_set("use_smooth", smooth)
    mesh.use_auto_smooth, mesh.auto_smooth_angle = True, 0.9
    if len(topology["uvs"]):
        layer = mesh.uv_layers.new(name=str(thing.get("pliant_uv", "UVMap")))
        layer.data.foreach_set("uv", numpy.ascontiguousarray(topology["uvs"], dtype=numpy.float32).ravel())
    mesh.update(calc_edges=True)


@bpy.app.handlers.persistent
def on_frame(scene, _=None):
    update(scene)


@bpy.app.handlers.persistent
def on_load(_=None):
    _shown.clear()
    for scene in bpy.data.scenes:
        update(scene)


# ---- rigid bodies

def key_rigid(scene, folder, plan, last):
    """Keyframes of rigid bodies; what an object had before is kept, for Free Bake."""
    gone = []
    with open(os.path.join(folder, "poses.f32"), "rb") as file:
        rows = numpy.frombuffer(file.read(), "<f4")
    rows = rows[:(last + 1) * 7 * len(plan.rigid)].reshape(-1, len(plan.rigid), 7)
    bones = {}
    for i, name in enumerate(plan.rigid):
        of = plan.data["rigid_of"][name]
        thing = settings.object_of(of["uid"]) or bpy.data.objects.get(of["object"])
        if thing is None:
            gone.append(f"{of['object']}: it was baked, and there is no such object any more")
            continue
        matrices = [matrix_of(row, plan.unit) @ mathutils.Matrix(of["offset"]) for row in rows[:, i]]
        if of["bone"]:
            bones.setdefault(thing.name, {})[of["bone"]] = matrices
        else:
            key_object(thing, matrices, plan.data["first"])
    for name, each in bones.items():
        key_bones(scene, bpy.data.objects[name], each, plan.data["first"])
    return gone


def matrix_of(row, unit):
    rotation = axes.turn_to_blender(axes.matrix_of(row[3:7]))
    made = mathutils.Matrix(rotation.tolist()).to_4x4()
    made.translation = axes.to_blender([row[:3]], unit)[0]
    return made


def keep_before(thing):
    """What a bake replaces, once."""
    if thing.pliant.unbaked:
        return
    data = thing.animation_data
    action = data.action.name if data and data.action else ""
    if action:
        data.action.use_fake_user = True
    thing.pliant.unbaked = json.dumps({"matrix": [list(r) for r in thing.matrix_world], "action": action,
                                       "mode": thing.rotation_mode})


def key_object(thing, matrices, first):
    keep_before(thing)
    thing.rotation_mode = "QUATERNION"
    action = fresh_action(thing)
    parent = thing.parent.matrix_world @ thing.matrix_parent_inverse if thing.parent else mathutils.Matrix()
    inverse = parent.inverted_safe()
    rows, near = [], None
    for m in matrices:
        local = inverse @ m
        place, turn, _ = local.decompose()
        if near is not None and turn.dot(near) < 0:
            turn.negate()
        near = turn
        rows.append([*place, *turn])
    write_curves(action, "location", numpy.array(rows)[:, :3], first)
    write_curves(action, "rotation_quaternion", numpy.array(rows)[:, 3:], first)


def fresh_action(thing):
    action = bpy.data.actions.get(f"{thing.name} Pliant bake") or bpy.data.actions.new(f"{thing.name} Pliant bake")
    for curve in list(action.fcurves):
        action.fcurves.remove(curve)
    (thing.animation_data or thing.animation_data_create()).action = action
    return action


def write_curves(action, path, columns, first, group="Pliant"):
    for index in range(columns.shape[1]):
        curve = action.fcurves.new(path, index=index, action_group=group)
        curve.keyframe_points.add(len(columns))
        flat = numpy.empty(2 * len(columns))
        flat[0::2], flat[1::2] = numpy.arange(len(columns)) + first, columns[:, index]
        curve.keyframe_points.foreach_set("co", flat)
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
        curve.update()


def key_bones(scene, thing, bones, first):
    """Poses of rigid bones, in the frames of their parents. Bones that are not simulated keep their rest in these."""
    keep_before(thing)
    old = thing.animation_data.action if thing.animation_data else None
    frames = len(next(iter(bones.values())))
    order = [bone for bone in thing.pose.bones]  # parents come first
    found = {name: [] for name in bones}
    at = scene.frame_current
    scene_export.exporting = True
    try:
        for i in range(frames):
            if old:
                scene.frame_set(first + i)
            inverse = thing.matrix_world.inverted_safe()
            poses = {}
            for bone in order:
                rest = bone.bone.matrix_local
                if bone.name in bones:
                    pose = inverse @ bones[bone.name][i]
                    # Rigid: a bone's own length is not of unit scale in the frame of its capsule.
                    pose = mathutils.Matrix.LocRotScale(pose.translation, pose.to_quaternion(), None)
                elif old or bone.parent is None or bone.parent.name not in poses:
                    pose = bone.matrix.copy()
                else:
                    pose = poses[bone.parent.name] @ bone.parent.bone.matrix_local.inverted() @ rest
                poses[bone.name] = pose
                if bone.name in bones:
                    if bone.parent:
                        basis = bone.bone.convert_local_to_pose(
                            pose, rest, parent_matrix=poses[bone.parent.name],
                            parent_matrix_local=bone.parent.bone.matrix_local, invert=True)
                    else:
                        basis = bone.bone.convert_local_to_pose(pose, rest, invert=True)
                    found[bone.name].append(basis)
    finally:
        scene.frame_set(at)
        scene_export.exporting = False
    action = fresh_action(thing)
    if old:  # what is not simulated keeps its curves
        for curve in old.fcurves:
            if not any(curve.data_path.startswith(f'pose.bones["{name}"]') for name in found):
                copy = action.fcurves.new(curve.data_path, index=curve.array_index)
                for point in curve.keyframe_points:
                    copy.keyframe_points.insert(*point.co).interpolation = point.interpolation
    for name, bases in found.items():
        bone = thing.pose.bones[name]
        bone.rotation_mode = "QUATERNION"
        near, rows = None, []
        for basis in bases:
            turn = basis.to_quaternion()
            if near is not None and turn.dot(near) < 0:
                turn.negate()
            near = turn
            rows.append([*basis.translation, *turn])
        rows = numpy.array(rows)
        if not bone.bone.use_connect:
            write_curves(action, f'pose.bones["{name}"].location', rows[:, :3], first, name)
        write_curves(action, f'pose.bones["{name}"].rotation_quaternion', rows[:, 3:], first, name)


def free(thing):
    """As if it had never been baked. The files of the cache stay."""
    hide_cache(thing)
    torn = torn_object(thing)
    if torn:
        bpy.data.objects.remove(torn)
        for path in ("hide_render", "hide_viewport"):
            unswitch(thing, path)
            setattr(thing, path, False)
    thing.pliant.baked = ""
    if thing.pliant.unbaked:
        before = json.loads(thing.pliant.unbaked)
        data = thing.animation_data
        if data:
            action = data.action
            data.action = bpy.data.actions.get(before["action"]) if before["action"] else None
            if action and action.name.endswith("Pliant bake"):
                bpy.data.actions.remove(action)
        thing.rotation_mode = before["mode"]
        if thing.type != "ARMATURE":
            thing.matrix_world = mathutils.Matrix(before["matrix"])
        else:
            for bone in thing.pose.bones:
                bone.matrix_basis.identity()
        thing.pliant.unbaked = ""


def register():
    bpy.app.handlers.frame_change_pre.append(on_frame)
    bpy.app.handlers.load_post.append(on_load)


def unregister():
    bpy.app.handlers.frame_change_pre.remove(on_frame)
    bpy.app.handlers.load_post.remove(on_load)
    _shown.clear()
