#include "bench/limits_kernels.h"

#include "core/lanes.h"

namespace pliant::bench {

static void triad(float* a, const float* b, const float* c, size_t n) {
    const f32x8 s = splat(3.0f);
    for (size_t i = 0; i < n; i += 8) store8(a + i, load8(b + i) + s * load8(c + i));
}

static float multiply_add(u32 rounds) {
    f32x8 v[10];
    for (int k = 0; k < 10; ++k) v[k] = splat(1.0f + 0.1f * static_cast<float>(k));
    const f32x8 m = splat(0.999f), p = splat(1e-3f);
    for (u32 i = 0; i < rounds; ++i)
        for (int k = 0; k < 10; ++k) v[k] = v[k] * m + p;
    float sum = 0;
    for (int k = 0; k < 10; ++k) sum += lane(v[k], 0);
    return sum;
}

extern const LimitKernels PLIANT_KERNEL(limit_kernels);
const LimitKernels PLIANT_KERNEL(limit_kernels) = {triad, multiply_add};

}  // namespace pliant::bench
