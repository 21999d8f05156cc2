// Kinematic targets of cloth and the forces that they bear, resting contacts, and motion limits.

#include <algorithm>

#include "body/cloth/cloth_matter.h"
#include "core/assert.h"

namespace pliant::cloth {

void ClothMatter::set_kinematic_targets(const ParticleView& view, std::span<const KinematicTarget> kinematic_targets) {
    PL_ASSERT(view.count == model_->particle_count);
    const bool was_kinematic = steps_.has_kinematic_targets();
    const u32 each_before = tethers_.each;
    steps_.begin_kinematic_targets(kinematic_targets, view);
    find_anchors(view);
    steps_.make_heavy(view);
    if (!kinematic_targets.empty())
        tether_pull_.reserve(static_cast<size_t>(Tethers::most) * (model_->particle_count + 15));
    if (!kinematic_targets.empty()) tether_pull_.assign(static_cast<size_t>(tethers_.each) * tethers_.stride, Float4{});
    // What was closed and has torn holds no gas any more.
    const bool leaks = model_->torn && model_->torn->whole->closed;
    if (pressure_ != 0) pressure_now_ = leaks ? 0 : pressure_ * (model_->volume > 0 ? gas_share(view) : 1.0f);
    if (was_kinematic != steps_.has_kinematic_targets() || each_before != tethers_.each) make_plan();
}

// The particles that hold the cloth: those with a target, and those fixed in space.
void ClothMatter::find_anchors(const ParticleView& view) {
    held_.clear();
    if (tethered_) {
        for (u32 p = 0; p < view.count; ++p)
            if (!(view.position[p].w > 0)) held_.push_back(p);
        for (const KinematicTarget& l : steps_.kinematic_targets)
            if (view.position[l.particle].w > 0) held_.push_back(l.particle);
        std::sort(held_.begin(), held_.end());
    }
    tethers_.find(*model_, held_);
    if (tethers_.each == 0) return;
    const size_t n = tethers_.anchors.size();
    anchor_.resize(n * steps_.count);
    for (size_t i = 0; i < n; ++i)
        for (u32 s = 0; s < steps_.count; ++s) anchor_[s * n + i] = view.position[tethers_.anchors[i]];
    for (size_t l = 0; l < steps_.kinematic_targets.size(); ++l) {
        const auto found =
            std::lower_bound(tethers_.anchors.begin(), tethers_.anchors.end(), steps_.kinematic_targets[l].particle);
        const size_t i = static_cast<size_t>(found - tethers_.anchors.begin());
        for (u32 s = 0; s < steps_.count; ++s) anchor_[s * n + i].set_xyz(steps_.target_place(l, s));
    }
}

// Tethers bear much of what hangs on an anchor, past the links: the anchor feels that too.
void ClothMatter::add_tether_pulls(const Substep& substep) {
    PL_ASSERT(substep.length > 0 && steps_.count > 0);
    if (tethers_.each == 0) return;
    const double per_step =
        static_cast<double>(steps_.count) / substep.length;  // from a displacement in a small step to a velocity
    anchor_impulse_.assign(tethers_.anchors.size(), Vec3d{});
    for (u32 k = 0; k < tethers_.each; ++k)
        for (u32 p = 0; p < model_->particle_count; ++p) {
            const size_t at = static_cast<size_t>(k) * tethers_.stride + p;
            const Vec3 pull = tether_pull_[at].xyz();
            anchor_impulse_[tethers_.which[at]] += pull.to<double>() * (mass_[p] * per_step);
        }
    for (size_t l = 0; l < steps_.kinematic_targets.size(); ++l) {
        const auto found =
            std::lower_bound(tethers_.anchors.begin(), tethers_.anchors.end(), steps_.kinematic_targets[l].particle);
        if (found != tethers_.anchors.end() && *found == steps_.kinematic_targets[l].particle)
            steps_.target_impulses[l] +=
                anchor_impulse_[static_cast<size_t>(found - tethers_.anchors.begin())].to<float>();
    }
}

void ClothMatter::move_kinematic_particles(u32 small_step, const ParticleView& view, const Substep& substep) {
    if (small_step == steps_.count) add_tether_pulls(substep);
    steps_.move_kinematic_particles(small_step, view, substep);
}

void ClothMatter::set_resting_contacts(std::span<const RestingContact> contacts) {
    const bool stood = steps_.has_resting_contacts();
    steps_.begin_resting_contacts(contacts);
    if (stood != steps_.has_resting_contacts()) make_plan();
}

void ClothMatter::set_motion_limits(std::span<const MotionLimit> motion_limits) {
    PL_ASSERT(motion_limits.empty() || motion_limits.size() == model_->particle_count);
    const bool other = motion_limits.empty() != steps_.motion_limits.empty();
    steps_.motion_limits = motion_limits;
    if (other) make_plan();
}

void ClothMatter::end_substep(const ParticleView& view) {
    PL_ASSERT(view.count == model_->particle_count);
    steps_.end_kinematic_targets(view);
}

}  // namespace pliant::cloth
