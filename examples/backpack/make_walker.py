#!/usr/bin/env python3
"""Makes walker.glb, a plain figure with a skeleton and a clip in which it walks on the spot, and pack.obj, its backpack.

    python3 make_walker.py walker.glb pack.obj

The figure looks along +z, stands on y = 0 and is 1.7 m tall. Every limb is a closed tube around its bones; rings of
vertices near a joint follow the bones on both sides of it. The backpack's flat side is at +z.
"""

import json
import math
import struct
import sys

AROUND = 12  # vertices of a ring

# Name, parent, place in the world at rest.
BONES = [
    ("Hips", None, (0, 0.92, 0)), ("Spine", "Hips", (0, 1.05, 0)), ("Chest", "Spine", (0, 1.22, 0)),
    ("Head", "Chest", (0, 1.47, 0)),
    ("UpperArm.L", "Chest", (0.20, 1.38, 0)), ("LowerArm.L", "UpperArm.L", (0.23, 1.12, 0)),
    ("UpperArm.R", "Chest", (-0.20, 1.38, 0)), ("LowerArm.R", "UpperArm.R", (-0.23, 1.12, 0)),
    ("Thigh.L", "Hips", (0.10, 0.90, 0)), ("Shin.L", "Thigh.L", (0.10, 0.48, 0)), ("Foot.L", "Shin.L", (0.10, 0.07, 0)),
    ("Thigh.R", "Hips", (-0.10, 0.90, 0)), ("Shin.R", "Thigh.R", (-0.10, 0.48, 0)), ("Foot.R", "Shin.R", (-0.10, 0.07, 0)),
]
NUMBER = {name: i for i, (name, _, _) in enumerate(BONES)}
PLACE = {name: place for name, _, place in BONES}

COLORS = {"shirt": (0.10, 0.30, 0.45), "skin": (0.72, 0.44, 0.30), "trousers": (0.10, 0.11, 0.16)}


def mix(a, b, share):
    return tuple(p + (q - p) * share for p, q in zip(a, b))


class Mesh:
    def __init__(self):
        self.positions, self.normals, self.joints, self.weights = [], [], [], []
        self.triangles = {name: [] for name in COLORS}

    def tube(self, color, rings, weights):
        """Rings are (middle, half width in x, half depth in z, half width along the tube's lean); both ends are closed."""
        first = len(self.positions)
        for r, (middle, wide, deep) in enumerate(rings):
            before, after = rings[max(r - 1, 0)], rings[min(r + 1, len(rings) - 1)]
            along = tuple(b - a for a, b in zip(before[0], after[0]))
            size = math.sqrt(sum(c * c for c in along)) or 1
            slope = (after[1] - before[1]) / size
            for a in range(AROUND):
                x, z = math.cos(2 * math.pi * a / AROUND), math.sin(2 * math.pi * a / AROUND)
                self.positions.append((middle[0] + wide * x, middle[1], middle[2] + deep * z))
                up = -slope * (1 if along[1] >= 0 else -1)
                n = (x / max(wide, 1e-3), up / max(wide, 1e-3), z / max(deep, 1e-3))
                n_size = math.sqrt(sum(c * c for c in n))
                self.normals.append(tuple(c / n_size for c in n))
                self.add_weights(weights(middle))
        faces = self.triangles[color]
        for r in range(len(rings) - 1):
            for a in range(AROUND):
                i, j = first + r * AROUND + a, first + r * AROUND + (a + 1) % AROUND
                up = rings[r + 1][0][1] > rings[r][0][1]
                quad = (i, i + AROUND, j + AROUND, j) if up else (i, j, j + AROUND, i + AROUND)
                faces += [quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]]

    def add_weights(self, weights):
        best = sorted(weights.items(), key=lambda w: -w[1])[:4]
        total = sum(w for _, w in best)
        best += [("Hips", 0)] * (4 - len(best))
        self.joints.append(tuple(NUMBER[name] for name, _ in best))
        self.weights.append(tuple(w / total for _, w in best))


def rounded(start, end, profile, steps=10):
    """Rings from one place to another; the profile gives half width and half depth for a share of the way."""
    rings = []
    for s in range(steps + 1):
        share = 0.5 - 0.5 * math.cos(math.pi * s / steps)  # closer together at the ends, where it is round
        wide, deep = profile(share)
        rings.append((mix(start, end, share), wide, deep))
    return rings


def round_ends(share, half, length):
    """How wide a tube with round ends is there, as a share of its width."""
    from_end = min(share, 1 - share) * length
    return 0.02 if from_end <= 0 else 1.0 if from_end >= half else math.sqrt(1 - (1 - from_end / half) ** 2)


def limb(half_top, half_low, length):
    def profile(share):
        half = half_top + (half_low - half_top) * share
        half *= round_ends(share, half, length)
        return half, half
    return profile


