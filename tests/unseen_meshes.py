#!/usr/bin/env python3
"""unseen_meshes.py PLIANT FOLDER [NAME ...]: forty meshes as newcomers bring them, each simulated without any option.

Writes the meshes, pictures of frames 0, 45 and 300 of each, and contact sheets FOLDER/sheet_*.png to look at. Fails
where a command fails, where a mesh of a solid thing becomes cloth or the other way round, and where after five seconds a
body lies below the floor, has flown off, or is not a number.
"""
import json
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np

FRAMES = (0, 45, 300)


def revolve(profile, n=28, fine=10):
    """A curve of (radius, height) turned round y: open where it does not begin or end on the axis."""
    p = np.array(profile, float)
    t = np.linspace(0, len(p) - 1, fine * (len(p) - 1) + 1)
    rows = np.stack([np.interp(t, range(len(p)), p[:, k]) for k in (0, 1)], 1)
    angle = 2 * np.pi * np.arange(n) / n
    points = np.array([(r * np.cos(a), y, r * np.sin(a)) for r, y in rows for a in angle])
    faces = [(i * n + k, (i + 1) * n + k, (i + 1) * n + (k + 1) % n, i * n + (k + 1) % n)
             for i in range(len(rows) - 1) for k in range(n)]
    return points, faces


def grid(width, depth, n, height=lambda x, z: 0 * x):
    x, z = np.meshgrid(np.linspace(-width / 2, width / 2, n), np.linspace(-depth / 2, depth / 2, n))
    points = np.stack([x, height(x, z), z], -1).reshape(-1, 3)
    faces = [(i * n + k, (i + 1) * n + k, (i + 1) * n + k + 1, i * n + k + 1) for i in range(n - 1) for k in range(n - 1)]
    return points, faces


def box(size, center=(0, 0, 0)):
    corners = np.array([(x, y, z) for z in (-.5, .5) for y in (-.5, .5) for x in (-.5, .5)]) * size + center
    return corners, [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def tube(path, radius, n=12, closed=False):
    """A tube along a path; its ends are closed unless it is a ring."""
    path = np.array(path, float)
    m = len(path)
    points = []
    up = np.array([0.31, 0.9, 0.2])
    for i in range(m):
        ahead = path[(i + 1) % m] if closed or i + 1 < m else path[i]
        behind = path[i - 1] if closed or i > 0 else path[i]
        d = (ahead - behind) / np.linalg.norm(ahead - behind)
        a = np.cross(d, up)
        a /= np.linalg.norm(a)
        b = np.cross(d, a)
        up = -np.cross(d, a) if not closed else up
        r = radius(i / m) if callable(radius) else radius
        points += [path[i] + r * (np.cos(t) * a + np.sin(t) * b) for t in 2 * np.pi * np.arange(n) / n]
    rows = m if closed else m - 1
    faces = [((i % m) * n + k, (i % m) * n + (k + 1) % n, ((i + 1) % m) * n + (k + 1) % n, ((i + 1) % m) * n + k)
             for i in range(rows) for k in range(n)]
    if not closed:
        faces += [tuple(reversed(range(n))), tuple(range((m - 1) * n, m * n))]
    return np.array(points), faces


def ball(radius=0.5, n=28, bump=lambda d: 1 + 0 * d[:, 0], center=(0, 0, 0), scale=(1, 1, 1)):
    t = np.linspace(0, np.pi, n)
    points, faces = revolve([(np.sin(a), -np.cos(a)) for a in t], n, 1)
    d = points / np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-9)
    return d * (radius * bump(d))[:, None] * scale + center, faces


def merge(*parts):
    points, faces, start = [], [], 0
    for p, f in parts:
        points.append(p)
        faces += [tuple(i + start for i in face) for face in f]
        start += len(p)
    return np.concatenate(points), faces


def without(mesh, cut):
    points, faces = mesh
    return points, [f for f in faces if not cut(points[list(f)].mean(0))]


def moved(mesh, scale=1.0, offset=(0, 0, 0), turn=None):
    points = mesh[0] * scale
    if turn is not None:
        points = points @ np.array(turn, float).T
    return points + offset, mesh[1]


def soup(mesh):
    """Every face with corners of its own, none welded."""
    points = np.concatenate([mesh[0][list(f)] for f in mesh[1]])
    faces, at = [], 0
    for f in mesh[1]:
        faces.append(tuple(range(at, at + len(f))))
        at += len(f)
    return points, faces


