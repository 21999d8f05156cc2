#include "geometry/tet_clusters.h"

#include <algorithm>

#include "core/contract.h"
#include "geometry/coloring.h"

namespace pliant {

namespace {

// Halves the longest side of the remaining box, at whole clusters.
class Halving {
  public:
    Halving(const TetMesh& mesh, u32 each) : each_(each), order_(mesh.tets.size()), center_(mesh.tets.size()) {
        for (u32 t = 0; t < order_.size(); ++t) {
            order_[t] = t;
            for (const u32 p : mesh.tets[t]) center_[t] += mesh.points[p];
        }
        halve(0, static_cast<u32>(order_.size()));
    }
    const std::vector<u32>& order() const { return order_; }

  private:
    void halve(u32 begin, u32 end) {
        const u32 clusters = (end - begin + each_ - 1) / each_;
        if (clusters <= 1) {
            std::sort(order_.begin() + begin, order_.begin() + end);
            return;
        }
        Box box;
        for (u32 i = begin; i < end; ++i) box.add(center_[order_[i]]);
        const Vec3 size = box.size();
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const u32 middle = begin + clusters / 2 * each_;
        std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end, [&](u32 a, u32 b) {
            const float x = center_[a][axis], y = center_[b][axis];
            return x != y ? x < y : a < b;
        });
        halve(begin, middle);
        halve(middle, end);
    }
    u32 each_;
    std::vector<u32> order_;
    std::vector<Vec3> center_;  // four times
};

// Fills groups one after another with the first tets that fit. A group whose corners were not just moved by the one
// before it need not wait for that: such tets are preferred.
class Grouping {
  public:
    Grouping(std::span<const TetPoints> tets, u32 points) : tets_(tets), moved_by_(points, 0), shared_(points, 0) {}
    void add(u32 begin, u32 end, std::vector<u32>& out) {
        left_.clear();
        for (u32 t = begin; t < end; ++t) left_.push_back(t);
        most_shared_first();
        while (!left_.empty()) {
            ++group_;
            size_t first = out.size();
            for (const u32 apart : {4u, 2u, 1u}) take(apart, first, out);
            while (out.size() < first + TetClusters::lanes) out.push_back(out[first]);
        }
    }

  private:
    // Tets whose corners many others have are the hardest to place, and would be left for the end, alone in their
    // groups.
    void most_shared_first() {
        for (const u32 t : left_)
            for (const u32 p : tets_[t]) ++shared_[p];
        const auto sharing = [&](u32 t) {
            u32 sum = 0;
            for (const u32 p : tets_[t]) sum += shared_[p];
            return sum;
        };
        std::stable_sort(left_.begin(), left_.end(), [&](u32 a, u32 b) { return sharing(a) > sharing(b); });
        for (const u32 t : left_)
            for (const u32 p : tets_[t]) shared_[p] = 0;
    }
    // Corners must not have been moved by the last `apart` groups, this one among them.
    void take(u32 apart, size_t first, std::vector<u32>& out) {
        size_t kept = 0;
        for (const u32 t : left_) {
            bool fits = out.size() < first + TetClusters::lanes;
            for (const u32 p : tets_[t]) fits = fits && (moved_by_[p] == 0 || moved_by_[p] + apart <= group_);
            if (!fits) {
                left_[kept++] = t;
                continue;
            }
            out.push_back(t);
            for (const u32 p : tets_[t]) moved_by_[p] = group_;
        }
        left_.resize(kept);
    }
    std::span<const TetPoints> tets_;
    std::vector<u32> moved_by_;  // number of the last group that moved each point
    std::vector<u32> shared_;    // tets of the cluster that have each point, while they are sorted
    std::vector<u32> left_;
    u32 group_ = 0;
};

// Points of each cluster, once each, and how many clusters have each point.
Coloring color_clusters(std::span<const TetPoints> tets, u32 points, u32 each, u32 clusters) {
    std::vector<std::vector<u32>> clusters_at(points);
    for (u32 t = 0; t < tets.size(); ++t)
        for (const u32 p : tets[t])
            if (clusters_at[p].empty() || clusters_at[p].back() != t / each) clusters_at[p].push_back(t / each);
    std::vector<std::vector<u32>> touching(clusters);
    for (const std::vector<u32>& at : clusters_at)
        for (const u32 a : at)
            for (const u32 b : at)
                if (a != b) touching[a].push_back(b);
    // The first colour that no neighbour has yet.
    std::vector<u32> color(clusters, 0xffffffffu);
    u32 colors = 0;
    for (u32 c = 0; c < clusters; ++c) {
        std::vector<u8> taken(touching[c].size() + 1, 0);
        for (const u32 o : touching[c])
            if (color[o] < taken.size()) taken[color[o]] = 1;
        color[c] = static_cast<u32>(std::find(taken.begin(), taken.end(), 0) - taken.begin());
        colors = std::max(colors, color[c] + 1);
    }
    Coloring result;
    for (u32 k = 0; k < colors; ++k) {
        result.start.push_back(static_cast<u32>(result.order.size()));
        for (u32 c = 0; c < clusters; ++c)
            if (color[c] == k) result.order.push_back(c);
    }
    result.start.push_back(clusters);
    return result;
}

}  // namespace

std::vector<u32> sort_by_place(TetMesh& mesh, u32 each) {
    PL_ASSERT(each > 0 && all_finite(mesh.points) && all_below(mesh.tets, mesh.points.size()));
    const Halving halving(mesh, each);
    std::vector<u32> number(mesh.points.size(), no_point);
    TetMesh sorted;
    for (const u32 t : halving.order()) {
        TetPoints tet = mesh.tets[t];
        for (u32& p : tet) {
            if (number[p] == no_point) {
                number[p] = static_cast<u32>(sorted.points.size());
                sorted.points.push_back(mesh.points[p]);
            }
            p = number[p];
        }
        sorted.tets.push_back(tet);
    }
    mesh = std::move(sorted);
    PL_ASSERT(all_below(mesh.tets, mesh.points.size()));
    return number;
}

TetClusters cluster_tets(std::span<const TetPoints> tets, u32 points, u32 each) {
    PL_ASSERT(each > 0 && all_below(tets, points));
    const u32 count = static_cast<u32>(tets.size()), clusters = (count + each - 1) / each;
    const Coloring coloring = color_clusters(tets, points, each, clusters);
    TetClusters result;
    result.color_start = coloring.start;
    Grouping grouping(tets, points);
    for (const u32 c : coloring.order) {
        result.group_start.push_back(static_cast<u32>(result.tet.size()) / TetClusters::lanes);
        grouping.add(c * each, std::min(count, (c + 1) * each), result.tet);
    }
    result.group_start.push_back(static_cast<u32>(result.tet.size()) / TetClusters::lanes);
    PL_ASSERT(are_starts(result.group_start, clusters, result.tet.size() / TetClusters::lanes));
    PL_ASSERT(all_below(result.tet, tets.size()));
    return result;
}

}  // namespace pliant
