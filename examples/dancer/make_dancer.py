#!/usr/bin/env python3
"""Makes dancer.glb, the figure of the backpack with a clip in which it dances, and the two layers of its skirt.

    python3 make_dancer.py dancer.glb underskirt.obj skirt.obj
"""

import math
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "backpack"))
from make_walker import glb, make_mesh, turn  # noqa: E402

SECONDS = 4.0
KEYS = 160


def smooth(x):
    x = min(max(x, 0), 1)
    return x * x * (3 - 2 * x)


def bump(phase, middle, half):
    """From 0 to 1 and back, around a moment of the dance."""
    return smooth(1 - abs(phase - middle) / half)


def dance(phase):
    """It turns about itself twice, kicks with either leg, hops, and turns back."""
    beat = math.sin(2 * math.pi * 8 * phase)
    spin = 720 * (smooth(phase / 0.45) - smooth((phase - 0.55) / 0.4))
    left, right = bump(phase, 0.22, 0.1), bump(phase, 0.72, 0.1)
    squat = bump(phase, 0.5, 0.06)
    hop = bump(phase, 0.22, 0.07) + bump(phase, 0.72, 0.07)
    sway = math.sin(2 * math.pi * 4 * phase)
    pose = {"Hips": turn(y=spin, z=5 * sway), "Spine": turn(z=-5 * sway), "Chest": turn(x=3 * beat, z=-4 * sway),
            "Head": turn(y=8 * sway)}
    for side, kick, sign in (("L", left, 1), ("R", right, -1)):
        step = max(0, sign * sway) * (1 - kick) * (1 - squat)
        thigh = -78 * kick - 26 * step - 35 * squat
        knee = 12 * kick + 48 * step + 70 * squat
        pose["Thigh." + side] = turn(x=thigh, z=sign * (4 + 10 * kick))
        pose["Shin." + side] = turn(x=knee)
        pose["Foot." + side] = turn(x=35 * kick - (thigh + knee) * 0.6 * (1 - kick))
        pose["UpperArm." + side] = turn(x=14 * sway, z=sign * (76 + 22 * sway))
        pose["LowerArm." + side] = turn(z=sign * (22 - 18 * sway))
    return pose, (0.03 * sway, 0.02 * beat - 0.16 * squat + 0.07 * hop, 0)


def skirt(waist, hem, radius, wide, around, rings):
    points, faces = [], []
    for r in range(rings + 1):
        share = r / rings
        size = radius + (wide - radius) * share
        for a in range(around):
            angle = 2 * math.pi * a / around
            points.append((size * math.cos(angle), waist + (hem - waist) * share, size * math.sin(angle)))
    for r in range(rings):
        for a in range(around):
            i, j = r * around + a + 1, r * around + (a + 1) % around + 1
            faces.append((i, j, j + around, i + around))
    return ("".join("v %.4f %.4f %.4f\n" % p for p in points) + "".join("f %d %d %d %d\n" % f for f in faces))


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as out:
        out.write(glb(make_mesh(), "Dancer", "Dance", dance, SECONDS, KEYS))
    with open(sys.argv[2], "w") as out:
        out.write(skirt(1.02, 0.46, 0.155, 0.50, 96, 28))
    with open(sys.argv[3], "w") as out:
        out.write(skirt(1.02, 0.60, 0.170, 0.50, 96, 22))
