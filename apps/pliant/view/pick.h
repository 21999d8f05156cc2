// Finds the object under the mouse in the moment that is shown, without waiting for the world.
#pragma once

#include <functional>
#include <optional>

#include "pliant/view/grab.h"
#include "render/moment.h"

namespace pliant::view {

struct Picked {
    enum class What : u8 { body, collider, character } what = What::body;
    std::string name;
    float distance = 0;  // [m] from the eye
    Vec3 point;          // [m]
    Vec3 rest;           // [m] the same place on the mesh at rest; of a body
};

struct PickRay {
    Vec3 origin, direction;  // of unit length
};

// `hidden` things are passed through; empty: none are.
using Hidden = std::function<bool(const std::string&)>;
std::optional<Picked> pick(const render::Moment& moment, const PickRay& ray, const Hidden& hidden = {});

// [m] along a ray to the surface of a body, or `most` where it meets none before.
float surface_distance(const render::ShownBody& body, const PickRay& ray, float most);

// The part of the body that a grab at this place holds: a larger part of large bodies.
Grip grip_at(const Picked& picked, const render::Moment& moment);

}  // namespace pliant::view
