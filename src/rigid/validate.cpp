// Invariants of a system of rigid bodies: asserted after every step and after what changes islands, and called by
// tests.

#include <algorithm>
#include <tuple>

#include "core/contract.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

const char* broken_size(const Bodies& b) {
    const size_t n = b.pose.size();
    const bool state = b.velocity.size() == n && b.target.size() == n && b.frozen.size() == n && b.asleep.size() == n &&
                       b.rest_time.size() == n && b.opposing_load.size() == n;
    const bool settings = b.shape.size() == n && b.motion.size() == n && b.inverse_mass.size() == n &&
                          b.inverse_inertia.size() == n && b.may_sleep.size() == n && b.is_isotropic.size() == n &&
                          b.gravity_scale.size() == n && b.friction.size() == n && b.restitution.size() == n &&
                          b.layers.size() == n && b.collides_with.size() == n && b.generation.size() == n &&
                          b.owner.size() == n;
    const bool scratch = b.effective_inverse_mass.size() == n && b.load.size() == n && b.load_vector.size() == n &&
                         b.rows.size() == n * BodyRows::count && b.world_inverse_inertia.size() == n &&
                         b.gyroscopic_change.size() == n && b.joint_stiffness.size() == n &&
                         b.split_velocity.size() == n && b.start.size() == n;
    return state && settings && scratch ? nullptr : "rigid bodies: arrays have different lengths";
}

const char* broken_body(const Bodies& b, u32 i) {
    if (!b.shape[i])
        return b.inverse_mass[i] != 0 || b.asleep[i] ? "rigid bodies: an empty slot moves or sleeps" : nullptr;
    if (!all_finite(b.pose[i]) || !is_unit(b.pose[i].rotation)) return "rigid bodies: a pose is no place and rotation";
    if (!all_finite(b.target[i]) || !is_unit(b.target[i].rotation)) return "rigid bodies: a target is no pose";
    if (!is_finite(b.velocity[i].linear) || !is_finite(b.velocity[i].angular))
        return "rigid bodies: a velocity is not finite";
    if (!is_not_negative(b.inverse_mass[i]) || (b.inverse_mass[i] > 0) != (b.motion[i] == Motion::dynamic))
        return "rigid bodies: dynamic bodies have a mass, and no others";
    const Vec3& inertia = b.inverse_inertia[i];
    if (!is_not_negative(inertia.x) || !is_not_negative(inertia.y) || !is_not_negative(inertia.z))
        return "rigid bodies: an inertia is negative";
    if (!is_not_negative(b.rest_time[i])) return "rigid bodies: a time of rest is negative";
    if (b.asleep[i] && b.motion[i] != Motion::dynamic) return "rigid bodies: a body sleeps that is not dynamic";
    if (b.asleep[i] && !(b.velocity[i].linear == Vec3{} && b.velocity[i].angular == Vec3{}))
        return "rigid bodies: a sleeper moves";
    return nullptr;
}

const char* broken_joint(const Bodies& b, const Joint& joint) {
    if (!joint.alive) return nullptr;
    if (joint.a >= b.size() || joint.b >= b.size() || joint.b == 0 || joint.a == joint.b)
        return "joints: a joint does not join two bodies";
    if ((joint.a > 0 && !b.shape[joint.a]) || !b.shape[joint.b]) return "joints: a joint has a body that was removed";
    if (!all_finite(joint.frame_a) || !all_finite(joint.frame_b)) return "joints: a frame is not finite";
    for (const float impulse : joint.impulse)
        if (!std::isfinite(impulse)) return "joints: an impulse is not finite";
    return nullptr;
}

const char* broken_patch(const Bodies& b, const PatchState& p) {
    if (!(p.key.a > 0 && p.key.a < p.key.b && p.key.b < b.size())) return "contacts: a patch is not between two bodies";
    if (!b.shape[p.key.a] || !b.shape[p.key.b]) return "contacts: a patch has a body that was removed";
    if (!(p.normal.w >= 0 && p.normal.w <= max_points)) return "contacts: a patch has too many points";
    if (p.count() > 0 && !is_unit(p.normal.xyz(), 0.01)) return "contacts: a normal has not length 1";
    for (u32 k = 0; k < p.count(); ++k)
        if (!all_finite(p.on_a[k]) || !all_finite(p.on_b[k]) || p.on_a[k].w < 0)
            return "contacts: a point is not finite, or pulls";
    return nullptr;
}

bool patch_before(const PatchState& p, const PatchState& q) {
    return std::pair{p.key.a, p.key.b} < std::pair{q.key.a, q.key.b};
}

}  // namespace

const char* validate(const System& s) {
    const Bodies& b = s.bodies_;
    if (const char* broken = broken_size(b)) return broken;
    if (b.shape[0] || b.inverse_mass[0] != 0) return "rigid bodies: slot 0 is not the world";
    for (u32 i = 1; i < b.size(); ++i)
        if (const char* broken = broken_body(b, i)) return broken;
    for (const Joint& joint : s.joints_)
        if (const char* broken = broken_joint(b, joint)) return broken;
    for (const auto* list : {&s.contacts_, &s.resting_}) {
        for (const PatchState& p : *list)
            if (const char* broken = broken_patch(b, p)) return broken;
        if (!std::is_sorted(list->begin(), list->end(), patch_before)) return "contacts: patches are not in order";
    }
    for (const PatchState& p : s.resting_)
        if (b.moves(p.key.a) || b.moves(p.key.b)) return "islands: a resting contact has a body that moves";
    for (size_t i = 0; i < s.hosted_.size(); ++i)
        if (s.hosted_[i].body >= b.size() || !b.shape[s.hosted_[i].body] || !is_sound_mass(s.hosted_[i]) ||
            (i > 0 && s.hosted_[i - 1].body >= s.hosted_[i].body))
            return "rigid bodies: those of the host are not in order, or have no mass";
    if (!std::is_sorted(s.exceptions_.begin(), s.exceptions_.end())) return "exceptions: pairs are not in order";
    if (!all_below(s.woken_, b.size())) return "islands: a body woke that does not exist";
    return nullptr;
}

// Within a colour every body that moves is in one patch only; the last colour is solved in order and may repeat them.
bool System::colors_share_no_body() const {
    std::vector<u32>& used = checked_colors_;
    used.assign(bodies_.size(), no_index);
    for (u32 c = 0; c + 1 < color_start_.size(); ++c) {
        if (contact_color_[batches_[color_start_[c]].patch[0]] == last_color) continue;
        for (u32 batch = color_start_[c]; batch < color_start_[c + 1]; ++batch)
            for (u32 k = 0; k < batches_[batch].patches; ++k)
                for (const u32 body : {batches_[batch].a[k], batches_[batch].b[k]}) {
                    if (bodies_.moves(body) && used[body] == c) return false;
                    used[body] = c;
                }
    }
    return true;
}

}  // namespace pliant::rigid
