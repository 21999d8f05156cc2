// Random numbers that are the same everywhere (<random>'s distributions are not): a counter, hashed.
#pragma once

#include "core/assert.h"
#include "core/hash.h"

namespace pliant {

class Random {
  public:
    explicit Random(u64 seed) : seed_(mix(seed + 0x632be59bd9b4e019ull)) {}
    u64 bits() { return mix(seed_ ^ mix(counter_++)); }
    u32 below(u32 n) {  // 0 … n-1
        PL_ASSERT(n > 0);
        return static_cast<u32>((bits() >> 32) * n >> 32);
    }
    double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }  // [0, 1)
    double between(double low, double high) {
        PL_ASSERT(low <= high);
        return low + (high - low) * unit();
    }
    float real(float low, float high) { return static_cast<float>(between(low, high)); }
    bool chance(double p) { return unit() < p; }

  private:
    u64 seed_;
    u64 counter_ = 0;
};

}  // namespace pliant
