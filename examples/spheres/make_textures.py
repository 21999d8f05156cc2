#!/usr/bin/env python3
"""Makes egg.obj, a stretched sphere with texture coordinates, and the images that the columns are painted with.

    python3 make_textures.py

Red is mass, green stiffness, blue damping, alpha weight, each between the limits that scene.json has for it. Texture
coordinates: u goes round the long axis, v along it, from the left end (the middle of the image's top row, beyond which
it would be repeated) to the right one.
"""

import math
import os
import random
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
HALF = (0.45, 0.25, 0.25)  # half of its size [m]
ALONG, AROUND = 24, 32  # faces
WIDE, HIGH = 32, 64  # pixels
MASS, STIFFNESS, DAMPING = (0.004, 0.03), (1.8, 40), (0.01, 0.15)  # limits, as in scene.json; stiffness: logarithmic


def channel(value, limits, logarithmic=False):
    low, high, value = (math.log(x) if logarithmic else x for x in (*limits, value))
    return round(255 * min(max((value - low) / (high - low), 0), 1))


def texel(mass=0.01, stiffness=4.0, damping=0.06):
    return channel(mass, MASS), channel(stiffness, STIFFNESS, True), channel(damping, DAMPING), 255


def mix(low, high, share):
    return low + (high - low) * share


def log_mix(low, high, share):
    return low * (high / low) ** share


def clouds(seed):
    """Smooth random numbers 0 … 1 on the sphere, so that they meet where the image is joined."""
    dice = random.Random(seed)
    waves = [([dice.uniform(-2, 2) for _ in range(3)], dice.uniform(0, 1), dice.uniform(0.5, 1)) for _ in range(8)]
    total = sum(w[2] for w in waves)

    def at(u, v):
        round_, along = 2 * math.pi * u, math.pi * v
        place = (-math.cos(along), math.sin(along) * math.cos(round_), math.sin(along) * math.sin(round_))
        s = sum(size * math.cos(2 * math.pi * (sum(a * b for a, b in zip(way, place)) / 2 + phase))
                for way, phase, size in waves)
        return min(max(0.5 + 1.2 * s / total, 0), 1)

    return at


def png(name, texel_at):
    """texel_at(share of the way from left to right, u, v)"""
    rows = b""
    for y in range(HIGH):
        v = y / (HIGH - 1)
        share = 0.5 - 0.5 * math.cos(math.pi * v)
        rows += b"\0" + b"".join(bytes(texel_at(share, (x + 0.5) / WIDE, v)) for x in range(WIDE))

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(os.path.join(HERE, name), "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", WIDE, HIGH, 8, 6, 0, 0, 0)))
        out.write(part(b"IDAT", zlib.compress(rows, 9)) + part(b"IEND", b""))


def egg(name):
    points, faces = [(-HALF[0], 0, 0)], []
    for i in range(1, ALONG):
        a = math.pi * i / ALONG
        for j in range(AROUND):
            b = 2 * math.pi * j / AROUND
            points.append((-HALF[0] * math.cos(a), HALF[1] * math.sin(a) * math.cos(b), HALF[2] * math.sin(a) * math.sin(b)))
    points.append((HALF[0], 0, 0))
    uvs = [(j / AROUND, 1 - mix(0.5, HIGH - 0.5, i / ALONG) / HIGH) for i in range(ALONG + 1) for j in range(AROUND + 1)]  # OBJ: v runs up

    def corner(i, j):
        point = 0 if i == 0 else len(points) - 1 if i == ALONG else 1 + (i - 1) * AROUND + j % AROUND
        return "%d/%d" % (point + 1, i * (AROUND + 1) + j + 1)

    for i in range(ALONG):
        for j in range(AROUND):
            ring = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)]
            faces.append([corner(*c) for c in ring if not (c == (0, j + 1) or c == (ALONG, j + 1))])
    with open(os.path.join(HERE, name), "w") as out:
        out.writelines("v %.6f %.6f %.6f\n" % p for p in points)
        out.writelines("vt %.6f %.6f\n" % t for t in uvs)
        out.writelines("f %s\n" % " ".join(f) for f in faces)


noise = [clouds(seed) for seed in (1, 2, 3)]
egg("egg.obj")
png("damping.png", lambda s, u, v: texel(damping=mix(0.15, 0.01, s)))
png("mass.png", lambda s, u, v: texel(mass=mix(0.004, 0.03, s), stiffness=6, damping=0.05))
png("stiffness.png", lambda s, u, v: texel(stiffness=log_mix(40, 1.8, s), damping=0.05))
png("all.png", lambda s, u, v: texel(mix(0.004, 0.015, s), log_mix(40, 2.5, s), mix(0.12, 0.04, s)))
png("random.png", lambda s, u, v: texel(mix(0.005, 0.015, noise[0](u, v)), mix(2, 10, noise[1](u, v)),
                                        mix(0.02, 0.08, noise[2](u, v))))
