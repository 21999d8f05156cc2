// Small steps: matter takes several in a substep of the world, in each of which it projects everything once (Macklin et
// al. 2019). How its particles start into a small step and come to the end of the substep, compiled once per
// instruction set. Positions are x y z 1/m.
#pragma once

#include "body/motion_lanes.h"
#include "core/cpu.h"
#include "core/types.h"

namespace pliant {

// Particles of a block start into a small step.
struct MoveArguments {
    float* position;               // from the first particle of the block on
    float* before;                 // takes the positions of the small step's beginning
    float* rounding_residual;      // takes what rounding took from the displacement that follows
    float* previous;               // takes those of the substep's beginning; null except in its first small step
    const float* velocity;         // in the first small step; later ones are from `before` to `position`
    const float* velocity_excess;  // what is added to velocities in the first small step, or null
    const float* acceleration;     // [m/s²] of each particle besides gravity, or null
    u32 count;
    float step;                           // [s] small
    float gravity[3];                     // [m/s²]
    float air[3];                         // [m/s]
    float drag;                           // 0 … 1 of the way to the velocity of the air
    float damping;                        // 0 … 1 of the way to the rigid motion
    float center[3], motion[3], spin[3];  // that motion
};

// And come to the end of the substep.
struct EndArguments {
    const float* position;
    const float* before;             // at the beginning of the last small step
    const float* rounding_residual;  // of the displacement since
    const float* previous;           // at the beginning of the substep
    float* velocity;                 // takes the mean velocity of the substep
    float* velocity_excess;          // takes how much faster they are in the end
    u32 count;
    float small_step, step;  // [s]
};

struct SmallStepKernels {
    void (*move)(const MoveArguments&);
    EndResult (*end)(const EndArguments&);
};
PLIANT_DECLARE_KERNELS(SmallStepKernels, small_step_kernels)

}  // namespace pliant
