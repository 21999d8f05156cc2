// The inner loops of the lattice, compiled once per instruction set. Plain pointers and numbers only.
//
// A `record` is what is summed over regions: 12 floats, and more where regions are damped.
//
//     gathered   row k = m u_k (1, x0, y0, z0), k = x, y, z
//                damped: and (m v, m ux²), (m r x v, m uy²), m (uz², ux uy, ux uz, uy uz)
//     spread     row k = (tau_k, E_k0, E_k1, E_k2)
//                damped: and (velocity, -), (spin, -)
#pragma once

#include "body/lattice/sum_program.h"
#include "core/cpu.h"

namespace pliant::lattice {

constexpr u32 plain_record = 12;
constexpr u32 gathered_record = 24;  // with damping
constexpr u32 spread_record = 20;    // with damping

// The frame in which a body's sums are formed; any frame gives the same physics, a near one gives good digits.
struct Frame {
    float rotation[9];  // columns
    float center[3];
    float velocity[3];
};

struct MomentArguments {
    const float* position;  // x y z 1/m, from the first particle of the slice on
    const float* velocity;  // x y z -
    const float* rest;      // x0 y0 z0 m/|R|
    u32 count;
    Frame frame;
    float* records;
};

struct SumArguments {
    const SumRun* runs;
    u32 run_count;
    const u32* terms;
    const float* sources;
    float* destinations;
    bool far;  // the body is larger than the caches: fetch ahead
};

// Arrays of region data are in planar order, each plane padded to whole lanes.
struct FitArguments {
    SumArguments sums;  // over regions; goals take their place
    u32 count;          // regions, rounded up to whole lanes
    u32 lag;            // how far back a sum may refer
    Frame frame;
    const float* mass;
    const float* center[3];
    const float* covariance[6];
    float* rotation[4];      // quaternions, warm start in and out
    const float* stiffness;  // per region, or null where it is the same everywhere (then goals are not scaled)
    const float* damping;    // likewise
    float crush_resistance;
};

// What regions are in another rest shape x0 + u, from gathered records of u and what they are in x0.
struct ReshapeArguments {
    const float* records;
    u32 count;  // regions, rounded up to whole lanes
    const float* mass;
    const float* center[3];
    const float* covariance[6];
    float* new_center[3];
    float* new_covariance[6];
};

struct MoveArguments {
    float* position;  // from the first particle of the slice on
    float* previous;  // takes the old position, or null
    float* velocity;
    const float* rest;
    float mass_scale;   // mass of a particle over the weight it has in `rest` times its region's size
    SumArguments sums;  // of goals, over the regions of each particle
    u32 count;
    Frame frame;
    const float* stiffness;  // mean over the regions of each particle, or null
    const float* damping;
    float uniform_stiffness;  // 0 … 1 of the way to the goal in this substep
    float uniform_damping;    // 0 … 1 of the way to the region's motion
    float step;               // [s]
    float gravity[3];         // [m/s²]
    float air[3];             // velocity of the air [m/s]
    float drag;               // 0 … 1 of the way to the velocity of the air
};

// What a block found out on its way.
struct MoveResult {
    float low[3], high[3];  // of the next positions
    float greatest_speed2;  // [m²/s²]
    u32 non_finite;         // some position or velocity is not finite or beyond all bounds
};

struct Kernels {
    void (*moments[2])(const MomentArguments&);  // [0]: plain, [1]: damped
    void (*gather[2])(const SumArguments&);      // sums of gathered records
    void (*fit[2])(const FitArguments&);
    void (*spread[2])(const SumArguments&);  // sums of spread records
    MoveResult (*move[2])(const MoveArguments&);
    void (*reshape)(const ReshapeArguments&);
};
PLIANT_DECLARE_KERNELS(Kernels, kernels)

}  // namespace pliant::lattice
