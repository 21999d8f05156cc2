// What rigid bodies did to each other in a step, as events: the same as of skins, with two colliders.

#include <algorithm>

#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

static ColliderId collider_of(const rigid::System& system, u32 number) {
    const u64 owner = system.bodies().owner[number];
    return {static_cast<u32>(owner), static_cast<u32>(owner >> 32)};
}

namespace {

void add(RigidTouch& sum, const RigidTouch& touch) {
    sum.point += touch.point, sum.normal += touch.normal, sum.impulse += touch.impulse;
    sum.speed = std::max(sum.speed, touch.speed);
}

// Those of one pair beside each other, in an order that does not depend on how they came.
bool stands_before(const RigidTouch& a, const RigidTouch& b) {
    if (a < b || b < a) return a < b;
    const auto order = [](const RigidTouch& t) { return std::array{t.impulse, t.point.x, t.point.y, t.point.z}; };
    return order(a) < order(b);
}

}  // namespace

// After every substep. Two may touch in several patches; places and normals are weighted by what they bear. Who touched
// in an earlier substep is found by a search; only newcomers need sorting.
void World::sum_up_rigid_contacts() {
    std::vector<RigidTouch>& all = rigid_touching_now_;
    const size_t known = all.size();
    rigid_->each_touch([&](const rigid::System::Touch& t) {
        RigidTouch touch{collider_of(*rigid_, t.a),
                         collider_of(*rigid_, t.b),
                         t.point * t.impulse,
                         t.normal * t.impulse,
                         t.impulse,
                         t.speed};
        if (touch.b.slot < touch.a.slot) std::swap(touch.a, touch.b), touch.normal = -touch.normal;
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(known);
        const auto found = std::lower_bound(all.begin(), end, touch);
        if (found != end && !(touch < *found)) {
            add(*found, touch);
        } else {
            all.push_back(touch);
        }
    });
    if (all.size() == known) return;
    std::sort(all.begin(), all.end(), stands_before);
    size_t kept = 0;
    for (size_t i = 1; i < all.size(); ++i) {
        if (all[kept] < all[i]) {
            all[++kept] = all[i];
        } else {
            add(all[kept], all[i]);
        }
    }
    all.resize(kept + 1);
}

void World::report_rigid_contacts() {
    rigid_contact_events_.clear();
    const float hit_speed = static_cast<float>(parameters_.number(WorldP::hit_speed));
    const auto of_sensor = [&](const RigidTouch& t) {
        const Collider *a = colliders_.find(t.a), *b = colliders_.find(t.b);
        return (a && a->sensor) || (b && b->sensor);
    };
    for (const RigidTouch& t : rigid_touching_now_) {
        const bool began = !std::binary_search(rigid_touching_.begin(), rigid_touching_.end(), t);
        const Vec3 point = t.impulse > 0 ? t.point / t.impulse : Vec3{};
        rigid_contact_events_.push_back({t.a, t.b, began ? ContactPhase::begin : ContactPhase::stay,
                                         began && t.speed > hit_speed, of_sensor(t), point,
                                         direction(t.normal, Vec3{0, 1, 0}), t.impulse, t.speed});
    }
    const auto known = static_cast<std::ptrdiff_t>(rigid_touching_now_.size());
    for (const RigidTouch& t : rigid_touching_) {
        if (std::binary_search(rigid_touching_now_.begin(), rigid_touching_now_.begin() + known, t)) continue;
        if (touch_asleep(t)) {
            rigid_touching_now_.push_back(t);
        } else {
            rigid_contact_events_.push_back({t.a, t.b, ContactPhase::end, false, of_sensor(t), {}, {}, 0, 0});
        }
    }
    std::sort(rigid_touching_now_.begin(), rigid_touching_now_.end());  // sleepers came last
    rigid_touching_.swap(rigid_touching_now_);
    rigid_touching_now_.clear();
    for (RigidTouch& t : rigid_touching_) t = {t.a, t.b, {}, {}, 0, 0};  // who touched is state, and nothing more
}

}  // namespace pliant
