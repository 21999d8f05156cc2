#include "assets/gltf_material.h"

#include "core/trig.h"

namespace pliant {

Vec2 GltfUv::apply(float u, float v) const {
    if (rotation == 0) return {u * scale.x + offset.x, v * scale.y + offset.y};
    const double c = cosine(rotation), s = sine(rotation), x = u * scale.x, y = v * scale.y;
    return {static_cast<float>(c * x + s * y + offset.x), static_cast<float>(-s * x + c * y + offset.y)};
}

bool has_material(const GltfModel& model, int material) {
    return static_cast<size_t>(material) < model.structure().materials.size();
}

GltfUv uv_of(const GltfModel& model, int material) {
    GltfUv uv;
    if (!has_material(model, material)) return uv;
    const tinygltf::TextureInfo& texture =
        model.structure().materials[static_cast<size_t>(material)].pbrMetallicRoughness.baseColorTexture;
    uv.set = texture.texCoord;
    const auto found = texture.extensions.find("KHR_texture_transform");
    if (found == texture.extensions.end() || !found->second.IsObject()) return uv;
    const tinygltf::Value& transform = found->second;
    const auto pair = [&](const char* key, Vec2 fallback) {
        const tinygltf::Value& v = transform.Get(key);
        if (v.ArrayLen() != 2 || !v.Get(0).IsNumber() || !v.Get(1).IsNumber()) return fallback;
        return Vec2{static_cast<float>(v.Get(0).GetNumberAsDouble()), static_cast<float>(v.Get(1).GetNumberAsDouble())};
    };
    uv.offset = pair("offset", uv.offset);
    uv.scale = pair("scale", uv.scale);
    if (transform.Get("rotation").IsNumber()) uv.rotation = transform.Get("rotation").GetNumberAsDouble();
    if (transform.Get("texCoord").IsInt()) uv.set = transform.Get("texCoord").GetNumberAsInt();
    return uv;
}

static void add_texture(const GltfModel& model, int texture, Material& to) {
    if (static_cast<size_t>(texture) >= model.structure().textures.size()) return;
    const size_t number = static_cast<size_t>(model.structure().textures[static_cast<size_t>(texture)].source);
    if (number >= model.images().size()) return;
    const GltfImage& image = model.images()[number];
    to.texture = image.file.empty() ? image.name : image.file;
    std::string_view bytes = image.bytes;
    if (image.buffer_view >= 0) bytes = model.view_bytes(image.buffer_view, "image " + std::to_string(number));
    to.texture_bytes.assign(bytes.begin(), bytes.end());
}

Material material_of(const GltfModel& model, int material) {
    Material to;
    if (!has_material(model, material)) return to;
    const tinygltf::Material& from = model.structure().materials[static_cast<size_t>(material)];
    const tinygltf::PbrMetallicRoughness& pbr = from.pbrMetallicRoughness;
    to.name = from.name;
    to.color = Vec3d{pbr.baseColorFactor.at(0), pbr.baseColorFactor.at(1), pbr.baseColorFactor.at(2)}.to<float>();
    if (from.alphaMode == "BLEND") to.opacity = static_cast<float>(pbr.baseColorFactor.at(3));
    to.roughness = static_cast<float>(pbr.roughnessFactor);
    to.metallic = static_cast<float>(pbr.metallicFactor);
    to.two_sided = from.doubleSided;
    add_texture(model, pbr.baseColorTexture.index, to);
    return to;
}

}  // namespace pliant
