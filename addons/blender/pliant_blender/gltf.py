"""Writes and reads .glb files of one body: a mesh whose points keep their order (PLIANT_body), with texture coordinates,
materials, painted attributes and poses. Knows nothing of Blender."""
import json
import os
import struct

import numpy

ARRAY, ELEMENTS = 34962, 34963
FLOAT, UNSIGNED = 5126, 5125
TYPES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Body:
    """A mesh in metres, +Y up. Triangles are corners, three each; `corner_points` and `corner_uvs` belong to corners."""

    def __init__(self, name, points, corner_points, corner_uvs=None, triangle_materials=None, materials=(),
                 attributes=None, poses=None, extension=None):
        self.name = name
        self.points = numpy.asarray(points, dtype=numpy.float32).reshape(-1, 3)
        self.corner_points = numpy.asarray(corner_points, dtype=numpy.uint32).ravel()
        self.corner_uvs = None if corner_uvs is None else numpy.asarray(corner_uvs, dtype=numpy.float32).reshape(-1, 2)
        self.triangle_materials = triangle_materials
        self.materials = list(materials)  # dicts of glTF, with "image": (bytes, mime) beside
        self.attributes = attributes or {}  # values of points, by name
        self.poses = poses or {}            # points, by name
        self.extension = extension or {}    # more of PLIANT_body: kind, parameters, attachments


class _Buffer:
    def __init__(self):
        self.bytes, self.views, self.accessors = bytearray(), [], []

    def view(self, data, target=None):
        self.bytes.extend(b"\0" * (-len(self.bytes) % 4))
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        if target:
            self.views[-1]["target"] = target
        self.bytes.extend(data)
        return len(self.views) - 1

    def accessor(self, array, kind, target=None, bounds=False):
        array = numpy.ascontiguousarray(array)
        component = FLOAT if array.dtype == numpy.float32 else UNSIGNED
        count = array.size // TYPES[kind]
        made = {"bufferView": self.view(array.tobytes(), target), "componentType": component, "count": count,
                "type": kind}
        if bounds and count:
            rows = array.reshape(count, -1)
            made["min"], made["max"] = rows.min(axis=0).tolist(), rows.max(axis=0).tolist()
        self.accessors.append(made)
        return len(self.accessors) - 1


def vertices_of(body):
    """Points as they are drawn: the first vertices are the points in their order, then those that seams double. Returns
    the point of each vertex, its texture coordinate or None, and the vertex of each corner."""
    count = len(body.points)
    if body.corner_uvs is None:
        return numpy.arange(count, dtype=numpy.uint32), None, body.corner_points
    uvs = numpy.zeros((count, 2), dtype=numpy.float32)
    corners = body.corner_points
    first = numpy.full(count, -1, dtype=numpy.int64)
    first[corners[::-1]] = numpy.arange(len(corners) - 1, -1, -1)  # the first corner of each point
    used = first >= 0
    uvs[used] = body.corner_uvs[first[used]]
    same = (body.corner_uvs == uvs[corners]).all(axis=1)
    vertex = corners.astype(numpy.uint32).copy()
    if same.all():
        return numpy.arange(count, dtype=numpy.uint32), uvs, vertex
    others = numpy.flatnonzero(~same)
    key = numpy.empty(len(others), dtype=[("p", "<u4"), ("u", "<f4"), ("v", "<f4")])
    key["p"], key["u"], key["v"] = corners[others], body.corner_uvs[others, 0], body.corner_uvs[others, 1]
    unique, inverse = numpy.unique(key, return_inverse=True)
    vertex[others] = count + inverse
    return (numpy.concatenate([numpy.arange(count, dtype=numpy.uint32), unique["p"].astype(numpy.uint32)]),
            numpy.concatenate([uvs, numpy.stack([unique["u"], unique["v"]], axis=1)]), vertex)


