"""Objects with the role of a collider: still, animated, deforming, or rigid bodies."""
import numpy

from . import cache, gltf, keyframes, settings
from .bodies import ClipSampler, merge, put_layer
from .meshes import Surface, is_animated
from .reports import Trouble


def write(export, thing):
    own, name = thing.pliant, export.name_of(thing)
    if own.motion == "DEFORMING":
        return write_deforming(export, thing)
    made = keyframes.table_values(settings.all_tables["collider"], settings.group(own, "collider"), thing,
                                  f"pliant.{settings.property_name('collider')}", export.clock,
                                  warn=lambda s: export.warn(thing.name, s))
    made.pop("shape", None)
    put_layer(export, thing, made)
    shape = Shape(export, thing)
    merge(made, shape.values())
    place(export, thing, made, shape)
    export.json["colliders"][name] = made


def place(export, thing, made, shape):
    from .scene_export import PlaceSampler, put_place
    own = thing.pliant
    matrix = export.matrix(thing) @ shape.offset
    position, rotation, _ = export.parts(thing, matrix)
    put_place(made, export.to_pliant([position])[0], rotation)
    if own.motion == "DYNAMIC":
        made["motion"] = "dynamic"
        name = export.name_of(thing)
        export.plan["rigid"].append(name)
        export.plan["rigid_of"][name] = {"object": thing.name, "uid": settings.uid_of(thing), "bone": "",
                                         "offset": shape.back().tolist()}
    elif is_animated(thing):
        made["motion"] = "kinematic"
        export.samplers.append(PlaceSampler(export, thing, made, offset=shape.offset))


class Shape:
    """What a collider is in its own frame, and where that frame stands in the object's: `offset`, 4 × 4."""

    def __init__(self, export, thing):
        self.export, self.thing, self.kind = export, thing, thing.pliant.shape
        self.offset = numpy.eye(4)
        self.matrix = export.matrix(thing)
        if thing.type == "EMPTY":
            if self.kind in ("MESH", "HULL"):
                self.kind = {"CUBE": "BOX", "SPHERE": "SPHERE"}.get(thing.empty_display_type, "SPHERE")
            size = thing.empty_display_size
            self.low, self.high = numpy.full(3, -size), numpy.full(3, size)
        elif thing.type == "MESH":
            self.surface = Surface(export.stand_in(thing, whole=True), export.evaluated())
            self.low, self.high = self.surface.points.min(axis=0), self.surface.points.max(axis=0)
        else:
            raise Trouble(f"a {thing.type.capitalize()} cannot be a collider; expected a mesh or an empty. Convert it with "
                          f"Object > Convert > Mesh", thing.name)
        _, self.rotation, self.left = export.parts(thing, self.matrix)
        self.scale = numpy.linalg.norm(self.left, axis=0)

    def values(self):
        make = getattr(self, "make_" + self.kind.lower())
        return make()

    def back(self):
        """From the frame of the shape to that of the object."""
        return numpy.linalg.inv(self.offset)

    def center(self):
        middle = (self.low + self.high) / 2
        self.offset[:3, 3] = middle
        return (self.high - self.low) * self.scale * self.export.unit

    def make_plane(self):
        self.offset[2, 3] = self.high[2] if self.thing.type == "MESH" else 0
        return {"shape": "plane"}

    def make_sphere(self):
        return {"shape": "sphere", "radius": positive(self.center().max() / 2, self.thing)}

    def make_box(self):
        size = self.center()
        return {"shape": "box", "size": [positive(v, self.thing) for v in (size[0], size[2], size[1])]}

    def make_capsule(self):
        size = self.center()
        along = int(size.argmax())
        radius = max(size[i] for i in range(3) if i != along) / 2
        if along != 2:  # the capsule stands along z, which is Pliant's y
            turn = numpy.eye(4)
            # Columns: the object's axes that are x, y, z of the capsule; a cyclic change keeps its hand.
            turn[:3, :3] = numpy.eye(3)[:, [(along + 1) % 3, (along + 2) % 3, along]]
            self.offset = self.offset @ turn
        return {"shape": "capsule", "radius": positive(radius, self.thing), "height": positive(size[along], self.thing)}

    def make_mesh(self):
        if self.thing.pliant.motion == "DYNAMIC":
            self.export.warn(self.thing.name, "a rigid body has no Mesh shape; its convex hull is used")
            return self.make_hull()
        return {"shape": "mesh", "file": self.write_file()}

    def make_hull(self):
        return {"shape": "hull", "file": self.write_file()}

    def write_file(self):
        surface = self.surface
        points = self.export.to_pliant(surface.points @ self.left.T)
        corners = surface.corners
        if numpy.linalg.det(self.left) < 0:
            corners = corners.reshape(-1, 3)[:, [0, 2, 1]].ravel()
        name = self.export.name_of(self.thing)
        path = self.export.file("assets", "collider " + name, ".glb")
        gltf.write(path, gltf.Body(name, points, corners))
        return "assets/" + path.replace("\\", "/").rsplit("/", 1)[1]


def positive(value, thing):
    value = float(value)
    if value < 1e-6:
        value = 1e-3  # flat: as thick as a sheet of card
    return round(value, 7)


class Deforming:
    """As a body, for its clip: what Body has that ClipSampler asks for."""

    def __init__(self, export, thing):
        self.export, self.thing = export, thing
        self.stand_in = export.stand_in(thing, whole=True)
        self.surface = Surface(self.stand_in, export.evaluated())
        self.place, self.rotation, self.left = export.parts(thing, self.surface.matrix)

    def world_to_asset(self, points):
        return self.export.to_pliant((numpy.asarray(points, dtype=float) - self.place) @ self.rotation)


def write_deforming(export, thing):
    """A sheet whose points may not leave their targets: others touch the mesh itself, and nothing moves it."""
    from .scene_export import put_place
    if thing.type != "MESH":
        raise Trouble("only a mesh can be a deforming collider; expected one, or Motion: Animated", thing.name)
    name = export.name_of(thing)
    own = Deforming(export, thing)
    corners = own.surface.corners
    if numpy.linalg.det(own.left) < 0:
        corners = corners.reshape(-1, 3)[:, [0, 2, 1]].ravel()
    path = export.file("assets", name, ".glb")
    gltf.write(path, gltf.Body(name, export.to_pliant(own.surface.points @ own.left.T), corners))
    clip = export.file("clips", name, ".pc2")
    export.samplers.append(ClipSampler(own, clip))
    made = {"asset": name, "kind": "cloth", "guide": {"keyframes": [f"clips/{cache.safe(name)}.pc2"], "loop": False,
                                                      "follow": "place", "max_distance": 0}}
    put_place(made, export.to_pliant([own.place])[0], own.rotation)
    values = keyframes.table_values(settings.all_tables["collider"], settings.group(thing.pliant, "collider"), thing,
                                    f"pliant.{settings.property_name('collider')}", export.clock)
    body = settings.all_tables["body"]
    for key in ("friction", "restitution", "thickness", "sensor"):
        if key in values and body.find(key):
            made[key] = values[key]
    put_layer(export, thing, made)
    export.json["assets"][name] = {"file": f"assets/{cache.safe(name)}.glb"}
    export.json["bodies"][name] = made
