// A view of a body's particles: its range of the world's arrays.
#pragma once

#include "core/vec.h"

namespace pliant {

// Position and inverse mass share a block, because kernels that gather one need the other.
struct alignas(16) Float4 {
    float x = 0, y = 0, z = 0, w = 0;
    PL_INLINE Vec3 xyz() const { return {x, y, z}; }
    PL_INLINE void set_xyz(const Vec3& v) {
        x = v.x;
        y = v.y;
        z = v.z;
    }
};
PL_INLINE const float* floats(const Float4* p) { return &p->x; }
PL_INLINE float* floats(Float4* p) { return &p->x; }

// A body's own particles, numbered from 0.
struct ParticleView {
    Float4* position;  // x y z [m], 1/m [1/kg]: 0 where the particle is held
    Float4* previous;  // where it was when the substep began
    Float4* velocity;  // x y z [m/s], unused
    u32 count;
};

}  // namespace pliant
