#include "body/flesh/flesh_matter.h"

#include <algorithm>
#include <cmath>

#include "body/flesh/flesh.h"
#include "core/contract.h"

namespace pliant::flesh {

FleshMatter::FleshMatter(std::shared_ptr<const FleshModel> model, const ParameterSet& parameters)
    : model_(std::move(model)), steps_(model_->particle_count) {
    PL_VALIDATE(*model_);
    displacement_.resize(model_->particle_count);
    if (model_->torn) broken_links_ = model_->torn->broken_links;
    set_masses(parameters);
}

void FleshMatter::set_rest_shape(std::span<const Vec3> places) {
    PL_ASSERT(places.size() == model_->particle_count && all_finite(places));
    if (rest_shape_.size() == places.size() && std::equal(places.begin(), places.end(), rest_shape_.begin())) return;
    rest_shape_.assign(places.begin(), places.end());
    reshape();
}

// Tets at rest as they are wanted and as they have been bent: B Fp⁻¹.
void FleshMatter::reshape() {
    if (rest_shape_.empty() && plastic_.empty()) return own_groups_.clear(), own_rests_.clear();
    own_groups_ = model_->groups, own_rests_ = model_->rests;
    if (!rest_shape_.empty()) set_rest(own_groups_, own_rests_, model_->clusters, model_->tets, rest_shape_);
    for (size_t g = 0; g < own_groups_.size(); ++g) {
        // A tet keeps the stiffness of the matter that it was cooked from, however large it is meant to be now.
        std::copy_n(model_->groups[g].inverse_volume, lane_count, own_groups_[g].inverse_volume);
        if (plastic_.empty()) continue;
        for (size_t lane = 0; lane < lane_count; ++lane) {
            const Mat3 cofactors = cofactor(plastic_[model_->clusters.tet[g * lane_count + lane]]);
            for (size_t row = 0; row < 3; ++row) {
                float(&b)[9][8] = own_rests_[g].inverse;
                const Vec3 r{b[3 * row][lane], b[3 * row + 1][lane], b[3 * row + 2][lane]};
                const Vec3 bent = cofactors * r;  // r Fp⁻¹, with det 1
                for (int k = 0; k < 3; ++k) b[3 * row + static_cast<size_t>(k)][lane] = bent[k];
            }
        }
        set_metric(own_groups_[g], own_rests_[g]);
    }
}

void FleshMatter::place(const ParticleView& view, const Placement& placement) {
    PL_ASSERT(view.count == model_->particle_count);
    steps_.place(view, placement, rest_shape_.empty() ? model_->rest : rest_shape_, mass_, model_->center);
}

void FleshMatter::set_kinematic_targets(const ParticleView& view, std::span<const KinematicTarget> kinematic_targets) {
    PL_ASSERT(view.count == model_->particle_count);
    const bool was_kinematic = steps_.has_kinematic_targets();
    steps_.begin_kinematic_targets(kinematic_targets, view);
    steps_.make_heavy(view);
    if (was_kinematic != steps_.has_kinematic_targets()) make_plan();
}

void FleshMatter::set_resting_contacts(std::span<const RestingContact> contacts) {
    // What is pressed between two things must be free to give way: a cube crushed to a tenth of its height was left
    // tangled when it was held off both of them in every small step.
    const bool pressed = std::any_of(contacts.begin(), contacts.end(), [&](const RestingContact& f) {
        return dot(f.normal, contacts.front().normal) < -0.5f;
    });
    const bool stood = steps_.has_resting_contacts();
    steps_.begin_resting_contacts(pressed ? std::span<const RestingContact>() : contacts);
    if (pressed) steps_.resting_impulses.assign(contacts.size(), Vec3{});
    if (stood != steps_.has_resting_contacts()) make_plan();
}

void FleshMatter::set_motion_limits(std::span<const MotionLimit> motion_limits) {
    PL_ASSERT(motion_limits.empty() || motion_limits.size() == model_->particle_count);
    const bool other = motion_limits.empty() != steps_.motion_limits.empty();
    steps_.motion_limits = motion_limits;
    if (!motion_limits.empty()) kept_.resize(model_->particle_count);
    if (other) make_plan();
}

void FleshMatter::end_substep(const ParticleView& view) {
    steps_.end_kinematic_targets(view);
    quiet_ = std::max(0.0f, quiet_ - substep_length_);
}

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
    if (damping_ > 0) add_particles(Task::gather_speed, 0);
    for (u32 pass = 0; pass < damping_passes_; ++pass) add_clusters(Task::damp, 0);
    for (u32 s = 0; s < steps_.count; ++s) {
        add_particles(Task::start, s);
        if (steps_.has_kinematic_targets()) plan_.push_back({Task::kinematic, s, 0, 1, 1});
        add_clusters(Task::tets, s);
        if (steps_.has_resting_contacts()) add_particles(Task::resting, s);
        if (!steps_.motion_limits.empty()) add_particles(Task::motion_limit, s);
    }
    add_particles(Task::arrive, steps_.count - 1);
    if (steps_.has_kinematic_targets()) plan_.push_back({Task::kinematic, steps_.count, 0, 1, 1});
    add_particles(Task::end, steps_.count - 1);
}

u64 FleshMatter::projections() const { return static_cast<u64>(steps_.count) * model_->tets.size(); }

