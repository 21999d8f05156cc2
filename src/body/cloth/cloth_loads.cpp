// What edges of cloth bear, which of them part, and how the cloth of a piece goes on as what it was part of.

#include <algorithm>
#include <cmath>

#include "body/cloth/cloth_matter.h"
#include "core/trig.h"

namespace pliant::cloth {

namespace {

// Coordinates of a triangle's edges along the warp and across it, inverted: from edges to stretches.
struct Threads {
    float warp_first, warp_second, weft_first, weft_second;
};

// Edges of a triangle from its first corner.
struct Edges {
    Vec3 first, second;
};

Threads threads_of(const Edges& e, const Vec3& warp) {
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

constexpr u32 nowhere = 0xffffffffu;
constexpr float runs_on = 0.7f;  // the load through which a crack goes on

}  // namespace

void ClothMatter::part(std::span<const u32> links) {
    parted_.insert(parted_.end(), links.begin(), links.end());
    std::sort(parted_.begin(), parted_.end());
    links_.clear();
}

void ClothMatter::list_links() const {
    links_ = model_->links();
    std::erase_if(links_, [&](const ClothModel::Link& l) {
        return std::binary_search(parted_.begin(), parted_.end(), l.number);
    });
    const std::vector<Vec3>&cooked = model_->rest, &rest = wanted_.empty() ? cooked : wanted_;
    const auto edges = [&](const std::vector<Vec3>& x, u32 t) {
        const TrianglePoints& c = model_->triangles[t];
        return Edges{x[c[1]] - x[c[0]], x[c[2]] - x[c[0]]};
    };
    unopened_.clear();
    for (const u32 l : parted_) {
        const SheetLink& w = model_->whole_links()[l];
        const auto at = [&](u32 triangle, u32 point) { return model_->particle_at(triangle, point); };
        const u32 a = at(w.low, w.a), b = at(w.low, w.b);
        if (a != nowhere && a == at(w.high, w.a) && b == at(w.high, w.b)) unopened_.push_back({a, b});
    }
    threads_.clear(), link_across_.clear();
    std::vector<std::array<Vec3, 2>> along;  // warp and weft of each triangle in the shape that is wanted
    for (u32 t = 0; t < model_->triangles.size(); ++t) {
        const Edges was = edges(cooked, t), is = edges(rest, t);
        // Warp is the same mixture of edges in any shape.
        const Threads mixture = threads_of(was, model_->warp[t]);
        const Vec3 warp = direction(is.first * mixture.warp_first + is.second * mixture.warp_second, Vec3{1, 0, 0}),
                   weft = cross(direction(cross(is.first, is.second), Vec3{0, 1, 0}), warp);
        const Threads now = threads_of(is, warp);
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
    if (links_.empty()) list_links();
    find_loads(view, limits);
    if (!candidates_.empty() && (load_[candidates_[0]] > 1 || !unopened_.empty())) choose_cracks(out, view);
    strained_.clear();
    for (const u32 i : candidates_)
        if (load_[i] > 1) strained_.push_back(links_[i].number);
    std::sort(strained_.begin(), strained_.end());
}

// How far threads are stretched in each triangle, and how far the angle between warp and weft is from right.
void ClothMatter::find_stretches(const ParticleView& view) const {
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
    float sum = 0;
    for (u32 side = 0; side < 2; ++side) {
        const Vec3& e = stretches_[links_[link].triangle[side]];
        const Vec2 n = link_across_[2 * link + side];
        const float warp = n.x * n.x, weft = n.y * n.y * weft_ratio_;
        sum += (warp * e.x + weft * e.y + 2 * n.x * n.y * shear_ratio_ * e.z) / std::max(warp + weft, 1e-20f);
    }
    return 0.5f * sum;
}

void ClothMatter::find_loads(const ParticleView& view, const TearLimits& limits) const {
    const std::vector<Vec3>& rest = wanted_.empty() ? model_->rest : wanted_;
    find_stretches(view);
    load_.assign(links_.size(), 0), candidates_.clear();
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
        load_[i] = load;
        if (load > runs_on) candidates_.push_back(i);
    }
    std::sort(candidates_.begin(), candidates_.end(),
              [&](u32 i, u32 j) { return load_[i] != load_[j] ? load_[i] > load_[j] : i < j; });
}

// A crack takes the load off what is beside it, so cracks that begin in one step are some triangles apart; but it runs
// on ahead, through what bears a bit less than it could, as cracks do. Without that, what is pulled evenly would fall
// to shreds. Edges that have parted and not opened yet are cracks that go on.
void ClothMatter::choose_cracks(std::vector<Overload>& out, const ParticleView& view) const {
    const u32 n = model_->particle_count;
    crack_near_.assign(n, nowhere), crack_end_.assign(n, nowhere), crack_way_.resize(n);
    u32 cracks = 0;
    const auto begin = [&](u32 a, u32 b) {
        const Vec3 way = direction(view.position[b].xyz() - view.position[a].xyz(), Vec3{});
        crack_end_[a] = crack_end_[b] = cracks;
        crack_way_[b] = way, crack_way_[a] = -way;
        mark_crack(a, b, cracks++);
    };
    for (const auto& [a, b] : unopened_) begin(a, b);
    std::vector<u8> chosen(candidates_.size(), 0);
    constexpr int most_rounds = 8;
    bool grown = true;
    for (int round = 0; round < most_rounds && grown; ++round) {
        grown = false;
        for (size_t i = 0; i < candidates_.size(); ++i) {
            if (chosen[i]) continue;
            const ClothModel::Link& l = links_[candidates_[i]];
            if (goes_on(candidates_[i], view)) {
                const bool from_a = crack_end_[l.a] != nowhere;
                const u32 from = from_a ? l.a : l.b, to = from_a ? l.b : l.a, crack = crack_end_[from];
                crack_way_[to] = direction(view.position[to].xyz() - view.position[from].xyz(), Vec3{});
                crack_end_[to] = crack, crack_end_[from] = nowhere;
                mark_crack(l.a, l.b, crack);
            } else if (load_[candidates_[i]] > 1 && crack_near_[l.a] == nowhere && crack_near_[l.b] == nowhere &&
                       std::binary_search(strained_.begin(), strained_.end(), l.number)) {
                begin(l.a, l.b);
            } else {
                continue;
            }
            chosen[i] = 1, grown = true;
        }
    }
    for (size_t i = 0; i < candidates_.size(); ++i) {
        if (!chosen[i]) continue;
        const ClothModel::Link& l = links_[candidates_[i]];
        out.push_back({l.number, load_[candidates_[i]], (view.position[l.a].xyz() + view.position[l.b].xyz()) * 0.5f});
    }
    std::sort(out.begin(), out.end(), [](const Overload& x, const Overload& y) { return x.link < y.link; });
}

// From the end of a crack, about straight on, to where no other crack is.
bool ClothMatter::goes_on(u32 link, const ParticleView& view) const {
    const ClothModel::Link& l = links_[link];
    const bool from_a = crack_end_[l.a] != nowhere, from_b = crack_end_[l.b] != nowhere;
    if (from_a == from_b) return false;
    const u32 from = from_a ? l.a : l.b, to = from_a ? l.b : l.a;
    if (crack_near_[to] != nowhere && crack_near_[to] != crack_end_[from]) return false;
    constexpr float straight = 0.5f;  // within 60°
    return dot(direction(view.position[to].xyz() - view.position[from].xyz(), Vec3{}), crack_way_[from]) > straight;
}

// Particles within some links of an edge.
void ClothMatter::mark_crack(u32 a, u32 b, u32 crack) const {
    constexpr int rings = 3;
    ring_.assign({a, b});
    for (int r = 0; r <= rings; ++r) {
        next_ring_.clear();
        for (const u32 p : ring_) {
            if (crack_near_[p] == nowhere) crack_near_[p] = crack;
            for (u32 i = model_->particle_triangle_start[p]; i < model_->particle_triangle_start[p + 1] && r < rings;
                 ++i)
                for (const u32 q : model_->triangles[model_->particle_triangle[i]]) next_ring_.push_back(q);
        }
        std::sort(next_ring_.begin(), next_ring_.end());
        next_ring_.erase(std::unique(next_ring_.begin(), next_ring_.end()), next_ring_.end());
        ring_.swap(next_ring_);
    }
}

void ClothMatter::take_over(const Matter& matter, const ParticleView&) {
    const ClothMatter& before = static_cast<const ClothMatter&>(matter);
    const std::vector<u32> from = model_->particles_before(*before.model_);
    for (u32 p = 0; p < model_->particle_count; ++p) haste_[p] = before.haste_[from[p]];
    if (!before.wanted_.empty()) {
        std::vector<Vec3> wanted;
        for (const u32 p : from) wanted.push_back(before.wanted_[p]);
        want_shape(wanted);
    }
    strained_ = before.strained_;
    carry_creases(before);
}

}  // namespace pliant::cloth
