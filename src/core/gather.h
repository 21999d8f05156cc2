// Rows of four floats from anywhere to lanes and back, eight at a time.
#pragma once

#include "core/lanes.h"

namespace pliant {

PL_INLINE Vec3x8 xyz(const Four8& f) { return {f.x, f.y, f.z}; }
// Positions with their inverse masses, moved.
PL_INLINE Four8 moved(const Four8& x, const Vec3x8& by) { return {x.x + by.x, x.y + by.y, x.z + by.z, x.w}; }
PL_INLINE Vec3x8 splat_vector(const float* v) { return {splat(v[0]), splat(v[1]), splat(v[2])}; }

PL_INLINE Four8 gather(const float* base, const u32* i) {
    const auto at = [&](int k) __attribute__((always_inline)) { return load4(base + 4 * static_cast<size_t>(i[k])); };
    return transpose(join(at(0), at(4)), join(at(1), at(5)), join(at(2), at(6)), join(at(3), at(7)));
}

PL_INLINE void scatter(float* base, const u32* i, const Four8& v) {
    const Four8 t = transpose(v.x, v.y, v.z, v.w);
    const auto put = [&](int k, f32x4 value) __attribute__((always_inline)) {
        store4(base + 4 * static_cast<size_t>(i[k]), value);
    };
    put(0, low_half(t.x)), put(4, high_half(t.x)), put(1, low_half(t.y)), put(5, high_half(t.y));
    put(2, low_half(t.z)), put(6, high_half(t.z)), put(3, low_half(t.w)), put(7, high_half(t.w));
}

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
