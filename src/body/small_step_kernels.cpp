#include "body/small_step_kernels.h"

#include "core/gather.h"

namespace pliant {

namespace {

void move(const MoveArguments& m) {
    const f32x8 h = splat(m.step), inverse_h = splat(1.0f / m.step), zero = splat(0.0f), drag = splat(m.drag),
                damping = splat(m.damping);
    const Vec3x8 g = splat_vector(m.gravity), air = splat_vector(m.air), center = splat_vector(m.center),
                 motion = splat_vector(m.motion), spin = splat_vector(m.spin);
    for (u32 i = 0; i < m.count; i += lane_count) {
        const u32 n = m.count - i < lane_count ? m.count - i : lane_count;
        const Four8 x = load_rows(m.position + 4 * i, n);
        Vec3x8 v;
        if (m.previous) {
            v = xyz(load_rows(m.velocity + 4 * i, n));
            if (m.haste) v = v + xyz(load_rows(m.haste + 4 * i, n));
            if (m.damping > 0) v = v + (motion + cross(spin, xyz(x) - center) - v) * damping;
            store_rows(m.previous + 4 * i, x, n);
        } else {
            v = (xyz(x) - xyz(load_rows(m.before + 4 * i, n)) + xyz(load_rows(m.lost + 4 * i, n))) * inverse_h;
        }
        Vec3x8 a = g;
        if (m.acceleration) a = a + xyz(load_rows(m.acceleration + 4 * i, n));
        v = v + a * h + (air - v) * drag;
        v = select(x.w > zero, v, Vec3x8{zero, zero, zero});
        store_rows(m.before + 4 * i, x, n);
        // A small step goes a short way, of which a position of some metres keeps few digits. What is lost of it counts
        // for the speed at its end, or rounding would slow things down and speed them up at random.
        const Four8 next = moved(x, v * h);
        const Vec3x8 lost = v * h - (xyz(next) - xyz(x));
        store_rows(m.lost + 4 * i, {lost.x, lost.y, lost.z, zero}, n);
        store_rows(m.position + 4 * i, next, n);
    }
}

EndResult end(const EndArguments& e) {
    const f32x8 inverse_small = splat(1.0f / e.small_step), inverse = splat(1.0f / e.step), zero = splat(0.0f);
    const f32x8 huge = splat(3e38f), bound = splat(1e15f), lane_number = lane_numbers();
    Vec3x8 low{huge, huge, huge}, high{-huge, -huge, -huge};
    f32x8 speed2 = zero;
    i32x8 wild = {};
    for (u32 i = 0; i < e.count; i += lane_count) {
        const u32 n = e.count - i < lane_count ? e.count - i : lane_count;
        const Four8 x = load_rows(e.position + 4 * i, n);
        const Vec3x8 mean = (xyz(x) - xyz(load_rows(e.previous + 4 * i, n))) * inverse;
        const Vec3x8 way = xyz(x) - xyz(load_rows(e.before + 4 * i, n)) + xyz(load_rows(e.lost + 4 * i, n));
        const Vec3x8 last = way * inverse_small, haste = last - mean;
        store_rows(e.velocity + 4 * i, {mean.x, mean.y, mean.z, zero}, n);
        store_rows(e.haste + 4 * i, {haste.x, haste.y, haste.z, zero}, n);

        const i32x8 counted = lane_number < splat(static_cast<float>(n));
        const Vec3x8 for_low = select(counted, xyz(x), Vec3x8{huge, huge, huge}),
                     for_high = select(counted, xyz(x), Vec3x8{-huge, -huge, -huge});
        low = {least(for_low.x, low.x), least(for_low.y, low.y), least(for_low.z, low.z)};
        high = {greatest(for_high.x, high.x), greatest(for_high.y, high.y), greatest(for_high.z, high.z)};
        speed2 = greatest(select(counted, dot(mean, mean), zero), speed2);
        const f32x8 extent = greatest(greatest(absolute(x.x), absolute(x.y)), absolute(x.z)) +
                             greatest(greatest(absolute(last.x), absolute(last.y)), absolute(last.z));
        wild |= counted & ~(extent < bound);  // false for NaN too
    }
    EndResult result;
    result.greatest_speed2 = 0;
    const f32x8* lows[3] = {&low.x, &low.y, &low.z};
    const f32x8* highs[3] = {&high.x, &high.y, &high.z};
    for (int k = 0; k < 3; ++k) {
        result.low[k] = 3e38f, result.high[k] = -3e38f;
        for (u32 l = 0; l < lane_count; ++l) {
            if (lane(*lows[k], l) < result.low[k]) result.low[k] = lane(*lows[k], l);
            if (lane(*highs[k], l) > result.high[k]) result.high[k] = lane(*highs[k], l);
        }
    }
    for (u32 l = 0; l < lane_count; ++l)
        if (lane(speed2, l) > result.greatest_speed2) result.greatest_speed2 = lane(speed2, l);
    result.wild = any(wild);
    return result;
}

}  // namespace

extern const SmallStepKernels PLIANT_KERNEL(small_step_kernels);
const SmallStepKernels PLIANT_KERNEL(small_step_kernels) = {move, end};

}  // namespace pliant
