// What edges of cloth bear, which of them part, and how the cloth of a piece goes on as what it was part of.

#include <algorithm>
#include <cmath>

#include "body/cloth/cloth_matter.h"
#include "core/contract.h"
#include "core/trig.h"

namespace pliant::cloth {

namespace {

// Coordinates of a triangle's edges along the warp and across it, inverted: from edges to stretches.
struct ThreadMasses {
    float warp_first, warp_second, weft_first, weft_second;
};

// Edges of a triangle from its first corner.
struct Edges {
    Vec3 first, second;
};

ThreadMasses threads_of(const Edges& e, const Vec3& warp) {
    const Vec3 normal = direction(cross(e.first, e.second), Vec3{0, 1, 0}), weft = cross(normal, warp);
    const float a = dot(e.first, warp), b = dot(e.second, warp), c = dot(e.first, weft), d = dot(e.second, weft);
    const float det = a * d - b * c;
    if (!(std::fabs(det) > 1e-20f)) return {};
    return {d / det, -c / det, -b / det, a / det};
}

// From flat; the same way round for both states of one edge.
float fold_angle(const Vec3& a, const Vec3& b, const Vec3& left, const Vec3& right) {
    const Vec3 n = direction(cross(b - a, left - a), Vec3{}), m = direction(cross(right - a, b - a), Vec3{});
    const double angle = arc_cosine(std::clamp(static_cast<double>(dot(n, m)), -1.0, 1.0));
    return static_cast<float>(dot(cross(n, m), b - a) < 0 ? -angle : angle);
}

}  // namespace

void ClothMatter::break_links(std::span<const u32> links) {
    PL_ASSERT(all_below(links, model_->whole_links().size()));
    broken_links_.insert(broken_links_.end(), links.begin(), links.end());
    std::sort(broken_links_.begin(), broken_links_.end());
    links_.clear();
}

void ClothMatter::list_links() {
    links_ = model_->links();
    std::erase_if(links_, [&](const ClothModel::Link& l) {
        return std::binary_search(broken_links_.begin(), broken_links_.end(), l.number);
    });
    const std::vector<Vec3>&cooked = model_->rest, &rest = rest_shape_.empty() ? cooked : rest_shape_;
    const auto edges = [&](const std::vector<Vec3>& x, u32 t) {
        const TrianglePoints& c = model_->triangles[t];
        return Edges{x[c[1]] - x[c[0]], x[c[2]] - x[c[0]]};
    };
    unopened_.clear();
    for (const u32 l : broken_links_) {
        const SheetLink& w = model_->whole_links()[l];
        const auto at = [&](u32 triangle, u32 point) { return model_->particle_at(triangle, point); };
        const u32 a = at(w.low, w.a), b = at(w.low, w.b);
        if (a != no_index && a == at(w.high, w.a) && b == at(w.high, w.b)) unopened_.push_back({a, b});
    }
    threads_.clear(), link_across_.clear();
    std::vector<std::array<Vec3, 2>> along;  // warp and weft of each triangle in the shape that is wanted
    for (u32 t = 0; t < model_->triangles.size(); ++t) {
        const Edges was = edges(cooked, t), is = edges(rest, t);
        // Warp is the same mixture of edges in any shape.
        const ThreadMasses mixture = threads_of(was, model_->warp[t]);
        const Vec3 warp = direction(is.first * mixture.warp_first + is.second * mixture.warp_second, Vec3{1, 0, 0}),
                   weft = cross(direction(cross(is.first, is.second), Vec3{0, 1, 0}), warp);
        const ThreadMasses now = threads_of(is, warp);
        threads_.push_back({now.warp_first, now.warp_second, now.weft_first, now.weft_second});
        along.push_back({warp, weft});
    }
    for (const ClothModel::Link& l : links_)
        for (int side = 0; side < 2; ++side) {
            const Vec3 edge = direction(rest[l.b] - rest[l.a], Vec3{1, 0, 0});
            const std::array<Vec3, 2>& frame = along[l.triangle[side]];
            // Across the edge, in the plane of the triangle.
            link_across_.push_back({dot(edge, frame[1]), -dot(edge, frame[0])});
        }
}

// What something hits is drawn apart for a moment, until its links have had their say: a crack begins where an edge
// bears too much for two steps in a row.
void ClothMatter::overloads(const ParticleView& view, const TearLimits& limits, std::vector<Overload>& out) {
    PL_ASSERT(view.count == model_->particle_count &&
              (limits.strength.empty() || limits.strength.size() == view.count));
    PL_ASSERT(limits.stretch >= 0 && limits.squash >= 0 && limits.bend >= 0);
    if (links_.empty()) list_links();
    find_loads(view, limits);
    if (!loaded_.empty() && (loaded_[0].load > 1 || !unopened_.empty()))
        cracks_.choose(*model_, view, unopened_, loaded_, out);
    strained_.clear();
    for (const LoadedLink& l : loaded_)
        if (l.load > 1) strained_.push_back(l.link->number);
    std::sort(strained_.begin(), strained_.end());
}

// How far threads are stretched in each triangle, and how far the angle between warp and weft is from right.
void ClothMatter::find_stretches(const ParticleView& view) {
    stretches_.resize(model_->triangles.size());
    for (size_t t = 0; t < stretches_.size(); ++t) {
        const TrianglePoints& c = model_->triangles[t];
        const Vec3 at = view.position[c[0]].xyz(), first = view.position[c[1]].xyz() - at,
                   second = view.position[c[2]].xyz() - at;
        const Vec3 warp = first * threads_[t].x + second * threads_[t].y,
                   weft = first * threads_[t].z + second * threads_[t].w;
        const float warp_length = length(warp), weft_length = length(weft);
        stretches_[t] = {warp_length - 1, weft_length - 1,
                         dot(warp, weft) / std::max(warp_length * weft_length, 1e-20f)};
    }
}

// What pulls across an edge is tension along warp and weft, and as much of the shear as the cloth resists it: woven
// cloth becomes lozenges without tearing. Against the tension that would stretch it by 1.
float ClothMatter::pull_across(u32 link) const {
    PL_ASSERT(link < links_.size() && stretches_.size() == model_->triangles.size());
    float sum = 0;
    for (u32 side = 0; side < 2; ++side) {
        const Vec3& e = stretches_[links_[link].triangle[side]];
        const Vec2 n = link_across_[2 * link + side];
        const float warp = n.x * n.x, weft = n.y * n.y * weft_ratio_;
        sum += (warp * e.x + weft * e.y + 2 * n.x * n.y * shear_ratio_ * e.z) / std::max(warp + weft, 1e-20f);
    }
    return 0.5f * sum;
}

void ClothMatter::find_loads(const ParticleView& view, const TearLimits& limits) {
    const std::vector<Vec3>& rest = rest_shape_.empty() ? model_->rest : rest_shape_;
    find_stretches(view);
    loaded_.clear();
    for (u32 i = 0; i < links_.size(); ++i) {
        const ClothModel::Link& l = links_[i];
        const float pull = pull_across(i), limit = pull > 0 ? limits.stretch : limits.squash;
        float load = limit > 0 ? std::fabs(pull) / limit : 0;
        if (limits.bend > 0) {
            const auto fold = [&](const auto& at) { return fold_angle(at(l.a), at(l.b), at(l.left), at(l.right)); };
            float turned =
                std::fabs(fold([&](u32 p) { return view.position[p].xyz(); }) - fold([&](u32 p) { return rest[p]; }));
            if (turned > static_cast<float>(pi)) turned = static_cast<float>(2 * pi) - turned;
            load = std::max(load, turned / limits.bend);
        }
        if (!limits.strength.empty()) load /= std::max(1e-6f, 0.5f * (limits.strength[l.a] + limits.strength[l.b]));
        if (!limits.of_link.empty()) load /= std::max(limits.of_link[l.number], 1e-6f);
        if (load > Cracks::runs_on)
            loaded_.push_back({&l, load, std::binary_search(strained_.begin(), strained_.end(), l.number)});
    }
    std::stable_sort(loaded_.begin(), loaded_.end(),
                     [](const LoadedLink& x, const LoadedLink& y) { return x.load > y.load; });
}

void ClothMatter::take_over(const Matter& matter, const ParticleView&) {
    const ClothMatter& before = static_cast<const ClothMatter&>(matter);
    const std::vector<u32> from = model_->particles_before(*before.model_);
    for (u32 p = 0; p < model_->particle_count; ++p) steps_.velocity_excess[p] = before.steps_.velocity_excess[from[p]];
    if (!before.rest_shape_.empty()) {
        std::vector<Vec3> wanted;
        for (const u32 p : from) wanted.push_back(before.rest_shape_[p]);
        set_rest_shape(wanted);
    }
    strained_ = before.strained_;
    carry_creases(before);
}

}  // namespace pliant::cloth
