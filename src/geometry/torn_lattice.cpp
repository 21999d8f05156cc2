#include "geometry/torn_lattice.h"
#include "core/disjoint_sets.h"

#include <algorithm>

namespace pliant {

namespace {

struct Corner {
    u32 cell;
    u32 corner;
};

// The cells around every particle, in ascending order.
struct CellsAround {
    CellsAround(const LatticeMesh& mesh, std::span<const u32> cells) : start(mesh.particle_count() + 1, 0) {
        for (const u32 c : cells)
            for (u32 p : mesh.cell_corner[c]) ++start[p + 1];
        for (size_t p = 1; p < start.size(); ++p) start[p] += start[p - 1];
        corner.resize(start.back());
        std::vector<u32> next(start.begin(), start.end() - 1);
        for (const u32 c : cells)
            for (u32 k = 0; k < 8; ++k) corner[next[mesh.cell_corner[c][k]]++] = {c, k};
    }
    std::span<const Corner> operator[](u32 p) const { return {corner.data() + start[p], corner.data() + start[p + 1]}; }
    std::vector<u32> start;
    std::vector<Corner> corner;
};

bool is_hinge(const TearMap& map, u32 a, u32 b) {
    return std::binary_search(map.hinges.begin(), map.hinges.end(), std::array<u32, 2>{a, b});
}

// Cells a < b hang together across a link that has not parted, or a hinge.
bool hang_together(const TearMap& map, std::span<const u8> parted, u32 a, u32 b) {
    for (u32 axis = 0; axis < 3; ++axis) {
        const u32 link = map.link_of(a, axis);
        if (link != TearMap::none && map.links[link].high == b && !parted[link]) return true;
    }
    return is_hinge(map, a, b);
}

// For each of the cells around a particle the lowest one (by place in the list) that it hangs together with.
void group(const TearMap& map, std::span<const u8> parted, std::span<const Corner> around, u32* lowest) {
    const u32 n = static_cast<u32>(around.size());
    for (u32 i = 0; i < n; ++i) lowest[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < n; ++i)
            for (u32 j = i + 1; j < n; ++j) {
                if (lowest[i] == lowest[j] || !hang_together(map, parted, around[i].cell, around[j].cell)) continue;
                lowest[i] = lowest[j] = std::min(lowest[i], lowest[j]);
                changed = true;
            }
    }
}

void find_pieces(const TearMap& map, TornCells& torn) {
    DisjointSets sets(torn.corner.size());
    std::vector<u32> cell_of(torn.particle_from.size(), TearMap::none);
    std::vector<u8> ours(torn.corner.size(), 0);
    for (const u32 c : torn.cells) {
        ours[c] = 1;
        for (const u32 copy : torn.corner[c]) {
            if (cell_of[copy] == TearMap::none) cell_of[copy] = c;
            sets.join(c, cell_of[copy]);
        }
    }
    for (const auto& [a, b] : map.hinges)
        if (ours[a] && ours[b]) sets.join(a, b);
    torn.piece.assign(torn.corner.size(), TearMap::none);
    for (const u32 c : torn.cells) torn.piece[c] = sets.find(c) == c ? torn.piece_count++ : torn.piece[sets.find(c)];
}

}  // namespace

TornCells tear_cells(const LatticeMesh& whole, const TearMap& map, std::span<const u8> parted,
                     std::span<const u32> of_cells) {
    std::vector<u8> touched(whole.particle_count(), 0);
    for (u32 link = 0; link < parted.size(); ++link)
        if (parted[link])
            for (u32 k = 0; k < 8; ++k)  // the four between them
                if (k >> map.links[link].axis & 1) touched[whole.cell_corner[map.links[link].low][k]] = 1;
    const CellsAround around(whole, of_cells);
    TornCells torn;
    torn.cells.assign(of_cells.begin(), of_cells.end());
    torn.corner.resize(whole.cell_count());
    std::vector<u32> lowest;
    for (u32 p = 0; p < whole.particle_count(); ++p) {
        const std::span<const Corner> cells = around[p];
        if (cells.empty()) continue;
        if (!touched[p]) {
            for (const Corner& c : cells) torn.corner[c.cell][c.corner] = static_cast<u32>(torn.particle_from.size());
            torn.particle_from.push_back(p);
            continue;
        }
        lowest.resize(cells.size());  // more than eight where parts meet
        group(map, parted, cells, lowest.data());
        for (u32 i = 0; i < cells.size(); ++i) {
            u32& copy = torn.corner[cells[i].cell][cells[i].corner];
            if (lowest[i] != i) {
                copy = torn.corner[cells[lowest[i]].cell][cells[lowest[i]].corner];
                continue;
            }
            copy = static_cast<u32>(torn.particle_from.size());
            torn.particle_from.push_back(p);
        }
    }
    find_pieces(map, torn);
    return torn;
}

LatticePiece take_piece(const LatticeMesh& whole, const TornCells& torn, u32 piece) {
    LatticePiece out;
    LatticeMesh& mesh = out.mesh;
    Vec3i low = whole.sites, high{0, 0, 0};
    std::vector<u32> number(torn.particle_from.size(), TearMap::none);
    for (const u32 c : torn.cells) {
        if (torn.piece[c] != piece) continue;
        out.cell_from.push_back(c);
        low = least(low, whole.cell_site[c]), high = greatest(high, whole.cell_site[c]);
        for (const u32 copy : torn.corner[c]) number[copy] = 0;
    }
    for (u32 copy = 0; copy < number.size(); ++copy) {
        if (number[copy] == TearMap::none) continue;
        number[copy] = static_cast<u32>(out.copy.size());
        out.copy.push_back(copy);
        out.particle_from.push_back(torn.particle_from[copy]);
        mesh.particle_site.push_back(whole.particle_site[torn.particle_from[copy]] - low);
    }
    mesh.spacing = whole.spacing;
    mesh.origin = whole.origin + scaled(whole.spacing, low.to<float>());
    mesh.sites = high - low + Vec3i{2, 2, 2};
    for (const u32 c : out.cell_from) {
        mesh.cell_site.push_back(whole.cell_site[c] - low);
        std::array<u32, 8> corners;
        for (size_t k = 0; k < 8; ++k) corners[k] = number[torn.corner[c][k]];
        mesh.cell_corner.push_back(corners);
    }
    return out;
}

}  // namespace pliant
