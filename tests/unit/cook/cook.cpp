// From meshes to models.
#include "cook/cook.h"

#include <gtest/gtest.h>

#include <limits>

#include "body/registry.h"
#include "cook/model_bytes.h"
#include "cook/solid_mesh.h"
#include "geometry/shapes.h"

namespace pliant {
namespace cook_tests {
namespace {

const Mesh& ball() {
    static const Mesh mesh = make_shape({"sphere", {0.5f, 0.5f, 0.5f}, 12});
    return mesh;
}

CookedModel cooked(const char* kind_name, const Mesh& mesh, const RenderMeshSettings& drawn = {}) {
    const Kind& kind = *find_kind(kind_name);
    return cook_model(mesh, kind, ParameterSet(kind.parameters), {1, 1, 1}, drawn);
}

TEST(Cook, EveryKindIsNamedByWhatItWasCookedFrom) {
    std::vector<u64> hashes;
    for (const Kind* each : kinds()) {
        const char* name = each->name;
        const CookedModel model = cooked(name, ball());
        const Kind& kind = *each;
        EXPECT_EQ(model.model->content_hash, cook_hash(ball(), kind, ParameterSet(kind.parameters), {1, 1, 1})) << name;
        EXPECT_EQ(&model.model->kind(), &kind);
        hashes.push_back(model.model->content_hash);
    }
    std::sort(hashes.begin(), hashes.end());
    EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

TEST(Cook, WhatIsDrawnIsAnotherSurface) {
    const CookedModel plain = cooked("lattice", ball()), fine = cooked("lattice", ball(), {.subdivide = 1});
    EXPECT_EQ(plain.model->embedded, nullptr);
    ASSERT_NE(fine.model->embedded, nullptr);
    EXPECT_EQ(fine.model->render_surface().indices.size(), 4 * plain.model->render_surface().indices.size());
    EXPECT_EQ(fine.model->surface.indices.size(), plain.model->surface.indices.size());
    EXPECT_NE(fine.model->content_hash, plain.model->content_hash);
}

TEST(Cook, ModelsComeBackFromTheirBytes) {
    for (const Kind* kind : kinds()) {
        const char* name = kind->name;
        const CookedModel model = cooked(name, ball(), {.subdivide = 1});
        const std::string bytes = model_bytes(*model.model);
        const std::shared_ptr<const Model> again = model_from_bytes(bytes, "test");
        EXPECT_EQ(model_bytes(*again), bytes) << name;
        EXPECT_EQ(again->content_hash, model.model->content_hash) << name;
        EXPECT_THROW(model_from_bytes(bytes.substr(0, bytes.size() / 2), "test"), Error) << name;
    }
}

// Flesh crashed on a point that is not a number, and records of every kind refused its surface.
TEST(Cook, PointsThatAreNotFiniteLeaveAFiniteSurface) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    for (const Kind* kind : kinds())
        for (const float bad : {nan, infinite, -infinite}) {
            Mesh mesh = ball();
            mesh.vertex_point.push_back(static_cast<u32>(mesh.points.size()));
            mesh.points.push_back({bad, 0, 0});  // no face has it
            if (!mesh.normals.empty()) mesh.normals.push_back({0, 1, 0});
            if (!mesh.uv.empty()) mesh.uv.push_back({});
            mesh.points[5].y = bad;
            const CookedModel model = cooked(kind->name, mesh);
            EXPECT_EQ(model.repair.non_finite_points, 2u) << kind->name;
            for (const Vec3& p : model.model->surface.positions) ASSERT_TRUE(is_finite(p)) << kind->name;
            for (const Vec3& n : model.model->surface.normals) ASSERT_TRUE(is_finite(n)) << kind->name;
            for (u32 p = 0; p < model.model->particle_count; ++p)
                ASSERT_TRUE(is_finite(model.model->rest_position(p))) << kind->name;
        }
}

// Anything that a mesh consists of makes another model; its name does not.
TEST(Cook, HashesFollowTheMesh) {
    const Kind& kind = *find_kind("lattice");
    const auto hash = [&](const Mesh& mesh) { return cook_hash(mesh, kind, ParameterSet(kind.parameters), {1, 1, 1}); };
    const u64 before = hash(ball());
    Mesh named = ball();
    named.name = "another";
    EXPECT_EQ(hash(named), before);
    Mesh moved = ball(), painted = ball(), colored = ball();
    moved.points[3].x += 0.01f;
    painted.attributes.push_back({"soft", std::vector<float>(painted.points.size(), 0.5f)});
    colored.materials[0].color = {0.1f, 0.2f, 0.3f};
    for (const Mesh* mesh : {&moved, &painted, &colored}) EXPECT_NE(hash(*mesh), before);
}

TEST(Cook, CollidersKeepTheirTrianglesOrAreHulls) {
    Mesh mesh = make_shape({"box", {1, 1, 1}, 2});
    const auto solid = solid_mesh(mesh), hull = hull_mesh(mesh);
    EXPECT_EQ(solid->triangles().size(), triangulate(mesh).triangles.size());
    EXPECT_EQ(hull->triangles().size(), 12u) << "six faces of two triangles";
    mesh.points.assign(mesh.points.size(), Vec3{0, 0, 0});
    EXPECT_THROW(solid_mesh(mesh), Error);
    EXPECT_THROW(hull_mesh(mesh), Error);
}

}  // namespace
}  // namespace cook_tests
}  // namespace pliant
