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
            if (m.velocity_excess) v = v + xyz(load_rows(m.velocity_excess + 4 * i, n));
            if (m.damping > 0) v = v + (motion + cross(spin, xyz(x) - center) - v) * damping;
            store_rows(m.previous + 4 * i, x, n);
        } else {
            v = (xyz(x) - xyz(load_rows(m.before + 4 * i, n)) + xyz(load_rows(m.rounding_residual + 4 * i, n))) *
                inverse_h;
        }
        Vec3x8 a = g;
        if (m.acceleration) a = a + xyz(load_rows(m.acceleration + 4 * i, n));
        v = v + a * h + (air - v) * drag;
        v = select(x.w > zero, v, Vec3x8{zero, zero, zero});
        store_rows(m.before + 4 * i, x, n);
        // The displacement of a small step is short, and a position of some metres keeps few digits of it. The rest
        // counts for the velocity at its end, or rounding would slow particles down and speed them up at random.
        const Four8 next = moved(x, v * h);
        const Vec3x8 rounding_residual = v * h - (xyz(next) - xyz(x));
        store_rows(m.rounding_residual + 4 * i, {rounding_residual.x, rounding_residual.y, rounding_residual.z, zero},
                   n);
        store_rows(m.position + 4 * i, next, n);
    }
}

EndResult end(const EndArguments& e) {
    const f32x8 inverse_small = splat(1.0f / e.small_step), inverse = splat(1.0f / e.step), zero = splat(0.0f);
    MotionLanes motion;
    for (u32 i = 0; i < e.count; i += lane_count) {
        const u32 n = e.count - i < lane_count ? e.count - i : lane_count;
        const Four8 x = load_rows(e.position + 4 * i, n);
        const Vec3x8 mean = (xyz(x) - xyz(load_rows(e.previous + 4 * i, n))) * inverse;
        const Vec3x8 displacement =
            xyz(x) - xyz(load_rows(e.before + 4 * i, n)) + xyz(load_rows(e.rounding_residual + 4 * i, n));
        const Vec3x8 last = displacement * inverse_small, velocity_excess = last - mean;
        store_rows(e.velocity + 4 * i, {mean.x, mean.y, mean.z, zero}, n);
        store_rows(e.velocity_excess + 4 * i, {velocity_excess.x, velocity_excess.y, velocity_excess.z, zero}, n);
        motion.add(xyz(x), mean, last, n);
    }
    return motion.result();
}

}  // namespace

extern const SmallStepKernels PLIANT_KERNEL(small_step_kernels);
const SmallStepKernels PLIANT_KERNEL(small_step_kernels) = {move, end};

}  // namespace pliant
