// How far particles may move from where a guide has them (motion limits), compiled once per instruction set.
//
//   target         t, on a straight path within a substep
//   max distance   |x - t| <= d
//   backstop       |x - c| >= r,  c = t + b: a ball behind the surface that is followed
//
//           ___
//         .  d  .        what is too far goes straight back to the ball of d, what is in the backstop straight out of
//        :   t   :       it; where that would be too far again, to the circle in which the two balls meet, on its own
//     ----\--.--/----    side. So both hold at once, and not one after the other.
//       r  `-c-'
#pragma once

#include "core/cpu.h"
#include "core/particle_view.h"

namespace pliant {

struct MotionLimit {
    static constexpr float unlimited = 1e18f;
    Float4 from;  // [m] target where the substep begins; w: max distance
    Float4 to;    // [m] and where it ends; w: radius of the backstop, 0 where there is none
    Float4 back;  // [m] from the target to the middle of the backstop
};

struct MotionLimitArguments {
    float* position;                  // x y z 1/m of each particle; what is held stays
    float* velocity;                  // changed by the correction; or null
    const MotionLimit* motion_limit;  // of each particle
    u32 count;
    float share;      // 0 … 1 of the target's path
    float inverse_h;  // [1/s] one over the time in which velocities change
};

struct MotionLimitKernels {
    void (*enforce)(const MotionLimitArguments&);
};
PLIANT_DECLARE_KERNELS(MotionLimitKernels, motion_limit_kernels)

}  // namespace pliant
