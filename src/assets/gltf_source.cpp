#include "assets/gltf_source.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "assets/asset_file.h"
#include "assets/data_uri.h"
#include "assets/gltf_packed.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

using JsonValue = nlohmann::json;

struct Chunks {
    std::string_view json, binary;
    bool has_binary = false;
};

u32 u32_at(std::string_view bytes, size_t at) {
    u32 value;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
}

// A .glb: "glTF", version, length, and chunks of length, kind and data.
Chunks split_glb(std::string_view bytes, const std::string& name) {
    constexpr u32 json_kind = 0x4e4f534a, binary_kind = 0x004e4942;
    const auto cut_short = [&](const std::string& wrong) {
        throw Error({name, wrong, "a whole file", "it may have been cut short while it was copied"});
    };
    if (bytes.size() < 20) cut_short("the file ends within its header");
    if (u32_at(bytes, 4) != 2)
        throw Error({name, "this is version " + std::to_string(u32_at(bytes, 4)) + " of the binary glTF format",
                     "version 2", "export it again as glTF 2.0"});
    if (u32_at(bytes, 8) > bytes.size())
        cut_short("the file has " + with_commas(bytes.size()) + " bytes of the " + with_commas(u32_at(bytes, 8)) +
                  " that its header promises");
    bytes = bytes.substr(0, u32_at(bytes, 8));
    Chunks chunks;
    for (size_t at = 12; at + 8 <= bytes.size();) {
        const u32 length = u32_at(bytes, at), kind = u32_at(bytes, at + 4);
        at += 8;
        if (length > bytes.size() - at) cut_short("a part of " + with_commas(length) + " bytes runs past the end");
        if (kind == json_kind && chunks.json.empty()) chunks.json = bytes.substr(at, length);
        if (kind == binary_kind && !chunks.has_binary) {
            chunks.binary = bytes.substr(at, length);
            chunks.has_binary = true;
        }
        at += length;
    }
    if (chunks.json.empty()) throw Error({name, "the file has no description of its contents", "a JSON chunk", ""});
    return chunks;
}

// Readers of nested values call themselves for each level, and a file may have a million.
void check_depth(std::string_view json, const std::string& name) {
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string && c == '\\')
            ++i;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '{' || c == '['))
            ++depth;
        else if (!in_string && (c == '}' || c == ']'))
            --depth;
        if (depth > 200) throw Error({name, "the JSON is nested more than 200 deep", "a glTF file", ""});
    }
}

JsonValue parse(std::string_view text, const std::string& name) {
    check_depth(text, name);
    try {
        JsonValue json = JsonValue::parse(text.begin(), text.end());
        if (json.is_object()) return json;
    } catch (const JsonValue::exception& e) {
        std::string_view message = e.what();  // "[json.exception.parse_error.101] parse error at line 1, column 5: ..."
        message.remove_prefix(std::min(message.size(), message.find("] ") + 2));
        throw Error({name, std::string(message), "a glTF file", ""});
    }
    throw Error({name, "the JSON is not an object", "a glTF file", ""});
}

void check_version(const JsonValue& json, const std::string& name) {
    const auto asset = json.find("asset");
    const bool has_version = asset != json.end() && asset->is_object() && asset->contains("version");
    if (!has_version || !asset->at("version").is_string())
        throw Error(
            {name, "there is no asset.version", "a glTF file, which says \"asset\": {\"version\": \"2.0\"}", ""});
    const std::string version = asset->at("version");
    if (version.substr(0, 2) != "2.")
        throw Error({name, "this is glTF " + in_quotes(version), "glTF 2.0", "export it again as glTF 2.0"});
}

// Whether it is a compression that is read here; one that is not is refused.
bool is_packed(const std::string& extension, const std::string& name) {
    const bool draco = extension == "KHR_draco_mesh_compression", meshopt = extension == "EXT_meshopt_compression";
    if (draco && !reads_draco())
        throw Error({name, "the meshes are compressed with Draco, which this build of Pliant cannot read",
                     "plain meshes", gltf_draco_advice});
    if ((meshopt && !reads_meshopt()) || extension == "KHR_meshopt_compression")
        throw Error({name, "the meshes are compressed with meshoptimizer in a way that this build cannot read",
                     "plain meshes", "run gltfpack without -c or -cc, or export it again without compression"});
    return draco || meshopt;
}

void check_extensions(const JsonValue& json, const std::string& name) {
    const auto required = json.find("extensionsRequired");
    if (required == json.end() || !required->is_array()) return;
    for (const JsonValue& item : *required) {
        const std::string extension = item.is_string() ? item.get<std::string>() : item.dump();
        if (is_packed(extension, name)) continue;
        // What these change is how a mesh is shaded, lit or described, and not its shape.
        constexpr std::string_view harmless[] = {
            "KHR_mesh_quantization", "KHR_materials_", "KHR_texture_", "EXT_texture_",  "KHR_lights_", "KHR_xmp",
            "KHR_physics_",          "KHR_implicit_",  "PLIANT_",      "KHR_animation_"};
        if (std::none_of(std::begin(harmless), std::end(harmless),
                         [&](std::string_view h) { return extension.substr(0, h.size()) == h; }))
            throw Error({name, "the file needs the extension " + in_quotes(extension), "a file without it",
                         "export it again with that option off"});
    }
}

