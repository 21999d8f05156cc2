#include "geometry/torn_sheet.h"

#include <algorithm>

#include "core/disjoint_sets.h"

namespace pliant {

std::vector<SheetLink> sheet_links(std::span<const TrianglePoints> triangles) {
    std::vector<SheetLink> links;
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        if (edge.size() == 2) links.push_back({edge[0].low, edge[0].high, edge[0].triangle(), edge[1].triangle()});
    });
    return links;
}

namespace {

class Tearing {
  public:
    Tearing(std::span<const TrianglePoints> whole, std::span<const SheetLink> links, std::span<const u32> parted)
        : whole_(whole), links_(links), parted_(parted) {
        for (const TrianglePoints& t : whole)
            for (const u32 p : t) points_ = std::max(points_, p + 1);
        touched_.assign(points_, 0);
        for (const u32 l : parted) touched_[links[l].a] = touched_[links[l].b] = 1;
    }

    TornSheet of(std::span<const u32> triangles) {
        join_corners(triangles);
        TornSheet torn;
        // By points, and at each by the lowest corner of those that hang together.
        std::vector<std::array<u32, 2>> fans;
        for (const u32 t : triangles)
            for (u32 k = 0; k < 3; ++k) fans.push_back({whole_[t][k], fan_of(t, k)});
        std::sort(fans.begin(), fans.end());
        fans.erase(std::unique(fans.begin(), fans.end()), fans.end());
        for (const auto& fan : fans) torn.point_from.push_back(fan[0]);
        for (const u32 t : triangles) {
            TrianglePoints now;
            for (u32 k = 0; k < 3; ++k) {
                const std::array<u32, 2> fan{whole_[t][k], fan_of(t, k)};
                now[k] = static_cast<u32>(std::lower_bound(fans.begin(), fans.end(), fan) - fans.begin());
            }
            torn.triangles.push_back(now);
        }
        find_pieces(torn);
        return torn;
    }

  private:
    // Triangles around a point that was not touched hang together, whatever they do elsewhere.
    u32 fan_of(u32 triangle, u32 k) { return touched_[whole_[triangle][k]] ? corners_.find(3 * triangle + k) : 0; }

    u32 corner_at(u32 triangle, u32 point) const {
        for (u32 k = 0; k < 3; ++k)
            if (whole_[triangle][k] == point) return 3 * triangle + k;
        return 3 * triangle;
    }
    void join(u32 a, u32 b, u32 first, u32 second) {
        for (const u32 point : {a, b})
            if (touched_[point]) corners_.join(corner_at(first, point), corner_at(second, point));
    }
    void join_corners(std::span<const u32> triangles) {
        corners_.reset(3 * whole_.size());
        std::vector<u8> has_parted(links_.size(), 0);
        for (const u32 l : parted_) has_parted[l] = 1;
        for (u32 l = 0; l < links_.size(); ++l)
            if (!has_parted[l]) join(links_[l].a, links_[l].b, links_[l].low, links_[l].high);
        // Edges of three or more.
        std::vector<TrianglePoints> near;
        std::vector<u32> number;
        for (const u32 t : triangles)
            if (touched_[whole_[t][0]] || touched_[whole_[t][1]] || touched_[whole_[t][2]])
                near.push_back(whole_[t]), number.push_back(t);
        const std::vector<EdgeUse> uses = edge_uses(near);
        for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
            for (size_t i = 1; i < edge.size() && edge.size() > 2; ++i)
                join(edge[0].low, edge[0].high, number[edge[0].triangle()], number[edge[i].triangle()]);
        });
    }

    static void find_pieces(TornSheet& torn) {
        DisjointSets sets(torn.point_from.size());
        for (const TrianglePoints& t : torn.triangles) sets.join(t[0], t[1]), sets.join(t[0], t[2]);
        std::vector<u32> piece(torn.point_from.size(), 0xffffffffu);
        for (const TrianglePoints& t : torn.triangles) {
            u32& p = piece[sets.find(t[0])];
            if (p == 0xffffffffu) p = torn.piece_count++;
            torn.piece.push_back(p);
        }
    }

    std::span<const TrianglePoints> whole_;
    std::span<const SheetLink> links_;
    std::span<const u32> parted_;
    u32 points_ = 0;
    std::vector<u8> touched_;
    DisjointSets corners_;  // at points that are touched
};

}  // namespace

TornSheet tear_sheet(std::span<const TrianglePoints> whole, std::span<const SheetLink> links,
                     std::span<const u32> parted, std::span<const u32> of) {
    return Tearing(whole, links, parted).of(of);
}

}  // namespace pliant
