// A glTF document in the making: its lists as JSON text, and its bytes. Records and creatures are written with it.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "core/vec.h"
#include "geometry/mesh.h"

namespace pliant {

class GltfWriter {
  public:
    // The first `before` bytes of the binary part are written by the caller, with views of its own.
    explicit GltfWriter(u64 before);

    // A list of the document; add() returns the index of the new item.
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
    List accessors, views, meshes, nodes, skins, cameras, materials, textures, images, animations;
    List samplers, channels;  // of one animation more, called Pliant: the records'

    enum class Use { data, vertices, indices };
    u32 add_view(std::span<const std::byte> bytes, Use use);
    u32 add_positions(std::span<const Vec3> v) { return add_vectors(v, Use::vertices, true); }
    u32 add_normals(std::span<const Vec3> v) { return add_vectors(v, Use::vertices, false); }
    u32 add_indices(std::span<const u32> indices);
    u32 add_numbers(std::span<const u32> numbers);  // of extensions: indices of no mesh
    u32 add_vectors(std::span<const Vec3> v, Use use, bool with_bounds);
    u32 add_floats(std::span<const float> values, const char* type, Use use, bool with_bounds = false);
    u32 add_shares(std::span<const float> values);  // between 0 and 1, in steps of 1/65535
    u32 add_joints(std::span<const u16> joints);    // four a vertex

    // Each material once, however many bodies share it.
    u32 add_material(const Material& material, const std::string& name, int texture);
    // The texture of an image file; -1 for formats other than PNG and JPEG, the only ones of glTF.
    int add_image(const std::string& name, const std::vector<u8>& bytes);

    void hang(u32 node) { hanging_.push_back(node); }  // it is a child of another, and not in the scene by itself
    // `json` stands in the document's own "extensions"; empty: the extension is only used somewhere in it.
    void add_extension(const std::string& name, const std::string& json = "");
    void require_extension(const std::string& name);              // without which a viewer shows something wrong
    void set_extras(const std::string& json) { extras_ = json; }  // of the scene
    // Views of buffer 1 are compressed, and have no bytes of their own but in viewers that unpack them.
    void set_fallback_bytes(u64 bytes) { fallback_bytes_ = bytes; }

    const std::vector<std::byte>& bytes() const { return bytes_; }
    u64 size() const { return before_ + bytes_.size(); }  // of the binary part
    std::string document() const;                         // with spaces behind it to a multiple of four

  private:
    u64 before_;
    std::vector<std::byte> bytes_;
    std::vector<u32> hanging_;
    std::vector<std::pair<std::string, std::string>> extensions_;
    std::vector<std::string> required_;
    std::string extras_;
    u64 fallback_bytes_ = 0;
    std::vector<std::pair<std::string, u32>> known_materials_;
};

// A .glb without bytes before, and the same as a file: beside, then renamed.
std::string glb_bytes(const std::string& path, const GltfWriter& document);
void write_glb(const std::string& path, const GltfWriter& document);
// The head of a .glb, up to the bytes of its binary part; throws OutputError when it is larger than a .glb can be.
std::string glb_head(const std::string& path, const GltfWriter& document);

// "png", "jpeg", or empty for images that most programs do not read.
std::string image_type(const std::vector<u8>& bytes);

std::string json_vector(const Vec3& v);  // [x, y, z], texts that read back as the same floats

}  // namespace pliant
