// The id of anything that is simulated: a body or a collider.
#pragma once

#include <compare>

#include "core/id.h"
#include "core/state_fields.h"

namespace pliant {

enum class ObjectType : u32 { none, collider, body };  // in the order in which events and snapshots list them
constexpr ObjectType last_value(ObjectType) { return ObjectType::body; }

struct ObjectId {
    ObjectType type = ObjectType::none;
    u32 slot = 0, generation = 0;

    explicit operator bool() const { return type != ObjectType::none; }
    auto operator<=>(const ObjectId&) const = default;
    bool is_body() const { return type == ObjectType::body; }
    bool is_collider() const { return type == ObjectType::collider; }
    BodyId body() const { return is_body() ? BodyId{slot, generation} : BodyId{}; }
    ColliderId collider() const { return is_collider() ? ColliderId{slot, generation} : ColliderId{}; }

    static constexpr auto fields() {
        return std::tuple{field("type", &ObjectId::type), field("slot", &ObjectId::slot),
                          field("generation", &ObjectId::generation)};
    }
};

inline ObjectId object_id(BodyId id) { return id ? ObjectId{ObjectType::body, id.slot, id.generation} : ObjectId{}; }
inline ObjectId object_id(ColliderId id) {
    return id ? ObjectId{ObjectType::collider, id.slot, id.generation} : ObjectId{};
}

// Two objects that touch. A body stands before a collider, and otherwise the lower slot first.
struct ObjectPair {
    ObjectId a, b;

    auto operator<=>(const ObjectPair&) const = default;
    bool operator==(const ObjectPair&) const = default;

    static constexpr auto fields() { return std::tuple{field("a", &ObjectPair::a), field("b", &ObjectPair::b)}; }
};

}  // namespace pliant
