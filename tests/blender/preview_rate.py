# How many frames a second the preview steps and shows, at several sizes; and what of it is computed, which other programs
# on the machine do not change. docs/blender.md has the numbers.
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import preview

scene = empty_scene()
scene.pliant.threads = 0
floor()
thing = role(ball(place=(0, 0, 0.5), subdivisions=5), "BODY", "lattice")
own = thing.pliant.kind_lattice
own.use_spacing = True
print("| particles | points shown | frames a second | ms a step, one core | ms to show |\n|---|---|---|---|---|")
for wanted in (5000, 20000, 100000):
    own.spacing = ((4 / 3 * 3.14159 * 0.3 ** 3 / wanted) ** (1 / 3) * 1.06,) * 3
    rates = []
    for threads, steps in ((1, 10), (0, 24)):
        scene.pliant.threads = threads
        assert bpy.ops.pliant.preview() == {"FINISHED"}
        session = preview.session
        for _ in range(4):
            session.tick()
        cpu, begin, shown = time.process_time(), time.perf_counter(), session.shown_seconds
        for _ in range(steps):
            session.tick()
        cpu, wall, shown = time.process_time() - cpu, time.perf_counter() - begin, session.shown_seconds - shown
        rates.append((steps / wall, 1000 * cpu / steps, 1000 * shown / steps))
        count = session.world.bodies["Ball"].info["particles"]
        vertices = len(bpy.data.objects["Ball preview"].data.vertices)
        bpy.ops.pliant.preview_stop()
    print(f"| {count:,} | {vertices:,} | {rates[1][0]:.1f} | {rates[0][1]:.1f} | {rates[0][2]:.2f} |", flush=True)
