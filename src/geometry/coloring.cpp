#include "geometry/coloring.h"

#include <algorithm>
#include <array>

#include "core/contract.h"

namespace pliant {

const char* validate(const Coloring& c, std::span<const u32> vertices, u32 each) {
    const size_t things = c.order.size();
    if (things * each != vertices.size()) return "coloring: not every thing has its vertices";
    if (c.start.empty() || c.start.front() != 0 || c.start.back() != things)
        return "coloring: colours leave things out";
    std::vector<u8> seen(things, 0);
    for (u32 color = 0; color + 1 < c.start.size(); ++color) {
        if (c.start[color] >= c.start[color + 1]) return "coloring: a colour is empty";
        std::vector<std::array<u32, 2>> used;  // a vertex, and the thing that has it
        for (u32 i = c.start[color]; i < c.start[color + 1]; ++i) {
            const u32 thing = c.order[i];
            if (thing >= things || seen[thing]++) return "coloring: a thing has two colours, or none";
            for (u32 k = 0; k < each; ++k) used.push_back({vertices[thing * each + k], thing});
        }
        std::sort(used.begin(), used.end());
        for (size_t i = 1; i < used.size(); ++i)
            if (used[i][0] == used[i - 1][0] && used[i][1] != used[i - 1][1])
                return "coloring: two things of a colour share a vertex";
    }
    return nullptr;
}

Coloring coloring_of(std::span<const u32> vertices, u32 each, u32 vertex_count) {
    PL_ASSERT(each > 0 && vertices.size() % each == 0 && all_below(vertices, vertex_count));
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
    PL_ASSERT(!validate(result, vertices, each));
    return result;
}

}  // namespace pliant
