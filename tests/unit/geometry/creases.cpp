// Normals where a file has none: hard at creases, smooth elsewhere.
#include "geometry/creases.h"

#include <gtest/gtest.h>

#include "geometry/shapes.h"

namespace pliant {
namespace creases_tests {
namespace {

// A shape as a file without normals has it: one vertex a point.
Mesh bare(const ShapeSettings& settings) {
    Mesh mesh = make_shape(settings);
    for (u32& v : mesh.face_vertex) v = mesh.vertex_point[v];
    mesh.vertex_point.resize(mesh.points.size());
    for (u32 p = 0; p < mesh.points.size(); ++p) mesh.vertex_point[p] = p;
    mesh.uv.clear();
    mesh.second_uv.clear();
    mesh.normals.clear();
    return mesh;
}

Vec3 face_normal(const Mesh& mesh, const std::array<u32, 3>& t) {
    const auto at = [&](size_t k) { return mesh.points[mesh.vertex_point[t[k]]]; };
    return direction(cross(at(1) - at(0), at(2) - at(0)), Vec3{});
}

// A box used to be shaded like a ball, because its corners had one normal each.
TEST(Creases, FacesOfABoxAreFlat) {
    Mesh box = bare({"box", {1, 1, 1}, 1});
    ASSERT_EQ(box.vertex_point.size(), 8u);
    add_creased_normals(box, triangulate(box));
    EXPECT_EQ(box.points.size(), 8u);
    EXPECT_EQ(box.vertex_point.size(), 24u);
    EXPECT_EQ(box.normals.size(), 24u);
    for (u32 v = 0; v < 8; ++v) EXPECT_EQ(box.vertex_point[v], v) << "vertices of the file stay where they were";
    for (const auto& t : triangulate(box).triangles)
        for (const u32 v : t) EXPECT_NEAR(dot(box.normals[v], face_normal(box, t)), 1, 1e-6);
}

TEST(Creases, ABallStaysSmooth) {
    Mesh ball = bare({"sphere", {1, 1, 1}, 16});
    const size_t before = ball.vertex_point.size();
    add_creased_normals(ball, triangulate(ball));
    EXPECT_EQ(ball.vertex_point.size(), before);
    for (size_t v = 0; v < before; ++v)  // 16 around: neighbours are 22.5 degrees apart, and the mean leans by less
        EXPECT_GT(dot(ball.normals[v], direction(ball.points[v], Vec3{})), 0.98);
}

// Files in which every triangle has points of its own, as STL has them.
TEST(Creases, ABallOfSeparateTrianglesIsSmooth) {
    const Mesh ball = bare({"sphere", {1, 1, 1}, 16});
    Mesh soup;
    for (const auto& t : triangulate(ball).triangles) {
        for (const u32 v : t) {
            soup.face_vertex.push_back(static_cast<u32>(soup.points.size()));
            soup.vertex_point.push_back(static_cast<u32>(soup.points.size()));
            soup.points.push_back(ball.points[v]);
        }
        soup.face_start.push_back(static_cast<u32>(soup.face_vertex.size()));
    }
    soup.face_material.assign(soup.face_count(), 0);
    soup.materials.resize(1);
    add_creased_normals(soup, triangulate(soup));
    for (size_t v = 0; v < soup.vertex_point.size(); ++v)
        EXPECT_GT(dot(soup.normals[v], direction(soup.points[v], Vec3{})), 0.98);
}

TEST(Creases, TextureCoordinatesGoWithDoubles) {
    Mesh box = bare({"box", {1, 1, 1}, 1});
    for (const Vec3& p : box.points) box.uv.push_back({p.x, p.y});
    add_creased_normals(box, triangulate(box));
    ASSERT_EQ(box.uv.size(), box.vertex_point.size());
    for (size_t v = 0; v < box.uv.size(); ++v) EXPECT_EQ(box.uv[v].x, box.points[box.vertex_point[v]].x);
}

TEST(Creases, NormalsOfTheFileAreKept) {
    Mesh box = bare({"box", {1, 1, 1}, 1});
    box.normals.assign(8, Vec3{1, 0, 0});
    add_creased_normals(box, triangulate(box));
    EXPECT_EQ(box.vertex_point.size(), 8u);
    EXPECT_EQ(box.normals[3].x, 1);
}

}  // namespace
}  // namespace creases_tests
}  // namespace pliant
