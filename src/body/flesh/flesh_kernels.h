// The inner loops of flesh, compiled once per instruction set. Plain pointers and numbers only.
//
// Within a small step positions stay as they were, and displacements grow: x = position + displacement. The correction
// of a tet in a short step is a few units in the last place of a position, and matter at rest would round it in the
// same direction in every step. A displacement has digits to spare.
#pragma once

#include "constraint/neo_hookean.h"
#include "core/cpu.h"
#include "core/types.h"

namespace pliant::flesh {

// Eight tets that share no corner, as kernels read them.
struct alignas(32) TetGroup {
    u32 corner[4][8];         // particles
    float metric[13][8];      // of TetMetric8, in its order
    float inverse_volume[8];  // [1/m³]
};
// And what is seldom looked at.
struct alignas(32) TetRestGroup {
    float inverse[9][8];  // [1/m] rows of the inverse of the edges at rest
};

PL_INLINE TetMetric8 metric_of(const TetGroup& g) {
    const float(&m)[13][8] = g.metric;
    return {load8(m[0]), load8(m[1]), load8(m[2]), load8(m[3]),  load8(m[4]),  load8(m[5]), load8(m[6]),
            load8(m[7]), load8(m[8]), load8(m[9]), load8(m[10]), load8(m[11]), load8(m[12])};
}
PL_INLINE TetRest8 rest_of(const TetRestGroup& g) {
    return {{{load8(g.inverse[0]), load8(g.inverse[1]), load8(g.inverse[2])},
             {load8(g.inverse[3]), load8(g.inverse[4]), load8(g.inverse[5])},
             {load8(g.inverse[6]), load8(g.inverse[7]), load8(g.inverse[8])}}};
}

struct TetArguments {
    const float* position;
    float* displacement;  // x y z 0
    const TetGroup* group;
    const TetRestGroup* rest;
    const float* softness;  // [m³/kg] 1 / (mu h²) of each lane, or null:
    float uniform_softness;
    float mu_by_lambda;
    u32 count;  // of groups
};

struct DampArguments {
    const float* position;
    float* velocity;
    const TetGroup* group;
    const float* viscosity;  // [kg] of each lane: k of constraint/tet_damping.h
    u32 count;
};

// Particles of a block start into a small step.
struct StartArguments {
    float* position;           // from the first particle of the block on; x y z 1/m
    float* displacement;       // of the small step that is over, and of this one
    float* rounding_residual;  // what rounding took from the former: this one begins with it
    float* previous;           // takes the positions of the substep's beginning; null except in its first small step
    const float* velocity;     // in the first small step; later ones follow from the displacement
    const float* velocity_excess;  // what is added to velocities in the first small step, or null
    u32 count;
    float step;        // [s] small
    float gravity[3];  // [m/s²]
    float air[3];      // [m/s]
    float drag;        // 0 … 1 of the way to the velocity of the air
};

// And have gone the last of the substep: takes positions, what rounding took from them, and those of its beginning.
struct ArriveArguments {
    float* position;
    const float* displacement;
    float* rounding_residual;
    float* before;
    u32 count;
};

struct Kernels {
    void (*start)(const StartArguments&);
    void (*arrive)(const ArriveArguments&);
    void (*tets)(const TetArguments&);
    void (*damp)(const DampArguments&);
};
PLIANT_DECLARE_KERNELS(Kernels, kernels)

}  // namespace pliant::flesh
