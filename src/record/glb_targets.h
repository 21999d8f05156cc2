// The bytes of morph targets, which come first in a .glb and may be many: into a file beside it, with a view for each
// array, as it is or compressed.
#pragma once

#include <optional>
#include <span>

#include "assets/gltf_writer.h"
#include "record/growing_file.h"

namespace pliant {

class GlbTargets {
  public:
    // `path`: of the file beside. With meshopt, arrays are packed as EXT_meshopt_compression has it.
    GlbTargets(std::string path, bool meshopt);
    ~GlbTargets();
    GlbTargets(const GlbTargets&) = delete;
    GlbTargets& operator=(const GlbTargets&) = delete;

    // `bytes` are elements of `stride` bytes, a multiple of four. Gives the number of the view.
    u32 add(std::span<const std::byte> bytes, u32 stride);
    // The same if it is packed into fewer than `limit` bytes; nothing else is added.
    std::optional<u32> add_packed(std::span<const std::byte> bytes, u32 stride, u64 limit);
    // Elements of any size, one behind the other and never packed: numbers and values of a sparse accessor.
    u32 add_list(std::span<const std::byte> bytes);
    u64 size() const { return size_; }  // [bytes] so far
    void describe(GltfWriter&) const;   // its views come first, and the extension where it is used
    void copy_to(GrowingFile&);         // once all is added

  private:
    struct View {
        u64 offset, packed, bytes, fallback_offset;
        u32 stride;  // 0: a list
    };
    u32 append(std::span<const std::byte> written, u64 bytes, u64 fallback_offset, u32 stride);
    std::string path_;
    bool meshopt_;
    GrowingFile file_;
    std::vector<View> views_;
    u64 size_ = 0, unpacked_ = 0;  // [bytes] in the file, and of what is packed once it is unpacked
};

// Whether this build can compress.
bool has_meshopt();

}  // namespace pliant