def chain(*names, blend=0.07):
    """Weights along bones that follow each other downwards or upwards: each bone from its place to the next one's."""
    def weights(at):
        result = {}
        sign = 1 if len(names) < 2 or PLACE[names[1]][1] > PLACE[names[0]][1] else -1
        for i, name in enumerate(names):
            w = 1.0
            if i > 0:
                w *= min(max(0.5 + sign * (at[1] - PLACE[name][1]) / (2 * blend), 0), 1)
            if i + 1 < len(names):
                w *= 1 - min(max(0.5 + sign * (at[1] - PLACE[names[i + 1]][1]) / (2 * blend), 0), 1)
            if w > 0:
                result[name] = w
        return result
    return weights


def make_mesh():
    mesh = Mesh()

    def torso(share):
        ends = round_ends(share, 0.1, 0.66)
        wide = 0.150 + 0.055 * math.sin(math.pi * min(max((share - 0.25) / 0.75, 0), 1)) - 0.02 * math.sin(math.pi * share)
        return wide * ends, (0.100 + 0.025 * share) * ends
    mesh.tube("shirt", rounded((0, 0.84, 0), (0, 1.50, 0), torso, 22), chain("Hips", "Spine", "Chest", blend=0.08))
    mesh.tube("skin", rounded((0, 1.44, 0.01), (0, 1.56, 0.01), limb(0.06, 0.06, 0.12), 4), chain("Head"))
    mesh.tube("skin", rounded((0, 1.50, 0.02), (0, 1.74, 0.02),
                              lambda s: (0.095 * math.sqrt(max(1 - (2 * s - 1) ** 2, 0.0004)),
                                         0.110 * math.sqrt(max(1 - (2 * s - 1) ** 2, 0.0004))), 14), chain("Head"))
    for side, sign in (("L", 1), ("R", -1)):
        shoulder, elbow, hand = (0.19 * sign, 1.43, 0), (0.235 * sign, 1.12, 0), (0.25 * sign, 0.80, 0.02)
        arm = chain("UpperArm." + side, "LowerArm." + side)
        mesh.tube("shirt", rounded(shoulder, mix(elbow, hand, 0.15), limb(0.060, 0.048, 0.36), 12), arm)
        mesh.tube("skin", rounded(mix(shoulder, elbow, 0.85), hand, limb(0.042, 0.036, 0.37), 12), arm)
        leg = chain("Thigh." + side, "Shin." + side, "Foot." + side, blend=0.06)
        mesh.tube("trousers", rounded((0.09 * sign, 0.96, 0), (0.10 * sign, 0.06, 0), limb(0.095, 0.055, 0.9), 20), leg)
        sole = [((0.10 * sign, 0.02 + 0.03 * k, 0.05), 0.048 * w, 0.125 * w) for k, w in
                ((0, 0.02), (0.01, 0.9), (0.6, 1), (1.6, 0.85), (2.3, 0.5), (2.4, 0.02))]
        mesh.tube("skin", sole, chain("Foot." + side))
    return mesh


# ---- the walk

SECONDS = 1.1  # two steps
KEYS = 24


def turn(x=0, y=0, z=0):
    """About x, then z, then y, in degrees."""
    def half(axis, degrees):
        a = math.radians(degrees) / 2
        return tuple(math.sin(a) * c for c in axis) + (math.cos(a),)

    def times(p, q):
        return (p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
                p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
                p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
                p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2])
    return times(half((0, 1, 0), y), times(half((0, 0, 1), z), half((1, 0, 0), x)))


def walk(phase):
    """Turns of bones and the place of the hips, for a phase from 0 to 1: at 0 the left heel is in front."""
    wave = lambda shift, times=1: math.cos(2 * math.pi * (times * phase + shift))
    pose = {"Hips": turn(y=-7 * wave(0), z=3 * wave(0.25)), "Spine": turn(x=4, y=4 * wave(0)),
            "Chest": turn(x=3, y=9 * wave(0), z=-2 * wave(0.25)), "Head": turn(x=-4, y=-6 * wave(0))}
    for side, shift in (("L", 0), ("R", 0.5)):
        swing = wave(shift)  # 1: in front
        # The knee bends while the leg comes forward, and a little when it takes the load.
        forward = max(0, -math.sin(2 * math.pi * (phase + shift)))
        load = max(0, math.sin(2 * math.pi * (phase + shift))) * max(0, swing)
        knee = 55 * forward ** 1.5 + 14 * load
        thigh = -24 * swing - 16 * forward - 4 * load
        pose["Thigh." + side] = turn(x=thigh)
        pose["Shin." + side] = turn(x=knee)
        pose["Foot." + side] = turn(x=-(thigh + knee) * 0.75 + 12 * max(0, -swing))
        pose["UpperArm." + side] = turn(x=26 * swing, z=4 if side == "L" else -4)
        pose["LowerArm." + side] = turn(x=-14 + 12 * swing)
    # Highest when a leg stands straight under it: twice in a cycle.
    return pose, (0.012 * wave(0.25), -0.018 - 0.030 * wave(0, 2), 0)


# ---- the file

