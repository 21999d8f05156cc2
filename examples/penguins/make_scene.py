#!/usr/bin/env python3
"""Writes scene.json: 150 penguins, three rows of pegs, a pen. Run it after changing a number here."""
import json
import random

random.seed(7)

COLUMNS, ROWS, LAYERS = 5, 3, 10
penguins = []
for layer in range(LAYERS):
    for row in range(ROWS):
        for column in range(COLUMNS):
            penguins.append({
                "position": [round((column - (COLUMNS - 1) / 2) * 0.85 + random.uniform(-0.1, 0.1), 3),
                             round(6.0 + layer * 0.75, 3),
                             round((row - (ROWS - 1) / 2) * 0.6 + random.uniform(-0.05, 0.05), 3)],
                "rotation": [random.randint(-40, 40), random.randint(0, 359), random.randint(-40, 40)]})

colliders = {
    "floor": {"shape": "plane"},
    "left": {"shape": "box", "size": [0.2, 16, 3], "position": [-2.9, 8, 0], "friction": 0.1,
             "look": "glass"},
    "right": {"shape": "box", "size": [0.2, 16, 3], "position": [2.9, 8, 0], "friction": 0.1,
              "look": "glass"},
    "back": {"shape": "box", "size": [6, 16, 0.2], "position": [0, 8, -1.2], "friction": 0.1},
    "front": {"shape": "box", "size": [6, 16, 0.2], "position": [0, 8, 1.2], "friction": 0.1,
              "look": "glass"},
}
number = 0
for row, height in enumerate([4.8, 3.8, 2.8]):
    for column in range(4 if row % 2 == 0 else 3):
        number += 1
        colliders[f"peg {number}"] = {
            "shape": "capsule", "radius": 0.2, "height": 2.4, "rotation": [90, 0, 0], "friction": 0.2,
            "position": [round((column - (1.5 if row % 2 == 0 else 1.0)) * 1.5, 3), height, 0]}

scene = {
    "$schema": "../pliant.schema.json", "format": 1, "behaviour": 1,
    "note": "A hundred and fifty penguins of about 150 particles each fall through pegs into a pen.",
    "world": {"duration": 7},
    "assets": {"penguin": {"shape": "penguin", "detail": 14}},
    "bodies": {"penguin": {"asset": "penguin", "kind": "lattice", "spacing": 0.1, "youngs_modulus": 1.2e5,
                           "damping": 0.01, "density": 400, "friction": 0.25, "instances": penguins}},
    "colliders": colliders,
    "cameras": {"main": {"position": [2.6, 4.4, 12], "target": [0, 2.7, 0], "fov": 34}}}

lines = json.dumps(scene, indent=1)
with open(__file__.rsplit("/", 1)[0] + "/scene.json" if "/" in __file__ else "scene.json", "w") as out:
    out.write(lines + "\n")
