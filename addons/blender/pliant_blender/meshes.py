"""Meshes as arrays: of an object with the modifiers above Pliant's own, at any frame."""
import bpy
import numpy

from .reports import Trouble

MODIFIER = "Pliant"


def place_of_modifier(thing):
    """How many modifiers stand above Pliant's, which are part of what is simulated."""
    index = thing.modifiers.find(MODIFIER)
    return len(thing.modifiers) if index < 0 else index


class Stand_in:
    """A copy of an object for the time of an export, which ends with the modifiers that are simulated. The object
    itself stays as it is, linked or not."""

    def __init__(self, thing, collection, whole=False):
        self.name = thing.name
        keep = len(thing.modifiers) if whole else place_of_modifier(thing)
        self.check_levels(thing, keep)
        self.copy = thing.copy()
        for modifier in list(self.copy.modifiers)[keep:]:
            self.copy.modifiers.remove(modifier)
        for modifier in [m for m in self.copy.modifiers if m.name == MODIFIER]:
            self.copy.modifiers.remove(modifier)
        self.copy.hide_viewport = False
        collection.objects.link(self.copy)

    @staticmethod
    def check_levels(thing, keep):
        for modifier in list(thing.modifiers)[:keep]:
            if modifier.name == MODIFIER:
                continue
            if modifier.type in ("SUBSURF", "MULTIRES") and modifier.show_viewport and \
                    modifier.levels != modifier.render_levels:
                raise Trouble(f"the modifier '{modifier.name}' above Pliant has {modifier.levels} levels in the viewport "
                              f"and {modifier.render_levels} in renders; expected the same of both, because its points "
                              f"are simulated. Make them equal, or move it below Pliant", thing.name)
            if modifier.show_viewport != modifier.show_render:
                raise Trouble(f"the modifier '{modifier.name}' above Pliant is switched on only in "
                              f"{'the viewport' if modifier.show_viewport else 'renders'}; expected the same in both, "
                              f"because its points are simulated", thing.name)

    def points(self, depsgraph):
        """(n, 3) in the object's own space, and its 4 × 4 matrix."""
        evaluated = self.copy.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        try:
            return points_of(mesh), numpy.array(evaluated.matrix_world)
        finally:
            evaluated.to_mesh_clear()

    def remove(self):
        bpy.data.objects.remove(self.copy)


def points_of(mesh):
    flat = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3).astype(float)


class Surface:
    """Everything of a mesh that goes into an asset."""

    def __init__(self, stand_in, depsgraph):
        evaluated = stand_in.copy.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        try:
            self.read(mesh, stand_in)
            self.matrix = numpy.array(evaluated.matrix_world)
        finally:
            evaluated.to_mesh_clear()

    def read(self, mesh, stand_in):
        self.points = points_of(mesh)
        if not numpy.isfinite(self.points).all():
            raise Trouble("some of its points are not numbers; expected finite positions. Look for them in Edit Mode, "
                          "or undo what made them", stand_in.name)
        mesh.calc_loop_triangles()
        count = len(mesh.loop_triangles)
        if count == 0:
            raise Trouble("its mesh has no faces; expected a surface. Add faces, or a modifier above Pliant that makes "
                          "some", stand_in.name)
        loops = numpy.empty(3 * count, dtype=numpy.int32)
        mesh.loop_triangles.foreach_get("loops", loops)
        vertices = numpy.empty(3 * count, dtype=numpy.int32)
        mesh.loop_triangles.foreach_get("vertices", vertices)
        self.materials = numpy.empty(count, dtype=numpy.int32)
        mesh.loop_triangles.foreach_get("material_index", self.materials)
        self.corners = vertices.astype(numpy.uint32)
        self.uvs = None
        layer = next((l for l in mesh.uv_layers if l.active_render), None)
        self.uv_name = layer.name if layer else ""
        if layer:
            flat = numpy.empty(2 * len(mesh.loops), dtype=numpy.float32)
            layer.data.foreach_get("uv", flat)
            self.uvs = flat.reshape(-1, 2)[loops]
            if not numpy.isfinite(self.uvs).all():
                self.uvs = None
        self.smooth = any(polygon.use_smooth for polygon in mesh.polygons)
        self.group_names = {group.name: group.index for group in stand_in.copy.vertex_groups}
        self._weights = None
        self._vertices = [[(g.group, g.weight) for g in v.groups] for v in mesh.vertices] if self.group_names else []
        self.colors = {}
        for attribute in mesh.color_attributes:
            self.colors[attribute.name] = self.color_of_points(mesh, attribute)

    def color_of_points(self, mesh, attribute):
        flat = numpy.empty(4 * len(attribute.data), dtype=numpy.float32)
        # Bytes are stored as they were painted; `color` would give them as linear light.
        kind = "color_srgb" if hasattr(attribute.data[0] if len(attribute.data) else None, "color_srgb") else "color"
        attribute.data.foreach_get(kind, flat)
        rows = flat.reshape(-1, 4)
        if attribute.domain == "POINT":
            return rows
        corners = numpy.empty(len(mesh.loops), dtype=numpy.int32)
        mesh.loops.foreach_get("vertex_index", corners)
        total = numpy.zeros((len(mesh.vertices), 4))
        numpy.add.at(total, corners, rows)
        return total / numpy.maximum(numpy.bincount(corners, minlength=len(total)), 1)[:, None]

    def weights(self, name):
        index = self.group_names[name]
        return numpy.array([next((w for g, w in row if g == index), 0.0) for row in self._vertices], dtype=numpy.float32)


def is_animated(thing, seen=None):
    """Whether its place may change with time, by itself or with what it hangs on."""
    seen = seen or set()
    if thing is None or thing.name in seen:
        return False
    seen.add(thing.name)
    data = thing.animation_data
    if data and (data.action or data.nla_tracks or data.drivers):
        return True
    if any(not c.mute for c in thing.constraints):
        return True
    if thing.type == "ARMATURE" and any(c for bone in thing.pose.bones for c in bone.constraints if not c.mute):
        return True
    return is_animated(thing.parent, seen)


def deforms(thing):
    """Whether its mesh may change with time."""
    keys = getattr(thing.data, "shape_keys", None)
    if keys and keys.animation_data and (keys.animation_data.action or keys.animation_data.drivers):
        return True
    return bool(thing.modifiers)
