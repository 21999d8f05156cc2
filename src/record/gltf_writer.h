// A glTF document in the making: its lists as JSON text, and the bytes that stand behind those of the frames.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "core/vec.h"
#include "record/materials.h"

namespace pliant {

class GltfWriter {
  public:
    // `before` bytes come first in the binary part, which somebody else writes: view 0, vectors of three floats.
    explicit GltfWriter(u64 before);

    // A list of the document; add() gives the number of what was added.
    class List {
      public:
        u32 add(const std::string& json) {
            text_ += (count_ ? ",\n" : "") + json;
            return count_++;
        }
        u32 count() const { return count_; }
        const std::string& text() const { return text_; }

      private:
        std::string text_;
        u32 count_ = 0;
    };
    List accessors, views, meshes, nodes, materials, textures, images, samplers, channels;

    enum class Use { data, vertices, indices };
    u32 add_view(std::span<const std::byte> bytes, Use use);
    u32 add_positions(std::span<const Vec3> v) { return add_vectors(v, Use::vertices, true); }
    u32 add_normals(std::span<const Vec3> v) { return add_vectors(v, Use::vertices, false); }
    u32 add_indices(std::span<const u32> indices);
    u32 add_vectors(std::span<const Vec3> v, Use use, bool with_bounds);
    u32 add_vectors_before(u64 at, u64 count, const Box* bounds);  // among the bytes that come first
    u32 add_floats(std::span<const float> values, const char* type, Use use, bool with_bounds = false);

    // Each image once, each material once however many bodies share it.
    u32 add_material(const Material& material, const std::string& name, int texture);
    void add_images(const SceneTextures& all);
    int image(u32 texture) const { return texture == SceneTextures::none ? -1 : image_of_[texture]; }

    const std::vector<std::byte>& bytes() const { return bytes_; }
    u64 size() const { return before_ + bytes_.size(); }  // of the binary part
    std::string document() const;                         // with spaces behind it to a multiple of four

  private:
    u64 before_;
    std::vector<std::byte> bytes_;
    std::vector<int> image_of_;
    std::vector<std::pair<std::string, u32>> known_materials_;
};

// A .glb without bytes before; beside, then renamed.
void write_glb(const std::string& path, const GltfWriter& document);
// The head of a .glb, up to the bytes of its binary part; throws OutputError when it is larger than a .glb can be.
std::string glb_head(const std::string& path, const GltfWriter& document);

std::string json_vector(const Vec3& v);  // [x, y, z], texts that read back as the same floats

}  // namespace pliant