def prism(outline, height):
    n = len(outline)
    points = np.array([(x, y, z) for z in (-height / 2, height / 2) for x, y in outline])
    faces = [(k, (k + 1) % n, n + (k + 1) % n, n + k) for k in range(n)]
    return points, faces + [tuple(reversed(range(n))), tuple(range(n, 2 * n))]


def figure(neck=True):
    """A person of overlapping parts, in metres; without neck the head is open below, as heads that wear a collar are."""
    limbs = [tube([(s * .1, .05, 0), (s * .11, .45, .02), (s * .1, .9, 0)], .07) for s in (1, -1)]
    arms = [tube([(s * .2, 1.4, 0), (s * .45, 1.2, 0), (s * .65, 1.0, .08)], .05) for s in (1, -1)]
    head = ball(.14, center=(0, 1.66, 0), scale=(1, 1.2, 1))
    if not neck:
        head = without(head, lambda p: p[1] < 1.56)
    return merge(*limbs, *arms, ball(.25, center=(0, 1.2, 0), scale=(.85, 1.5, .6)), head)


def animal():
    legs = [tube([(x, 0, z), (x, .2, z), (x * .9, .45, z * .9)], .06) for x in (.15, -.15) for z in (.3, -.3)]
    return merge(*legs, ball(.3, center=(0, .55, 0), scale=(.8, .75, 1.5)), ball(.17, center=(0, .8, .5)),
                 tube([(0, .6, -.4), (0, .75, -.6), (.1, .95, -.65)], .03))


def skinned(mesh, scale):
    """A .glb of a skinned mesh below an armature of another scale, lying on its back, as Mixamo's come."""
    points, faces = mesh
    triangles = np.array([(f[0], f[k], f[k + 1]) for f in faces for k in range(1, len(f) - 1)], np.uint32)
    stored = (points / scale)[:, [0, 2, 1]] * (1, -1, 1)  # z up, in the armature's unit
    stored = stored.astype(np.float32)
    joints = np.zeros((len(points), 4), np.uint8)
    weights = np.tile(np.array([1, 0, 0, 0], np.float32), (len(points), 1))
    inverse = np.eye(4, dtype=np.float32)
    s = scale
    turn = [-0.7071068, 0, 0, 0.7071068]
    world = np.array([[s, 0, 0, 0], [0, 0, s, 0], [0, -s, 0, 0], [0, 0, 0, 1]], np.float32)
    inverse = np.linalg.inv(world).astype(np.float32)
    # The bind pose is the mesh itself: joint times inverse bind is the armature's own transform.
    inverse = np.eye(4, dtype=np.float32)
    blocks = [stored.tobytes(), joints.tobytes(), weights.tobytes(), inverse.T.tobytes(), triangles.tobytes()]
    views, data = [], b""
    for b in blocks:
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(b)})
        data += b + b"\0" * (-len(b) % 4)
    kinds = [(5126, "VEC3"), (5121, "VEC4"), (5126, "VEC4"), (5126, "MAT4"), (5125, "SCALAR")]
    counts = [len(points), len(points), len(points), 1, triangles.size]
    accessors = [{"bufferView": i, "componentType": c, "type": t, "count": n} for i, ((c, t), n) in enumerate(zip(kinds, counts))]
    accessors[0]["min"], accessors[0]["max"] = stored.min(0).tolist(), stored.max(0).tolist()
    gltf = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": [{"name": "Armature", "rotation": turn, "scale": [s, s, s], "children": [1, 2]},
                      {"name": "Hips"}, {"name": "Body", "mesh": 0, "skin": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, "indices": 4}]}],
            "skins": [{"joints": [1], "inverseBindMatrices": 3}],
            "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data)}]}
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


