#include "geometry/duplicate_triangles.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {
namespace {

// The triangle's points from the lowest on, and whether that took an odd exchange: its sort key and its side.
struct SortedTriangle {
    TrianglePoints points;
    bool turned;
    u32 triangle;
    bool operator<(const SortedTriangle& o) const {
        return points != o.points ? points < o.points : turned != o.turned ? turned < o.turned : triangle < o.triangle;
    }
};

SortedTriangle sorted(const TrianglePoints& t, u32 number) {
    SortedTriangle s{t, false, number};
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 1}})
        if (s.points[i] > s.points[j]) {
            std::swap(s.points[i], s.points[j]);
            s.turned = !s.turned;
        }
    return s;
}

std::vector<SortedTriangle> in_order(std::span<const TrianglePoints> triangles) {
    std::vector<SortedTriangle> order;
    for (u32 t = 0; t < triangles.size(); ++t) order.push_back(sorted(triangles[t], t));
    std::sort(order.begin(), order.end());
    return order;
}

// How often triangles run along an edge from its lower point to its higher one, less the times they run back.
class EdgeBalance {
  public:
    explicit EdgeBalance(std::span<const TrianglePoints> triangles) {
        for_each_edge(edge_uses(triangles), [&](std::span<const EdgeUse> edge) {
            i32 sum = 0;
            for (const EdgeUse& use : edge) sum += use.forward ? 1 : -1;
            if (sum) edges_.push_back({edge[0].low, edge[0].high, sum});
        });
    }
    // Whether the triangle brings all its edges nearer to balance; if so it counts from now on.
    bool improved_by(const TrianglePoints& t) {
        Edge* sides[3];
        for (int i = 0; i < 3; ++i) {
            sides[i] = find(t[i], t[(i + 1) % 3]);
            if (!sides[i] || (t[i] < t[(i + 1) % 3] ? sides[i]->sum >= 0 : sides[i]->sum <= 0)) return false;
        }
        for (int i = 0; i < 3; ++i) sides[i]->sum += t[i] < t[(i + 1) % 3] ? 1 : -1;
        return true;
    }

  private:
    struct Edge {
        u32 low, high;
        i32 sum;
    };
    Edge* find(u32 a, u32 b) {
        const std::pair wanted{std::min(a, b), std::max(a, b)};
        const auto at = std::lower_bound(edges_.begin(), edges_.end(), wanted, [](const Edge& e, const auto& w) {
            return e.low != w.first ? e.low < w.first : e.high < w.second;
        });
        return at != edges_.end() && at->low == wanted.first && at->high == wanted.second ? &*at : nullptr;
    }
    std::vector<Edge> edges_;  // those out of balance
};

std::vector<u8> find_repeated(std::span<const SortedTriangle> order) {
    std::vector<u8> again(order.size(), 0);
    for (size_t first = 0, last; first < order.size(); first = last) {
        for (last = first; last < order.size() && order[last].points == order[first].points; ++last) {
        }
        size_t other_side = first;  // the first of those that are turned
        while (other_side < last && !order[other_side].turned) ++other_side;
        const size_t sides[2] = {other_side - first, last - other_side};
        for (size_t i = first; i < last; ++i) {
            const bool leads = i == first || i == other_side;
            again[order[i].triangle] = !leads || sides[order[i].turned] < sides[!order[i].turned];
        }
    }
    return again;
}

}  // namespace

std::vector<u8> find_duplicates(std::span<const TrianglePoints> triangles) {
    PL_ASSERT(triangles.size() < no_index);
    std::vector<u8> again = find_repeated(in_order(triangles));
    if (std::find(again.begin(), again.end(), 1) == again.end()) return again;
    std::vector<TrianglePoints> kept;
    for (u32 t = 0; t < again.size(); ++t)
        if (!again[t]) kept.push_back(triangles[t]);
    EdgeBalance balance(kept);
    for (u32 t = 0; t < again.size(); ++t)
        if (again[t] && balance.improved_by(triangles[t])) again[t] = 0;
    return again;
}

std::vector<u32> opposite_twins(std::span<const TrianglePoints> triangles) {
    PL_ASSERT(triangles.size() < no_twin);
    const std::vector<SortedTriangle> order = in_order(triangles);
    std::vector<u32> twin(order.size(), no_twin);
    for (size_t i = 1; i < order.size(); ++i) {
        if (order[i].points != order[i - 1].points || order[i].turned == order[i - 1].turned) continue;
        twin[order[i].triangle] = order[i - 1].triangle;
        twin[order[i - 1].triangle] = order[i].triangle;
    }
    return twin;
}

}  // namespace pliant
