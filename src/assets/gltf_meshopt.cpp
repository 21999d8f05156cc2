// EXT_meshopt_compression: buffer views whose bytes are packed. Each becomes a view of a buffer of its own.
#include <nlohmann/json.hpp>

#include "assets/gltf_packed.h"
#include "core/text.h"

#ifdef PLIANT_HAS_MESHOPT
#include <meshoptimizer.h>
#endif

namespace pliant {

#ifdef PLIANT_HAS_MESHOPT
namespace {

using JsonValue = nlohmann::json;

struct Stream {
    std::string_view bytes;
    u64 count, stride;
    std::string mode, filter;
};

Stream stream_of(const GltfPacked& file, const JsonValue& extension, const std::string& where) {
    const u64 length = file.number(extension, "byteLength", where);
    Stream s{file.bytes(file.number(extension, "buffer", where), file.number(extension, "byteOffset", where, 0), length,
                        where),
             file.number(extension, "count", where), file.number(extension, "byteStride", where), "", "NONE"};
    const auto text = [&](const char* key, std::string& to) {
        if (extension.contains(key) && extension[key].is_string()) to = extension[key].get<std::string>();
    };
    text("mode", s.mode);
    text("filter", s.filter);
    return s;
}

// The library asserts, or reads beyond, where these do not hold.
void check(const GltfPacked& file, const Stream& s, const std::string& where) {
    const bool vertices = s.mode == "ATTRIBUTES", triangles = s.mode == "TRIANGLES";
    if (!vertices && !triangles && s.mode != "INDICES")
        file.fail(where + ".mode", "found " + in_quotes(s.mode), "ATTRIBUTES, TRIANGLES or INDICES");
    const bool good_stride =
        vertices ? s.stride > 0 && s.stride <= 256 && s.stride % 4 == 0 : s.stride == 2 || s.stride == 4;
    if (!good_stride)
        file.fail(where + ".byteStride", "found " + with_commas(s.stride),
                  vertices ? "a multiple of 4 up to 256" : "2 or 4");
    if (triangles && s.count % 3)
        file.fail(where + ".count", "found " + with_commas(s.count), "a multiple of 3, for these are triangles");
    // A byte of a stream tells of 64 bytes of vertices at most, of one triangle, or of one index.
    const u64 most = vertices ? 64 * s.bytes.size() / s.stride : triangles ? 3 * s.bytes.size() : s.bytes.size();
    if (s.count > most)
        file.fail(where + ".count", "found " + with_commas(s.count),
                  "at most " + with_commas(most) + ", which is what its bytes can hold");
    const bool good_filter =
        s.filter == "NONE" || (vertices && ((s.filter == "OCTAHEDRAL" && (s.stride == 4 || s.stride == 8)) ||
                                            (s.filter == "QUATERNION" && s.stride == 8) || s.filter == "EXPONENTIAL"));
    if (!good_filter)
        file.fail(where + ".filter", "found " + in_quotes(s.filter) + " for strides of " + with_commas(s.stride),
                  "NONE, or for ATTRIBUTES: OCTAHEDRAL (4 or 8), QUATERNION (8) or EXPONENTIAL");
}

std::string decoded(const GltfPacked& file, const Stream& s, const std::string& where) {
    std::string out(s.count * s.stride, '\0');
    const auto* from = reinterpret_cast<const unsigned char*>(s.bytes.data());
    const int problem =
        s.mode == "ATTRIBUTES"  ? meshopt_decodeVertexBuffer(out.data(), s.count, s.stride, from, s.bytes.size())
        : s.mode == "TRIANGLES" ? meshopt_decodeIndexBuffer(out.data(), s.count, s.stride, from, s.bytes.size())
                                : meshopt_decodeIndexSequence(out.data(), s.count, s.stride, from, s.bytes.size());
    if (problem) file.fail(where, "what is packed there cannot be unpacked", "a whole stream of meshoptimizer");
    if (s.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(out.data(), s.count, s.stride);
    if (s.filter == "QUATERNION") meshopt_decodeFilterQuat(out.data(), s.count, s.stride);
    if (s.filter == "EXPONENTIAL") meshopt_decodeFilterExp(out.data(), s.count, s.stride);
    return out;
}

}  // namespace

bool reads_meshopt() { return true; }

void unpack_meshopt(GltfPacked& file) {
    constexpr const char* key = "EXT_meshopt_compression";
    const auto views = file.document.find("bufferViews");
    if (views == file.document.end() || !views->is_array()) return;
    for (size_t v = 0; v < views->size(); ++v) {
        JsonValue& view = (*views)[v];
        if (!view.is_object() || !view.contains("extensions") || !view["extensions"].is_object()) continue;
        JsonValue& extensions = view["extensions"];
        if (!extensions.contains(key)) continue;
        const std::string where = "bufferViews[" + std::to_string(v) + "]." + key;
        const Stream stream = stream_of(file, extensions[key], where);
        check(file, stream, where);
        file.claim(stream.count * stream.stride, where);
        view["buffer"] = file.add_buffer(decoded(file, stream, where));
        view["byteOffset"] = 0u;
        view["byteLength"] = stream.count * stream.stride;
        extensions.erase(key);
    }
}
#else
bool reads_meshopt() { return false; }

void unpack_meshopt(GltfPacked&) {}
#endif

}  // namespace pliant
