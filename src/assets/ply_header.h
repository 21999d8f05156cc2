// The header of a PLY file: what elements follow, how many, and which properties each has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant {

enum class PlyFormat { ascii, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

size_t size_of(PlyType type);  // [bytes]

struct PlyProperty {
    std::string name;
    PlyType type;
    bool is_list = false;
    PlyType count_type{};  // of lists
};

struct PlyElement {
    std::string name;
    u64 count;  // as the file claims: not to be trusted with memory
    std::vector<PlyProperty> properties;
    u64 min_size(PlyFormat format) const;  // [bytes] that one such element takes at least
};

struct PlyHeader {
    PlyFormat format{};
    std::vector<PlyElement> elements;
    size_t data_offset = 0;  // where the header ends [bytes]
    u32 lines = 0;           // how many lines it has
};

PlyHeader read_ply_header(std::string_view bytes, const std::string& name);

}  // namespace pliant
