#include "geometry/coarsen.h"

#include <gtest/gtest.h>

#include "geometry/mesh.h"
#include "geometry/repair.h"
#include "geometry/shapes.h"

namespace pliant {
namespace coarsen_tests {
namespace {

SimulationMesh welded(const char* name, u32 detail) {
    const Mesh mesh = make_shape({name, {}, detail});
    RepairReport report;
    return repair(mesh, triangulate(mesh), report);
}

double volume(const std::vector<Vec3>& points, const std::vector<std::array<u32, 3>>& triangles) {
    double v = 0;
    for (const auto& [a, b, c] : triangles)
        v += dot(points[a].to<double>(), cross(points[b].to<double>(), points[c].to<double>())) / 6;
    return v;
}

bool is_closed_manifold(const std::vector<std::array<u32, 3>>& triangles) {
    std::vector<std::pair<u32, u32>> edges, back;
    for (const auto& t : triangles)
        for (int k = 0; k < 3; ++k) {
            edges.emplace_back(t[k], t[(k + 1) % 3]);
            back.emplace_back(t[(k + 1) % 3], t[k]);
        }
    std::sort(edges.begin(), edges.end());
    std::sort(back.begin(), back.end());
    return edges == back && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
}

TEST(Coarsen, KeepsTheSurface) {
    for (const char* name : {"sphere", "octopus", "torus", "penguin"}) {
        SimulationMesh mesh = welded(name, 0);
        const size_t before = mesh.triangles.size();
        const double v = volume(mesh.points, mesh.triangles);
        // Edges of a sphere of radius r with sagitta e²/8r: at 0.06 m and a tolerance of 4 mm the volume changes by
        // about the tolerance times the area, a few per cent for these shapes.
        coarsen_triangles(mesh.points, mesh.triangles, 0.06f, 0.004f);
        EXPECT_LT(mesh.triangles.size(), before) << name;
        EXPECT_TRUE(is_closed_manifold(mesh.triangles)) << name;
        EXPECT_NEAR(volume(mesh.points, mesh.triangles) / v, 1, 0.04) << name;
    }
}

TEST(Coarsen, LeavesEdgesAndBordersAlone) {
    SimulationMesh box = welded("box", 8);
    coarsen_triangles(box.points, box.triangles, 10, 1e-4f);
    EXPECT_NEAR(volume(box.points, box.triangles), 1, 1e-6);  // a box needs its corners: nothing else is left
    EXPECT_LE(box.points.size(), 40u);
    SimulationMesh sheet = welded("plane", 8);
    const size_t border = 4 * 8;
    coarsen_triangles(sheet.points, sheet.triangles, 10, 1e-4f);
    EXPECT_GE(sheet.points.size(), border);
}

TEST(Coarsen, DoesNothingToLongEdges) {
    SimulationMesh mesh = welded("sphere", 0);
    const auto points = mesh.points;
    coarsen_triangles(mesh.points, mesh.triangles, 1e-6f, 1);
    EXPECT_EQ(points, mesh.points);
}

}  // namespace
}  // namespace coarsen_tests
}  // namespace pliant
