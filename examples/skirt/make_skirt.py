#!/usr/bin/env python3
"""Makes skirt.ply, a skirt around the hips of ../backpack/walker.glb as it stands at rest.

    python3 make_skirt.py skirt.ply

The vertex attribute `loose` is 0 at the waist and grows to 1 at the hem.
"""

import math
import sys

RINGS, AROUND = 24, 72
WAIST, HEM = (1.00, 0.168, 0.128), (0.46, 0.33, 0.30)  # height, half width, half depth

points, faces = [], []
for r in range(RINGS + 1):
    share = r / RINGS
    y, wide, deep = (a + (b - a) * share for a, b in zip(WAIST, HEM))
    for i in range(AROUND):
        angle = 2 * math.pi * i / AROUND
        # Folds that open towards the hem.
        fold = 1 + 0.05 * share * math.cos(9 * angle)
        points.append((wide * fold * math.cos(angle), y, deep * fold * math.sin(angle), max(0.0, (share - 0.08) / 0.92)))
for r in range(RINGS):
    for i in range(AROUND):
        a, b = r * AROUND + i, r * AROUND + (i + 1) % AROUND
        faces.append((a, b, b + AROUND, a + AROUND))

with open(sys.argv[1], "w") as out:
    out.write("ply\nformat ascii 1.0\nelement vertex %d\n" % len(points))
    out.write("".join("property float %s\n" % name for name in ("x", "y", "z", "loose")))
    out.write("element face %d\nproperty list uchar int vertex_indices\nend_header\n" % len(faces))
    out.writelines("%.5f %.5f %.5f %.4f\n" % p for p in points)
    out.writelines("4 %d %d %d %d\n" % f for f in faces)
