// SIMD lanes. Eight floats are the logical width on every machine: the compiler splits them in two for SSE and
// WebAssembly and keeps them whole for AVX2, and because every operation is lane by lane and rounds as IEEE says, all
// of them give the same bits. No approximate reciprocals, no fused multiply-add.
#pragma once

#include <cstring>

#include "core/types.h"

#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>  // all of the others take a third of a second to read, in nearly every file
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace pliant {

typedef float f32x4 __attribute__((vector_size(16)));
typedef i32 i32x4 __attribute__((vector_size(16)));

constexpr u32 lane_count = 8;

PL_INLINE f32x4 splat4(float v) { return f32x4{v, v, v, v}; }
PL_INLINE f32x4 load4(const float* p) {
    f32x4 v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
PL_INLINE void store4(float* p, f32x4 v) { std::memcpy(p, &v, sizeof v); }
PL_INLINE f32x4 select(i32x4 mask, f32x4 yes, f32x4 no) { return mask ? yes : no; }
PL_INLINE f32x4 absolute(f32x4 v) { return (f32x4)((i32x4)v & 0x7fffffff); }
PL_INLINE f32x4 square_root(f32x4 v) {
#if defined(__SSE2__)
    return (f32x4)_mm_sqrt_ps((__m128)v);
#elif defined(__wasm_simd128__)
    return (f32x4)wasm_f32x4_sqrt((v128_t)v);
#else
    for (int i = 0; i < 4; ++i) v[i] = __builtin_sqrtf(v[i]);
    return v;
#endif
}

#if defined(__AVX__)

typedef float f32x8 __attribute__((vector_size(32)));
typedef i32 i32x8 __attribute__((vector_size(32)));

PL_INLINE f32x8 splat(float v) { return f32x8{v, v, v, v, v, v, v, v}; }
PL_INLINE f32x8 load8(const float* p) {
    f32x8 v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
PL_INLINE void store8(float* p, f32x8 v) { std::memcpy(p, &v, sizeof v); }
PL_INLINE f32x8 join(f32x4 low, f32x4 high) { return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7); }
PL_INLINE f32x4 low_half(f32x8 v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
PL_INLINE f32x4 high_half(f32x8 v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }
PL_INLINE f32x8 select(i32x8 mask, f32x8 yes, f32x8 no) { return mask ? yes : no; }
PL_INLINE f32x8 absolute(f32x8 v) { return (f32x8)((i32x8)v & 0x7fffffff); }
PL_INLINE f32x8 square_root(f32x8 v) { return (f32x8)_mm256_sqrt_ps((__m256)v); }
PL_INLINE u32 bits(i32x8 mask) { return static_cast<u32>(_mm256_movemask_ps((__m256)mask)); }  // bit i: lane i
PL_INLINE bool any(i32x8 mask) { return bits(mask) != 0; }
PL_INLINE float lane(f32x8 v, u32 i) { return v[i]; }

#else  // two halves by hand: g++ takes a 32-byte vector apart through memory when the machine has none

struct i32x8 {
    i32x4 low, high;
    PL_INLINE i32x8 operator&(const i32x8& o) const { return {low & o.low, high & o.high}; }
    PL_INLINE i32x8 operator|(const i32x8& o) const { return {low | o.low, high | o.high}; }
    PL_INLINE i32x8 operator~() const { return {~low, ~high}; }
    PL_INLINE i32x8& operator&=(const i32x8& o) { return *this = *this & o; }
    PL_INLINE i32x8& operator|=(const i32x8& o) { return *this = *this | o; }
};
struct f32x8 {
    f32x4 low, high;
    PL_INLINE f32x8 operator+(const f32x8& o) const { return {low + o.low, high + o.high}; }
    PL_INLINE f32x8 operator-(const f32x8& o) const { return {low - o.low, high - o.high}; }
    PL_INLINE f32x8 operator*(const f32x8& o) const { return {low * o.low, high * o.high}; }
    PL_INLINE f32x8 operator/(const f32x8& o) const { return {low / o.low, high / o.high}; }
    PL_INLINE f32x8 operator-() const { return {-low, -high}; }
    PL_INLINE f32x8& operator+=(const f32x8& o) { return *this = *this + o; }
    PL_INLINE f32x8& operator-=(const f32x8& o) { return *this = *this - o; }
    PL_INLINE i32x8 operator<(const f32x8& o) const { return {low < o.low, high < o.high}; }
    PL_INLINE i32x8 operator>(const f32x8& o) const { return {low > o.low, high > o.high}; }
};

PL_INLINE f32x8 splat(float v) { return {splat4(v), splat4(v)}; }
PL_INLINE f32x8 load8(const float* p) { return {load4(p), load4(p + 4)}; }
PL_INLINE void store8(float* p, const f32x8& v) {
    store4(p, v.low);
    store4(p + 4, v.high);
}
PL_INLINE f32x8 join(f32x4 low, f32x4 high) { return {low, high}; }
PL_INLINE f32x4 low_half(const f32x8& v) { return v.low; }
PL_INLINE f32x4 high_half(const f32x8& v) { return v.high; }
PL_INLINE f32x8 select(const i32x8& mask, const f32x8& yes, const f32x8& no) {
    return {select(mask.low, yes.low, no.low), select(mask.high, yes.high, no.high)};
}
PL_INLINE f32x8 absolute(const f32x8& v) { return {absolute(v.low), absolute(v.high)}; }
PL_INLINE f32x8 square_root(const f32x8& v) { return {square_root(v.low), square_root(v.high)}; }
PL_INLINE u32 bits(i32x4 mask) {
#if defined(__SSE2__)
    return static_cast<u32>(_mm_movemask_ps((__m128)mask));
#elif defined(__wasm_simd128__)
    return static_cast<u32>(wasm_i32x4_bitmask((v128_t)mask));
#else
    return static_cast<u32>((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}
PL_INLINE u32 bits(const i32x8& mask) { return bits(mask.low) | bits(mask.high) << 4; }  // bit i: lane i
PL_INLINE bool any(const i32x8& mask) { return bits(mask.low | mask.high) != 0; }
PL_INLINE float lane(const f32x8& v, u32 i) { return i < 4 ? v.low[i] : v.high[i - 4]; }

#endif

PL_INLINE f32x8 lane_numbers() { return join(f32x4{0, 1, 2, 3}, f32x4{4, 5, 6, 7}); }
PL_INLINE f32x8 least(f32x8 a, f32x8 b) { return select(a < b, a, b); }
PL_INLINE f32x8 greatest(f32x8 a, f32x8 b) { return select(a > b, a, b); }

// Eight blocks of four floats, each at base + stride * i, become four lanes: x, y, z, w of the eight.
struct Four8 {
    f32x8 x, y, z, w;
};
#if defined(__AVX__)
PL_INLINE Four8 transpose(f32x8 r0, f32x8 r1, f32x8 r2, f32x8 r3) {
    const f32x8 a = __builtin_shufflevector(r0, r1, 0, 8, 1, 9, 4, 12, 5, 13);
    const f32x8 b = __builtin_shufflevector(r2, r3, 0, 8, 1, 9, 4, 12, 5, 13);
    const f32x8 c = __builtin_shufflevector(r0, r1, 2, 10, 3, 11, 6, 14, 7, 15);
    const f32x8 d = __builtin_shufflevector(r2, r3, 2, 10, 3, 11, 6, 14, 7, 15);
    return {__builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13),
            __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15),
            __builtin_shufflevector(c, d, 0, 1, 8, 9, 4, 5, 12, 13),
            __builtin_shufflevector(c, d, 2, 3, 10, 11, 6, 7, 14, 15)};
}
#else
PL_INLINE void transpose4(f32x4& r0, f32x4& r1, f32x4& r2, f32x4& r3) {
    const f32x4 a = __builtin_shufflevector(r0, r1, 0, 4, 1, 5), b = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
    const f32x4 c = __builtin_shufflevector(r0, r1, 2, 6, 3, 7), d = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
    r0 = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    r1 = __builtin_shufflevector(a, b, 2, 3, 6, 7);
    r2 = __builtin_shufflevector(c, d, 0, 1, 4, 5);
    r3 = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}
PL_INLINE Four8 transpose(f32x8 r0, f32x8 r1, f32x8 r2, f32x8 r3) {
    transpose4(r0.low, r1.low, r2.low, r3.low);
    transpose4(r0.high, r1.high, r2.high, r3.high);
    return {r0, r1, r2, r3};
}
#endif
PL_INLINE Four8 load_transposed(const float* base, size_t stride) {
    return transpose(join(load4(base), load4(base + 4 * stride)), join(load4(base + stride), load4(base + 5 * stride)),
                     join(load4(base + 2 * stride), load4(base + 6 * stride)),
                     join(load4(base + 3 * stride), load4(base + 7 * stride)));
}
PL_INLINE void store_transposed(float* base, size_t stride, const Four8& v) {
    const Four8 t = transpose(v.x, v.y, v.z, v.w);  // a 4x4 transposition in each half is its own inverse
    store4(base, low_half(t.x));
    store4(base + 4 * stride, high_half(t.x));
    store4(base + stride, low_half(t.y));
    store4(base + 5 * stride, high_half(t.y));
    store4(base + 2 * stride, low_half(t.z));
    store4(base + 6 * stride, high_half(t.z));
    store4(base + 3 * stride, low_half(t.w));
    store4(base + 7 * stride, high_half(t.w));
}

// Vectors, matrices and quaternions of eight things at once.
struct Vec3x8 {
    f32x8 x, y, z;
    PL_INLINE Vec3x8 operator+(const Vec3x8& o) const { return {x + o.x, y + o.y, z + o.z}; }
    PL_INLINE Vec3x8 operator-(const Vec3x8& o) const { return {x - o.x, y - o.y, z - o.z}; }
    PL_INLINE Vec3x8 operator*(f32x8 s) const { return {x * s, y * s, z * s}; }
};
PL_INLINE f32x8 dot(const Vec3x8& a, const Vec3x8& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
PL_INLINE Vec3x8 cross(const Vec3x8& a, const Vec3x8& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
PL_INLINE Vec3x8 select(i32x8 mask, const Vec3x8& yes, const Vec3x8& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

struct Mat3x8 {
    Vec3x8 column[3];
    PL_INLINE Vec3x8 operator*(const Vec3x8& v) const { return column[0] * v.x + column[1] * v.y + column[2] * v.z; }
};

struct Quatx8 {
    f32x8 x, y, z, w;
};
PL_INLINE Mat3x8 matrix(const Quatx8& q) {
    const f32x8 one = splat(1.0f), x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const f32x8 xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2, wx = q.w * x2,
                wy = q.w * y2, wz = q.w * z2;
    return {{{one - (yy + zz), xy + wz, xz - wy},
             {xy - wz, one - (xx + zz), yz + wx},
             {xz + wy, yz - wx, one - (xx + yy)}}};
}

}  // namespace pliant