void FleshMatter::predict(u32 phase, u32 block, const ParticleView& view, const Substep& substep, std::byte*) {
    PL_ASSERT(view.count == model_->particle_count && substep.length > 0 && (is_small() || phase < plan_.size()));
    if (!is_small()) return run(plan_[phase], block, view, substep);
    for (const Phase& p : plan_)
        for (u32 b = 0; b < p.blocks; ++b) run(p, b, view, substep);
}

void FleshMatter::run(const Phase& p, u32 block, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(block < p.blocks);
    const u32 begin = block * per_block, end = std::min(p.end, begin + per_block);  // of particles
    switch (p.task) {
        case Task::gather_speed: return is_damped(substep) ? gather_speed(begin, end, view) : void();
        case Task::damp: return is_damped(substep) ? damp_cluster(p.begin + block, view) : void();
        case Task::start: return start_particles(p.small_step, begin, end, view, substep);
        case Task::kinematic: return move_kinematic_particles(p.small_step, view, substep);
        case Task::tets: return project_cluster(p.begin + block, view);
        case Task::resting:
            return steps_.project_resting_contacts(p.small_step, begin, end, view, displacement_.data(), substep);
        case Task::motion_limit: return enforce_motion_limits(p.small_step, begin, end, view);
        case Task::arrive:
            return kernels().arrive({floats(view.position + begin), floats(displacement_.data() + begin),
                                     floats(steps_.rounding_residual.data() + begin),
                                     floats(steps_.before.data() + begin), end - begin});
        case Task::end: return steps_.finish(block, view, substep);
    }
}

// Counted from the beginning of time, so that every one has as much of it whatever the number of substeps in a step.
bool FleshMatter::is_damped(const Substep& substep) const {
    return damping_ > 0 && static_cast<u64>(substep.time / substep.length + 0.5) % damped_every_ == 0;
}

void FleshMatter::gather_speed(u32 begin, u32 end, const ParticleView& view) {
    for (u32 p = begin; p < end; ++p) velocity_[p].set_xyz(view.velocity[p].xyz() + steps_.velocity_excess[p].xyz());
}

void FleshMatter::start_particles(u32 small_step, u32 begin, u32 end, const ParticleView& view,
                                  const Substep& substep) {
    const MoveArguments m = steps_.move_arguments(small_step, begin, end, view, substep);
    StartArguments a{};
    a.position = m.position, a.displacement = floats(displacement_.data() + begin),
    a.rounding_residual = m.rounding_residual, a.previous = m.previous;
    a.velocity = m.velocity, a.velocity_excess = m.velocity_excess, a.count = m.count, a.step = m.step, a.drag = m.drag;
    for (int k = 0; k < 3; ++k) a.gravity[k] = m.gravity[k], a.air[k] = m.air[k];
    if (is_damped(substep)) a.velocity = floats(velocity_.data() + begin), a.velocity_excess = nullptr;
    kernels().start(a);
}

// A particle with a kinematic target is put to its place, from which its displacement begins.
void FleshMatter::move_kinematic_particles(u32 small_step, const ParticleView& view, const Substep& substep) {
    for (const KinematicTarget& l : steps_.kinematic_targets)
        if (small_step < steps_.count) steps_.before[l.particle] = view.position[l.particle];
    steps_.move_kinematic_particles(small_step, view, substep);
    for (const KinematicTarget& l : steps_.kinematic_targets)
        if (small_step < steps_.count && view.position[l.particle].w > 0)
            displacement_[l.particle].set_xyz({}), steps_.rounding_residual[l.particle] = {};
}

void FleshMatter::enforce_motion_limits(u32 small_step, u32 begin, u32 end, const ParticleView& view) {
    for (u32 p = begin; p < end; ++p) {
        kept_[p] = view.position[p];
        kept_[p].set_xyz(view.position[p].xyz() + displacement_[p].xyz());
    }
    const ParticleView kept{kept_.data(), nullptr, nullptr, view.count};
    steps_.enforce_motion_limits(small_step, begin, end, kept);
    for (u32 p = begin; p < end; ++p) {
        const Vec3 was = view.position[p].xyz() + displacement_[p].xyz(), is = kept_[p].xyz();
        if (!(was == is)) displacement_[p].set_xyz(is - view.position[p].xyz());
    }
}

void FleshMatter::project_cluster(u32 cluster, const ParticleView& view) {
    PL_ASSERT(cluster + size_t{1} < model_->clusters.group_start.size());
    const u32 first = model_->clusters.group_start[cluster], end = model_->clusters.group_start[cluster + 1];
    kernels().tets({floats(view.position), floats(displacement_.data()), groups().data() + first,
                    rests().data() + first, softness_.empty() ? nullptr : softness_.data() + lane_count * first,
                    uniform_softness_, mu_by_lambda_, end - first});
}

void FleshMatter::damp_cluster(u32 cluster, const ParticleView& view) {
    PL_ASSERT(cluster + size_t{1} < model_->clusters.group_start.size() &&
              viscosity_.size() == lane_count * groups().size());
    const u32 first = model_->clusters.group_start[cluster], end = model_->clusters.group_start[cluster + 1];
    kernels().damp({floats(view.position), floats(velocity_.data()), groups().data() + first,
                    viscosity_.data() + lane_count * first, end - first});
}

}  // namespace pliant::flesh
