// What kernels that move particles find out about the whole on the way.
#pragma once

#include "core/gather.h"

namespace pliant {

struct EndResult {
    float low[3], high[3];  // of positions
    float greatest_speed2;  // [m²/s²]
    u32 non_finite;         // some position or velocity is not finite or beyond all bounds
};

class MotionLanes {
  public:
    // Of n particles in lanes: where they are, how fast they were on average, and in the end.
    PL_INLINE void add(const Vec3x8& x, const Vec3x8& mean, const Vec3x8& last, u32 n) {
        const f32x8 huge = splat(3e38f), zero = splat(0.0f);
        const i32x8 counted = lane_numbers() < splat(static_cast<float>(n));
        const Vec3x8 for_low = select(counted, x, Vec3x8{huge, huge, huge}),
                     for_high = select(counted, x, Vec3x8{-huge, -huge, -huge});
        low_ = {least(for_low.x, low_.x), least(for_low.y, low_.y), least(for_low.z, low_.z)};
        high_ = {greatest(for_high.x, high_.x), greatest(for_high.y, high_.y), greatest(for_high.z, high_.z)};
        speed2_ = greatest(select(counted, dot(mean, mean), zero), speed2_);
        const f32x8 extent = greatest(greatest(absolute(x.x), absolute(x.y)), absolute(x.z)) +
                             greatest(greatest(absolute(last.x), absolute(last.y)), absolute(last.z));
        non_finite_ |= counted & ~(extent < splat(1e15f));  // false for NaN too
    }
    PL_INLINE EndResult result() const {
        EndResult result;
        result.greatest_speed2 = 0;
        const f32x8* lows[3] = {&low_.x, &low_.y, &low_.z};
        const f32x8* highs[3] = {&high_.x, &high_.y, &high_.z};
        for (int k = 0; k < 3; ++k) {
            result.low[k] = 3e38f, result.high[k] = -3e38f;
            for (u32 l = 0; l < lane_count; ++l) {
                if (lane(*lows[k], l) < result.low[k]) result.low[k] = lane(*lows[k], l);
                if (lane(*highs[k], l) > result.high[k]) result.high[k] = lane(*highs[k], l);
            }
        }
        for (u32 l = 0; l < lane_count; ++l)
            if (lane(speed2_, l) > result.greatest_speed2) result.greatest_speed2 = lane(speed2_, l);
        result.non_finite = any(non_finite_);
        return result;
    }

  private:
    Vec3x8 low_{splat(3e38f), splat(3e38f), splat(3e38f)}, high_{splat(-3e38f), splat(-3e38f), splat(-3e38f)};
    f32x8 speed2_ = splat(0.0f);
    i32x8 non_finite_ = {};
};

}  // namespace pliant
