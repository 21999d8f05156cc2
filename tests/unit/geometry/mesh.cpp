#include "geometry/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace pliant {
namespace mesh_tests {
namespace {

Mesh polygon(const std::vector<Vec3>& corners) {
    Mesh mesh;
    mesh.points = corners;
    for (u32 i = 0; i < corners.size(); ++i) {
        mesh.vertex_point.push_back(i);
        mesh.face_vertex.push_back(i);
    }
    mesh.face_start.push_back(static_cast<u32>(corners.size()));
    mesh.face_material = {0};
    mesh.materials.resize(1);
    return mesh;
}

// The areas of the pieces, which must add up to that of the whole and none of which may be turned over.
std::vector<double> areas(const Mesh& mesh, const Triangulation& triangulation) {
    std::vector<double> result;
    for (const auto& t : triangulation.triangles) {
        const Vec3d a = mesh.points[t[0]].to<double>(), b = mesh.points[t[1]].to<double>(),
                    c = mesh.points[t[2]].to<double>();
        result.push_back(cross(b - a, c - a).z / 2);
    }
    return result;
}

TEST(Mesh, BoundsLeaveOutWhatIsNotFinite) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Mesh mesh;
    mesh.points = {{1, 2, 3}, {nan, 0, 0}, {-1, 5, 4}, {0, std::numeric_limits<float>::infinity(), 0}};
    EXPECT_EQ(mesh.bounds().low, (Vec3{-1, 2, 3}));
    EXPECT_EQ(mesh.bounds().high, (Vec3{1, 5, 4}));
}

TEST(Triangulate, PolygonsWithDents) {
    Random random(3);
    for (int trial = 0; trial < 200; ++trial) {
        const u32 n = 4 + random.below(40);
        std::vector<Vec3> star;
        double area = 0;
        for (u32 i = 0; i < n; ++i) {
            const double angle = 2 * M_PI * i / n, r = random.between(0.2, 1);
            star.push_back(Vec3d{r * std::cos(angle), r * std::sin(angle), 0}.to<float>());
        }
        for (u32 i = 0; i < n; ++i) area += cross(star[i].to<double>(), star[(i + 1) % n].to<double>()).z / 2;
        const Mesh mesh = polygon(star);
        const std::vector<double> pieces = areas(mesh, triangulate(mesh));
        ASSERT_EQ(pieces.size(), n - 2);
        double sum = 0;
        for (const double piece : pieces) {
            EXPECT_GE(piece, -1e-9);
            sum += piece;
        }
        EXPECT_NEAR(sum, area, 1e-6);
    }
}

// Looking at every corner again for every ear made a ring of ten thousand corners take minutes.
TEST(Triangulate, ManyCornersDoNotTakeForever) {
    for (const bool crossing : {false, true}) {
        std::vector<Vec3> ring;
        const u32 n = 5000;
        for (u32 i = 0; i < n; ++i) {
            const double angle = 2 * M_PI * i / n * (crossing ? 7 : 1), r = 1 + 0.3 * (i % 2);
            ring.push_back(Vec3d{r * std::cos(angle), r * std::sin(angle), 0}.to<float>());
        }
        EXPECT_EQ(triangulate(polygon(ring)).triangles.size(), n - 2);
    }
}

TEST(Triangulate, PointsThatAreNotNumbers) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(triangulate(polygon({{nan, nan, 0}, {1, 0, nan}, {1, 1, 0}, {0, 1, 0}, {0, 0, nan}})).triangles.size(),
              3u);
}

}  // namespace
}  // namespace mesh_tests
}  // namespace pliant
