// Collider shapes as triangles: they lie on the shape, enclose its volume and face outwards.
#include "collide/shape_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant {
namespace shape_mesh_tests {
namespace {

// [m³] inside, by the divergence theorem: positive when all faces look outwards.
double volume(const TriangleList& mesh) {
    double sum = 0;
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
        const auto corner = [&](size_t k) { return mesh.positions[mesh.indices[i + k]].to<double>(); };
        sum += dot(corner(0), cross(corner(1), corner(2))) / 6;
    }
    return sum;
}

void expect_sound(const TriangleList& mesh) {
    ASSERT_FALSE(mesh.indices.empty());
    ASSERT_EQ(mesh.indices.size() % 3, 0u);
    ASSERT_EQ(mesh.positions.size(), mesh.normals.size());
    for (const Vec3& n : mesh.normals) EXPECT_NEAR(length(n), 1, 1e-6);
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
        for (size_t k = 0; k < 3; ++k) ASSERT_LT(mesh.indices[i + k], mesh.positions.size());
        const Vec3 a = mesh.positions[mesh.indices[i]], b = mesh.positions[mesh.indices[i + 1]],
                   c = mesh.positions[mesh.indices[i + 2]];
        const Vec3 n = cross(b - a, c - a);
        EXPECT_GT(length(n), 0) << "a triangle without area";
        for (size_t k = 0; k < 3; ++k)
            EXPECT_GT(dot(n, mesh.normals[mesh.indices[i + k]]), 0) << "a normal that looks inwards";
    }
}

TEST(ShapeMesh, PlaneIsASquareThatLooksUp) {
    const TriangleList mesh = shape_mesh({.kind = ShapeKind::plane}, 7);
    expect_sound(mesh);
    Box box;
    for (const Vec3& p : mesh.positions) box.add(p);
    EXPECT_EQ(box.low, (Vec3{-7, 0, -7}));
    EXPECT_EQ(box.high, (Vec3{7, 0, 7}));
}

TEST(ShapeMesh, RoundAndSquareShapesHaveTheirVolume) {
    const Shape shapes[] = {{.kind = ShapeKind::sphere, .radius = 0.5f},
                            {.kind = ShapeKind::capsule, .radius = 0.3f, .half_height = 0.8f},
                            {.kind = ShapeKind::box, .half_size = {1, 2, 0.25f}}};
    const double pi = 3.14159265358979;
    const double volumes[] = {4.0 / 3 * pi * 0.125, 4.0 / 3 * pi * 0.027 + pi * 0.09 * 1.6, 4};
    for (int i = 0; i < 3; ++i) {
        const TriangleList mesh = shape_mesh(shapes[i], 0);
        expect_sound(mesh);
        // An inscribed polygon of 32 corners has sin(a)/a of the circle's area, a = 2 pi / 32: 0.64 % less. The
        // profile of 16 chords a half circle lies (1 - cos(a / 2)) = 0.48 % further in at most, which counts twice.
        EXPECT_LE(volume(mesh), volumes[i] * 1.00001) << i;
        EXPECT_GE(volume(mesh), volumes[i] * (i == 2 ? 0.99999 : 0.983)) << i;
        for (const Vec3& p : mesh.positions) EXPECT_NEAR(signed_distance(shapes[i], p).distance, 0, 1e-6) << i;
    }
}

TEST(ShapeMesh, MeshKeepsHardEdgesAndSoftensFlatOnes) {
    // A cube, and a roof of two faces that meet at 10 degrees.
    std::vector<Vec3> points;
    for (int c = 0; c < 8; ++c) points.push_back({c & 1 ? 1.0f : 0.0f, c & 2 ? 1.0f : 0.0f, c & 4 ? 1.0f : 0.0f});
    std::vector<std::array<u32, 3>> cube = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                            {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    Shape shape{.kind = ShapeKind::mesh};
    shape.mesh = std::make_shared<MeshShape>(points, cube, true);
    const TriangleList hard = shape_mesh(shape, 0);
    expect_sound(hard);
    EXPECT_EQ(hard.positions.size(), 24u) << "three normals at each corner";
    EXPECT_NEAR(volume(hard), 1, 1e-6);

    shape.mesh =
        std::make_shared<MeshShape>(std::vector<Vec3>{{-1, 0, 0}, {0, 0.0875f, -1}, {0, 0.0875f, 1}, {1, 0, 0}},
                                    std::vector<std::array<u32, 3>>{{0, 2, 1}, {1, 2, 3}}, false);
    EXPECT_EQ(shape_mesh(shape, 0).positions.size(), 4u) << "one normal where faces are nearly flat";
}

TEST(ShapeMesh, HeightFieldHasItsHeights) {
    Shape shape{.kind = ShapeKind::height_field};
    shape.height_field =
        std::make_shared<HeightField>(3, 4, Vec3{2, 0.2f, 3}, std::vector<float>{0, 1, 0, 2, 1, 0, 0, 0, 3, 1, 1, 1});
    const TriangleList mesh = shape_mesh(shape, 0);
    expect_sound(mesh);
    EXPECT_EQ(mesh.positions.size(), 12u);
    EXPECT_EQ(mesh.indices.size(), 3u * 12);
    for (const Vec3& p : mesh.positions) EXPECT_NEAR(shape.height_field->height(p.x, p.z), p.y, 1e-6);
}

}  // namespace
}  // namespace shape_mesh_tests
}  // namespace pliant
