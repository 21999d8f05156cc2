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

// Rows of three floats; the last of all are not followed by a fourth.
PL_INLINE Vec3x8 load_places(const Vec3* p, u32 n, bool last) {
    if (!last) return xyz(load_rows(&p->x, lane_count, 3));
    float copy[4 * lane_count] = {};
    for (u32 k = 0; k < n; ++k) copy[4 * k] = p[k].x, copy[4 * k + 1] = p[k].y, copy[4 * k + 2] = p[k].z;
    return xyz(load_rows(copy, lane_count));
}

struct Frame8 {
    f32x8 m[3][3];
    Vec3x8 offset;
    f32x8 share;
    explicit Frame8(const GuideTargets::Frame& f)
        : offset{splat(f.offset.x), splat(f.offset.y), splat(f.offset.z)}, share(splat(f.share)) {
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) m[r][c] = splat(f.linear.column[c][r]);
    }
    PL_INLINE Vec3x8 place(const Vec3x8& p) const {
        return Vec3x8{m[0][0] * p.x + m[0][1] * p.y + m[0][2] * p.z, m[1][0] * p.x + m[1][1] * p.y + m[1][2] * p.z,
                      m[2][0] * p.x + m[2][1] * p.y + m[2][2] * p.z} +
               offset;
    }
};

// In the frame of the target, which moves evenly in the substep: the offset of a particle, and how fast that changes.
// The share of the target's displacement that the particle need not catch up with moves it along, and is not its
// velocity.
EndResult swing(const SwingArguments& s) {
    const f32x8 inverse_h = splat(1.0f / s.step), zero = splat(0.0f), drag = splat(s.drag);
    const Vec3x8 g = splat_vector(s.gravity), air = splat_vector(s.air), none{zero, zero, zero};
    const Frame8 before(s.before), now(s.now);
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
        const bool last_rows = i + lane_count >= s.count;
        const Vec3x8 begin = load_places(s.from + i, n, last_rows),
                     displacement = s.to ? load_places(s.to + i, n, last_rows) - begin : none;
        const Vec3x8 from = before.place(s.to ? begin + displacement * before.share : begin),
                     to = now.place(s.to ? begin + displacement * now.share : begin);
        Vec3x8 v = xyz(load_rows(s.velocity + 4 * i, n)) + xyz(load_rows(s.velocity_excess + 4 * i, n));
        v = v + (air - v) * drag;
        const Vec3x8 frame = (to - from) * (r.rest.y * inverse_h), off = xyz(x) - from, rate = v - frame;
        Vec3x8 next = to + off * r.swing.x + rate * r.swing.y + g * r.rest.x;
        Vec3x8 last = frame + off * r.swing.z + rate * r.swing.w + g * r.swing.y;
        const i32x8 simulated = r.rest.z > zero, held = simulated & ~(x.w > zero);
        next = select(simulated, next, to);
        next = select(held, xyz(x), next);
        const Vec3x8 mean = (next - xyz(x)) * inverse_h;
        last = select(simulated & ~held, last, mean);
        const Vec3x8 velocity_excess = select(simulated & ~held, last - mean, none);
        store_rows(s.previous + 4 * i, x, n);
        store_rows(s.position + 4 * i, {next.x, next.y, next.z, x.w}, n);
        store_rows(s.velocity + 4 * i, {mean.x, mean.y, mean.z, zero}, n);
        store_rows(s.velocity_excess + 4 * i, {velocity_excess.x, velocity_excess.y, velocity_excess.z, zero}, n);
        motion.add(next, mean, last, n);
    }
    return motion.result();
}

}  // namespace

extern const JiggleKernels PLIANT_KERNEL(jiggle_kernels);
const JiggleKernels PLIANT_KERNEL(jiggle_kernels) = {swing};

}  // namespace pliant::jiggle
