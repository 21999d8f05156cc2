#include "geometry/triangle_edges.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

bool before(const EdgeUse& a, const EdgeUse& b) {
    return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.corner < b.corner;
}

std::vector<EdgeUse> edge_uses(std::span<const TrianglePoints> triangles) {
    PL_ASSERT(triangles.size() < no_index / 3);
    std::vector<EdgeUse> uses;
    uses.reserve(3 * triangles.size());
    for (u32 t = 0; t < triangles.size(); ++t) {
        for (u32 i = 0; i < 3; ++i) {
            const u32 a = triangles[t][i], b = triangles[t][(i + 1) % 3];
            uses.push_back({std::min(a, b), std::max(a, b), 3 * t + i, a < b});
        }
    }
    std::sort(uses.begin(), uses.end(), before);
    return uses;
}

bool balanced(std::span<const EdgeUse> edge) {
    i64 sum = 0;
    for (const EdgeUse& use : edge) sum += use.forward ? 1 : -1;
    return sum == 0;
}

}  // namespace pliant