def glb_bytes(body):
    buffer = _Buffer()
    point_of, uvs, vertex = vertices_of(body)
    attributes = {"POSITION": buffer.accessor(body.points[point_of], "VEC3", ARRAY, True)}
    if uvs is not None:
        # Rows of images run down in glTF.
        turned = numpy.stack([uvs[:, 0], 1 - uvs[:, 1]], axis=1).astype(numpy.float32)
        attributes["TEXCOORD_0"] = buffer.accessor(turned, "VEC2", ARRAY)
    for name, values in body.attributes.items():
        values = numpy.asarray(values, dtype=numpy.float32)
        attributes["_" + name] = buffer.accessor(values[point_of], "SCALAR", ARRAY)
    names, targets = list(body.poses), []
    for name in names:
        moved = (numpy.asarray(body.poses[name], dtype=numpy.float32) - body.points)[point_of]
        targets.append({"POSITION": buffer.accessor(moved.astype(numpy.float32), "VEC3", ARRAY, True)})
    triangles = vertex.reshape(-1, 3)
    material = numpy.zeros(len(triangles), dtype=int) if body.triangle_materials is None else \
        numpy.asarray(body.triangle_materials, dtype=int)
    primitives = []
    for number in sorted(set(material.tolist())):
        indices = triangles[material == number].astype(numpy.uint32)
        primitive = {"attributes": attributes, "indices": buffer.accessor(indices.ravel(), "SCALAR", ELEMENTS)}
        if number < len(body.materials):
            primitive["material"] = number
        if targets:
            primitive["targets"] = targets
        primitives.append(primitive)
    extension = {**body.extension, "points": buffer.accessor(point_of.astype(numpy.uint32), "SCALAR")}
    document = {
        "asset": {"version": "2.0", "generator": "Pliant for Blender"}, "extensionsUsed": ["PLIANT_body"], "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": body.name, "mesh": 0, "extensions": {"PLIANT_body": extension}}],
        "meshes": [{"name": body.name, "primitives": primitives}]}
    if names:
        document["meshes"][0]["extras"] = {"targetNames": names}
        document["meshes"][0]["weights"] = [0] * len(names)
    _add_materials(document, body.materials, buffer)
    buffer.bytes.extend(b"\0" * (-len(buffer.bytes) % 4))
    document["bufferViews"], document["accessors"] = buffer.views, buffer.accessors
    document["buffers"] = [{"byteLength": len(buffer.bytes)}]
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(buffer.bytes)) +
            struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(buffer.bytes), b"BIN\0") +
            bytes(buffer.bytes))


def _add_materials(document, materials, buffer):
    if not materials:
        return
    document["materials"], images, textures = [], [], []
    for material in materials:
        material = dict(material)
        image = material.pop("image", None)
        if image:
            data, mime = image
            images.append({"bufferView": buffer.view(data), "mimeType": mime})
            textures.append({"source": len(images) - 1})
            material["pbrMetallicRoughness"] = {**material["pbrMetallicRoughness"],
                                                "baseColorTexture": {"index": len(textures) - 1}}
        document["materials"].append(material)
    if images:
        document["images"], document["textures"] = images, textures


def write(path, body):
    write_whole(path, glb_bytes(body))


def write_whole(path, data):
    """All of a file, or nothing of it: beside it first, then by its name. The same bytes leave the file as it is."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == data:
                return
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


# ---- in

def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def read_document(path):
    """The JSON of a .glb, and its bytes. Raises ValueError."""
    data = read_bytes(path)
    if len(data) < 20 or data[:4] != b"glTF":
        raise ValueError(f"{path}: this is no .glb file")
    length = struct.unpack_from("<I", data, 12)[0]
    try:
        document = json.loads(data[20:20 + length])
    except (ValueError, UnicodeDecodeError):
        raise ValueError(f"{path}: its JSON cannot be read") from None
    return document, data[20 + length + 8:]


def read_accessor(document, binary, number):
    accessor = document["accessors"][number]
    view = document["bufferViews"][accessor["bufferView"]]
    kinds = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
    width = TYPES[accessor["type"]]
    dtype = numpy.dtype(kinds[accessor["componentType"]])
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    stride = view.get("byteStride", 0) or dtype.itemsize * width
    rows = numpy.ndarray((accessor["count"], width), dtype, binary, start, (stride, dtype.itemsize))
    if accessor.get("normalized") and dtype.kind in "iu":
        return rows.astype(numpy.float32) / numpy.iinfo(dtype).max
    return rows.copy()


def read_attributes(path):
    """Painted attributes of the points of a .glb with PLIANT_body.points, or of its vertices in their order."""
    document, binary = read_document(path)
    point_of, found, start = None, {}, 0
    for node in document.get("nodes", []):
        body = node.get("extensions", {}).get("PLIANT_body", {})
        if "points" in body:
            point_of = read_accessor(document, binary, body["points"]).ravel().astype(int)
    seen = set()
    for mesh in document.get("meshes", []):
        for primitive in mesh["primitives"]:
            names = primitive["attributes"]
            if names["POSITION"] in seen:
                continue
            seen.add(names["POSITION"])
            count = document["accessors"][names["POSITION"]]["count"]
            for name, accessor in names.items():
                values = None
                if name.startswith("_"):
                    values = {name[1:]: read_accessor(document, binary, accessor)[:, 0]}
                elif name.startswith("COLOR_"):
                    rows = read_accessor(document, binary, accessor)
                    color = "color" if name == "COLOR_0" else "color" + name[6:]
                    values = {f"{color}.{c}": rows[:, i] for i, c in enumerate("rgba"[:rows.shape[1]])}
                for key, column in (values or {}).items():
                    found.setdefault(key, {})[start] = column
            start += count
    joined = {}
    for name, parts in found.items():
        values = numpy.zeros(start, dtype=numpy.float32)
        for at, column in parts.items():
            values[at:at + len(column)] = column
        if point_of is not None and len(point_of) == start:
            of_points = numpy.zeros(int(point_of.max()) + 1, dtype=numpy.float32)
            of_points[point_of] = values
            values = of_points
        joined[name] = values
    return joined
