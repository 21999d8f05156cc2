// Rigid bodies in the world: dynamic colliders, moved in the same substeps as particles.
//
// They are solved by rigid::System, which the world has only while there is a dynamic collider; then all other
// colliders are in it too, as what is fixed or kinematic. What they do to skins are contacts as with any collider, but
// that the velocity of their side is not given, and that they get the opposite impulse (contact_set.h); what
// attachments do is in pulls.cpp. Rigid bodies always take all substeps; how they sleep is in rigid_sleep.cpp.

#include <algorithm>

#include "core/text.h"
#include "core/trig.h"
#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

namespace {

std::vector<rigid::Piece> pieces_of(const Shape& shape, const ParameterSet& p) {
    if (p.text(ColliderP::shape) == "hull") return {rigid::hull(shape.mesh->points())};
    if (shape.kind != ShapeKind::compound) return {{shape, nullptr, {}}};
    std::vector<rigid::Piece> pieces;
    for (const ShapePart& part : *shape.parts) pieces.push_back({part.shape, nullptr, part.frame});
    return pieces;
}

}  // namespace

// Throws Error, before anything is changed.
rigid::BodyDef World::rigid_def(const std::string& name, const Shape& shape, const ParameterSet& p) const {
    rigid::BodyDef def;
    def.shape = rigid::make_shape(pieces_of(shape, p), name);
    const std::string& motion = p.text(ColliderP::motion);
    def.hosted = motion == "host";
    def.motion = def.hosted || motion == "dynamic" ? rigid::Motion::dynamic
                 : motion == "kinematic"           ? rigid::Motion::kinematic
                                                   : rigid::Motion::fixed;
    if (def.motion == rigid::Motion::dynamic && !(def.shape->volume > 0))
        throw Error({name, "a dynamic " + p.text(ColliderP::shape), "a sphere, a capsule, a box, a hull or a compound",
                     "\"shape\": \"hull\" makes one of the mesh"});
    def.velocity = p.vector(ColliderP::velocity).to<float>();
    def.angular_velocity = (p.vector(ColliderP::spin) * (pi / 180)).to<float>();
    def.density = static_cast<float>(p.number(ColliderP::density));
    def.may_sleep = p.flag(ColliderP::sleep);
    def.mass = p.given(ColliderP::mass) ? static_cast<float>(p.number(ColliderP::mass)) : 0;
    return def;
}

// Into the system: a dynamic collider with all others, if it is the first. Throws Error, and nothing is changed then.
void World::add_rigid(Collider& c, const rigid::BodyDef& def) {
    const auto add = [](rigid::System& system, const Collider& one, rigid::BodyDef placed) {
        placed.pose = one.pose, placed.owner = one.id.slot | static_cast<u64>(one.id.generation) << 32;
        if (one.kinematic) placed.motion = rigid::Motion::kinematic;
        return system.add_body(placed, one.name);
    };
    if (rigid_) {
        c.rigid = add(*rigid_, c, def);
        return;
    }
    if (!c.dynamic) return;
    auto system = std::make_unique<rigid::System>();
    std::vector<std::pair<Collider*, rigid::RigidBodyId>> ids;
    colliders_.each([&](ColliderId, Collider& one) {
        const bool is_new = &one == &c;
        ids.emplace_back(&one, add(*system, one, is_new ? def : rigid_def(one.name, one.shape, one.parameters)));
    });
    for (const auto& [one, id] : ids) one->rigid = id;
    rigid_ = std::move(system);
}

void World::remove_rigid(Collider& c) {
    if (!rigid_) return;
    remove_joints_of(c.id);
    rigid_->remove_body(c.rigid);
    c.rigid = {};
    bool any = false;
    colliders_.each([&](ColliderId, const Collider& other) { any = any || (other.rigid && other.dynamic); });
    if (any) return;
    colliders_.each([&](ColliderId, Collider& other) { other.rigid = {}; });
    rigid_.reset();
    rigid_moves_ = false;
}

bool World::is_rigid(ColliderId id) const {
    const Collider* c = colliders_.find(id);
    return c && c->dynamic;
}

