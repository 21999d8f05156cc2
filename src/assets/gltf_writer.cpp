#include "assets/gltf_writer.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant {

std::string json_vector(const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

GltfWriter::GltfWriter(u64 before) : before_(before) {}

u32 GltfWriter::add_view(std::span<const std::byte> bytes, Use use) {
    const u64 at = size();
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    const char* target = use == Use::vertices  ? ", \"target\": 34962"
                         : use == Use::indices ? ", \"target\": 34963"
                                               : "";
    return views.add(
        fmt::format("{{ \"buffer\": 0, \"byteOffset\": {}, \"byteLength\": {}{} }}", at, bytes.size(), target));
}

u32 GltfWriter::add_vectors(std::span<const Vec3> v, Use use, bool with_bounds) {
    Box box;
    for (const Vec3& p : v) box.add(p);
    const std::string bounds =
        with_bounds ? fmt::format(", \"min\": {}, \"max\": {}", json_vector(box.low), json_vector(box.high)) : "";
    return accessors.add(
        fmt::format("{{ \"bufferView\": {}, \"componentType\": 5126, \"count\": {}, \"type\": \"VEC3\"{} }}",
                    add_view(std::as_bytes(v), use), v.size(), bounds));
}

u32 GltfWriter::add_floats(std::span<const float> values, const char* type, Use use, bool with_bounds) {
    const std::string_view name = type;
    const size_t width = name == "SCALAR" ? 1 : name == "VEC2" ? 2 : name == "VEC3" ? 3 : name == "VEC4" ? 4 : 16;
    std::string bounds;
    if (with_bounds && !values.empty())
        bounds = fmt::format(", \"min\": [{}], \"max\": [{}]", *std::min_element(values.begin(), values.end()),
                             *std::max_element(values.begin(), values.end()));
    return accessors.add(
        fmt::format("{{ \"bufferView\": {}, \"componentType\": 5126, \"count\": {}, \"type\": \"{}\"{} }}",
                    add_view(std::as_bytes(values), use), values.size() / width, type, bounds));
}

u32 GltfWriter::add_shares(std::span<const float> values) {
    std::vector<u16> shares;
    for (const float v : values) {
        PL_ASSERT(v >= 0 && v <= 1);
        shares.push_back(static_cast<u16>(std::lround(v * 65535)));
    }
    return accessors.add(fmt::format(
        "{{ \"bufferView\": {}, \"componentType\": 5123, \"normalized\": true, \"count\": {}, \"type\": \"SCALAR\" }}",
        add_view(std::as_bytes(std::span(shares)), Use::data), values.size()));
}

static std::string whole_numbers(u32 view, size_t count) {
    return fmt::format("{{ \"bufferView\": {}, \"componentType\": 5125, \"count\": {}, \"type\": \"SCALAR\" }}", view,
                       count);
}

u32 GltfWriter::add_indices(std::span<const u32> indices) {
    return accessors.add(whole_numbers(add_view(std::as_bytes(indices), Use::indices), indices.size()));
}

u32 GltfWriter::add_joints(std::span<const u16> joints) {
    return accessors.add(
        fmt::format("{{ \"bufferView\": {}, \"componentType\": 5123, \"count\": {}, \"type\": \"VEC4\" }}",
                    add_view(std::as_bytes(joints), Use::vertices), joints.size() / 4));
}

u32 GltfWriter::add_numbers(std::span<const u32> numbers) {
    return accessors.add(whole_numbers(add_view(std::as_bytes(numbers), Use::data), numbers.size()));
}

std::string image_type(const std::vector<u8>& bytes) {
    const auto starts = [&](std::initializer_list<u8> with) {
        return bytes.size() >= with.size() && std::equal(with.begin(), with.end(), bytes.begin());
    };
    if (starts({0x89, 'P', 'N', 'G'})) return "png";
    if (starts({0xff, 0xd8, 0xff})) return "jpeg";
    return "";
}

int GltfWriter::add_image(const std::string& name, const std::vector<u8>& bytes) {
    const std::string type = image_type(bytes);
    if (type.empty()) return -1;
    const u32 view = add_view(std::as_bytes(std::span(bytes)), Use::data);
    const u32 image = images.add(fmt::format("{{ \"name\": {}, \"mimeType\": \"image/{}\", \"bufferView\": {} }}",
                                             quoted_json(name), type, view));
    return static_cast<int>(textures.add(fmt::format("{{ \"source\": {} }}", image)));
}

void GltfWriter::add_extension(const std::string& name, const std::string& json) {
    for (auto& [known, text] : extensions_)
        if (known == name) return static_cast<void>(text = text.empty() ? json : text);
    extensions_.emplace_back(name, json);
}

void GltfWriter::require_extension(const std::string& name) {
    add_extension(name);
    if (std::find(required_.begin(), required_.end(), name) == required_.end()) required_.push_back(name);
}

u32 GltfWriter::add_material(const Material& m, const std::string& name, int texture) {
    std::string text = fmt::format(
        "{{ \"name\": {}, \"pbrMetallicRoughness\": {{ \"baseColorFactor\": [{}, {}, {}, {}], \"metallicFactor\": {}, "
        "\"roughnessFactor\": {}",
        quoted_json(name), m.color.x, m.color.y, m.color.z, m.opacity, m.metallic, m.roughness);
    if (texture >= 0) text += fmt::format(", \"baseColorTexture\": {{ \"index\": {} }}", texture);
    text += " }";
    if (m.opacity < 1) text += ", \"alphaMode\": \"BLEND\"";
    if (m.two_sided) text += ", \"doubleSided\": true";
    text += " }";
    for (const auto& [known, number] : known_materials_)
        if (known == text) return number;
    known_materials_.emplace_back(text, materials.add(text));
    return known_materials_.back().second;
}

std::string GltfWriter::document() const {
    std::string text = "{ \"asset\": { \"version\": \"2.0\", \"generator\": \"Pliant\" },\n";
    std::string roots;
    for (u32 n = 0; n < nodes.count(); ++n)
        if (std::find(hanging_.begin(), hanging_.end(), n) == hanging_.end())
            roots += (roots.empty() ? "" : ", ") + std::to_string(n);
    std::string used, whole;
    for (const auto& [name, json] : extensions_) {
        used += (used.empty() ? "" : ", ") + quoted_json(name);
        if (!json.empty()) whole += (whole.empty() ? "" : ",\n") + quoted_json(name) + ": " + json;
    }
    if (!used.empty()) text += "\"extensionsUsed\": [" + used + "],\n";
    std::string required;
    for (const std::string& name : required_) required += (required.empty() ? "" : ", ") + quoted_json(name);
    if (!required.empty()) text += "\"extensionsRequired\": [" + required + "],\n";
    if (!whole.empty()) text += "\"extensions\": {\n" + whole + " },\n";
    text += "\"scene\": 0, \"scenes\": [ { \"nodes\": [" + roots + "]" +
            (extras_.empty() ? "" : ", \"extras\": " + extras_) + " } ],\n";
    const auto add_list = [&](const char* key, const List& list) {
        if (list.count()) text += fmt::format("\"{}\": [\n{} ],\n", key, list.text());
    };
    add_list("nodes", nodes);
    add_list("meshes", meshes);
    add_list("skins", skins);
    add_list("cameras", cameras);
    add_list("materials", materials);
    add_list("textures", textures);
    add_list("images", images);
    List all_animations = animations;
    if (channels.count())
        all_animations.add("{ \"name\": \"Pliant\", \"samplers\": [\n" + samplers.text() + " ],\n\"channels\": [\n" +
                           channels.text() + " ] }");
    add_list("animations", all_animations);
    add_list("accessors", accessors);
    add_list("bufferViews", views);
    const std::string fallback = fallback_bytes_
                                     ? fmt::format(
                                           ",\n{{ \"byteLength\": {}, \"extensions\": {{ \"EXT_meshopt_compression\": "
                                           "{{ \"fallback\": true }} }} }}",
                                           fallback_bytes_)
                                     : "";
    text += fmt::format("\"buffers\": [ {{ \"byteLength\": {} }}{} ] }}", size(), fallback);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    return text;
}

std::string glb_head(const std::string& path, const GltfWriter& g) {
    const std::string json = g.document();
    const u64 whole = 12 + 8 + json.size() + 8 + g.size();
    if (whole > 0xffffffffu)  // lengths have four bytes
        throw OutputError({path, "it would have " + with_commas(whole) + " bytes",
                           "at most 4 GB, which a .glb can hold", "record pc2 instead, or fewer frames"});
    const u32 header[] = {0x46546c67, 2, static_cast<u32>(whole), static_cast<u32>(json.size()), 0x4e4f534a};
    const u32 binary[] = {static_cast<u32>(g.size()), 0x004e4942};
    std::string head(reinterpret_cast<const char*>(header), sizeof header);
    head += json;
    head.append(reinterpret_cast<const char*>(binary), sizeof binary);
    return head;
}

std::string glb_bytes(const std::string& path, const GltfWriter& g) {
    std::string bytes = glb_head(path, g);
    bytes.append(reinterpret_cast<const char*>(g.bytes().data()), g.bytes().size());
    return bytes;
}

void write_glb(const std::string& path, const GltfWriter& g) { write_file(path, glb_bytes(path, g)); }

}  // namespace pliant
