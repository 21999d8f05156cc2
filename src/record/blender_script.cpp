// open_in_blender.py: builds the mesh of each body and character from the OBJ beside it and puts its point cache on it;
// colliders and cameras that move as the file of poses says; the sun and the sky of the film. The mesh is read
// here and not by Blender's importer, because that one changed its name, its options and the order of points between
// versions.

#include <fmt/format.h>

#include "core/text.h"
#include "record/picture_look.h"
#include "record/rest_mesh.h"

namespace pliant {

static const char* const script = R"PY(
import math
import os
import struct

import bpy
import mathutils


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
    if float(values.get("d", 1)) < 1 and hasattr(material, "blend_method"):
        material.blend_method = "BLEND"
    if "map_Kd" in values:
        nodes, links = material.node_tree.nodes, material.node_tree.links
        image, times = nodes.new("ShaderNodeTexImage"), nodes.new("ShaderNodeVectorMath")
        image.image = bpy.data.images.load(os.path.join(folder(), values["map_Kd"]), check_existing=True)
        times.operation, times.inputs[1].default_value = "MULTIPLY", color
        links.new(image.outputs["Color"], times.inputs[0])
        links.new(times.outputs["Vector"], shader.inputs["Base Color"])
    return material


def read_materials(path):
    materials = {}
    for key, rest in read_lines(path):
        if key == "newmtl":
            values = materials[rest] = {}
        elif key:
            values[key] = rest
    return materials


def materials_of(file):
    return read_materials(os.path.join(folder(), file + ".mtl"))


def make_mesh(name, file):
    obj = Obj(os.path.join(folder(), file + ".obj"))
    described = materials_of(file)
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
    return thing, frames


# ---- what moves as a whole

# A frame: seven floats a collider (place, then turn as x y z w), nine a camera (the same, angle of view, nothing).
def read_poses():
    frame = 28 * len(COLLIDERS) + 36 * len(CAMERAS)
    for ending in (".pc2.poses", ".mdd.poses", ".pc2.poses.part", ".mdd.poses.part"):
        path = os.path.join(folder(), "scene" + ending)
        if frame and os.path.exists(path):
            with open(path, "rb") as file:
                data = file.read()
            numbers = [struct.unpack_from(f"<{frame // 4}f", data, frame * f) for f in range(len(data) // frame)]
            before = 7 * len(COLLIDERS)
            return ([[n[7 * c:7 * c + 7] for n in numbers] for c in range(len(COLLIDERS))],
                    [[n[before + 9 * c:before + 9 * c + 9] for n in numbers] for c in range(len(CAMERAS))])
    return [[] for _ in COLLIDERS], [[] for _ in CAMERAS]


# A value of each frame: keys where it changes, and on both sides of where it rests.
def animate(thing, path, values):
    setattr(thing, path, values[0])
    if all(v == values[0] for v in values):
        return
    for f, value in enumerate(values):
        if not (0 < f < len(values) - 1 and values[f - 1] == value == values[f + 1]):
            setattr(thing, path, value)
            thing.keyframe_insert(path, frame=f)
    curves = [c for c in getattr(thing.animation_data.action, "fcurves", []) if c.data_path == path]
    for key in [key for curve in curves for key in curve.keyframe_points]:
        key.interpolation = "LINEAR"


# The same turn can be written in two ways; neighbours are on one side, so that nothing spins between them.
def without_flips(turns):
    for f in range(1, len(turns)):
        if sum(a * b for a, b in zip(turns[f - 1], turns[f])) < 0:
            turns[f] = [-n for n in turns[f]]
    return turns


def place(thing, poses, turn):
    thing.rotation_mode = "QUATERNION"
    animate(thing, "location", [(x, -z, y) for x, y, z, *_ in poses])
    animate(thing, "rotation_quaternion", without_flips([list(turn(*p[3:7])) for p in poses]))


# Half the side of a square that reaches beyond everything that happens.
def reach(boxes, middle):
    corners = [abs(c[k] - middle[k]) for box in boxes for c in box for k in range(3)]
    return math.ceil(1.5 * max(corners + [1]))


def open_collider(name, file, plane, poses, boxes):
    if plane:
        half = reach(boxes, (poses[0][0], -poses[0][2], poses[0][1])) if poses else 10
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [], [(0, 1, 2, 3)])
        mesh.materials.append(make_material("collider", materials_of(file).get("collider", {})))
    else:
        mesh = make_mesh(name, file)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    if poses:
        place(thing, poses, lambda x, y, z, w: (w, x, -z, y))


# ---- cameras and light, as the film has them

def make_camera(name, angle):
    data = bpy.data.cameras.new(name)
    data.sensor_fit, data.clip_start, data.clip_end = "VERTICAL", 0.01, 10000
    data.lens = lens(data, angle)
    camera = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(camera)
    if not bpy.context.scene.camera:
        bpy.context.scene.camera = camera
    return camera


def lens(data, angle):
    return data.sensor_height / 2 / math.tan(angle / 2)


def open_camera(name, poses):
    camera = make_camera(name, poses[0][7] if poses else 0.61)
    if not poses:
        return
    s = math.sqrt(0.5)  # cameras have the same axes in both, in a world that is turned by a quarter
    place(camera, poses, lambda x, y, z, w: (s * (w - x), s * (w + x), s * (y - z), s * (y + z)))
    animate(camera.data, "lens", [lens(camera.data, p[7]) for p in poses])


# Where the scene has none: from the front, the right and a little above, as far away as shows everything.
def make_usual_camera(boxes):
    corners = [mathutils.Vector(c) for box in boxes for c in box]
    low, high = [mathutils.Vector([f(c[k] for c in corners) for k in range(3)]) for f in (min, max)]
    towards = mathutils.Vector((0.55, -1, 0.42)).normalized()
    camera = make_camera("camera", 0.61)
    camera.location = (low + high) / 2 + towards * ((high - low).length / 2 / math.sin(0.61 / 2) + 1e-3)
    camera.rotation_mode, camera.rotation_quaternion = "QUATERNION", towards.to_track_quat("Z", "Y")


def make_sun():
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy, sun.data.angle = max(SUN), 0.03
    sun.data.color = [c / max(SUN) for c in SUN]
    x, y, z = TO_SUN
    towards = mathutils.Vector((x, -z, y))
    sun.location = towards * 10
    sun.rotation_mode, sun.rotation_quaternion = "QUATERNION", towards.to_track_quat("Z", "Y")
    bpy.context.scene.collection.objects.link(sun)


# The sky lights from above and the ground from below; the camera sees the horizon's colour everywhere.
def make_sky():
    world = bpy.context.scene.world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    nodes.clear()
    new = lambda kind, **values: [setattr(node, k, v) for node in [nodes.new(kind)] for k, v in values.items()] and node
    where, split, above = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeSeparateXYZ"), nodes.new("ShaderNodeMath")
    above.operation, above.inputs[1].default_value = "GREATER_THAN", 0
    links.new(where.outputs["Generated"], split.inputs[0])
    links.new(split.outputs["Z"], above.inputs[0])

    def background(color):
        node = nodes.new("ShaderNodeBackground")
        node.inputs["Color"].default_value = (*color, 1)
        return node.outputs[0]

    def mixed(share, low, high):
        node = nodes.new("ShaderNodeMixShader")
        links.new(share, node.inputs[0])
        links.new(low, node.inputs[1])
        links.new(high, node.inputs[2])
        return node.outputs[0]

    lit = mixed(above.outputs[0], background(GROUND), background(SKY))
    seen = nodes.new("ShaderNodeLightPath").outputs["Is Camera Ray"]
    links.new(mixed(seen, lit, background(HORIZON)), nodes.new("ShaderNodeOutputWorld").inputs["Surface"])


# The boxes of all bodies at the beginning and at the end.
def boxes_of(things):
    boxes = []
    for frame in (scene.frame_start, scene.frame_end):
        scene.frame_set(frame)
        shown = [thing.evaluated_get(bpy.context.evaluated_depsgraph_get()) for thing in things]
        boxes += [[tuple(thing.matrix_world @ mathutils.Vector(c)) for c in thing.bound_box] for thing in shown]
    return boxes


scene = bpy.context.scene
for name in ("Cube", "Light", "Camera"):  # what an empty file of Blender has
    if len(bpy.data.objects) == 3 and name in bpy.data.objects:
        bpy.data.objects[name].hide_render = bpy.data.objects[name].hide_viewport = True
scene.camera = None
scene.render.fps = max(1, round(RATE))
scene.render.fps_base = scene.render.fps / RATE
scene.frame_start = 0
opened = [open_body(name, file) for name, file in BODIES + CHARACTERS]
scene.frame_end = max([frames for _, frames in opened] + [1]) - 1
boxes = boxes_of([thing for thing, _ in opened])
collider_poses, camera_poses = read_poses()
for (name, file, plane), poses in zip(COLLIDERS, collider_poses):
    open_collider(name, file, plane, poses, boxes)
for name, poses in zip(CAMERAS, camera_poses):
    open_camera(name, poses)
if not CAMERAS and boxes:
    make_usual_camera(boxes)
make_sun()
make_sky()
scene.view_settings.view_transform, scene.view_settings.exposure = "Standard", EXPOSURE
scene.render.resolution_x, scene.render.resolution_y = 1280, 720
scene.frame_set(0)
)PY";

std::string blender_script(const RecordedScene& scene) {
    std::string text =
        "# Puts what was recorded here into Blender (2.93 or newer): bodies and characters with their point caches,\n"
        "# colliders, cameras and light, materials, frame rate and range. In a terminal:\n"
        "#\n"
        "#   blender --python open_in_blender.py\n"
        "#\n"
        "# or in Blender: Scripting, Open, Run. Frame n of Blender is frame n of the run; 0 is the start.\n"
        "BODIES = [  # name, and that of its files\n";
    const auto add = [&](const std::string& name, const std::string& more) {
        text += "    (" + quoted_json(name) + more + "),\n";
    };
    const std::span<const RecordedBody> all(scene.bodies);
    for (const RecordedBody& b : all.first(scene.body_count())) add(b.name, ", " + quoted_json(b.file_name));
    text += "]\nCHARACTERS = [\n";
    for (const RecordedBody& b : all.subspan(scene.body_count())) add(b.name, ", " + quoted_json(b.file_name));
    text += "]\nCOLLIDERS = [  # the last: whether it is a plane\n";
    for (const RecordedCollider& c : scene.colliders)
        add(c.name, ", " + quoted_json(c.file_name) + (c.plane ? ", True" : ", False"));
    text += "]\nCAMERAS = [";
    for (const std::string& camera : scene.cameras) text += quoted_json(camera) + ", ";
    const auto triple = [](const char* name, const Vec3& v) {
        return fmt::format("{} = ({}, {}, {})\n", name, v.x, v.y, v.z);
    };
    // Blender's plain sRGB is harder than the curve of the film; with this exposure they meet in the middle.
    constexpr float exposure = -0.3f;
    return text + fmt::format("]\nRATE = {}  # frames a second\nEXPOSURE = {}\n", scene.rate, exposure) +
           triple("SUN", PictureLight::illuminance()) + triple("TO_SUN", PictureLight::to_sun) +
           triple("SKY", PictureLight::sky * PictureLight::ambient) +
           triple("GROUND", PictureLight::ground * PictureLight::ambient) +
           triple("HORIZON", linear_color(PictureLight::horizon) * std::exp2(-exposure)) + script;
}

}  // namespace pliant
