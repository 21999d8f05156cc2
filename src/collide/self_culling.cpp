#include "collide/self_culling.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "collide/moving_surface.h"
#include "core/assert.h"

namespace pliant {

SelfCulling::SelfCulling(const ContactSurface& topology, std::span<const Vec3> particle_rest)
    : points_(topology.point_count()),
      max_bound_(topology.spacing),
      bound_(topology.point_count(), 0),
      lowest_(topology.patches.size(), 0),
      last_(particle_rest.size()) {
    for (u32 p = 0; p < points_.size(); ++p)
        for (u32 k = p * topology.supports; k < (p + 1) * topology.supports; ++k)
            points_[p] += particle_rest[topology.particle[k]] * topology.weight[k];
    find_sets(topology);
}

void SelfCulling::find_sets(const ContactSurface& topology) {
    const u32 n = topology.supports;
    std::map<std::vector<u32>, u32> known;
    std::vector<std::vector<u32>> sets_of_particle(last_.size());
    for (u32 p = 0; p < points_.size(); ++p) {
        std::vector<u32> particles(topology.particle.begin() + p * n, topology.particle.begin() + (p + 1) * n);
        std::sort(particles.begin(), particles.end());
        particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
        const auto [set, is_new] = known.try_emplace(std::move(particles), static_cast<u32>(known.size()));
        set_.push_back(set->second);
        if (!is_new) continue;
        for (u32 particle : set->first) sets_of_particle[particle].push_back(set->second);
    }
    std::vector<std::vector<u32>> connected(known.size());
    for (const auto& [particles, set] : known)
        for (u32 particle : particles)
            connected[set].insert(connected[set].end(), sets_of_particle[particle].begin(),
                                  sets_of_particle[particle].end());
    connected_start_.push_back(0);
    for (std::vector<u32>& others : connected) {
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        connected_.insert(connected_.end(), others.begin(), others.end());
        connected_start_.push_back(static_cast<u32>(connected_.size()));
    }
}

namespace {

// x -> x + shift + turn × (x - middle), as near to what all particles did as can be.
struct CommonMotion {
    Vec3 middle, shift, turn;

