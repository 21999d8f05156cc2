#include "body/motion_limit_kernels.h"

#include "core/gather.h"

namespace pliant {

namespace {

PL_INLINE f32x8 length(const Vec3x8& v) { return square_root(dot(v, v)); }

// Out of the ball of radius r around t + back, for what is in the ball of radius d around t.
PL_INLINE Vec3x8 out_of_backstop(const Vec3x8& x, const Vec3x8& t, const Vec3x8& back, f32x8 d, f32x8 r) {
    const f32x8 tiny = splat(1e-30f), zero = splat(0.0f);
    const f32x8 apart = greatest(length(back), tiny);
    const Vec3x8 c = t + back, front = back * (splat(-1.0f) / apart), q = x - c;
    const f32x8 deep = length(q);
    const Vec3x8 straight = c + q * (r / greatest(deep, tiny));
    // The circle: z along the axis from c to t, rho around it.
    const f32x8 z = (apart * apart + r * r - d * d) / (apart + apart);
    const f32x8 rho = square_root(greatest(r * r - z * z, zero));
    const Vec3x8 aside = q - front * dot(q, front);
    const f32x8 off_axis = length(aside), least_aside = r * splat(1e-6f);
    const Vec3x8 on_circle = c + front * z + aside * (rho / greatest(off_axis, tiny));
    const Vec3x8 near = select(off_axis > least_aside, on_circle, c + front * r);
    const Vec3x8 out = select((length(straight - t) > d) | (deep < r * splat(1e-6f)), near, straight);
    return select(deep < r, out, x);
}

void enforce(const MotionLimitArguments& a) {
    const f32x8 share = splat(a.share), inverse_h = splat(a.inverse_h), tiny = splat(1e-30f), zero = splat(0.0f);
    for (u32 i = 0; i < a.count; i += lane_count) {
        const u32 n = a.count - i < lane_count ? a.count - i : lane_count;
        const Four8 x = load_rows(a.position + 4 * i, n);
        const float* motion_limit = &a.motion_limit[i].from.x;
        const Four8 from = load_rows(motion_limit, n, 12), to = load_rows(motion_limit + 4, n, 12),
                    back = load_rows(motion_limit + 8, n, 12);
        const Vec3x8 t = xyz(from) + (xyz(to) - xyz(from)) * share;
        const Vec3x8 offset = xyz(x) - t;
        const f32x8 far = length(offset), d = from.w;
        Vec3x8 kept = select(far > d, t + offset * (d / greatest(far, tiny)), xyz(x));
        if (any(to.w > zero)) kept = out_of_backstop(kept, t, xyz(back), d, to.w);
        kept = select(x.w > zero, kept, xyz(x));
        if (a.velocity) {
            const Four8 v = load_rows(a.velocity + 4 * i, n);
            const Vec3x8 changed = xyz(v) + (kept - xyz(x)) * inverse_h;
            store_rows(a.velocity + 4 * i, {changed.x, changed.y, changed.z, v.w}, n);
        }
        store_rows(a.position + 4 * i, {kept.x, kept.y, kept.z, x.w}, n);
    }
}

}  // namespace

extern const MotionLimitKernels PLIANT_KERNEL(motion_limit_kernels);
const MotionLimitKernels PLIANT_KERNEL(motion_limit_kernels) = {enforce};

}  // namespace pliant
