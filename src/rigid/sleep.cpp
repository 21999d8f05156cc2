// Sleep: bodies that have rested are left out of the step, with all that they touch and are joined to, until something
// happens to one of them. Who has the system decides when (quiet, each_connection, put_to_sleep), as soft bodies belong
// to islands too; waking is done here.
//
// A sleeper does not move (Bodies::moves), so nothing looks for its contacts, and no joint between sleepers is solved.
// Their contacts are put aside with the impulses that held them, so that a stack which wakes stands as it stood.

#include <algorithm>
#include <tuple>

#include "core/contract.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

bool before(const PatchState& p, const PatchState& q) {
    const auto order = [](const PatchKey& k) { return std::tuple{k.a, k.b, k.pieces, k.triangle}; };
    return order(p.key) < order(q.key);
}

// Patches of `from` that `wanted` says go to `to`, which is in the order of its keys then. Nothing is allocated once
// both lists have room.
template <class Wanted>
void move_patches(std::vector<PatchState>& from, std::vector<PatchState>& to, Wanted&& wanted) {
    const size_t known = to.size();
    std::erase_if(from, [&](const PatchState& p) {
        if (!wanted(p)) return false;
        to.push_back(p);
        return true;
    });
    if (to.size() > known) std::sort(to.begin(), to.end(), before);
}

}  // namespace

bool System::is_dormant(const Joint& joint) const {
    PL_ASSERT(joint.a < bodies_.size() && joint.b < bodies_.size());
    const Bodies& b = bodies_;
    return (b.asleep[joint.a] || b.asleep[joint.b]) && !b.moves(joint.a) && !b.moves(joint.b);
}

void System::rest(const std::function<float(float radius)>& rest_speed, float seconds) {
    PL_ASSERT(substep_ == 0 && is_positive(seconds));
    Bodies& b = bodies_;
    for (u32 i = 1; i < b.size(); ++i) {
        if (!b.moves(i)) continue;
        const bool still = length(b.velocity[i].linear) + length(b.velocity[i].angular) * b.shape[i]->radius <=
                           rest_speed(b.shape[i]->radius);
        b.rest_time[i] = still && b.may_sleep[i] ? b.rest_time[i] + seconds : 0;
    }
    for (const Hosted& one : hosted_) b.rest_time[one.body] = 0;  // the host moves it
    each_connection([&](u32 i, u32 j) {                           // and so is what its owner moves, and what lies on it
        if (b.is_in_motion(i) && !b.moves(i)) b.rest_time[j] = 0;
        if (b.is_in_motion(j) && !b.moves(j)) b.rest_time[i] = 0;
    });
}

void System::put_to_sleep(std::span<const u32> bodies) {
    PL_ASSERT(substep_ == 0 && all_below(bodies, bodies_.size()));
    PL_ASSERT(
        std::all_of(bodies.begin(), bodies.end(), [&](u32 i) { return bodies_.moves(i) && bodies_.may_sleep[i]; }));
    for (const u32 i : bodies) {
        bodies_.asleep[i] = 1;
        bodies_.velocity[i] = {};
    }
    if (bodies.empty()) return;
    move_patches(contacts_, resting_, [&](const PatchState& p) {
        return !bodies_.moves(p.key.a) && !bodies_.moves(p.key.b) &&
               (bodies_.asleep[p.key.a] || bodies_.asleep[p.key.b]);
    });
    PL_VALIDATE(*this);
}

// All that hangs together with it through contacts and joints. Within a substep they feel what the others have felt in
// it already.
void System::wake(u32 body) {
    PL_ASSERT(body < bodies_.size());
    Bodies& b = bodies_;
    if (!b.asleep[body]) return;
    sets_.reset(b.size());
    const auto join = [&](u32 i, u32 j) {
        if (b.asleep[i] && b.asleep[j]) sets_.join(i, j);
    };
    for (const PatchState& p : resting_)
        if (p.count()) join(p.key.a, p.key.b);
    for (const Joint& joint : joints_)
        if (joint.alive && !joint.broken) join(joint.a, joint.b);
    const u32 island = sets_.find(body);
    pairs_known_ = false;
    for (u32 i = 1; i < b.size(); ++i) {
        if (!b.asleep[i] || sets_.find(i) != island) continue;
        b.asleep[i] = 0;
        b.rest_time[i] = 0;
        woken_.push_back(i);
        if (substep_ > 0) predict_body(i, substep_);
    }
    move_patches(resting_, contacts_, [&](const PatchState& p) { return b.moves(p.key.a) || b.moves(p.key.b); });
    PL_VALIDATE(*this);
}

void System::wake_all() {
    for (u32 i = 1; i < bodies_.size(); ++i) wake(i);
}

// Wakes it, the bodies that lean on it and those that are joined to it.
void System::wake_around(u32 body) {
    PL_ASSERT(body < bodies_.size());
    if (bodies_.asleep[body]) return wake(body);
    touched_.clear();
    for (const PatchState& p : resting_)
        if (p.key.a == body || p.key.b == body) touched_.push_back(p.key.a == body ? p.key.b : p.key.a);
    for (const Joint& joint : joints_)
        if (joint.alive && (joint.a == body || joint.b == body))
            touched_.push_back(joint.a == body ? joint.b : joint.a);
    for (const u32 other : touched_) wake(other);
}

// Bodies that are joined to one that its owner moves.
void System::wake_driven() {
    for (const Joint& joint : joints_) {
        if (!joint.alive || joint.broken) continue;
        if (bodies_.asleep[joint.a] && bodies_.is_in_motion(joint.b)) wake(joint.a);
        if (bodies_.asleep[joint.b] && bodies_.is_in_motion(joint.a)) wake(joint.b);
    }
}

// Whether anything that stirs has come to a sleeper, in contacts as they were just found.
bool System::wake_touched() {
    std::vector<u32>& touched = touched_;
    touched.clear();
    for (const PatchState& p : contacts_) {
        if (!p.count()) continue;
        if (bodies_.asleep[p.key.a]) touched.push_back(p.key.a);
        if (bodies_.asleep[p.key.b]) touched.push_back(p.key.b);
    }
    for (const u32 body : touched) wake(body);
    return !touched.empty();
}

}  // namespace pliant::rigid
