// One moment of a world, as recorders see it. A frame is filled on the thread that steps and written on another, so it
// holds copies; its arrays keep their memory from frame to frame.
#pragma once

#include <memory>
#include <vector>

#include "body/kind.h"
#include "core/particle_view.h"
#include "core/vec.h"
#include "record/recorded_scene.h"

namespace pliant {

// The data that a format needs beyond the places of vertices. Data that no format needs is not computed.
struct Needs {
    bool surface = false, normals = false, particles = false, numbers = false;
    bool pieces = false;      // what tears, as it is: a mesh that changes
    bool velocities = false;  // of pieces, whose points have no frame before
    bool skeletons = false;   // of characters: poses instead of their surfaces
    Needs operator|(const Needs& o) const {
        return {surface || o.surface, normals || o.normals,       particles || o.particles, numbers || o.numbers,
                pieces || o.pieces,   velocities || o.velocities, skeletons || o.skeletons};
    }
    bool operator==(const Needs&) const = default;
};

// A body as a whole, for plots.
struct BodyNumbers {
    Vec3d center, velocity;     // [m], [m/s] of its mass
    Box bounds;                 // [m] of its surface
    double kinetic_energy = 0;  // [J]
    u32 contacts = 0;           // that pushed, in the last substep
    bool asleep = false, quarantined = false;
};

// Of a body that may tear: what there is of it now.
struct PieceFrame {
    std::shared_ptr<const SurfaceModel> surface;
    std::vector<Vec3> positions, normals, velocities;  // of its vertices; the latter [m/s], where they are asked for
};

struct PieceParticles {
    std::shared_ptr<const Model> model;
    std::vector<Float4> position, velocity;  // as ParticleView has them
};

struct BodyFrame {
    std::vector<Vec3> positions, normals;  // of vertices
    std::vector<Vec3> particle_positions, particle_velocities;
    std::vector<float> particle_strain;  // the largest |principal stretch - 1|
    BodyNumbers numbers;
    std::vector<PieceFrame> pieces;  // of a body that never tears: empty
    // Of a body that may tear, until it is known whether it does (torn_bodies.h).
    std::vector<PieceParticles> piece_particles;  // with `pieces`, in their order
    std::vector<u32> torn_links;                  // ascending
    std::vector<float> pose;                      // of a character: as RecordedSkeleton says
};

struct CameraFrame {
    Transform frame;  // it looks along -z, and +y is up in the picture
    float fov = 0;    // [rad] of the picture's height
    float padding = 0;
    bool operator==(const CameraFrame&) const = default;
};

struct RecordFrame {
    u64 number = 0;
    std::vector<BodyFrame> bodies;
    std::vector<Transform> colliders;  // poses, in the order of RecordedScene
    std::vector<CameraFrame> cameras;  // likewise
    size_t bytes() const;              // that its arrays hold
};

// A body as it is recorded: itself, or with all the cracks it has in the end.
struct SeenBody {
    const Matter& matter;
    const ParticleView& view;
    const SurfaceFrame& surface;
};
void take_body(const SeenBody& seen, const Needs& needs, BodyFrame& out);

struct TearableBody;
// `tearable`: those that may tear; a frame with any of them must be completed (TornBodies) before recorders see it. The
// cameras are those that recorded_scene() was given.
void take_frame(const World& world, u64 number, const Needs& needs, RecordFrame& out,
                std::span<const TearableBody> tearable = {}, std::span<const SceneCamera> cameras = {});

}  // namespace pliant
