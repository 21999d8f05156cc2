"""Lines to tear along: of curves, chains of edges, and empties as planes."""
import numpy

from .reports import Trouble


def line(body, settings):
    thing = settings.object
    made = {}
    if thing.type == "EMPTY":
        points, direction = plane(body, thing)
        made["points"], made["direction"] = points, direction
    else:
        world = chain(body, thing)
        made["points"] = [[round(float(v), 6) for v in p] for p in body.world_to_asset(world)]
        if settings.through:
            z = body.export.matrix(thing)[:3, 2]
            made["direction"] = direction_of(body, z)
    made["strength"] = round(float(settings.strength), 6)
    if settings.width > 0:
        made["width"] = round(float(settings.width), 6)
    return made


def direction_of(body, v):
    turned = body.export.to_pliant([body.rotation.T @ (numpy.asarray(v) / max(numpy.linalg.norm(v), 1e-12))])[0]
    return [round(float(x), 6) for x in turned / max(numpy.linalg.norm(turned), 1e-12)]


def chain(body, thing):
    """The points of a curve, or of a mesh that is one chain of edges, in the world and in their order."""
    evaluated = thing.evaluated_get(body.export.evaluated())
    mesh = evaluated.to_mesh()
    try:
        points = numpy.array([v.co[:] for v in mesh.vertices], dtype=float).reshape(-1, 3)
        edges = [tuple(e.vertices) for e in mesh.edges]
        matrix = numpy.array(evaluated.matrix_world)
    finally:
        evaluated.to_mesh_clear()
    beside = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    if not edges or any(len(n) > 2 for n in beside.values()):
        raise Trouble(f"the line '{thing.name}' is not one chain of edges; expected a curve without bevel, or a mesh whose "
                      f"edges follow each other", body.thing.name)
    ends = [p for p, n in beside.items() if len(n) == 1]
    at = start = min(ends) if ends else min(beside)
    order, before = [at], None
    while True:
        onward = [n for n in beside[at] if n != before]
        if not onward:
            break
        before, at = at, onward[0]
        order.append(at)
        if at == start:
            break
    if len(order) != len(beside) + (0 if ends else 1):
        raise Trouble(f"the line '{thing.name}' has several chains; expected one. Separate them into objects of their own",
                      body.thing.name)
    return points[order] @ matrix[:3, :3].T + matrix[:3, 3]


def plane(body, thing):
    """Where the plane of an empty's x and y cuts the body: a line along x, and its direction, y."""
    matrix = body.export.matrix(thing)
    origin, x, y = matrix[:3, 3], matrix[:3, 0], matrix[:3, 1]
    z = numpy.cross(x, y)
    surface = body.surface
    world = surface.points @ surface.matrix[:3, :3].T + surface.matrix[:3, 3]
    height = (world - origin) @ (z / numpy.linalg.norm(z))
    triangles = surface.corners.reshape(-1, 3)
    edges = numpy.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    a, b = edges[:, 0], edges[:, 1]
    crossing = (height[a] > 0) != (height[b] > 0)
    if not crossing.any():
        raise Trouble(f"the plane of '{thing.name}' does not cut the body at the first frame; expected an empty whose x "
                      f"and y span a plane through it", body.thing.name)
    a, b = a[crossing], b[crossing]
    share = (height[a] / (height[a] - height[b]))[:, None]
    cut = world[a] + share * (world[b] - world[a])
    along = (cut - origin) @ (x / numpy.linalg.norm(x))
    ends = cut[[along.argmin(), along.argmax()]]
    return [[round(float(v), 6) for v in p] for p in body.world_to_asset(ends)], direction_of(body, y)
