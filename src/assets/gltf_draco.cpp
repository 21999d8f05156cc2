// KHR_draco_mesh_compression: primitives whose triangles and attributes are packed together. Each gets accessors of its
// own, which point into a plain buffer.
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "assets/gltf_accessor.h"
#include "assets/gltf_packed.h"
#include "core/text.h"

#ifdef PLIANT_HAS_DRACO
#include <draco/compression/decode.h>
#include <draco/core/varint_decoding.h>
#include <draco/metadata/metadata_decoder.h>
#endif

namespace pliant {

#ifdef PLIANT_HAS_DRACO
namespace {

using JsonValue = nlohmann::json;

constexpr const char* extension_name = "KHR_draco_mesh_compression";

struct Sizes {
    std::uint32_t faces = 0, points = 0;
};

// The library allocates what the head of a stream claims, so the claims are read first. Empty if the head is broken.
std::optional<Sizes> claimed_sizes(std::string_view stream) {
    constexpr size_t header_size = 11;  // "DRACO", version (2), kind, method, flags (2)
    if (stream.size() < header_size || stream.substr(0, 5) != "DRACO") return {};
    const bool is_mesh = stream[7] == 1, is_edgebreaker = stream[8] == 1, has_metadata = stream[10] & 0x80;
    if (stream[5] != 2 || stream[6] != 2 || !is_mesh) return {};  // 2.2, as the extension demands
    draco::DecoderBuffer buffer;
    buffer.Init(stream.data() + header_size, stream.size() - header_size, 0x0202);
    draco::GeometryMetadata metadata;
    if (has_metadata && !draco::MetadataDecoder().DecodeGeometryMetadata(&buffer, &metadata)) return {};
    Sizes sizes;
    std::uint8_t traversal;
    const bool good = is_edgebreaker
                          ? buffer.Decode(&traversal) && draco::DecodeVarint(&sizes.points, &buffer) &&
                                draco::DecodeVarint(&sizes.faces, &buffer)
                          : draco::DecodeVarint(&sizes.faces, &buffer) && draco::DecodeVarint(&sizes.points, &buffer);
    return good ? std::optional(sizes) : std::nullopt;
}

class DracoReader {
  public:
    explicit DracoReader(GltfPacked& file) : file_(file) {}

    void unpack(JsonValue& primitive, const std::string& where) {
        // Primitives that stand in the file twice are unpacked once, and go on sharing their vertices.
        const JsonValue& attributes = primitive["attributes"];
        const std::string same = primitive["extensions"][extension_name].dump(-1, ' ', true) +
                                 attributes.dump(-1, ' ', true) + primitive.value("indices", JsonValue()).dump();
        auto at = unpacked_.find(same);
        if (at == unpacked_.end()) at = unpacked_.emplace(same, plain(primitive, where + "." + extension_name)).first;
        primitive["attributes"] = at->second["attributes"];
        primitive["indices"] = at->second["indices"];
        primitive["mode"] = 4;  // strips come out as triangles too
        primitive["extensions"].erase(extension_name);
    }

  private:
    JsonValue plain(const JsonValue& primitive, const std::string& where) {
        const JsonValue& extension = primitive["extensions"][extension_name];
        const std::unique_ptr<draco::Mesh> mesh = decoded(extension, where);
        JsonValue result{{"attributes", primitive["attributes"]}, {"indices", add_indices(*mesh, where)}};
        if (!extension.contains("attributes") || !extension["attributes"].is_object()) return result;
        for (const auto& item : extension["attributes"].items()) {
            const std::string here = where + ".attributes." + item.key();
            const u64 accessor = file_.number(primitive["attributes"], item.key().c_str(), here);
            const u64 id = file_.number(extension["attributes"], item.key().c_str(), where + ".attributes");
            const draco::PointAttribute* attribute =
                id <= UINT32_MAX ? mesh->GetAttributeByUniqueId(static_cast<std::uint32_t>(id)) : nullptr;
            if (!attribute)
                file_.fail(here, "there is no attribute " + std::to_string(id) + " in the stream",
                           "one that was compressed");
            result["attributes"][item.key()] = add_attribute(*mesh, *attribute, accessor, here);
        }
        return result;
    }

    std::unique_ptr<draco::Mesh> decoded(const JsonValue& extension, const std::string& where) {
        const std::string_view stream = stream_of(file_.number(extension, "bufferView", where), where);
        const std::optional<Sizes> claimed = claimed_sizes(stream);
        if (!claimed) file_.fail(where, "its bytes do not begin as those of a mesh do", "a stream of Draco 2.2");
        const u64 most = std::max<u64>(8 * stream.size(), u64{1} << 22);
        if (claimed->faces > most || claimed->points > most)
            file_.fail(where,
                       "it claims " + with_commas(claimed->faces) + " triangles and " + with_commas(claimed->points) +
                           " points",
                       "at most " + with_commas(most) + " of " + with_commas(stream.size()) + " bytes");
        draco::DecoderBuffer buffer;
        buffer.Init(stream.data(), stream.size());
        try {
            auto result = draco::Decoder().DecodeMeshFromBuffer(&buffer);
            if (result.ok()) return std::move(result).value();
        } catch (const std::exception&) {  // of memory that is not there, or sizes that make no sense
        }
        file_.fail(where, "what is packed there cannot be unpacked", "a whole stream of Draco");
    }

