// Convex hulls: the smallest convex solid around points, found by Bullet once, when a shape is made.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/vec.h"

namespace pliant::rigid {

// As Bullet reads points: four floats, aligned.
struct alignas(16) Point4 {
    float x, y, z, w;
    Vec3 xyz() const { return {x, y, z}; }
};

struct Hull {
    std::vector<Point4> points;
    std::vector<u32> face_start{
        0};  // corners of face f are face_point[face_start[f]] …, counter-clockwise from outside
    std::vector<u32> face_point;
    std::vector<Vec3> face_normal;

    size_t face_count() const { return face_normal.size(); }
    Box bounds() const;
};

// Throws Error, with `where`, where points enclose no volume, are not finite, or are more than `max_hull_points` after
// those inside have been left out.
constexpr size_t max_hull_points = 256;
std::shared_ptr<const Hull> make_hull(std::span<const Vec3> points, const std::string& where);

}  // namespace pliant::rigid
