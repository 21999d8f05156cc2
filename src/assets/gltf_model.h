// The structures of an opened glTF file, and its numbers read with every bound checked. Readers of meshes, characters
// and bodies build on this; nothing else includes it, for the library's header is large.
#pragma once

#include <tiny_gltf.h>

#include <string>
#include <vector>

#include "assets/gltf_accessor.h"
#include "assets/gltf_source.h"

namespace pliant {

class GltfModel {
  public:
    // Throws Error where the library refuses the file; its warnings become notes.
    GltfModel(GltfSource source, const std::string& name, std::vector<std::string>& notes);

    const tinygltf::Model& structure() const { return model_; }
    const std::vector<GltfImage>& images() const { return source_.images; }
    std::string_view document() const { return source_.document; }
    u64 largest_buffer() const;  // [bytes]

    // `where` says in messages what the numbers are for. All throw Error for numbers that lie outside of their bytes.
    std::string_view view_bytes(int view, const std::string& where) const;
    u64 element_count(int accessor, const std::string& where) const;
    // Elements of `least` to `most` components each, one after the other. Accessors without bytes are zeros; of those a
    // file can claim any number, so more than `limit` is an error.
    std::vector<float> floats(int accessor, u32 least, u32 most, u64 limit, const std::string& where) const;
    std::vector<u32> indices(int accessor, u64 limit, const std::string& where) const;
    std::vector<float> matrices(int accessor, u64 limit, const std::string& where) const;  // 16 each, column by column

    [[noreturn]] void fail(const std::string& where, const std::string& wrong, const std::string& expected,
                           const std::string& advice = "") const;

  private:
    const tinygltf::Accessor& accessor_at(int number, const std::string& where) const;
    static constexpr u32 of_vector = 4, of_matrix = 16;  // components
    GltfNumbers layout(const tinygltf::Accessor& accessor, const std::string& where, u32 most = of_vector) const;
    GltfNumbers within(GltfNumbers numbers, int view, u64 offset, u64 stride, const std::string& where) const;
    template <class T>
    std::vector<T> values(const tinygltf::Accessor& accessor, u64 limit, const std::string& where,
                          u32 most = of_vector) const;
    template <class T>
    void replace_sparse(const tinygltf::Accessor& accessor, const GltfNumbers& whole, std::vector<T>& values,
                        const std::string& where) const;

    GltfSource source_;
    std::string name_;
    tinygltf::Model model_;
};

}  // namespace pliant