RigidVelocity World::velocity(ColliderId id) const {
    const Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->dynamic);
    return rigid_->velocity(c->rigid);
}

void World::set_velocity(ColliderId id, const Vec3& linear, const Vec3& angular) {
    const Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->dynamic);
    rigid_->set_velocity(c->rigid, linear, angular);
}

void World::apply_impulse(ColliderId id, const Vec3& impulse, const Vec3& at) {
    const Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->dynamic);
    rigid_->push(c->rigid, impulse, at);
}

double World::mass(ColliderId id) const {
    const Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->dynamic);
    return static_cast<double>(rigid_->mass(c->rigid));
}

Vec3d World::momentum(ColliderId id) const {
    const Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->dynamic);
    return rigid_->momentum(c->rigid);
}

Vec3d World::angular_momentum(ColliderId id) const {
    const Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->dynamic);
    return rigid_->angular_momentum(c->rigid);
}

// Between steps, or after a substep: the rigid body has what the collider shows when the step has ended.
void World::set_host_state(ColliderId id, const rigid::HostState& state) {
    Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->hosted);
    rigid_->set_host_state(c->rigid, state);
    if (c->quarantined) rigid_->thaw(c->rigid);
    if (!rigid_moves_) c->pose = c->target = rigid_->pose(c->rigid), ++revision_;
}

rigid::HostImpulse World::host_impulse(ColliderId id) const {
    const Collider* c = colliders_.find(id);
    PL_ASSERT(c && c->hosted);
    return rigid_->host_impulse(c->rigid);
}

void World::tell_host() {
    if (!rigid_moves_) return;
    rigid_->sum_up_hosted();
    if (after_substep_) after_substep_(static_cast<double>(h_));
}

// ---- skeletons

// The rigid bodies that a body alone hangs on, and those that are joined to them.
std::vector<Collider*> World::skeleton_of(const Body& body) {
    std::vector<Collider*> bones;
    if (!rigid_) return bones;
    const auto add = [&](ColliderId id) {
        Collider* c = colliders_.find(id);
        if (c && c->dynamic && std::find(bones.begin(), bones.end(), c) == bones.end()) bones.push_back(c);
    };
    std::vector<ColliderId> of_others;
    attachments_.each([&](AttachmentId, const Attachment& a) {
        for (const AttachmentTarget& t : a.targets) {
            if (!t.collider) continue;
            if (a.body == body.id) {
                add(t.collider);
            } else {
                of_others.push_back(t.collider);
            }
        }
    });
    add_joined(bones);
    std::erase_if(bones, [&](const Collider* c) {
        return std::find(of_others.begin(), of_others.end(), c->id) != of_others.end();
    });
    return bones;
}

// And what is joined to them, and to that.
void World::add_joined(std::vector<Collider*>& rigid) {
    const auto add = [&](ColliderId id) {
        Collider* c = colliders_.find(id);
        if (c && c->dynamic && std::find(rigid.begin(), rigid.end(), c) == rigid.end()) rigid.push_back(c);
    };
    for (size_t i = 0; i < rigid.size(); ++i)
        joints_.each([&](JointId, const RigidJoint& j) {
            if (j.broken) return;
            if (j.a == rigid[i]->id) add(j.b);
            if (j.b == rigid[i]->id) add(j.a);
        });
}

void World::move_skeleton(const Body& body, const Transform& by) { move_joined(skeleton_of(body), by); }

void World::move_joined(const std::vector<Collider*>& rigid, const Transform& by) {
    for (Collider* c : rigid) {
        if (!c->dynamic) continue;
        const RigidVelocity v = rigid_->velocity(c->rigid);
        put(*c, by * c->pose);
        rigid_->set_velocity(c->rigid, by.rotation * v.linear, by.rotation * v.angular);
    }
}

// ---- the step

