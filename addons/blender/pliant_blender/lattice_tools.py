"""Forward: a lattice that is posed by hand, while the mesh follows. Inverse: the poses of a lattice that fit an animated
mesh best. Both end as a clip that the body follows. The command computes; Blender shows."""
import json
import os

import bmesh
import bpy
import mathutils
import numpy

from . import axes, bake, cache, engine, exchange, gltf, keyframes
from .meshes import Stand_in
from .reports import Trouble
from .scene_export import Export

OF, REST = "pliant_lattice_of", "rest"


class Lattice:
    """A .rmb: sites and spacing; particles in the space of the mesh."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            rows = [[float(v) for v in line.split(",")] for line in file if line.strip()]
        self.center = numpy.array(rows[0])
        self.spacing = numpy.array(rows[1] * 3 if len(rows[1]) == 1 else rows[1])
        self.sites = numpy.array(rows[3:]).round().astype(int)
        self.points = self.sites * self.spacing - self.center

    def weights(self, points):
        """Of the surface: eight particles of each point, and how much each counts."""
        number = {tuple(site): i for i, site in enumerate(self.sites.tolist())}
        at = (points + self.center) / self.spacing
        low = numpy.floor(at - 1e-9).astype(int)
        corners = numpy.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
        found = numpy.full((len(points), 8), -1)
        for p, cell in enumerate(low.tolist()):
            for shift in SHIFTS:  # a point on a face belongs to the cell that is there
                base = [cell[a] + shift[a] for a in range(3)]
                row = [number.get((base[0] + i, base[1] + j, base[2] + k), -1) for i, j, k in corners.tolist()]
                if min(row) >= 0:
                    found[p], low[p] = row, base
                    break
        if (found < 0).any():
            raise Trouble(f"{int((found[:, 0] < 0).sum())} points of the mesh lie outside the cells of its lattice")
        share = at - low
        each = numpy.ones((len(points), 8))
        for axis in range(3):
            each *= numpy.where(corners[:, axis] == 1, share[:, [axis]], 1 - share[:, [axis]])
        return found, each


SHIFTS = sorted(([i, j, k] for i in (0, -1, 1) for j in (0, -1, 1) for k in (0, -1, 1)),
                key=lambda s: sum(abs(v) for v in s))


def home(context, thing):
    folder = os.path.join(bake.folder_of(context.scene), "lattices")
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, cache.safe(thing.name))


def active_body(context):
    thing = context.object
    if thing is not None and thing.get(OF):
        thing = bpy.data.objects.get(thing[OF])
    if thing is None or thing.pliant.role != "BODY":
        raise Trouble("the active object is no body and no lattice of one; expected a body of kind lattice")
    return thing


def write_mesh(context, thing):
    """The mesh at rest, and its lattice, as files."""
    path = home(context, thing)
    export = Export(context, os.path.dirname(path))
    export.write()
    body = export.made_bodies[thing.name]
    mesh = path + ".glb"
    with open(os.path.join(export.folder, export.json["assets"][body.name]["file"]), "rb") as file:
        gltf.write_whole(mesh, file.read())
    spacing = thing.pliant.kind_lattice
    given = ["--spacing", ",".join(str(v) for v in spacing.spacing)] if spacing.use_spacing else []
    preferred = exchange.preferred(context)
    engine.run(["lattice", mesh, "-o", path + ".rmb", "--fuse", "--quiet", *given], preferred)
    engine.run(["lattice", path + ".rmb", "-o", path + ".obj", "--quiet"], preferred)
    points = body.to_asset(body.surface.points)
    return path, body, points


def read_faces(path):
    faces, edges = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[:1] == ["f"]:
                faces.append([int(w.split("/")[0]) - 1 for w in words[1:]])
            elif words[:1] == ["l"]:
                edges += [[int(a) - 1, int(b) - 1] for a, b in zip(words[1:], words[2:])]
    return faces, edges


def make_object(context, thing, body, path, name):
    """The lattice as a mesh in the space of the asset, where the body stands."""
    lattice = Lattice(path + ".rmb")
    faces, edges = read_faces(path + ".obj")
    local = axes.to_blender(lattice.points, body.export.unit)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(local.tolist(), edges, faces)
    attribute = mesh.attributes.new(REST, "FLOAT_VECTOR", "POINT")
    attribute.data.foreach_set("vector", local.astype(numpy.float32).ravel())
    made = bpy.data.objects.new(name, mesh)
    made[OF] = thing.name
    made["pliant_lattice_file"] = path
    made.display_type, made.hide_render = "WIRE", True
    stand(made, body)
    thing.users_collection[0].objects.link(made)
    return made, lattice


def stand(made, body):
    matrix = mathutils.Matrix(body.rotation.tolist()).to_4x4()
    matrix.translation = body.place
    made.matrix_world = matrix


def surface_object(thing, body, name):
    """The body's mesh in the space of the asset, to be moved by a lattice."""
    mesh = bpy.data.meshes.new(name)
    points = body.surface.points @ body.left.T
    mesh.from_pydata(points.tolist(), [], body.surface.corners.reshape(-1, 3).tolist())
    mesh.polygons.foreach_set("use_smooth", numpy.ones(len(mesh.polygons), dtype=bool))
    made = bpy.data.objects.new(name, mesh)
    for slot in thing.material_slots:
        mesh.materials.append(slot.material)
    mesh.polygons.foreach_set("material_index", numpy.clip(body.surface.materials, 0, None).astype(numpy.int32))
    stand(made, body)
    made.hide_render = made.hide_select = True
    thing.users_collection[0].objects.link(made)
    return made


