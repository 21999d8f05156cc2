#include "record/glb_targets.h"

#include <filesystem>
#include <fstream>

#include "core/assert.h"
#include "core/error.h"

#ifdef PLIANT_HAS_MESHOPT
#include <meshoptimizer.h>
#endif

namespace pliant {

#ifdef PLIANT_HAS_MESHOPT
bool has_meshopt() { return true; }

static std::vector<std::byte> packed(std::span<const std::byte> bytes, u32 stride) {
    const size_t count = bytes.size() / stride;
    std::vector<std::byte> out(meshopt_encodeVertexBufferBound(count, stride));
    meshopt_encodeVertexVersion(0);  // that of the extension
    out.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(out.data()), out.size(), bytes.data(), count,
                                          stride));
    return out;
}
#else
bool has_meshopt() { return false; }

static std::vector<std::byte> packed(std::span<const std::byte>, u32) { return {}; }
#endif

GlbTargets::GlbTargets(std::string path, bool meshopt) : path_(std::move(path)), meshopt_(meshopt), file_(path_) {
    if (meshopt && !has_meshopt())
        throw Error({"--meshopt", "this build of Pliant cannot compress", "one that was built with meshoptimizer",
                     "leave the option out"});
}

GlbTargets::~GlbTargets() {
    std::error_code error;
    std::filesystem::remove(path_, error);
}

u32 GlbTargets::add(std::span<const std::byte> bytes, u32 stride) {
    PL_ASSERT(stride > 0 && bytes.size() % stride == 0);
    if (!meshopt_) return append(bytes, bytes.size(), 0, stride);
    return *add_packed(bytes, stride, ~u64{0});
}

std::optional<u32> GlbTargets::add_packed(std::span<const std::byte> bytes, u32 stride, u64 limit) {
    PL_ASSERT(stride > 0 && bytes.size() % stride == 0);
    if (!meshopt_) return {};
    const std::vector<std::byte> small = packed(bytes, stride);
    if (small.size() >= limit) return {};
    const u64 fallback_offset = unpacked_;
    unpacked_ += bytes.size();
    return append(small, bytes.size(), fallback_offset, stride);
}

u32 GlbTargets::add_list(std::span<const std::byte> bytes) { return append(bytes, bytes.size(), 0, 0); }

u32 GlbTargets::append(std::span<const std::byte> written, u64 bytes, u64 fallback_offset, u32 stride) {
    views_.push_back({size_, written.size(), bytes, fallback_offset, stride});
    file_.write(written.data(), written.size());
    const char zeros[4] = {};
    const u64 rest = (4 - written.size() % 4) % 4;
    file_.write(zeros, rest);
    size_ += written.size() + rest;
    return static_cast<u32>(views_.size() - 1);
}

void GlbTargets::describe(GltfWriter& g) const {
    for (const View& v : views_)
        if (v.stride == 0)
            g.views.add(fmt::format("{{ \"buffer\": 0, \"byteOffset\": {}, \"byteLength\": {} }}", v.offset, v.bytes));
        else if (meshopt_)
            g.views.add(fmt::format(
                "{{ \"buffer\": 1, \"byteOffset\": {0}, \"byteLength\": {1}, \"byteStride\": {2}, \"target\": 34962, "
                "\"extensions\": {{ \"EXT_meshopt_compression\": {{ \"buffer\": 0, \"byteOffset\": {3}, "
                "\"byteLength\": {4}, \"byteStride\": {2}, \"count\": {5}, \"mode\": \"ATTRIBUTES\" }} }} }}",
                v.fallback_offset, v.bytes, v.stride, v.offset, v.packed, v.bytes / v.stride));
        else
            g.views.add(
                fmt::format("{{ \"buffer\": 0, \"byteOffset\": {}, \"byteLength\": {}, \"byteStride\": {}, "
                            "\"target\": 34962 }}",
                            v.offset, v.bytes, v.stride));
    if (unpacked_ == 0) return;
    g.require_extension("EXT_meshopt_compression");
    g.set_fallback_bytes(unpacked_);
}

void GlbTargets::copy_to(GrowingFile& to) {
    file_.close();
    std::ifstream in(path_, std::ios::binary);
    std::vector<char> part(1u << 20);
    for (u64 left = size_; left > 0;) {
        const u64 now = std::min<u64>(left, part.size());
        if (!in.read(part.data(), static_cast<std::streamsize>(now)))
            throw OutputError({path_, "what was written cannot be read again", "", ""});
        to.write(part.data(), now);
        left -= now;
    }
}

}  // namespace pliant