std::string text_of(const JsonValue& object, const char* key) {
    const auto at = object.is_object() ? object.find(key) : object.end();
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

class BufferLoader {
  public:
    BufferLoader(GltfSource& out, const Chunks& chunks, const std::string& name, const FileResolver& resolve)
        : out_(out), chunks_(chunks), name_(name), resolve_(resolve) {}

    void load(const JsonValue& buffer, size_t number) {
        if (is_fallback(buffer)) {
            out_.buffers.emplace_back();
            return;
        }
        const std::string where = name_ + ": buffer " + std::to_string(number);
        const auto length = buffer.is_object() ? buffer.find("byteLength") : buffer.end();
        if (length == buffer.end() || !length->is_number_unsigned())
            throw Error({where, "there is no byteLength", "the number of bytes", ""});
        const u64 size = length->get<u64>();
        const std::string_view bytes = find(buffer, number, where);
        if (bytes.size() < size)
            throw Error({where, "there are " + with_commas(bytes.size()) + " bytes", with_commas(size) + " bytes",
                         "it may have been cut short while it was copied"});
        out_.buffers.push_back(bytes.substr(0, size));
    }

  private:
    // What stands there for readers without meshoptimizer is not needed, and often left out.
    static bool is_fallback(const JsonValue& buffer) {
        static const JsonValue::json_pointer flag("/extensions/EXT_meshopt_compression/fallback");
        return reads_meshopt() && buffer.is_object() && buffer.contains(flag) && buffer[flag] == true;
    }

    std::string_view find(const JsonValue& buffer, size_t number, const std::string& where) {
        const std::string uri = text_of(buffer, "uri");
        if (uri.empty()) {
            if (number == 0 && chunks_.has_binary) return chunks_.binary;
            throw Error({where, "it has no data", "a uri, or the binary part of a .glb", ""});
        }
        std::optional<std::string> bytes;
        if (is_data_uri(uri)) {
            bytes = decode_data_uri(uri);
            if (!bytes) throw Error({where, "the text of its data is broken", "base64", ""});
        } else {
            if (resolve_) bytes = resolve_(percent_decoded(uri));
            if (!bytes && leads_outside(percent_decoded(uri)))
                throw Error({where,
                             "the file " + in_quotes(percent_decoded(uri)) + " " + why_not_read(percent_decoded(uri)),
                             "a file beside the .gltf or in a folder below",
                             "copy it there, or export a .glb, which holds everything"});
            if (!bytes)
                throw Error({where, "there is no file " + in_quotes(percent_decoded(uri)), "that file beside the .gltf",
                             "copy it along, or export a .glb, which holds everything"});
        }
        return out_.owned.emplace_back(std::move(*bytes));
    }

    GltfSource& out_;
    const Chunks& chunks_;
    const std::string& name_;
    const FileResolver& resolve_;
};

// The library treats everything but a non-negative number as 0, and would read other bytes than the file means.
void check_places(const JsonValue& json, const char* list, std::initializer_list<const char*> keys,
                  const std::string& name) {
    const auto at = json.find(list);
    if (at == json.end() || !at->is_array()) return;
    for (size_t i = 0; i < at->size(); ++i) {
        const JsonValue& object = (*at)[i];
        for (const char* key : keys) {
            const auto value = object.is_object() ? object.find(key) : object.end();
            if (!object.is_object() || value == object.end() || value->is_number_unsigned()) continue;
            throw Error({name + ": " + list + "[" + std::to_string(i) + "]." + key,
                         "found " + in_quotes(value->dump(-1, ' ', true)), "a whole number from 0 on",
                         "the file may be damaged; export it again"});
        }
    }
}

// An image that cannot be had is no reason to refuse a mesh.
GltfImage image_of(const JsonValue& json) {
    GltfImage image;
    image.name = text_of(json, "name");
    const std::string uri = text_of(json, "uri");
    if (is_data_uri(uri))
        image.bytes = decode_data_uri(uri).value_or("");
    else
        image.file = percent_decoded(uri);
    const auto view = json.is_object() ? json.find("bufferView") : json.end();
    if (view != json.end() && view->is_number_integer()) image.buffer_view = view->get<int>();
    return image;
}

}  // namespace

GltfSource open_gltf(std::string_view bytes, const std::string& name, const FileResolver& resolve, GltfParts parts) {
    Chunks chunks{bytes, {}};
    if (bytes.substr(0, 4) == "glTF") chunks = split_glb(bytes, name);
    JsonValue json = parse(chunks.json, name);
    check_version(json, name);
    check_extensions(json, name);
    check_places(json, "bufferViews", {"buffer", "byteOffset", "byteLength", "byteStride"}, name);
    check_places(json, "accessors", {"bufferView", "byteOffset", "count", "componentType"}, name);
    GltfSource source;
    source.document = chunks.json;
    BufferLoader loader(source, chunks, name, resolve);
    const auto list = [&](const char* key) {
        const auto at = json.find(key);
        return at != json.end() && at->is_array() ? *at : JsonValue::array();
    };
    for (const JsonValue& buffer : list("buffers")) loader.load(buffer, source.buffers.size());
    GltfPacked packed(json, source, name);
    unpack_meshopt(packed);
    unpack_draco(packed);
    for (const JsonValue& image : list("images")) source.images.push_back(image_of(image));
    JsonValue rest;
    for (const char* key :
         {"asset", "scene", "scenes", "nodes", "meshes", "accessors", "bufferViews", "materials", "textures"})
        if (json.contains(key)) rest[key] = json[key];
    if (parts == GltfParts::meshes_and_animation)
        for (const char* key : {"skins", "animations"})
            if (json.contains(key)) rest[key] = json[key];
    source.json = rest.dump();
    return source;
}

}  // namespace pliant
