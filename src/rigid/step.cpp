// The stages of a step.

#include <algorithm>

#include "core/contract.h"
#include "core/cpu.h"
#include "core/soundness.h"
#include "rigid/gyroscope.h"
#include "rigid/rotation_vector.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

constexpr u32 bodies_per_block = 64, batches_per_block = 8;

u32 blocks_of(size_t count, u32 each) { return static_cast<u32>((count + each - 1) / each); }

// I⁻¹ in the world's axes.
Mat3 turned_inverse(const Mat3& axes, const Vec3& inverse) {
    return Mat3{{axes.column[0] * inverse.x, axes.column[1] * inverse.y, axes.column[2] * inverse.z}} *
           transposed(axes);
}

// The spin of a free body after h, at constant momentum: half a turn with its present spin, then the whole with
// the spin it would have there.
Vec3 free_spin(const Quat& q, const Vec3& inverse, const Vec3& spin, float h) {
    const Vec3d momentum = Gyroscope(q, inverse).momentum(spin.to<double>());
    const Vec3 half_way = Gyroscope(turned(q, spin * (0.5f * h)), inverse).spin(momentum).to<float>();
    return Gyroscope(turned(q, half_way * h), inverse).spin(momentum).to<float>();
}

// As kernels read a body (BodyRows).
void fill_rows(Bodies& b, u32 i, const Mat3& axes) {
    Float4* row = &b.rows[i * BodyRows::count];
    const auto put = [](Float4& to, const Vec3& v, float w) { to = {v.x, v.y, v.z, w}; };
    const Mat3& t = b.world_inverse_inertia[i];
    put(row[BodyRows::position], b.pose[i].position, b.moves(i) ? b.effective_inverse_mass[i] : 0);
    put(row[BodyRows::axes], axes.column[0], b.friction[i]);
    put(row[BodyRows::axes + 1], axes.column[1], b.restitution[i]);
    put(row[BodyRows::axes + 2], axes.column[2], b.shape[i]->min_half_extent);
    row[BodyRows::inverse_inertia] = {t(0, 0), t(0, 1), t(0, 2), t(1, 1)};
    row[BodyRows::inverse_inertia + 1] = {t(1, 2), t(2, 2), 0, 0};
}

}  // namespace

void System::step(float seconds, u32 substeps, const Vec3& gravity, Team& team) {
    PL_ASSERT(is_positive(seconds) && substeps > 0 && is_finite(gravity));
    const FloatingPointMode mode;
    const float h = seconds / static_cast<float>(substeps);
    begin_step(seconds, gravity);
    for (u32 i = 0; i < substeps; ++i) {
        predict(h, gravity);
        collide(h, team);
        project(h, team);
        commit(h, team);
        accumulate_host_impulses();
    }
    end_step();
}

void System::begin_step(float seconds, const Vec3& gravity) {
    PL_ASSERT(is_positive(seconds) && is_finite(gravity) && substep_ == 0);
    Bodies& b = bodies_;
    for (u32 i = 1; i < b.size(); ++i) {
        if (!b.shape[i] || b.motion[i] != Motion::kinematic) continue;
        const Vec3 turn = rotation_vector(b.target[i].rotation * conjugate(b.pose[i].rotation));
        b.velocity[i] = {(b.target[i].position - b.pose[i].position) / seconds, 0, turn / seconds, 0};
    }
    wake_driven();
    seconds_left_ = seconds;
    gravity_size_ = length(gravity);
    gravity_ = gravity;
    find_pairs();
}

void System::predict(float h, const Vec3& gravity) {
    PL_ASSERT(is_positive(h) && is_finite(gravity) && substep_ == 0);
    substep_ = h;
    gravity_ = gravity;
    for (u32 i = 1; i < bodies_.size(); ++i)
        if (!bodies_.asleep[i]) predict_body(i, h);
    for (Hosted& one : hosted_) {
        one.before = bodies_.velocity[one.body];
        one.before.angular -= bodies_.gyroscopic_change[one.body];
    }
}

void System::predict_body(u32 i, float h) {
    PL_ASSERT(i > 0 && i < bodies_.size() && !bodies_.asleep[i]);
    Bodies& b = bodies_;
    b.start[i] = b.pose[i];
    b.split_velocity[i] = {};
    b.gyroscopic_change[i] = {};
    b.load[i] = 0;
    b.load_vector[i] = {};
    const Mat3 axes = matrix(b.pose[i].rotation);
    update_inverse_mass(i, axes, h);
    if (b.shape[i]) fill_rows(b, i, axes);
    if (!b.moves(i)) return;
    RigidVelocity& v = b.velocity[i];
    v.linear += gravity_ * (b.gravity_scale[i] * h);
    if (b.is_isotropic[i]) return;
    b.gyroscopic_change[i] = free_spin(b.pose[i].rotation, b.inverse_inertia[i], v.angular, h) - v.angular;
    v.angular += b.gyroscopic_change[i];
}

