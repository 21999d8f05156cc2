#include "collide/moving_surface.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

MovingSurface::MovingSurface(const ContactSurface& topology, const ParticleView& particles)
    : topology_(&topology),
      particles_(particles),
      before_(topology.point_count()),
      now_(topology.point_count()),
      patch_before_(topology.patches.size()),
      patch_now_(topology.patches.size()),
      ready_(topology.patches.size(), 0) {}

void MovingSurface::set_contact_weights(std::span<const float> particles) {
    PL_ASSERT(particles.empty() || particles.size() == particles_.count);
    disabled_.clear();
    self_culling_.reset();  // what did not count may count now
    if (particles.empty()) return;
    disabled_.resize(topology_->point_count());
    const u32 n = topology_->supports;
    for (u32 p = 0; p < disabled_.size(); ++p) {
        float touch = 0;
        for (u32 k = p * n; k < (p + 1) * n; ++k) touch += particles[topology_->particle[k]] * topology_->weight[k];
        disabled_[p] = touch < 0.5f;
    }
}

// The box around some particles, all three axes at once; NaN is ignored.
static Box box_of(std::span<const u32> particles, const Float4* places) {
    f32x4 low = splat4(std::numeric_limits<float>::infinity()), high = -low;
    for (const u32 p : particles) {
        const f32x4 x = load4(&places[p].x);
        low = select(x < low, x, low);
        high = select(x > high, x, high);
    }
    return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

void MovingSurface::begin_substep() {
    bounds_before_ = bounds_now_ = {};
    Vec3 sum;
    for (size_t i = 0; i < ready_.size(); ++i) {
        const ContactSurface::Patch& patch = topology_->patches[i];
        const std::span<const u32> own{topology_->patch_particle.data() + patch.particle_begin,
                                       patch.particle_end - patch.particle_begin};
        for (const u32 p : own) sum += particles_.position[p].xyz() - particles_.previous[p].xyz();
        patch_before_[i] = box_of(own, particles_.previous);
        patch_now_[i] = box_of(own, particles_.position);
        bounds_before_.add(patch_before_[i]);
        bounds_now_.add(patch_now_[i]);
        ready_[i] = 0;
    }
    mean_displacement_ =
        topology_->patch_particle.empty() ? Vec3{} : sum / static_cast<float>(topology_->patch_particle.size());
}

// Patches that follow each other are near each other.
template <class F>
void MovingSurface::list_patches(size_t count, BoxList& boxes, F&& box_of_patch) {
    constexpr u32 per_group = 32;
    boxes.clear();
    for (u32 i = 0; i < count; ++i) {
        if (i % per_group == 0) boxes.begin_group();
        boxes.add(box_of_patch(i));
    }
}

void MovingSurface::update_bounds() {
    PL_ASSERT(patch_before_.size() == topology_->patches.size());
    slabs_before_ = slabs_now_ = Slabs(particles_.count ? particles_.previous[0].xyz() : Vec3{});
    for (const u32 p : topology_->patch_particle) {
        slabs_before_.add(particles_.previous[p].xyz());
        slabs_now_.add(particles_.position[p].xyz());
    }
    list_patches(patch_before_.size(), patches_before_, [&](u32 i) { return patch_before_[i]; });
    volume_.build(topology_->volume, particles_);
}

void MovingSurface::prepare_near(const MovingSurface& other, float margin) {
    PL_ASSERT(this != &other && margin >= 0);
    // As points against the other's triangles, and as triangles against the other's points.
    for (const Vec3& frame : {other.mean_displacement_, mean_displacement_}) {
        const Box all = bounds(frame).grown(margin);
        if (!all.overlaps(other.bounds(frame))) continue;
        list_patches(other.patch_before_.size(), others_, [&](u32 i) { return other.patch_bounds(i, frame); });
        for (u32 i = 0; i < ready_.size(); ++i)
            if (!ready(i) && others_.touches(patch_bounds(i, frame).grown(margin))) prepare_patch(i);
    }
    for (u32 i = 0; i < ready_.size(); ++i)
        if (!ready(i) && other.volume_.is_near(patch_before_[i])) prepare_patch(i);
    volume_.deform_near(other.patches_before_);
}

void MovingSurface::evaluate(u32 patch) {
    PL_ASSERT(patch < topology_->patches.size() && ready_[patch] == 0);
    const u32 n = topology_->supports;
    for (u32 p = topology_->patches[patch].point_begin; p < topology_->patches[patch].point_end; ++p) {
        f32x4 before = splat4(0), now = before;
        for (u32 k = p * n; k < (p + 1) * n; ++k) {
            const f32x4 w = splat4(topology_->weight[k]);
            before += load4(&particles_.previous[topology_->particle[k]].x) * w;
            now += load4(&particles_.position[topology_->particle[k]].x) * w;
        }
        store4(&before_[p].x, before);
        store4(&now_[p].x, now);
    }
    ready_[patch] = 1;
}

bool MovingSurface::inverted(u32 triangle) const {
    PL_ASSERT(triangle < topology_->triangles.size());
    if (topology_->behind.empty()) return false;
    const auto& [a, b, c] = topology_->triangles[triangle];
    const Vec3 outward = cross(before(b) - before(a), before(c) - before(a));
    return dot(outward, particles_.previous[topology_->behind[triangle]].xyz() - before(a)) >= 0;
}

Vec3 MovingSurface::before_exactly(u32 point) const {
    PL_ASSERT(point < topology_->point_count());
    return skin_point(*topology_, point, particles_.previous);
}

void MovingSurface::prepare_patch(u32 patch) {
    PL_ASSERT(patch < ready_.size());
    if (ready_[patch] == 2) return;
    if (ready_[patch] == 0) evaluate(patch);
    const ContactSurface::Patch& p = topology_->patches[patch];
    for (u32 k = p.needs_begin; k < p.needs_end; ++k)
        if (ready_[topology_->patch_needs[k]] == 0) evaluate(topology_->patch_needs[k]);
    ready_[patch] = 2;
}

void MovingSurface::set_rest_edges(std::span<const Vec3> particles) {
    PL_ASSERT(particles.size() == particles_.count && all_finite(particles));
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

bool MovingSurface::prepare_self_contact(float max_distance) {
    PL_ASSERT(max_distance >= 0 && has_rest_positions());
    self_culling_.find(*this, max_distance);
    if (self_culling_.patches().empty()) return false;
    for (const SelfCulling::Patch& p : self_culling_.patches()) {
        prepare_patch(p.patch);
        for (u32 other : self_culling_.partners(p)) prepare_patch(other);
    }
    self_volume_.build(topology_->volume, particles_);
    return true;
}

void MovingSurface::list_targets() {
    target_boxes_.clear();
    targets_.clear();
    target_displacements_.clear();
    group_of_patch_.resize(topology_->patches.size());
    u32 groups = 0;
    for (u32 patch = 0; patch < topology_->patches.size(); ++patch) {
        if (!ready(patch)) continue;
        target_boxes_.begin_group();
        group_of_patch_[patch] = groups++;
        const ContactSurface::Patch& p = topology_->patches[patch];
        add_triangles(p);
        if (!topology_->triangles.empty()) continue;
        for (u32 i = p.point_begin; i < p.point_end; ++i)
            if (role(i) != PointRole::corner) add_point_target(i);
    }
    list_points();
}

void MovingSurface::list_points() {
    point_groups_.clear();
    point_of_slot_.clear();
    for (int k = 0; k < 3; ++k) {
        point_before_[k].clear();
        point_now_[k].clear();
    }
    for (u32 patch = 0; patch < topology_->patches.size(); ++patch) {
        if (!ready(patch)) continue;
        PointGroup group{{}, static_cast<u32>(point_of_slot_.size()), 0};
        for (u32 p = topology_->patches[patch].point_begin; p < topology_->patches[patch].point_end; ++p) {
            if (role(p) == PointRole::corner) continue;
            group.path.add(before(p));
            group.path.add(now(p));
            for (int k = 0; k < 3; ++k) {
                point_before_[k].push_back(before(p)[k]);
                point_now_[k].push_back(now(p)[k]);
            }
            point_of_slot_.push_back(p);
        }
        group.end = static_cast<u32>(point_of_slot_.size());
        if (group.begin == group.end) continue;
        constexpr float nowhere = 3e38f;
        const size_t padded = (group.end + lane_count - 1) / lane_count * lane_count;
        for (int k = 0; k < 3; ++k) {
            point_before_[k].resize(padded, nowhere);
            point_now_[k].resize(padded, nowhere);
        }
        point_of_slot_.resize(padded, ContactSurface::none);
        point_groups_.push_back(group);
    }
}

static void copy(float (&to)[3], const Vec3& v) {
    for (int k = 0; k < 3; ++k) to[k] = v[k];
}

void MovingSurface::points_near(const Region& region, std::vector<u32>& points) const {
    PointsNear near{};
    for (int k = 0; k < 3; ++k) {
        near.before[k] = point_before_[k].data();
        near.now[k] = point_now_[k].data();
    }
    copy(near.seen_low, region.seen.low);
    copy(near.seen_high, region.seen.high);
    copy(near.frame, region.frame);
    copy(near.low, region.where.low);
    copy(near.high, region.where.high);
    copy(near.slab_origin, region.slabs.origin());
    region.slabs.store(near.slab_low, near.slab_high);
    points.resize(point_of_slot_.size());
    u32 count = 0;
    for (const PointGroup& group : point_groups_) {
        if (!group.path.overlaps(region.seen)) continue;
        near.begin = group.begin;
        near.end = group.end;
        near.slots = points.data() + count;
        count += pair_kernels().points_near(near);
    }
    points.resize(count);
    for (u32& point : points) point = point_of_slot_[point];
}

u32 MovingSurface::add_target(u32 target, const Box& box, float displacement) {
    const u32 slot = target_boxes_.add(box);
    targets_.resize(slot + 1);
    target_displacements_.resize(slot + 1);
    targets_[slot] = target;
    target_displacements_[slot] = displacement;
    return slot;
}

void MovingSurface::add_point_target(u32 point) {
    PL_ASSERT(point < topology_->point_count());
    const Vec3 from = before(point), in_frame = now(point) - mean_displacement_;
    Box box;
    box.add(from);
    box.add(in_frame);
    add_target(point, box, std::sqrt(length_squared(in_frame - from)));
}

// Those that are solid and not inside out.
void MovingSurface::add_triangles(const ContactSurface::Patch& patch) {
    SkinTriangles eight{&before_[0].x, &now_[0].x, &particles_.previous[0].x, {}, {}, {}};
    copy(eight.frame, mean_displacement_);
    const bool one_sided = !topology_->behind.empty();
    for (u32 first = patch.triangle_begin; first < patch.triangle_end; first += lane_count) {
        const u32 count = std::min(lane_count, patch.triangle_end - first);
        for (u32 lane = 0; lane < lane_count; ++lane) {
            const u32 t = first + std::min(lane, count - 1);
            for (u32 k = 0; k < 3; ++k) eight.corner[k][lane] = topology_->triangles[t][k];
            eight.behind[lane] = one_sided ? topology_->behind[t] : 0;
        }
        SkinTriangleBoxes boxes;
        pair_kernels().skin_triangles(eight, boxes);
        for (u32 lane = 0; lane < count; ++lane) {
            const u32 t = first + lane;
            if (!is_solid(t) || (one_sided && (boxes.inverted >> lane & 1))) continue;
            const Box box{{boxes.low[0][lane], boxes.low[1][lane], boxes.low[2][lane]},
                          {boxes.high[0][lane], boxes.high[1][lane], boxes.high[2][lane]}};
            const u32 slot = add_target(t, box, boxes.displacement[lane]);
            if (slot >= target_rows_.size()) target_rows_.resize(slot + 4 * lane_count);
            TargetRows& rows = target_rows_[slot];
            for (u32 k = 0; k < 3; ++k) {
                const u32 corner = topology_->triangles[t][k];
                store4(rows.row[k], load4(&before_[corner].x));
                store4(rows.row[k + 3], load4(&now_[corner].x));
                rows.row[k][3] = boxes.low[k][lane];
                rows.row[k + 3][3] = boxes.high[k][lane];
            }
        }
    }
}

}  // namespace pliant
