#include "geometry/torn_lattice.h"
#include "core/contract.h"
#include "core/disjoint_sets.h"

#include <algorithm>

namespace pliant {

namespace {

struct CellCorner {
    u32 particle, cell, corner;
    bool operator<(const CellCorner& o) const { return particle != o.particle ? particle < o.particle : cell < o.cell; }
};

bool is_hinge(const TearMap& map, u32 a, u32 b) {
    return std::binary_search(map.hinges.begin(), map.hinges.end(), std::array<u32, 2>{a, b});
}

// Cells a < b hang together across a link that has not parted, or a hinge.
bool hang_together(const TearMap& map, std::span<const u8> broken, u32 a, u32 b) {
    for (u32 axis = 0; axis < 3; ++axis) {
        const u32 link = map.link_of(a, axis);
        if (link != TearMap::none && map.links[link].high == b && !broken[link]) return true;
    }
    return is_hinge(map, a, b);
}

// For each of the cells around a particle the lowest one (by place in the list) that it hangs together with.
void group(const TearMap& map, std::span<const u8> broken, std::span<const CellCorner> around, u32* lowest) {
    const u32 n = static_cast<u32>(around.size());
    for (u32 i = 0; i < n; ++i) lowest[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < n; ++i)
            for (u32 j = i + 1; j < n; ++j) {
                if (lowest[i] == lowest[j] || !hang_together(map, broken, around[i].cell, around[j].cell)) continue;
                lowest[i] = lowest[j] = std::min(lowest[i], lowest[j]);
                changed = true;
            }
    }
}

// Cells in a row that hang together are one segment; links across rows join segments. That is nearly always all: only
// where more than one piece is left, single particles are looked at.
void find_pieces(const TearMap& map, std::span<const u8> broken, TornCells& torn) {
    constexpr u32 none = TearMap::none;
    std::vector<u8> ours(torn.corner.size(), 0);
    for (const u32 c : torn.cells) ours[c] = 1;
    const auto across = [&](u32 c, u32 axis) {
        const u32 link = map.link_of(c, axis);
        return link != none && !broken[link] && ours[map.links[link].high] ? map.links[link].high : none;
    };
    std::vector<u32> segment(torn.corner.size(), none);
    u32 segments = 0;
    for (const u32 c : torn.cells) {  // a cell comes before those that its links lead to
        if (segment[c] == none) segment[c] = segments++;
        if (const u32 next = across(c, 0); next != none) segment[next] = segment[c];
    }
    DisjointSets sets(segments);
    for (const u32 c : torn.cells)
        for (const u32 axis : {1u, 2u})
            if (const u32 next = across(c, axis); next != none) sets.join(segment[c], segment[next]);
    for (const auto& [a, b] : map.hinges)
        if (ours[a] && ours[b]) sets.join(segment[a], segment[b]);
    bool one = true;
    for (u32 s = 1; s < segments && one; ++s) one = sets.find(s) == sets.find(0);
    std::vector<u32> cell_of(one ? 0 : torn.particle_from.size(), none);
    for (size_t i = 0; i < torn.cells.size() && !one; ++i)
        for (const u32 copy : torn.corner[torn.cells[i]]) {
            if (cell_of[copy] == none) cell_of[copy] = torn.cells[i];
            sets.join(segment[torn.cells[i]], segment[cell_of[copy]]);
        }
    std::vector<u32> piece_of(segments, none);
    torn.piece.assign(torn.corner.size(), none);
    for (const u32 c : torn.cells) {
        u32& piece = piece_of[sets.find(segment[c])];
        if (piece == none) piece = torn.piece_count++;
        torn.piece[c] = piece;
    }
}

}  // namespace

