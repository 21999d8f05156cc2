# A painted, textured body that tears: its mesh of every frame is closed, has the image's texture coordinates and a material
# for the new faces, follows what stands below Pliant's modifier, and renders in Cycles and Eevee, after a reload too.
#   torn.py [-- PICTURES]   a folder for the pictures
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import *

enable()
from pliant_blender import bake, cache, playback


def checkered(name, size=64):
    image = bpy.data.images.new(name, size, size)
    y, x = numpy.mgrid[:size, :size]
    stripes = ((x // 8 + y // 8) % 2)[..., None]
    pixels = numpy.where(stripes, [0.9, 0.55, 0.1, 1], [0.15, 0.35, 0.7, 1]).astype(numpy.float32)
    image.pixels.foreach_set(pixels.ravel())
    image.pack()
    return image


def material(name, color, image=None):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    node = made.node_tree.nodes["Principled BSDF"]
    node.inputs["Base Color"].default_value = (*color, 1)
    if image:
        texture = made.node_tree.nodes.new("ShaderNodeTexImage")
        texture.image = image
        made.node_tree.links.new(texture.outputs["Color"], node.inputs["Base Color"])
    return made


def tearing_bar(path, frames):
    scene = empty_scene(path, frames)
    floor()
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 0.9))
    bar = bpy.context.object
    bar.name, bar.scale = "Bar", (1.2, 0.3, 0.3)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide(number_cuts=11)
    bpy.ops.object.mode_set(mode="OBJECT")
    bar.data.materials.append(material("Skin", (1, 1, 1), checkered("checks")))
    role(bar, "BODY", "lattice")
    own = bar.pliant
    own.kind_lattice.use_spacing, own.kind_lattice.spacing = True, (0.06,) * 3
    own.kind_lattice.use_youngs_modulus, own.kind_lattice.youngs_modulus = True, 8e4
    own.table_body.use_tear__stretch, own.table_body.tear__stretch = True, 0.12
    own.table_body.use_tear__squash, own.table_body.tear__squash = True, 1
    own.inside = material("Flesh", (0.7, 0.05, 0.04))
    # Pins at both ends: one hook stands, the other is pulled away by its keyframes.
    for x, move in ((-0.6, 0), (0.6, 0.9)):
        bpy.context.scene.cursor.location = (x, 0, 0.9)
        select(bar)
        bpy.ops.pliant.attach(how="EMPTY")
        each = own.attachments[-1]
        each.at.empty_display_size = 0.25
        if move:
            each.at.keyframe_insert("location", frame=1)
            each.at.location.x += move
            each.at.keyframe_insert("location", frame=frames)
    return scene, bar


def stage(scene):
    bpy.ops.object.light_add(type="SUN", rotation=(0.6, 0.2, 0.3))
    bpy.context.object.data.energy = 3
    bpy.ops.object.camera_add(location=(1.2, -2.6, 1.7), rotation=(1.2, 0, 0.28))
    scene.camera = bpy.context.object
    scene.world = bpy.data.worlds.new("World")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.5, 0.6, 0.8, 1)
    bpy.data.objects["Floor"].data.materials.append(material("Ground", (0.3, 0.3, 0.3)))


def render(scene, frame, engine, path):
    scene.render.engine = engine
    scene.cycles.samples, scene.cycles.use_denoising, scene.eevee.taa_render_samples = 16, False, 1
    scene.render.resolution_x, scene.render.resolution_y = (480, 270) if engine == "CYCLES" else (240, 135)
    scene.render.filepath = path
    scene.frame_set(frame)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(path)
    pixels = numpy.array(image.pixels[:]).reshape(-1, 4)[:, :3]
    bpy.data.images.remove(image)
    return pixels


def boundary_edges(mesh):
    count = {}
    for polygon in mesh.polygons:
        for key in polygon.edge_keys:
            count[key] = count.get(key, 0) + 1
    return sum(1 for n in count.values() if n != 2)


with tempfile.TemporaryDirectory() as folder:
    pictures = arguments()[0] if arguments() else folder
    path = os.path.join(folder, "bar.blend")
    scene, bar = tearing_bar(path, 30)
    stage(scene)
    soft = bar.modifiers.new("After", "SUBSURF")  # below Pliant: follows
    soft.levels = soft.render_levels = 0
    scene.pliant.save_every = 6
    bpy.ops.wm.save_mainfile()
    assert bpy.ops.pliant.bake(frames=13) == {"FINISHED"}  # cancelled, then on
    assert bpy.ops.pliant.bake() == {"FINISHED"}
    there = bake.folder_of(scene)
    state = cache.read_state(there)
    assert "Bar" in state["torn"], "it did not tear"
    first = scene.frame_start + state["torn"]["Bar"]
    torn = playback.torn_object(bar)
    hashes = run_hashes(os.path.join(there, "scene.json"), 29, os.path.join(folder, "run"))
    assert hashes[29] == state["hash"], "another hash than that of pliant run"

    scene.frame_set(first - 1)
    assert not bar.hide_render and torn.hide_render and not bar.hide_viewport and torn.hide_viewport
    whole = points(bar, first - 1)
    scene.frame_set(first)
    assert bar.hide_render and not torn.hide_render
    moved = abs(points(torn)[:len(whole)] - whole)
    pieces = 0
    for frame in range(first, 31):
        scene.frame_set(frame)
        mesh = torn.data
        assert boundary_edges(mesh) == 0, f"frame {frame}: {boundary_edges(mesh)} open edges"
        assert mesh.uv_layers and mesh.uv_layers[0].name == bar.data.uv_layers[0].name
        pieces = max(pieces, len({p.material_index for p in mesh.polygons}))
    assert pieces == 2 and torn.material_slots[1].material.name == "Flesh", "no faces inside"
    inside = sum(p.area for p in torn.data.polygons if p.material_index == 1)
    print(f"torn from frame {first}, {len(torn.data.polygons)} faces at the end, {inside:.3f} m2 of them inside, closed")
    assert inside > 0.02
    assert any(m.type == "SUBSURF" for m in torn.modifiers), "what stands below Pliant is not there"

    bpy.ops.wm.save_mainfile()
    bpy.ops.wm.open_mainfile(filepath=path)
    scene, bar = bpy.context.scene, bpy.data.objects["Bar"]
    flesh = {}
    for engine, name in (("CYCLES", "cycles"), ("BLENDER_EEVEE", "eevee")):
        if engine == "BLENDER_EEVEE" and bpy.app.background and not os.environ.get("DISPLAY"):
            print("Eevee needs a display: left out")
            continue
        for frame in (first - 1, 30):
            pixels = render(scene, frame, engine, os.path.join(pictures, f"torn-{name}-{frame:03d}.png"))
            red = int(((pixels[:, 0] > 0.25) & (pixels[:, 0] > 1.6 * pixels[:, 1]) & (pixels[:, 0] > 1.6 * pixels[:, 2])).sum())
            orange = int(((pixels[:, 0] > 1.5 * pixels[:, 2]) & (pixels[:, 1] > 1.5 * pixels[:, 2])).sum())
            blue = int(((pixels[:, 2] > 1.3 * pixels[:, 0])).sum())
            flesh[engine, frame] = red
            print(f"{engine} frame {frame}: {red} pixels of the inside, {orange} orange, {blue} blue ones of the texture")
            assert orange > 200, "the texture is not seen"
        assert flesh[engine, first - 1] < 5 and flesh[engine, 30] > 40, "the inside is not seen where it should be"
print("OK torn")