void System::update_inverse_mass(u32 i, const Mat3& axes, float h) {
    Bodies& b = bodies_;
    b.effective_inverse_mass[i] = limited_inverse_mass(i, h);
    b.world_inverse_inertia[i] = !b.moves(i)         ? Mat3{}
                                 : b.is_isotropic[i] ? Mat3::identity() * b.inverse_inertia[i].x
                                                     : turned_inverse(axes, b.inverse_inertia[i]);
    if (b.effective_inverse_mass[i] < b.inverse_mass[i])
        b.world_inverse_inertia[i] = b.world_inverse_inertia[i] * (b.effective_inverse_mass[i] / b.inverse_mass[i]);
}

void System::update_inverse_masses(float h) {
    PL_ASSERT(substep_ == 0 && is_positive(h));
    for (u32 i = 1; i < bodies_.size(); ++i)
        if (!bodies_.asleep[i]) update_inverse_mass(i, matrix(bodies_.pose[i].rotation), h);
}

// With the gravity of h, which predict adds.
Vec3 System::falling_velocity(u32 i, float h) const {
    const Vec3& v = bodies_.velocity[i].linear;
    return substep_ == 0 && bodies_.moves(i) ? v + gravity_ * (bodies_.gravity_scale[i] * h) : v;
}

// A light body held between heavy ones is thrown about by the errors that remain after few iterations. So it moves as
// if it were heavier, in proportion to its opposing load: at least a fortieth of the mass that presses on it. In stacks
// of equal bodies no load is as large as that.
float System::limited_inverse_mass(u32 i, float h) const {
    constexpr float most = 40;
    const float own = bodies_.inverse_mass[i], carried = bodies_.opposing_load[i] * own,
                weight = most * gravity_size_ * h;
    return weight > 0 && carried > weight ? own * (weight / carried) : own;
}

void System::find_opposing_loads() {
    for (const PatchState& patch : contacts_) {
        const u32 a = patch.key.a, b = patch.key.b;
        float sum = 0;
        for (u32 i = 0; i < patch.count(); ++i) sum += patch.on_a[i].w;
        const Vec3 impulse = bodies_.pose[a].rotation * patch.normal.xyz() * sum;
        bear(a, -impulse);
        bear(b, impulse);
    }
    for (u32 i = 1; i < bodies_.size(); ++i)
        if (!bodies_.asleep[i])
            bodies_.opposing_load[i] = bodies_.moves(i) ? 0.5f * (bodies_.load[i] - length(bodies_.load_vector[i])) : 0;
}

void System::project(float h, Team& team) {
    prepare(h, team);
    for (u32 round = 0; round < settings_.iterations; ++round) solve(h, team);
    advance(h, team);
}

void System::prepare(float h, Team& team) {
    PL_ASSERT(h == substep_ && h > 0);
    color_contacts();
    const ContactArguments args = contact_arguments(h);
    const ContactKernels& kernels = contact_kernels();
    team.run(blocks_of(batches_.size(), batches_per_block), [&](u32 block, u32) {
        const u32 first = block * batches_per_block;
        kernels.prepare(&batches_[first], std::min(batches_per_block, u32(batches_.size()) - first), args);
    });
    prepare_joints(h);
    for (Joint& joint : joints_)
        if (joint.is_iterated()) rigid::warm_start(joint, bodies_);
    each_color(kernels.warm_start, args, team);
}

void System::solve(float h, Team& team) {
    PL_ASSERT(h == substep_ && h > 0);
    solve_joints(Pass::solve, h, team);
    each_color(contact_kernels().solve, contact_arguments(h), team);  // last: nothing is drawn into the ground
}

void System::advance(float h, Team& team) {
    PL_ASSERT(h == substep_ && h > 0);
    team.run(blocks_of(bodies_.size(), bodies_per_block), [&](u32 block, u32) {
        const u32 end = std::min(bodies_.size(), (block + 1) * bodies_per_block);
        for (u32 i = std::max(1u, block * bodies_per_block); i < end; ++i) advance_body(i, h);
    });
}

ContactArguments System::contact_arguments(float h) {
    const float weight = 2 * gravity_size_ * h;  // [m/s] what lies still is not thrown up by its own weight
    return {reinterpret_cast<const float*>(contacts_.data()),
            &bodies_.rows[0].x,
            &bodies_.velocity[0].linear.x,
            h,
            10 * weight,
            weight};
}

// Colours one after the other, always in the same order. If the order alternated, guesses and corrections would work
// against each other, since rounds are few, and stacks would fly apart.
void System::each_color(void (*kernel)(ContactBatch*, u32, const ContactArguments&), const ContactArguments& args,
                        Team& team) {
    for (size_t c = 0; c + 1 < color_start_.size(); ++c) {
        const u32 first = color_start_[c], count = color_start_[c + 1] - first;
        const bool together = contact_color_[batches_[first].patch[0]] == last_color;
        const u32 each = together ? count : batches_per_block;
        team.run(blocks_of(count, each), [&](u32 block, u32) {
            kernel(&batches_[first + block * each], std::min(each, count - block * each), args);
        });
    }
}

