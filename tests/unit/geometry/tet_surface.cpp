#include "geometry/tet_surface.h"

#include <gtest/gtest.h>

#include "core/trig.h"
#include "geometry/tet_quality.h"
#include "geometry/tetrahedralize.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace tet_surface_tests {
namespace {

const TetMesh corner{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};

Vec3 carried(const TetMesh& mesh, const TetPlace& place) {
    Vec3 at;
    for (int k = 0; k < 4; ++k) at += mesh.points[mesh.tets[place.tet][k]] * place.weight[k];
    return at;
}

TEST(TetQuality, OfKnownTets) {
    const TetQuality right = measure(corner);
    EXPECT_NEAR(right.volume, 1.0 / 6, 1e-12);
    EXPECT_NEAR(degrees(right.smallest_angle), 54.7356, 1e-3);  // acos(1/sqrt(3))
    EXPECT_NEAR(degrees(right.largest_angle), 90, 1e-4);
    // Its inscribed sphere has radius 1 / (3 + sqrt(3)), its longest edge sqrt(2).
    EXPECT_NEAR(right.worst_aspect, std::sqrt(2.0 / 24) * (3 + std::sqrt(3.0)), 1e-6);
    const TetMesh regular{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, {{0, 1, 2, 3}}};
    TetMesh turned = regular;
    std::swap(turned.tets[0][2], turned.tets[0][3]);
    EXPECT_EQ(measure(regular).inverted + measure(turned).inverted, 1u);
    const TetQuality best = measure(measure(regular).inverted ? turned : regular);
    EXPECT_NEAR(degrees(best.smallest_angle), 70.5288, 1e-3);  // acos(1/3)
    EXPECT_NEAR(degrees(best.largest_angle), 70.5288, 1e-3);
    EXPECT_NEAR(best.worst_aspect, 1, 1e-6);
}

TEST(TetSurface, FacesOutwards) {
    double volume = 0;
    const auto faces = boundary_triangles(corner);
    ASSERT_EQ(faces.size(), 4u);
    for (const auto& f : faces) volume += dot(corner.points[f[0]], cross(corner.points[f[1]], corner.points[f[2]])) / 6;
    EXPECT_FLOAT_EQ(volume, 1.0f / 6);

    TetMesh two = corner;  // a second tet on the slanted face
    two.points.push_back({1, 1, 1});
    two.tets.push_back({1, 2, 3, 4});
    std::vector<u32> of_tet;
    EXPECT_EQ(boundary_triangles(two, &of_tet).size(), 6u);
    EXPECT_EQ(of_tet, (std::vector<u32>{0, 0, 0, 1, 1, 1}));
}

TEST(TetSurface, PiecesShareFaces) {
    TetMesh mesh = corner;
    mesh.points.insert(mesh.points.end(), {{1, 1, 1}, {-1, 0, 0}, {-1, 1, 0}});
    mesh.tets.push_back({0, 6, 5, 3});  // shares the edge from 0 to 3
    mesh.tets.push_back({1, 2, 3, 4});  // shares a face with the first
    EXPECT_EQ(tet_pieces(mesh), (std::vector<u32>{0, 1, 0}));
    EXPECT_EQ(measure(mesh).parts, 2u);
}

TEST(TetSurface, PointsAreCarried) {
    const Soup soup = make_sphere(20, 24);
    const TetMesh mesh = tetrahedralize(soup.points, soup.triangles, {.cell = 0.2f}).mesh;
    Random random(4);
    const TetEmbedding embedding(mesh);
    double farthest = 0, least = 0;
    u32 within = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 p = random_point(random, 1.2f);
        const TetPlace place = embedding.find(p);
        farthest = std::max<double>(farthest, length(carried(mesh, place) - p));
        float lowest = 1;
        for (const float w : place.weight) lowest = std::min(lowest, w);
        within += lowest >= 0;
        if (length(p) < 0.95f) {
            EXPECT_GE(lowest, 0) << length(p);
        }
        if (length(p) < 1.2f) least = std::min<double>(least, lowest);
    }
    printf("carried to within %.2e m; %u of 2000 inside; weights from %.2f\n", farthest, within, least);
    EXPECT_LT(farthest, 3e-6);
    EXPECT_GT(least, -8);
    // By brute force: no tet contains a point for which another, not containing it, was found.
    for (int i = 0; i < 100; ++i) {
        const Vec3 p = random_point(random, 1.2f);
        const TetPlace place = embedding.find(p);
        bool contained = false;
        for (const TetPoints& t : mesh.tets) {
            bool all = true;
            for (int k = 0; k < 4; ++k) {
                std::array<Vec3d, 4> c;
                for (int j = 0; j < 4; ++j) c[j] = (j == k ? p : mesh.points[t[j]]).to<double>();
                all = all && tet_volume(c[0], c[1], c[2], c[3]) >= 0;
            }
            contained = contained || all;
        }
        float lowest = 1;
        for (const float w : place.weight) lowest = std::min(lowest, w);
        EXPECT_EQ(lowest >= 0, contained);
    }
}

TEST(TetSurface, PointsOutsideGoToTheNearest) {
    TetMesh two = corner;
    for (const Vec3& p : corner.points) two.points.push_back(p + Vec3{10, 0, 0});
    two.tets.push_back({4, 5, 6, 7});
    EXPECT_EQ(embed(two, std::array{Vec3{4, 0, 0}})[0].tet, 0u);
    EXPECT_EQ(embed(two, std::array{Vec3{7, 0, 0}})[0].tet, 1u);
    const TetPlace out = embed(two, std::array{Vec3{-1, 0.25f, 0.25f}})[0];
    EXPECT_FLOAT_EQ(out.weight[0], 1.5f);
    EXPECT_FLOAT_EQ(out.weight[1], -1);
}

}  // namespace
}  // namespace tet_surface_tests
}  // namespace pliant
