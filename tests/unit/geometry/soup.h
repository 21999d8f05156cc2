// Triangle soups for the tests: made here by plain formulas, so that nothing under test makes its own reference.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "core/random.h"
#include "core/trig.h"
#include "core/vec.h"

namespace pliant {

struct Soup {
    std::vector<Vec3> points;
    std::vector<std::array<u32, 3>> triangles;

    void add(const Soup& other) {
        const u32 base = static_cast<u32>(points.size());
        points.insert(points.end(), other.points.begin(), other.points.end());
        for (const auto& t : other.triangles) triangles.push_back({base + t[0], base + t[1], base + t[2]});
    }
    double volume() const {
        double sum = 0;
        for (const auto& t : triangles)
            sum += dot(points[t[0]].to<double>(), cross(points[t[1]].to<double>(), points[t[2]].to<double>())) / 6;
        return sum;
    }
    Box bounds() const {
        Box box;
        for (const Vec3& p : points) box.add(p);
        return box;
    }
};

inline Vec3 random_point(Random& random, float size = 1) {
    return {random.real(-size, size), random.real(-size, size), random.real(-size, size)};
}

// A sphere of rings; one point at each pole. Outward.
inline Soup make_sphere(u32 rings, u32 sides, float radius = 1, const Vec3& center = {}) {
    Soup s;
    s.points.push_back(center + Vec3{0, radius, 0});
    for (u32 i = 1; i < rings; ++i)
        for (u32 j = 0; j < sides; ++j) {
            const double a = pi * i / rings, b = 2 * pi * j / sides;
            s.points.push_back(
                center +
                Vec3d{radius * sine(a) * cosine(b), radius * cosine(a), radius * sine(a) * -sine(b)}.to<float>());
        }
    s.points.push_back(center - Vec3{0, radius, 0});
    const u32 last = static_cast<u32>(s.points.size() - 1);
    const auto at = [&](u32 i, u32 j) { return i == 0 ? 0 : i == rings ? last : 1 + (i - 1) * sides + j % sides; };
    for (u32 i = 0; i < rings; ++i)
        for (u32 j = 0; j < sides; ++j) {
            if (i > 0) s.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
            if (i + 1 < rings) s.triangles.push_back({at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)});
        }
    return s;
}

inline Soup make_box(const Vec3& low, const Vec3& high) {
    Soup s;
    for (u32 c = 0; c < 8; ++c)
        s.points.push_back({c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z});
    for (const std::array<u32, 4>& q : std::vector<std::array<u32, 4>>{
             {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
        s.triangles.push_back({q[0], q[1], q[2]});
        s.triangles.push_back({q[0], q[2], q[3]});
    }
    return s;
}

inline Soup make_sheet(u32 n, float size) {
    Soup s;
    for (u32 j = 0; j <= n; ++j)
        for (u32 i = 0; i <= n; ++i)
            s.points.push_back(
                {size * (static_cast<float>(i) / n - 0.5f), 0, size * (static_cast<float>(j) / n - 0.5f)});
    for (u32 j = 0; j < n; ++j)
        for (u32 i = 0; i < n; ++i) {
            const u32 p = j * (n + 1) + i;
            s.triangles.push_back({p, p + n + 1, p + 1});
            s.triangles.push_back({p + 1, p + n + 1, p + n + 2});
        }
    return s;
}

}  // namespace pliant