def meshes():
    """name: (mesh, whether it is solid)"""
    noise = np.random.default_rng(7)
    waves = noise.normal(size=(12, 3)) * 4
    lumpy = lambda d: 1 + 0.06 * np.sin(d @ waves.T).sum(1)
    spikes = lambda d: 1 + 0.6 * np.maximum(0, np.cos(6 * np.arctan2(d[:, 2], d[:, 0])) * (1 - d[:, 1] ** 2)) ** 4
    turn = 2 * np.pi * np.arange(160) / 160
    knot = np.stack([np.sin(turn) + 2 * np.sin(2 * turn), np.cos(turn) - 2 * np.cos(2 * turn), -np.sin(3 * turn)], 1) * .2
    star = [(r * np.sin(a), r * np.cos(a)) for r, a in zip([.5, .22] * 5, np.arange(10) * np.pi / 5)]
    gear = [(r * np.sin(a), r * np.cos(a)) for r, a in zip([.5, .5, .4, .4] * 12, np.arange(48) * np.pi / 24)]
    upright = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # y-up to z-up data
    trunk = tube([(0, 0, 0), (.02, .5, 0), (0, 1, .03)], .08)
    leaves = [moved(grid(.3, .2, 5), offset=(.3 * np.cos(a), 1 + .1 * np.sin(3 * a), .3 * np.sin(a))) for a in range(6)]
    ring = np.stack([np.cos(turn), 0 * turn, np.sin(turn)], 1)
    u = np.linspace(0, 2 * np.pi, 61)
    band = np.array([((1 + w * np.cos(a / 2)) * np.cos(a), w * np.sin(a / 2), (1 + w * np.cos(a / 2)) * np.sin(a))
                     for a in u for w in np.linspace(-.25, .25, 6)]) * .5
    band_faces = [(i * 6 + k, (i + 1) * 6 + k, (i + 1) * 6 + k + 1, i * 6 + k + 1) for i in range(60) for k in range(5)]
    sheet = grid(1, 1, 31)
    chair = merge(box((.45, .05, .45), (0, .45, 0)), box((.45, .5, .05), (0, .7, -.2)),
                  *[box((.05, .45, .05), (x, .225, z)) for x in (.2, -.2) for z in (.2, -.2)])
    return {
        "ball with a hole": (without(ball(), lambda p: p[1] < -.42), True),
        "scan": (without(ball(.1, 60, lumpy), lambda p: p[1] < -.075), True),
        "torus": (tube(ring * .4, .15, 20, True), True),
        "knot": (tube(knot, .09, 12, True), True),
        "star": (prism(star, .2), True),
        "gear": (prism(gear, .15), True),
        "chair": (chair, True),
        "bottle": (revolve([(0, 0), (.16, 0), (.16, .4), (.05, .52), (.05, .64)]), True),
        "vase": (revolve([(0, 0), (.2, 0), (.3, .3), (.1, .6), (.14, .66)]), True),
        "bowl": (revolve([(0, 0), (.25, .05), (.4, .25)]), False),
        "hat": (revolve([(.3, 0), (.15, .02), (.13, .2), (0, .22)]), False),
        "dress": (revolve([(.4, 0), (.15, .9), (.18, 1.2), (.1, 1.35)]), False),
        "shirt": (merge(revolve([(.24, 0), (.24, .6), (.09, .72)]),
                        *[moved(revolve([(.09, 0), (.08, .3)]), offset=(s * .2, .5, 0), turn=[[0, s, 0], [-s, 0, 0], [0, 0, 1]])
                          for s in (1, -1)]), False),
        "lying sheet": (sheet, False),
        "standing sheet": (moved(sheet, turn=upright), False),
        "tilted sheet": (moved(sheet, turn=[[.8, -.6, 0], [.6, .8, 0], [0, 0, 1]]), False),
        "wavy sheet": (grid(1.2, .8, 41, lambda x, z: .06 * np.sin(9 * x) * np.cos(7 * z)), False),
        "disc": (revolve([(0, 0), (.5, 0)], 40), False),
        "moebius": ((band, band_faces), False),
        "two layers": (merge(sheet, moved(sheet, offset=(0, 1e-5, 0))), False),
        "board": (box((.8, .03, .5)), True),
        "rod": (tube([(0, 0, x) for x in np.linspace(-.6, .6, 12)], .025), True),
        "thin ring": (tube(ring * .5, .03, 10, True), True),
        "tiny": (moved(animal(), .004), True),
        "in centimetres": (moved(figure(), 100), True),
        "in millimetres": (moved(animal(), 1000), True),
        "huge": (moved(chair, 60), True),
        "huge sheet": (moved(sheet, 40), False),
        "off centre": (moved(ball(.3, 28, lumpy), offset=(100, 3, -40)), True),
        "below the origin": (moved(animal(), offset=(0, -5, 0)), True),
        "z up": (moved(figure(), turn=upright), True),
        "inside out": ((ball()[0], [tuple(reversed(f)) for f in ball()[1]]), True),
        "soup": (soup(ball(.4, 24, lumpy)), True),
        "person": (figure(), True),
        "open neck": (figure(False), True),
        "animal": (animal(), True),
        "spiky": (ball(.3, 40, spikes), True),
        "tree": (merge(trunk, *leaves), None),  # both at once
        "quads": (box((.4, .3, .5)), True),
        "skinned": (skinned(figure(), .01), True),
    }


