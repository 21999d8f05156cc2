// Stage drive: parameters take their value at this time, and animated colliders learn where they will be at its end.

#include <algorithm>

#include "core/trig.h"
#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

void World::drive() {
    wake_for_keys();
    wake_for_fields();
    bodies_.each([&](BodyId, Body& body) { take_maps(body); });
    drive_guides();
    take_holds();  // where everything is as the last step left it
    drive_characters();
    drive_character_guides();
    colliders_.each([&](ColliderId, Collider& collider) { take_parameters(collider); });
    drive_rigid();
    hold_and_free();
    drive_attachments();
    choose_details();
    pause_far();
    list_bodies();
    for (Body* body : all_bodies_) body->contacts = 0, take_common_parameters(*body);
    choose_rates();
    list_pulls();
    for (Body* body : all_bodies_) begin_matter(*body);
    contact_events_.clear();
    pair_count_ = 0;
}

// A world or a body whose parameters are moved by keys has reason to move.
void World::wake_for_keys() {
    const double before = time_ - step_length();
    const bool everybody = parameters_.changes_between(before, time_, WorldP::viewpoint);
    if (everybody && rigid_) rigid_->wake_all();
    bodies_.each([&](BodyId, Body& body) {
        if (!body.asleep) return;
        if (!everybody && !body.common.changes_between(before, time_) && !body.own.changes_between(before, time_))
            return;
        wake_now(body);
    });
}

// Within a step, whose events are those being gathered.
void World::wake_now(Body& body) {
    body.quiet_time = 0;
    if (!body.asleep) return;
    body.asleep = false;
    if (!body.paused) record_body_event(body, BodyChange::woke);
}

void World::list_bodies() {
    all_bodies_.clear(), moving_bodies_.clear(), carried_bodies_.clear(), all_colliders_.clear();
    bodies_.each([&](BodyId, Body& body) {
        body.carried = body.detail.level == Detail::guide && !body.paused && !body.quarantined;
        if (body.carried) carried_bodies_.push_back(&body), body.speed = body.motion.greatest_speed;
        body.number = static_cast<u32>(all_bodies_.size());
        all_bodies_.push_back(&body);
        if (body.moves()) moving_bodies_.push_back(&body);
    });
    if (moving_bodies_.size() < all_bodies_.size() || rigid_) find_speeds();
    colliders_.each([&](ColliderId, Collider& collider) { all_colliders_.push_back(&collider); });
}

// Who may wake a sleeper. As the last step left them: what is predicted before contacts have had their say is fast in
// any body that bears a load, and bodies at rest would wake each other for ever.
void World::find_speeds() {
    team_.run(static_cast<u32>(moving_bodies_.size()), [&](u32 i, u32) {
        Body& body = *moving_bodies_[i];
        body.speed = greatest_speed(body.view);
    });
}

static LayerMask layer_mask(World& world, const ParameterSet& set, u16 layer, u16 collides_with) {
    LayerMask mask;
    mask.layer = world.layer_bit(set.text(layer));
    if (set.given(collides_with)) {
        mask.touches = 0;
        for (const std::string& name : set.names(collides_with)) mask.touches |= world.layer_bit(name);
    }
    return mask;
}

void World::take_parameters(Body& body) {
    take_common_parameters(body);
    begin_matter(body);
}

void World::take_common_parameters(Body& body) {
    const ParameterSet& p = body.common;
    if (body.parameters_changed || p.any_keys()) {
        body.friction = static_cast<float>(p.number(BodyP::friction, time_));
        body.restitution = static_cast<float>(p.number(BodyP::restitution, time_));
        body.gravity_scale = static_cast<float>(p.number(BodyP::gravity_scale, time_));
        body.drag = static_cast<float>(p.number(BodyP::drag, time_));
        body.thickness = p.decided(BodyP::thickness) ? static_cast<float>(p.number(BodyP::thickness))
                                                     : 0.02f * body.model->contact.spacing;
        body.surface.scale_spheres(static_cast<float>(p.number(BodyP::particle_scale, time_)));
        body.sensor = p.flag(BodyP::sensor);
        body.self_contact = p.flag(BodyP::self_contact) && !body.sensor;
        if (body.parameters_changed) body.layers = layer_mask(*this, p, BodyP::layer, BodyP::collides_with);
    }
    body.parameters_changed = false;
}

void World::begin_matter(Body& body) {
    // Matter was told of new parameters when they were set, because that may fail and may take memory; here it follows
    // keys and the length of the substep.
    const bool tears_by_stretch = body.common.decided(BodyP::tear_stretch);
    body.matter->expect(tears_by_stretch ? static_cast<float>(body.common.number(BodyP::tear_stretch, time_)) : 0.0f,
                        body.common.decided(BodyP::plasticity_yield_strain));
    const u32 all = substep_count();
    // A new piece has taken none yet, and one from a snapshot may have taken others.
    const u32 substeps = body.substeps && all % body.substeps == 0 ? body.substeps : all;
    body.matter->take_at_once(all / substeps);
    body.matter->begin_step(body.own, time_, static_cast<float>(step_length() / substeps), false);
    if (body.own.any_keys()) take_masses(body);
}

// Maps that move. What is painted now may be older than a step: the world may have been put back.
void World::take_maps(Body& body) {
    const double before = body.painted_at;
    if (before == time_) return;
    body.painted_at = time_;
    const bool common = body.common.maps_change_between(before, time_),
               own = body.own.maps_change_between(before, time_);
    if (common) paint(body, body.common);
    if (own) {
        body.matter->begin_step(body.own, time_, static_cast<float>(step_length() / substep_count()), true);
        take_masses(body);
    }
    statistics_.painted += common || own;
}

// Of matter that holds particles itself, and may let them go while it runs; what others hold stays held.
void World::take_masses(Body& body) {
    if (!body.matter->follows_places()) return;
    for (u32 p = 0; p < body.view.count; ++p) {
        const double mass = body.matter->mass(p);
        const bool held = !body.held.empty() && body.held[p];
        body.view.position[p].w = held || !(mass > 0) ? 0 : static_cast<float>(1 / mass);
    }
}

void World::take_parameters(Collider& collider) {
    const ParameterSet& p = collider.parameters;
    collider.friction = static_cast<float>(p.number(ColliderP::friction));
    collider.restitution = static_cast<float>(p.number(ColliderP::restitution));
    collider.thickness = static_cast<float>(p.number(ColliderP::thickness));
    collider.sensor = p.flag(ColliderP::sensor);
    if (collider.kinematic && p.any_keys()) {
        const double end = time_ + clock_step();
        collider.target = {p.vector(ColliderP::position, end).to<float>(),
                           rotation_from_degrees(p.vector(ColliderP::rotation, end)).to<float>()};
    }
    if (collider.jumped) collider.pose = collider.target;
    collider.jumped = false;
}

// Poses at the beginning and end of the substep.
void World::move_colliders_to(double share) {
    const auto pose_at = [](const Collider& c, float t) {
        if (t <= 0 || c.pose == c.target) return c.pose;
        if (t >= 1) return c.target;
        return Transform{c.pose.position + (c.target.position - c.pose.position) * t,
                         blend(c.pose.rotation, c.target.rotation, t)};
    };
    for (Collider* c : all_colliders_) {
        if (c->dynamic) continue;  // foresee_rigid
        c->before = pose_at(*c, static_cast<float>(share));
        c->now = pose_at(*c, static_cast<float>(substep_ + 1 == substeps_ ? 1.0 : share + 1.0 / substeps_));
    }
}

}  // namespace pliant
