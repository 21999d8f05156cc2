// A glTF file opened, before its contents are looked at: container, JSON, buffers and images.
//
// Buffers and images are removed from the JSON here, so that the library that fills in structures from the rest never
// reads memory or files by unchecked numbers. Compressed parts (gltf_packed.h) are unpacked here too.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "assets/file_mesh.h"

namespace pliant {

struct GltfImage {
    std::string name, file;  // file: where it is outside the asset
    int buffer_view = -1;    // or inside a buffer
    std::string bytes;       // or as text in the JSON
};

struct GltfSource {
    std::string json;                       // all that describes meshes, materials and nodes
    std::string_view document;              // the whole JSON as it stands in the file: extensions
    std::vector<std::string_view> buffers;  // as long as the file says they are; the last one holds unpacked data
    std::vector<GltfImage> images;
    std::deque<std::string> owned;  // what the buffers point to, where it is not the file itself
};

// What of a file is wanted: a mesh is not refused for a broken animation.
enum class GltfParts { meshes, meshes_and_animation };

// `bytes` must outlive the result. Throws Error: not glTF 2, broken JSON, missing or short buffers, extensions that are
// required and not known.
GltfSource open_gltf(std::string_view bytes, const std::string& name, const FileResolver& resolve,
                     GltfParts parts = GltfParts::meshes);

}  // namespace pliant
