// The inner loop of the tree of a sheet, compiled once per instruction set.
#pragma once

#include "core/cpu.h"
#include "core/types.h"

namespace pliant {

struct FrontArguments {
    const float* before;  // x y z of all points when the substep began, four floats each
    const float* now;     // and at its end
    const u32* corner;    // 24 for each leaf: first corners of eight triangles, second ones, third ones
    u32* fronts;          // takes one for each leaf
    u32 count;            // of leaves
};

struct SheetKernels {
    // Of 26 directions, those from which the front of all eight triangles is visible during the whole substep.
    void (*fronts)(const FrontArguments&);
};
PLIANT_DECLARE_KERNELS(SheetKernels, sheet_kernels)

}  // namespace pliant
