// Sleep by distance: a body that is far from the viewpoint stops where it is, in whatever motion, and nothing moves it
// until it is near again; then it goes on. That it lets go only at a shorter distance keeps a viewer who walks along
// the border from switching it on and off.

#include "geometry/bvh.h"
#include "world/world.h"

namespace pliant {

static double wake_distance(const ParameterSet& common) {
    return common.decided(BodyP::sleep_wake_within) ? common.number(BodyP::sleep_wake_within)
                                                    : 0.8 * common.number(BodyP::sleep_beyond);
}

void World::set_viewpoint(const std::optional<Vec3>& at) {
    if (at) {
        parameters_.set(WorldP::viewpoint, at->to<double>());
    } else {
        parameters_.reset(WorldP::viewpoint);
    }
}

bool World::may_pause(const Body& body) const {
    return parameters_.decided(WorldP::viewpoint) && parameters_.flag(WorldP::sleep_enabled) && !body.quarantined &&
           body.common.decided(BodyP::sleep_beyond) && body.common.flag(BodyP::sleep_enabled);
}

// By the box of its particles, as they are: what is large is far only when all of it is.
float World::distance_from_viewpoint(const Body& body) const {
    Box box;
    if (body.immovable()) {
        box = body.motion.bounds;
    } else {
        for (u32 p = 0; p < body.view.count; ++p) box.add(body.view.position[p].xyz());
    }
    const Vec3 viewpoint = parameters_.vector(WorldP::viewpoint, time_).to<float>();
    return std::sqrt(distance_squared(box.low, box.high, viewpoint));
}

void World::pause_far() {
    bodies_.each([](BodyId, Body& body) { body.led = false; });
    attachments_.each([&](AttachmentId, const Attachment& a) {
        if (a.holding && a.moving) bodies_.find(a.body)->led = true;
    });
    for (Body* body : followers_)
        if (!body->limp && body->character_guide->places != body->character_guide->places_before) body->led = true;
    bodies_.each([&](BodyId, Body& body) {
        bool far = body.detail.stopped();
        if (!far && may_pause(body) && !body.led) {
            const double limit = body.paused ? wake_distance(body.common) : body.common.number(BodyP::sleep_beyond);
            far = distance_from_viewpoint(body) > static_cast<float>(limit);
        }
        body.led = !far;
    });
    lead_tied();
    bodies_.each([&](BodyId, Body& body) {
        if (body.led == body.paused) body.led ? resume(body) : pause(body);
    });
}

void World::pause(Body& body) {
    body.paused = true;
    unleash(body);
    body.kept_velocity.resize(body.view.count);
    body.motion = {};
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 v = body.view.velocity[p].xyz();
        body.kept_velocity[p] = is_finite(v) ? v : Vec3{};
        body.view.velocity[p] = {};
        body.view.previous[p] = body.view.position[p];
        body.motion.bounds.add(body.view.position[p].xyz());
    }
    if (!body.asleep) record_body_event(body, BodyChange::slept);
}

void World::resume(Body& body) {
    body.paused = false;
    for (u32 p = 0; p < body.view.count; ++p)
        if (body.view.position[p].w > 0) body.view.velocity[p].set_xyz(body.kept_velocity[p]);
    body.kept_velocity.clear();
    body.quiet_time = 0;
    if (!body.asleep) record_body_event(body, BodyChange::woke);
}

// What was done to its velocities meanwhile is felt when it goes on; as long as it stands, it has none.
void World::keep_pushes(Body& body) {
    for (u32 p = 0; p < body.view.count; ++p) {
        body.kept_velocity[p] += body.view.velocity[p].xyz();
        body.view.velocity[p] = {};
    }
}

}  // namespace pliant
