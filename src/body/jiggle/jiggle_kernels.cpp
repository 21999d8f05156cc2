#include "body/jiggle/jiggle_kernels.h"

namespace pliant::jiggle {

namespace {

struct Response8 {
    Four8 swing, rest;  // keep, carry, pull, slow; push, weight, simulated, 1/m
};
PL_INLINE Response8 load_responses(const Response* r, u32 n) {
    const float* floats = &r->keep;
    return {load_rows(floats, n, sizeof(Response) / sizeof(float)),
            load_rows(floats + 4, n, sizeof(Response) / sizeof(float))};
}

// In the frame of the place, which moves evenly in the substep: what a particle is off it, and how fast that changes.
// Of the place's way, the share that it does not have to catch up with carries it along and is no speed of its own.
EndResult swing(const SwingArguments& s) {
    const f32x8 inverse_h = splat(1.0f / s.step), zero = splat(0.0f), drag = splat(s.drag);
    const Vec3x8 g = splat_vector(s.gravity), air = splat_vector(s.air), none{zero, zero, zero};
    constexpr size_t leash_floats = sizeof(Leash) / sizeof(float);
    MotionLanes motion;
    Response8 r{};
    if (s.alike) {
        Response copies[lane_count];
        for (Response& copy : copies) copy = *s.response;
        r = load_responses(copies, lane_count);
    }
    for (u32 i = 0; i < s.count; i += lane_count) {
        const u32 n = s.count - i < lane_count ? s.count - i : lane_count;
        if (!s.alike) r = load_responses(s.response + i, n);
        const Four8 x = load_rows(s.position + 4 * i, n);
        const Vec3x8 from = xyz(load_rows(&s.place[i].from.x, n, leash_floats)),
                     to = xyz(load_rows(&s.place[i].to.x, n, leash_floats));
        Vec3x8 v = xyz(load_rows(s.velocity + 4 * i, n)) + xyz(load_rows(s.haste + 4 * i, n));
        v = v + (air - v) * drag;
        const Vec3x8 frame = (to - from) * (r.rest.y * inverse_h), off = xyz(x) - from, rate = v - frame;
        Vec3x8 next = to + off * r.swing.x + rate * r.swing.y + g * r.rest.x;
        Vec3x8 last = frame + off * r.swing.z + rate * r.swing.w + g * r.swing.y;
        const i32x8 simulated = r.rest.z > zero, held = simulated & ~(x.w > zero);
        next = select(simulated, next, to);
        next = select(held, xyz(x), next);
        const Vec3x8 mean = (next - xyz(x)) * inverse_h;
        last = select(simulated & ~held, last, mean);
        const Vec3x8 haste = select(simulated & ~held, last - mean, none);
        store_rows(s.previous + 4 * i, x, n);
        store_rows(s.position + 4 * i, {next.x, next.y, next.z, x.w}, n);
        store_rows(s.velocity + 4 * i, {mean.x, mean.y, mean.z, zero}, n);
        store_rows(s.haste + 4 * i, {haste.x, haste.y, haste.z, zero}, n);
        motion.add(next, mean, last, n);
    }
    return motion.result();
}

}  // namespace

extern const JiggleKernels PLIANT_KERNEL(jiggle_kernels);
const JiggleKernels PLIANT_KERNEL(jiggle_kernels) = {swing};

}  // namespace pliant::jiggle
