"""Maps: what vertex groups, colour attributes and images become in a scene."""
import os

import numpy

from . import cache, images, keyframes, tables
from .gltf import write_whole
from .reports import Trouble

CHANNEL = {"r": 0, "g": 1, "b": 2, "a": 3}


class Painter:
    """Makes maps of one body; attributes gather for its asset."""

    def __init__(self, export, thing, surface):
        self.export, self.thing, self.surface = export, thing, surface
        self.attributes = {}

    def attribute(self, name, values):
        """Under its own name; of two that differ, the second gets a number."""
        key, number = name, 2
        while key in self.attributes and not numpy.array_equal(self.attributes[key], values):
            key, number = f"{name} {number}", number + 1
        self.attributes[key] = values
        return key

    def group(self, name, what):
        if name not in self.surface.group_names:
            there = ", ".join(f"'{n}'" for n in sorted(self.surface.group_names)) or "none"
            raise Trouble(f"{what}: there is no vertex group '{name}'; it has {there}. Choose one of them, or paint it",
                          self.thing.name)
        return self.attribute(name, self.surface.weights(name))

    def color(self, name, channel, what):
        if name not in self.surface.colors:
            there = ", ".join(f"'{n}'" for n in sorted(self.surface.colors)) or "none"
            raise Trouble(f"{what}: there is no color attribute '{name}'; it has {there}. Choose one of them, or paint "
                          f"it", self.thing.name)
        values = self.surface.colors[name][:, CHANNEL[channel]]
        return self.attribute(f"{name} {channel}", values.astype(numpy.float32))

    def __call__(self, parameter, painted, path):
        made = {}
        if painted.source == "GROUP":
            made["attribute"] = self.group(painted.layer, parameter.name)
        elif painted.source == "COLOR":
            made["attribute"] = self.color(painted.layer, painted.channel, parameter.name)
        else:
            if self.surface.uvs is None:
                raise Trouble(f"{parameter.name} is painted with an image, and the mesh has no UV map; expected one. "
                              f"Unwrap it (U in Edit Mode), or paint a vertex group", self.thing.name)
            made["map"] = self.export.image(painted.image, f"{parameter.name} of {self.thing.name}", self.thing.name)
            made["channel"] = painted.channel
        for end in ("low", "high"):
            number = tables.Parameter(end, "number", keyed=True)
            made[end] = self.checked(parameter, keyframes.keys(number, painted, self.thing, f"{path}.{end}",
                                                               self.export.clock), end)
        if painted.logarithmic:
            made["scale"] = "log"
        return made

    def checked(self, parameter, value, end):
        for number in [row[1] for row in value["keys"]] if isinstance(value, dict) else [value]:
            low = parameter.low is not None and (number < parameter.low or parameter.above_low and
                                                 number <= parameter.low)
            if low or parameter.high is not None and number > parameter.high:
                least = "above" if parameter.above_low else "at least"
                bounds = [f"{least} {parameter.low:g}"] if parameter.low is not None else []
                bounds += [f"at most {parameter.high:g}"] if parameter.high is not None else []
                raise Trouble(f"{parameter.name}: {end} of its map is {number:g}; expected {' and '.join(bounds)}"
                              f"{' ' + parameter.unit if parameter.unit else ''}", self.thing.name)
        return value


def pixels_of(image):
    """(height, width, 4) of 0 … 1 as they are stored, rows from the top."""
    width, height = image.size
    flat = numpy.empty(width * height * 4, dtype=numpy.float32)
    image.pixels.foreach_get(flat)
    return flat.reshape(height, width, 4)[::-1]


def export_image(image, folder, what, owner):
    """Writes an image into the folder `maps`; its path from the scene."""
    if image is None:
        raise Trouble(f"{what}: no image is chosen; expected one", owner)
    width, height = image.size
    if image.source == "FILE" and not image.has_data:
        try:
            image.pixels[0]  # loads it
        except (IndexError, RuntimeError):
            pass
        width, height = image.size
    if width == 0 or height == 0:
        raise Trouble(f"{what}: the image '{image.name}' has no pixels (its file {image.filepath or '?'} is missing or "
                      f"cannot be read); expected an image. Find it with File > External Data > Find Missing Files, or "
                      f"choose another", owner)
    name = cache.safe(os.path.splitext(image.name)[0]) + ".png"
    os.makedirs(os.path.join(folder, "maps"), exist_ok=True)
    bits = 16 if image.is_float or image.depth > 32 else 8
    write_whole(os.path.join(folder, "maps", name), images.png_bytes(pixels_of(image), bits))
    return f"maps/{name}"


def material_of(material, textures=True):
    """A Blender material as glTF has it: what its Principled BSDF says."""
    made = {"name": material.name if material else "Material",
            "pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.8, 0.8, 1], "metallicFactor": 0,
                                     "roughnessFactor": 0.6}}
    if material is None:
        return made
    pbr = made["pbrMetallicRoughness"]
    pbr["baseColorFactor"] = tables.numbers(material.diffuse_color)
    node = next((n for n in material.node_tree.nodes if n.type == "BSDF_PRINCIPLED"), None) \
        if material.use_nodes and material.node_tree else None
    if node is None:
        return made
    color = node.inputs["Base Color"]
    alpha = tables.number(node.inputs["Alpha"].default_value)
    pbr["baseColorFactor"] = tables.numbers(color.default_value)[:3] + [alpha]
    pbr["metallicFactor"] = tables.number(node.inputs["Metallic"].default_value)
    pbr["roughnessFactor"] = tables.number(node.inputs["Roughness"].default_value)
    if alpha < 1:
        made["alphaMode"] = "BLEND"
    if not material.use_backface_culling:
        made["doubleSided"] = True
    source = color.links[0].from_node if color.is_linked else None
    image = source.image if source is not None and source.type == "TEX_IMAGE" else None
    if textures and image and image.size[0] and image.size[1]:
        pbr["baseColorFactor"] = [1, 1, 1, alpha]
        made["image"] = (images.png_bytes(pixels_of(image)), "image/png")
    return made
