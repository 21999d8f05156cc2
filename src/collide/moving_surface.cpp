#include "collide/moving_surface.h"

#include <algorithm>

namespace pliant {

MovingSurface::MovingSurface(const ContactSurface& topology, const ParticleView& particles)
    : topology_(&topology),
      particles_(particles),
      before_(topology.point_count()),
      now_(topology.point_count()),
      patch_before_(topology.patches.size()),
      patch_now_(topology.patches.size()),
      ready_(topology.patches.size(), 0) {}

void MovingSurface::set_touch(std::span<const float> particles) {
    mute_.clear();
    own_.forget();  // what did not count may count now
    if (particles.empty()) return;
    mute_.resize(topology_->point_count());
    const u32 n = topology_->supports;
    for (u32 p = 0; p < mute_.size(); ++p) {
        float touch = 0;
        for (u32 k = p * n; k < (p + 1) * n; ++k) touch += particles[topology_->particle[k]] * topology_->weight[k];
        mute_[p] = touch < 0.5f;
    }
}

void MovingSurface::begin_substep() {
    bounds_before_ = bounds_now_ = {};
    slabs_before_ = slabs_now_ = Slabs(particles_.count ? particles_.previous[0].xyz() : Vec3{});
    Vec3 sum;
    for (size_t i = 0; i < ready_.size(); ++i) {
        const ContactSurface::Patch& patch = topology_->patches[i];
        Box before, now;
        for (u32 k = patch.particle_begin; k < patch.particle_end; ++k) {
            const u32 p = topology_->patch_particle[k];
            before.add(particles_.previous[p].xyz()), slabs_before_.add(particles_.previous[p].xyz());
            now.add(particles_.position[p].xyz()), slabs_now_.add(particles_.position[p].xyz());
            sum += particles_.position[p].xyz() - particles_.previous[p].xyz();
        }
        patch_before_[i] = before, patch_now_[i] = now;
        bounds_before_.add(before), bounds_now_.add(now);
        ready_[i] = 0;
    }
    mean_way_ = topology_->patch_particle.empty() ? Vec3{} : sum / static_cast<float>(topology_->patch_particle.size());
}

bool MovingSurface::is_near(u32 patch, const MovingSurface& other, float margin) const {
    // As points against the other's triangles, and as triangles against the other's points.
    return patch_bounds(patch, other.mean_way_).overlaps(other.bounds(other.mean_way_).grown(margin)) ||
           patch_bounds(patch, mean_way_).overlaps(other.bounds(mean_way_).grown(margin));
}

void MovingSurface::evaluate(u32 patch) {
    const u32 n = topology_->supports;
    for (u32 p = topology_->patches[patch].point_begin; p < topology_->patches[patch].point_end; ++p) {
        Vec3 before, now;
        for (u32 k = 0; k < n; ++k) {
            const u32 q = topology_->particle[p * n + k];
            const float w = topology_->weight[p * n + k];
            before += particles_.previous[q].xyz() * w;
            now += particles_.position[q].xyz() * w;
        }
        before_[p] = before, now_[p] = now;
    }
    ready_[patch] = 1;
}

bool MovingSurface::inverted(u32 triangle) const {
    if (topology_->behind.empty()) return false;
    const auto& [a, b, c] = topology_->triangles[triangle];
    const Vec3 outward = cross(before_[b] - before_[a], before_[c] - before_[a]);
    return dot(outward, particles_.previous[topology_->behind[triangle]].xyz() - before_[a]) >= 0;
}

Vec3 MovingSurface::before_exactly(u32 point) const { return skin_point(*topology_, point, particles_.previous); }

void MovingSurface::need(u32 patch) {
    if (ready_[patch] == 2) return;
    if (ready_[patch] == 0) evaluate(patch);
    const ContactSurface::Patch& p = topology_->patches[patch];
    for (u32 k = p.needs_begin; k < p.needs_end; ++k)
        if (ready_[topology_->patch_needs[k]] == 0) evaluate(topology_->patch_needs[k]);
    ready_[patch] = 2;
}

void MovingSurface::know_edges(std::span<const Vec3> particles) {
    const auto at = [&](u32 point) {
        Vec3 sum;
        for (u32 k = point * topology_->supports; k < (point + 1) * topology_->supports; ++k)
            sum += particles[topology_->particle[k]] * topology_->weight[k];
        return sum;
    };
    patch_edge2_.assign(topology_->patches.size(), 0);
    for (size_t i = 0; i < patch_edge2_.size(); ++i)
        for (u32 t = topology_->patches[i].triangle_begin; t < topology_->patches[i].triangle_end; ++t)
            for (u32 k = 0; k < 3; ++k) {
                const u32 a = topology_->triangles[t][k], b = topology_->triangles[t][(k + 1) % 3];
                const bool held_off = topology_->role[a] == PointRole::skin;
                patch_edge2_[i] = std::max(patch_edge2_[i], held_off ? length_squared(at(b) - at(a)) : 3e38f);
            }
}

bool MovingSurface::need_own(float reach) {
    own_.find(*this, reach);
    if (own_.patches().empty()) return false;
    for (const SelfCulling::Patch& p : own_.patches()) {
        need(p.patch);
        for (u32 other : own_.partners(p)) need(other);
    }
    own_volume_.build_boxes(topology_->volume, particles_);
    return true;
}

void MovingSurface::list_targets(const Box& where) {
    target_boxes_.clear(), targets_.clear(), target_ways_.clear();
    group_of_patch_.resize(topology_->patches.size());
    u32 groups = 0;
    for (u32 patch = 0; patch < topology_->patches.size(); ++patch) {
        if (!ready(patch)) continue;
        target_boxes_.begin_group();
        group_of_patch_[patch] = groups++;
        const ContactSurface::Patch& p = topology_->patches[patch];
        for (u32 t = p.triangle_begin; t < p.triangle_end; ++t)
            if (is_solid(t) && !inverted(t)) add_target(t, topology_->triangles[t]);
        if (!topology_->triangles.empty()) continue;
        for (u32 i = p.point_begin; i < p.point_end; ++i)
            if (role(i) != PointRole::corner) add_target(i, {&i, 1});
    }
    if (!where.empty()) volume_.build(topology_->volume, particles_, where);
    list_points();
}

void MovingSurface::list_points() {
    point_boxes_.clear(), point_of_slot_.clear();
    for (u32 patch = 0; patch < topology_->patches.size(); ++patch) {
        if (!ready(patch)) continue;
        point_boxes_.begin_group();
        for (u32 p = topology_->patches[patch].point_begin; p < topology_->patches[patch].point_end; ++p) {
            if (role(p) == PointRole::corner) continue;
            Box box;
            box.add(before_[p]), box.add(now_[p]);
            const u32 slot = point_boxes_.add(box);
            point_of_slot_.resize(slot + 1);
            point_of_slot_[slot] = p;
        }
    }
}

void MovingSurface::add_target(u32 target, std::span<const u32> corners) {
    Box box;
    float way = 0;
    for (u32 c : corners) {
        const Vec3 in_frame = now_[c] - mean_way_;
        box.add(before_[c]), box.add(in_frame);
        way = std::max(way, length_squared(in_frame - before_[c]));
    }
    const u32 slot = target_boxes_.add(box);
    targets_.resize(slot + 1), target_ways_.resize(slot + 1);
    targets_[slot] = target, target_ways_[slot] = std::sqrt(way);
}

}  // namespace pliant
