// Rows of four floats from anywhere to lanes and back, eight at a time.
#pragma once

#include "core/lanes.h"

namespace pliant {

PL_INLINE Vec3x8 xyz(const Four8& f) { return {f.x, f.y, f.z}; }
// Positions with their inverse masses, moved.
PL_INLINE Four8 moved(const Four8& x, const Vec3x8& by) { return {x.x + by.x, x.y + by.y, x.z + by.z, x.w}; }
PL_INLINE Vec3x8 splat_vector(const float* v) { return {splat(v[0]), splat(v[1]), splat(v[2])}; }

// Eight rows as they are, in pairs: the first and the fifth, and so on.
struct Rows8 {
    f32x8 pair[4];
    PL_INLINE Rows8 operator+(const Rows8& o) const {
        return {{pair[0] + o.pair[0], pair[1] + o.pair[1], pair[2] + o.pair[2], pair[3] + o.pair[3]}};
    }
};
PL_INLINE Rows8 rows_at(const float* base, const u32* i) {
    const auto at = [&](int k) __attribute__((always_inline)) { return load4(base + 4 * static_cast<size_t>(i[k])); };
    return {{join(at(0), at(4)), join(at(1), at(5)), join(at(2), at(6)), join(at(3), at(7))}};
}
PL_INLINE void put_rows(float* base, const u32* i, const Rows8& rows) {
    const auto put = [&](int k, f32x4 value) __attribute__((always_inline)) {
        store4(base + 4 * static_cast<size_t>(i[k]), value);
    };
    put(0, low_half(rows.pair[0]));
    put(4, high_half(rows.pair[0]));
    put(1, low_half(rows.pair[1]));
    put(5, high_half(rows.pair[1]));
    put(2, low_half(rows.pair[2]));
    put(6, high_half(rows.pair[2]));
    put(3, low_half(rows.pair[3]));
    put(7, high_half(rows.pair[3]));
}
PL_INLINE Four8 to_lanes(const Rows8& r) { return transpose(r.pair[0], r.pair[1], r.pair[2], r.pair[3]); }
PL_INLINE Rows8 to_rows(const Four8& v) {
    const Four8 t = transpose(v.x, v.y, v.z, v.w);
    return {{t.x, t.y, t.z, t.w}};
}

PL_INLINE Four8 gather(const float* base, const u32* i) { return to_lanes(rows_at(base, i)); }
PL_INLINE void scatter(float* base, const u32* i, const Four8& v) { put_rows(base, i, to_rows(v)); }

// Rows of four floats one after another, or `stride` floats apart; of fewer than eight the rest is made of zeros.
PL_INLINE Four8 load_rows(const float* rows, u32 n, size_t stride = 4) {
    if (n == lane_count) return load_transposed(rows, stride);
    float copy[4 * lane_count] = {};
    for (u32 k = 0; k < n; ++k) store4(copy + 4 * k, load4(rows + stride * k));
    return load_transposed(copy, 4);
}
PL_INLINE void store_rows(float* rows, const Four8& v, u32 n) {
    if (n == lane_count) return store_transposed(rows, 4, v);
    float copy[4 * lane_count];
    store_transposed(copy, 4, v);
    for (u32 k = 0; k < n; ++k) store4(rows + 4 * k, load4(copy + 4 * k));
}

}  // namespace pliant
