// Stage predict: forces, and what matter itself wants; particles go where that leads.

#include <algorithm>

#include "core/trig.h"
#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

void World::predict() {
    move_colliders_to(static_cast<double>(substep_) / substeps_);
    carry_bodies();
    begin_easing();
    push_by_forces();
    push_by_fields();
    pull_to_places();
    leash_bodies();
    lead_matter();
    find_footings();
    const Substep common = common_substep();
    if (rigid_moves_) {
        drag_rigid(common);
        rigid_->predict(h_, common.gravity);
    }
    predict_matter(common);
    bool any_wild = false;
    for (Body* body : moving_bodies_) {
        body->motion = body->matter->motion();
        any_wild = any_wild || body->motion.wild;
    }
    if (any_wild) {
        for (Body* body : moving_bodies_)
            if (body->motion.wild) quarantine(*body);
        std::erase_if(moving_bodies_, [](const Body* body) { return body->quarantined; });
    }
    ease();
    take_led_impulses();
    pull_ahead();
    foresee_rigid();
}

// Phases of all bodies side by side, each of which waits for the last block of the one before; or, where that shares
// the work as evenly, every body as a whole. Bits are the same: blocks of a phase do not depend on each other.
void World::predict_matter(const Substep& common) {
    const auto predict_block = [&](Body& body, u32 phase, u32 block, u32 worker) {
        Substep substep = common;
        substep.gravity = substep.gravity * body.gravity_scale, substep.drag = body.drag;
        body.matter->predict(phase, block, body.view, substep, worker_scratch_[worker].data());
    };
    if (bodies_share_evenly()) {
        team_.run(static_cast<u32>(jobs_.size()), [&](u32 job, u32 worker) {
            Body& body = *jobs_[job].body;
            for (u32 phase = 0; phase < body.matter->predict_phases(); ++phase)
                for (u32 block = 0; block < body.matter->predict_blocks(phase); ++block)
                    predict_block(body, phase, block, worker);
        });
        return;
    }
    u32 phases = 0;
    for (const Body* body : moving_bodies_) phases = std::max(phases, body->matter->predict_phases());
    for (u32 phase = 0; phase < phases; ++phase) {
        jobs_.clear();
        for (Body* body : moving_bodies_)
            if (phase < body->matter->predict_phases())
                for (u32 block = 0; block < body->matter->predict_blocks(phase); ++block)
                    jobs_.push_back({body, block});
        team_.run(static_cast<u32>(jobs_.size()),
                  [&](u32 job, u32 worker) { predict_block(*jobs_[job].body, phase, jobs_[job].block, worker); });
    }
}

// Whether no worker has much more to do than its share when each takes whole bodies, the largest first; these are then
// the jobs, in that order. `much` is about what waiting for each other costs small bodies: two creatures of 2,700 tets
// on two threads are predicted in 0.78 ms by phases, and in 0.70 ms as wholes.
bool World::bodies_share_evenly() {
    const auto work = [](const Job& job) { return u64{job.body->view.count} * job.body->matter->predict_phases(); };
    jobs_.clear();
    for (u32 i = 0; i < moving_bodies_.size(); ++i) jobs_.push_back({moving_bodies_[i], i});
    std::sort(jobs_.begin(), jobs_.end(), [&](const Job& a, const Job& b) {
        const u64 of_a = work(a), of_b = work(b);
        return of_a != of_b ? of_a > of_b : a.block < b.block;
    });
    worker_load_.assign(team_.workers(), 0);
    u64 total = 0;
    for (const Job& job : jobs_)
        *std::min_element(worker_load_.begin(), worker_load_.end()) += work(job), total += work(job);
    const u64 most = *std::max_element(worker_load_.begin(), worker_load_.end());
    constexpr double much = 1.15;
    return static_cast<double>(most) * team_.workers() <= much * static_cast<double>(total);
}

Substep World::common_substep() const {
    Substep s;
    s.length = h_;
    s.time = time_ + static_cast<double>(h_) * substep_;
    s.gravity = parameters_.vector(WorldP::gravity, time_).to<float>();
    // Gusts come and go without a rhythm that anybody would notice.
    const auto swing = [&](double per_second) { return sine(2 * pi * per_second * s.time); };
    const double gust = 0.5 * swing(0.19) + 0.3 * swing(0.47) + 0.2 * swing(1.13);
    const double strength = 1 + parameters_.number(WorldP::wind_gusts, time_) * gust;
    const Vec3d wind = parameters_.vector(WorldP::wind_velocity, time_) * strength;
    s.air = wind.to<float>();
    s.turbulence = static_cast<float>(parameters_.number(WorldP::wind_turbulence, time_) * length(wind));
    s.eddy = static_cast<float>(parameters_.number(WorldP::wind_eddies, time_));
    return s;
}

void World::push_by_forces() {
    for (Body* body : moving_bodies_) {
        const ContactSurface& skin = body->model->contact;
        for (const PointForce& f : body->forces) {
            for (u32 s = 0; s < skin.supports; ++s) {
                const u32 p = skin.particle[f.point * skin.supports + s];
                const float share = skin.weight[f.point * skin.supports + s] * body->view.position[p].w * h_;
                body->view.velocity[p].set_xyz(body->view.velocity[p].xyz() + f.force * share);
            }
        }
    }
}

// A body that is not finite goes back to where the substep began and stays there, with everything else unharmed.
void World::quarantine(Body& body) {
    Vec3 fallback = body.motion.bounds.center();
    if (!is_finite(fallback)) fallback = {};
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 before = body.view.previous[p].xyz();
        const bool good = is_finite(before) && length_squared(before) < 1e29f;
        if (good) fallback = before;
        body.view.position[p].set_xyz(good ? before : fallback);
        body.view.previous[p] = body.view.position[p];
        body.view.velocity[p] = {};
    }
    body.quarantined = true;
    hold_pulls_of(body);
    body.motion = {};
    for (u32 p = 0; p < body.view.count; ++p) body.motion.bounds.add(body.view.position[p].xyz());
    record_body_event(body, BodyChange::quarantined);
}

}  // namespace pliant
