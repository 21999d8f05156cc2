# The parts of the Blender add-on that know nothing of Blender: tables, axes, files, and the run behind a bake.
import json
import os
import sys
import tempfile
import unittest

import numpy as np
import pliant

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "addons", "blender"))
from pliant_blender import axes, cache, engine, gltf, images, reports, run, shapes, tables


def sheet(n=6):
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, n), np.linspace(-0.5, 0.5, n))
    points = np.stack([x.ravel(), np.zeros(n * n), y.ravel()], axis=1)
    i = np.arange(n * n).reshape(n, n)
    a, b, c, d = i[:-1, :-1].ravel(), i[:-1, 1:].ravel(), i[1:, 1:].ravel(), i[1:, :-1].ravel()
    return points, np.concatenate([np.stack([a, c, b], 1), np.stack([a, d, c], 1)])


def write_scene(folder, frames, tear=None):
    """As an export leaves it: two bodies and a rigid box above a floor."""
    os.makedirs(os.path.join(folder, "assets"), exist_ok=True)
    points, triangles = sheet()
    gltf.write(os.path.join(folder, "assets", "sheet.glb"), gltf.Body("sheet", points, triangles))
    scene = {"world": {"rate": 24, "substeps": 10, "duration": frames / 24},
             "assets": {"sheet": {"file": "assets/sheet.glb"}, "ball": {"shape": "sphere", "size": [0.3, 0.3, 0.3], "detail": 8}},
             "bodies": {"sheet": {"asset": "sheet", "kind": "cloth", "position": [0, 0.6, 0]},
                        "ball": {"asset": "ball", "spacing": 0.05, "position": [0, 0.2, 0]}},
             "colliders": {"floor": {}, "box": {"shape": "box", "size": [0.1, 0.1, 0.1], "motion": "dynamic",
                                                "position": [0, 1, 0]}}}
    if tear:
        scene["bodies"]["ball"]["tear"] = tear
    with open(os.path.join(folder, "scene.json"), "w") as file:
        json.dump(scene, file)
    ball = pliant.world(os.path.join(folder, "scene.json")).bodies["ball"]
    bodies = {"sheet": {"file": "sheet", "points": len(points)}, "ball": {"file": "ball", "points": len(ball.points)}}
    with open(os.path.join(folder, "plan.json"), "w") as file:
        json.dump({"bodies": bodies, "rigid": ["box"], "frames": frames, "unit": 1.0}, file)
    cache.save(os.path.join(folder, "plan.npz"), **{"body 0": np.eye(4)[None], "body 1": np.eye(4)[None]})


