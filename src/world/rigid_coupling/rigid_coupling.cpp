// Rigid bodies in the world: dynamic colliders, moved in the same substeps as particles.
//
// They are solved by rigid::System, which exists while there is a dynamic collider; all other colliders are then in it
// too, as fixed or kinematic bodies. Contacts between them and skins are those of any collider, except that their
// velocity is not given in advance and that they receive the opposite impulse (contact_set.h). Attachments to them are
// in pulls.cpp. Rigid bodies take all substeps of the world.

#include "world/rigid_coupling/rigid_coupling.h"

#include "core/trig.h"
#include "world/contact/filters.h"
#include "world/sleep/sleep.h"

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
rigid::BodyDef RigidCoupling::definition(const std::string& name, const Shape& shape, const ParameterSet& p) const {
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
    def.mass = p.is_explicit(ColliderP::mass) ? static_cast<float>(p.number(ColliderP::mass)) : 0;
    return def;
}

// Into the system: a dynamic collider with all others, if it is the first. Throws Error, and nothing is changed then.
void RigidCoupling::add(Collider& c, const rigid::BodyDef& def) {
    const auto add = [](rigid::System& system, const Collider& one, rigid::BodyDef placed) {
        placed.pose = one.pose, placed.owner = one.id.slot | static_cast<u64>(one.id.generation) << 32;
        if (one.kinematic) placed.motion = rigid::Motion::kinematic;
        return system.add_body(placed, one.name);
    };
    if (contents_.rigid) {
        c.rigid = add(*contents_.rigid, c, def);
        return;
    }
    if (!c.dynamic) return;
    auto system = std::make_unique<rigid::System>();
    std::vector<std::pair<Collider*, rigid::RigidBodyId>> ids;
    contents_.colliders.each([&](ColliderId, Collider& one) {
        const bool is_new = &one == &c;
        ids.emplace_back(&one, add(*system, one, is_new ? def : definition(one.name, one.shape, one.parameters)));
    });
    for (const auto& [one, id] : ids) one->rigid = id;
    contents_.rigid = std::move(system);
}

void RigidCoupling::remove(Collider& c) {
    if (!contents_.rigid) return;
    joint_system_.remove_of(c.id);
    contents_.rigid->remove_body(c.rigid);
    c.rigid = {};
    bool any = false;
    contents_.colliders.each([&](ColliderId, const Collider& other) { any = any || (other.rigid && other.dynamic); });
    if (any) return;
    contents_.colliders.each([&](ColliderId, Collider& other) { other.rigid = {}; });
    contents_.rigid.reset();
    step_.rigid_moves = false;
}

void RigidCoupling::notify_host() {
    if (!step_.rigid_moves) return;
    contents_.rigid->accumulate_host_impulses();
    if (after_substep_) after_substep_(static_cast<double>(step_.h));
}

// ---- the step

void RigidCoupling::apply_forces() {
    for (const Collider* c : step_.all_colliders) {
        if (c->forces.empty() || !step_.movable(*c)) continue;
        const Transform pose = contents_.rigid->pose(c->rigid);
        for (const ColliderForce& f : c->forces)
            contents_.rigid->add_impulse(c->rigid, f.force * step_.h, pose * f.place);
    }
}

// What stands still against the air, and does not spin, is what drag leads to. The host's own bodies have laws of their
// own.
void RigidCoupling::apply_drag(const Substep& substep) {
    for (const Collider* c : step_.all_colliders) {
        if (c->hosted || !step_.movable(*c)) continue;
        const float rate = static_cast<float>(c->parameters.number(ColliderP::drag, contents_.time)) * substep.length;
        if (rate == 0) continue;
        const RigidVelocity v = contents_.rigid->velocity(c->rigid);
        contents_.rigid->set_velocity(c->rigid, v.linear + (substep.air - v.linear) * (rate / (1 + rate)),
                                      v.angular / (1 + rate));
    }
}

