// The inner loops of flesh, compiled once per instruction set. Plain pointers and numbers only. Positions are x y z
// 1/m.
#pragma once

#include "core/cpu.h"
#include "core/types.h"

namespace pliant::flesh {

// Eight tets that share no corner, as kernels read them.
struct alignas(32) TetGroup {
    u32 corner[4][8];         // particles
    float inverse[9][8];      // [1/m] rows of the inverse of the edges at rest
    float inverse_volume[8];  // [1/m³]
};

struct TetArguments {
    float* position;
    const TetGroup* group;
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

struct Kernels {
    void (*tets)(const TetArguments&);
    void (*damp)(const DampArguments&);
};
PLIANT_DECLARE_KERNELS(Kernels, kernels)

}  // namespace pliant::flesh
