// The numbers of a glTF accessor: of any type, interleaved or not, and only within bytes that are there.
#pragma once

#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant {

enum class GltfComponent { int8 = 5120, uint8 = 5121, int16 = 5122, uint16 = 5123, uint32 = 5125, float32 = 5126 };

size_t size_of(GltfComponent type);  // [bytes]; 0 for unknown types
bool is_unsigned(GltfComponent type);

struct GltfNumbers {
    std::string_view bytes;  // from the first element on
    u64 count = 0;           // of elements
    u32 components = 1;      // of each element
    GltfComponent type{};
    bool normalized = false;  // integers stand for 0 … 1 or -1 … 1
    u64 stride = 0;           // [bytes] from one element to the next

    bool fits() const;  // every element lies within the bytes
};

// `out` gets count x components values, one element after the other; numbers.fits() must hold.
void read_floats(const GltfNumbers& numbers, std::vector<float>& out);
void read_indices(const GltfNumbers& numbers, std::vector<u32>& out);  // of one unsigned component

}  // namespace pliant
