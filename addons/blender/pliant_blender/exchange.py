"""Files in and out: scenes, creatures as .glb, and the papers' formats by the command."""
import json
import os
import shutil
import struct
import tempfile

import bpy
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import bake, engine, gltf, scene_import
from .reports import Trouble
from .scene_export import Export

# What a .glb of a creature cannot say of its body, because the scene says it.
OF_SCENES = {"asset", "kind", "position", "rotation", "guide", "layer", "collides_with", "ignores"}


def preferred(context):
    addon = context.preferences.addons.get(__package__)
    return bpy.path.abspath(addon.preferences.command) if addon and addon.preferences else ""


def export_scene(context, path):
    """A scene and its files beside it. Returns the warnings."""
    folder = os.path.dirname(os.path.abspath(path))
    scratch = tempfile.mkdtemp(prefix="pliant-export-")
    try:
        made = Export(context, scratch)
        made.write()
        engine.need().inspect(os.path.join(scratch, "scene.json"))  # what is wrong is said before anything is written
        os.makedirs(folder, exist_ok=True)
        for part in ("assets", "maps", "clips"):
            source = os.path.join(scratch, part)
            if os.path.isdir(source):
                shutil.copytree(source, os.path.join(folder, part), dirs_exist_ok=True)
        with open(os.path.join(scratch, "scene.json"), "rb") as file:
            gltf.write_whole(path, file.read())
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return made


def body_of(context, thing):
    """One body with its paint, as an export has it."""
    scratch = tempfile.mkdtemp(prefix="pliant-export-")
    made = Export(context, scratch)
    made.write()
    return scratch, made, made.made_bodies[thing.name]


def export_asset(context, thing, path):
    scratch, made, body = body_of(context, thing)
    try:
        extension = {"kind": body.json["kind"]}
        parameters = {k: v for k, v in body.json.items() if k not in OF_SCENES}
        left = sorted(k for k in body.json if k in ("guide",))
        images = [k for k, v in flat(parameters) if isinstance(v, dict) and "map" in v]
        if images:
            raise Trouble(f"{', '.join(images)}: painted with an image, which a .glb of a body does not hold; expected a "
                          f"vertex group or a color attribute", thing.name)
        extension["parameters"] = parameters
        with open(made.file("assets", body.name, ".glb"), "rb") as file:
            plain = file.read()
        whole = with_extension(plain, extension)
        check = os.path.join(scratch, "check.glb")
        with open(check, "wb") as file:
            file.write(whole)
        engine.need().inspect(json.dumps({"assets": {"a": {"file": check}}, "bodies": {"b": {"asset": "a"}}}))
        gltf.write_whole(path, whole)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return left


def flat(values, prefix=""):
    for key, value in values.items():
        if isinstance(value, dict) and not {"keys", "map", "attribute"} & set(value):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def with_extension(data, more):
    """The same .glb with more in PLIANT_body."""
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20:20 + length])
    document["nodes"][0]["extensions"]["PLIANT_body"].update(more)
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length:]
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) + struct.pack("<I4s", len(text), b"JSON") + \
        text + rest


def import_asset(context, path):
    """One mesh or creature as a body: with kind, values and paint, where the file has them."""
    ending = os.path.splitext(path)[1].lower()
    folder = tempfile.mkdtemp(prefix="pliant-import-")
    try:
        if ending == ".xml":
            converted = os.path.join(folder, "creature.glb")
            engine.run(["convert", path, "-o", converted, "--quiet"], preferred(context))
            path = converted
        name = os.path.splitext(os.path.basename(path))[0].replace(".", "_")
        body = {"asset": "asset"}
        if ending in (".glb", ".xml"):
            document, _ = gltf.read_document(path)
            for node in document.get("nodes", []):
                found = node.get("extensions", {}).get("PLIANT_body", {})
                if "mesh" in node and "kind" in found:
                    body.update({"kind": found["kind"], **found.get("parameters", {})})
                    name = node.get("name", name).replace(".", "_").replace("/", "_")
        if "kind" not in body:
            asset = engine.need().load(path)
            body["kind"] = "lattice" if asset.is_solid else "cloth"
        scene = {"assets": {"asset": {"file": path}}, "bodies": {name: {**body, "bones": False}}}
        text = os.path.join(folder, "scene.json")
        with open(text, "w", encoding="utf-8") as file:
            json.dump(scene, file)
        before = {k: getattr(context.scene, k) for k in ("frame_start", "frame_end")}
        rate = context.scene.render.fps, context.scene.render.fps_base
        opened = scene_import.Opened(context, text).open()
        opened.messages = [m for m in opened.messages if "bones" not in m]
        for key, value in before.items():
            setattr(context.scene, key, value)
        context.scene.render.fps, context.scene.render.fps_base = rate
        context.scene.pliant.fixed_substeps = False
        if ending in (".glb", ".xml") and b"KHR_physics_rigid_bodies" in gltf.read_bytes(path):
            opened.messages.append(f"{name}: the bones and joints of its file are left out; give its armature the role "
                                   f"Character with Rigid Bones, or use the file itself in a scene")
        return opened
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class PLIANT_OT_export_scene(bpy.types.Operator, ExportHelper):
    """Write the scene for `pliant run`, `view` and engines: a .json, with its assets, maps and clips beside it"""
    bl_idname, bl_label = "pliant.export_scene", "Export Pliant Scene"

    filename_ext = ".json"
    filter_glob: bpy.props.StringProperty(default="*.json", options={"HIDDEN"})

    def execute(self, context):
        try:
            made = export_scene(context, self.filepath)
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        for sentence in made.warnings:
            self.report({"WARNING"}, sentence)
        self.report({"INFO"}, f"pliant run \"{self.filepath}\"")
        return {"FINISHED"}


