#include "body/cloth/cloth_kernels.h"

#include "constraint/distance.h"
#include "core/gather.h"

namespace pliant::cloth {

namespace {

// The last group of a colour may have fewer than eight: the other lanes work on a copy of its first member, and nobody
// stores what they find.
struct Rest8 {
    u32 index[lane_count];
    PL_INLINE Rest8(const u32* i, u32 n) {
        for (u32 k = 0; k < lane_count; ++k) index[k] = i[k < n ? k : 0];
    }
};
PL_INLINE f32x8 load_some(const float* p, u32 n) {
    float v[lane_count];
    for (u32 k = 0; k < lane_count; ++k) v[k] = p[k < n ? k : 0];
    return load8(v);
}
PL_INLINE void scatter_some(float* base, const u32* i, const Four8& v, u32 n) {
    float rows[4 * lane_count];
    store_transposed(rows, 4, v);
    for (u32 k = 0; k < n; ++k) store4(base + 4 * static_cast<size_t>(i[k]), load4(rows + 4 * k));
}

template <bool limit>
PL_INLINE void project_pair(Four8& a, Four8& b, f32x8 rest, f32x8 softness) {
    const Vec3x8 chord = xyz(b) - xyz(a);
    const Vec3x8 c =
        limit ? limit_correction(chord, rest, a.w + b.w) : distance_correction(chord, rest, a.w + b.w, softness);
    a = moved(a, c * a.w), b = moved(b, c * -b.w);
}

template <bool limit, bool soft>
PL_INLINE void project_pairs(const LinkArguments& l) {
    const f32x8 inverse_h2 = splat(l.inverse_h2), zero = splat(0.0f);
    u32 i = 0;
    for (; i + lane_count <= l.count; i += lane_count) {
        Four8 a = gather(l.position, l.a + i), b = gather(l.position, l.b + i);
        project_pair<limit>(a, b, load8(l.rest + i), soft ? load8(l.compliance + i) * inverse_h2 : zero);
        scatter(l.position, l.a + i, a), scatter(l.position, l.b + i, b);
    }
    if (i == l.count) return;
    const u32 n = l.count - i;
    const Rest8 ia(l.a + i, n), ib(l.b + i, n);
    Four8 a = gather(l.position, ia.index), b = gather(l.position, ib.index);
    project_pair<limit>(a, b, load_some(l.rest + i, n), soft ? load_some(l.compliance + i, n) * inverse_h2 : zero);
    scatter_some(l.position, ia.index, a, n), scatter_some(l.position, ib.index, b, n);
}

void links(const LinkArguments& l) { l.compliance ? project_pairs<false, true>(l) : project_pairs<false, false>(l); }
void limits(const LinkArguments& l) { project_pairs<true, false>(l); }

template <BendRule rule, int size>
PL_INLINE void project_bend(Four8 (&x)[size], const f32x8 (&c)[size], f32x8 rest, f32x8 softness) {
    Vec3x8 s = xyz(x[0]) * c[0];
    f32x8 weighted_inverse_mass = x[0].w * c[0] * c[0];
    for (int k = 1; k < size; ++k)
        s = s + xyz(x[k]) * c[k], weighted_inverse_mass = weighted_inverse_mass + x[k].w * c[k] * c[k];
    Vec3x8 normal = s;
    if constexpr (rule == BendRule::signed_)  // the third particle is on the left of the edge, the fourth on its right
        normal = cross(xyz(x[1]) - xyz(x[0]), xyz(x[2]) - xyz(x[size - 1]));
    const Vec3x8 error = bend_error<rule>(s, rest, normal);
    const f32x8 share = splat(-1.0f) / greatest(weighted_inverse_mass + softness, splat(1e-30f));
    for (int k = 0; k < size; ++k) x[k] = moved(x[k], error * (share * x[k].w * c[k]));
}

template <BendRule rule, int size>
PL_INLINE void project_bends(const BendArguments& b) {
    const f32x8 inverse_h2 = splat(b.inverse_h2);
    for (u32 i = 0; i < b.count; i += lane_count) {
        const u32 n = b.count - i < lane_count ? b.count - i : lane_count;
        Four8 x[size];
        f32x8 c[size];
        if (n == lane_count) {
            for (int k = 0; k < size; ++k)
                x[k] = gather(b.position, b.particle[k] + i), c[k] = load8(b.coefficient[k] + i);
            project_bend<rule>(x, c, load8(b.rest + i), load8(b.compliance + i) * inverse_h2);
            for (int k = 0; k < size; ++k) scatter(b.position, b.particle[k] + i, x[k]);
            continue;
        }
        for (int k = 0; k < size; ++k)
            x[k] = gather(b.position, Rest8(b.particle[k] + i, n).index), c[k] = load_some(b.coefficient[k] + i, n);
        project_bend<rule>(x, c, load_some(b.rest + i, n), load_some(b.compliance + i, n) * inverse_h2);
        for (int k = 0; k < size; ++k) scatter_some(b.position, Rest8(b.particle[k] + i, n).index, x[k], n);
    }
}

template <BendRule rule>
void bends(const BendArguments& b) {
    b.particle[3] ? project_bends<rule, 4>(b) : project_bends<rule, 3>(b);
}

void tethers(const TetherArguments& t) {
    const f32x8 zero = splat(0.0f), scale = splat(t.scale);
    for (u32 i = 0; i < t.count; i += lane_count) {
        const u32 n = t.count - i < lane_count ? t.count - i : lane_count;
        Four8 x = load_rows(t.position + 4 * i, n);
        const i32x8 is_free = x.w > zero;
        for (u32 k = 0; k < t.each; ++k) {
            // Arrays are padded to whole lanes.
            const Four8 anchor = gather(t.anchor, t.which + k * t.stride + i);
            const Vec3x8 chord = xyz(anchor) - xyz(x);
            const Vec3x8 back = limit_correction(chord, load8(t.length + k * t.stride + i) * scale, splat(1.0f));
            const Vec3x8 way_back = select(is_free, back, Vec3x8{zero, zero, zero});
            x = moved(x, way_back);
            if (!t.pulled) continue;
            float* sum = t.pulled + 4 * static_cast<size_t>(k * t.stride + i);  // padded to whole lanes too
            const Four8 so_far = load_transposed(sum, 4);
            store_transposed(sum, 4, moved(so_far, way_back));
        }
        store_rows(t.position + 4 * i, x, n);
    }
}

// Like a sine, of period 1: two parabolas.
PL_INLINE f32x8 wave(f32x8 turns) {
    const f32x8 round = splat(12582912.0f);  // 1.5 * 2^23: adding and taking it away leaves whole numbers
    const f32x8 f = turns - ((turns + round) - round);
    return f * (splat(8.0f) - splat(16.0f) * absolute(f));
}

// Eddies as waves in four directions, each shorter than the one before; what each moves is at a right angle to where it
// runs, so that no air comes from nowhere.
PL_INLINE Vec3x8 eddies(const FaceArguments& a, const Vec3x8& at) {
    static constexpr float run[4][3] = {
        {0.8f, 0.0f, 0.6f}, {0.0f, -0.64f, 1.28f}, {-1.5f, 1.6f, 0.4f}, {2.1f, 1.9f, -2.4f}};
    static constexpr float blow[4][3] = {
        {0.0f, 0.55f, 0.0f}, {0.5f, 0.0f, 0.0f}, {0.2f, 0.25f, -0.25f}, {0.24f, 0.0f, 0.21f}};
    Vec3x8 sum{splat(0.0f), splat(0.0f), splat(0.0f)};
    const f32x8 per_metre = splat(1.0f / a.eddy);
    for (int k = 0; k < 4; ++k) {
        const f32x8 turns = dot(at, splat_vector(run[k])) * per_metre - splat(a.phase[k]);
        sum = sum + splat_vector(blow[k]) * (wave(turns) * splat(a.turbulence));
    }
    return sum;
}

void faces(const FaceArguments& a) {
    const f32x8 third = splat(1.0f / 3), zero = splat(0.0f), drag = splat(a.drag), pressure = splat(a.pressure);
    const f32x8 per_mass = splat(a.step / a.areal_density), tiny = splat(1e-30f);
    for (u32 i = 0; i < a.count; i += lane_count) {
        const u32 n = a.count - i < lane_count ? a.count - i : lane_count;
        Vec3x8 x[3], v{zero, zero, zero};
        for (int k = 0; k < 3; ++k) {
            const Rest8 corner(a.corner[k] + i, n);
            x[k] = xyz(gather(a.position, corner.index));
            v = v + xyz(gather(a.velocity, corner.index));
        }
        const Vec3x8 area = cross(x[1] - x[0], x[2] - x[0]) * splat(0.5f);
        const Vec3x8 normal = area * (splat(1.0f) / greatest(square_root(dot(area, area)), tiny));
        Vec3x8 wind = splat_vector(a.air) - v * third;
        if (a.turbulence > 0) wind = wind + eddies(a, (x[0] + x[1] + x[2]) * third);
        const f32x8 across = dot(wind, normal), q = drag * absolute(across);
        // Taken at the end of the substep: air stops cloth, it does not throw it back.
        const f32x8 push = q * across / (splat(1.0f) + q * per_mass) + pressure;
        const Vec3x8 f = area * (push * third);
        store_rows(a.force + 4 * i, {f.x, f.y, f.z, zero}, n);
    }
}

}  // namespace

extern const Kernels PLIANT_KERNEL(kernels);
const Kernels PLIANT_KERNEL(kernels) = {
    links,
    limits,
    {bends<BendRule::flat>, bends<BendRule::signed_>, bends<BendRule::equal>, bends<BendRule::at_least>},
    tethers,
    faces};

}  // namespace pliant::cloth
