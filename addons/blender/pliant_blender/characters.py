"""Armatures: as characters with their skins, or with rigid bones and joints."""
import math
import os

import bpy
import numpy

from . import axes, keyframes, settings
from .gltf import read_document
from .meshes import is_animated
from .reports import Trouble


def write(export, thing):
    if thing.type != "ARMATURE":
        raise Trouble(f"a {thing.type.capitalize()} cannot be a character; expected an armature", thing.name)
    if thing.pliant.rigid_bones:
        return write_rigid(export, thing)
    name = export.name_of(thing)
    skins = [o for o in export.scene.objects if o.type == "MESH" and o.pliant.role in ("NONE", "COLLIDER") and
             not o.pliant.torn_of and (o.find_armature() is thing)]
    if not skins:
        raise Trouble("no mesh follows this armature; a character needs its skin. Give a mesh an Armature modifier, or "
                      "choose Rigid Bones", thing.name)
    path = export.file("assets", name, ".glb")
    export_glb(export, [thing, *skins], path)
    made = keyframes.table_values(settings.all_tables["character"], settings.group(thing.pliant, "character"), thing,
                                  f"pliant.{settings.property_name('character')}", export.clock)
    from .bodies import put_layer
    put_layer(export, thing, made)
    clips = [a.get("name", "") for a in read_document(path)[0].get("animations", [])]
    if clips:
        made["clip"] = clips[0]
        made.setdefault("loop", False)
    made["asset"] = name
    export.json["assets"][name] = {"file": "assets/" + os.path.basename(path)}
    if export.unit != 1:
        export.json["assets"][name]["scale"] = round(export.unit, 9)
    export.json["characters"][name] = made


def export_glb(export, things, path):
    """By Blender's own exporter: nodes, skins, morphs and the animation of the range of frames."""
    context = export.context
    layer = context.view_layer
    selected, active = [o for o in layer.objects if o.select_get()], layer.objects.active
    hidden = {o.name: o.hide_get() for o in things}
    try:
        for o in selected:
            o.select_set(False)
        for o in things:
            o.hide_set(False)
            o.select_set(True)
        layer.objects.active = things[0]
        part = path[:-4] + ".part.glb"
        done = bpy.ops.export_scene.gltf(
            filepath=part, export_format="GLB", use_selection=True, export_yup=True, export_animations=True,
            export_frame_range=True, export_force_sampling=True, export_nla_strips=False, export_skins=True,
            export_def_bones=False, export_materials="EXPORT", export_cameras=False, export_lights=False)
        if "FINISHED" not in done:
            raise Trouble("Blender's glTF exporter did not write the character", things[0].name)
        with open(part, "rb") as file:
            data = file.read()
        os.remove(part)
        from .gltf import write_whole
        write_whole(path, data)
    except RuntimeError as error:
        raise Trouble(f"Blender's glTF exporter stopped: {error}", things[0].name) from None
    finally:
        for o in things:
            o.select_set(False)
            o.hide_set(hidden[o.name])
        for o in selected:
            o.select_set(True)
        layer.objects.active = active


def reference(export, thing, character, bone, what):
    """ "ada" or "ada/Hips", checked."""
    if character is None:
        raise Trouble(f"{what} is a character, and none is chosen; expected an armature with the role Character",
                      thing.name)
    if character.type != "ARMATURE" or character.pliant.role != "CHARACTER" or character.pliant.rigid_bones:
        raise Trouble(f"{what} is '{character.name}', which is no character; expected an armature with the role "
                      f"Character (Physics Properties > Pliant)", thing.name)
    if character.name not in export.scene.objects:
        raise Trouble(f"{what} is '{character.name}', which is not in this scene; expected one that is", thing.name)
    name = export.name_of(character)
    if not bone:
        return name
    if bone not in character.data.bones:
        raise Trouble(f"{what} is bone '{bone}' of '{character.name}', which has no such bone; expected one of: "
                      f"{', '.join(list(character.data.bones.keys())[:12])}", thing.name)
    return f"{name}/{bone}"


# ---- rigid bones

def bone_name(export, thing, bone):
    return "_".join(f"{export.name_of(thing)} {bone}".replace("/", "_").split("."))