# ---- forward

followers = {}  # of lattice objects, by name: the mesh that follows, and its weights


def follow(lattice_object):
    """Moves the mesh that follows a lattice, posed by hand, by shape keys, or in Edit Mode."""
    entry = followers.get(lattice_object.name)
    if entry is None:
        return
    name, index, weight = entry
    target = bpy.data.objects.get(name)
    if target is None:
        followers.pop(lattice_object.name)
        return
    posed = posed_points(lattice_object)
    if len(posed) <= index.max():
        return
    points = numpy.einsum("pc,pcx->px", weight, posed[index])
    target.data.vertices.foreach_set("co", points.astype(numpy.float32).ravel())
    target.data.update()


def posed_points(thing):
    if thing.mode == "EDIT":
        return numpy.array([v.co[:] for v in bmesh.from_edit_mesh(thing.data).verts], dtype=float)
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    flat = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", flat)
    evaluated.to_mesh_clear()
    return flat.reshape(-1, 3).astype(float)


@bpy.app.handlers.persistent
def on_change(scene, graph):
    if not followers or not graph.id_type_updated("MESH") and not graph.id_type_updated("OBJECT"):
        return
    for update in graph.updates:
        if isinstance(update.id, bpy.types.Object) and update.is_updated_geometry and update.id.name in followers:
            follow(update.id.original)


class PLIANT_OT_lattice(bpy.types.Operator):
    """Make the lattice of the body as a mesh: pose it in Edit Mode, by shape keys or bones, and the mesh beside it
follows"""
    bl_idname, bl_label = "pliant.lattice", "Pose the Lattice"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        try:
            thing = active_body(context)
            path, body, points = write_mesh(context, thing)
            made, lattice = make_object(context, thing, body, path, f"{thing.name} lattice")
            index, weight = lattice.weights(points)
            shown = surface_object(thing, body, f"{thing.name} posed")
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        followers[made.name] = (shown.name, index, weight)
        thing.hide_set(True)
        bake.select([made.name])
        self.report({"INFO"}, f"{len(lattice.points)} particles")
        return {"FINISHED"}


def clip_of(context, thing, lattice_object, path):
    """The lattice's animation over the range of frames, as a clip."""
    scene, clock = context.scene, keyframes.Clock(context.scene)
    unit = scene.unit_settings.scale_length if scene.unit_settings.system != "NONE" else 1
    at, frames = scene.frame_current, []
    for frame in range(clock.first, clock.last + 1):
        scene.frame_set(frame)
        frames.append(axes.to_pliant(posed_points(lattice_object), unit))
    scene.frame_set(at)
    lattice = Lattice(path + ".rmb")
    if len(frames[0]) != len(lattice.points):
        raise Trouble(f"it has {len(frames[0])} points and its lattice {len(lattice.points)} particles; expected the same. "
                      f"Points must neither be added nor removed", lattice_object.name)
    if all(numpy.array_equal(f, frames[0]) for f in frames):
        frames = frames[:1]
    cache.write_points(path + ".poses.pc2", numpy.array(frames))
    clip = path + ".txt"
    engine.run(["lattice", path + ".rmb", "--pose", path + ".poses.pc2", "--fps", f"{clock.rate:g}", "-o", clip,
                "--quiet"], exchange.preferred(context))
    return clip


def use_clip(thing, clip):
    """The body follows the clip of its lattice, which is fused as the clip's is."""
    thing.pliant.guide = "FILE"
    thing.pliant.clip_file = bpy.path.relpath(clip) if bpy.data.filepath else clip
    thing.pliant.kind_lattice.fuse = True


