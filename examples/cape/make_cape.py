#!/usr/bin/env python3
"""Makes cape.obj, a cape that lies around the back of the walker of the backpack.

    python3 make_cape.py cape.obj
"""

import math
import sys

ROWS, COLUMNS, HALF_ANGLE = 44, 36, math.radians(80)


def cape():
    points, faces = [], []
    for r in range(ROWS + 1):
        t = r / ROWS
        for c in range(COLUMNS + 1):
            angle = HALF_ANGLE * (2 * c / COLUMNS - 1)
            points.append(((0.13 + 0.17 * t) * math.sin(angle) / math.sin(HALF_ANGLE), 1.44 - 1.0 * t,
                           -0.075 - (0.07 + 0.2 * t) * math.cos(angle)))
    for r in range(ROWS):
        for c in range(COLUMNS):
            i = r * (COLUMNS + 1) + c + 1
            faces.append((i, i + 1, i + COLUMNS + 2, i + COLUMNS + 1))
    return "".join("v %.4f %.4f %.4f\n" % p for p in points) + "".join("f %d %d %d %d\n" % f for f in faces)


with open(sys.argv[1], "w") as out:
    out.write(cape())
