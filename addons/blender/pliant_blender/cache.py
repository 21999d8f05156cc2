"""The folder of a bake: point caches, meshes of what has torn, poses of rigid bodies, and the state to resume from.
Knows nothing of Blender.

  scene.json, assets/, maps/, clips/   the scene, as it is exported
  plan.json, plan.npz                  names, and the matrices from Pliant's space to that of each object
  bake.json                            how far it is: frames that are whole, hash of the world
  state_N.plsnap                       the world after frame N, which bake.json names
  NAME.pc2                             points of a body, in the space of its object
  NAME.torn/                           meshes from the first tear on: topology_N.npz, frame_N.npz
  poses.f32                            places and rotations of rigid bodies, seven floats each
"""
import hashlib
import json
import os
import shutil
import struct

import numpy

from .gltf import write_whole

HEADER = struct.Struct("<12siiffi")


def safe(name):
    """A file name for any name."""
    kept = "".join(c if c.isalnum() or c in "-_ ." else "_" for c in name).strip(". ")
    return kept if kept == name and kept else f"{kept or 'body'}-{hashlib.sha1(name.encode()).hexdigest()[:6]}"


def fingerprint(folder):
    """Of everything that a scene is made of, but for how long it lasts."""
    digest = hashlib.sha256()
    with open(os.path.join(folder, "scene.json"), encoding="utf-8") as file:
        scene = json.load(file)
    scene.get("world", {}).pop("duration", None)
    digest.update(json.dumps(scene, sort_keys=True).encode())
    for part in ("assets", "maps", "clips"):
        at = os.path.join(folder, part)
        for name in sorted(os.listdir(at)) if os.path.isdir(at) else []:
            with open(os.path.join(at, name), "rb") as file:
                digest.update(name.encode() + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


class PointCache:
    """A PC2 that grows. Its head always tells of the frames that are whole when it was flushed."""

    def __init__(self, path, points, frames=0):
        self.path, self.points, self.frames = path, points, frames
        self.row = 12 * points
        if frames and os.path.exists(path) and os.path.getsize(path) >= HEADER.size + frames * self.row:
            self.file = open(path, "r+b")
            self.file.truncate(HEADER.size + frames * self.row)
        elif frames:
            raise ValueError(f"{path}: it has fewer than the {frames} frames that were baked")
        else:
            self.file = open(path, "w+b")
        self.flush()

    def add(self, points):
        self.file.seek(HEADER.size + self.frames * self.row)
        self.file.write(numpy.ascontiguousarray(points, dtype="<f4").tobytes())
        self.frames += 1

    def flush(self):
        self.file.seek(0)
        self.file.write(HEADER.pack(b"POINTCACHE2\0", 1, self.points, 0.0, 1.0, self.frames))
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self):
        self.flush()
        self.file.close()


def read_points(path):
    """All frames of a PC2: (frames, points, 3)."""
    with open(path, "rb") as file:
        _, _, points, _, _, frames = HEADER.unpack(file.read(HEADER.size))
        data = numpy.frombuffer(file.read(12 * points * frames), "<f4")
    return data.reshape(-1, points, 3)


def write_points(path, frames):
    """A PC2 of (frames, points, 3), whole or not at all."""
    frames = numpy.ascontiguousarray(frames, dtype="<f4")
    head = HEADER.pack(b"POINTCACHE2\0", 1, frames.shape[1], 0.0, 1.0, frames.shape[0])
    write_whole(path, head + frames.tobytes())


class TornMeshes:
    """Meshes of a body from the frame on in which it first differs from its file."""

    def __init__(self, folder):
        self.folder = folder
        self.known = {}

    def add(self, frame, pieces, to_local):
        os.makedirs(self.folder, exist_ok=True)
        key = tuple((name, body.topology) for name, body in pieces)
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = frame  # unique, and the same after a resume
            save(os.path.join(self.folder, f"topology_{number:06d}.npz"), **topology_of(pieces))
        points = numpy.concatenate([body.points for _, body in pieces])
        save(os.path.join(self.folder, f"frame_{frame:06d}.npz"), points=to_local(points).astype(numpy.float32),
             topology=numpy.array(number))

    def forget_after(self, frame):
        """Frames that are baked again; topologies that they began go with them."""
        if not os.path.isdir(self.folder):
            return
        for name in os.listdir(self.folder):
            number = int(name.split("_")[1].split(".")[0]) if name[:-4].rsplit("_", 1)[-1].isdigit() else -1
            if number > frame:
                os.remove(os.path.join(self.folder, name))


def topology_of(pieces):
    """Loops, materials and texture coordinates of several bodies as one mesh."""
    starts, corners, materials, uvs, owner = [], [], [], [], []
    points = corner_count = 0
    for number, (_, body) in enumerate(pieces):
        faces, uv = body.faces, body.uvs
        vertices = faces["vertices"].astype(numpy.int64)
        starts.append(faces["starts"][:-1].astype(numpy.int64) + corner_count)
        corners.append(faces["points"].astype(numpy.int64)[vertices] + points)
        materials.append(faces["materials"].astype(numpy.int32))
        if len(uv):
            turned = numpy.stack([uv[:, 0], 1 - uv[:, 1]], axis=1)
            uvs.append(turned[vertices])
        points += len(body.points)
        corner_count += len(vertices)
        owner.append(numpy.full(len(faces["materials"]), number, dtype=numpy.int32))
    corners = numpy.concatenate(corners)
    return {"starts": numpy.concatenate(starts), "corners": corners, "materials": numpy.concatenate(materials),
            "points": numpy.array(points), "piece": numpy.concatenate(owner),
            "uvs": numpy.concatenate(uvs).astype(numpy.float32) if len(uvs) == len(pieces) else numpy.zeros((0, 2))}


def save(path, **arrays):
    part = path + ".part"
    with open(part, "wb") as file:
        numpy.savez(file, **arrays)
    os.replace(part, path)


def load(path):
    with numpy.load(path) as file:
        return {name: file[name] for name in file.files}


def read_state(folder):
    """What bake.json says, or None where nothing was baked."""
    try:
        with open(os.path.join(folder, "bake.json"), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def write_state(folder, state):
    write_whole(os.path.join(folder, "bake.json"), (json.dumps(state, indent=1) + "\n").encode())


def clear(folder):
    """What was baked; the scene stays."""
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        path = os.path.join(folder, name)
        if name.endswith(".torn") and os.path.isdir(path):
            shutil.rmtree(path)
        elif name.endswith((".pc2", ".f32", ".plsnap", ".part")) or name == "bake.json":
            os.remove(path)
