// The edges of a list of triangles, each with the triangles that use it: any number, in any direction.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/types.h"

namespace pliant {

using TrianglePoints = std::array<u32, 3>;

// One use of an edge. Corner 3 t + i stands for the edge from corner i of triangle t to the next.
struct EdgeUse {
    u32 low, high;  // the edge's points, low < high
    u32 corner;
    bool forward;  // the triangle runs from low to high
    u32 triangle() const { return corner / 3; }
};

bool before(const EdgeUse& a, const EdgeUse& b);  // by edge, then by triangle

// In that order.
std::vector<EdgeUse> edge_uses(std::span<const TrianglePoints> triangles);

// Calls f(std::span<const EdgeUse>) once per edge.
template <class F>
void for_each_edge(std::span<const EdgeUse> uses, F&& f) {
    for (size_t first = 0, last; first < uses.size(); first = last) {
        for (last = first + 1; last < uses.size(); ++last)
            if (uses[last].low != uses[first].low || uses[last].high != uses[first].high) break;
        f(uses.subspan(first, last - first));
    }
}

// As many triangles run along the edge one way as the other: all edges of a closed surface are like that.
bool balanced(std::span<const EdgeUse> edge);

}  // namespace pliant
