#include "pliant/view/grab.h"

#include "world/world.h"

namespace pliant::view {

Hand take_hold(const World& world, const Grip& grip) {
    Hand hand{grip.body, {}, {}, grip.at};
    const Body* body = world.body(world.find_body(grip.body));
    if (!body) return hand;
    const ContactSurface& skin = body->model->contact;
    u32 nearest = 0;
    float least = 3e38f;
    const auto add = [&](u32 p, const Vec3& at) {
        hand.points.push_back(p);
        hand.offsets.push_back(at - grip.at);
    };
    for (u32 p = 0; p < skin.point_count(); ++p) {
        if (skin.role[p] == PointRole::guard) continue;
        const Vec3 at = skin_point(skin, p, body->view.position);
        const float distance = length(at - grip.at);
        if (distance < least) least = distance, nearest = p;
        if (distance < grip.radius) add(p, at);
    }
    if (hand.points.empty()) add(nearest, skin_point(skin, nearest, body->view.position));
    return hand;
}

void pull(World& world, const Hand& hand) {
    const BodyId id = world.find_body(hand.body);
    Body* body = world.body(id);
    if (!body || hand.points.empty()) return;
    const ContactSurface& skin = body->model->contact;
    const float dt = static_cast<float>(world.step_length());
    const float stiffness = 0.25f / (dt * dt), damping = 2 * std::sqrt(stiffness);  // per mass: critical
    for (size_t i = 0; i < hand.points.size(); ++i) {
        Vec3 at, velocity;
        float mass = 0;
        for (u32 s = 0; s < skin.supports; ++s) {
            const u32 p = skin.particle[hand.points[i] * skin.supports + s];
            const float weight = skin.weight[hand.points[i] * skin.supports + s];
            at += body->view.position[p].xyz() * weight;
            velocity += body->view.velocity[p].xyz() * weight;
            mass += weight * static_cast<float>(body->matter->mass(p));
        }
        const Vec3 wanted = hand.target + hand.offsets[i];
        body->forces.push_back({((wanted - at) * stiffness - velocity * damping) * mass, hand.points[i]});
    }
    world.wake(id);
}

}  // namespace pliant::view
