// Which meshes are the skins of solid things, holes or not, and which are sheets.
#include "geometry/solidity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/mesh_faces.h"
#include "geometry/shapes.h"

namespace pliant {
namespace solidity_tests {
namespace {

constexpr double pi = 3.14159265358979;

// A curve of radius and height, turned round the y axis: open where the curve does not begin or end on the axis.
Mesh turned(std::vector<Vec3> profile, u32 around = 32) {
    Mesh mesh;
    std::vector<Vec3> fine;
    for (size_t i = 0; i + 1 < profile.size(); ++i)
        for (int k = 0; k < 12; ++k)
            fine.push_back(profile[i] + (profile[i + 1] - profile[i]) * (static_cast<float>(k) / 12));
    fine.push_back(profile.back());
    for (const Vec3& p : fine)
        for (u32 k = 0; k < around; ++k) {
            const double a = 2 * pi * k / around;
            mesh.points.push_back({p.x * static_cast<float>(std::cos(a)), p.y, p.x * static_cast<float>(std::sin(a))});
        }
    for (u32 row = 0; row + 1 < fine.size(); ++row)
        for (u32 k = 0; k < around; ++k) {
            const u32 a = row * around + k, b = row * around + (k + 1) % around;
            for (const u32 p : {a, a + around, b + around, b}) mesh.face_vertex.push_back(p);
            mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        }
    for (u32 p = 0; p < mesh.points.size(); ++p) mesh.vertex_point.push_back(p);
    mesh.face_material.assign(mesh.face_count(), 0);
    mesh.materials.resize(1);
    return mesh;
}

// A shape without the faces whose middle `cut` says true for.
template <class F>
Mesh without(const Mesh& mesh, F&& cut) {
    std::vector<u8> kept;
    for (size_t f = 0; f < mesh.face_count(); ++f) {
        Vec3 sum;
        for (u32 corner = mesh.face_start[f]; corner < mesh.face_start[f + 1]; ++corner)
            sum = sum + mesh.points[mesh.vertex_point[mesh.face_vertex[corner]]];
        kept.push_back(!cut(sum * (1.0f / static_cast<float>(mesh.face_start[f + 1] - mesh.face_start[f]))));
    }
    return take_faces(mesh, kept);
}

Solidity of(const Mesh& mesh) { return measure_solidity(mesh); }

TEST(Solidity, ClosedShapesAreSolid) {
    for (const char* shape : {"box", "sphere", "octopus", "capsule"}) {
        const Solidity s = of(make_shape({shape, {}, 8}));
        EXPECT_TRUE(s.closed) << shape;
        EXPECT_TRUE(s.is_solid()) << shape;
    }
}

TEST(Solidity, RoundnessIsOneForASphereAndTheClosedFormForABox) {
    EXPECT_NEAR(of(make_shape({"sphere", {}, 32})).roundness, 1, 0.01);  // facets: 0.7 % at 32 around
    // 6 sqrt(pi) V / A^1.5 of a cube: sqrt(pi / 6)
    EXPECT_NEAR(of(make_shape({"box", {1, 1, 1}, 1})).roundness, std::sqrt(pi / 6), 1e-6);
}

// Scans stand on a hole; heads end at the neck.
TEST(Solidity, MeshesWithHolesAreSolid) {
    const Mesh ball = make_shape({"sphere", {2, 2, 2}, 48});
    const Solidity scan = of(without(ball, [](const Vec3& p) { return p.y < -0.85f; }));
    EXPECT_FALSE(scan.closed);
    EXPECT_TRUE(scan.is_solid()) << scan.openness << " " << scan.rim_share;
    // The cap's area is 2 pi (1 - 0.85) of 4 pi, its rim's pi (1 - 0.85²); faces are cut as wholes.
    EXPECT_NEAR(scan.rim_share, 0.2775 / (4 - 0.3), 0.02);
    const Solidity bottle = of(turned({{0, 0, 0}, {0.4f, 0, 0}, {0.4f, 1, 0}, {0.12f, 1.3f, 0}, {0.12f, 1.6f, 0}}));
    EXPECT_TRUE(bottle.is_solid());
}

TEST(Solidity, GarmentsAndBowlsAreSheets) {
    EXPECT_FALSE(of(turned({{0.4f, 0, 0}, {0.15f, 0.9f, 0}, {0.18f, 1.2f, 0}, {0.1f, 1.35f, 0}})).is_solid())
        << "dress";
    EXPECT_FALSE(of(turned({{0.1f, 0, 0}, {0.1f, 0.2f, 0}})).is_solid()) << "band";
    EXPECT_FALSE(of(turned({{0, 0, 0}, {0.5f, 0.1f, 0}, {0.8f, 0.5f, 0}})).is_solid()) << "bowl";
    EXPECT_FALSE(of(turned({{0.1f, 0, 0}, {0.18f, 1, 0}})).is_solid()) << "trouser leg";
    const Mesh ball = make_shape({"sphere", {2, 2, 2}, 48});
    EXPECT_FALSE(of(without(ball, [](const Vec3& p) { return p.y < 0; })).is_solid()) << "half a sphere";
}

TEST(Solidity, FlatSheetsAreHalfOpen) {
    const Solidity s = of(make_shape({"plane", {1, 0, 1}, 10}));
    EXPECT_NEAR(s.openness, 0.5, 0.01);
    EXPECT_FALSE(s.is_solid());
}

// Two layers glued along their border are closed and enclose nothing: cloth with two sides.
TEST(Solidity, TwoLayersOfASheetAreASheet) {
    const Solidity thin = of(make_shape({"box", {1, 0.001f, 1}, 1}));
    EXPECT_TRUE(thin.closed);
    EXPECT_FALSE(thin.is_solid());
    EXPECT_TRUE(of(make_shape({"box", {1, 0.01f, 1}, 1})).is_solid()) << "a board";
}

TEST(Solidity, NothingIsNotSolid) { EXPECT_FALSE(measure_solidity(TriangleSoup{}).is_solid()); }

}  // namespace
}  // namespace solidity_tests
}  // namespace pliant
