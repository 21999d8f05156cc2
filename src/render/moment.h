// One moment of a world as pictures show it. It is taken between steps and then stands alone, so that drawing never
// waits for a step, and recordings can be shown without a world.
#pragma once

#include "assets/scene.h"
#include "body/tessellation.h"
#include "render/layers.h"
#include "world/world.h"

namespace pliant::render {

struct ParticleState {
    enum : u8 { held = 1, contact_disabled = 2 };
};

struct ShownBody {
    BodyId id;
    std::string name;
    std::shared_ptr<const SurfaceModel> surface;  // never changes; shared, so that it lives as long as it is shown
    u32 topology_version = 1;
    std::vector<Vec3> positions, normals;  // per vertex
    std::vector<float> field;              // per vertex, 0 … 1 of a layer's range; empty: its own colours
    Box bounds;
    bool asleep = false, quarantined = false;
    bool piece = false;  // it came off another
    // Of the body whose particles are wanted; else empty.
    std::vector<Vec3> particles;
    std::vector<u8> particle_state;                    // bits of ParticleState
    std::optional<Vec3> color;                         // as shown; otherwise its materials'
    std::shared_ptr<const Tessellation> tessellation;  // of its surface, where stretched faces are split
    std::optional<TessellatedSurface> split;           // instead of positions, normals and faces; then field is of this
    std::span<const Vec3> shown_positions() const { return split ? split->positions : positions; }
    std::span<const Vec3> shown_normals() const { return split ? split->normals : normals; }
    std::span<const MaterialRange> shown_ranges() const { return split ? split->ranges : surface->ranges; }
};

struct ShownCollider {
    ColliderId id;
    std::string name;
    Shape shape;
    Transform pose;
    bool sensor = false;
    u32 look = 0;               // of ColliderP::look
    std::optional<Vec3> color;  // as shown
    bool hidden() const { return look == 2; }
    bool see_through() const { return sensor || look == 1; }
};

// A joint that draws a point of a rigid body to a place.
struct ShownReach {
    std::string joint;
    Vec3 held, target;  // [m]
    Transform frame;    // in which its target is given
    bool fixed;         // its target has keys, or is a bone: users cannot move it
};

struct Moment {
    double time = 0;  // [s]
    u64 step = 0;
    u64 number = 0;  // no two moments have the same, so that nothing is sent to the graphics card twice
    std::vector<ShownBody> bodies;
    std::vector<ShownCollider> colliders;
    std::vector<ShownBody> characters;  // their ids are null
    std::vector<ShownReach> reaches;
    Marks marks;
    const Layer* field_layer = nullptr;  // what `field` of the bodies means

    Box bounds() const;  // of all bodies; of the colliders that have an end where there is no body
};

u64 next_moment_number();

// What the layers want to know is collected too, and the particles of one body, if it is named.
void take_moment(const World& world, LayerSet layers, Moment& moment, const std::string& particles_of = {});

}  // namespace pliant::render
