// Maps as pictures: painted values are read back, also at the borders of charts, on other meshes, and mirrored.
#include "cook/map_canvas.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/trig.h"
#include "geometry/shapes.h"
#include "geometry/subdivide.h"

namespace pliant {
namespace map_canvas_tests {
namespace {

float hills(const Vec3& p) {
    return static_cast<float>(0.5 + 0.25 * sine(3.0 * static_cast<double>(p.y)) +
                              0.25 * cosine(4.0 * static_cast<double>(p.x)));
}

std::vector<float> of_points(const Mesh& mesh, float (*f)(const Vec3&)) {
    std::vector<float> values;
    for (const Vec3& p : mesh.points) values.push_back(f(p));
    return values;
}

// How many of the values are within a tolerance of the wanted one.
double share_within(const std::vector<float>& values, const std::vector<float>& wanted, float distance) {
    size_t good = 0;
    for (size_t i = 0; i < values.size(); ++i) good += std::fabs(values[i] - wanted[i]) <= distance;
    return static_cast<double>(good) / static_cast<double>(values.size());
}

Mesh without_uv(Mesh mesh) {
    mesh.uv.clear();
    return mesh;
}

}  // namespace

TEST(MapCanvas, WhatIsPaintedIsRead) {
    for (const Mesh& mesh : {make_shape({"octopus", {}, 0}), without_uv(make_shape({"octopus", {}, 0})),
                             without_uv(make_shape({"penguin", {}, 0}))}) {
        const UnwrappedMesh unwrapped(mesh, usual_uv_set(mesh));
        const std::vector<float> wanted = of_points(mesh, hills);
        MapCanvas canvas(512, 512);
        canvas.paint(unwrapped, wanted);
        const std::vector<float> found = read_points(unwrapped, canvas.image(), 0);
        float worst = 0;
        for (size_t p = 0; p < found.size(); ++p) worst = std::max(worst, std::fabs(found[p] - wanted[p]));
        const double good = share_within(found, wanted, 0.01f);
        std::printf("%s, %s: %.2f %% within 0.01, the worst %.4f\n", mesh.name.c_str(),
                    mesh.uv.empty() ? "generated" : "its own", 100 * good, static_cast<double>(worst));
        EXPECT_GT(good, 0.998);
        EXPECT_LT(worst, 0.02f);
    }
}

// Whatever is read, also between texels beyond the rim of a chart, was painted.
TEST(MapCanvas, NothingIsReadThatNobodyPainted) {
    const Mesh mesh = without_uv(make_shape({"octopus", {}, 0}));
    const UnwrappedMesh unwrapped(mesh, UvSet::generated);
    for (const u32 side : {16u, 64u, 256u}) {
        MapCanvas canvas(side, side);
        canvas.paint(unwrapped, std::vector<float>(mesh.points.size(), 1.0f));
        for (const float v : canvas.values()) ASSERT_EQ(v, 1.0f);
    }
}

// The same creature with other triangles, other texture coordinates, or none.
TEST(MapCanvas, TakenOverToAnotherMesh) {
    const Mesh from = make_shape({"octopus", {}, 0}), finer = subdivided(from, 1), other = without_uv(finer),
               coarse = without_uv(make_shape({"octopus", {}, 48}));
    const UnwrappedMesh old(from, UvSet::first);
    MapCanvas painted(256, 256);
    painted.paint(old, of_points(from, hills));
    const auto same = [](const Vec3d& p) { return p; };
    for (const Mesh* to : {&finer, &other, &coarse}) {
        const UnwrappedMesh next(*to, usual_uv_set(*to));
        const MapCanvas taken = transferred(old, painted.image(), 0, next, 256, 256, same);
        const std::vector<float> found = read_points(next, taken.image(), 0);
        const double good = share_within(found, of_points(*to, hills), 0.05f);
        std::printf("from %zu points to %zu: %.2f %% within 0.05\n", from.points.size(), to->points.size(), 100 * good);
        EXPECT_GT(good, 0.99) << "0.95 is promised";
    }
}

TEST(MapCanvas, Mirrored) {
    const Mesh mesh = without_uv(make_shape({"sphere", {1, 1, 1}, 24}));
    const UnwrappedMesh unwrapped(mesh, UvSet::generated);
    MapCanvas painted(256, 256);
    painted.paint(unwrapped, of_points(mesh, [](const Vec3& p) { return p.x > 0 ? p.x + 0.25f * p.y + 0.25f : 0.9f; }));
    const MapCanvas both = transferred(unwrapped, painted.image(), 0, unwrapped, 256, 256, [](const Vec3d& p) {
        return Vec3d{std::fabs(p.x), p.y, p.z};
    });
    const std::vector<float> found = read_points(unwrapped, both.image(), 0),
                             wanted =
                                 of_points(mesh, [](const Vec3&p) { return std::fabs(p.x) + 0.25f * p.y + 0.25f; });
    for (size_t p = 0; p < found.size(); ++p)
        if (std::fabs(mesh.points[p].x) > 0.05f) {
            EXPECT_NEAR(found[p], wanted[p], 0.02f);
        }
}

TEST(MapImage, ColoursThatWereThrownAwayAreNoticed) {
    const auto image = [](u16 hidden_color) {
        MapImage i{4, 4, 4, {}};
        for (u32 p = 0; p < 16; ++p) {
            const bool clear = p < 5;
            for (int c = 0; c < 3; ++c) i.values.push_back(clear ? hidden_color : 30000);
            i.values.push_back(clear ? 0 : 65535);
        }
        return i;
    };
    EXPECT_TRUE(image(0).color_lost());
    EXPECT_FALSE(image(5).color_lost());
    EXPECT_FALSE((MapImage{1, 1, 3, {0, 0, 0}}).color_lost());
}

}  // namespace map_canvas_tests
}  // namespace pliant
