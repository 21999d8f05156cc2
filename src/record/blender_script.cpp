// open_in_blender.py: builds each body's mesh from the OBJ beside it and puts its point cache on it. The mesh is read
// here and not by Blender's importer, because that one changed its name, its options and the order of points between
// versions.

#include <fmt/format.h>

#include "core/text.h"
#include "record/rest_mesh.h"

namespace pliant {

static const char* const script = R"PY(
import os
import struct

import bpy


def folder():
    text = getattr(getattr(bpy.context, "space_data", None), "text", None)  # opened in Blender's text editor
    return os.path.dirname(bpy.path.abspath(text.filepath if text and text.filepath else os.path.abspath(__file__)))


# A cache that is still growing (.part) is a PC2 whatever it will become.
def find_cache(file):
    for ending in (".pc2", ".mdd", ".pc2.part", ".mdd.part"):
        path = os.path.join(folder(), file + ending)
        if os.path.exists(path):
            with open(path, "rb") as cache:
                head = cache.read(32)
            if ending == ".mdd":
                return path, "MDD", struct.unpack(">ii", head[:8])[0]
            return path, "PC2", struct.unpack("<12siiffi", head)[5]
    raise FileNotFoundError(f"{file}.pc2 or {file}.mdd is not in {folder()}")


def read_lines(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            key, _, rest = line.strip().partition(" ")
            yield key, rest


class Obj:
    def __init__(self, path):
        self.points, self.uvs, self.normals = [], [], []
        self.faces, self.corners, self.face_materials, self.materials = [], [], [], []
        for key, rest in read_lines(path):
            if key == "v":
                x, y, z = map(float, rest.split())
                self.points.append((x, -z, y))  # +Y up becomes +Z up
            elif key == "vt":
                self.uvs.append(tuple(map(float, rest.split())))
            elif key == "vn":
                self.normals.append(rest)
            elif key == "usemtl":
                if rest not in self.materials:
                    self.materials.append(rest)
                material = self.materials.index(rest)
            elif key == "f":
                corners = [tuple(int(n) - 1 if n else -1 for n in c.split("/")) for c in rest.split()]
                self.faces.append([c[0] for c in corners])
                self.corners.append(corners)
                self.face_materials.append(material)

    # Edges whose two faces have different normals at an end.
    def sharp_edges(self):
        seen, sharp = {}, set()
        for corners in self.corners:
            for a, b in zip(corners, corners[1:] + corners[:1]):
                edge = tuple(sorted((a[0], b[0])))
                ends = {c[0]: self.normals[c[2]] for c in (a, b)}
                if seen.setdefault(edge, ends) != ends:
                    sharp.add(edge)
        return sharp


def make_material(name, values):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    color = [float(v) for v in values.get("Kd", "0.8 0.8 0.8").split()]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = float(values.get("Pr", 0.6))
    shader.inputs["Metallic"].default_value = float(values.get("Pm", 0))
    shader.inputs["Alpha"].default_value = float(values.get("d", 1))
    material.diffuse_color = (*color, float(values.get("d", 1)))
    material.use_backface_culling = "pliant_two_sided" not in values
    if "map_Kd" in values:
        image = material.node_tree.nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(os.path.join(folder(), values["map_Kd"]), check_existing=True)
        material.node_tree.links.new(image.outputs["Color"], shader.inputs["Base Color"])
    return material


def read_materials(path):
    materials = {}
    for key, rest in read_lines(path):
        if key == "newmtl":
            values = materials[rest] = {}
        elif key:
            values[key] = rest
    return materials


def make_mesh(name, file):
    obj = Obj(os.path.join(folder(), file + ".obj"))
    described = read_materials(os.path.join(folder(), file + ".mtl"))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(obj.points, [], obj.faces)
    for material in obj.materials:
        mesh.materials.append(make_material(material, described.get(material, {})))
    for polygon, material in zip(mesh.polygons, obj.face_materials):
        polygon.material_index, polygon.use_smooth = material, True
    if obj.uvs:
        layer = mesh.uv_layers.new()
        flat = [corner for corners in obj.corners for corner in corners]
        for loop, corner in zip(layer.data, flat):
            loop.uv = obj.uvs[corner[1]]
    sharp = obj.sharp_edges()
    for edge in mesh.edges:
        edge.use_edge_sharp = tuple(sorted(edge.vertices)) in sharp
    if hasattr(mesh, "use_auto_smooth"):  # before Blender 4.1, which heeds sharp edges without being asked
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, 3.14159265
    mesh.update()
    return mesh


def open_body(name, file):
    thing = bpy.data.objects.new(name, make_mesh(name, file))
    bpy.context.scene.collection.objects.link(thing)
    cache = thing.modifiers.new("Pliant", "MESH_CACHE")
    path, cache.cache_format, frames = find_cache(file)
    cache.filepath = path
    cache.frame_start, cache.interpolation = 0, "LINEAR"
    cache.forward_axis, cache.up_axis = "POS_Z", "NEG_Y"  # the cache is +Y up, the mesh +Z up
    return frames


scene = bpy.context.scene
scene.render.fps = max(1, round(RATE))
scene.render.fps_base = scene.render.fps / RATE
scene.frame_start = 0
scene.frame_end = max(open_body(name, file) for name, file in BODIES) - 1
scene.frame_set(0)
)PY";

std::string blender_script(const RecordedScene& scene) {
    std::string text =
        "# Puts what was recorded here into Blender (2.93 or newer): meshes with their point caches, materials, frame\n"
        "# rate and range. In a terminal:\n"
        "#\n"
        "#   blender --python open_in_blender.py\n"
        "#\n"
        "# or in Blender: Scripting, Open, Run. Frame n of Blender is frame n of the run; 0 is the start.\n"
        "BODIES = [  # name, and that of its files\n";
    for (const RecordedBody& b : scene.bodies)
        text += "    (" + quoted_json(b.name) + ", " + quoted_json(b.file_name) + "),\n";
    return text + fmt::format("]\nRATE = {}  # frames a second\n", scene.rate) + script;
}

}  // namespace pliant
