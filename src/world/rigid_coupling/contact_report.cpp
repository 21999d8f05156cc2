// What rigid bodies did to each other in a step, as events: the same as of skins, with two colliders.

#include "world/rigid_coupling/contact_report.h"

#include <algorithm>

#include "rigid/system.h"
#include "world/colliders/colliders.h"
#include "world/contact/filters.h"

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

// After every substep. Two bodies may touch in several patches; places and normals are weighted by impulse. Pairs that
// touched in an earlier substep are found by binary search, so only new ones are sorted.
void RigidContactReport::sum() {
    std::vector<RigidTouch>& all = rigid_touching_now_;
    const size_t known = all.size();
    contents_.rigid->each_touch([&](const rigid::System::Touch& t) {
        RigidTouch touch{collider_of(*contents_.rigid, t.a),
                         collider_of(*contents_.rigid, t.b),
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

void RigidContactReport::report() {
    step_.events.rigid_contacts.clear();
    const float hit_speed = static_cast<float>(contents_.parameters.number(WorldP::hit_speed));
    const auto of_sensor = [&](const RigidTouch& t) {
        const Collider *a = contents_.colliders.find(t.a), *b = contents_.colliders.find(t.b);
        return (a && a->sensor) || (b && b->sensor);
    };
    for (const RigidTouch& t : rigid_touching_now_) {
        const bool began = !std::binary_search(rigid_touching_.begin(), rigid_touching_.end(), t);
        const Vec3 point = t.impulse > 0 ? t.point / t.impulse : Vec3{};
        step_.events.rigid_contacts.push_back({t.a, t.b, began ? ContactPhase::begin : ContactPhase::stay,
                                               began && t.speed > hit_speed, of_sensor(t), point,
                                               direction(t.normal, Vec3{0, 1, 0}), t.impulse, t.speed});
    }
    const auto known = static_cast<std::ptrdiff_t>(rigid_touching_now_.size());
    for (const RigidTouch& t : rigid_touching_) {
        if (std::binary_search(rigid_touching_now_.begin(), rigid_touching_now_.begin() + known, t)) continue;
        if (touch_asleep(t)) {
            rigid_touching_now_.push_back(t);
        } else {
            step_.events.rigid_contacts.push_back({t.a, t.b, ContactPhase::end, false, of_sensor(t), {}, {}, 0, 0});
        }
    }
    std::sort(rigid_touching_now_.begin(), rigid_touching_now_.end());  // sleepers came last
    rigid_touching_.swap(rigid_touching_now_);
    rigid_touching_now_.clear();
    for (RigidTouch& t : rigid_touching_) t = {t.a, t.b, {}, {}, 0, 0};  // who touched is state, and nothing more
}

// Two bodies that sleep, and one that sleeps on a collider that stands still, go on touching without being tested.
bool RigidContactReport::touch_asleep(const RigidTouch& t) const {
    const Collider *a = contents_.colliders.find(t.a), *b = contents_.colliders.find(t.b);
    if (!contents_.rigid || !a || !b) return false;
    const auto sleeps = [&](const Collider* c) { return c->dynamic && contents_.rigid->is_asleep(c->rigid); };
    const bool sleeps_a = sleeps(a), sleeps_b = sleeps(b);
    return (sleeps_a && (sleeps_b || !b->moving())) || (sleeps_b && !a->moving());
}

// Where all are when the step ends. What sleeps in a sensor that stands still is still in it: see
// report_rigid_contacts.
void RigidContactReport::find_sensor_overlaps() {
    for (const Collider* sensor : step_.all_colliders) {
        if (!sensor->sensor) continue;
        const Box there = sensor->shape.bounds(sensor->dynamic ? sensor->now : sensor->target);
        for (const Collider* c : step_.all_colliders) {
            if (!c->dynamic || c->sensor || !c->shape.bounds(c->now).overlaps(there)) continue;
            if (contents_.rigid->is_asleep(c->rigid) && !sensor->moving()) continue;
            Pair unused;
            if (!pair_allowed(contents_, *sensor, *c, unused)) continue;
            if (!contents_.rigid->overlap(rigid::System::number(sensor->rigid), rigid::System::number(c->rigid)))
                continue;
            const bool first = sensor->id.slot < c->id.slot;
            const RigidTouch touch{first ? sensor->id : c->id, first ? c->id : sensor->id, {}, {}, 0, 0};
            rigid_touching_now_.insert(std::lower_bound(rigid_touching_now_.begin(), rigid_touching_now_.end(), touch),
                                       touch);
        }
    }
}

}  // namespace pliant
