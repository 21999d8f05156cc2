// Vectors, quaternions, 3x3 matrices, rigid transforms and boxes: plain values with the operations the engine uses.
// Angles are radians. Quaternions are (x, y, z, w) and unit length unless said otherwise.
#pragma once

#include <cmath>
#include <limits>

#include "core/types.h"

namespace pliant {

template <class T>
struct Vector3 {
    T x{}, y{}, z{};

    PL_INLINE constexpr T& operator[](int i) { return (&x)[i]; }
    PL_INLINE constexpr const T& operator[](int i) const { return (&x)[i]; }
    PL_INLINE constexpr Vector3 operator+(const Vector3& o) const { return {x + o.x, y + o.y, z + o.z}; }
    PL_INLINE constexpr Vector3 operator-(const Vector3& o) const { return {x - o.x, y - o.y, z - o.z}; }
    PL_INLINE constexpr Vector3 operator-() const { return {-x, -y, -z}; }
    PL_INLINE constexpr Vector3 operator*(T s) const { return {x * s, y * s, z * s}; }
    PL_INLINE constexpr Vector3 operator/(T s) const { return {x / s, y / s, z / s}; }
    PL_INLINE constexpr Vector3& operator+=(const Vector3& o) { return *this = *this + o; }
    PL_INLINE constexpr Vector3& operator-=(const Vector3& o) { return *this = *this - o; }
    PL_INLINE constexpr Vector3& operator*=(T s) { return *this = *this * s; }
    constexpr bool operator==(const Vector3&) const = default;
    template <class U>
    PL_INLINE constexpr Vector3<U> to() const {
        return {static_cast<U>(x), static_cast<U>(y), static_cast<U>(z)};
    }
};

using Vec3 = Vector3<float>;
using Vec3d = Vector3<double>;
using Vec3i = Vector3<i32>;

template <class T>
PL_INLINE constexpr Vector3<T> operator*(T s, const Vector3<T>& v) {
    return v * s;
}
template <class T>
PL_INLINE constexpr T dot(const Vector3<T>& a, const Vector3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
PL_INLINE constexpr Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
PL_INLINE constexpr Vector3<T> scaled(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T>
PL_INLINE constexpr T length_squared(const Vector3<T>& v) {
    return dot(v, v);
}
template <class T>
PL_INLINE T length(const Vector3<T>& v) {
    return std::sqrt(dot(v, v));
}
// The direction of v, or `fallback` where v has none.
template <class T>
PL_INLINE Vector3<T> direction(const Vector3<T>& v, const Vector3<T>& fallback) {
    const T l = length(v);
    return l > std::numeric_limits<T>::min() && l < std::numeric_limits<T>::infinity() ? v / l : fallback;
}
template <class T>
PL_INLINE constexpr Vector3<T> least(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
template <class T>
PL_INLINE constexpr Vector3<T> greatest(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
template <class T>
PL_INLINE bool is_finite(const Vector3<T>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
// Some unit vector at a right angle to the unit vector n.
template <class T>
PL_INLINE Vector3<T> perpendicular(const Vector3<T>& n) {
    const Vector3<T> other = n.x * n.x < T(0.5) ? Vector3<T>{1, 0, 0} : Vector3<T>{0, 1, 0};
    return direction(cross(n, other), Vector3<T>{0, 0, 1});
}

template <class T>
struct Matrix3 {
    Vector3<T> column[3];  // M v = column[0] v.x + column[1] v.y + column[2] v.z

    static constexpr Matrix3 identity() { return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }
    PL_INLINE constexpr Vector3<T> operator*(const Vector3<T>& v) const {
        return column[0] * v.x + column[1] * v.y + column[2] * v.z;
    }
    PL_INLINE constexpr Matrix3 operator*(const Matrix3& o) const {
        return {{*this * o.column[0], *this * o.column[1], *this * o.column[2]}};
    }
    PL_INLINE constexpr Matrix3 operator+(const Matrix3& o) const {
        return {{column[0] + o.column[0], column[1] + o.column[1], column[2] + o.column[2]}};
    }
    PL_INLINE constexpr Matrix3 operator-(const Matrix3& o) const {
        return {{column[0] - o.column[0], column[1] - o.column[1], column[2] - o.column[2]}};
    }
    PL_INLINE constexpr Matrix3 operator*(T s) const { return {{column[0] * s, column[1] * s, column[2] * s}}; }
    PL_INLINE constexpr T operator()(int row, int col) const { return column[col][row]; }
    PL_INLINE constexpr T& operator()(int row, int col) { return column[col][row]; }
};
using Mat3 = Matrix3<float>;
using Mat3d = Matrix3<double>;

template <class T>
PL_INLINE constexpr Matrix3<T> transposed(const Matrix3<T>& m) {
    return {{{m.column[0].x, m.column[1].x, m.column[2].x},
             {m.column[0].y, m.column[1].y, m.column[2].y},
             {m.column[0].z, m.column[1].z, m.column[2].z}}};
}
template <class T>
PL_INLINE constexpr Matrix3<T> outer(const Vector3<T>& a, const Vector3<T>& b) {
    return {{a * b.x, a * b.y, a * b.z}};
}
template <class T>
PL_INLINE constexpr T determinant(const Matrix3<T>& m) {
    return dot(m.column[0], cross(m.column[1], m.column[2]));
}
// det(M) M^-T: how M carries normals and areas; exists for singular M too.
template <class T>
PL_INLINE constexpr Matrix3<T> cofactor(const Matrix3<T>& m) {
    return {{cross(m.column[1], m.column[2]), cross(m.column[2], m.column[0]), cross(m.column[0], m.column[1])}};
}

template <class T>
struct Quaternion {
    T x = 0, y = 0, z = 0, w = 1;

    PL_INLINE constexpr Quaternion operator*(const Quaternion& o) const {
        return {w * o.x + x * o.w + y * o.z - z * o.y, w * o.y - x * o.z + y * o.w + z * o.x,
                w * o.z + x * o.y - y * o.x + z * o.w, w * o.w - x * o.x - y * o.y - z * o.z};
    }
    PL_INLINE constexpr Vector3<T> operator*(const Vector3<T>& v) const {
        const Vector3<T> a{x, y, z};
        const Vector3<T> t = cross(a, v) * T(2);
        return v + t * w + cross(a, t);
    }
    constexpr bool operator==(const Quaternion&) const = default;
    template <class U>
    constexpr Quaternion<U> to() const {
        return {static_cast<U>(x), static_cast<U>(y), static_cast<U>(z), static_cast<U>(w)};
    }
};
using Quat = Quaternion<float>;
using Quatd = Quaternion<double>;

template <class T>
PL_INLINE constexpr Quaternion<T> conjugate(const Quaternion<T>& q) {
    return {-q.x, -q.y, -q.z, q.w};
}
template <class T>
PL_INLINE Quaternion<T> normalized(const Quaternion<T>& q) {
    const T l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return l > std::numeric_limits<T>::min() ? Quaternion<T>{q.x / l, q.y / l, q.z / l, q.w / l} : Quaternion<T>{};
}
template <class T>
PL_INLINE constexpr Matrix3<T> matrix(const Quaternion<T>& q) {
    const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z,
            wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)},
             {2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
             {2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}}};
}
template <class T>
PL_INLINE bool is_finite(const Quaternion<T>& q) {
    return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}
// From a to b on the short way round; normalised linear blend, which needs no trigonometry.
template <class T>
PL_INLINE Quaternion<T> blend(const Quaternion<T>& a, const Quaternion<T>& b, T t) {
    const T s = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -t : t;
    const T r = 1 - t;
    return normalized(Quaternion<T>{a.x * r + b.x * s, a.y * r + b.y * s, a.z * r + b.z * s, a.w * r + b.w * s});
}

// A place and an orientation: p -> rotation p + position.
template <class T>
struct RigidTransform {
    Vector3<T> position;
    Quaternion<T> rotation;

    PL_INLINE constexpr Vector3<T> operator*(const Vector3<T>& p) const { return rotation * p + position; }
    PL_INLINE constexpr RigidTransform operator*(const RigidTransform& o) const {
        return {*this * o.position, rotation * o.rotation};
    }
    PL_INLINE constexpr Vector3<T> inverse(const Vector3<T>& p) const { return conjugate(rotation) * (p - position); }
    constexpr bool operator==(const RigidTransform&) const = default;
};
using Transform = RigidTransform<float>;

// An axis-aligned box; empty until something is added.
struct Box {
    Vec3 low{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
             std::numeric_limits<float>::infinity()};
    Vec3 high{-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
              -std::numeric_limits<float>::infinity()};

    PL_INLINE void add(const Vec3& p) {
        low = least(low, p);
        high = greatest(high, p);
    }
    PL_INLINE void add(const Box& b) {
        low = least(low, b.low);
        high = greatest(high, b.high);
    }
    PL_INLINE bool empty() const { return !(low.x <= high.x); }
    PL_INLINE Vec3 center() const { return (low + high) * 0.5f; }
    PL_INLINE Vec3 size() const { return high - low; }
    PL_INLINE Box grown(float by) const { return {low - Vec3{by, by, by}, high + Vec3{by, by, by}}; }
    PL_INLINE bool overlaps(const Box& b) const {
        return low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y && low.z <= b.high.z &&
               b.low.z <= high.z;
    }
    PL_INLINE bool contains(const Vec3& p) const {
        return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z && p.z <= high.z;
    }
};

}  // namespace pliant
