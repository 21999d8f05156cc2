#include "collide/feature_edge_guard.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

namespace {

constexpr int max_rounds = 16;

// Whether a segment passes through a triangle.
bool segment_crosses(const Vec3& from, const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 n = cross(b - a, c - a);
    const float above = dot(n, from - a), below = dot(n, to - a);
    if (!(above * below < 0)) return false;
    const Vec3 x = from + (to - from) * (above / (above - below));
    return dot(cross(b - a, x - a), n) > 0 && dot(cross(c - b, x - b), n) > 0 && dot(cross(a - c, x - c), n) > 0;
}

}  // namespace

FeatureEdgeGuard::AppliedImpulse FeatureEdgeGuard::run(const MovingSurface& skin, const MovingShape& shape,
                                                       float step) {
    PL_ASSERT(shape.shape && step >= 0);
    applied_ = {};
    if (!shape.shape->is_triangle_set() && !is_any_pierced(skin, shape)) return applied_;
    if (!find_near(skin, shape)) return applied_;
    const ContactSurface& surface = skin.topology();
    const ParticleView& particles = skin.particles();
    before_.resize(surface.point_count());
    now_.resize(surface.point_count());
    for (u32 p : points_) before_[p] = shape.before.inverse(skin_point(surface, p, particles.previous));
    moved_.assign(particles.count, 0);
    // Particles that were moved may bend their neighbours over the edge, so repeat until nothing is pierced.
    bool changed = true;
    for (int round = 0; round < max_rounds && changed; ++round) {
        changed = false;
        for (u32 p : points_) now_[p] = shape.now.inverse(skin_point(surface, p, particles.position));
        for (u32 t : triangles_) {
            const auto& triangle = surface.triangles[t];
            if (!pierced(triangle, now_) || pierced(triangle, before_)) continue;
            for (u32 point : triangle) changed = move_with_collider(point, surface, particles, shape, step) || changed;
        }
    }
    return applied_;
}

// Whether a feature edge of a solid is in a triangle at the end of the substep: else nothing is moved. Only patches
// whose box meets that of the solid can be pierced.
bool FeatureEdgeGuard::is_any_pierced(const MovingSurface& skin, const MovingShape& shape) {
    const ContactSurface& surface = skin.topology();
    const Float4* const position = skin.particles().position;
    const Box bounds = shape.shape->bounds(shape.now);
    const Vec3 size = greatest(bounds.high, -bounds.low);
    const Box near = bounds.grown(1e-5f * std::max({size.x, size.y, size.z, length(bounds.size())}));
    feature_edges_.clear();
    now_.resize(surface.point_count());
    for (const ContactSurface::Patch& patch : surface.patches) {
        Box box;
        for (u32 k = patch.particle_begin; k < patch.particle_end; ++k)
            box.add(position[surface.patch_particle[k]].xyz());
        if (!box.overlaps(near)) continue;
        if (feature_edges_.empty()) collect_feature_edges(*shape.shape, {}, feature_edges_);
        for (u32 t = patch.triangle_begin; t < patch.triangle_end; ++t) {
            if (!skin.is_solid(t)) continue;
            for (const u32 p : surface.triangles[t])
                now_[p] = shape.now.inverse(skin_point(surface, p, position));
            if (pierced(surface.triangles[t], now_)) return true;
        }
    }
    return false;
}

// Collects feature edges, and the triangles near them with their points. Moved particles stay within the old or the
// new box of their patch, seen from the collider.
bool FeatureEdgeGuard::find_near(const MovingSurface& skin, const MovingShape& shape) {
    const ContactSurface& surface = skin.topology();
    const ParticleView& particles = skin.particles();
    Box all;
    boxes_.clear();
    for (const ContactSurface::Patch& patch : surface.patches) {
        Box box;
        for (u32 k = patch.particle_begin; k < patch.particle_end; ++k) {
            const u32 p = surface.patch_particle[k];
            box.add(shape.before.inverse(particles.previous[p].xyz()));
            box.add(shape.now.inverse(particles.position[p].xyz()));
        }
        boxes_.push_back(box);
        all.add(box);
    }
    feature_edges_.clear();
    triangles_.clear();
    points_.clear();
    collect_feature_edges(*shape.shape, all, feature_edges_);
    is_near_.assign(surface.point_count(), 0);
    for (size_t i = 0; i < boxes_.size(); ++i) {
        const auto touches = [&](const FeatureEdge& s) {
            Box box;
            box.add(s.from);
            box.add(s.to);
            return box.overlaps(boxes_[i]);
        };
        if (std::none_of(feature_edges_.begin(), feature_edges_.end(), touches)) continue;
        for (u32 t = surface.patches[i].triangle_begin; t < surface.patches[i].triangle_end; ++t) {
            if (!skin.is_solid(t)) continue;
            triangles_.push_back(t);
            for (u32 p : surface.triangles[t])
                if (!is_near_[p]) {
                    is_near_[p] = 1;
                    points_.push_back(p);
                }
        }
    }
    return !triangles_.empty();
}

bool FeatureEdgeGuard::pierced(const std::array<u32, 3>& t, const std::vector<Vec3>& points) const {
    for (const FeatureEdge& s : feature_edges_)
        if (segment_crosses(s.from, s.to, points[t[0]], points[t[1]], points[t[2]])) return true;
    return false;
}

bool FeatureEdgeGuard::move_with_collider(u32 point, const ContactSurface& surface, const ParticleView& particles,
                                          const MovingShape& shape, float step) {
    PL_ASSERT(point < surface.point_count());
    bool changed = false;
    for (u32 k = point * surface.supports; k < (point + 1) * surface.supports; ++k) {
        const u32 p = surface.particle[k];
        if (!(surface.weight[k] > 0) || moved_[p] || !(particles.position[p].w > 0)) continue;
        const Vec3 from = particles.previous[p].xyz(), to = shape.now * shape.before.inverse(from);
        const Vec3 impulse = ((to - from) / step - particles.velocity[p].xyz()) / particles.position[p].w;
        applied_.impulse += impulse;
        applied_.angular_impulse += cross(to - shape.now.position, impulse);
        particles.position[p].set_xyz(to);
        particles.velocity[p].set_xyz((to - from) / step);
        moved_[p] = 1;
        changed = true;
    }
    return changed;
}

}  // namespace pliant
