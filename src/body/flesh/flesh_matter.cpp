#include "body/flesh/flesh_matter.h"

#include <algorithm>
#include <cmath>

#include "body/flesh/flesh.h"

namespace pliant::flesh {

FleshMatter::FleshMatter(std::shared_ptr<const FleshModel> model, const ParameterSet& parameters)
    : model_(std::move(model)), steps_(model_->particle_count) {
    set_masses(parameters);
}

void FleshMatter::want_shape(std::span<const Vec3> places) {
    if (wanted_.size() == places.size() && std::equal(places.begin(), places.end(), wanted_.begin())) return;
    wanted_.assign(places.begin(), places.end());
    reshape();
}

// Tets at rest as they are wanted.
void FleshMatter::reshape() {
    own_groups_ = model_->groups;
    if (wanted_.empty()) return own_groups_.clear();
    set_rest(own_groups_, model_->clusters, model_->tets, wanted_);
    // A tet keeps the stiffness of the matter that it was cooked from, however large it is meant to be now.
    for (size_t g = 0; g < own_groups_.size(); ++g)
        std::copy_n(model_->groups[g].inverse_volume, lane_count, own_groups_[g].inverse_volume);
}

void FleshMatter::place(const ParticleView& view, const Placement& placement) {
    const Vec3 center = placement.transform * model_->center;
    for (u32 p = 0; p < model_->particle_count; ++p) {
        const Vec3 at = placement.transform * (wanted_.empty() ? model_->rest[p] : wanted_[p]);
        view.position[p].set_xyz(at);
        view.position[p].w = 1.0f / mass_[p];
        view.previous[p] = view.position[p];
        view.velocity[p] = {};
        view.velocity[p].set_xyz(placement.velocity + cross(placement.spin, at - center));
        steps_.haste[p] = {};
    }
}

void FleshMatter::follow(const Transform& moved) {
    for (Float4& h : steps_.haste) h.set_xyz(moved.rotation * h.xyz());
}

void FleshMatter::lead(const ParticleView& view, std::span<const Lead> leads) {
    const bool led_before = steps_.led();
    steps_.take_leads(leads, view);
    steps_.make_heavy(view);
    if (led_before != steps_.led()) make_plan();
}

void FleshMatter::keep_near(std::span<const Leash> leashes) {
    const bool other = leashes.empty() != steps_.leashes.empty();
    steps_.leashes = leashes;
    if (other) make_plan();
}

void FleshMatter::end_substep(const ParticleView& view) { steps_.let_go(view); }

// ---- what happens in a substep

void FleshMatter::add_particles(Task task, u32 small_step) {
    const u32 n = model_->particle_count;
    plan_.push_back({task, small_step, 0, n, (n + per_block - 1) / per_block});
}

void FleshMatter::add_clusters(Task task, u32 small_step) {
    const std::vector<u32>& start = model_->clusters.color_start;
    for (size_t c = 0; c + 1 < start.size(); ++c)
        plan_.push_back({task, small_step, start[c], start[c + 1], start[c + 1] - start[c]});
}

void FleshMatter::make_plan() {
    plan_.clear();
    if (damping_ > 0) add_particles(Task::start, 0);
    for (u32 pass = 0; pass < damping_passes_; ++pass) add_clusters(Task::damp, 0);
    for (u32 s = 0; s < steps_.count; ++s) {
        add_particles(Task::move, s);
        if (steps_.led()) plan_.push_back({Task::lead, s, 0, 1, 1});
        add_clusters(Task::tets, s);
        if (!steps_.leashes.empty()) add_particles(Task::leash, s);
    }
    if (steps_.led()) plan_.push_back({Task::lead, steps_.count, 0, 1, 1});
    add_particles(Task::end, steps_.count - 1);
}

u64 FleshMatter::projections() const { return static_cast<u64>(steps_.count) * model_->tets.size(); }

void FleshMatter::predict(u32 phase, u32 block, const ParticleView& view, const Substep& substep, std::byte*) {
    if (!is_small()) return run(plan_[phase], block, view, substep);
    for (const Phase& p : plan_)
        for (u32 b = 0; b < p.blocks; ++b) run(p, b, view, substep);
}

void FleshMatter::run(const Phase& p, u32 block, const ParticleView& view, const Substep& substep) {
    const u32 begin = block * per_block, end = std::min(p.end, begin + per_block);  // of particles
    switch (p.task) {
        case Task::start: return start_particles(begin, end, view);
        case Task::damp: return damp_cluster(p.begin + block, view);
        case Task::move: return move_particles(p.small_step, begin, end, view, substep);
        case Task::lead: return steps_.lead(p.small_step, view, substep);
        case Task::tets: return project_cluster(p.begin + block, view);
        case Task::leash: return steps_.keep_near(p.small_step, begin, end, view);
        case Task::end: return steps_.finish(block, view, substep);
    }
}

void FleshMatter::start_particles(u32 begin, u32 end, const ParticleView& view) {
    for (u32 p = begin; p < end; ++p) velocity_[p].set_xyz(view.velocity[p].xyz() + steps_.haste[p].xyz());
}

void FleshMatter::move_particles(u32 small_step, u32 begin, u32 end, const ParticleView& view, const Substep& substep) {
    MoveArguments m = steps_.move_arguments(small_step, begin, end, view, substep);
    if (damping_ > 0) m.velocity = floats(velocity_.data() + begin), m.haste = nullptr;
    small_step_kernels().move(m);
}

void FleshMatter::project_cluster(u32 cluster, const ParticleView& view) {
    const u32 first = model_->clusters.group_start[cluster], end = model_->clusters.group_start[cluster + 1];
    kernels().tets({floats(view.position), groups().data() + first,
                    softness_.empty() ? nullptr : softness_.data() + lane_count * first, uniform_softness_,
                    mu_by_lambda_, end - first});
}

void FleshMatter::damp_cluster(u32 cluster, const ParticleView& view) {
    const u32 first = model_->clusters.group_start[cluster], end = model_->clusters.group_start[cluster + 1];
    kernels().damp({floats(view.position), floats(velocity_.data()), groups().data() + first,
                    viscosity_.data() + lane_count * first, end - first});
}

void FleshMatter::flow(const ParticleView&, const PlasticFlow&) {}

}  // namespace pliant::flesh
