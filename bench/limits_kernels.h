#pragma once

#include "core/cpu.h"
#include "core/types.h"

namespace pliant::bench {

struct LimitKernels {
    void (*triad)(float* a, const float* b, const float* c, size_t n);
    float (*multiply_add)(u32 rounds);
};
PLIANT_DECLARE_KERNELS(LimitKernels, limit_kernels)

constexpr double limit_flops(u32 rounds) {
    return rounds * 10.0 * 8 * 2;
}  // ten vectors of eight, a product and a sum each

}  // namespace pliant::bench
