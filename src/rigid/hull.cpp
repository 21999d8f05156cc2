#include "rigid/hull.h"

#include <algorithm>

#ifndef __EMSCRIPTEN__
#include <LinearMath/btConvexHullComputer.h>
#endif

#include "core/assert.h"
#include "core/error.h"
#include "core/soundness.h"

namespace pliant::rigid {

Box Hull::bounds() const {
    PL_ASSERT(!points.empty());
    Box box;
    for (const Point4& p : points) box.add(p.xyz());
    return box;
}

namespace {

// Twice the area of a polygon, along its normal.
[[maybe_unused]] Vec3 area_of(const Hull& hull, size_t face) {
    Vec3 area;
    const u32 first = hull.face_start[face];
    const Vec3 origin = hull.points[hull.face_point[first]].xyz();
    for (u32 i = first + 1; i + 1 < hull.face_start[face + 1]; ++i)
        area +=
            cross(hull.points[hull.face_point[i]].xyz() - origin, hull.points[hull.face_point[i + 1]].xyz() - origin);
    return area;
}

}  // namespace

#ifdef __EMSCRIPTEN__

std::shared_ptr<const Hull> make_hull(std::span<const Vec3>, const std::string& where) {
    throw Error(
        {where, "a convex hull", "spheres, capsules and boxes", "hulls need Bullet's library, which the web has not"});
}

#else

static_assert(sizeof(btScalar) == sizeof(float), "Bullet must be the build in single precision");

std::shared_ptr<const Hull> make_hull(std::span<const Vec3> points, const std::string& where) {
    Box box;
    for (const Vec3& p : points) {
        if (!is_sound(p)) throw Error({where, "a point of the hull is not a finite number", "", ""});
        box.add(p);
    }
    const Vec3 size = points.empty() ? Vec3{} : box.size();
    const float longest = std::max({size.x, size.y, size.z});
    btConvexHullComputer computer;
    if (points.size() >= 4) computer.compute(&points[0].x, sizeof(Vec3), static_cast<int>(points.size()), 0, 0);
    auto hull = std::make_shared<Hull>();
    for (int i = 0; i < computer.vertices.size(); ++i) {
        const btVector3& p = computer.vertices[i];
        hull->points.push_back({p.x(), p.y(), p.z(), 0});
    }
    double volume = 0;
    const Vec3 center = box.center();
    for (int f = 0; f < computer.faces.size(); ++f) {
        const btConvexHullComputer::Edge* first = &computer.edges[computer.faces[f]];
        const btConvexHullComputer::Edge* edge = first;
        do {
            hull->face_point.push_back(static_cast<u32>(edge->getSourceVertex()));
            edge = edge->getNextEdgeOfFace();
        } while (edge != first);
        hull->face_start.push_back(static_cast<u32>(hull->face_point.size()));
        const Vec3 area = area_of(*hull, static_cast<size_t>(f));
        hull->face_normal.push_back(direction(area, Vec3{0, 1, 0}));
        volume +=
            dot(area, hull->points[hull->face_point[hull->face_start[static_cast<size_t>(f)]]].xyz() - center) / 6;
    }
    if (hull->face_count() < 4 || !(volume > 1e-6 * longest * longest * longest))
        throw Error({where, "the points of the hull enclose no volume",
                     "at least four points that do not lie in a plane", "give it thickness, or use a box"});
    if (hull->points.size() > max_hull_points)
        throw Error({where, "the hull has " + std::to_string(hull->points.size()) + " corners",
                     "at most " + std::to_string(max_hull_points),
                     "leave out points, or divide it into several hulls"});
    return hull;
}

#endif

}  // namespace pliant::rigid
