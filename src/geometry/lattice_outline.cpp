#include "geometry/lattice_outline.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

namespace {

struct CellSide {
    std::array<u32, 4> key, face;  // particles sorted; particles in turn
};

std::vector<CellSide> sides_of(const LatticeMesh& lattice) {
    std::vector<CellSide> sides;
    sides.reserve(6 * lattice.cell_count());
    for (const std::array<u32, 8>& corner : lattice.cell_corner)
        for (u32 axis = 0; axis < 3; ++axis) {
            const u32 u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3, far = 1u << axis;
            // u, v and the axis are right-handed, so going round by u first faces along the axis.
            for (const auto& face :
                 {std::array<u32, 4>{corner[0], corner[v], corner[u | v], corner[u]},
                  std::array<u32, 4>{corner[far], corner[far | u], corner[far | u | v], corner[far | v]}}) {
                CellSide side{face, face};
                std::sort(side.key.begin(), side.key.end());
                sides.push_back(side);
            }
        }
    std::sort(sides.begin(), sides.end(),
              [](const CellSide& a, const CellSide& b) { return a.key != b.key ? a.key < b.key : a.face < b.face; });
    return sides;
}

std::array<u32, 2> edge(u32 a, u32 b) { return {std::min(a, b), std::max(a, b)}; }

void make_unique(std::vector<std::array<u32, 2>>& edges) {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

}  // namespace

LatticeOutline lattice_outline(const LatticeMesh& lattice) {
    PL_VALIDATE(lattice);
    LatticeOutline outline;
    const std::vector<CellSide> sides = sides_of(lattice);
    for (size_t i = 0; i < sides.size(); ++i) {
        const bool like_last = i > 0 && sides[i - 1].key == sides[i].key,
                   like_next = i + 1 < sides.size() && sides[i + 1].key == sides[i].key;
        if (!like_last) (like_next ? outline.inner : outline.faces).push_back(sides[i].face);
    }
    std::vector<std::array<u32, 2>> all, outer;
    for (const std::array<u32, 8>& corner : lattice.cell_corner)
        for (u32 c = 0; c < 8; ++c)
            for (u32 axis = 0; axis < 3; ++axis)
                if (!(c >> axis & 1)) all.push_back(edge(corner[c], corner[c | 1u << axis]));
    for (const auto& face : outline.faces)
        for (size_t k = 0; k < 4; ++k) outer.push_back(edge(face[k], face[(k + 1) % 4]));
    make_unique(all);
    make_unique(outer);
    std::set_difference(all.begin(), all.end(), outer.begin(), outer.end(), std::back_inserter(outline.edges));
    return outline;
}

}  // namespace pliant
