#include "body/small_steps.h"

#include <algorithm>
#include <cmath>

#include "body/place.h"
#include "core/contract.h"

namespace pliant {

constexpr float target_mass_factor = 1.0f / 32;

SmallSteps::SmallSteps(u32 particles)
    : velocity_excess(particles),
      before(particles),
      rounding_residual(particles),
      results_((particles + per_block - 1) / per_block) {}

void SmallSteps::place(const ParticleView& view, const Placement& placement, std::span<const Vec3> rest,
                       std::span<const float> mass, const Vec3& center) {
    PL_ASSERT(view.count == velocity_excess.size());
    place_particles(view, placement, rest, mass, center);
    for (u32 p = 0; p < view.count; ++p) velocity_excess[p] = {};
}

void SmallSteps::transform_state(const Transform& moved) {
    PL_ASSERT(all_finite(moved) && is_unit(moved.rotation));
    for (Float4& h : velocity_excess) h.set_xyz(moved.rotation * h.xyz());
}

MoveArguments SmallSteps::move_arguments(u32 small_step, u32 begin, u32 end, const ParticleView& view,
                                         const Substep& substep) {
    PL_ASSERT(begin < end && end <= view.count && small_step < count && substep.length > 0);
    MoveArguments m{};
    m.position = floats(view.position + begin), m.before = floats(before.data() + begin);
    m.rounding_residual = floats(rounding_residual.data() + begin);
    m.previous = small_step == 0 ? floats(view.previous + begin) : nullptr;
    m.velocity = floats(view.velocity + begin), m.velocity_excess = floats(velocity_excess.data() + begin);
    m.count = end - begin;
    m.step = step(substep);
    m.drag = substep.drag * m.step / (1 + substep.drag * m.step);
    for (int k = 0; k < 3; ++k) m.gravity[k] = substep.gravity[k], m.air[k] = substep.air[k];
    return m;
}

void SmallSteps::finish(u32 block, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(block < results_.size() && view.count == before.size() && substep.length > 0);
    const u32 begin = block * per_block, end = std::min(view.count, begin + per_block);
    results_[block] = small_step_kernels().end({floats(view.position + begin), floats(before.data() + begin),
                                                floats(rounding_residual.data() + begin), floats(view.previous + begin),
                                                floats(view.velocity + begin), floats(velocity_excess.data() + begin),
                                                end - begin, step(substep), substep.length});
}

Motion motion_of(std::span<const EndResult> blocks) {
    PL_ASSERT(!blocks.empty());
    Motion motion;
    float speed2 = 0;
    for (const EndResult& r : blocks) {
        motion.bounds.add(Vec3{r.low[0], r.low[1], r.low[2]}), motion.bounds.add(Vec3{r.high[0], r.high[1], r.high[2]});
        speed2 = std::max(speed2, r.greatest_speed2);
        motion.non_finite = motion.non_finite || r.non_finite != 0;
    }
    motion.greatest_speed = std::sqrt(speed2);
    return motion;
}

void SmallSteps::begin_kinematic_targets(std::span<const KinematicTarget> wanted, const ParticleView& view) {
    PL_ASSERT(std::all_of(wanted.begin(), wanted.end(),
                          [&](const KinematicTarget& l) { return l.particle < view.count && is_finite(l.target); }));
    kinematic_targets.assign(wanted.begin(), wanted.end());
    target_begin_.clear(), target_inverse_mass_.clear();
    for (const KinematicTarget& l : kinematic_targets) {
        target_begin_.push_back(view.position[l.particle].xyz());
        target_inverse_mass_.push_back(view.position[l.particle].w);
    }
    target_impulses.assign(kinematic_targets.size(), Vec3{});
}

void SmallSteps::make_heavy(const ParticleView& view) {
    for (const KinematicTarget& l : kinematic_targets) view.position[l.particle].w *= target_mass_factor;
}

Vec3 SmallSteps::target_place(size_t l, u32 small_step) const {
    PL_ASSERT(l < kinematic_targets.size() && target_begin_.size() == kinematic_targets.size() && small_step <= count);
    return target_begin_[l] + (kinematic_targets[l].target - target_begin_[l]) *
                                  (static_cast<float>(small_step + 1) / static_cast<float>(count));
}

void SmallSteps::move_kinematic_particles(u32 small_step, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(small_step <= count && target_begin_.size() == kinematic_targets.size());
    const bool over = small_step == count;
    for (size_t l = 0; l < kinematic_targets.size(); ++l) {
        const u32 p = kinematic_targets[l].particle;
        if (!(target_inverse_mass_[l] > 0)) continue;
        const float per_metre =
            static_cast<float>(count) / (substep.length * target_inverse_mass_[l] * target_mass_factor);  // [kg/s]
        const Vec3 was = over ? view.position[p].xyz() : before[p].xyz();
        if (small_step > 0) target_impulses[l] -= (was - target_place(l, small_step - 1)) * per_metre;
        if (!over) {
            view.position[p].set_xyz(target_place(l, small_step));
            continue;
        }
        target_impulses[l] -= substep.gravity * (substep.length / target_inverse_mass_[l]);
        view.position[p].set_xyz(kinematic_targets[l].target);
        view.position[p].w = 0;  // contacts do not move it either
        before[p].set_xyz(kinematic_targets[l].target -
                          (kinematic_targets[l].target - target_begin_[l]) / static_cast<float>(count));
        rounding_residual[p] = {};
    }
}

void SmallSteps::end_kinematic_targets(const ParticleView& view) {
    PL_ASSERT(target_inverse_mass_.size() == kinematic_targets.size());
    for (size_t l = 0; l < kinematic_targets.size(); ++l)
        view.position[kinematic_targets[l].particle].w = target_inverse_mass_[l];
}

void SmallSteps::begin_resting_contacts(std::span<const RestingContact> contacts) {
    PL_ASSERT(std::is_sorted(contacts.begin(), contacts.end(),
                             [](const RestingContact& a, const RestingContact& b) { return a.particle < b.particle; }));
    PL_ASSERT(std::all_of(contacts.begin(), contacts.end(), [&](const RestingContact& f) {
        return f.particle < velocity_excess.size() && is_unit(f.normal, 0.01) && f.friction >= 0;
    }));
    resting_contacts_.assign(contacts.begin(), contacts.end());
    resting_impulses.assign(contacts.size(), Vec3{});
    kinematic_particles_.clear();
    for (const KinematicTarget& l : kinematic_targets) kinematic_particles_.push_back(l.particle);
    std::sort(kinematic_particles_.begin(), kinematic_particles_.end());
    for (RestingContact& f : resting_contacts_)
        if (std::binary_search(kinematic_particles_.begin(), kinematic_particles_.end(), f.particle))
            f.begin = f.end = -3e38f;
}

// Of particles begin … end: f returns the impulse with which it moved the particle.
template <class F>
void SmallSteps::each_resting_contact(u32 begin, u32 end, F&& f) {
    const auto first = std::lower_bound(resting_contacts_.begin(), resting_contacts_.end(), begin,
                                        [](const RestingContact& g, u32 particle) { return g.particle < particle; });
    for (auto g = first; g != resting_contacts_.end() && g->particle < end; ++g)
        resting_impulses[static_cast<size_t>(g - resting_contacts_.begin())] += f(*g);
}

// The correction of a particle that came to `at` by a displacement in the small step.
Vec3 SmallSteps::resting_correction(const RestingContact& f, u32 small_step, const Vec3& at,
                                    const Vec3& displacement) const {
    PL_ASSERT(small_step < count);
    const float steps = static_cast<float>(count), share = static_cast<float>(small_step + 1) / steps;
    const float depth = f.begin + (f.end - f.begin) * share - dot(f.normal, at);
    if (!(depth > 0)) return {};
    Vec3 slid = displacement - f.displacement / steps;
    slid -= f.normal * dot(f.normal, slid);
    const float distance = length(slid), most = f.friction * depth;
    return f.normal * depth - slid * (distance > most ? most / distance : 1.0f);
}

void SmallSteps::project_resting_contacts(u32 small_step, u32 begin, u32 end, const ParticleView& view,
                                          const Substep& substep) {
    PL_ASSERT(begin <= end && end <= view.count && small_step < count);
    const float per_second = static_cast<float>(count) / substep.length;
    each_resting_contact(begin, end, [&](const RestingContact& f) {
        Float4& x = view.position[f.particle];
        if (!(x.w > 0)) return Vec3{};
        const Vec3 move = resting_correction(f, small_step, x.xyz(), x.xyz() - before[f.particle].xyz());
        x.set_xyz(x.xyz() + move);
        return move * (per_second / x.w);
    });
}

void SmallSteps::project_resting_contacts(u32 small_step, u32 begin, u32 end, const ParticleView& view,
                                          Float4* displacement, const Substep& substep) {
    const float per_second = static_cast<float>(count) / substep.length;
    each_resting_contact(begin, end, [&](const RestingContact& f) {
        const Float4& x = view.position[f.particle];
        if (!(x.w > 0)) return Vec3{};
        const Vec3 gone = displacement[f.particle].xyz(),
                   move = resting_correction(f, small_step, x.xyz() + gone, gone);
        displacement[f.particle].set_xyz(gone + move);
        return move * (per_second / x.w);
    });
}

void SmallSteps::enforce_motion_limits(u32 small_step, u32 begin, u32 end, const ParticleView& view) const {
    PL_ASSERT(begin <= end && end <= view.count && motion_limits.size() == view.count && small_step < count);
    const float share = static_cast<float>(small_step + 1) / static_cast<float>(count);
    motion_limit_kernels().enforce(
        {floats(view.position + begin), nullptr, motion_limits.data() + begin, end - begin, share, 0});
}

}  // namespace pliant
