// How a change of the scene reaches the world that was made from it: values that can be set between two steps, or
// a rebuild.
#pragma once

#include <string>
#include <vector>

#include "assets/scene.h"
#include "world/world.h"

namespace pliant::view {

enum class Target : u8 { world, body, collider, attachment, joint, character };

// One parameter that takes another value, or (when the value is not given) the one it has when it is left out.
struct LiveChange {
    Target target = Target::world;
    std::string thing;      // name of the body, collider, attachment, joint or character
    std::string parameter;  // "youngs_modulus"
    Value value;
    bool operator==(const LiveChange&) const = default;
};

inline bool same_parameter(const LiveChange& a, const LiveChange& b) {
    return a.target == b.target && a.thing == b.thing && a.parameter == b.parameter;
}

struct SceneChanges {
    bool rebuild = false;  // something that only counts when a world is made
    std::string why;       // the first of these: "bodies.ollie.spacing"
    bool cameras = false;  // another view is no reason to simulate again
    bool duration = false;
    std::vector<LiveChange> live;  // the others
    bool empty() const { return !rebuild && !cameras && !duration && live.empty(); }
};

SceneChanges changes_between(const Scene& before, const Scene& after);

// Between steps. Things that are not there are passed over; throws Error for a value that does not suit.
void apply_change(World& world, const LiveChange& change);

// Files that the scene reads, besides itself.
std::vector<std::string> files_of(const Scene& scene);

}  // namespace pliant::view
