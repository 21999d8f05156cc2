// Texture coordinates: generated ones do not overlap and keep areas; faults of those in files are found.
#include "geometry/uv_sets.h"

#include <gtest/gtest.h>

#include <ctime>

#include "core/random.h"
#include "geometry/shapes.h"

namespace pliant {
namespace uv_sets_tests {
namespace {

double area(const UvTriangle& t) {
    const double x1 = t[1].x - t[0].x, y1 = t[1].y - t[0].y, x2 = t[2].x - t[0].x, y2 = t[2].y - t[0].y;
    return 0.5 * std::fabs(x1 * y2 - x2 * y1);
}

// A stair that winds about y, more than once: seen from above it lies over itself.
Mesh spiral() {
    Mesh mesh;
    constexpr u32 steps = 60;
    for (u32 i = 0; i <= steps; ++i) {
        const double angle = 0.2 * i;
        for (const double r : {0.5, 1.0})
            mesh.points.push_back(Vec3d{r * std::cos(angle), 0.02 * i, r * std::sin(angle)}.to<float>());
    }
    for (u32 p = 0; p < mesh.points.size(); ++p) mesh.vertex_point.push_back(p);
    for (u32 i = 0; i < steps; ++i) {
        for (const u32 v : {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1}) mesh.face_vertex.push_back(v);
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(0);
    }
    mesh.materials.resize(1);
    return mesh;
}

}  // namespace

// A grid whose points are moved at random: every texel of the square belongs to one of them.
TEST(Texels, TrianglesThatShareEdgesShareNoTexel) {
    Random random(5);
    for (int trial = 0; trial < 20; ++trial) {
        constexpr u32 cells = 6, side = 97;
        std::vector<Vec2> grid;
        for (u32 y = 0; y <= cells; ++y)
            for (u32 x = 0; x <= cells; ++x) {
                const auto moved = [&](u32 i) {
                    const bool rim = i == 0 || i == cells;
                    return static_cast<float>((i + (rim ? 0 : random.between(-0.24, 0.24))) / cells);
                };
                grid.push_back({moved(x), moved(y)});
            }
        std::vector<u8> uses(side * side);
        for (u32 y = 0; y < cells; ++y)
            for (u32 x = 0; x < cells; ++x) {
                const u32 a = y * (cells + 1) + x, b = a + 1, c = a + cells + 1, d = c + 1;
                for (const UvTriangle& t :
                     {UvTriangle{grid[a], grid[b], grid[d]}, UvTriangle{grid[d], grid[c], grid[a]}})
                    for_each_texel(t, side, side, [&](u32 px, u32 py, const Vec3d& w) {
                        ++uses[py * side + px];
                        const double u = w.x * t[0].x + w.y * t[1].x + w.z * t[2].x;
                        EXPECT_NEAR(u, (px + 0.5) / side, 1e-6);
                    });
            }
        for (const u8 n : uses) ASSERT_EQ(n, 1);
    }
}

TEST(Atlas, LiesNowhereTwiceAndKeepsAreas) {
    for (const Mesh& mesh :
         {make_shape({"sphere", {1, 1, 1}, 24}), make_shape({"octopus", {}, 0}), make_shape({"penguin", {}, 0}),
          make_shape({"box", {3, 1, 0.2f}, 4}), make_shape({"torus", {1, 0, 1}, 0}), spiral()}) {
        const Triangulation triangulation = triangulate(mesh);
        const std::vector<UvTriangle> uv = uv_triangles(mesh, triangulation, UvSet::generated);
        ASSERT_EQ(uv.size(), triangulation.triangles.size());
        const UvReport report = check_uv(uv);
        double stretched = 0, all = 0, least = 1e30, scale = 0;
        for (size_t t = 0; t < uv.size(); ++t) {
            Vec3d p[3];
            for (int k = 0; k < 3; ++k)
                p[k] = mesh.points[mesh.vertex_point[triangulation.triangles[t][k]]].to<double>();
            const double real = 0.5 * length(cross(p[1] - p[0], p[2] - p[0]));
            scale = std::max(scale, real > 1e-8 ? area(uv[t]) / real : 0);
            all += real;
        }
        for (size_t t = 0; t < uv.size(); ++t) {
            Vec3d p[3];
            for (int k = 0; k < 3; ++k)
                p[k] = mesh.points[mesh.vertex_point[triangulation.triangles[t][k]]].to<double>();
            const double real = 0.5 * length(cross(p[1] - p[0], p[2] - p[0]));
            if (real < 1e-8) continue;
            least = std::min(least, area(uv[t]) / real / scale);
            stretched += area(uv[t]) / scale;
        }
        std::printf("%-8s %5zu triangles: %4.1f %% of the image, %.3f %% twice; areas %.2f times, %.2f in the mean\n",
                    mesh.name.c_str(), uv.size(), 100 * report.covered, 100 * report.overlapping, least,
                    stretched / all);
        EXPECT_EQ(report.outside, 0u);
        EXPECT_LE(report.overlapping, 1e-4 * report.covered);
        EXPECT_GT(least, 0.39);  // cosine of the steepest that a chart takes
        EXPECT_GT(report.covered, 0.2);
        EXPECT_EQ(uv, uv_triangles(mesh, triangulation, UvSet::generated)) << "the same every time";
    }
}

TEST(UvReport, OverlapsAndWhatIsOutsideAreFound) {
    Mesh mesh = make_shape({"plane", {1, 0, 1}, 8});
    const Triangulation triangulation = triangulate(mesh);
    const UvReport sound = check_uv(uv_triangles(mesh, triangulation, UvSet::first));
    EXPECT_TRUE(sound.sentences().empty());
    EXPECT_EQ(sound.covered, 1.0);
    EXPECT_EQ(sound.overlapping, 0.0);
    EXPECT_TRUE(uv_triangles(mesh, triangulation, UvSet::second).empty());

    for (Vec2& uv : mesh.uv) uv.x = uv.x < 0.5f ? uv.x : 1 - uv.x;  // both halves on one
    const UvReport folded = check_uv(uv_triangles(mesh, triangulation, UvSet::first));
    EXPECT_DOUBLE_EQ(folded.covered, 0.5);
    EXPECT_DOUBLE_EQ(folded.overlapping, 0.5);
    ASSERT_EQ(folded.sentences().size(), 1u);
    EXPECT_EQ(folded.sentences()[0].substr(0, 21), "100 % of the image th");

    for (Vec2& uv : mesh.uv) uv.y += 0.5f;
    const UvReport outside = check_uv(uv_triangles(mesh, triangulation, UvSet::first));
    EXPECT_EQ(outside.outside, 64u);
    ASSERT_EQ(outside.sentences().size(), 2u);
    std::printf("%s\n%s\n", outside.sentences()[0].c_str(), outside.sentences()[1].c_str());
    for (Vec2& uv : mesh.uv) uv = {1e30f, std::numeric_limits<float>::quiet_NaN()};
    EXPECT_EQ(check_uv(uv_triangles(mesh, triangulation, UvSet::first)).outside, 128u) << "and it ends";
}

// Two thousand triangles that each repeat the image fifteen times: all of them texel by texel were 3e10 of them.
TEST(UvSets, ManyTrianglesThatRepeatTheImage) {
    const std::vector<UvTriangle> triangles(2000, UvTriangle{Vec2{0, 0}, Vec2{3.9f, 0}, Vec2{0, 3.9f}});
    const std::clock_t begin = std::clock();
    const UvReport report = check_uv(triangles);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 10) << "[s]; some 0.3, and 60 before";
    EXPECT_EQ(report.outside, 2000u);
    EXPECT_EQ(report.covered, 1);
    EXPECT_EQ(report.overlapping, 1);
}

}  // namespace uv_sets_tests
}  // namespace pliant
