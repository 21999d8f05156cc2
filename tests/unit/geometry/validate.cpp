// Validators of meshes and trees: valid data passes, and each possible fault is named.

#include <gtest/gtest.h>

#include "core/random.h"
#include "geometry/bvh.h"
#include "geometry/coloring.h"
#include "geometry/repair.h"
#include "geometry/shapes.h"
#include "geometry/soup.h"
#include "geometry/tet_box.h"
#include "lattices.h"

namespace pliant {
namespace validate_tests {
namespace {

// The result of a validator for a copy that was changed.
template <class T, class Change>
std::string broken(T copy, Change&& change) {
    change(copy);
    const char* said = validate(copy);
    return said ? said : "";
}

TEST(Validate, ShapesAndWhatIsMadeOfThem) {
    for (const std::string& name : shape_names()) {
        const Mesh mesh = make_shape({.name = name});
        EXPECT_STREQ(validate(mesh), nullptr) << name;
        RepairReport report;
        const SimulationMesh welded = repair(mesh, triangulate(mesh), report);
        EXPECT_STREQ(validate(welded), nullptr) << name;
        EXPECT_STREQ(validate(sorted_soup(welded.points, welded.triangles)), nullptr) << name;
    }
}

TEST(Validate, BrokenMeshesAreFound) {
    Mesh mesh = make_shape({.name = "box", .detail = 2});
    mesh.attributes = {{"paint", std::vector<float>(mesh.points.size(), 0.5f)}};
    mesh.parts = {{"all", 0, static_cast<u32>(mesh.face_count())}};
    ASSERT_STREQ(validate(mesh), nullptr);
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.vertex_point[3] = 9999; }), "");
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.face_vertex[3] = 9999; }), "");
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.face_start[1] = m.face_start[2] + 1; }), "");
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.face_material[0] = 9; }), "");
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.uv.resize(1); }), "");
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.normals.resize(1); }), "");
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.attributes[0].values.pop_back(); }), "");
    EXPECT_NE(broken(mesh, [](Mesh& m) { m.parts[0].face_count++; }), "");

    RepairReport report;
    const SimulationMesh welded = repair(mesh, triangulate(mesh), report);
    EXPECT_NE(broken(welded, [](SimulationMesh& m) { m.points[0].x = NAN; }), "");
    EXPECT_NE(broken(welded, [](SimulationMesh& m) { m.triangles[0][1] = m.triangles[0][0]; }), "");
    EXPECT_NE(broken(welded, [](SimulationMesh& m) { m.points.push_back({9, 9, 9}); }), "") << "used by no triangle";
    EXPECT_NE(broken(welded, [](SimulationMesh& m) { m.point_of[0] = 9999; }), "");

    const TriangleSoup soup = sorted_soup(welded.points, welded.triangles);
    EXPECT_NE(broken(soup, [](TriangleSoup& s) { std::swap(s.points[0], s.points[1]); }), "");
    EXPECT_NE(broken(soup, [](TriangleSoup& s) { s.points[1] = s.points[0]; }), "");
    EXPECT_NE(broken(soup, [](TriangleSoup& s) { s.triangles[0][2] = 9999; }), "");
}

TEST(Validate, BrokenTetsAndLatticesAreFound) {
    const TetMesh tets = tet_box({1, 1, 1}, {2, 2, 2});
    ASSERT_STREQ(validate(tets), nullptr);
    EXPECT_NE(broken(tets, [](TetMesh& m) { std::swap(m.tets[3][0], m.tets[3][1]); }), "") << "inside out";
    EXPECT_NE(broken(tets, [](TetMesh& m) { m.tets[3][0] = m.tets[3][1]; }), "");
    EXPECT_NE(broken(tets, [](TetMesh& m) { m.points[0].y = INFINITY; }), "");

    Random random(2);
    for (int i = 0; i < 20; ++i) ASSERT_STREQ(validate(testing::random_lattice(random, 6, 0.3)), nullptr);
    const LatticeMesh lattice = testing::box_lattice(3, 2, 2);
    EXPECT_NE(broken(lattice, [](LatticeMesh& m) { std::swap(m.cell_site[0], m.cell_site[1]); }), "");
    EXPECT_NE(broken(lattice, [](LatticeMesh& m) { std::swap(m.cell_corner[0][0], m.cell_corner[0][1]); }), "");
    EXPECT_NE(broken(lattice, [](LatticeMesh& m) { m.particle_site.back().x += 1; }), "");
    EXPECT_NE(broken(lattice, [](LatticeMesh& m) { m.spacing.z = 0; }), "");
    EXPECT_NE(broken(lattice, [](LatticeMesh& m) { m.cell_corner.pop_back(); }), "");
}

TEST(Validate, ColorsShareNoVertex) {
    const std::vector<u32> pairs{0, 1, 1, 2, 2, 3, 3, 0};
    Coloring c = coloring_of(pairs, 2, 4);
    EXPECT_STREQ(validate(c, pairs, 2), nullptr);
    std::swap(c.order[0], c.order[2]);
    EXPECT_STREQ(validate(c, pairs, 2), "coloring: two things of a colour share a vertex");
    c = coloring_of(pairs, 2, 4);
    c.order[0] = c.order[1];
    EXPECT_STREQ(validate(c, pairs, 2), "coloring: a thing has two colours, or none");
}

TEST(Validate, TreesOfRandomBoxesAndOfMovedOnes) {
    Random random(4);
    for (const u32 count : {0u, 1u, 4u, 5u, 300u}) {
        std::vector<Box> boxes(count);
        const auto move = [&] {
            for (Box& b : boxes) {
                const Vec3 at{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
                b = Box{at, at}.grown(random.real(0, 0.1f));
            }
        };
        move();
        Bvh tree(boxes);
        EXPECT_STREQ(validate(tree), nullptr) << count;
        move();
        tree.refit(boxes);
        EXPECT_STREQ(validate(tree), nullptr) << count << ", moved";
    }
}

}  // namespace
}  // namespace validate_tests
}  // namespace pliant