class PLIANT_OT_lattice_export(bpy.types.Operator):
    """Write the poses of the lattice as a clip, and let the body follow it"""
    bl_idname, bl_label = "pliant.lattice_export", "Use the Lattice's Poses"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        try:
            thing = active_body(context)
            made = next((o for o in context.scene.objects if o.get(OF) == thing.name and
                         o.name.startswith(f"{thing.name} lattice")), None)
            if made is None:
                raise Trouble("it has no lattice; expected one (Pose the Lattice)", thing.name)
            clip = clip_of(context, thing, made, made["pliant_lattice_file"])
            use_clip(thing, clip)
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        thing.hide_set(False)
        self.report({"INFO"}, f"{thing.name} follows {clip}")
        return {"FINISHED"}


# ---- inverse

class PLIANT_OT_solve(bpy.types.Operator):
    """Find the poses of the lattice whose surface fits the object's animation best, show them, and let the body follow
them"""
    bl_idname, bl_label = "pliant.solve", "Solve the Animation"
    bl_options = {"REGISTER", "UNDO"}

    every: bpy.props.IntProperty(name="Every", default=4, min=1, description="Frames from pose to pose")
    smoothness: bpy.props.FloatProperty(name="Smoothness", default=1e-4, min=0, precision=6,
                                        description="Smaller fits the points better; larger makes smoother lattices")

    def execute(self, context):
        try:
            thing = active_body(context)
            clip, errors, lattice = self.solve(context, thing)
            use_clip(thing, clip)
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        worst = max((row.get("max_m", 0) for row in errors), default=0)
        self.report({"INFO"}, f"{len(errors)} poses, largest error {worst:.4g} m; {thing.name} follows {clip}")
        return {"FINISHED"}

    def solve(self, context, thing):
        path, body, points = write_mesh(context, thing)
        animation = path + ".animation.pc2"
        cache.write_points(animation, animated_points(context, thing, body))
        preferred, clock = exchange.preferred(context), keyframes.Clock(context.scene)
        clip = path + ".txt"
        told = engine.run(["solve", animation, "--mesh", path + ".glb", "--lattice", path + ".rmb", "-o", clip, "--every",
                           str(self.every), "--fps", f"{clock.rate:g}", "--smoothness", f"{self.smoothness:g}", "--json"],
                          preferred)
        errors = json.loads(told[told.index("{"):]).get("frames", []) if "{" in told else []
        # The preview: the lattice as it moves, and the mesh that follows it.
        for ending, extra, name in ((".lattice.pc2", [], "solved lattice"),
                                    (".preview.pc2", ["--preview", path + ".glb"], "solved")):
            engine.run(["lattice", path + ".rmb", "--pose", clip, "-o", path + ending, "--quiet", *extra], preferred)
            frames = cache.read_points(path + ending)
            turned = axes.to_blender(frames, body.export.unit).reshape(frames.shape)
            cache.write_points(path + ending, turned)
            old = bpy.data.objects.get(f"{thing.name} {name}")
            if old:
                bpy.data.objects.remove(old)
            if extra:
                made = surface_object(thing, body, f"{thing.name} {name}")
            else:
                made, _ = make_object(context, thing, body, path, f"{thing.name} {name}")
            modifier = made.modifiers.new("Solved", "MESH_CACHE")
            modifier.cache_format, modifier.filepath, modifier.frame_start = "PC2", path + ending, clock.first
        return clip, errors, made


def animated_points(context, thing, body):
    """The object with all its modifiers above Pliant, in every frame, in the space of its asset."""
    scene, clock = context.scene, keyframes.Clock(context.scene)
    collection = bpy.data.collections.new("Pliant export")
    scene.collection.children.link(collection)
    stand_in = Stand_in(thing, collection)
    at, frames = scene.frame_current, []
    try:
        for frame in range(clock.first, clock.last + 1):
            scene.frame_set(frame)
            points, matrix = stand_in.points(context.evaluated_depsgraph_get())
            world = points @ matrix[:3, :3].T + matrix[:3, 3]
            frames.append(body.world_to_asset(world))
    finally:
        stand_in.remove()
        bpy.data.collections.remove(collection)
        scene.frame_set(at)
    return numpy.array(frames)


classes = (PLIANT_OT_lattice, PLIANT_OT_lattice_export, PLIANT_OT_solve)


def register():
    bpy.app.handlers.depsgraph_update_post.append(on_change)


def unregister():
    bpy.app.handlers.depsgraph_update_post.remove(on_change)
    followers.clear()
