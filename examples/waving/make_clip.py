#!/usr/bin/env python3
"""An animated mesh of an octopus that curls and waves its arms: reads the mesh (.obj) and writes a point cache (.pc2), to
which `pliant solve` fits the lattice.

    pliant run scene.json --set bodies.ollie.guide.keyframes=[] --set bodies.ollie.position=[0,0,0] --frames 1 \
        --record obj -o octopus
    python3 make_clip.py octopus/ollie/0000.obj wave.pc2
    pliant solve wave.pc2 --mesh octopus/ollie/0000.obj --spacing 0.075 --fps 20 --every 5 -o wave.txt
"""

import math
import struct
import sys

FRAMES = 41


def posed(point, phase):
    """Arms roll upwards, each a little after its neighbour, and sway; the head stays."""
    x, y, z = point
    angle, far = math.atan2(z, x), math.hypot(x, z)
    bent = max(0.0, far - 0.18)  # along an arm, from where it leaves the body
    curl = 2.6 * (0.5 + 0.5 * math.sin(phase + 3 * angle))  # [rad/m]
    turn = curl * bent
    along = math.sin(turn) / curl if curl > 1e-6 else bent
    up = (1 - math.cos(turn)) / curl if curl > 1e-6 else 0.0
    if far > 0.18:
        height = y + 0.29  # over the middle of the arm
        far, y = 0.18 + along - height * math.sin(turn), y - height + up + height * math.cos(turn)
    sway = 0.5 * bent * math.cos(phase + 2 * angle)
    return far * math.cos(angle) - sway * math.sin(angle), y, far * math.sin(angle) + sway * math.cos(angle)


def main(mesh, cache):
    points = [tuple(float(n) for n in line.split()[1:4]) for line in open(mesh) if line.startswith("v ")]
    with open(cache, "wb") as out:
        out.write(struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(points), 0.0, 1.0, FRAMES))
        for frame in range(FRAMES):
            for point in points:
                out.write(struct.pack("<3f", *posed(point, 2 * math.pi * frame / (FRAMES - 1))))


main(*sys.argv[1:3])