    CommonMotion(const Float4* from, const Float4* to, u32 count) {
        Vec3d sum, displacements;
        for (u32 p = 0; p < count; ++p) {
            sum += from[p].xyz().to<double>();
            displacements += (to[p].xyz() - from[p].xyz()).to<double>();
        }
        middle = (sum / count).to<float>();
        shift = (displacements / count).to<float>();
        // Least squares: (tr(S) I - S) turn = sum of q × way, with S the sum of q q^T.
        float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
        Vec3 moment;
        for (u32 p = 0; p < count; ++p) {
            const Vec3 q = from[p].xyz() - middle;
            xx += q.x * q.x;
            yy += q.y * q.y;
            zz += q.z * q.z;
            xy += q.x * q.y;
            xz += q.x * q.z;
            yz += q.y * q.z;
            moment += cross(q, to[p].xyz() - from[p].xyz() - shift);
        }
        const Mat3 inertia{{{yy + zz, -xy, -xz}, {-xy, xx + zz, -yz}, {-xz, -yz, xx + yy}}};
        const float det = determinant(inertia), size = xx + yy + zz;
        if (det > 1e-6f * size * size * size) turn = transposed(cofactor(inertia)) * moment / det;
    }
    Vec3 at(const Vec3& x) const { return shift + cross(turn, x - middle); }
};

}  // namespace

void SelfCulling::measure(const ContactSurface& topology, const Float4* from, const Float4* to, u32 particles,
                          RelativeMotion& relative_motion) {
    PL_ASSERT(from && to && particles > 0);
    const CommonMotion motion(from, to, particles);
    relative_motion.of_patch.resize(topology.patches.size());
    relative_motion.most = 0;
    for (size_t i = 0; i < topology.patches.size(); ++i) {
        const ContactSurface::Patch& patch = topology.patches[i];
        const auto displacement = [&](u32 k) {
            const u32 p = topology.patch_particle[k];
            return to[p].xyz() - from[p].xyz() - motion.at(from[p].xyz());
        };
        RelativeMotion::OfPatch& of = relative_motion.of_patch[i];
        of = {};
        for (u32 k = patch.particle_begin; k < patch.particle_end; ++k) of.mean += displacement(k);
        of.mean = of.mean / static_cast<float>(std::max(1u, patch.particle_end - patch.particle_begin));
        float most = 0, size = 0;
        for (u32 k = patch.particle_begin; k < patch.particle_end; ++k) {
            const Vec3 x = from[topology.patch_particle[k]].xyz();
            most = std::max(most, length_squared(displacement(k) - of.mean));
            size = std::max({size, std::fabs(x.x), std::fabs(x.y), std::fabs(x.z)});
        }
        of.spread = std::sqrt(most) + 1e-6f * size;  // far from the origin, places are rounded
        if (!(of.spread + length(of.mean) < 1e30f)) of = {{}, 1e30f};
        relative_motion.most = std::max(relative_motion.most, of.spread + length(of.mean));
    }
}

void SelfCulling::shrink_bounds(const ContactSurface& topology, u32 patch, float by) {
    PL_ASSERT(patch < topology.patches.size() && by >= 0);
    lowest_[patch] -= by;
    for (u32 p = topology.patches[patch].point_begin; p < topology.patches[patch].point_end; ++p) bound_[p] -= by;
}

void SelfCulling::end_patch(const MovingSurface& surface, u32 patch) {
    PL_ASSERT(patch < lowest_.size());
    const ContactSurface::Patch& points = surface.topology().patches[patch];
    lowest_[patch] = max_bound_;
    for (u32 p = points.point_begin; p < points.point_end; ++p)
        if (surface.role(p) == PointRole::skin) lowest_[patch] = std::min(lowest_[patch], bound_[p]);
}

void SelfCulling::reset() {
    std::fill(bound_.begin(), bound_.end(), 0.0f);
    std::fill(lowest_.begin(), lowest_.end(), 0.0f);
}

void SelfCulling::find(const MovingSurface& surface, float max_distance) {
    PL_ASSERT(max_distance >= 0 && last_.size() == surface.particles().count);
    const ContactSurface& topology = surface.topology();
    const ParticleView& particles = surface.particles();
    const u32 count = static_cast<u32>(topology.patches.size());
    measure(topology, last_.data(), particles.previous, particles.count, past_);
    measure(topology, particles.previous, particles.position, particles.count, coming_);
    std::copy(particles.previous, particles.previous + particles.count, last_.begin());

    boxes_.clear();
    patch_of_slot_.clear();
    patches_.clear();
    partners_.clear();
    constexpr u32 patches_per_group = 32;
    for (u32 i = 0; i < count; ++i) {
        if (i % patches_per_group == 0) boxes_.begin_group();
        const u32 slot = boxes_.add(surface.patch_bounds(i, surface.mean_displacement()));
        patch_of_slot_.resize(slot + 1);
        patch_of_slot_[slot] = i;
    }
    for (u32 i = 0; i < count; ++i) {
        // Far more than enough? Then it does not matter who is near.
        if (lowest_[i] - past_.with_any(i) > max_distance + coming_.with_any(i)) {
            shrink_bounds(topology, i, past_.with_any(i));
            continue;
        }
        near_.clear();
        float past = 0, coming = 0;
        boxes_.overlap(surface.patch_bounds(i, surface.mean_displacement()).grown(max_bound_), [&](u32 slot) {
            const u32 other = patch_of_slot_[slot];
            near_.push_back(other);
            past = std::max(past, past_.between(i, other));
            coming = std::max(coming, coming_.between(i, other));
        });
        shrink_bounds(topology, i, past);
        const float needed = max_distance + coming;
        if (lowest_[i] > needed) continue;
        const u32 begin = static_cast<u32>(partners_.size());
        partners_.insert(partners_.end(), near_.begin(), near_.end());
        patches_.push_back({i, needed, begin, static_cast<u32>(partners_.size())});
    }
}

}  // namespace pliant
