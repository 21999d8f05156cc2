#include "rig/skinning_kernels.h"

#include "core/lanes.h"

namespace pliant {

namespace {

// Row r of the matrices of eight joints.
PL_INLINE Four8 rows_of(const float* matrices, const u32* joint, u32 r) {
    const float* base = matrices + 4 * r;
    return transpose(join(load4(base + 12 * joint[0]), load4(base + 12 * joint[4])),
                     join(load4(base + 12 * joint[1]), load4(base + 12 * joint[5])),
                     join(load4(base + 12 * joint[2]), load4(base + 12 * joint[6])),
                     join(load4(base + 12 * joint[3]), load4(base + 12 * joint[7])));
}

PL_INLINE void add(Four8& to, const Four8& row, f32x8 weight) {
    to.x += row.x * weight;
    to.y += row.y * weight;
    to.z += row.z * weight;
    to.w += row.w * weight;
}

PL_INLINE f32x8 along(const Four8& row, const Vec3x8& p) { return row.x * p.x + row.y * p.y + row.z * p.z + row.w; }

PL_INLINE Vec3x8 turned_normal(const Four8 (&row)[3], const Vec3x8& n) {
    const Vec3x8 c0{row[0].x, row[1].x, row[2].x}, c1{row[0].y, row[1].y, row[2].y}, c2{row[0].z, row[1].z, row[2].z};
    const Vec3x8 first = cross(c1, c2);
    const Vec3x8 to = first * n.x + cross(c2, c0) * n.y + cross(c0, c1) * n.z;
    const f32x8 zero = splat(0), one = splat(1), size2 = dot(to, to);
    const i32x8 some = size2 > splat(1e-36f);
    const f32x8 size = square_root(select(some, size2, one));
    const f32x8 sign = select(dot(c0, first) < zero, -one, one);
    return select(some, to * (sign / size), Vec3x8{zero, one, zero});
}

PL_INLINE void put(float* out, u32 count, const Vec3x8& v) {
    float x[lane_count], y[lane_count], z[lane_count];
    store8(x, v.x);
    store8(y, v.y);
    store8(z, v.z);
    for (u32 i = 0; i < count; ++i) {
        out[3 * i] = x[i];
        out[3 * i + 1] = y[i];
        out[3 * i + 2] = z[i];
    }
}

void skin(const SkinArguments& a) {
    const f32x8 zero = splat(0);
    for (u32 first = 0, block = 0; first < a.vertex_count; first += lane_count, ++block) {
        Four8 row[3] = {{zero, zero, zero, zero}, {zero, zero, zero, zero}, {zero, zero, zero, zero}};
        for (u32 round = a.first_round[block]; round < a.first_round[block + 1]; ++round) {
            const f32x8 weight = load8(a.weights + lane_count * round);
            for (u32 r = 0; r < 3; ++r) add(row[r], rows_of(a.matrices, a.joints + lane_count * round, r), weight);
        }
        const float* rest = a.rest + 6 * lane_count * block;
        const Vec3x8 p{load8(rest), load8(rest + 8), load8(rest + 16)};
        const Vec3x8 n{load8(rest + 24), load8(rest + 32), load8(rest + 40)};
        const u32 count = a.vertex_count - first < lane_count ? a.vertex_count - first : lane_count;
        put(a.positions + 3 * first, count, {along(row[0], p), along(row[1], p), along(row[2], p)});
        put(a.normals + 3 * first, count, turned_normal(row, n));
    }
}

}  // namespace

extern const SkinningKernels PLIANT_KERNEL(skinning_kernels);
const SkinningKernels PLIANT_KERNEL(skinning_kernels) = {skin};

}  // namespace pliant
