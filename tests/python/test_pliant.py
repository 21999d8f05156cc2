# The Python module: worlds step, arrays are views, errors are sentences. Also run inside Blender.
import ast
import gc
import os
import sys
import tempfile
import unittest

import numpy as np
import pliant


class Pliant(unittest.TestCase):
    def falling_ball(self, **parameters):
        world = pliant.World(threads=2, substeps=2)
        world.add_collider("floor")
        model = pliant.cook(pliant.shape("sphere", (0.5, 0.5, 0.5)), spacing=0.1)
        return world, world.add_body("ball", model, position=(0, 1, 0), **parameters)

    def test_a_ball_falls_and_lies(self):
        world, ball = self.falling_ball()
        height = ball.info["center"][1]
        world.step(10)
        t = 10 / 60
        self.assertAlmostEqual(ball.info["center"][1], height - 0.5 * 9.81 * t * t, delta=0.03)
        world.step(200)
        self.assertGreater(ball.vertices[:, 1].min(), -0.01)
        self.assertEqual([e["b"] for e in world.contacts], ["floor"])

    def test_tables_have_what_panels_need(self):
        tables = pliant.tables()
        kinds = [name for name, table in tables.items() if table["kind"]]
        self.assertIn("lattice", kinds)
        self.assertNotIn("world", kinds)
        for name, table in tables.items():
            rows = {row["name"]: row for row in table["parameters"]}
            self.assertEqual(list(rows), [row["name"] for row in pliant.parameters(name)])
            for row in rows.values():
                self.assertTrue(row["help"], row)
                self.assertTrue(row["default"] is None or not row["left_out"], row)
                if row["type"] == "choice":
                    self.assertTrue(row["choices"], row)
            for preset in table["presets"]:
                for parameter, value in preset["values"].items():
                    low, high = rows[parameter]["low"], rows[parameter]["high"]
                    self.assertTrue((low is None or low <= value) and (high is None or value <= high), preset)

    def test_a_scene_is_inspected(self):
        scene = """{ "assets": { "a": { "shape": "sphere" } }, "bodies": { "b": { "asset": "a", "position": [0, 1, 0] } },
                     "colliders": { "floor": {} }, "world": { "duration": 2, "rate": 24 },
                     "attachments": { "hook": { "body": "b", "where": { "point": [0, 1, 0] } } } }"""
        found = pliant.inspect(scene)
        self.assertEqual((found["duration"], found["rate"]), (2, 24))
        self.assertIn("particles", found["report"])
        self.assertEqual(list(pliant.world(scene).attachments), ["hook"])
        with self.assertRaisesRegex(pliant.Error, "nonsense"):
            pliant.inspect(scene, ["bodies.b.nonsense=1"])

    def test_polygons_and_points_of_what_is_drawn(self):
        world, ball = self.falling_ball()
        faces, points = ball.faces, ball.points
        self.assertEqual(faces["starts"][-1], len(faces["vertices"]))
        self.assertEqual(len(faces["points"]), len(ball.vertices))
        self.assertEqual(np.abs(points[faces["points"]] - ball.vertices).max(), 0)
        self.assertEqual(faces["version"], ball.topology)
        self.assertLess(faces["materials"].max(), len(ball.materials))

    def test_records_files_and_arrays(self):
        world, ball = self.falling_ball()
        with tempfile.TemporaryDirectory() as folder:
            with pliant.Record(world, folder, "pc2, usda, glb", keep=["ball"]) as record:
                record.frame()
                for _ in range(9):
                    world.step()
                    record.frame()
                with self.assertRaisesRegex(pliant.Error, "recorded already"):
                    pliant.Record(world, folder, "glb")
            self.assertEqual(record.frames, 10)
            at = record.positions("ball")
            self.assertEqual(at.shape, (10, len(ball.vertices), 3))
            self.assertEqual(np.abs(at[9] - ball.vertices).max(), 0)
            names = sorted(name for _, _, files in os.walk(folder) for name in files)
            self.assertIn("scene.usda", names)
            self.assertIn("scene.glb", names)
            # The point cache: a head of 32 bytes, and points of every frame. Their mean falls as the array's does.
            cache = [os.path.join(f, n) for f, _, files in os.walk(folder) for n in files if n.endswith(".pc2")]
            self.assertEqual(len(cache), 1)
            with open(cache[0], "rb") as file:
                data = file.read()
            points, frames = (int.from_bytes(data[i:i + 4], "little") for i in (16, 28))
            self.assertEqual((data[:11], frames, len(data)), (b"POINTCACHE2", 10, 32 + 12 * points * 10))
            heights = np.frombuffer(data, "<f4", offset=32).reshape(10, points, 3)[:, :, 1]
            self.assertAlmostEqual(float(heights[9].min()), float(at[9, :, 1].min()), delta=1e-6)
            with self.assertRaisesRegex(ValueError, "ended"):
                record.frame()
            with self.assertRaisesRegex(pliant.Error, "gif"):
                pliant.Record(world, folder, "gif")
            with self.assertRaisesRegex(ValueError, "a folder"):
                pliant.Record(world)
            with self.assertRaisesRegex(KeyError, "cube"):
                record.positions("cube")
            with pliant.Record(world, folder, ["csv"]) as record:
                world.add_body("late", pliant.cook(pliant.shape("box"), spacing=0.5))
                with self.assertRaisesRegex(pliant.Error, "other bodies"):
                    record.frame()

    def test_levels_of_detail(self):
        world, ball = self.falling_ball()
        world.step(5)
        ball.set("detail.blend", 0)
        ball.set("detail.level", "frozen")
        world.step()
        height = ball.info["center"][1]
        world.step(20)
        self.assertEqual(ball.info["center"][1], height)
        ball.set("detail.level", "full")
        world.step(20)
        self.assertLess(ball.info["center"][1], height - 0.1)
        with self.assertRaisesRegex(pliant.Error, "frozen"):
            ball.set("detail.level", "solid")

    def test_arrays_are_the_engines_memory(self):
        world, ball = self.falling_ball()
        positions = ball.positions
        self.assertEqual(positions.shape, (ball.info["particles"], 3))
        before = positions.copy()
        world.step()
        self.assertGreater(np.abs(positions - before).max(), 0)  # the same array shows the new state
        self.assertTrue(np.shares_memory(positions, ball.positions))
        with self.assertRaises(ValueError):
            positions[0, 0] = 1
        del world, ball
        gc.collect()
        self.assertTrue(np.isfinite(positions).all())  # they keep the world alive

    def test_meshes_from_arrays_are_painted(self):
        n = 12
        x, z = np.meshgrid(np.linspace(-0.5, 0.5, n), np.linspace(-0.5, 0.5, n))
        points = np.stack([x.ravel(), np.zeros(n * n), z.ravel()], axis=1)
        i = np.arange(n * n).reshape(n, n)
        a, b, c, d = i[:-1, :-1].ravel(), i[:-1, 1:].ravel(), i[1:, 1:].ravel(), i[1:, :-1].ravel()
        triangles = np.concatenate([np.stack([a, c, b], 1), np.stack([a, d, c], 1)])
        asset = pliant.mesh(points, triangles, attributes={"soft": points[:, 0] + 0.5})
        model = pliant.cook(asset, "jiggle")
        world = pliant.World(gravity=(0, -9.81, 0), sleep={"enabled": False})
        body = world.add_body("sheet", model, mass=0.1, damping_ratio=1,
                              stiffness={"attribute": "soft", "low": 20, "high": 5})
        world.step(300)
        stiffness = 20 - 15 * (body.positions[:, 0] + 0.5)
        np.testing.assert_allclose(body.positions[:, 1], -0.1 * 9.81 / stiffness, rtol=1e-3)
        body.set("stiffness", 10)
        world.step(300)
        np.testing.assert_allclose(body.positions[:, 1], -0.0981, rtol=1e-3)
        body.set("stiffness", {"values": points[:, 2] + 0.5, "low": 20, "high": 5})
        world.step(300)
        stiffness = 20 - 15 * (body.positions[:, 2] + 0.5)
        np.testing.assert_allclose(body.positions[:, 1], -0.1 * 9.81 / stiffness, rtol=1e-3)
        with self.assertRaises(pliant.Error):
            body.set("stiffness", {"values": [0.5], "low": 20, "high": 5})
        # The red of the left pixel is 0, of the right one 255; the points lie where the image is read as it is.
        pixels = np.zeros((1, 2, 4), np.uint8)
        pixels[0, 1, 0] = 255
        right = points[:, 0] > 0
        uvs = np.stack([np.where(right, 0.75, 0.25), np.full(n * n, 0.5)], axis=1)
        body.set_pixels(pixels, red=("stiffness", 20, 5), uvs=uvs)
        world.step(300)
        np.testing.assert_allclose(body.positions[:, 1], -0.1 * 9.81 / np.where(right, 5, 20), rtol=1e-3)
        with self.assertRaises(ValueError):
            body.set_pixels(pixels[0], red=("stiffness", 20, 5), uvs=uvs)
        with self.assertRaises(pliant.Error):
            body.set_pixels(pixels, red=("stiffness", 20, 5))  # the mesh has no texture coordinates

    def test_keys_groups_and_names(self):
        world, ball = self.falling_ball(
            gravity_scale={"keys": [[0, 0], [1, 0], [1.01, 1]], "ease": "step"}, collides_with=["nothing"],
            sleep={"enabled": False})
        world.step(30)
        self.assertAlmostEqual(ball.info["center"][1], 1, delta=1e-3)
        world.step(120)
        self.assertLess(ball.info["center"][1], -1)  # through the floor

    def test_scenes_and_snapshots(self):
        scene = """{ "assets": { "blob": { "shape": "sphere" } }, "bodies": { "a": { "asset": "blob", "position": [0, 2, 0] } },
                     "colliders": { "floor": {} } }"""
        world = pliant.world(scene, ["world.substeps=3"])
        self.assertEqual(list(world.bodies), ["a"])
        world.step(20)
        saved = world.save()
        world.step(20)
        end = world.hash
        world.restore(saved)
        world.step(20)
        self.assertEqual(world.hash, end)
        self.assertEqual(world.info["substeps"], 3)
        self.assertEqual(set(world.info["seconds"]) >= {"drive", "predict", "collide", "project"}, True)

    def test_attachments(self):
        world, ball = self.falling_ball()
        hook = world.attach(ball, "hook", point=(0, 1.25, 0))
        world.step(300)
        forces = []
        for _ in range(300):  # it swings up and down
            world.step()
            forces.append(hook.force[1])
        self.assertAlmostEqual(np.mean(forces) / (ball.info["mass"] * 9.81), 1, delta=0.02)
        self.assertFalse(hook.broken)

    def test_rigid_bodies_joints_and_fields(self):
        world = pliant.World(substeps=4)
        ball = world.add_collider("ball", shape="sphere", radius=0.1, motion="dynamic", density=1000, position=(1, 0, 0))
        self.assertAlmostEqual(ball.mass, 4000 / 3 * np.pi * 0.1**3, delta=0.01)
        joint = world.add_joint("rod", kind="spherical", b="ball", position=(0, 0, 0))
        world.step(120)
        self.assertAlmostEqual(np.linalg.norm(ball.position), 1, delta=0.01)  # it hangs on its joint
        self.assertEqual((joint.info["a"], joint.info["b"], joint.info["broken"]), (None, "ball", False))
        self.assertEqual(set(world.colliders), {"ball"})
        joint.remove()
        ball.set_pose((0, 5, 0)), ball.set_velocity((0, 0, 0))
        ball.apply_impulse((ball.mass, 0, 0), (0, 5, 0))
        world.step()
        self.assertAlmostEqual(ball.velocity[0], 1, delta=0.01)
        hit = world.cast_rays([[0, 9, 0], [3, 9, 0]], [[0, -1, 0], [0, -1, 0]])
        self.assertAlmostEqual(hit["distances"][0], 9 - ball.position[1] - 0.1, delta=0.01)
        self.assertEqual((hit["names"][0], hit["names"][1], np.isinf(hit["distances"][1])), ("ball", None, True))

        world, ball = self.falling_ball(gravity_scale=0, sleep={"enabled": False})
        field = world.add_field("wind", strength=3, direction=(0, 0, 1))
        world.step(30)
        self.assertGreater(ball.info["velocity"][2], 0.1)
        field.remove()
        self.assertEqual(len(ball.particles_in_ball(ball.info["center"], 9)), ball.info["particles"])
        self.assertIsNone(ball.guide["clip"])

    def test_what_tears_and_sleeps_is_told(self):
        world = pliant.world("""{ "assets": { "bar": { "shape": "box", "size": [0.8, 0.1, 0.1], "detail": 8 } },
            "bodies": { "bar": { "asset": "bar", "spacing": 0.05, "position": [0, 1, 0], "tear": { "stretch": 0.2 },
                                 "hold": { "low": [-1, -1, -1], "high": [-0.35, 1, 1] } } },
            "attachments": { "pull": { "body": "bar", "where": { "point": [0.4, 0, 0], "radius": 0.08 },
                                       "position": { "keys": [[0, [0.4, 1, 0]], [1, [2, 1, 0]]] } } } }""")
        tears = []
        for _ in range(90):
            world.step()
            tears += world.tears
        self.assertIn("bar.1", {t["piece"] for t in tears})
        self.assertGreaterEqual(max(t["load"] for t in tears), 1)
        world, ball = self.falling_ball()
        changes = []
        for _ in range(900):
            world.step()
            changes += world.changes
        self.assertIn({"object": "ball", "change": "slept"}, changes)

    def test_errors_are_sentences(self):
        with self.assertRaises(pliant.Error) as e:
            pliant.load("no such file.obj")
        self.assertIn("no such file.obj", str(e.exception))
        with self.assertRaises(pliant.Error) as e:
            pliant.cook(pliant.shape("box"), stifness=3)
        self.assertIn("stifness", str(e.exception))
        with self.assertRaises(ValueError):
            pliant.mesh(np.zeros((3, 2)), np.zeros((1, 3)))
        world, ball = self.falling_ball()
        with self.assertRaises(pliant.Error):
            world.restore(b"nonsense")
        ball.remove()
        with self.assertRaises(pliant.Error):
            ball.info

    def test_bodies_and_colliders_are_objects(self):
        world, jelly = self.falling_ball(gravity_scale=0, sleep={"enabled": False})
        stone = world.add_collider("stone", shape="sphere", radius=0.1, motion="dynamic", density=1000,
                                   position=(5, 3, 0), gravity_scale=0)
        for thing in (jelly, stone):
            self.assertIsInstance(thing, pliant.Object)
            thing.set_pose((7, 8, 9))
            thing.teleport((0, 1, 0))
            self.assertTrue(np.allclose(thing.position, (7, 9, 9), atol=1e-4), thing.name)
            self.assertAlmostEqual(abs(thing.rotation[3]), 1, delta=1e-4)
            thing.set_velocity((0, 0, 2), (0, 1, 0))
            self.assertTrue(np.allclose(thing.velocity, (0, 0, 2), atol=1e-4))
            self.assertTrue(np.allclose(thing.angular_velocity, (0, 1, 0), atol=1e-3))
            thing.set_velocity((0, 0, 0))
            thing.apply_impulse((thing.mass, 0, 0))
            thing.apply_force((0, 60 * thing.mass, 0), thing.position)
            thing.enable_contact_impulses()
            thing.wake()
            world.step()
            self.assertTrue(np.allclose(thing.velocity, (1, 1, 0), atol=0.01), thing.name)
            self.assertFalse(thing.is_asleep)
            self.assertEqual(thing.contact_impulses, [])
            thing.teleport((100, 0, 0))  # out of the other's way

    def test_contact_impulses_bear_the_weight(self):
        world, jelly = self.falling_ball(sleep={"enabled": False})
        floor = next(iter(world.colliders))
        world.step(240)
        jelly.enable_contact_impulses()
        world.step()
        self.assertEqual({i["other"] for i in jelly.contact_impulses}, {floor})
        weight = jelly.mass * 9.81 / 60
        self.assertAlmostEqual(sum(i["impulse"][1] for i in jelly.contact_impulses), weight, delta=0.1 * weight)

    def test_the_stub_says_what_there_is(self):
        stub = os.path.join(os.path.dirname(pliant.__file__), "pliant.pyi")
        members = {}  # of each class, with those of its bases
        for node in ast.parse(open(stub).read()).body:
            if isinstance(node, ast.FunctionDef):
                self.assertTrue(hasattr(pliant, node.name), node.name)
            if isinstance(node, ast.ClassDef):
                has = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
                has = members[node.name] = has.union(*(members.get(base.id, set()) for base in node.bases))
                there = {n for n in dir(getattr(pliant, node.name)) if not n.startswith("_")}
                self.assertEqual(has - {"__init__", "__enter__", "__exit__"}, there if node.name != "Error" else set(), node.name)

    def test_docstrings_come_from_the_tables(self):
        self.assertIn("gravity_scale", pliant.World.add_body.__doc__)
        self.assertIn("friction", {p["name"] for p in pliant.parameters("collider")})


if __name__ == "__main__":
    sys.exit(0 if unittest.TextTestRunner(verbosity=1).run(
        unittest.defaultTestLoader.loadTestsFromTestCase(Pliant)).wasSuccessful() else 1)
