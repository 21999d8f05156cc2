// Particles that are fixed in space, by the host and by parameters, and particles that touch nothing.
//
// A held particle has no inverse mass, so nothing moves it. It is free again when neither the host nor the parameters
// hold it.

#include <algorithm>

#include "body/painted.h"
#include "world/bodies/bodies.h"
#include "world/bodies/hold_map.h"
#include "world/sleep/waking.h"

namespace pliant {

std::vector<u8> hold_map_of(const Model& model, const ParameterSet& p, double time) {
    const std::vector<float> where = painted(model, p, BodyP::hold_where, time);
    const bool all = where.empty() && p.number(BodyP::hold_where) > 0.5;
    const bool ball = p.has_value(BodyP::hold_point),
               box = p.has_value(BodyP::hold_low) && p.has_value(BodyP::hold_high);
    if (where.empty() && !all && !ball && !box) return {};
    const Vec3 point = p.vector(BodyP::hold_point).to<float>();
    const float radius = static_cast<float>(p.number(BodyP::hold_radius));
    const Box region{p.vector(BodyP::hold_low).to<float>(), p.vector(BodyP::hold_high).to<float>()};
    std::vector<u8> map(model.particle_count);
    for (u32 i = 0; i < model.particle_count; ++i) {
        const Vec3 at = model.rest_position(i);
        map[i] = all || (!where.empty() && where[i] > 0.5f) || (ball && length(at - point) <= radius) ||
                 (box && region.contains(at));
    }
    return map;
}

void BodySystem::set_holder(Body& body, u32 p, u8 holder, bool held) {
    const u8 before = body.held[p];
    body.held[p] = static_cast<u8>(held ? before | holder : before & ~holder);
    if (!before == !body.held[p]) return;
    const double mass = body.matter->mass(p);  // 0: its kind holds it
    body.view.position[p].w = body.held[p] || !(mass > 0) ? 0 : static_cast<float>(1.0 / mass);
    if (!body.held[p]) return;
    body.view.velocity[p] = {};
    if (body.paused) body.kept_velocity[p] = {};
}

void BodySystem::hold(BodyId id, std::span<const u32> particles, bool held) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    body->held.resize(body->view.count);
    for (const u32 p : particles) {
        PL_ASSERT(p < body->view.count);
        set_holder(*body, p, Holder::host, held);
    }
    waking_.wake(id);
}

void BodySystem::hold_by_parameters(Body& body) {
    if (body.held.empty()) return;
    const bool on = !body.hold_map.empty() && body.common.flag(BodyP::hold_enabled, contents_.time);
    for (u32 p = 0; p < body.view.count; ++p) set_holder(body, p, Holder::parameters, on && body.hold_map[p]);
}

// In drive: holds and frees particles as the parameters say.
void BodySystem::update_held() {
    contents_.bodies.each([&](BodyId, Body& body) { hold_by_parameters(body); });
}

// Whether each particle takes part in contact: the painted map, without particles that the host disabled.
void BodySystem::update_contact_map(Body& body, const ParameterSet& common) {
    std::vector<float> touch = painted(*body.model, common, BodyP::collide, body.painted_at);
    const float uniform = static_cast<float>(common.number(BodyP::collide));
    const bool some_off =
        std::find(body.contact_disabled.begin(), body.contact_disabled.end(), u8{1}) != body.contact_disabled.end();
    if (touch.empty() && (some_off || uniform < 0.5f)) touch.assign(body.view.count, uniform);
    for (u32 p = 0; some_off && p < body.view.count; ++p)
        if (body.contact_disabled[p]) touch[p] = 0;
    body.surface.set_contact_weights(touch);
}

void BodySystem::set_contact_enabled(BodyId id, std::span<const u32> particles, bool touching) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    body->contact_disabled.resize(body->view.count);
    for (const u32 p : particles) {
        PL_ASSERT(p < body->view.count);
        body->contact_disabled[p] = !touching;
    }
    update_contact_map(*body, body->common);
    waking_.wake_near(body->motion.bounds);  // what lay on it must notice
    waking_.wake(id);
}

}  // namespace pliant