def limits_of(bone):
    """Low and high [degrees] about x, y and z of the bone, or None where it is free; from a Limit Rotation constraint,
    or else from the limits of inverse kinematics."""
    for constraint in bone.constraints:
        if constraint.type == "LIMIT_ROTATION" and not constraint.mute:
            return [(math.degrees(getattr(constraint, "min_" + a)), math.degrees(getattr(constraint, "max_" + a)))
                    if getattr(constraint, "use_limit_" + a) else None for a in "xyz"]
    found = []
    for a in "xyz":
        if getattr(bone, "lock_ik_" + a):
            found.append((0.0, 0.0))
        elif getattr(bone, "use_ik_limit_" + a):
            found.append((math.degrees(getattr(bone, "ik_min_" + a)), math.degrees(getattr(bone, "ik_max_" + a))))
        else:
            found.append(None)
    return found


def joint_of(bone):
    """Kind and limits of the joint of a bone with its parent. The joint's x is the bone's y, along which it twists; its y
    and z are the bone's z and x. Angles are measured from where the bone stands at the first frame."""
    now = [math.degrees(a) for a in bone.matrix_basis.to_euler()]
    limits = [None if l is None else (l[0] - a, l[1] - a) for l, a in zip(limits_of(bone), now)]
    if all(l is None for l in limits):
        return {"kind": "spherical"}
    if all(l is not None and abs(l[0]) < 1e-6 and abs(l[1]) < 1e-6 for l in limits):
        return {"kind": "fixed"}
    x, y, z = limits
    order = [y, z, x]
    turn, low, high = [], [], []
    for each in order:
        if each is None:
            turn.append("free")
        elif each[0] == each[1]:
            turn.append("locked")
        else:
            turn.append("limited")
        low.append(round(max(min(each[0], each[1], 0.0), -180), 5) if each else 0)
        high.append(round(min(max(each[0], each[1], 0.0), 180), 5) if each else 0)
    return {"kind": "six_dof", "turn": turn, "turn_low": low, "turn_high": high}


def write_rigid(export, thing):
    """Every bone that deforms is a capsule; roots follow the animation where there is any, the others hang on joints."""
    from .scene_export import PlaceSampler, put_place, rounded
    evaluated = thing.evaluated_get(export.evaluated())
    world = numpy.array(evaluated.matrix_world)
    own = thing.pliant
    values = keyframes.table_values(settings.all_tables["collider"], settings.group(own, "collider"), thing,
                                    f"pliant.{settings.property_name('collider')}", export.clock)
    joint_values = keyframes.table_values(settings.all_tables["joint"], settings.group(own, "joint"), thing,
                                          f"pliant.{settings.property_name('joint')}", export.clock)
    bones = [b for b in evaluated.pose.bones if b.bone.use_deform]
    if not bones:
        raise Trouble("none of its bones deforms; expected at least one (Bone Properties > Deform)", thing.name)
    names = {bone.name for bone in bones}
    for bone in bones:
        matrix = world @ numpy.array(bone.matrix)
        length = numpy.linalg.norm(matrix[:3, 1]) * bone.length
        offset = numpy.eye(4)
        offset[1, 3] = bone.length / 2
        # A capsule stands along Pliant's y, which is Blender's z: the bone's y is turned there.
        offset[:3, :3] = numpy.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
        place, rotation, _ = export.parts(thing, matrix @ offset)
        name = bone_name(export, thing, bone.name)
        made = {**values, "shape": "capsule", "radius": round(max(length * own.bone_radius * export.unit, 1e-4), 6),
                "height": round(max(length * export.unit, 1e-4), 6)}
        put_place(made, export.to_pliant([place])[0], rotation)
        parent = bone.parent
        while parent is not None and parent.name not in names:
            parent = parent.parent
        if parent is None and is_animated(thing):
            made["motion"] = "kinematic"
            export.samplers.append(PlaceSampler(export, thing, made, bone.name, offset))
        else:
            made["motion"] = "dynamic"
            export.plan["rigid"].append(name)
            export.plan["rigid_of"][name] = {"object": thing.name, "uid": settings.uid_of(thing), "bone": bone.name,
                                             "offset": numpy.linalg.inv(offset).tolist()}
        export.json["colliders"][name] = made
        if parent is not None:
            head = matrix[:3, 3]
            frame = matrix[:3, :3] / numpy.maximum(numpy.linalg.norm(matrix[:3, :3], axis=0), 1e-12)
            axes_of_joint = axes.TO_PLIANT @ frame[:, [1, 2, 0]]  # x, y, z of the joint in Pliant's space
            joint = {**joint_values, **joint_of(thing.pose.bones[bone.name]),
                     "a": bone_name(export, thing, parent.name), "b": name,
                     "position": rounded(export.to_pliant([head])[0])}
            turns = rounded(axes.degrees_of(axes_of_joint))
            if any(turns):
                joint["rotation"] = turns
            export.json["joints"][name] = joint