void System::prepare_joints(float h) {
    build_trees();
    std::fill(bodies_.joint_stiffness.begin(), bodies_.joint_stiffness.end(), 0.0f);
    const bool any_distant_target = std::any_of(joints_.begin(), joints_.end(), has_distant_target);
    for (Joint& joint : joints_) {
        if (is_dormant(joint)) {
            joint.rows = 0;
            continue;
        }
        make_rows(joint, bodies_, h, any_distant_target);
        if (joint.in_tree) begin_tree_rows(joint, bodies_);
    }
}

void System::solve_joints(Pass pass, float h, Team& team) {
    for (Joint& joint : joints_)
        if (joint.is_iterated()) rigid::solve(joint, bodies_, pass);
    team.run(static_cast<u32>(trees_.size()), [&](u32 t, u32) {
        Tree& tree = trees_[t];
        solve_tree({links_.data() + tree.first, tree.count}, {link_work_.data() + tree.first, tree.count}, joints_,
                   bodies_, h, tree.factored);
    });
}

// Poses go where velocities lead. Angular momentum is what impulses made of it, to the last digit: the spin follows
// from it and the new pose.
void System::advance_body(u32 i, float h) {
    Bodies& b = bodies_;
    if (!b.shape[i]) return;
    RigidVelocity& v = b.velocity[i];
    if (b.frozen[i] || b.asleep[i] || b.motion[i] == Motion::fixed) return;
    const RigidVelocity& split = b.split_velocity[i];
    const Vec3 displacement = (v.linear + split.linear) * h,
               turn = (v.angular - b.gyroscopic_change[i] * 0.5f + split.angular) * h;
    Transform& pose = b.pose[i];
    pose.position += displacement;
    const Quat before = pose.rotation;
    pose.rotation = turned(before, turn);
    travelled_[i] += length(displacement) + std::min(length(turn), 2.0f) * b.shape[i]->radius;
    if (b.motion[i] != Motion::dynamic || b.is_isotropic[i]) return;
    const Vec3d made = v.angular.to<double>() - b.gyroscopic_change[i].to<double>();
    const Vec3d momentum = Gyroscope(before, b.inverse_inertia[i]).momentum(made);
    v.angular = Gyroscope(pose.rotation, b.inverse_inertia[i]).spin(momentum).to<float>();
}

void System::commit(float h, Team& team) {
    PL_ASSERT(h == substep_ && h > 0);
    const ContactArguments args = contact_arguments(h);
    // Poses have changed: with the inertias of the beginning the joints of a doll that falls opened twice as far.
    for (Tree& tree : trees_) tree.factored = false;
    solve_joints(Pass::relax, h, team);
    each_color(contact_kernels().relax, args, team);
    each_color(contact_kernels().bounce, args, team);
    for (const ContactBatch& batch : batches_) store_impulses(batch, contacts_.data());
    find_opposing_loads();
    for (Joint& joint : joints_)
        if (joint.alive && !joint.broken && !is_dormant(joint)) finish(joint, h);
    for (u32 i = 1; i < bodies_.size(); ++i) {
        if (!bodies_.shape[i] || bodies_.motion[i] != Motion::dynamic || bodies_.asleep[i]) continue;
        const RigidVelocity& v = bodies_.velocity[i];
        if (is_sound(bodies_.pose[i]) && is_sound(v.linear) && is_sound(v.angular)) continue;
        bodies_.pose[i] = bodies_.start[i];
        bodies_.velocity[i] = {};
        bodies_.frozen[i] = 1;
        bodies_.opposing_load[i] = 0;
    }
    seconds_left_ = std::max(seconds_left_ - h, 0.0f);
    substep_ = 0;
}

void System::end_step() {
    PL_ASSERT(substep_ == 0);
    PL_VALIDATE(*this);
    for (u32 i = 1; i < bodies_.size(); ++i)
        if (bodies_.shape[i] && bodies_.motion[i] == Motion::kinematic) bodies_.pose[i] = bodies_.target[i];
}

Transform System::predicted_pose(u32 i, float h) const {
    PL_ASSERT(i < bodies_.size() && h >= 0);
    const RigidVelocity& v = bodies_.velocity[i];
    // Before predict, its gyration is that of the last substep, which no snapshot has.
    const Vec3 gyroscopic = substep_ == 0 ? Vec3{} : bodies_.gyroscopic_change[i] * 0.5f;
    return {bodies_.pose[i].position + falling_velocity(i, h) * h,
            turned(bodies_.pose[i].rotation, (v.angular - gyroscopic) * h)};
}

}  // namespace pliant::rigid