def write_obj(path, mesh):
    lines = ["v %.9g %.9g %.9g" % tuple(p) for p in mesh[0]]
    lines += ["f " + " ".join(str(i + 1) for i in f) for f in mesh[1]]
    path.write_text("\n".join(lines) + "\n")


def run(command, limit=600):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=limit)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done


def try_mesh(pliant, folder, name, mesh, solid):
    """Simulates it with no option; a list of what is wrong, and what the command said."""
    stem = name.replace(" ", "_")
    path = folder / (stem + (".glb" if isinstance(mesh, bytes) else ".obj"))
    if isinstance(mesh, bytes):
        path.write_bytes(mesh)
    else:
        write_obj(path, mesh)
    said = run([pliant, "run", path, "-o", folder / stem, "--record", "obj", "--frames", FRAMES[-1]]).stderr
    wrong = []
    if solid is not None and ("kind cloth" in said) == solid:
        wrong.append("a solid thing became cloth" if solid else "a sheet became solid")
    size = None
    for frame in FRAMES:
        text = (folder / stem / stem / f"{frame:04d}.obj").read_text()
        points = np.array([line.split()[1:4] for line in text.splitlines() if line.startswith("v ")], float)
        used = {int(corner.split("/")[0]) for line in text.splitlines() if line.startswith("f ")
                for corner in line.split()[1:]}
        points = points[sorted(i - 1 for i in used)]
        if not np.isfinite(points).all():
            wrong.append(f"not a number at frame {frame}")
            continue
        low, high = points.min(0), points.max(0)
        if frame == 0:
            size = (high - low).max()
            if not 0.02 <= size <= 5:
                wrong.append(f"{size:.3g} m large")
            if low[1] <= 0:
                wrong.append(f"begins {-low[1]:.3g} m below the floor")
        else:
            if low[1] < -0.01 * size:
                wrong.append(f"{-low[1] / size:.3f} of its size below the floor at frame {frame}")
            if np.abs((low + high) / 2)[[0, 2]].max() > 3 * size:
                wrong.append(f"far away at frame {frame}")
    run([pliant, "render", path, "-o", folder / stem / "%04d.png", "--fps", "4", "--size", "320x180", "--quiet"])
    return wrong, said


def contact_sheets(folder, names, rows=10):
    for page in range(0, len(names), rows):
        pictures = []
        for name in names[page:page + rows]:
            stem = name.replace(" ", "_")
            pictures += [folder / stem / f"{frame // 15:04d}.png" for frame in FRAMES]
        inputs = [a for p in pictures for a in ("-i", p)]
        label = lambda i: (names[page + i // 3] + (" %d" % FRAMES[i % 3])).replace(":", "")
        texts = "".join(f"[{i}]drawtext=text='{label(i)}':x=6:y=6:fontsize=15:fontcolor=black[t{i}];"
                        for i in range(len(pictures)))
        places = "|".join(f"{i % 3 * 320}_{i // 3 * 180}" for i in range(len(pictures)))
        stack = "".join(f"[t{i}]" for i in range(len(pictures))) + f"xstack=inputs={len(pictures)}:layout={places}"
        run(["ffmpeg", "-v", "error", "-y", *inputs, "-filter_complex", texts + stack, "-frames:v", 1,
             folder / f"sheet_{page // rows}.png"])


def main():
    pliant, folder, wanted = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    failures, shown = 0, []
    for name, (mesh, solid) in meshes().items():
        if wanted and name not in wanted:
            continue
        wrong, said = try_mesh(pliant, folder, name, mesh, solid)
        (folder / (name.replace(" ", "_") + ".txt")).write_text(said)
        shown.append(name)
        failures += bool(wrong)
        print(f"{name}: {'; '.join(wrong) or 'fine'}", flush=True)
    contact_sheets(folder, shown)
    print(f"{len(shown) - failures} passed, {failures} failed")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
