"""Simulates an exported scene and fills the folder of its bake, from the beginning or from where it stopped. Knows
nothing of Blender, so a thread can do it while the window goes on."""
import json
import os

import numpy

from . import axes, cache


class Plan:
    """What an export tells of its objects: written once beside the scene."""

    def __init__(self, folder):
        with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
            self.data = json.load(file)
        arrays = cache.load(os.path.join(folder, "plan.npz"))
        self.to_local = {name: arrays[f"body {i}"] for i, name in enumerate(self.data["bodies"])}
        self.bodies = self.data["bodies"]    # scene's names, and what stands behind them
        self.rigid = self.data["rigid"]
        self.frames = self.data["frames"]
        self.unit = self.data["unit"]

    def local(self, name, frame, points):
        """Points of Pliant's world in the space of the object, in Blender's units."""
        matrices = self.to_local[name]
        m = matrices[min(frame, len(matrices) - 1)]
        return axes.to_blender(points, self.unit) @ m[:3, :3].T + m[:3, 3]


class Run:
    """One bake. `step()` goes on by one frame; after `stop()` or the last frame everything is on disk."""

    snapshot_seconds = 20  # how much work a crash may cost at most, beside snapshot_frames

    def __init__(self, engine, folder, threads=0, resume=True, snapshot_frames=25):
        self.engine, self.folder, self.snapshot_frames = engine, folder, max(1, snapshot_frames)
        self.plan = Plan(folder)
        self.fingerprint = cache.fingerprint(folder)
        state = cache.read_state(folder) if resume else None
        snapshot = os.path.join(folder, state["snapshot"]) if state else ""
        fits = bool(state and state["fingerprint"] == self.fingerprint and os.path.exists(snapshot))
        self.resumed_at = None
        if not fits:
            cache.clear(folder)
        self.world = engine.world(os.path.join(folder, "scene.json"), threads=threads)
        self.frame = -1  # the last that is written
        if fits:
            with open(snapshot, "rb") as file:
                self.world.restore(file.read())
            self.frame = self.resumed_at = state["saved"]
        self.saved = self.frame
        self._open(state if fits else {})
        if not fits:
            self._write()

    @property
    def frames(self):
        """The number of the last frame of the range; 0 is the start."""
        return self.plan.frames

    @property
    def done(self):
        return self.frame >= self.frames

    def step(self):
        self.world.step()
        self._write()

    def _open(self, state):
        bodies = self.world.bodies
        self.caches, self.torn, self.torn_from = {}, {}, dict(state.get("torn", {}))
        for name, body in self.plan.bodies.items():
            path = os.path.join(self.folder, body["file"] + ".pc2")
            first = self.torn_from.get(name)
            if first is not None and first > self.frame:  # that it tears was written, but not saved
                del self.torn_from[name]
                first = None
            kept = self.frame + 1 if first is None else first
            self.caches[name] = cache.PointCache(path, body["points"], kept)
            self.torn[name] = cache.TornMeshes(os.path.join(self.folder, body["file"] + ".torn"))
            self.torn[name].forget_after(self.frame)
        self.first_topology = state.get("topology") or {name: bodies[name].topology for name in self.plan.bodies
                                                        if name in bodies}
        self.poses = open(os.path.join(self.folder, "poses.f32"), "r+b" if self.frame >= 0 else "w+b")
        self.poses.truncate((self.frame + 1) * 28 * len(self.plan.rigid))

    def _write(self):
        self.frame += 1
        pieces = {}
        for name, body in self.world.bodies.items():
            pieces.setdefault(name.split(".")[0], []).append((name, body))
        for name in self.plan.bodies:
            self._write_body(name, pieces.get(name, []))
        if self.plan.rigid:
            colliders = self.world.colliders
            row = []
            for name in self.plan.rigid:
                found = colliders.get(name)
                row += [*found.position, *found.rotation] if found else [0, 0, 0, 0, 0, 0, 1]
            self.poses.seek(self.frame * 28 * len(self.plan.rigid))
            self.poses.write(numpy.array(row, dtype="<f4").tobytes())
        if self.done or (self.frame - self.saved) >= self.snapshot_frames:
            self.save()

    def _write_body(self, name, pieces):
        local = lambda points: self.plan.local(name, self.frame, points)
        whole = len(pieces) == 1 and pieces[0][0] == name and pieces[0][1].topology == self.first_topology[name]
        if whole and name not in self.torn_from:
            self.caches[name].add(local(pieces[0][1].points))
            return
        self.torn_from.setdefault(name, self.frame)
        if pieces:
            pieces.sort(key=lambda piece: [int(p) for p in piece[0].split(".")[1:]])
            self.torn[name].add(self.frame, pieces, local)

    def save(self):
        """All that is written so far is whole, and a later run goes on from here."""
        for each in self.caches.values():
            each.flush()
        self.poses.flush()
        os.fsync(self.poses.fileno())
        # Whenever the power goes, the caches hold at least what bake.json says, and its snapshot is there.
        snapshot = f"state_{self.frame:06d}.plsnap"
        cache.write_whole(os.path.join(self.folder, snapshot), self.world.save())
        self.saved = self.frame
        cache.write_state(self.folder, {
            "fingerprint": self.fingerprint, "snapshot": snapshot, "saved": self.frame, "frames": self.frames, "whole": self.done,
            "hash": f"{self.world.hash:016x}", "torn": self.torn_from, "topology": self.first_topology,
            "version": self.engine.__version__})
        for name in os.listdir(self.folder):
            if name.endswith(".plsnap") and name != snapshot:
                os.remove(os.path.join(self.folder, name))

    def close(self):
        if self.saved != self.frame:
            self.save()
        for each in self.caches.values():
            each.close()
        self.poses.close()