def content(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith((".pc2", ".f32", ".plsnap")) or name == "bake.json":
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
    return found


class Tables(unittest.TestCase):
    def test_every_parameter_has_a_property(self):
        found = tables.read(pliant.tables())
        self.assertGreaterEqual(len(tables.kinds(found)), 4)
        for table in found.values():
            ids = [p.id for p in table.shown()]
            self.assertEqual(len(ids), len(set(ids)), table.name)
            for parameter in table.shown():
                self.assertTrue(parameter.id.isidentifier(), parameter.name)
                self.assertLess(len(parameter.id) + 4, 64)  # Blender's names end there
                value = tables.plain(parameter, parameter.first_value())
                if parameter.has_default and parameter.default is not None:
                    self.assertTrue(tables.same(parameter, value), parameter)

    def test_what_blender_says_itself_is_there_to_be_said(self):
        found = tables.read(pliant.tables())
        for table, names in tables.OF_BLENDER.items():
            for name in names:
                self.assertIsNotNone(found[table].find(name), f"{table}.{name} is hidden, and is no parameter any more")

    def test_numbers_are_short(self):
        self.assertEqual(tables.number(np.float32(0.1)), 0.1)
        self.assertEqual(tables.number(np.float32(5e-5)), 5e-5)
        self.assertEqual(json.dumps(tables.number(np.float32(30000))), "30000")
        for value in np.float32([1 / 3, 1e-20, 123456.789]):
            self.assertEqual(np.float32(tables.number(value)), value)

    def test_groups_of_a_scene(self):
        made = {}
        tables.put(made, "sleep.speed", 0.1)
        tables.put(made, "sleep.enabled", False)
        self.assertEqual(made, {"sleep": {"speed": 0.1, "enabled": False}})
        body = tables.read(pliant.tables())["body"]
        rows = [(p.name, v) for p, v in tables.flatten(body, {"sleep": False, "tear": {"stretch": 0.2}, "friction": 1})]
        self.assertEqual(rows, [("sleep.enabled", False), ("tear.stretch", 0.2), ("friction", 1)])


class Axes(unittest.TestCase):
    def test_there_and_back(self):
        points = np.random.default_rng(1).normal(size=(20, 3))
        np.testing.assert_allclose(axes.to_blender(axes.to_pliant(points, 0.01), 0.01), points, atol=1e-12)
        np.testing.assert_allclose(axes.to_pliant([[0, 0, 1]]), [[0, 1, 0]])

    def test_turns_in_degrees(self):
        random = np.random.default_rng(2)
        near = None
        for _ in range(200):
            turns = random.uniform(-400, 400, 3)
            matrix = axes.rotation_of_degrees(turns)
            near = axes.degrees_of(matrix, near)
            np.testing.assert_allclose(axes.rotation_of_degrees(near), matrix, atol=1e-9)
        for y in (90, -90):  # where two of the axes fall together
            matrix = axes.rotation_of_degrees([30, y, 20])
            np.testing.assert_allclose(axes.rotation_of_degrees(axes.degrees_of(matrix)), matrix, atol=1e-6)

    def test_matrices_are_split(self):
        random = np.random.default_rng(3)
        for mirror in (1, -1):
            matrix = np.eye(4)
            matrix[:3, :3] = axes.rotation_of_degrees([10, 20, 30]) @ np.diag([mirror * 2, 0.5, 1]) + \
                0.05 * random.normal(size=(3, 3))
            place, rotation, left = axes.split(matrix)
            np.testing.assert_allclose(rotation @ left, matrix[:3, :3], atol=1e-9)
            self.assertAlmostEqual(np.linalg.det(rotation), 1)
            self.assertEqual(np.sign(np.linalg.det(left)), mirror)
        matrix[:3, 1] = 0
        with self.assertRaisesRegex(ValueError, "zero along an axis"):
            axes.split(matrix)


class Files(unittest.TestCase):
    def test_glb_keeps_points_materials_and_paint(self):
        points, triangles = sheet()
        random = np.random.default_rng(4)
        paint = random.uniform(size=len(points)).astype(np.float32)
        uvs = random.uniform(size=(triangles.size, 2)).astype(np.float32)  # a seam at every corner
        materials = np.arange(len(triangles)) % 2
        made = [{"name": n, "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}} for n in ("a", "b")]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sheet.glb")
            gltf.write(path, gltf.Body("sheet", points, triangles, uvs, materials, made, {"soft side": paint},
                                       {"up": points + [0, 0.1, 0]}))
            np.testing.assert_array_equal(gltf.read_attributes(path)["soft side"], paint)
            world = pliant.World()
            body = world.add_body("b", pliant.cook(pliant.load(path), "jiggle"),
                                  stiffness={"attribute": "soft side", "low": 1, "high": 5})
            np.testing.assert_allclose(body.points, points, atol=1e-7)
            self.assertEqual([m["name"] for m in body.materials], ["a", "b"])
            self.assertEqual(sorted(body.faces["materials"].tolist()), sorted(materials.tolist()))
            with open(path, "rb") as file:
                before = os.stat(path).st_mtime_ns, file.read()
            gltf.write(path, gltf.Body("sheet", points, triangles, uvs, materials, made, {"soft side": paint},
                                       {"up": points + [0, 0.1, 0]}))
            with open(path, "rb") as file:
                self.assertEqual((os.stat(path).st_mtime_ns, file.read()), before)  # the same bytes, not written again

    def test_png_is_read_as_it_was_painted(self):
        pixels = np.random.default_rng(5).uniform(size=(4, 4, 4))
        points, triangles = sheet(4)
        uvs = np.stack([points[:, 0] + 0.5, points[:, 2] + 0.5], axis=1)
        for bits in (8, 16):
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "map.png"), "wb") as file:
                    file.write(images.png_bytes(pixels, bits))
                gltf.write(os.path.join(folder, "s.glb"), gltf.Body("s", points, triangles, uvs[triangles.ravel()]))
                with open(os.path.join(folder, "s.json"), "w") as file:
                    json.dump({"assets": {"s": {"file": "s.glb"}}, "bodies": {"s": {
                        "asset": "s", "kind": "cloth", "stretch_stiffness": {"map": "map.png", "channel": "g", "low": 1e3,
                                                                             "high": 5e3}}}}, file)
                pliant.inspect(os.path.join(folder, "s.json"))

    def test_names_of_files(self):
        self.assertEqual(cache.safe("Cube.001"), "Cube.001")
        names = ["a/b", "a:b", "..", "", "x" * 20, "ü"]
        made = [cache.safe(n) for n in names]
        self.assertEqual(len(set(made)), len(names))
        for each in made:
            self.assertNotIn("/", each)
            self.assertTrue(each.strip("."))

    def test_shapes_are_closed(self):
        for points, faces in (shapes.box([1, 2, 3]), shapes.sphere(1), shapes.capsule(0.2, 1)):
            count = {}
            for face in faces:
                for a, b in zip(face, face[1:] + face[:1]):
                    count[a, b] = count.get((a, b), 0) + 1
            self.assertEqual(set(count.values()), {1})
            self.assertTrue(all((b, a) in count for a, b in count))
            volume = sum(np.dot(points[f[0]], np.cross(points[f[i]], points[f[i + 1]])) for f in faces
                         for i in range(1, len(f) - 1))
            self.assertGreater(volume, 0)

    def test_sentences_name_their_objects(self):
        names = {"Ball_001": "Ball.001", "Sheet": "Sheet"}
        self.assertEqual(reports.objects_in("scene.json:3: bodies.Ball_001.spacing: found -1", names), ["Ball.001"])
        self.assertEqual(str(reports.Trouble("it is empty", "Ball")), "Ball: it is empty")