// What stands still against the air, and does not spin, is what drag leads to. The host's own bodies have laws of their
// own.
void World::drag_rigid(const Substep& substep) {
    for (const Collider* c : all_colliders_) {
        if (c->hosted || !movable(*c)) continue;
        const float rate = static_cast<float>(c->parameters.number(ColliderP::drag, time_)) * substep.length;
        if (rate == 0) continue;
        const RigidVelocity v = rigid_->velocity(c->rigid);
        rigid_->set_velocity(c->rigid, v.linear + (substep.air - v.linear) * (rate / (1 + rate)),
                             v.angular / (1 + rate));
    }
}

void World::drive_rigid() {
    collider_events_.clear();
    joint_events_.clear();
    if (!rigid_) return;
    colliders_.each([&](ColliderId, Collider& c) {
        rigid::BodyDef live;
        live.friction = c.friction, live.restitution = c.restitution;
        live.gravity_scale = static_cast<float>(c.parameters.number(ColliderP::gravity_scale, time_));
        live.may_sleep = c.parameters.flag(ColliderP::sleep);
        live.layers = c.sensor ? 0 : c.layers.layer, live.collides_with = c.layers.touches;
        rigid_->set_properties(c.rigid, live);
        if (c.dynamic) return;
        rigid_->set_kinematic(c.rigid, c.kinematic);
        rigid_->set_pose(c.rigid, c.pose);  // where it may have been put
        rigid_->move_to(c.rigid, c.target);
    });
    find_rigid_exceptions();
    drive_joints();
}

void World::find_rigid_exceptions() {
    rigid_exceptions_.clear();
    for (const PairRule& rule : pair_rules_) {
        rigid::PairException exception{};
        exception.collide = rule.parameters.flag(PairP::collide);
        if (rule.parameters.given(PairP::friction))
            exception.friction = static_cast<float>(rule.parameters.number(PairP::friction));
        if (rule.parameters.given(PairP::restitution))
            exception.restitution = static_cast<float>(rule.parameters.number(PairP::restitution));
        colliders_.each([&](ColliderId, const Collider& a) {
            if (a.name != rule.first) return;
            colliders_.each([&](ColliderId, const Collider& b) {
                if (b.name != rule.second || &a == &b || !(a.dynamic || b.dynamic)) return;
                exception.a = rigid::System::number(a.rigid), exception.b = rigid::System::number(b.rigid);
                rigid_exceptions_.push_back(exception);
            });
        });
    }
    rigid_->set_exceptions(rigid_exceptions_);
}

void World::begin_rigid() {
    rigid_moves_ = rigid_ && substeps_ == substep_count();
    if (rigid_moves_)
        rigid_->begin_step(static_cast<float>(step_length()), parameters_.vector(WorldP::gravity, time_).to<float>());
}

void World::end_rigid() {
    if (rigid_moves_) rigid_->end_step();
    rigid_moves_ = false;
}

// Where rigid bodies are as the substep begins, and will be when it ends if nothing more happens.
void World::foresee_rigid() {
    if (!rigid_) return;
    for (Collider* c : all_colliders_) {
        if (!c->dynamic) continue;
        if (rigid_->bodies().asleep[rigid::System::number(c->rigid)]) {
            c->before = c->now = c->pose;
            continue;
        }
        c->before = rigid_->pose(c->rigid);
        c->now = movable(*c) ? rigid_->predicted_pose(c->rigid, h_) : c->before;
    }
}

// Where they have really come.
void World::take_rigid_poses() {
    for (Collider* c : all_colliders_)
        if (c->dynamic && !rigid_->bodies().asleep[rigid::System::number(c->rigid)]) c->now = rigid_->pose(c->rigid);
}

void World::settle_rigid() {
    if (rigid_) sense_rigid();
    report_rigid_contacts();
    if (!rigid_) return;
    report_woken();
    for (Collider* c : all_colliders_) {
        if (!c->dynamic) continue;
        c->target = rigid_->pose(c->rigid);
        const bool frozen = rigid_->is_frozen(c->rigid);
        if (frozen && !c->quarantined) collider_events_.push_back({c->id, ColliderChange::quarantined});
        c->quarantined = frozen;
    }
    judge_joints();
}

// ---- collide

