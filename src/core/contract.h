// Conditions that contracts consist of: arguments of PL_ASSERT and of `validate` functions. Most look at every element,
// so they belong in asserts, validators and tests only.
#pragma once

#include <cmath>

#include "core/assert.h"
#include "core/particle_view.h"

namespace pliant {

inline bool all_finite(float v) { return std::isfinite(v); }
inline bool all_finite(double v) { return std::isfinite(v); }
template <class T>
bool all_finite(const Vector3<T>& v) {
    return is_finite(v);
}
template <class T>
bool all_finite(const Quaternion<T>& q) {
    return is_finite(q);
}
inline bool all_finite(const Float4& v) { return is_finite(v.xyz()) && std::isfinite(v.w); }
inline bool all_finite(const Transform& t) { return is_finite(t.position) && is_finite(t.rotation); }
// Every number in a range, or in a range of ranges, is finite.
template <class Range>
requires requires(const Range& r) { r.begin(); }
bool all_finite(const Range& values) {
    for (const auto& v : values)
        if (!all_finite(v)) return false;
    return true;
}

// Every entry of a range, or of a range of ranges, is an index below `count`.
template <class Range>
bool all_below(const Range& values, u64 count) {
    for (const auto& v : values) {
        if constexpr (requires { v.begin(); }) {
            if (!all_below(v, count)) return false;
        } else {
            if (!(static_cast<u64>(v) < count)) return false;
        }
    }
    return true;
}
// The same, where entries may also be `none`.
template <class Range>
bool all_below_or(const Range& values, u64 count, u32 none) {
    for (const auto& v : values) {
        if constexpr (requires { v.begin(); }) {
            if (!all_below_or(v, count, none)) return false;
        } else {
            if (!(static_cast<u64>(v) < count) && v != none) return false;
        }
    }
    return true;
}

// Each value is larger than the one before it.
template <class Range>
bool is_ascending(const Range& values) {
    for (size_t i = 1; i < values.size(); ++i)
        if (!(values[i - 1] < values[i])) return false;
    return true;
}

// Starts of `parts` consecutive parts of something that has `count` elements: one more than there are parts.
template <class Range>
bool are_starts(const Range& values, u64 parts, u64 count) {
    if (values.size() != parts + 1 || values[0] != 0 || values[parts] != count) return false;
    for (u64 i = 0; i < parts; ++i)
        if (values[i] > values[i + 1]) return false;
    return true;
}

inline bool is_positive(double v) { return std::isfinite(v) && v > 0; }
inline bool is_not_negative(double v) { return std::isfinite(v) && v >= 0; }
inline bool is_share(double v) { return v >= 0 && v <= 1; }
template <class T>
bool is_unit(const Vector3<T>& v, double tolerance = 1e-3) {
    return std::fabs(static_cast<double>(length_squared(v)) - 1) <= 2 * tolerance;
}
template <class T>
bool is_unit(const Quaternion<T>& q, double tolerance = 1e-3) {
    return std::fabs(static_cast<double>(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w) - 1) <= 2 * tolerance;
}

}  // namespace pliant