void RigidCoupling::drive() {
    contents_.colliders.each([&](ColliderId, Collider& c) {
        rigid::BodyDef live;
        live.friction = c.friction, live.restitution = c.restitution;
        live.gravity_scale = static_cast<float>(c.parameters.number(ColliderP::gravity_scale, contents_.time));
        live.may_sleep = c.parameters.flag(ColliderP::sleep);
        live.layers = c.sensor ? 0 : c.layers.layer, live.collides_with = c.layers.touches;
        contents_.rigid->set_properties(c.rigid, live);
        if (c.dynamic) return;
        contents_.rigid->set_kinematic(c.rigid, c.kinematic);
        contents_.rigid->set_pose(c.rigid, c.pose);  // where it may have been put
        contents_.rigid->move_to(c.rigid, c.target);
    });
    find_exceptions();
}

// Rules of pairs, for colliders that the rigid system tests against each other by their layers alone.
void RigidCoupling::find_exceptions() {
    if (exceptions_revision_ == contents_.collider_pairs_revision) return;
    exceptions_revision_ = contents_.collider_pairs_revision;
    rigid_exceptions_.clear();
    const auto add = [&](const Collider& a, const Collider& b) {
        const PairRuling ruling = ruling_of(contents_, a, b);
        rigid_exceptions_.push_back({rigid::System::number(a.rigid), rigid::System::number(b.rigid), ruling.collide,
                                     ruling.friction, ruling.restitution});
    };
    for (const PairRule& rule : contents_.pair_rules)
        contents_.colliders.each([&](ColliderId, const Collider& a) {
            if (a.names.rule != rule.first_id) return;
            contents_.colliders.each([&](ColliderId, const Collider& b) {
                if (b.names.rule == rule.second_id && &a != &b && (a.dynamic || b.dynamic)) add(a, b);
            });
        });
    contents_.rigid->set_exceptions(rigid_exceptions_);
}

void RigidCoupling::begin() {
    step_.rigid_moves = contents_.rigid && step_.substeps == step_.rigid_substeps;
    if (step_.rigid_moves)
        contents_.rigid->begin_step(static_cast<float>(contents_.step_length()),
                                    contents_.parameters.vector(WorldP::gravity, contents_.time).to<float>());
}

void RigidCoupling::end() {
    if (step_.rigid_moves) contents_.rigid->end_step();
    step_.rigid_moves = false;
}

// Where rigid bodies are as the substep begins, and will be when it ends if nothing more happens.
void RigidCoupling::predict_poses() {
    if (!contents_.rigid) return;
    for (Collider* c : step_.all_colliders) {
        if (!c->dynamic) continue;
        if (contents_.rigid->bodies().asleep[rigid::System::number(c->rigid)]) {
            c->before = c->now = c->pose;
            continue;
        }
        c->before = contents_.rigid->pose(c->rigid);
        c->now = step_.movable(*c) ? contents_.rigid->predicted_pose(c->rigid, step_.h) : c->before;
    }
}

// Before they are predicted: from here on contacts are looked for.
void RigidCoupling::begin_search() {
    if (step_.rigid_moves) contents_.rigid->update_inverse_masses(step_.h);
    predict_poses();
    for (Collider* c : step_.all_colliders)
        if (c->dynamic) c->search_start = c->before;
}

void RigidCoupling::take_whole_ways() {
    if (!contents_.rigid || step_.search_stride == 1) return;
    for (Collider* c : step_.all_colliders)
        if (c->dynamic) c->before = c->search_start;
}

// Where they have really come.
void RigidCoupling::read_poses() {
    for (Collider* c : step_.all_colliders)
        if (c->dynamic && !contents_.rigid->bodies().asleep[rigid::System::number(c->rigid)])
            c->now = contents_.rigid->pose(c->rigid);
}

void RigidCoupling::settle() {
    for (Collider* c : step_.all_colliders) {
        if (!c->dynamic) continue;
        c->target = contents_.rigid->pose(c->rigid);
        const bool frozen = contents_.rigid->is_frozen(c->rigid);
        if (frozen && !c->quarantined) step_.record(*c, ObjectChange::quarantined);
        c->quarantined = frozen;
    }
}

}  // namespace pliant