class Runs(unittest.TestCase):
    def bake(self, folder, stop=None, resume=True):
        made = run.Run(pliant, folder, threads=1, resume=resume, snapshot_frames=5)
        while not made.done and (stop is None or made.frame < stop):
            made.step()
        return made

    def test_stopped_or_killed_it_ends_in_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            write_scene(folder, 22)
            whole = self.bake(folder)
            whole.close()
            expected = content(folder)
            self.assertEqual(cache.read_state(folder)["hash"], f"{whole.world.hash:016x}")
            self.assertEqual(cache.read_points(os.path.join(folder, "ball.pc2")).shape[0], 23)
            for stop, ends in ((7, True), (13, False), (21, False), (1, True)):
                with self.subTest(stop=stop, ends=ends):
                    cache.clear(folder)
                    first = self.bake(folder, stop)
                    if ends:
                        first.close()  # otherwise as if it were killed: what was not saved is garbage
                    else:
                        for each in first.caches.values():
                            each.file.flush()
                        first.poses.flush()
                    second = self.bake(folder)
                    second.close()
                    self.assertEqual(content(folder), expected)
                    self.assertTrue(second.resumed_at is not None)

    def test_a_bake_of_something_else_begins_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            write_scene(folder, 8)
            self.bake(folder).close()
            write_scene(folder, 12)  # longer: goes on
            longer = self.bake(folder)
            longer.close()
            self.assertEqual(longer.resumed_at, 8)
            with open(os.path.join(folder, "scene.json")) as file:
                scene = json.load(file)
            scene["bodies"]["ball"]["friction"] = 0.1
            with open(os.path.join(folder, "scene.json"), "w") as file:
                json.dump(scene, file)
            other = self.bake(folder)
            other.close()
            self.assertIsNone(other.resumed_at)

    def test_damaged_state_is_not_trusted(self):
        with tempfile.TemporaryDirectory() as folder:
            write_scene(folder, 6)
            self.bake(folder, 3).close()
            with open(os.path.join(folder, "bake.json"), "w") as file:
                file.write("{ nonsense")
            again = self.bake(folder)
            again.close()
            self.assertIsNone(again.resumed_at)
            self.assertTrue(cache.read_state(folder)["whole"])

    def test_what_tears_becomes_meshes(self):
        with tempfile.TemporaryDirectory() as folder:
            write_scene(folder, 20, {"stretch": 0.01, "squash": 0.02, "max_pieces": 8})
            self.bake(folder, 9).close()
            self.bake(folder).close()
            state = cache.read_state(folder)
            self.assertIn("ball", state["torn"])
            first = state["torn"]["ball"]
            self.assertEqual(cache.read_points(os.path.join(folder, "ball.pc2")).shape[0], first)
            for frame in range(first, 21):
                mesh = cache.load(os.path.join(folder, "ball.torn", f"frame_{frame:06d}.npz"))
                topology = cache.load(os.path.join(folder, "ball.torn", f"topology_{int(mesh['topology']):06d}.npz"))
                self.assertEqual(int(topology["points"]), len(mesh["points"]))
                self.assertLess(topology["corners"].max(), len(mesh["points"]))

    def test_the_command_is_asked_for_with_a_sentence(self):
        path, os.environ["PATH"] = os.environ["PATH"], ""
        try:
            with self.assertRaisesRegex(RuntimeError, "neither in the add-on nor on the PATH"):
                engine.run(["params"])
        finally:
            os.environ["PATH"] = path


if __name__ == "__main__":
    unittest.main()
