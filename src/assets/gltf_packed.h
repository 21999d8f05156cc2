// Compressed parts of a glTF file: they are unpacked before anything else looks at the file, so that readers see plain
// buffers alone. One file for each extension, with this common part. Numbers of the JSON are checked here, and all
// unpacked sizes have a bound, since a small file may claim anything.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "assets/gltf_source.h"

namespace pliant {

class GltfPacked {
  public:
    GltfPacked(nlohmann::json& document, GltfSource& source, const std::string& name);

    nlohmann::json& document;

    // A whole number from 0 on; `fallback` stands for one that is left out.
    u64 number(const nlohmann::json& object, const char* key, const std::string& where,
               std::optional<u64> fallback = {}) const;
    std::string_view bytes(u64 buffer, u64 offset, u64 length, const std::string& where) const;
    // To be called before anything is allocated: so many bytes will be unpacked.
    void claim(u64 size, const std::string& where);
    u64 add_buffer(std::string bytes);  // its number
    [[noreturn]] void fail(const std::string& where, const std::string& wrong, const std::string& expected,
                           const std::string& advice = "the file may be damaged; export it again") const;

  private:
    GltfSource& source_;
    const std::string& name_;
    u64 left_;  // [bytes] that may still be unpacked
};

// Both change the document, whose meshes and buffer views are then uncompressed. They throw Error for broken streams.
void unpack_meshopt(GltfPacked& file);
void unpack_draco(GltfPacked& file);

inline constexpr const char* gltf_draco_advice =
    "export it again without mesh compression, or open it in Blender and export it from there";

// Whether this build has the libraries; the web has not.
bool reads_meshopt();
bool reads_draco();

}  // namespace pliant
