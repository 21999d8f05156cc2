#include "geometry/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/error.h"
#include "core/hash.h"
#include "core/trig.h"

namespace pliant {
namespace shapes_tests {
namespace {

std::vector<std::array<u32, 3>> point_triangles(const Mesh& mesh) {
    std::vector<std::array<u32, 3>> out;
    for (const auto& t : triangulate(mesh).triangles)
        out.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
    return out;
}

double volume(const Mesh& mesh) {
    double sum = 0;
    for (const auto& t : point_triangles(mesh))
        sum +=
            dot(mesh.points[t[0]].to<double>(), cross(mesh.points[t[1]].to<double>(), mesh.points[t[2]].to<double>())) /
            6;
    return sum;
}

// Edges that do not have exactly two triangles of opposite direction.
u32 bad_edges(const Mesh& mesh) {
    std::map<std::pair<u32, u32>, int> passes;
    for (const auto& t : point_triangles(mesh))
        for (int c = 0; c < 3; ++c) ++passes[{t[c], t[(c + 1) % 3]}];
    u32 bad = 0;
    for (const auto& [edge, count] : passes)
        bad += count != 1 || passes.find({edge.second, edge.first}) == passes.end();
    return bad;
}

Vec3 face_normal(const Mesh& mesh, const std::array<u32, 3>& vertices) {
    const Vec3 a = mesh.points[mesh.vertex_point[vertices[0]]], b = mesh.points[mesh.vertex_point[vertices[1]]],
               c = mesh.points[mesh.vertex_point[vertices[2]]];
    return cross(b - a, c - a);
}

// What every reader of a Mesh relies on.
void expect_sound(const Mesh& mesh) {
    const size_t vertices = mesh.vertex_point.size();
    ASSERT_EQ(mesh.uv.size(), vertices);
    ASSERT_EQ(mesh.normals.size(), vertices);
    ASSERT_EQ(mesh.face_material.size(), mesh.face_count());
    ASSERT_EQ(mesh.face_start.back(), mesh.face_vertex.size());
    std::vector<u8> used(mesh.points.size(), 0);
    for (const u32 v : mesh.face_vertex) {
        ASSERT_LT(v, vertices);
        used[mesh.vertex_point[v]] = 1;
    }
    EXPECT_EQ(std::count(used.begin(), used.end(), 0), 0);
    for (const u32 m : mesh.face_material) ASSERT_LT(m, mesh.materials.size());
    for (const Vec3& n : mesh.normals) EXPECT_NEAR(length(n), 1, 1e-5);
    for (const Vec2& t : mesh.uv) EXPECT_TRUE(t.x >= 0 && t.x <= 1 && t.y >= 0 && t.y <= 1);
    std::set<std::array<float, 3>> places;
    for (const Vec3& p : mesh.points) EXPECT_TRUE(places.insert({p.x, p.y, p.z}).second);
    for (const Attribute& a : mesh.attributes) EXPECT_EQ(a.values.size(), mesh.points.size());
    // Normals look the way the faces do.
    for (const auto& t : triangulate(mesh).triangles) {
        const Vec3 mean = mesh.normals[t[0]] + mesh.normals[t[1]] + mesh.normals[t[2]];
        EXPECT_GT(dot(face_normal(mesh, t), mean), 0);
    }
}

TEST(Shapes, AllAreSoundAndClosed) {
    for (const std::string& name : shape_names())
        for (const u32 detail : {0u, 1u, 5u, 40u}) {
            const Mesh mesh = make_shape({name, {}, detail});
            SCOPED_TRACE(name + " " + std::to_string(detail));
            expect_sound(mesh);
            EXPECT_EQ(mesh.name, name);
            if (name == "plane") continue;
            EXPECT_EQ(bad_edges(mesh), 0u);
            EXPECT_GT(volume(mesh), 0);
        }
}

TEST(Shapes, HaveTheSizeAskedFor) {
    for (const std::string& name : shape_names())
        for (const Vec3 size : {Vec3{1, 1, 1}, Vec3{0.5f, 2, 3}, Vec3{4, 0.1f, 0.2f}}) {
            const Vec3 got = make_shape({name, size}).bounds().size();
            SCOPED_TRACE(name);
            EXPECT_NEAR(got.x, size.x, 1e-5f * size.x);
            EXPECT_NEAR(got.y, name == "plane" ? 0 : size.y, 1e-5f * size.y);
            EXPECT_NEAR(got.z, size.z, 1e-5f * size.z);
        }
}

TEST(Shapes, WhatIsNotGivenFollowsInProportion) {
    const Vec3 sphere = make_shape({"sphere", {3, 0, 0}}).bounds().size();
    EXPECT_NEAR(sphere.y, 3, 1e-5);
    EXPECT_NEAR(sphere.z, 3, 1e-5);
    const Vec3 own = make_shape({"penguin"}).bounds().size(), tall = make_shape({"penguin", {0, 1, 0}}).bounds().size();
    EXPECT_NEAR(tall.y, 1, 1e-5);
    EXPECT_NEAR(tall.x / tall.y, own.x / own.y, 1e-5);
}

TEST(Shapes, VolumesAreThoseOfTheFormulas) {
    // Chords of n sides take about (2 pi / n)^2 / 6 of a cross-section; at detail 60 there are 188 sides: 0.02 %, twice
    // that where the profile is round too.
    const auto at = [](const char* name, const Vec3& size) { return volume(make_shape({name, size, 60})); };
    EXPECT_NEAR(at("box", {1, 2, 3}), 6, 1e-5);
    EXPECT_NEAR(at("sphere", {2, 2, 2}) / (4 * pi / 3), 1, 5e-4);
    EXPECT_NEAR(at("sphere", {2, 4, 6}) / (4 * pi / 3 * 6), 1, 5e-4);
    EXPECT_NEAR(at("cylinder", {1, 1, 1}) / (pi / 4), 1, 5e-4);
    EXPECT_NEAR(at("cone", {1, 1, 1}) / (pi / 12), 1, 5e-4);
    EXPECT_NEAR(at("capsule", {1, 2, 1}) / (pi / 4 + pi / 6), 1, 2e-3);  // fewer sides: it is half as wide as high
    EXPECT_NEAR(at("torus", {1, 0.3f, 1}) / (2 * pi * 0.35 * pi * 0.15 * 0.15), 1, 3e-3);
    EXPECT_NEAR(volume(make_shape({"stairs", {1, 1, 1}, 4})), (1 + 2 + 3 + 4) / 16.0, 1e-6);
}

TEST(Shapes, CreaturesStandOnTheGroundInTheirSize) {
    const Mesh octopus = make_shape({"octopus"}), penguin = make_shape({"penguin"}), kobold = make_shape({"kobold"});
    const Box o = octopus.bounds(), p = penguin.bounds(), k = kobold.bounds();
    EXPECT_NEAR(o.low.y, 0, 1e-6);
    EXPECT_NEAR(p.low.y, 0, 1e-6);
    EXPECT_NEAR(k.low.y, 0, 1e-6);
    EXPECT_NEAR(o.size().x, 1.2f, 0.05f);
    EXPECT_NEAR(p.size().y, 0.5f, 0.02f);
    EXPECT_NEAR(k.size().y, 1.1f, 0.05f);
    EXPECT_GT(octopus.face_count(), 6000u);
    EXPECT_LT(octopus.face_count(), 12500u);
    EXPECT_GT(penguin.face_count(), 1000u);
    EXPECT_LT(penguin.face_count(), 2200u);
    EXPECT_GT(kobold.face_count(), 1000u);
    EXPECT_LT(kobold.face_count(), 1400u);
    for (const Mesh* mesh : {&octopus, &penguin, &kobold}) {
        EXPECT_GE(mesh->materials.size(), 5u);
        for (u32 m = 0; m < mesh->materials.size(); ++m)  // each is used
            EXPECT_GT(std::count(mesh->face_material.begin(), mesh->face_material.end(), m), 5);
    }
    const Attribute* arms = octopus.attribute("arms");
    ASSERT_NE(arms, nullptr);
    EXPECT_EQ(*std::min_element(arms->values.begin(), arms->values.end()), 0);
    EXPECT_GT(*std::max_element(arms->values.begin(), arms->values.end()), 0.95f);
}

TEST(Shapes, TextureChartsAreNotTorn) {
    // No face is stretched across a seam: all are narrow in the texture, but for a few over the tips of arms. The
    // octopus has 4 x 4 charts, penguin and kobold 2 x 2; limits are a quarter of a chart.
    const std::vector<std::pair<const char*, double>> limits{
        {"octopus", 0.8 / 4 / 4}, {"penguin", 0.8 / 2 / 4}, {"kobold", 0.8 / 2 / 4}, {"sphere", 0.03}, {"torus", 0.03}};
    for (const auto& [name, limit] : limits) {
        const Mesh mesh = make_shape({name});
        const auto triangles = triangulate(mesh).triangles;
        size_t wide = 0;
        for (const auto& t : triangles) {
            const float u[3] = {mesh.uv[t[0]].x, mesh.uv[t[1]].x, mesh.uv[t[2]].x};
            wide += std::max({u[0], u[1], u[2]}) - std::min({u[0], u[1], u[2]}) > limit;
        }
        EXPECT_LE(wide, name == std::string("octopus") ? triangles.size() / 100 : 0) << name;
    }
}

TEST(Shapes, AreTheSameEveryTime) {
    const auto hash = [](const Mesh& m) {
        Hasher h;
        h.array(std::span<const Vec3>(m.points));
        h.array(std::span<const u32>(m.face_vertex));
        return h.result();
    };
    for (const std::string& name : shape_names()) EXPECT_EQ(hash(make_shape({name})), hash(make_shape({name})));
}

TEST(Shapes, BadInputGetsASentence) {
    try {
        make_shape({"octopuss"});
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("did you mean 'octopus'"), std::string::npos) << e.what();
    }
    EXPECT_THROW(make_shape({"box", {-1, 1, 1}}), Error);
    EXPECT_THROW(make_shape({"box", {NAN, 1, 1}}), Error);
    EXPECT_THROW(make_shape({"box", {1, 1, 1}, 100000}), Error);
}

}  // namespace
}  // namespace shapes_tests
}  // namespace pliant
