// The search through the tree of winding.h, compiled once per instruction set.
#pragma once

#include "core/cpu.h"
#include "geometry/winding.h"

namespace pliant {

struct WindingKernels {
    // Node 0 is the root; p in the coordinates of the tree.
    double (*winding)(const WindingNode* nodes, const WindingPacket* packets, const Vec3& p);
};
PLIANT_DECLARE_KERNELS(WindingKernels, winding_kernels)

}  // namespace pliant
