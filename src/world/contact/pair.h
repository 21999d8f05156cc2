#pragma once

#include <algorithm>
#include <vector>

#include "collide/pair_contacts.h"
#include "collide/sheet_contacts.h"
#include "world/items.h"
#include "world/object_id.h"

namespace pliant {

// Two that may touch in this step, from the broad phase: a body, and another body, itself or a collider.
struct Pair {
    Body* body;
    Body* other_body;
    Collider* collider;
    float friction, restitution;
    bool sensor, touching;
    float impulse, speed;
    float edge_approach;  // [m/s] how fast the skin's edges come to the collider's, since contacts were looked for
    Vec3 point, normal;
    std::vector<FoundContact> found;  // body's points against the other's skin; others are in found_back
    std::vector<FoundContact> found_back;
    SheetTangle tangle;
    ObjectPair objects() const {
        return {object_id(body->id), other_body ? object_id(other_body->id) : object_id(collider->id)};
    }
    bool with_itself() const { return body == other_body; }
    bool waits() const { return body->waits && (!other_body || other_body->waits); }
    bool same_origin() const {  // of one body that has torn, or one and itself
        const auto came_from = [](const Body& b) { return b.torn_from ? b.torn_from : b.id; };
        return other_body && came_from(*body) == came_from(*other_body);
    }
    bool of_sheets() const {  // that keep each other out
        return !sensor && other_body && body->model->contact.is_two_sided() &&
               other_body->model->contact.is_two_sided();
    }
    // Normals found from the other side (swapped) point the other way.
    void add_touch(const Vec3& at, const Vec3& n, bool swapped, float by, float approach) {
        touching = true;
        impulse += by, speed = std::max(speed, approach);
        point += at * by, normal += n * (swapped ? -by : by);
    }
};

}  // namespace pliant
