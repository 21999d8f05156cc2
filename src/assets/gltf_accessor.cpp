#include "assets/gltf_accessor.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/assert.h"

namespace pliant {
namespace {

template <class T>
T value_at(const GltfNumbers& numbers, u64 element, u32 component) {
    T value;
    std::memcpy(&value, numbers.bytes.data() + element * numbers.stride + component * sizeof(T), sizeof(T));
    return value;
}

template <class T>
void read_as(const GltfNumbers& numbers, std::vector<float>& out) {
    constexpr float largest = static_cast<float>(std::numeric_limits<T>::max());
    for (u64 e = 0; e < numbers.count; ++e) {
        for (u32 c = 0; c < numbers.components; ++c) {
            const float value = static_cast<float>(value_at<T>(numbers, e, c));
            out.push_back(numbers.normalized ? std::max(value / largest, -1.0f) : value);
        }
    }
}

}  // namespace

size_t size_of(GltfComponent type) {
    switch (type) {
        case GltfComponent::int8:
        case GltfComponent::uint8: return 1;
        case GltfComponent::int16:
        case GltfComponent::uint16: return 2;
        case GltfComponent::uint32:
        case GltfComponent::float32: return 4;
    }
    return 0;
}

bool is_unsigned(GltfComponent type) {
    return type == GltfComponent::uint8 || type == GltfComponent::uint16 || type == GltfComponent::uint32;
}

bool GltfNumbers::fits() const {
    const u64 element = components * size_of(type);
    if (count == 0) return true;
    if (element == 0 || element > bytes.size()) return false;
    return count == 1 || (stride > 0 && count - 1 <= (bytes.size() - element) / stride);
}

void read_floats(const GltfNumbers& numbers, std::vector<float>& out) {
    PL_ASSERT(numbers.fits());
    out.reserve(out.size() + numbers.count * numbers.components);
    switch (numbers.type) {
        case GltfComponent::int8: return read_as<std::int8_t>(numbers, out);
        case GltfComponent::uint8: return read_as<u8>(numbers, out);
        case GltfComponent::int16: return read_as<i16>(numbers, out);
        case GltfComponent::uint16: return read_as<u16>(numbers, out);
        case GltfComponent::uint32: return read_as<u32>(numbers, out);
        case GltfComponent::float32: break;
    }
    GltfNumbers plain = numbers;
    plain.normalized = false;
    read_as<float>(plain, out);
}

void read_indices(const GltfNumbers& numbers, std::vector<u32>& out) {
    PL_ASSERT(numbers.fits() && numbers.components == 1);
    out.reserve(out.size() + numbers.count);
    for (u64 e = 0; e < numbers.count; ++e) {
        if (numbers.type == GltfComponent::uint8)
            out.push_back(value_at<u8>(numbers, e, 0));
        else if (numbers.type == GltfComponent::uint16)
            out.push_back(value_at<u16>(numbers, e, 0));
        else
            out.push_back(value_at<u32>(numbers, e, 0));
    }
}

}  // namespace pliant
