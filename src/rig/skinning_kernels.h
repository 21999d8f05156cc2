// The loop of skinning.h over vertices, compiled once per instruction set.
#pragma once

#include "core/cpu.h"
#include "core/types.h"

namespace pliant {

struct SkinArguments {
    u32 vertex_count;
    const float* rest;       // 48 numbers per eight vertices: x y z nx ny nz
    const u32* first_round;  // of a block of eight
    const u32* joints;       // eight a round
    const float* weights;    // eight a round
    const float* matrices;   // 12 numbers a joint: three rows
    float* positions;        // 3 numbers a vertex
    float* normals;          // likewise
};

struct SkinningKernels {
    void (*skin)(const SkinArguments&);
};
PLIANT_DECLARE_KERNELS(SkinningKernels, skinning_kernels)

}  // namespace pliant
