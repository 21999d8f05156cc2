// A detected contact: places on skins, a normal, and a bound on the normal speed.
#pragma once

#include "core/vec.h"

namespace pliant {

// A place on a skin: up to three of its points with barycentric weights. Or a place in the matter: in a cell of its
// volume, or one of its particles.
struct SkinPlace {
    static constexpr u32 in_matter = 8, at_particle = 9;
    u32 point[3];     // in the matter: point[0] is the cell, or the particle
    float weight[3];  // in the matter: where in the cell
    u32 count;        // 0: not on a body but on a collider
};

struct FoundContact {
    SkinPlace on, other;
    Vec3 normal;             // at the end of the substep, from the other side to `on`
    float min_normal_speed;  // [m/s] the relative speed along the normal must not be below this: negative while there
                             // is room
    float gap;               // [m] at the start of the substep, beyond the thickness; negative where they are too close
    float separation;        // [m] along the normal, from where the other side ends to where ours begins
    float thickness;         // [m] that is kept
    Vec3 other_velocity;     // [m/s] of a collider's surface, for friction; 0 for skins
    u32 feature;             // orders the contacts of a pair
    u32 triangle;            // of the other skin, or none
    bool deep;               // bodies are inside each other here: no friction
};

// The distance that is kept, and the distance within which contacts are made.
struct ContactDistances {
    float thickness;             // [m] kept between skins
    float speculative_distance;  // [m] beyond the thickness: contacts are made before they are needed
    float step;                  // [s]
};

// The bound on the relative normal speed that keeps two sides apart by the thickness at the end of the substep.
// `separation` is the distance that the contact plane leaves between the start of one side and the end of the other.
// Sides that are too close are kept from coming closer; a later correction of positions separates them.
PL_INLINE float min_normal_speed(float separation, float start_gap, const ContactDistances& d) {
    const float penetration = d.thickness - start_gap;
    return (d.thickness - separation - (penetration > 0 ? penetration : 0)) / d.step;
}

}  // namespace pliant
