// Triangles or tets that part along the sides between them: where those around a point no longer hang together, the
// point is doubled, and each keeps the copy on its side. None is lost or changes its shape.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/contract.h"
#include "core/disjoint_sets.h"

namespace pliant {

template <class Simplex>
struct TornSimplices {
    std::vector<Simplex> simplices;  // those asked for, of copies
    std::vector<u32> point_from;     // of each copy; ascending
    std::vector<u32> piece;          // of each of these: pieces are numbered by their lowest
    u32 piece_count = 0;
};

// A link has points() in common and the simplices `low` and `high`.
template <class Simplex, class Link>
class SimplexTearing {
  public:
    // `links`: all of the whole; `broken`: numbers of those that have.
    SimplexTearing(std::span<const Simplex> whole, std::span<const Link> links, std::span<const u32> broken)
        : whole_(whole), corners_(corner_count * whole.size()) {
        u32 points = 0;
        for (const Simplex& s : whole)
            for (const u32 p : s) points = std::max(points, p + 1);
        touched_.assign(points, 0);
        std::vector<u8> is_broken(links.size(), 0);
        for (const u32 l : broken) {
            PL_ASSERT(l < links.size() && links[l].low < whole.size() && links[l].high < whole.size());
            is_broken[l] = 1;
            for (const u32 p : links[l].points()) touched_[p] = 1;
        }
        for (u32 l = 0; l < links.size(); ++l)
            if (!is_broken[l]) join(links[l].points(), links[l].low, links[l].high);
    }

    bool is_touched(u32 point) const { return touched_[point] != 0; }

    // Two that hang together at these points, whatever parts.
    template <class Points>
    void join(const Points& points, u32 first, u32 second) {
        for (const u32 point : points)
            if (touched_[point]) corners_.join(corner_at(first, point), corner_at(second, point));
    }

    // `of`: simplices of the whole, ascending, that no link joins to others but parted ones.
    TornSimplices<Simplex> tear(std::span<const u32> of) {
        PL_ASSERT(is_ascending(of) && all_below(of, whole_.size()));
        TornSimplices<Simplex> torn;
        // By points, and at each by the lowest corner of those that hang together.
        std::vector<std::array<u32, 2>> fans;
        for (const u32 s : of)
            for (u32 k = 0; k < corner_count; ++k) fans.push_back({whole_[s][k], fan_of(s, k)});
        std::sort(fans.begin(), fans.end());
        fans.erase(std::unique(fans.begin(), fans.end()), fans.end());
        for (const auto& fan : fans) torn.point_from.push_back(fan[0]);
        for (const u32 s : of) {
            Simplex now;
            for (u32 k = 0; k < corner_count; ++k) {
                const std::array<u32, 2> fan{whole_[s][k], fan_of(s, k)};
                now[k] = static_cast<u32>(std::lower_bound(fans.begin(), fans.end(), fan) - fans.begin());
            }
            torn.simplices.push_back(now);
        }
        find_pieces(torn);
        return torn;
    }

  private:
    static constexpr u32 corner_count = static_cast<u32>(std::tuple_size_v<Simplex>);

    // Those around a point that was not touched hang together, whatever they do elsewhere.
    u32 fan_of(u32 simplex, u32 k) {
        return touched_[whole_[simplex][k]] ? corners_.find(corner_count * simplex + k) : 0;
    }
    u32 corner_at(u32 simplex, u32 point) const {
        for (u32 k = 0; k < corner_count; ++k)
            if (whole_[simplex][k] == point) return corner_count * simplex + k;
        return corner_count * simplex;
    }

    static void find_pieces(TornSimplices<Simplex>& torn) {
        DisjointSets sets(torn.point_from.size());
        for (const Simplex& s : torn.simplices)
            for (u32 k = 1; k < corner_count; ++k) sets.join(s[0], s[k]);
        std::vector<u32> piece(torn.point_from.size(), 0xffffffffu);
        for (const Simplex& s : torn.simplices) {
            u32& p = piece[sets.find(s[0])];
            if (p == 0xffffffffu) p = torn.piece_count++;
            torn.piece.push_back(p);
        }
    }

    std::span<const Simplex> whole_;
    std::vector<u8> touched_;  // of each point
    DisjointSets corners_;     // at points that are touched
};

}  // namespace pliant
