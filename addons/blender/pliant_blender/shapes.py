"""Meshes of colliders' shapes, in Pliant's space, and painted columns of PLY files. Knows nothing of Blender."""
import math

import numpy


def plane(size):
    h = size / 2
    return numpy.array([[-h, 0, -h], [-h, 0, h], [h, 0, h], [h, 0, -h]], dtype=float), [[0, 1, 2, 3]]


def box(size):
    x, y, z = (float(v) / 2 for v in size)
    points = numpy.array([[i, j, k] for i in (-x, x) for j in (-y, y) for k in (-z, z)])
    return points, [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def sphere(radius, around=24, rings=12):
    return capsule(radius, 2 * radius, around, rings)


def capsule(radius, height, around=24, rings=12):
    """Along y, round ends included."""
    half = max(height / 2 - radius, 0)
    points, rows = [[0, half + radius, 0]], []
    angles = [math.pi * i / rings for i in range(1, rings)]
    if half:
        angles = sorted(angles + [math.pi / 2])
    for number, angle in enumerate(angles):
        shift = half if number < len(angles) / 2 else -half
        rows.append(len(points))
        for j in range(around):
            turn = 2 * math.pi * j / around
            points.append([radius * math.sin(angle) * math.cos(turn), shift + radius * math.cos(angle),
                           radius * math.sin(angle) * math.sin(turn)])
    points.append([0, -half - radius, 0])
    faces = [[0, rows[0] + (j + 1) % around, rows[0] + j] for j in range(around)]
    for a, b in zip(rows, rows[1:]):
        faces += [[a + j, a + (j + 1) % around, b + (j + 1) % around, b + j] for j in range(around)]
    last = len(points) - 1
    faces += [[last, rows[-1] + j, rows[-1] + (j + 1) % around] for j in range(around)]
    return numpy.array(points, dtype=float), faces


def height_field(heights, size):
    heights = numpy.array(heights, dtype=float)
    rows, columns = heights.shape
    x = numpy.linspace(-size[0] / 2, size[0] / 2, columns)
    z = numpy.linspace(-size[2] / 2, size[2] / 2, rows)
    points = numpy.array([[x[c], heights[r, c] * size[1], z[r]] for r in range(rows) for c in range(columns)])
    faces = [[r * columns + c, (r + 1) * columns + c, (r + 1) * columns + c + 1, r * columns + c + 1]
             for r in range(rows - 1) for c in range(columns - 1)]
    return points, faces


def hull(points):
    """The points as they are: Blender shows them, the engine makes the hull."""
    points = numpy.array(points, dtype=float)
    order = list(range(len(points)))
    return points, [order[i:i + 3] for i in range(len(order) - 2)]


def ply_attributes(path):
    """Numbers of vertices that have no meaning of their own, by name."""
    with open(path, "rb") as file:
        data = file.read()
    end = data.index(b"end_header")
    end = data.index(b"\n", end) + 1
    lines = data[:end].decode("ascii", "replace").split("\n")
    form, count, columns, inside = "", 0, [], False
    kinds = {"char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2",
             "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4",
             "double": "f8", "float64": "f8"}
    first = True
    for line in lines:
        words = line.split()
        if words[:1] == ["format"]:
            form = words[1]
        elif words[:1] == ["element"]:
            inside = words[1] == "vertex"
            if inside:
                count = int(words[2])
            elif not columns:
                first = False
        elif words[:1] == ["property"] and inside:
            if words[1] == "list":
                return {}
            columns.append((words[2], kinds[words[1]]))
    if not first:
        return {}
    order = ">" if form == "binary_big_endian" else "<"
    if form == "ascii":
        rows = numpy.array([row.split()[:len(columns)] for row in data[end:].split(b"\n")[:count]], dtype=float)
        table = {name: rows[:, i] for i, (name, _) in enumerate(columns)}
    else:
        dtype = numpy.dtype([(name, order + kind) for name, kind in columns])
        rows = numpy.frombuffer(data, dtype, count, end)
        table = {name: rows[name].astype(float) for name, _ in columns}
    known = {"x", "y", "z", "nx", "ny", "nz", "s", "t", "u", "v", "texture_u", "texture_v"}
    colors = {"red": "color.r", "green": "color.g", "blue": "color.b", "alpha": "color.a"}
    scales = {name: 255.0 if kind == "u1" else 1.0 for name, kind in columns}
    return {colors.get(name, name): (values / scales[name] if name in colors else values).astype(numpy.float32)
            for name, values in table.items() if name not in known}
