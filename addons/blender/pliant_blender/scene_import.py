"""Opens a Pliant scene: meshes, paint, values and their keys, colliders, attachments, fields and cameras become Blender's
own. What has no counterpart is named."""
import json
import math
import os

import bpy
import mathutils
import numpy
from bpy_extras.io_utils import ImportHelper

from . import axes, engine, generated, gltf, playback, settings, shapes, tables
from .reports import Trouble

EASES = {"linear": "LINEAR", "smooth": "BEZIER", "step": "CONSTANT"}


class Opened:
    def __init__(self, context, path):
        self.context, self.scene, self.path = context, context.scene, path
        self.folder = os.path.dirname(os.path.abspath(path))
        self.engine = engine.need()
        self.messages, self.bodies, self.things = [], {}, {}
        try:
            with open(path, encoding="utf-8") as file:
                self.json = json.load(file)
        except (OSError, ValueError, UnicodeDecodeError) as error:
            raise Trouble(f"{path}: {error}") from None
        if not isinstance(self.json, dict) or "bodies" not in self.json:
            raise Trouble(f"{path}: this is no scene of Pliant; expected an object with \"bodies\"")

    def say(self, sentence):
        self.messages.append(sentence)

    def open(self):
        # Preroll and guides would move what is read here.
        self.world = self.engine.world(self.path, ["world.preroll=0"])
        self.rate = 1 / self.world.info["step_length"]
        self.collection = bpy.data.collections.new(os.path.splitext(os.path.basename(self.path))[0])
        self.scene.collection.children.link(self.collection)
        self.open_world()
        for name, body in resolved(self.json.get("bodies", {})).items():
            self.open_body(name, body)
        for name, collider in self.json.get("colliders", {}).items():
            if "/" in name:
                self.say(f"colliders.{name}: it changes a bone of a creature's file, and is left out")
                continue
            self.open_collider(name, collider)
        for name, character in self.json.get("characters", {}).items():
            self.open_character(name, character)
        for name, attachment in self.json.get("attachments", {}).items():
            self.open_attachment(name, attachment)
        for name, field in self.json.get("fields", {}).items():
            self.open_field(name, field)
        for name, camera in self.json.get("cameras", {}).items():
            self.open_camera(name, camera)
        for key in ("pairs", "joints"):
            if self.json.get(key):
                self.say(f"{key}: {', '.join(self.json[key])} have no counterpart in Blender, and are left out")
        return self

    # ---- values

    def frame(self, seconds):
        return self.scene.frame_start + seconds * self.rate

    def give(self, owner, path, group, table, json):
        """Sets the properties of a table, with keyframes where there are keys."""
        for parameter, value in tables.flatten(table, json):
            if parameter.name in tables.OF_BLENDER.get(table.name, ()):
                continue
            if isinstance(value, dict) and "keys" in value:
                self.key(owner, f"{path}.{parameter.id}", value, lambda v, p=parameter: generated.give(group, p, v))
            elif isinstance(value, dict):
                self.map(owner, group, parameter, value, f"{path}.{parameter.id}_map")
            elif parameter.type != "lines":
                generated.give(group, parameter, value)

    def key(self, owner, path, keys, set_value):
        rows = list(keys["keys"])
        for seconds, value in rows:
            set_value(value)
            owner.keyframe_insert(path, frame=self.frame(seconds))
        for curve in owner.animation_data.action.fcurves:
            if curve.data_path == path:
                for point in curve.keyframe_points:
                    point.interpolation = EASES[keys.get("ease", "linear")]
                if keys.get("loop") and not curve.modifiers:
                    curve.modifiers.new("CYCLES")

    def map(self, thing, group, parameter, value, path):
        painted = getattr(group, parameter.id + "_map")
        for end in ("low", "high"):
            given = value.get(end, 0 if end == "low" else 1)
            if isinstance(given, dict):
                self.key(thing, f"{path}.{end}", given, lambda v, e=end: setattr(painted, e, v))
            else:
                setattr(painted, end, given)
        painted.logarithmic = value.get("scale") == "log"
        if "map" in value and "%" not in value["map"]:
            image = bpy.data.images.load(os.path.join(self.folder, value["map"]), check_existing=True)
            image.colorspace_settings.name = "Non-Color"
            painted.source, painted.image, painted.channel = "IMAGE", image, value.get("channel", "r")
            return
        weights = self.weights(thing, value)
        if weights is None:
            self.say(f"{thing.name}: {parameter.name} is painted with "
                     f"{next((k for k in value if k not in ('low', 'high', 'scale', 'note')), 'nothing')}, which has no "
                     f"counterpart in Blender; it has its low value everywhere")
            generated.give(group, parameter, value["low"] if not isinstance(value.get("low"), dict) else painted.low)
            return
        name = value.get("attribute", parameter.name)
        set_group(thing, name, weights)
        painted.source, painted.layer = "GROUP", name

    def weights(self, thing, value):
        points = self.bodies[thing.name]["rest"]
        if "attribute" in value:
            return self.bodies[thing.name]["attributes"].get(value["attribute"])
        if "height" in value:
            axis = value["height"]
            along = points[:, "xyz".index(axis)] if isinstance(axis, str) else \
                points @ (numpy.array(axis) / numpy.linalg.norm(axis))
            low, high = value.get("from", along.min()), value.get("to", along.max())
            return numpy.clip((along - low) / (high - low or 1), 0, 1)
        if "distance" in value:
            far = numpy.linalg.norm(points - numpy.array(value["distance"]), axis=1)
            low, high = value.get("from", 0), value.get("to", far.max())
            return numpy.clip((far - low) / (high - low or 1), 0, 1)
        return None

    # ---- parts

    def open_world(self):
        world, own = self.json.get("world", {}), self.scene.pliant
        rate = self.rate
        self.scene.render.fps = max(1, round(rate))
        self.scene.render.fps_base = self.scene.render.fps / rate
        self.scene.unit_settings.system, self.scene.unit_settings.scale_length = "METRIC", 1
        self.scene.frame_start = 0
        self.scene.frame_end = max(1, round(world.get("duration", 5) * rate))
        gravity = world.get("gravity", [0, -9.81, 0])
        self.scene.use_gravity = True
        if isinstance(gravity, dict):
            def set_gravity(v):
                self.scene.gravity = axes.to_blender([v])[0]
            self.key(self.scene, "gravity", gravity, set_gravity)
        else:
            self.scene.gravity = axes.to_blender([gravity])[0]
        own.fixed_substeps = True  # as the scene has them, or the engine's default
        self.give(self.scene, "pliant.world", own.world, settings.all_tables["world"], world)

    def open_body(self, name, json):
        body = self.world.bodies.get(name)
        if body is None:
            return
        position, turns = json.get("position", [0, 0, 0]), json.get("rotation", [0, 0, 0])
        rotation = axes.rotation_of_degrees(turns)
        rest = (body.points - numpy.array(position)) @ rotation  # as rows: by the inverse
        thing = self.mesh_object(name, rest, body)
        place(thing, position, rotation)
        own = thing.pliant
        own.role = "BODY"
        asset = self.json.get("assets", {}).get(json.get("asset"), {})
        kind = body.info["kind"]
        own.kind_name = kind
        scale = json.get("scale", 1)
        unscaled = rest / numpy.array(scale if isinstance(scale, list) else [scale] * 3)
        self.bodies[thing.name] = {"rest": unscaled, "scaled": rest, "attributes": self.attributes(asset, len(rest))}
        self.things[name] = thing
        table = settings.all_tables[kind]
        if json.get("preset") and table.preset(json["preset"]):
            generated.apply_preset(settings.group(own, kind), table, json["preset"])
        self.give(thing, f"pliant.{settings.property_name(kind)}", settings.group(own, kind), table, json)
        self.give(thing, "pliant.table_body", own.table_body, settings.all_tables["body"], json)
        self.open_hold(thing, json.get("hold", {}))
        self.open_lines(thing, json.get("tear", {}), position, rotation)
        self.open_guide(thing, json.get("guide", {}))
        playback.modifier_of(thing)
        for key in ("bones", "surface", "faces"):
            if key in json:
                self.say(f"bodies.{name}.{key} has no counterpart in Blender, and is left out")

    def mesh_object(self, name, points, body):
        faces, uvs = body.faces, body.uvs
        mesh = bpy.data.meshes.new(name)
        local = axes.to_blender(points)
        starts = faces["starts"].astype(numpy.int64)
        corners = faces["points"][faces["vertices"]]
        polygons = [corners[a:b].tolist() for a, b in zip(starts[:-1], starts[1:])]
        mesh.from_pydata(local.tolist(), [], polygons)
        for material in body.materials:
            mesh.materials.append(self.material(material))
        mesh.polygons.foreach_set("material_index", faces["materials"].astype(numpy.int32))
        mesh.polygons.foreach_set("use_smooth", numpy.ones(len(polygons), dtype=bool))
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, 0.9
        if len(uvs) and len(mesh.loops) == len(faces["vertices"]):
            layer = mesh.uv_layers.new(name="UVMap")
            turned = numpy.stack([uvs[:, 0], 1 - uvs[:, 1]], axis=1)[faces["vertices"]].astype(numpy.float32)
            layer.data.foreach_set("uv", turned.ravel())
        mesh.update()
        mesh.validate()
        thing = bpy.data.objects.new(name, mesh)
        self.collection.objects.link(thing)
        return thing

    def material(self, of):
        made = bpy.data.materials.new(of["name"] or "Material")
        made.use_nodes = True
        node = made.node_tree.nodes["Principled BSDF"]
        color = (*of["color"], of["opacity"])
        made.diffuse_color = color
        node.inputs["Base Color"].default_value = (*of["color"], 1)
        node.inputs["Alpha"].default_value = of["opacity"]
        node.inputs["Roughness"].default_value, node.inputs["Metallic"].default_value = of["roughness"], of["metallic"]
        image = self.image(of)
        if image:
            texture = made.node_tree.nodes.new("ShaderNodeTexImage")
            texture.image = image
            made.node_tree.links.new(texture.outputs["Color"], node.inputs["Base Color"])
        return made

    def image(self, of):
        if not of["texture"] and not of["image"]:
            return None
        path = os.path.join(self.folder, of["texture"]) if of["texture"] else ""
        if path and os.path.isfile(path):
            return bpy.data.images.load(path, check_existing=True)
        if of["image"]:
            ending = ".png" if of["image"].startswith(b"\x89PNG") else ".jpg"
            path = os.path.join(bpy.app.tempdir, f"pliant texture {of['name']}{ending}")
            with open(path, "wb") as file:
                file.write(of["image"])
            image = bpy.data.images.load(path)
            image.pack()
            return image
        return None

    def attributes(self, asset, count):
        path = os.path.join(self.folder, asset.get("file", ""))
        try:
            if path.lower().endswith(".glb"):
                found = gltf.read_attributes(path)
            elif path.lower().endswith(".ply"):
                found = shapes.ply_attributes(path)
            else:
                found = {}
        except (ValueError, KeyError, OSError, IndexError):
            found = {}
        return {name: values for name, values in found.items() if len(values) == count}

    def open_hold(self, thing, hold):
        """Boxes and balls become a vertex group."""
        if not isinstance(hold, dict):
            return
        rest = self.bodies[thing.name]["scaled"]
        held = numpy.zeros(len(rest), dtype=bool)
        if "low" in hold and "high" in hold:
            held |= ((rest >= numpy.array(hold["low"]) - 1e-6) & (rest <= numpy.array(hold["high"]) + 1e-6)).all(axis=1)
        if "point" in hold:
            held |= numpy.linalg.norm(rest - numpy.array(hold["point"]), axis=1) <= hold.get("radius", 0) + 1e-6
        if not held.any():
            return
        painted = thing.pliant.table_body.hold__where_map
        name = painted.layer if painted.source == "GROUP" else "held"
        set_group(thing, name, held.astype(float))
        painted.source, painted.layer, painted.low, painted.high = "GROUP", name, 0, 1

    def open_lines(self, thing, tear, position, rotation):
        for number, each in enumerate(tear.get("lines", []) if isinstance(tear, dict) else []):
            points = axes.to_blender(numpy.array(each["points"], dtype=float))
            curve = bpy.data.curves.new(f"{thing.name} line {number + 1}", "CURVE")
            curve.dimensions = "3D"
            closed = len(points) > 2 and numpy.allclose(points[0], points[-1])
            kept = points[:-1] if closed else points
            spline = curve.splines.new("POLY")
            spline.points.add(len(kept) - 1)
            for at, p in zip(spline.points, kept):
                at.co = (*p, 1)
            spline.use_cyclic_u = closed
            made = bpy.data.objects.new(curve.name, curve)
            made.parent, made.hide_render = thing, True
            self.collection.objects.link(made)
            line = thing.pliant.lines.add()
            line.name, line.object = made.name, made
            line.strength, line.width = each.get("strength", 0.2), each.get("width", 0)
            if "direction" in each:
                # The line goes through along the curve's z; its points stay where they are.
                z = mathutils.Vector(axes.to_blender([each["direction"]])[0]).normalized()
                turn = z.to_track_quat("Z", "Y")
                made.rotation_mode, made.rotation_quaternion = "QUATERNION", turn
                for at, p in zip(spline.points, kept):
                    at.co = (*(turn.inverted() @ mathutils.Vector(p)), 1)
                line.through = True
        if isinstance(tear, dict) and tear.get("material"):
            thing.pliant.inside = next((s.material for s in thing.material_slots if s.material and
                                        s.material.name.startswith(tear["material"])), None)
        elif isinstance(tear, dict) and tear.get("color") and "stretch" in tear:
            made = bpy.data.materials.new(f"{thing.name} inside")
            made.use_nodes = True
            linear = [((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in tear["color"]]
            made.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*linear, 1)
            made.diffuse_color = (*linear, 1)
            thing.pliant.inside = made

    def open_guide(self, thing, guide):
        if not isinstance(guide, dict):
            return
        clips = guide.get("keyframes", [])
        if clips:
            path = os.path.join(self.folder, clips[0])
            if path.lower().endswith((".pc2", ".mdd")) and os.path.isfile(path):
                cache = thing.modifiers.new("Clip", "MESH_CACHE")
                cache.cache_format = "PC2" if path.lower().endswith(".pc2") else "MDD"
                cache.filepath, cache.frame_start = path, self.scene.frame_start
                cache.forward_axis, cache.up_axis = "POS_Z", "NEG_Y"
                thing.pliant.guide = "ANIMATION"
                if len(clips) > 1:
                    self.say(f"{thing.name}: of its clips the first is shown; {', '.join(clips[1:])} are left out")
            else:
                self.say(f"{thing.name}: its clip {clips[0]} has no counterpart in Blender, and is left out")
        if guide.get("character"):
            thing["pliant_character"] = guide["character"]

    def open_collider(self, name, json):
        motion = json.get("motion", "static")
        shape = json.get("shape", "plane")
        thing = self.collider_mesh(name, shape, json)
        if thing is None:
            self.say(f"colliders.{name}: a {shape} has no counterpart in Blender, and is left out")
            return
        self.things[name] = thing
        thing.pliant.role = "COLLIDER"
        thing.pliant.shape = {"plane": "PLANE", "sphere": "SPHERE", "capsule": "CAPSULE", "box": "BOX",
                              "hull": "HULL"}.get(shape, "MESH")
        thing.pliant.motion = "DYNAMIC" if motion == "dynamic" else "AUTO"
        self.place_over_time(thing, json)
        self.give(thing, "pliant.table_collider", thing.pliant.table_collider, settings.all_tables["collider"],
                  {k: v for k, v in json.items() if k != "shape"})
        if json.get("sensor") or json.get("look") == "hidden":
            thing.hide_render = True

    def collider_mesh(self, name, shape, json):
        if shape == "plane":
            points, faces = shapes.plane(20)
        elif shape == "sphere":
            points, faces = shapes.sphere(json.get("radius", 0.5))
        elif shape == "box":
            points, faces = shapes.box(json.get("size", [1, 1, 1]))
        elif shape == "capsule":
            points, faces = shapes.capsule(json.get("radius", 0.5), json.get("height", 2))
        elif shape == "height_field":
            points, faces = shapes.height_field(json["heights"], json.get("size", [1, 1, 1]))
        elif shape in ("mesh", "hull") and "file" in json:
            asset = self.engine.load(os.path.join(self.folder, json["file"]), unit=json.get("unit"), up=json.get("up"),
                                     mesh=json.get("mesh"), scale=json.get("scale", 1))
            body = self.engine.World().add_body("m", self.engine.cook(asset, "jiggle"))
            return self.mesh_object(name, body.points * numpy.array(json.get("size", [1, 1, 1])), body)
        elif shape == "hull" and "points" in json:
            points, faces = shapes.hull(json["points"])
        else:
            return None
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(axes.to_blender(points).tolist(), [], faces)
        mesh.update()
        thing = bpy.data.objects.new(name, mesh)
        self.collection.objects.link(thing)
        color = json.get("color", [0.6, 0.6, 0.62])
        mesh.materials.append(self.material({"name": f"{name}", "color": color, "opacity": 1, "roughness": 0.7,
                                             "metallic": 0, "texture": "", "image": b""}))
        return thing

    def place_over_time(self, thing, json):
        position, turns = json.get("position", [0, 0, 0]), json.get("rotation", [0, 0, 0])
        first = lambda v: v["keys"][0][1] if isinstance(v, dict) else v
        place(thing, first(position), axes.rotation_of_degrees(first(turns)))
        if isinstance(position, dict):
            def move(v):
                thing.location = axes.to_blender([v])[0]
            self.key(thing, "location", position, move)
        if isinstance(turns, dict):
            near = [thing.rotation_euler.copy()]

            def turn(v):
                matrix = mathutils.Matrix(axes.turn_to_blender(axes.rotation_of_degrees(v)).tolist())
                thing.rotation_euler = near[0] = matrix.to_euler("XYZ", near[0])
            self.key(thing, "rotation_euler", turns, turn)

    def open_character(self, name, json):
        asset = self.json.get("assets", {}).get(json.get("asset"), {})
        path = os.path.join(self.folder, asset.get("file", ""))
        if not path.lower().endswith((".glb", ".gltf")):
            self.say(f"characters.{name}: Blender opens only .glb here; import {asset.get('file')} and give its armature "
                     f"the role Character")
            return
        before = set(bpy.data.objects)
        bpy.ops.import_scene.gltf(filepath=path)
        armature = next((o for o in bpy.data.objects if o not in before and o.type == "ARMATURE"), None)
        if armature is None:
            self.say(f"characters.{name}: {asset.get('file')} has no armature")
            return
        armature.name = name
        armature.pliant.role = "CHARACTER"
        self.things[name] = armature
        self.give(armature, "pliant.table_character", armature.pliant.table_character,
                  settings.all_tables["character"], json)
        for thing in self.things.values():
            wanted = thing.get("pliant_character", "").split("/")
            if wanted[0] == name:
                thing.pliant.guide, thing.pliant.character = "CHARACTER", armature
                thing.pliant.bone = wanted[1] if len(wanted) > 1 else ""
                del thing["pliant_character"]

    def open_attachment(self, name, json):
        for body in [b for b in self.things if b == json.get("body") or b.startswith(f"{json.get('body')}/")]:
            self.attach(name, body, json)

    def attach(self, name, body, json):
        thing = self.things[body]
        each = thing.pliant.attachments.add()
        each.name = name
        rest, where = self.bodies[thing.name]["scaled"], json.get("where", {})
        if where.get("overlap"):
            each.where = "OVERLAP"
        elif "attribute" in where or "low" in where:
            each.where = "GROUP"
            each.group = where.get("attribute", name)
            if "low" in where:
                inside = ((rest >= numpy.array(where["low"]) - 1e-6) &
                          (rest <= numpy.array(where["high"]) + 1e-6)).all(axis=1)
                set_group(thing, each.group, inside.astype(float))
            elif each.group not in thing.vertex_groups:
                values = self.bodies[thing.name]["attributes"].get(each.group)
                if values is not None:
                    set_group(thing, each.group, values)
        else:
            empty = bpy.data.objects.new(name, None)
            empty.empty_display_type, empty.empty_display_size = "SPHERE", max(where.get("radius", 0), 0.02)
            self.collection.objects.link(empty)
            local = axes.to_blender([where.get("point", [0, 0, 0])])[0]
            empty.location = thing.matrix_basis @ mathutils.Vector(local)
            each.at, each.radius = empty, where.get("radius", 0)
            each.where = "NEAR"
            if "position" in json:
                target = json["position"]

                def move(v):
                    empty.location = axes.to_blender([v])[0]
                if isinstance(target, dict):
                    self.key(empty, "location", target, move)
                else:
                    self.say(f"attachments.{name}: it pulls at once to another place; the empty holds it where it is")
        to = json.get("to")
        if isinstance(to, list):
            self.say(f"attachments.{name}: of the objects that it hangs on, the first is taken")
            to = to[0]
        if to:
            holder = self.things.get(to.split("/")[0]) or self.things.get(to)
            if holder is None:
                self.say(f"attachments.{name}: there is no '{to}' in Blender")
            else:
                each.to = holder
                each.bone = to.split("/", 1)[1] if "/" in to and holder.type == "ARMATURE" else ""
        if "to_attribute" in json:
            each.to_group = json["to_attribute"]
        elif "to_low" in json and each.to and each.to.name in self.bodies:
            other = self.bodies[each.to.name]["scaled"]
            inside = ((other >= numpy.array(json["to_low"]) - 1e-6) &
                      (other <= numpy.array(json["to_high"]) + 1e-6)).all(axis=1)
            set_group(each.to, f"{name} partner", inside.astype(float))
            each.to_group = f"{name} partner"
        index = len(thing.pliant.attachments) - 1
        self.give(thing, f"pliant.attachments[{index}].table", each.table, settings.all_tables["attachment"], json)

    def open_field(self, name, json):
        kinds = {"radial": "FORCE", "vortex": "VORTEX", "drag": "DRAG"}
        kind = kinds.get(json.get("type", "directional"))
        if kind is None or json.get("region") == "box":
            self.say(f"fields.{name}: {'a box' if kind else 'a directional field'} has no counterpart in Blender, and is "
                     f"left out")
            return
        thing = bpy.data.objects.new(name, None)
        self.collection.objects.link(thing)
        self.context.view_layer.objects.active = thing
        with self.context.temp_override(object=thing, active_object=thing):
            bpy.ops.object.forcefield_toggle()
        thing.field.type = kind
        strength = json.get("strength", 1)
        attribute = "linear_drag" if kind == "DRAG" else "strength"
        if isinstance(strength, dict):
            self.key(thing, f"field.{attribute}", strength, lambda v: setattr(thing.field, attribute, v))
        else:
            setattr(thing.field, attribute, strength)
        thing.field.falloff_power = 0
        if json.get("region") == "ball":
            thing.field.use_max_distance = True
            radius, falloff = json.get("radius", 1), json.get("falloff", 0)
            if isinstance(radius, (int, float)) and isinstance(falloff, (int, float)):
                thing.field.distance_max = falloff or radius
                if falloff:
                    thing.field.falloff_power = 2
                    thing.field.use_min_distance, thing.field.distance_min = True, radius
        self.place_over_time(thing, json)

    def open_camera(self, name, json):
        data = bpy.data.cameras.new(name)
        thing = bpy.data.objects.new(name, data)
        self.collection.objects.link(thing)
        if self.scene.camera is None:
            self.scene.camera = thing
        self.place_over_time(thing, {"position": json.get("position", [3, 2, 5])})
        fov = json.get("fov", 35)
        data.sensor_fit = "VERTICAL"
        data.lens = data.sensor_height / 2 / math.tan(math.radians(fov if not isinstance(fov, dict) else 35) / 2)
        target = json.get("target", next(iter(self.things), None))
        aim = bpy.data.objects.new(f"{name} target", None)
        aim.empty_display_size = 0.1
        self.collection.objects.link(aim)
        if isinstance(target, str):
            holder = self.things.get(target) or next((t for n, t in self.things.items() if n.startswith(target + "/")), None)
            if holder is not None:
                aim.parent = holder
                if holder.type == "MESH":
                    aim.location = sum((mathutils.Vector(c) for c in holder.bound_box), mathutils.Vector()) / 8
        elif target is not None:
            self.place_over_time(aim, {"position": target})
        track = thing.constraints.new("TRACK_TO")
        track.target, track.track_axis, track.up_axis = aim, "TRACK_NEGATIVE_Z", "UP_Y"


def place(thing, position, rotation):
    thing.location = axes.to_blender([position])[0]
    thing.rotation_euler = mathutils.Matrix(axes.turn_to_blender(rotation).tolist()).to_euler()


def set_group(thing, name, weights):
    group = thing.vertex_groups.get(name) or thing.vertex_groups.new(name=name)
    weights = numpy.clip(numpy.nan_to_num(numpy.asarray(weights, dtype=float)), 0, 1)
    for value in numpy.unique(weights):
        if value > 0:
            group.add(numpy.flatnonzero(weights == value).tolist(), float(value), "REPLACE")


def resolved(bodies):
    """Bodies with what they are like, and one for each instance."""
    made = {}
    for name, body in bodies.items():
        chain, at = [], body
        while isinstance(at, dict) and "like" in at and len(chain) < 1000:
            chain.append(at)
            at = bodies.get(at["like"], {})
        whole = {k: v for k, v in at.items() if k != "instances" or not chain}
        for each in reversed(chain):
            whole = {k: v for k, v in whole.items() if k != "instances"}
            whole.update({k: v for k, v in each.items() if k != "like"})
        instances = whole.pop("instances", None)
        if instances is None:
            made[name] = whole
        for i, each in enumerate(instances or []):
            made[f"{name}/{i}"] = {**whole, **each}
    return made


class PLIANT_OT_open_scene(bpy.types.Operator, ImportHelper):
    """Open a scene of Pliant: its bodies, colliders, attachments, fields and cameras become Blender's"""
    bl_idname, bl_label = "pliant.open_scene", "Open Pliant Scene"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".json"
    filter_glob: bpy.props.StringProperty(default="*.json", options={"HIDDEN"})

    def execute(self, context):
        from . import bake
        try:
            opened = Opened(context, self.filepath).open()
        except Exception as error:
            bake.report(self, error)
            return {"CANCELLED"}
        for sentence in opened.messages:
            self.report({"WARNING"}, sentence)
        self.report({"INFO"}, f"{len(opened.things)} objects")
        return {"FINISHED"}


classes = (PLIANT_OT_open_scene,)
