// The contents of a system: adds, removes and queries bodies and joints.

#include "rigid/system.h"

#include <algorithm>

#include "core/contract.h"
#include "core/error.h"
#include "core/soundness.h"

namespace pliant::rigid {

void Bodies::resize(u32 count) {
    PL_ASSERT(count >= pose.size());
    pose.resize(count);
    velocity.resize(count);
    target.resize(count);
    frozen.resize(count);
    shape.resize(count);
    motion.resize(count, Motion::fixed);
    inverse_mass.resize(count);
    inverse_inertia.resize(count);
    is_isotropic.resize(count);
    gravity_scale.resize(count);
    friction.resize(count);
    restitution.resize(count);
    layers.resize(count);
    collides_with.resize(count);
    generation.resize(count);
    owner.resize(count);
    rows.resize(count * BodyRows::count);
    world_inverse_inertia.resize(count);
    gyroscopic_change.resize(count);
    split_velocity.resize(count);
    asleep.resize(count);
    rest_time.resize(count);
    may_sleep.resize(count, 1);
    start.resize(count);
    joint_stiffness.resize(count);
    opposing_load.resize(count);
    effective_inverse_mass.resize(count);
    load.resize(count);
    load_vector.resize(count);
}

System::System(const Settings& settings) : settings_(settings) {
    PL_ASSERT(settings.iterations > 0 && settings.speculative_share >= 0);
    bodies_.resize(1);
}

namespace {

void require(bool condition, const std::string& where, const char* what, float found, const char* expected) {
    if (!condition) throw Error({where, std::string(what) + " is " + std::to_string(found), expected, ""});
}

void check_body(const BodyDef& def, const std::string& where) {
    if (!def.shape) throw Error({where, "the body has no shape", "one made by make_shape", ""});
    if (!is_sound(def.pose)) throw Error({where, "the pose is not finite", "a place and a rotation", ""});
    if (!is_sound(def.velocity) || !is_sound(def.angular_velocity))
        throw Error({where, "the velocity is not finite", "", ""});
    require(is_sound(def.density) && def.density > 0, where, "the density", def.density, "a positive number of kg/m³");
    require(is_sound(def.mass) && def.mass >= 0, where, "the mass", def.mass, "a positive number of kg");
    require(is_sound(def.gravity_scale), where, "the gravity scale", def.gravity_scale, "a finite number");
    require(is_sound(def.friction) && def.friction >= 0, where, "the friction", def.friction, "0 or more");
    require(def.restitution >= 0 && def.restitution <= 1, where, "the restitution", def.restitution, "0 … 1");
    if (def.motion == Motion::dynamic && !(def.shape->volume > 0))
        throw Error({where, "a dynamic body of planes or triangles", "spheres, capsules, boxes and hulls",
                     "make it static or kinematic, or give it a hull"});
}

// The lowest free slot: the slot of a new body depends on the present bodies alone, not on earlier ones.
template <class IsFree>
u32 free_slot(u32 first, u32 count, IsFree&& is_free) {
    for (u32 i = first; i < count; ++i)
        if (is_free(i)) return i;
    return count;
}

void clear(Joint& joint) {
    const u32 generation = joint.generation;
    joint = {};
    joint.generation = generation;
}

}  // namespace

RigidBodyId System::add_body(const BodyDef& def, const std::string& name) {
    PL_ASSERT(substep_ == 0);
    check_body(def, name);
    Bodies& b = bodies_;
    const u32 i = free_slot(1, b.size(), [&](u32 k) { return !b.shape[k]; });
    if (i == b.size()) b.resize(i + 1);
    b.shape[i] = def.shape;
    b.motion[i] = def.motion;
    const Quat rotation = normalized(def.pose.rotation);
    b.pose[i] = b.target[i] = Transform{def.pose.position, rotation} * def.shape->mass_frame;
    b.velocity[i] = {};
    if (def.motion == Motion::dynamic) {
        b.velocity[i].linear = def.velocity;
        b.velocity[i].angular = def.angular_velocity;
        const float mass = def.mass > 0 ? def.mass : def.density * def.shape->volume;
        const Vec3 inertia = def.shape->inertia * (mass / def.shape->volume);
        // A needle may have so little inertia that its reciprocal is no number any more.
        const auto inverse = [](float moment) { return 1 / std::max(moment, 1e-30f); };
        set_inertia(i, 1 / mass, {inverse(inertia.x), inverse(inertia.y), inverse(inertia.z)});
    } else {
        set_inertia(i, 0, {});
    }
    b.frozen[i] = b.asleep[i] = 0;
    b.rest_time[i] = 0;
    b.may_sleep[i] = def.may_sleep;
    b.gravity_scale[i] = def.gravity_scale;
    b.friction[i] = def.friction;
    b.restitution[i] = def.restitution;
    b.layers[i] = def.layers;
    b.collides_with[i] = def.collides_with;
    b.owner[i] = def.owner;
    if (def.hosted) make_hosted(i);
    return {i, ++b.generation[i]};
}

void System::set_inertia(u32 i, float inverse_mass, const Vec3& inverse) {
    PL_ASSERT(i > 0 && i < bodies_.size() && inverse_mass >= 0 && std::isfinite(inverse_mass) && is_finite(inverse));
    bodies_.inverse_mass[i] = inverse_mass;
    bodies_.inverse_inertia[i] = inverse;
    const float most = std::max({inverse.x, inverse.y, inverse.z}), least = std::min({inverse.x, inverse.y, inverse.z});
    bodies_.is_isotropic[i] = most - least <= 1e-4f * most;
}

void System::remove_body(RigidBodyId id) {
    PL_ASSERT(substep_ == 0);
    const u32 i = index(id);
    wake_around(i);
    for (Joint& joint : joints_)
        if (joint.alive && (joint.a == i || joint.b == i)) clear(joint);
    std::erase_if(contacts_, [&](const PatchState& p) { return p.key.a == i || p.key.b == i; });
    std::erase_if(resting_, [&](const PatchState& p) { return p.key.a == i || p.key.b == i; });
    std::erase(woken_, i);
    std::erase_if(exceptions_, [&](const PairException& e) { return e.a == i || e.b == i; });
    std::erase_if(hosted_, [&](const Hosted& h) { return h.body == i; });
    bodies_.shape[i] = nullptr;
    bodies_.inverse_mass[i] = 0;
    bodies_.inverse_inertia[i] = {};
    // An empty slot tells nothing of who was in it: states that are equal have equal bytes.
    bodies_.pose[i] = bodies_.target[i] = {};
    bodies_.velocity[i] = {};
    bodies_.frozen[i] = 0;
    bodies_.opposing_load[i] = 0;
    bodies_.asleep[i] = 0;
    bodies_.rest_time[i] = 0;
    ++bodies_.generation[i];
    PL_VALIDATE(*this);
}

JointId System::add_joint(const JointDef& def, const std::string& name) {
    check_joint(def, name);
    if (!def.b || !has(def.b) || (def.a && !has(def.a)) || def.a == def.b)
        throw Error({name, "the joint's bodies are not two bodies of this system", "", "a may be left out: the world"});
    const u32 i = free_slot(0, static_cast<u32>(joints_.size()), [&](u32 k) { return !joints_[k].alive; });
    if (i == joints_.size()) joints_.emplace_back();
    const u32 generation = joints_[i].generation + 1;
    Joint& joint = joints_[i] = Joint{};
    joint.def = def;
    joint.a = def.a.slot;
    joint.b = def.b.slot;  // slot 0 is the world
    joint.alive = true;
    joint.generation = generation;
    joint.frame_a = in_mass_frame(joint.a, def.frame_a);
    joint.frame_b = in_mass_frame(joint.b, def.frame_b);
    wake(joint.a);
    wake(joint.b);
    return {i + 1, generation};
}

Transform System::in_mass_frame(u32 body, const Transform& frame) const {
    PL_ASSERT(body < bodies_.size() && (body == 0 || bodies_.shape[body]) && all_finite(frame));
    if (body == 0) return {frame.position, normalized(frame.rotation)};
    const Transform& mass = bodies_.shape[body]->mass_frame;
    return {mass.inverse(frame.position), conjugate(mass.rotation) * normalized(frame.rotation)};
}

void System::remove_joint(JointId id) {
    Joint& joint = joints_[index(id)];
    wake(joint.a);
    wake(joint.b);
    clear(joint);
    PL_VALIDATE(*this);
}

bool System::has(RigidBodyId id) const {
    return id.slot > 0 && id.slot < bodies_.size() && bodies_.shape[id.slot] &&
           bodies_.generation[id.slot] == id.generation;
}
bool System::has(JointId id) const {
    return id.slot > 0 && id.slot <= joints_.size() && joints_[id.slot - 1].alive &&
           joints_[id.slot - 1].generation == id.generation;
}
u32 System::index(RigidBodyId id) const {
    if (!has(id)) throw Error({"rigid body", "there is none of this id", "", "it may have been removed"});
    return id.slot;
}
u32 System::index(JointId id) const {
    if (!has(id)) throw Error({"joint", "there is none of this id", "", "it may have been removed"});
    return id.slot - 1;
}

Transform System::own_pose(u32 i, const Transform& at) const {
    PL_ASSERT(i > 0 && i < bodies_.size() && bodies_.shape[i]);
    const Transform& mass = bodies_.shape[i]->mass_frame;
    const Quat rotation = at.rotation * conjugate(mass.rotation);
    return {at.position - rotation * mass.position, rotation};
}
Transform System::pose(RigidBodyId id) const {
    const u32 i = index(id);
    return own_pose(i, bodies_.pose[i]);
}
void System::scale_impulses(float by) {
    PL_ASSERT(is_positive(by) && substep_ == 0);
    for (std::vector<PatchState>* patches : {&contacts_, &resting_})
        for (PatchState& patch : *patches) {
            for (Float4& point : patch.on_a) point.w *= by;
            patch.friction = {patch.friction.x * by, patch.friction.y * by, patch.friction.z * by,
                              patch.friction.w * by};
        }
    for (Joint& joint : joints_)
        for (float& impulse : joint.impulse) impulse *= by;
    for (float& load : bodies_.opposing_load) load *= by;
}

Transform System::predicted_pose(RigidBodyId id, float h) const {
    const u32 i = index(id);
    return own_pose(i, predicted_pose(i, h));
}
void System::set_pose(RigidBodyId id, const Transform& pose) {
    const u32 i = index(id);
    if (!is_sound(pose)) throw Error({"rigid body", "the pose is not finite", "a place and a rotation", ""});
    const Transform placed = Transform{pose.position, normalized(pose.rotation)} * bodies_.shape[i]->mass_frame;
    if (!(placed == bodies_.pose[i])) wake_around(i);
    const Vec3 before = bodies_.pose[i].position;
    bodies_.pose[i] = bodies_.target[i] = placed;
    if (Hosted* h = hosted(i)) h->center += bodies_.pose[i].position - before;
}
RigidVelocity System::velocity(RigidBodyId id) const { return bodies_.velocity[index(id)]; }
void System::set_velocity(RigidBodyId id, const Vec3& linear, const Vec3& angular) {
    if (!is_sound(linear) || !is_sound(angular)) throw Error({"rigid body", "the velocity is not finite", "", ""});
    const u32 i = index(id);
    wake(i);
    if (bodies_.motion[i] == Motion::dynamic) bodies_.velocity[i] = {linear, 0, angular, 0};
}
void System::add_impulse(RigidBodyId id, const Vec3& impulse, const Vec3& at) {
    PL_ASSERT(is_finite(impulse) && is_finite(at));
    const u32 i = index(id);
    wake(i);
    if (!bodies_.moves(i)) return;
    const Quat& q = bodies_.pose[i].rotation;
    const Vec3 angular_impulse = cross(at - bodies_.pose[i].position, impulse);
    bodies_.velocity[i].linear += impulse * bodies_.inverse_mass[i];
    bodies_.velocity[i].angular += q * scaled(conjugate(q) * angular_impulse, bodies_.inverse_inertia[i]);
    if (Hosted* h = hosted(i)) accumulate(*h, impulse, angular_impulse, bodies_.pose[i].position);
}
Vec3d System::momentum(RigidBodyId id) const {
    const u32 i = index(id);
    if (!(bodies_.inverse_mass[i] > 0)) return {};
    return bodies_.velocity[i].linear.to<double>() / static_cast<double>(bodies_.inverse_mass[i]);
}
Vec3d System::angular_momentum(RigidBodyId id) const {
    const u32 i = index(id);
    if (!(bodies_.inverse_mass[i] > 0)) return {};
    const Quatd q = normalized(bodies_.pose[i].rotation.to<double>());
    const Vec3d spin = conjugate(q) * bodies_.velocity[i].angular.to<double>();
    const Vec3d inverse = bodies_.inverse_inertia[i].to<double>();
    return q * Vec3d{spin.x / inverse.x, spin.y / inverse.y, spin.z / inverse.z} +
           cross(bodies_.pose[i].position.to<double>(), momentum(id));
}
void System::move_to(RigidBodyId id, const Transform& pose) {
    const u32 i = index(id);
    if (!is_sound(pose)) throw Error({"rigid body", "the pose is not finite", "a place and a rotation", ""});
    if (bodies_.motion[i] == Motion::kinematic)
        bodies_.target[i] = Transform{pose.position, normalized(pose.rotation)} * bodies_.shape[i]->mass_frame;
}
float System::mass(RigidBodyId id) const {
    const float w = bodies_.inverse_mass[index(id)];
    return w > 0 ? 1 / w : infinite;
}
void System::set_properties(RigidBodyId id, const BodyDef& def) {
    PL_ASSERT(def.friction >= 0 && is_share(def.restitution) && std::isfinite(def.gravity_scale));
    const u32 i = index(id);
    Bodies& b = bodies_;
    if (b.friction[i] != def.friction || b.restitution[i] != def.restitution ||
        b.gravity_scale[i] != def.gravity_scale || b.layers[i] != def.layers ||
        b.collides_with[i] != def.collides_with || b.may_sleep[i] != def.may_sleep)
        wake_around(i);
    b.friction[i] = def.friction;
    b.restitution[i] = def.restitution;
    b.gravity_scale[i] = def.gravity_scale;
    b.layers[i] = def.layers;
    b.collides_with[i] = def.collides_with;
    b.may_sleep[i] = def.may_sleep;
}
void System::set_kinematic(RigidBodyId id, bool kinematic) {
    const u32 i = index(id);
    if (bodies_.motion[i] == Motion::dynamic) return;
    bodies_.motion[i] = kinematic ? Motion::kinematic : Motion::fixed;
    bodies_.velocity[i] = {};
}
void System::set_exceptions(std::span<const PairException> pairs) {
    PL_ASSERT(std::all_of(pairs.begin(), pairs.end(), [&](const PairException& e) {
        return e.a != e.b && e.a < bodies_.size() && e.b < bodies_.size();
    }));
    previous_exceptions_.swap(exceptions_);
    exceptions_.assign(pairs.begin(), pairs.end());
    for (PairException& e : exceptions_)
        if (e.a > e.b) std::swap(e.a, e.b);
    std::sort(exceptions_.begin(), exceptions_.end());
    if (!(exceptions_ == previous_exceptions_)) wake_all();
}
const PairException* System::exception(u32 a, u32 b) const {
    PL_ASSERT(a < bodies_.size() && b < bodies_.size());
    if (exceptions_.empty()) return nullptr;
    const PairException wanted{std::min(a, b), std::max(a, b)};
    const auto found = std::lower_bound(exceptions_.begin(), exceptions_.end(), wanted);
    return found != exceptions_.end() && !(wanted < *found) ? &*found : nullptr;
}
void System::shift_origin(const Vec3& by) {
    PL_ASSERT(substep_ == 0 && is_finite(by));
    for (u32 i = 1; i < bodies_.size(); ++i) {
        if (!bodies_.shape[i]) continue;
        bodies_.pose[i].position -= by;
        bodies_.target[i].position -= by;
    }
    for (Hosted& h : hosted_) h.center -= by;
    for (Joint& joint : joints_) {
        if (!joint.alive) continue;
        if (joint.a == 0) joint.frame_a.position -= by;
        joint.def.wheel_a -= by;
        joint.def.wheel_b -= by;
    }
}
bool System::is_frozen(RigidBodyId id) const { return bodies_.frozen[index(id)]; }
void System::unfreeze(RigidBodyId id) { bodies_.frozen[index(id)] = 0; }
bool System::overlap(u32 a, u32 b) {
    PL_ASSERT(a != b && a > 0 && b > 0 && a < bodies_.size() && b < bodies_.size());
    PL_ASSERT(bodies_.shape[a] && bodies_.shape[b]);
    if (found_.empty()) found_.resize(1);
    Found& found = found_[0];  // keeps its room
    found.patches.clear();
    collide_pair(std::min(a, b), std::max(a, b), 0, 0, found);
    return std::any_of(found.patches.begin(), found.patches.end(), [](const PatchState& p) { return p.count() > 0; });
}

void System::set_target(JointId id, const DriveTarget& target) {
    if (!(is_sound(target.position) && is_sound(target.rotation) && is_sound(target.velocity) &&
          is_sound(target.angular_velocity) && target.strength >= 0 && is_sound(target.strength)))
        throw Error({"joint", "the target is not finite, or its strength is negative", "", ""});
    Joint& joint = joints_[index(id)];
    if (!(joint.def.target == target)) {
        wake(joint.a);
        wake(joint.b);
    }
    joint.def.target = target;
}
void System::change_joint(JointId id, const JointDef& def, const std::string& name) {
    check_joint(def, name);
    const Joint& joint = joints_[index(id)];
    JointDef& now = joints_[index(id)].def;
    const JointDef as_it_was = now;
    std::copy(def.move, def.move + 3, now.move);
    std::copy(def.turn, def.turn + 3, now.turn);
    std::copy(def.move_drive, def.move_drive + 3, now.move_drive);
    now.turn_drive = def.turn_drive;
    now.target = def.target;
    now.min_length = def.min_length;
    now.max_length = def.max_length;
    now.spring = def.spring;
    now.ratio = def.ratio;
    now.rope_length = def.rope_length;
    now.break_force = def.break_force;
    now.break_torque = def.break_torque;
    now.bodies_collide = def.bodies_collide;
    if (!(now == as_it_was)) {
        wake(joint.a);
        wake(joint.b);
    }
}
JointState System::state(JointId id) const {
    const auto [a, b] = frames(id);
    return joint_state(a, b);
}
const JointDef& System::definition(JointId id) const { return joints_[index(id)].def; }
std::pair<Transform, Transform> System::frames(JointId id) const {
    const Joint& j = joints_[index(id)];
    return {bodies_.pose[j.a] * j.frame_a, bodies_.pose[j.b] * j.frame_b};
}
bool System::is_broken(JointId id) const { return joints_[index(id)].broken; }
float System::joint_force(JointId id) const { return joints_[index(id)].force; }
float System::joint_torque(JointId id) const { return joints_[index(id)].torque; }

float System::inverse_mass_at(u32 body, const Vec3& point, const Vec3& along) const {
    PL_ASSERT(body < bodies_.size() && is_unit(along));
    if (!bodies_.moves(body)) return 0;
    return pliant::inverse_mass_at(bodies_.effective_inverse_mass[body], bodies_.world_inverse_inertia[body],
                                   point - bodies_.pose[body].position, along);
}
Mat3 System::inverse_mass_matrix_at(u32 body, const Vec3& point) const {
    PL_ASSERT(body < bodies_.size() && is_finite(point));
    if (!bodies_.moves(body)) return {};
    return pliant::inverse_mass_matrix(bodies_.effective_inverse_mass[body], bodies_.world_inverse_inertia[body],
                                       point - bodies_.pose[body].position);
}
Vec3 System::velocity_at(u32 body, const Vec3& point) const {
    PL_ASSERT(body < bodies_.size());
    return pliant::velocity_at(bodies_.velocity[body], point - bodies_.pose[body].position);
}
void System::apply_impulse(u32 body, const Vec3& point, const Vec3& impulse) {
    PL_ASSERT(body < bodies_.size());
    if (!bodies_.moves(body)) return;
    pliant::apply_impulse(bodies_.velocity[body], bodies_.effective_inverse_mass[body],
                          bodies_.world_inverse_inertia[body], point - bodies_.pose[body].position, impulse);
}
void System::bear(u32 body, const Vec3& impulse) {
    PL_ASSERT(body < bodies_.size());
    bodies_.load[body] += length(impulse);
    bodies_.load_vector[body] += impulse;
}
void System::apply_impulse(u32 body, const Vec3& point, const Vec3& impulse, const Vec3& angular_impulse) {
    apply_impulse(body, point, impulse);
    if (bodies_.moves(body)) bodies_.velocity[body].angular += bodies_.world_inverse_inertia[body] * angular_impulse;
}
Vec3 System::split_velocity_at(u32 body, const Vec3& point) const {
    PL_ASSERT(body < bodies_.size());
    return pliant::velocity_at(bodies_.split_velocity[body], point - bodies_.pose[body].position);
}
void System::apply_split_impulse(u32 body, const Vec3& point, const Vec3& impulse) {
    PL_ASSERT(body < bodies_.size());
    if (!bodies_.moves(body)) return;
    pliant::apply_impulse(bodies_.split_velocity[body], bodies_.effective_inverse_mass[body],
                          bodies_.world_inverse_inertia[body], point - bodies_.pose[body].position, impulse);
}

}  // namespace pliant::rigid
