#if defined(__EMSCRIPTEN__)  // no library there: the header holds the implementation too
#include <fstream>
#include <nlohmann/json.hpp>
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_FS
#endif
#include "assets/gltf_model.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"

namespace pliant {

GltfModel::GltfModel(GltfSource source, const std::string& name, std::vector<std::string>& notes)
    : source_(std::move(source)), name_(name) {
    tinygltf::TinyGLTF library;
    std::string problems, warnings;
    bool good = false;
    try {
        good = library.LoadASCIIFromString(&model_, &problems, &warnings, source_.json.data(),
                                           static_cast<unsigned>(source_.json.size()), "");
    } catch (const std::exception& e) {
        problems += e.what();
    }
    for (char& c : problems) c = c == '\n' ? ' ' : c;
    const std::string problem = std::string(trimmed(problems)).substr(0, 300);
    if (!good)
        throw Error({name_, problem.empty() ? "its parts make no sense, a skin without joints for example" : problem,
                     "a glTF 2.0 file", "export it again"});
    if (!problem.empty()) notes.push_back(problem);
}

void GltfModel::fail(const std::string& where, const std::string& wrong, const std::string& expected,
                     const std::string& advice) const {
    throw Error({name_ + ": " + where, wrong, expected, advice});
}

u64 GltfModel::largest_buffer() const {
    u64 largest = 0;
    for (const std::string_view buffer : source_.buffers) largest = std::max<u64>(largest, buffer.size());
    return largest;
}

std::string_view GltfModel::view_bytes(int number, const std::string& where) const {
    if (static_cast<size_t>(number) >= model_.bufferViews.size())
        fail(where, "there is no buffer view " + std::to_string(number), "a buffer view of the file");
    const tinygltf::BufferView& view = model_.bufferViews[static_cast<size_t>(number)];
    if (static_cast<size_t>(view.buffer) >= source_.buffers.size())
        fail(where, "there is no buffer " + std::to_string(view.buffer), "a buffer of the file");
    const std::string_view bytes = source_.buffers[static_cast<size_t>(view.buffer)];
    if (view.byteOffset > bytes.size() || view.byteLength > bytes.size() - view.byteOffset)
        fail(where, "buffer view " + std::to_string(number) + " runs past the end of its buffer",
             "at most " + with_commas(bytes.size()) + " bytes", "the file may be damaged");
    return bytes.substr(view.byteOffset, view.byteLength);
}

const tinygltf::Accessor& GltfModel::accessor_at(int number, const std::string& where) const {
    if (static_cast<size_t>(number) >= model_.accessors.size())
        fail(where, "there is no accessor " + std::to_string(number), "an accessor of the file");
    return model_.accessors[static_cast<size_t>(number)];
}

u64 GltfModel::element_count(int accessor, const std::string& where) const {
    return accessor_at(accessor, where).count;
}

// The numbers without their place.
GltfNumbers GltfModel::layout(const tinygltf::Accessor& accessor, const std::string& where, u32 most) const {
    GltfNumbers numbers;
    numbers.count = accessor.count;
    numbers.normalized = accessor.normalized;
    numbers.type = static_cast<GltfComponent>(accessor.componentType);
    numbers.components = accessor.type == TINYGLTF_TYPE_SCALAR ? 1
                         : accessor.type == TINYGLTF_TYPE_MAT4 ? of_matrix
                                                               : static_cast<u32>(accessor.type);
    if (numbers.components > most || !size_of(numbers.type))
        fail(where, "the accessor has a type that vertices cannot have",
             "numbers or vectors of bytes, shorts or floats");
    return numbers;
}

GltfNumbers GltfModel::within(GltfNumbers numbers, int view, u64 offset, u64 stride, const std::string& where) const {
    const std::string_view bytes = view_bytes(view, where);
    numbers.bytes = bytes.substr(std::min<u64>(offset, bytes.size()));
    numbers.stride = stride ? stride : numbers.components * size_of(numbers.type);
    if (!numbers.fits())
        fail(where, "its " + with_commas(numbers.count) + " elements run past the end of their buffer view",
             "at most " + with_commas(bytes.size()) + " bytes", "the file may be damaged");
    return numbers;
}

static void read_values(const GltfNumbers& numbers, std::vector<float>& out) { read_floats(numbers, out); }
static void read_values(const GltfNumbers& numbers, std::vector<u32>& out) { read_indices(numbers, out); }

template <class T>
std::vector<T> GltfModel::values(const tinygltf::Accessor& accessor, u64 limit, const std::string& where,
                                 u32 most) const {
    const GltfNumbers numbers = layout(accessor, where, most);
    std::vector<T> result;
    if (accessor.bufferView >= 0) {
        view_bytes(accessor.bufferView, where);  // so that there is one to ask for the stride
        const size_t stride = model_.bufferViews[static_cast<size_t>(accessor.bufferView)].byteStride;
        read_values(within(numbers, accessor.bufferView, accessor.byteOffset, stride, where), result);
    } else {
        if (numbers.count > limit)
            fail(where, "it claims " + with_commas(numbers.count) + " elements and has no bytes",
                 "at most " + with_commas(limit), "the file may be damaged");
        result.resize(numbers.count * numbers.components);
    }
    if (accessor.sparse.isSparse) replace_sparse(accessor, numbers, result, where + ", sparse");
    return result;
}

template <class T>
void GltfModel::replace_sparse(const tinygltf::Accessor& accessor, const GltfNumbers& whole, std::vector<T>& values,
                               const std::string& where) const {
    const auto& sparse = accessor.sparse;
    if (sparse.count < 0 || sparse.indices.byteOffset < 0 || sparse.values.byteOffset < 0)
        fail(where, "a count or offset is negative", "numbers from 0 on");
    GltfNumbers places{{}, static_cast<u64>(sparse.count), 1, static_cast<GltfComponent>(sparse.indices.componentType)};
    if (!is_unsigned(places.type))
        fail(where, "its indices are not unsigned whole numbers", "unsigned bytes, shorts or ints");
    GltfNumbers changed = whole;
    changed.count = places.count;
    std::vector<u32> at;
    read_values(within(places, sparse.indices.bufferView, static_cast<u64>(sparse.indices.byteOffset), 0, where), at);
    std::vector<T> to;
    read_values(within(changed, sparse.values.bufferView, static_cast<u64>(sparse.values.byteOffset), 0, where), to);
    for (size_t i = 0; i < at.size(); ++i) {
        if (at[i] >= whole.count) fail(where, "it changes element " + with_commas(at[i]), "a lower number");
        for (size_t c = 0; c < whole.components; ++c)
            values[u64{at[i]} * whole.components + c] = to[i * whole.components + c];
    }
}

std::vector<float> GltfModel::floats(int number, u32 least, u32 most, u64 limit, const std::string& where) const {
    const tinygltf::Accessor& accessor = accessor_at(number, where);
    const u32 components = layout(accessor, where).components;
    if (components < least || components > most)
        fail(where, "its elements have " + counted(components, "components"),
             least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most));
    return values<float>(accessor, limit, where);
}

std::vector<u32> GltfModel::indices(int number, u64 limit, const std::string& where) const {
    const tinygltf::Accessor& accessor = accessor_at(number, where);
    const GltfNumbers numbers = layout(accessor, where);
    if (numbers.components != 1 || !is_unsigned(numbers.type))
        fail(where, "these are not unsigned whole numbers", "unsigned bytes, shorts or ints");
    return values<u32>(accessor, limit, where);
}

std::vector<float> GltfModel::matrices(int number, u64 limit, const std::string& where) const {
    const tinygltf::Accessor& accessor = accessor_at(number, where);
    if (accessor.type != TINYGLTF_TYPE_MAT4 || accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT)
        fail(where, "these are not matrices of floats", "MAT4");
    return values<float>(accessor, limit, where, of_matrix);
}

}  // namespace pliant
