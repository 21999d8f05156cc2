// Every particle swings about its place for a substep, compiled once per instruction set.
#pragma once

#include "body/guide_targets.h"
#include "body/motion_lanes.h"
#include "core/cpu.h"

namespace pliant::jiggle {

// How a particle answers in a substep (constraint/oscillator.h).
struct Response {
    float keep, carry, pull, slow;
    float push;
    float weight;     // share of the target's displacement that it has to catch up with
    float simulated;  // 0: it is where its place is
    float inverse_mass;
};

struct SwingArguments {
    float* position;  // x y z 1/m, from the first particle of the block on
    float* previous;
    float* velocity;         // mean, of the substep
    float* velocity_excess;  // by how much they are faster in the end
    const Vec3* from;        // of each: where it is drawn to when the step begins, in the guide's space
    const Vec3* to;          // and when it ends; null: there too
    GuideTargets::Frame before, now;
    const Response* response;  // of each, or one for all
    bool alike;                // the latter
    u32 count;
    float step;        // [s]
    float gravity[3];  // [m/s²]
    float air[3];      // [m/s]
    float drag;        // 0 … 1 of the way to the velocity of the air
};

struct JiggleKernels {
    EndResult (*swing)(const SwingArguments&);
};
PLIANT_DECLARE_KERNELS(JiggleKernels, jiggle_kernels)

}  // namespace pliant::jiggle
