#!/usr/bin/env python3
"""Makes hare.glb: a stout hare with a belly, cheeks and long ears, on the skeleton of the backpack's figure, that hops and sways.

    python3 make_hare.py hare.glb
"""

import math
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "backpack"))
import make_walker  # noqa: E402
from make_walker import Mesh, chain, glb, limb, mix, rounded, turn  # noqa: E402

make_walker.AROUND = 24
make_walker.COLORS.update(shirt=(0.42, 0.33, 0.26), skin=(0.62, 0.52, 0.42), trousers=(0.30, 0.23, 0.18))

SECONDS = 3.2
KEYS = 128


def egg(share):
    """How wide an egg is there, as a share of its width."""
    return math.sqrt(max(1 - (2 * share - 1) ** 2, 0.0004))


def hung(rings, forward):
    """The same rings with their middles moved forward by as much as a share of the way says."""
    last = len(rings) - 1
    return [((m[0], m[1], m[2] + forward(i / last)), wide, deep) for i, (m, wide, deep) in enumerate(rings)]


def make_mesh():
    mesh = Mesh()
    body = chain("Hips", "Spine", "Chest", blend=0.1)
    torso = rounded((0, 0.74, 0), (0, 1.52, 0), lambda s: (0.27 * egg(s) ** 0.8 * (1 - 0.25 * s), 0.25 * egg(s) ** 0.8 * (1 - 0.2 * s)), 34)
    mesh.tube("shirt", hung(torso, lambda s: 0.09 * math.exp(-((s - 0.33) / 0.22) ** 2)), body)
    head = chain("Head")
    mesh.tube("skin", rounded((0, 1.44, 0.03), (0, 1.80, 0.03), lambda s: (0.155 * egg(s), 0.165 * egg(s)), 22), head)
    for sign in (1, -1):
        mesh.tube("skin", rounded((0.085 * sign, 1.485, 0.12), (0.085 * sign, 1.615, 0.13), lambda s: (0.075 * egg(s), 0.075 * egg(s)), 12), head)
        ear = rounded((0.07 * sign, 1.74, 0.0), (0.12 * sign, 2.22, -0.03),
                      lambda s: (0.055 * egg(s) ** 0.7, 0.022 * egg(s) ** 0.7), 26)
        mesh.tube("shirt", ear, head)
    mesh.tube("trousers", rounded((0, 1.575, 0.205), (0, 1.625, 0.205), lambda s: (0.022 * egg(s), 0.018 * egg(s)), 6), head)
    for sign in (1, -1):
        mesh.tube("trousers", rounded((0.06 * sign, 1.645, 0.165), (0.06 * sign, 1.685, 0.165), lambda s: (0.017 * egg(s), 0.014 * egg(s)), 6), head)
    for side, sign in (("L", 1), ("R", -1)):
        shoulder, elbow, hand = (0.20 * sign, 1.40, 0), (0.235 * sign, 1.12, 0), (0.25 * sign, 0.82, 0.03)
        arm = chain("UpperArm." + side, "LowerArm." + side)
        mesh.tube("shirt", rounded(shoulder, mix(elbow, hand, 0.9), limb(0.075, 0.055, 0.55), 20), arm)
        mesh.tube("skin", rounded(mix(elbow, hand, 0.75), mix(elbow, hand, 1.12), lambda s: (0.065 * egg(s), 0.065 * egg(s)), 10), arm)
        leg = chain("Thigh." + side, "Shin." + side, "Foot." + side, blend=0.07)
        mesh.tube("shirt", rounded((0.12 * sign, 0.98, 0), (0.105 * sign, 0.06, 0), limb(0.135, 0.065, 0.92), 26), leg)
        sole = [((0.11 * sign, 0.02 + 0.03 * k, 0.08), 0.065 * w, 0.18 * w) for k, w in
                ((0, 0.02), (0.01, 0.9), (0.6, 1), (1.6, 0.85), (2.3, 0.5), (2.4, 0.02))]
        mesh.tube("skin", sole, chain("Foot." + side))
    return mesh


def dance(phase):
    """Four hops, swaying from side to side, and a stamp with either foot."""
    beat = 4 * phase
    hop = max(0, math.sin(2 * math.pi * beat)) ** 1.5
    squat = max(0, -math.sin(2 * math.pi * beat)) ** 2
    sway = math.sin(2 * math.pi * 2 * phase)
    pose = {"Hips": turn(y=24 * sway, z=6 * sway), "Spine": turn(x=4 * squat, z=-5 * sway),
            "Chest": turn(y=-10 * sway, z=-4 * sway), "Head": turn(x=-6 * squat, y=-12 * sway, z=5 * sway)}
    for side, sign in (("L", 1), ("R", -1)):
        lift = hop * max(0, sign * sway)
        thigh, knee = -34 * squat - 40 * lift, 62 * squat + 55 * lift
        pose["Thigh." + side] = turn(x=thigh, z=sign * 5)
        pose["Shin." + side] = turn(x=knee)
        pose["Foot." + side] = turn(x=-(thigh + knee))
        pose["UpperArm." + side] = turn(x=-20 * hop, z=sign * (28 + 40 * hop + 14 * sign * sway))
        pose["LowerArm." + side] = turn(x=-40 - 30 * hop)
    return pose, (0.04 * sway, 0.16 * hop - 0.10 * squat, 0)


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as out:
        out.write(glb(make_mesh(), "Hare", "Dance", dance, SECONDS, KEYS))