    std::string_view stream_of(u64 number, const std::string& where) const {
        const auto views = file_.document.find("bufferViews");
        if (views == file_.document.end() || !views->is_array() || number >= views->size())
            file_.fail(where, "there is no buffer view " + std::to_string(number), "a buffer view of the file");
        const JsonValue& view = (*views)[number];
        const std::string here = "bufferViews[" + std::to_string(number) + "]";
        return file_.bytes(file_.number(view, "buffer", here), file_.number(view, "byteOffset", here, 0),
                           file_.number(view, "byteLength", here), where);
    }

    u64 add_indices(const draco::Mesh& mesh, const std::string& where) {
        file_.claim(u64{mesh.num_faces()} * 12, where);
        std::string bytes;
        for (std::uint32_t f = 0; f < mesh.num_faces(); ++f)
            for (const draco::PointIndex& point : mesh.face(draco::FaceIndex(f))) {
                const std::uint32_t value = point.value();  // readers check it, as of every file
                bytes.append(reinterpret_cast<const char*>(&value), 4);
            }
        return add_accessor({{"componentType", 5125}, {"type", "SCALAR"}}, u64{mesh.num_faces()} * 3, std::move(bytes));
    }

    u64 add_attribute(const draco::Mesh& mesh, const draco::PointAttribute& attribute, u64 accessor,
                      const std::string& where) {
        const auto accessors = file_.document.find("accessors");
        if (accessors == file_.document.end() || !accessors->is_array() || accessor >= accessors->size())
            file_.fail(where, "there is no accessor " + std::to_string(accessor), "an accessor of the file");
        JsonValue told = (*accessors)[accessor];  // its type, and whether it is normalized
        const u64 type = file_.number(told, "componentType", "accessors[" + std::to_string(accessor) + "]");
        std::string bytes;
        const bool good = [&] {
            switch (type) {
                case 5120: return read<std::int8_t>(mesh, attribute, bytes, where);
                case 5121: return read<std::uint8_t>(mesh, attribute, bytes, where);
                case 5122: return read<std::int16_t>(mesh, attribute, bytes, where);
                case 5123: return read<std::uint16_t>(mesh, attribute, bytes, where);
                case 5125: return read<std::uint32_t>(mesh, attribute, bytes, where);
                case 5126: return read<float>(mesh, attribute, bytes, where);
                default: return false;
            }
        }();
        check_components(told, attribute, where);
        if (!good)
            file_.fail(where, "its numbers do not fit the type of accessor " + std::to_string(accessor),
                       "numbers of that type");
        return add_accessor(std::move(told), mesh.num_points(), std::move(bytes));
    }

    void check_components(const JsonValue& accessor, const draco::PointAttribute& attribute, const std::string& where) {
        constexpr const char* types[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
        const int components = attribute.num_components();
        const auto type = accessor.find("type");
        const bool is_text = type != accessor.end() && type->is_string();
        if (components < 1 || components > 4 || !is_text || *type != types[components - 1])
            file_.fail(where, "its elements have " + counted(static_cast<u64>(components), "components"),
                       "as many as its accessor says");
    }

    template <class T>
    bool read(const draco::Mesh& mesh, const draco::PointAttribute& attribute, std::string& bytes,
              const std::string& where) {
        const size_t components = attribute.num_components();
        if (components < 1 || components > 4) return false;
        file_.claim(u64{mesh.num_points()} * components * sizeof(T), where);
        bytes.reserve(mesh.num_points() * components * sizeof(T));
        for (std::uint32_t p = 0; p < mesh.num_points(); ++p) {
            const draco::AttributeValueIndex at = attribute.mapped_index(draco::PointIndex(p));
            T values[4];
            if (at.value() >= attribute.size() ||
                !attribute.ConvertValue<T>(at, static_cast<std::int8_t>(components), values))
                return false;
            bytes.append(reinterpret_cast<const char*>(values), components * sizeof(T));
        }
        return true;
    }

    u64 add_accessor(JsonValue accessor, u64 count, std::string bytes) {
        JsonValue& views = file_.document["bufferViews"];
        const u64 size = bytes.size();
        views.push_back({{"buffer", file_.add_buffer(std::move(bytes))}, {"byteOffset", 0u}, {"byteLength", size}});
        accessor["bufferView"] = views.size() - 1;
        accessor["count"] = count;
        accessor.erase("byteOffset");
        accessor.erase("sparse");
        JsonValue& accessors = file_.document["accessors"];
        accessors.push_back(std::move(accessor));
        return accessors.size() - 1;
    }

    GltfPacked& file_;
    std::map<std::string, JsonValue> unpacked_;
};

}  // namespace

bool reads_draco() { return true; }

void unpack_draco(GltfPacked& file) {
    DracoReader reader(file);
    const auto is_object = [](const JsonValue& json, const char* key) {
        return json.contains(key) && json[key].is_object();
    };
    const auto meshes = file.document.find("meshes");
    if (meshes == file.document.end() || !meshes->is_array()) return;
    for (size_t m = 0; m < meshes->size(); ++m) {
        JsonValue& mesh = (*meshes)[m];
        if (!mesh.is_object() || !mesh.contains("primitives") || !mesh["primitives"].is_array()) continue;
        JsonValue& primitives = mesh["primitives"];
        for (size_t p = 0; p < primitives.size(); ++p)
            if (is_object(primitives[p], "extensions") && is_object(primitives[p]["extensions"], extension_name) &&
                is_object(primitives[p], "attributes"))
                reader.unpack(primitives[p], "meshes[" + std::to_string(m) + "].primitives[" + std::to_string(p) + "]");
    }
}
#else
bool reads_draco() { return false; }

void unpack_draco(GltfPacked&) {}
#endif

}  // namespace pliant