// Its number, if it is a rigid body that can move in this turn.
u32 World::movable(const Collider& c) const {
    if (!rigid_moves_ || !c.dynamic) return 0;
    const u32 number = rigid::System::number(c.rigid);
    return rigid_->bodies().moves(number) ? number : 0;
}

// [m/s] of its fastest point, at most.
float World::speed_of(const Collider& c) const {
    const u32 number = rigid::System::number(c.rigid);
    const RigidVelocity& v = rigid_->bodies().velocity[number];
    return length(v.linear) + length(v.angular) * rigid_->bodies().shape[number]->radius;
}

Box World::reach_of_rigid(const Collider& c, float seconds) const {
    const u32 number = rigid::System::number(c.rigid);
    const float fall = length(parameters_.vector(WorldP::gravity, time_).to<float>()) * seconds *
                       std::fabs(rigid_->bodies().gravity_scale[number]);
    const Box box = c.shape.bounds(rigid_->pose(c.rigid)).grown(c.thickness);
    return rigid_->bodies().moves(number) ? box.grown((speed_of(c) + fall) * seconds) : box;
}

bool World::rigid_left_its_reach() const {
    return std::any_of(all_colliders_.begin(), all_colliders_.end(), [&](const Collider* c) {
        if (!movable(*c)) return false;
        const Box now = c->shape.bounds(c->now);
        return !c->reach.contains(now.low) || !c->reach.contains(now.high);
    });
}

// The other side of a contact. What was found holds if the rigid body moved on as it does; from here on the contact is
// seen from it. Both sides get their impulse at one place, so that neither momentum nor spin comes from nowhere.
World::RigidSide World::meet_rigid(Contact& c) const {
    for (u32 s = c.first_support; s < c.first_support + c.own_supports; ++s)
        c.place += particles_.previous[contact_set_.supports[s].particle].xyz() * contact_set_.supports[s].weight;
    const float along = dot(c.normal, c.other_velocity);
    c.least_speed -= along, c.room += along * h_;
    c.other_velocity = {};
    const Mat3 k = rigid_->inverse_mass_matrix_at(c.rigid, c.place);
    const Vec3 t = perpendicular(c.normal), b = cross(c.normal, t);
    // The larger eigenvalue of what is across the normal.
    const float tt = dot(t, k * t), bb = dot(b, k * b), tb = dot(t, k * b), half = 0.5f * (tt - bb);
    return {dot(c.normal, k * c.normal), 0.5f * (tt + bb) + std::sqrt(half * half + tb * tb),
            rigid_->velocity_at(c.rigid, c.place)};
}

// ---- islands: rigid bodies have numbers beyond those of bodies

u32 World::island_members() const {
    return static_cast<u32>(all_bodies_.size()) + (rigid_ ? rigid_->bodies().size() : 0);
}

u32 World::island_member(u32 rigid_body) const { return static_cast<u32>(all_bodies_.size()) + rigid_body; }

void World::join_rigid() {
    if (!rigid_moves_) return;
    for (u32 p = 0; p < pair_count_; ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.collider || pair.found.empty() || pair.sensor || pair.body->immovable()) continue;
        if (const u32 number = movable(*pair.collider)) island_sets_.join(pair.body->number, island_member(number));
    }
    for (const Pull& pull : pulls_.pulls)
        if (pull.rigid && pull.body->moves()) island_sets_.join(pull.body->number, island_member(pull.rigid));
}

void World::list_rigid_islands() {
    rigid_islands_.clear();
    if (!rigid_moves_) return;
    for (u32 i = 0; i < contact_set_.islands.size(); ++i) {
        Island& island = contact_set_.islands[i];
        for (u32 c = island.contact_begin; c < island.contact_end && !island.rigid; ++c)
            island.rigid = contact_set_.contacts[c].rigid != 0;
        for (const u32 group : pulls_in(island)) island.rigid = island.rigid || pulls_.groups[group].rigid != 0;
        if (island.rigid) rigid_islands_.push_back(i);
    }
}

}  // namespace pliant
