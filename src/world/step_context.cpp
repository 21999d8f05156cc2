#include "world/step_context.h"

#include "rigid/system.h"

namespace pliant {

void StepContext::list_bodies() {
    all_bodies.clear(), moving_bodies.clear(), guided_bodies.clear(), all_colliders.clear();
    contents.bodies.each([&](BodyId, Body& body) {
        body.kinematic_from_guide = body.detail.level == Detail::guide && !body.paused && !body.quarantined;
        if (body.kinematic_from_guide) guided_bodies.push_back(&body), body.speed = body.motion.greatest_speed;
        body.number = static_cast<u32>(all_bodies.size());
        all_bodies.push_back(&body);
        if (body.moves()) moving_bodies.push_back(&body);
    });
    if (moving_bodies.size() < all_bodies.size() || contents.rigid) measure_speeds();
    contents.colliders.each([&](ColliderId, Collider& collider) { all_colliders.push_back(&collider); });
}

// Fast bodies wake sleepers. Their speed is taken as the last step left it: before contacts are solved, any body that
// bears a load is predicted to be fast, and bodies at rest would keep waking each other.
void StepContext::measure_speeds() {
    team.run(static_cast<u32>(moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *moving_bodies[i];
        body.speed = greatest_speed(body.view);
    });
}

void StepContext::list_moving() {
    moving_bodies.clear();
    for (Body* body : all_bodies)
        if (body->moves()) moving_bodies.push_back(body);
}

u32 StepContext::movable(const Collider& c) const {
    if (!rigid_moves || !c.dynamic) return 0;
    const u32 number = rigid::System::number(c.rigid);
    return contents.rigid->bodies().moves(number) ? number : 0;
}

u32 StepContext::contact_rounds() const {
    const u32 all = static_cast<u32>(contents.parameters.number(WorldP::contact_iterations));
    return (all + search_stride - 1) / search_stride;
}

u32 StepContext::island_members() const {
    return static_cast<u32>(all_bodies.size()) + (contents.rigid ? contents.rigid->bodies().size() : 0);
}

u32 StepContext::island_member(u32 rigid_body) const { return static_cast<u32>(all_bodies.size()) + rigid_body; }

const char* name(Stage stage) {
    static constexpr const char* names[] = {"drive", "predict", "collide", "project", "commit", "settle", "present"};
    return stage < Stage::count ? names[static_cast<size_t>(stage)] : "";
}

}  // namespace pliant
