#include "geometry/coloring.h"

namespace pliant {

Coloring coloring_of(std::span<const u32> vertices, u32 each, u32 vertex_count) {
    const u32 things = static_cast<u32>(vertices.size() / each);
    std::vector<std::vector<u64>> taken;  // 64 colours at a time: bits of those that each vertex has
    std::vector<u32> color_of(things), count;
    for (u32 i = 0; i < things; ++i) {
        const u32* v = vertices.data() + static_cast<size_t>(i) * each;
        for (size_t word = 0;; ++word) {
            if (word == taken.size()) taken.emplace_back(vertex_count, 0);
            u64 used = 0;
            for (u32 k = 0; k < each; ++k) used |= taken[word][v[k]];
            if (used == ~u64{0}) continue;
            const u32 bit = static_cast<u32>(__builtin_ctzll(~used));
            for (u32 k = 0; k < each; ++k) taken[word][v[k]] |= u64{1} << bit;
            color_of[i] = static_cast<u32>(word) * 64 + bit;
            break;
        }
        if (color_of[i] >= count.size()) count.resize(color_of[i] + 1, 0);
        ++count[color_of[i]];
    }
    Coloring result;
    result.start.push_back(0);
    for (const u32 n : count) result.start.push_back(result.start.back() + n);
    result.order.resize(things);
    std::vector<u32> next(result.start.begin(), result.start.end() - 1);
    for (u32 i = 0; i < things; ++i) result.order[next[color_of[i]]++] = i;
    return result;
}

}  // namespace pliant