class PLIANT_OT_export_asset(bpy.types.Operator, ExportHelper):
    """Write the active body with its kind, values and paint: one .glb (or the papers' .xml), for scenes and engines"""
    bl_idname, bl_label = "pliant.export_asset", "Export Pliant Body"

    filename_ext = ".glb"
    filter_glob: bpy.props.StringProperty(default="*.glb;*.xml", options={"HIDDEN"})

    def check(self, context):
        return False  # .xml stays .xml

    def execute(self, context):
        thing = context.object
        if thing is None or thing.pliant.role != "BODY":
            self.report({"ERROR"}, "the active object is no body; expected one (Physics Properties > Pliant > Body)")
            return {"CANCELLED"}
        try:
            path = self.filepath
            if path.lower().endswith(".xml"):
                folder = tempfile.mkdtemp(prefix="pliant-export-")
                try:
                    between = os.path.join(folder, "body.glb")
                    export_asset(context, thing, between)
                    engine.run(["convert", between, "-o", path, "--quiet"], preferred(context))
                finally:
                    shutil.rmtree(folder, ignore_errors=True)
            else:
                left = export_asset(context, thing, path)
                if left:
                    self.report({"WARNING"}, f"{thing.name}: its guide belongs to the scene, and is left out")
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        self.report({"INFO"}, f"{path}")
        return {"FINISHED"}


class PLIANT_OT_import_asset(bpy.types.Operator, ImportHelper):
    """Add a body from a file: a creature as .glb or .xml with its kind, values and paint, or any mesh that Pliant reads"""
    bl_idname, bl_label = "pliant.import_asset", "Import Pliant Body"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: bpy.props.StringProperty(default="*.glb;*.gltf;*.xml;*.obj;*.ply", options={"HIDDEN"})

    def execute(self, context):
        try:
            opened = import_asset(context, self.filepath)
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        for sentence in opened.messages:
            self.report({"WARNING"}, sentence)
        return {"FINISHED"}


class PLIANT_OT_export_settings(bpy.types.Operator, ExportHelper):
    """Write the capsules and the held cloth of the scene as a settings file of cloth tools (CAPS_DATA)"""
    bl_idname, bl_label = "pliant.export_settings", "Export Cloth Settings"

    filename_ext = ".txt"
    filter_glob: bpy.props.StringProperty(default="*.txt", options={"HIDDEN"})

    def execute(self, context):
        folder = tempfile.mkdtemp(prefix="pliant-export-")
        try:
            scene = os.path.join(folder, "scene.json")
            export_scene(context, scene)
            engine.run(["convert", scene, "-o", self.filepath, "--quiet"], preferred(context))
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return {"FINISHED"}


class PLIANT_OT_import_settings(bpy.types.Operator, ImportHelper):
    """Open a settings file of cloth tools (CAPS_DATA): its capsules become colliders; `mesh` has the cloth it names"""
    bl_idname, bl_label = "pliant.import_settings", "Import Cloth Settings"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: bpy.props.StringProperty(default="*.txt", options={"HIDDEN"})
    mesh: bpy.props.StringProperty(name="Mesh", subtype="FILE_PATH", description="The file with the cloth meshes")

    def execute(self, context):
        folder = tempfile.mkdtemp(prefix="pliant-import-")
        try:
            scene = os.path.join(folder, "scene.json")
            mesh = ["--mesh", self.mesh] if self.mesh else []
            engine.run(["convert", self.filepath, "-o", scene, *mesh, "--quiet"], preferred(context))
            opened = scene_import.Opened(context, scene).open()
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        for sentence in opened.messages:
            self.report({"WARNING"}, sentence)
        return {"FINISHED"}


def draw_import(self, context):
    self.layout.operator("pliant.open_scene", text="Pliant Scene (.json)")
    self.layout.operator("pliant.import_asset", text="Pliant Body (.glb, .xml, .obj, .ply)")
    self.layout.operator("pliant.import_settings", text="Cloth Settings (.txt)")


def draw_export(self, context):
    self.layout.operator("pliant.export_scene", text="Pliant Scene (.json)")
    self.layout.operator("pliant.export_asset", text="Pliant Body (.glb, .xml)")
    self.layout.operator("pliant.export_settings", text="Cloth Settings (.txt)")


classes = (PLIANT_OT_export_scene, PLIANT_OT_export_asset, PLIANT_OT_import_asset, PLIANT_OT_export_settings,
           PLIANT_OT_import_settings)


def register():
    bpy.types.TOPBAR_MT_file_import.append(draw_import)
    bpy.types.TOPBAR_MT_file_export.append(draw_export)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(draw_import)
    bpy.types.TOPBAR_MT_file_export.remove(draw_export)
