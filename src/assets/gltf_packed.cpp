#include "assets/gltf_packed.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

// Streams of meshoptimizer grow 64 times at most, and those of Draco where a mesh is flat and regular even more.
u64 max_unpacked(const GltfSource& source) {
    u64 packed = 0;
    for (const std::string_view buffer : source.buffers) packed += buffer.size();
    return std::clamp<u64>(64 * packed, u64{1} << 28, u64{1} << 32);
}

}  // namespace

GltfPacked::GltfPacked(nlohmann::json& json, GltfSource& source, const std::string& name)
    : document(json), source_(source), name_(name), left_(max_unpacked(source)) {}

void GltfPacked::fail(const std::string& where, const std::string& wrong, const std::string& expected,
                      const std::string& advice) const {
    throw Error({name_ + ": " + where, wrong, expected, advice});
}

u64 GltfPacked::number(const nlohmann::json& object, const char* key, const std::string& where,
                       std::optional<u64> fallback) const {
    const auto at = object.is_object() ? object.find(key) : object.end();
    const bool is_there = object.is_object() && at != object.end();
    if (!is_there && fallback) return *fallback;
    if (!is_there || !at->is_number_unsigned())
        fail(where + "." + key, is_there ? "found " + in_quotes(at->dump(-1, ' ', true)) : "it is missing",
             "a whole number from 0 on");
    return at->get<u64>();
}

std::string_view GltfPacked::bytes(u64 buffer, u64 offset, u64 length, const std::string& where) const {
    if (buffer >= source_.buffers.size())
        fail(where, "there is no buffer " + std::to_string(buffer), "a buffer of the file");
    const std::string_view all = source_.buffers[buffer];
    if (offset > all.size() || length > all.size() - offset)
        fail(where, "its bytes run past the end of buffer " + std::to_string(buffer),
             "at most " + with_commas(all.size()) + " bytes");
    return all.substr(offset, length);
}

void GltfPacked::claim(u64 size, const std::string& where) {
    if (size > left_)
        fail(where, "the file claims more than its bytes can hold when it is unpacked",
             "at most " + with_commas(left_) + " bytes more");
    left_ -= size;
}

u64 GltfPacked::add_buffer(std::string bytes) {
    source_.buffers.push_back(source_.owned.emplace_back(std::move(bytes)));
    return source_.buffers.size() - 1;
}

}  // namespace pliant
