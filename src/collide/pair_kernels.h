// The inner loops of finding contacts between two skins, compiled once per instruction set.
#pragma once

#include "core/cpu.h"
#include "core/types.h"

namespace pliant {

// A triangle that others may touch: its corners at the beginning and at the end of the substep, four floats each. The
// fourth ones are its box: low x y z and high x y z.
struct TargetRows {
    static constexpr u32 count = 6;
    float row[count][4];
};

// Eight boxes beside each other: low x y z, then minus high x y z. Those that touch a box: no side is above its limit.
struct BoxesNear {
    const float* side[6];
    const u32* blocks;  // first slots of eight boxes each
    u32 count;          // of blocks
    float limit[6];     // high x y z, then minus low x y z
    u32* slots;         // takes eight for each block
};

// Points that may touch something, from their places at the beginning and at the end of the substep.
struct PointsNear {
    const float* before[3];
    const float* now[3];
    u32 begin, end;                  // slots, from a multiple of eight on
    float seen_low[3], seen_high[3];  // their paths touch this box
    float frame[3];                  // and, seen from what moves that way, the following one
    float low[3], high[3];
    float slab_origin[3], slab_low[8], slab_high[8];  // and bounds along diagonals, in the order of class Slabs
    u32* slots;                                       // takes as many as there are points, and seven
};

// Distances of a point from boxes, squared, and never more than the true ones by rounding.
struct BoxDistances {
    const TargetRows* targets;
    const u32* slots;
    u32 count;
    float point[3];
    float* squared;  // takes as many as there are slots, and seven
};

// The places on triangles that are closest to a point, as closest_on_triangle gives them.
struct Closest8 {
    float distance_squared[8], point[3][8], weights[3][8];
    u32 feature[8];
};
struct ClosestOnTargets {
    const TargetRows* targets;
    const u32* slots;
    u32 count;
    float point[3];
    float time;     // 0 ... 1 of the substep
    Closest8* out;  // one for each eight slots
};

// Eight triangles of a skin in motion.
struct SkinTriangles {
    const float* before;     // x y z of all points when the substep began, four floats each
    const float* now;        // and at its end
    const float* particles;  // at the beginning, likewise
    u32 corner[3][8];
    u32 behind[8];  // particles
    float frame[3];
};
struct SkinTriangleBoxes {
    float low[3][8], high[3][8], displacement[8];
    u32 inverted;  // a bit for each whose particle behind is in front of it, or in its plane
};

struct PairKernels {
    u32 (*boxes_near)(const BoxesNear&);    // how many slots there are
    u32 (*points_near)(const PointsNear&);  // likewise
    void (*box_distances)(const BoxDistances&);
    void (*closest)(const ClosestOnTargets&);
    void (*skin_triangles)(const SkinTriangles&, SkinTriangleBoxes&);
};
PLIANT_DECLARE_KERNELS(PairKernels, pair_kernels)

}  // namespace pliant
