#include "geometry/geodesics.h"

#include <algorithm>
#include <cmath>

#include "core/contract.h"

namespace pliant {

Geodesics::Geodesics(std::span<const Vec3> points, std::span<const TrianglePoints> triangles)
    : points_(points), triangles_(triangles), start_(points.size() + 1, 0) {
    PL_ASSERT(all_finite(points) && all_below(triangles, points.size()));
    for (const TrianglePoints& t : triangles)
        for (const u32 p : t) ++start_[p + 1];
    for (size_t p = 0; p < points.size(); ++p) start_[p + 1] += start_[p];
    at_.resize(start_.back());
    std::vector<u32> next(start_.begin(), start_.end() - 1);
    for (u32 t = 0; t < triangles.size(); ++t)
        for (const u32 p : triangles[t]) at_[next[p]++] = t;
}

// The distance that a triangle gives its corner `to`: from a wave that crosses it straight from where the other two
// corners would have it come, or along an edge.
float Geodesics::across(u32 triangle, u32 to, const Distances& so_far, u32& through) const {
    PL_ASSERT(triangle < triangles_.size() && to < points_.size());
    const auto& [distance, nearest, known, heap] = so_far;
    const TrianglePoints& t = triangles_[triangle];
    u32 a = t[0] == to ? t[1] : t[0], b = t[2] == to ? t[1] : t[2];
    if (a == b) b = t[2] == to ? t[0] : t[2];
    float best = 3e38f;
    for (const u32 p : {a, b}) {
        if (!known[p]) continue;
        const float along = distance[p] + length(points_[to] - points_[p]);
        if (along < best) {
            best = along;
            through = p;
        }
    }
    // Waves of two sources do not make up one that comes from a place behind them both: it would be nearer than either.
    if (!known[a] || !known[b] || nearest[a] != nearest[b]) return best;
    // Unfold: a at the origin, b on the x axis; the virtual source is below it, at distances da and db.
    const double ab = length(points_[b] - points_[a]), da = distance[a], db = distance[b];
    if (!(ab > 0)) return best;
    const double x = (da * da - db * db + ab * ab) / (2 * ab), y2 = da * da - x * x;
    if (y2 < 0) return best;
    const Vec3d e = (points_[b] - points_[a]).to<double>() / ab, way = (points_[to] - points_[a]).to<double>();
    const double cx = dot(way, e), cy2 = dot(way, way) - cx * cx;
    if (!(cy2 > 0)) return best;
    const double y = std::sqrt(y2), cy = std::sqrt(cy2), crossing = x + (cx - x) * (y / (y + cy));
    if (crossing < 0 || crossing > ab) return best;
    const float straight = static_cast<float>(std::sqrt((cx - x) * (cx - x) + (cy + y) * (cy + y)));
    if (straight < best) {
        best = straight;
        through = da < db ? a : b;
    }
    return best;
}

void Geodesics::from(std::span<const u32> sources, Distances& out) const {
    PL_ASSERT(all_below(sources, points_.size()));
    auto& [distance, nearest, known, heap] = out;
    distance.assign(points_.size(), 3e38f);
    nearest.assign(points_.size(), Distances::none);
    known.assign(points_.size(), 0);
    heap.clear();
    heap.reserve(2 * triangles_.size() + points_.size());
    const auto later = [](const auto& a, const auto& b) { return b < a; };
    const auto push = [&](float d, u32 p) {
        out.heap.emplace_back(d, p);
        std::push_heap(out.heap.begin(), out.heap.end(), later);
    };
    for (u32 s = 0; s < sources.size(); ++s) {
        distance[sources[s]] = 0;
        nearest[sources[s]] = s;
        push(0, sources[s]);
    }
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), later);
        const u32 p = heap.back().second;
        heap.pop_back();
        if (known[p]) continue;
        known[p] = 1;
        for (u32 i = start_[p]; i < start_[p + 1]; ++i)
            for (const u32 q : triangles_[at_[i]]) {
                if (known[q]) continue;
                u32 through = p;
                const float d = across(at_[i], q, out, through);
                if (!(d < distance[q])) continue;
                distance[q] = d;
                nearest[q] = nearest[through];
                push(d, q);
            }
    }
}

}  // namespace pliant
