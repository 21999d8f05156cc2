// How far tets are strained, eight at a time.
#pragma once

#include "core/lanes.h"

namespace pliant::flesh {

// Whether any principal stretch s may have |s - 1| above a limit: |C - 1| bounds all of them. Most tets need not be
// looked at more closely.
PL_INLINE bool may_be_strained(const Mat3x8& f, f32x8 limit) {
    const f32x8 one = splat(1.0f), xx = dot(f.column[0], f.column[0]) - one, yy = dot(f.column[1], f.column[1]) - one,
                zz = dot(f.column[2], f.column[2]) - one, xy = dot(f.column[0], f.column[1]),
                xz = dot(f.column[0], f.column[2]), yz = dot(f.column[1], f.column[2]);
    const f32x8 off = xy * xy + xz * xz + yz * yz;
    return any(xx * xx + yy * yy + zz * zz + off + off > limit * limit);
}

PL_INLINE Mat3 lane_of(const Mat3x8& m, u32 l) {
    Mat3 out;
    for (int c = 0; c < 3; ++c)
        out.column[c] = {lane(m.column[c].x, l), lane(m.column[c].y, l), lane(m.column[c].z, l)};
    return out;
}

}  // namespace pliant::flesh
