// Sleep by distance: a body that is far from the viewpoint stops where it is, in whatever motion, and nothing moves it
// until it is near again; then it goes on. That it lets go only at a shorter distance keeps a viewer who walks along
// the border from switching it on and off.

#include "world/detail/distance.h"

#include "geometry/bvh.h"
#include "world/attachments/ties.h"
#include "world/guides/motion_limits.h"

namespace pliant {

static double wake_distance(const ParameterSet& common) {
    return common.has_value(BodyP::sleep_wake_within) ? common.number(BodyP::sleep_wake_within)
                                                      : 0.8 * common.number(BodyP::sleep_beyond);
}

bool DistancePause::may_pause(const Body& body) const {
    return contents_.parameters.has_value(WorldP::viewpoint) && contents_.parameters.flag(WorldP::sleep_enabled) &&
           !body.quarantined && body.common.has_value(BodyP::sleep_beyond) && body.common.flag(BodyP::sleep_enabled);
}

// To the nearest point of the box of its particles: a large body is far only when all of it is.
float DistancePause::distance_from_viewpoint(const Body& body) const {
    Box box;
    if (body.immovable()) {
        box = body.motion.bounds;
    } else {
        for (u32 p = 0; p < body.view.count; ++p) box.add(body.view.position[p].xyz());
    }
    const Vec3 viewpoint = contents_.parameters.vector(WorldP::viewpoint, contents_.time).to<float>();
    return std::sqrt(distance_squared(box.low, box.high, viewpoint));
}

void DistancePause::run() {
    contents_.bodies.each([](BodyId, Body& body) { body.always_steps = false; });
    contents_.attachments.each([&](AttachmentId, const Attachment& a) {
        if (a.holding && a.moving) contents_.bodies.find(a.body)->always_steps = true;
    });
    for (Body* body : following_.followers())
        if (!body->guide_released && body->character_guide->places != body->character_guide->places_before)
            body->always_steps = true;
    contents_.bodies.each([&](BodyId, Body& body) {
        bool far = body.detail.stopped();
        if (!far && may_pause(body) && !body.always_steps) {
            const double limit = body.paused ? wake_distance(body.common) : body.common.number(BodyP::sleep_beyond);
            far = distance_from_viewpoint(body) > static_cast<float>(limit);
        }
        body.always_steps = !far;
    });
    keep_tied_going();
    contents_.bodies.each([&](BodyId, Body& body) {
        if (body.always_steps == body.paused) body.always_steps ? resume(body) : pause(body);
    });
}

void DistancePause::pause(Body& body) {
    body.paused = true;
    clear_motion_limits(body);
    body.kept_velocity.resize(body.view.count);
    body.motion = {};
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 v = body.view.velocity[p].xyz();
        body.kept_velocity[p] = is_finite(v) ? v : Vec3{};
        body.view.velocity[p] = {};
        body.view.previous[p] = body.view.position[p];
        body.motion.bounds.add(body.view.position[p].xyz());
    }
    if (!body.asleep) step_.record(body, ObjectChange::slept);
}

void DistancePause::resume(Body& body) {
    body.paused = false;
    for (u32 p = 0; p < body.view.count; ++p)
        if (body.view.position[p].w > 0) body.view.velocity[p].set_xyz(body.kept_velocity[p]);
    body.kept_velocity.clear();
    body.quiet_time = 0;
    if (!body.asleep) step_.record(body, ObjectChange::woke);
}

// A body that is tied to one that goes on goes on too.
void DistancePause::keep_tied_going() {
    bool more = true;
    while (more) {
        more = false;
        each_tie(contents_, [&](Body& body, Body& other) {
            if (body.always_steps == other.always_steps || body.quarantined || other.quarantined) return;
            if (body.detail.stopped() || other.detail.stopped()) return;
            body.always_steps = other.always_steps = more = true;
        });
    }
}

}  // namespace pliant
