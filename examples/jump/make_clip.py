#!/usr/bin/env python3
"""Poses for the jump: reads the lattice (.rmb) and writes the clip (.txt) that scene.json follows.

    pliant run scene.json --set bodies.jumper.guide.keyframes=[] --set bodies.jumper.position=[0,0,0] --frames 1 \
        --record obj -o jelly
    pliant lattice jelly/jumper/0000.obj -o jump.rmb --spacing 0.15
    python3 make_clip.py jump.rmb jump.txt
"""

import sys


def tuples(lines, kind):
    return [tuple(kind(n) for n in line.split(",")) for line in lines]


def main(rmb, txt):
    lines = open(rmb).read().split()
    (spacing,) = tuples(lines[1:2], float)
    sites = tuples(lines[3:], int)
    low = [min(s[k] for s in sites) for k in range(3)]
    high = [max(s[k] for s in sites) for k in range(3)]

    # Frame, height and lean: it crouches, leaps, stretches, gathers itself and stands.
    poses = [(0, 1.0, 0.0), (10, 1.0, 0.0), (24, 0.6, 0.0), (28, 1.25, 0.0), (34, 1.1, 0.0), (42, 0.9, 0.0),
             (50, 1.0, 0.0), (60, 1.0, 0.0)]
    with open(txt, "w") as out:
        out.write("particle\nfps 30\ninterpolate 1\ndeclaration\n")
        out.write(" ".join("%d,%d,%d" % s for s in sites) + "\nframes\n")
        for frame, height, lean in poses:
            wide = height ** -0.5  # as much as it was
            out.write(str(frame))
            for s in sites:
                middle = [(low[k] + high[k]) / 2 * spacing[k] for k in range(3)]
                x, y, z = (s[k] * spacing[k] - middle[k] for k in range(3))
                up = (s[1] - low[1]) * spacing[1]
                out.write(" %.4f,%.4f,%.4f" % (middle[0] + x * wide + lean * up * up, low[1] * spacing[1] + up * height,
                                               middle[2] + z * wide))
            out.write("\n")


main(*sys.argv[1:3])
