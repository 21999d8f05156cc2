// What rigid bodies did to each other in a step, as events: the same as of skins, with two colliders.

#include <algorithm>

#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

static ColliderId collider_of(const rigid::System& system, u32 number) {
    const u64 owner = system.bodies().owner[number];
    return {static_cast<u32>(owner), static_cast<u32>(owner >> 32)};
}

// After every substep. Two may touch in several patches; places and normals are weighted by what they bear.
void World::sum_up_rigid_contacts() {
    rigid_->each_touch([&](const rigid::System::Touch& t) {
        RigidTouch touch{collider_of(*rigid_, t.a),
                         collider_of(*rigid_, t.b),
                         t.point * t.impulse,
                         t.normal * t.impulse,
                         t.impulse,
                         t.speed};
        if (touch.b.slot < touch.a.slot) std::swap(touch.a, touch.b), touch.normal = -touch.normal;
        const auto known = std::lower_bound(rigid_touching_now_.begin(), rigid_touching_now_.end(), touch);
        if (known == rigid_touching_now_.end() || touch < *known) {
            rigid_touching_now_.insert(known, touch);
            return;
        }
        known->point += touch.point, known->normal += touch.normal, known->impulse += touch.impulse;
        known->speed = std::max(known->speed, touch.speed);
    });
}

void World::report_rigid_contacts() {
    rigid_contact_events_.clear();
    const float hit_speed = static_cast<float>(parameters_.number(WorldP::hit_speed));
    for (const RigidTouch& t : rigid_touching_now_) {
        const bool began = !std::binary_search(rigid_touching_.begin(), rigid_touching_.end(), t);
        rigid_contact_events_.push_back({t.a, t.b, began ? ContactPhase::begin : ContactPhase::stay,
                                         began && t.speed > hit_speed, t.point / t.impulse,
                                         direction(t.normal, Vec3{0, 1, 0}), t.impulse, t.speed});
    }
    for (const RigidTouch& t : rigid_touching_)
        if (!std::binary_search(rigid_touching_now_.begin(), rigid_touching_now_.end(), t))
            rigid_contact_events_.push_back({t.a, t.b, ContactPhase::end, false, {}, {}, 0, 0});
    rigid_touching_.swap(rigid_touching_now_);
    rigid_touching_now_.clear();
    for (RigidTouch& t : rigid_touching_) t = {t.a, t.b, {}, {}, 0, 0};  // who touched is state, and nothing more
}

}  // namespace pliant
