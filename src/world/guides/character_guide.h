// A body that follows a character: where the character's surface has each of its particles.
#pragma once

#include <span>
#include <vector>

#include "body/motion_limit_kernels.h"
#include "collide/contact.h"
#include "core/id.h"
#include "core/vec.h"

namespace pliant {

// Painted parameters of a guide, for each particle of the whole body; empty where one number holds for all.
struct GuideMaps {
    std::vector<float> stiffness, damping, max_distance, backstop_distance, backstop_radius, border;
};

struct CharacterGuide {
    // A place on the character's surface, and where the particle is as seen from there.
    struct Binding {
        SkinPlace on{};  // vertices of the character
        Vec3 offset;     // [m] in the frame of the triangle
    };
    CharacterId character;
    std::vector<Binding> bindings;  // of each particle of the whole body
    // Vertices of the body's surface that are vertices of the character as well.
    struct SeamVertex {
        u32 vertex, of_character;
    };
    std::vector<SeamVertex> seam;

    // State: places and normals of the surface there at the end of the step at hand, or of the last one.
    std::vector<Vec3> places, normals;

    // Scratch: when it began.
    std::vector<Vec3> places_before, normals_before;
};

// Where a guide has the particles of a whole body in the world, in a substep.
struct GuidedPlaces {
    std::span<const Vec3> from, to;                // [m] at both ends of the step
    std::span<const Vec3> normal_from, normal_to;  // or empty
    Transform root_before, root;                   // from there to the world, at both ends of the substep
    Vec3 scale_before{1, 1, 1}, scale{1, 1, 1};    // likewise
    float share_before = 0, share = 1;             // of the step that is over by then

    Vec3 before(u32 p) const { return root_before * scaled(from[p] + (to[p] - from[p]) * share_before, scale_before); }
    Vec3 at(u32 p) const { return root * scaled(from[p] + (to[p] - from[p]) * share, scale); }
    Vec3 normal(u32 p) const {
        return direction(normal_from[p] + (normal_to[p] - normal_from[p]) * share, Vec3{0, 1, 0});
    }
};

}  // namespace pliant