TornCells tear_cells(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken,
                     std::span<const u32> of_cells) {
    PL_VALIDATE(whole);
    PL_ASSERT(broken.size() == map.links.size() && all_below(of_cells, whole.cell_count()));
    enum Place : u8 { elsewhere, here, touched };
    std::vector<u8> place(whole.particle_count(), elsewhere);
    for (const u32 c : of_cells)
        for (const u32 p : whole.cell_corner[c]) place[p] = here;
    for (u32 link = 0; link < broken.size(); ++link)
        if (broken[link])
            for (u32 k = 0; k < 8; ++k)  // the four between them
                if (const u32 p = whole.cell_corner[map.links[link].low][k];
                    k >> map.links[link].axis & 1 && place[p] == here)
                    place[p] = touched;
    std::vector<CellCorner> around;  // particles that are touched
    for (const u32 c : of_cells)
        for (u32 k = 0; k < 8; ++k)
            if (const u32 p = whole.cell_corner[c][k]; place[p] == touched) around.push_back({p, c, k});
    std::sort(around.begin(), around.end());

    TornCells torn;
    torn.cells.assign(of_cells.begin(), of_cells.end());
    torn.corner.resize(whole.cell_count());
    torn.particle_from.reserve(whole.particle_count() + around.size());
    std::vector<u32> copy_of(whole.particle_count()), lowest;
    for (u32 p = 0, first = 0; p < whole.particle_count(); ++p) {
        if (place[p] == elsewhere) continue;
        copy_of[p] = static_cast<u32>(torn.particle_from.size());
        if (place[p] == here) {
            torn.particle_from.push_back(p);
            continue;
        }
        u32 last = first;
        while (last < around.size() && around[last].particle == p) ++last;
        const std::span<const CellCorner> cells{around.data() + first, around.data() + last};
        first = last;
        lowest.resize(cells.size());  // more than eight where parts meet
        group(map, broken, cells, lowest.data());
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
    for (const u32 c : of_cells)
        for (u32 k = 0; k < 8; ++k)
            if (const u32 p = whole.cell_corner[c][k]; place[p] == here) torn.corner[c][k] = copy_of[p];
    find_pieces(map, broken, torn);
    return torn;
}

bool CrackSides::are_connected(const TearMap& map, std::span<const u8> broken, std::span<const u32> links) {
    PL_ASSERT(broken.size() == map.links.size() && all_below(links, map.links.size()));
    if (seen_.size() != map.cell_count() || sides_ > 0xfffffff0u) {
        seen_.assign(map.cell_count(), 0);
        sides_ = 0;
    }
    return std::all_of(links.begin(), links.end(),
                       [&](u32 l) { return meet(map, broken, map.links[l].low, map.links[l].high); });
}

// A layer of cells from one side and then from the other.
bool CrackSides::meet(const TearMap& map, std::span<const u8> broken, u32 a, u32 b) {
    const u32 first_side = sides_ + 1;
    sides_ += 2;
    found_[0].assign(1, a), found_[1].assign(1, b);
    seen_[a] = first_side, seen_[b] = first_side + 1;
    size_t begin[2] = {0, 0};
    for (u32 turn = 0;; turn ^= 1) {
        std::vector<u32>& found = found_[turn];
        const size_t end = found.size();
        if (begin[turn] == end) return false;  // all of this side was seen
        for (; begin[turn] < end; ++begin[turn])
            for (u32 way = 0; way < 6; ++way) {
                const u32 cell = found[begin[turn]], axis = way / 2;
                const u32 link = way % 2 ? map.link_below(cell, axis) : map.link_of(cell, axis);
                if (link == TearMap::none || broken[link]) continue;
                const u32 next = way % 2 ? map.links[link].low : map.links[link].high;
                if (seen_[next] == first_side + (turn ^ 1)) return true;
                if (seen_[next] == first_side + turn) continue;
                seen_[next] = first_side + turn;
                found.push_back(next);
            }
    }
}

u32 tear_corners(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken, u32 particle,
                 std::vector<TornCorner>& corners) {
    PL_ASSERT(broken.size() == map.links.size() && particle < whole.particle_count());
    std::vector<u32> cells;
    map.cells_of(whole, particle, cells);
    std::vector<CellCorner> around;
    for (const u32 c : cells)
        for (u32 k = 0; k < 8; ++k)
            if (whole.cell_corner[c][k] == particle) around.push_back({particle, c, k});
    std::vector<u32> lowest(around.size());
    group(map, broken, around, lowest.data());
    corners.clear();
    u32 copies = 0;
    for (u32 i = 0; i < around.size(); ++i)
        corners.push_back({around[i].cell, around[i].corner, lowest[i] == i ? copies++ : corners[lowest[i]].copy});
    return copies;
}

LatticePiece take_piece(const LatticeMesh& whole, const TornCells& torn, u32 piece) {
    PL_ASSERT(piece < torn.piece_count && torn.corner.size() == whole.cell_count());
    LatticePiece out;
    LatticeMesh& mesh = out.mesh;
    Vec3i low = whole.sites, high{0, 0, 0};
    std::vector<u32> number(torn.particle_from.size(), TearMap::none);
    for (const u32 c : torn.cells) {
        if (torn.piece[c] != piece) continue;
        out.cell_from.push_back(c);
        low = least(low, whole.cell_site[c]);
        high = greatest(high, whole.cell_site[c]);
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
    PL_VALIDATE(mesh);
    return out;
}

}  // namespace pliant