def glb(mesh, figure, clip, pose_at, seconds, keys):
    """The figure as a file: pose_at(phase) gives the turns of bones and how far the hips are from their place."""
    binary, views, accessors = bytearray(), [], []

    def add(values, code, component, kind, bounds=False):
        flat = [c for v in values for c in (v if isinstance(v, tuple) else (v,))]
        width = len(values[0]) if isinstance(values[0], tuple) else 1
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": struct.calcsize(code) * len(flat)})
        binary.extend(struct.pack("<%d%s" % (len(flat), code), *flat))
        binary.extend(b"\0" * (-len(binary) % 4))
        accessor = {"bufferView": len(views) - 1, "componentType": component, "type": kind, "count": len(values)}
        if bounds:
            columns = [flat[k::width] for k in range(width)]
            accessor.update(min=[min(c) for c in columns], max=[max(c) for c in columns])
        accessors.append(accessor)
        return len(accessors) - 1

    single = lambda values: [tuple(struct.unpack("<f", struct.pack("<f", c))[0] for c in v) for v in values]
    attributes = {"POSITION": add(single(mesh.positions), "f", 5126, "VEC3", True),
                  "NORMAL": add(mesh.normals, "f", 5126, "VEC3"), "JOINTS_0": add(mesh.joints, "B", 5121, "VEC4"),
                  "WEIGHTS_0": add(mesh.weights, "f", 5126, "VEC4")}
    primitives = [{"attributes": attributes, "indices": add(mesh.triangles[c], "H", 5123, "SCALAR"), "material": i}
                  for i, c in enumerate(COLORS)]
    binds = [(1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -p[0], -p[1], -p[2], 1) for _, _, p in BONES]
    times = add(single([(seconds * k / keys,) for k in range(keys + 1)]), "f", 5126, "SCALAR", True)
    poses = [pose_at(k / keys) for k in range(keys + 1)]
    channels, samplers = [], []

    def channel(node, path, output):
        samplers.append({"input": times, "output": output, "interpolation": "LINEAR"})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})

    for name, _, _ in BONES:
        channel(NUMBER[name], "rotation", add([pose[name] for pose, _ in poses], "f", 5126, "VEC4"))
    hips = PLACE["Hips"]
    channel(NUMBER["Hips"], "translation",
            add([tuple(h + m for h, m in zip(hips, move)) for _, move in poses], "f", 5126, "VEC3"))
    nodes = []
    for name, parent, place in BONES:
        origin = PLACE[parent] if parent else (0, 0, 0)
        node = {"name": name, "translation": [round(p - o, 6) for p, o in zip(place, origin)]}
        children = [NUMBER[n] for n, above, _ in BONES if above == name]
        nodes.append({**node, "children": children} if children else node)
    nodes.append({"name": figure, "mesh": 0, "skin": 0})
    materials = [{"name": name, "pbrMetallicRoughness": {"baseColorFactor": [*color, 1], "metallicFactor": 0,
                                                         "roughnessFactor": 0.8}} for name, color in COLORS.items()]
    text = json.dumps({
        "asset": {"version": "2.0", "generator": "make_%s.py" % figure.lower()}, "scene": 0, "scenes": [{"nodes": [0, len(BONES)]}],
        "nodes": nodes, "meshes": [{"name": figure, "primitives": primitives}], "materials": materials,
        "skins": [{"joints": list(range(len(BONES))), "inverseBindMatrices": add(binds, "f", 5126, "MAT4")}],
        "animations": [{"name": clip, "channels": channels, "samplers": samplers}],
        "buffers": [{"byteLength": len(binary)}], "bufferViews": views, "accessors": accessors},
        separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + bytes(binary)
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


# ---- the backpack: a box with round edges and a pocket

def pack_obj(rows=20, around=28):
    def power(x, p):
        return math.copysign(abs(x) ** p, x)

    points, faces = [], []
    for r in range(rows + 1):
        up = math.pi * (r / rows - 0.5)
        for a in range(around if 0 < r < rows else 1):
            turn_by = 2 * math.pi * a / around
            ring = power(math.cos(up), 0.4)
            x, y, z = (0.165 * ring * power(math.cos(turn_by), 0.4), 0.22 * power(math.sin(up), 0.5),
                       0.09 * ring * power(math.sin(turn_by), 0.4))
            pocket = max(0, 1 - (x / 0.14) ** 4) * max(0, 1 - ((y + 0.08) / 0.11) ** 4) * max(0, min(1, -z / 0.06))
            points.append((x * (1 - 0.12 * max(0, y / 0.22)), y, z - 0.05 * pocket))
    index = lambda r, a: 1 if r == 0 else len(points) if r == rows else 2 + (r - 1) * around + a % around
    for r in range(rows):
        for a in range(around):
            corners = (index(r, a), index(r + 1, a), index(r + 1, a + 1), index(r, a + 1))
            faces.append(sorted(set(corners), key=corners.index))
    return ("".join("v %.4f %.4f %.4f\n" % p for p in points) +
            "".join("f %s\n" % " ".join(map(str, f)) for f in faces))


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as out:
        out.write(glb(make_mesh(), "Walker", "Walk", walk, SECONDS, KEYS))
    with open(sys.argv[2], "w") as out:
        out.write(pack_obj())
