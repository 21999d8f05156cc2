#!/usr/bin/env python3
"""Poses of an octopus that waves its arms: reads the lattice (.rmb) and writes the clip (.txt) that scene.json follows.

    pliant run scene.json --set bodies.ollie.guide.keyframes=[] --set bodies.ollie.position=[0,0,0] --frames 1 \
        --record obj -o octopus
    pliant lattice octopus/ollie/0000.obj -o wave.rmb --spacing 0.07
    python3 make_clip.py wave.rmb wave.txt
"""

import math
import sys


def tuples(lines, kind):
    return [tuple(kind(n) for n in line.split(",")) for line in lines]


def main(rmb, txt):
    lines = open(rmb).read().split()
    (spacing,) = tuples(lines[1:2], float)
    sites = tuples(lines[3:], int)
    low = [min(s[k] for s in sites) for k in range(3)]
    high = [max(s[k] for s in sites) for k in range(3)]
    middle = [(low[k] + high[k]) / 2 * spacing[k] for k in range(3)]

    with open(txt, "w") as out:
        out.write("particle\nfps 30\ninterpolate 1\ndeclaration\n")
        out.write(" ".join("%d,%d,%d" % s for s in sites) + "\nframes\n")
        for frame in range(0, 61, 10):
            phase = 2 * math.pi * frame / 60
            out.write(str(frame))
            for s in sites:
                x, y, z = (s[k] * spacing[k] for k in range(3))
                dx, dz = x - middle[0], z - middle[2]
                far = max(0.0, math.hypot(dx, dz) - 0.2)  # along an arm
                angle = math.atan2(dz, dx)
                up = 0.35 * far * (1 + math.sin(phase + 2 * angle))
                side = 0.25 * far * math.cos(phase + 3 * angle)
                out.write(" %.3f,%.3f,%.3f" % (x - side * math.sin(angle), y + up, z + side * math.cos(angle)))
            out.write("\n")


main(*sys.argv[1:3])
