#include "geometry/repair.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"
#include "geometry/weld.h"

namespace pliant {
namespace repair_tests {
namespace {

struct Soup {
    std::vector<Vec3> points;
    std::vector<TrianglePoints> triangles;

    Soup& add(const Soup& other) {
        const u32 first = static_cast<u32>(points.size());
        points.insert(points.end(), other.points.begin(), other.points.end());
        for (TrianglePoints t : other.triangles) {
            for (u32& p : t) p += first;
            triangles.push_back(t);
        }
        return *this;
    }
    Soup& turn() {
        for (TrianglePoints& t : triangles) std::swap(t[1], t[2]);
        return *this;
    }
    Soup split() const {  // every triangle with points of its own
        Soup out;
        for (const TrianglePoints& t : triangles) {
            const u32 first = static_cast<u32>(out.points.size());
            for (const u32 p : t) out.points.push_back(points[p]);
            out.triangles.push_back({first, first + 1, first + 2});
        }
        return out;
    }
};

Soup box(const Vec3& low, const Vec3& high) {
    Soup s;
    for (u32 c = 0; c < 8; ++c)
        s.points.push_back({c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z});
    s.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                   {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return s;
}

Soup grid(u32 n) {
    Soup s;
    for (u32 y = 0; y <= n; ++y)
        for (u32 x = 0; x <= n; ++x) s.points.push_back({static_cast<float>(x), static_cast<float>(y), 0});
    for (u32 y = 0; y < n; ++y) {
        for (u32 x = 0; x < n; ++x) {
            const u32 a = y * (n + 1) + x, b = a + 1, c = a + n + 2, d = a + n + 1;
            s.triangles.push_back({a, b, c});
            s.triangles.push_back({a, c, d});
        }
    }
    return s;
}

Mesh mesh_of(const Soup& soup) {
    Mesh mesh;
    mesh.points = soup.points;
    for (u32 p = 0; p < soup.points.size(); ++p) mesh.vertex_point.push_back(p);
    for (const TrianglePoints& t : soup.triangles) {
        mesh.face_vertex.insert(mesh.face_vertex.end(), t.begin(), t.end());
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(0);
    }
    mesh.materials.resize(1);
    return mesh;
}

struct Repaired {
    SimulationMesh mesh;
    RepairReport report;
};

Repaired repaired(const Soup& soup) {
    const Mesh mesh = mesh_of(soup);
    const Triangulation triangulation = triangulate(mesh);
    Repaired r;
    r.mesh = repair(mesh, triangulation, r.report);
    // Checks for every result.
    EXPECT_EQ(r.mesh.point_of.size(), mesh.points.size());
    EXPECT_EQ(r.mesh.source_triangle.size(), r.mesh.triangles.size());
    std::vector<u8> used(r.mesh.points.size(), 0);
    for (const TrianglePoints& t : r.mesh.triangles)
        for (const u32 p : t) used.at(p) = 1;
    EXPECT_TRUE(std::all_of(used.begin(), used.end(), [](u8 u) { return u; }));
    for (const Vec3& p : r.mesh.points) EXPECT_TRUE(is_finite(p));
    for (const u32 p : r.mesh.point_of) EXPECT_TRUE(p == SimulationMesh::no_point || p < r.mesh.points.size());
    return r;
}

const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

TEST(Repair, NothingGivesNothing) {
    const Repaired r = repaired({});
    EXPECT_TRUE(r.mesh.triangles.empty());
    EXPECT_FALSE(r.report.closed);
    EXPECT_TRUE(r.report.sentences().empty());
}

TEST(Repair, OnlyNonFinitePoints) {
    const Repaired r = repaired({{{nan, 0, 0}, {0, infinity, 0}, {0, 0, -infinity}}, {{0, 1, 2}}});
    EXPECT_TRUE(r.mesh.triangles.empty());
    EXPECT_EQ(r.report.non_finite_points, 3u);
    EXPECT_EQ(r.report.degenerate_triangles, 1u);
    EXPECT_EQ(r.mesh.point_of[0], SimulationMesh::no_point);
}

TEST(Repair, AllPointsInOnePlace) {
    const Repaired r = repaired({{{2, 2, 2}, {2, 2, 2}, {2, 2, 2}}, {{0, 1, 2}}});
    EXPECT_TRUE(r.mesh.triangles.empty());
    EXPECT_EQ(r.report.welded_points, 2u);
    EXPECT_EQ(r.report.degenerate_triangles, 1u);
}

TEST(Repair, HugeAndTinyCoordinates) {
    for (const float size : {1e-37f, 1e-20f, 1e20f, 3e38f}) {
        const Repaired r = repaired(box({0, 0, 0}, {size, size, size}).split());
        EXPECT_EQ(r.mesh.points.size(), 8u) << size;
        EXPECT_TRUE(r.report.closed) << size;
    }
}

TEST(Repair, LeavesAGoodMeshAlone) {
    const Soup s = box({0, 0, 0}, {1, 2, 3});
    const Repaired r = repaired(s);
    EXPECT_EQ(r.mesh.points, s.points);
    EXPECT_EQ(r.mesh.triangles, s.triangles);
    EXPECT_TRUE(r.report.closed);
    EXPECT_EQ(r.report.parts, 1u);
    EXPECT_NEAR(r.report.volume, 6, 1e-12);
    EXPECT_TRUE(r.report.sentences().empty());
}

TEST(Repair, WeldsAndKeepsTheMap) {
    const Soup s = box({0, 0, 0}, {1, 1, 1}), pieces = s.split();
    const Repaired r = repaired(pieces);
    EXPECT_EQ(r.mesh.points.size(), 8u);
    EXPECT_EQ(r.report.welded_points, 28u);
    EXPECT_TRUE(r.report.closed);
    for (u32 p = 0; p < pieces.points.size(); ++p) EXPECT_EQ(r.mesh.points[r.mesh.point_of[p]], pieces.points[p]);
    EXPECT_EQ(r.report.sentences(), std::vector<std::string>{"28 duplicate points welded"});
}

TEST(Repair, WeldsWithinAMillionthOfTheSizeOnly) {
    // Two squares beside each other; the gap between them decides. The diagonal is about 2.24.
    for (const auto& [gap, welded] : {std::pair{1e-6f, 2u}, {5e-6f, 0u}}) {
        Soup s = grid(1);
        Soup other = grid(1);
        for (Vec3& p : other.points) p.x += 1 + gap;
        EXPECT_EQ(repaired(s.add(other)).report.welded_points, welded) << gap;
    }
}

TEST(Weld, ChainsDoNotShrinkToAPoint) {
    std::vector<Vec3> points;
    for (int i = 0; i < 100; ++i) points.push_back({0.6f * static_cast<float>(i), 0, 0});
    const std::vector<u8> used(points.size(), 1);
    const std::vector<u32> welded = weld_points(points, used, 1);
    for (u32 i = 0; i < points.size(); ++i) EXPECT_LE(std::abs(points[i].x - points[welded[i]].x), 1);
}

TEST(Weld, SameAsLookingAtAllPairs) {
    Random random(1);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<Vec3> points(200);
        const float size = trial % 2 ? 1 : 40;
        for (Vec3& p : points) p = {random.real(0, size), random.real(0, size), random.real(-size, 0)};
        const std::vector<u8> used(points.size(), 1);
        const double distance = 0.25;
        const std::vector<u32> got = weld_points(points, used, distance);
        for (u32 i = 0; i < points.size(); ++i) {
            u32 expected = i;
            for (u32 j = 0; j < i && expected == i; ++j)
                if (got[j] == j && length(points[j].to<double>() - points[i].to<double>()) <= distance) expected = j;
            ASSERT_EQ(got[i], expected);
        }
    }
}

TEST(Repair, DropsDuplicatesInAnyRotation) {
    Soup s = box({0, 0, 0}, {1, 1, 1});
    for (u32 t = 0; t < 3; ++t) s.triangles.push_back({s.triangles[t][1], s.triangles[t][2], s.triangles[t][0]});
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.duplicate_triangles, 3u);
    EXPECT_TRUE(r.report.closed);
    EXPECT_EQ(r.report.non_manifold_edges, 0u);
}

// A decimated dragon had triangles twice from the front and once from the back. Two of them bound nothing: with the
// front once and the back once, its neighbours were left with an open edge.
TEST(Repair, DuplicatesOfBothSidesCancel) {
    Soup s = box({0, 0, 0}, {1, 1, 1});
    const TrianglePoints t = s.triangles[5];
    s.triangles.push_back({t[1], t[0], t[2]});
    s.triangles.push_back({t[1], t[2], t[0]});
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.duplicate_triangles, 2u);
    EXPECT_EQ(r.report.opposite_triangles, 0u);
    EXPECT_TRUE(r.report.closed);
    EXPECT_NEAR(r.report.volume, 1, 1e-12);
}

TEST(Repair, ATwoSidedSheetIsOneLayer) {
    Soup s = grid(3);
    s.add(grid(3).turn());
    const Repaired r = repaired(s);
    EXPECT_EQ(r.mesh.triangles, grid(3).triangles);
    EXPECT_EQ(r.report.opposite_triangles, 18u);
    EXPECT_EQ(r.report.merged_sheets, 1u);
    EXPECT_FALSE(r.report.closed);
    EXPECT_EQ(r.report.boundary_edges, 12u);
    EXPECT_EQ(r.report.holes, 1u);
    EXPECT_EQ(r.report.non_manifold_edges, 0u);
}

TEST(Repair, AFinOnABodyKeepsBothSides) {
    Soup s = box({0, 0, 0}, {1, 1, 1});
    s.points.push_back({0.5f, 2, 0.5f});
    s.triangles.push_back({2, 7, 8});
    s.triangles.push_back({7, 2, 8});
    const Repaired r = repaired(s);
    EXPECT_EQ(r.mesh.triangles.size(), 14u);
    EXPECT_EQ(r.report.opposite_triangles, 1u);
    EXPECT_TRUE(r.report.closed);
    EXPECT_NEAR(r.report.volume, 1, 1e-12);
}

TEST(Repair, FlatTrianglesDoNotOpenAClosedMesh) {
    // Point 8 lies in the middle of edge 0-1; one side of the edge knows it, the other is closed by a flat triangle.
    Soup s = box({0, 0, 0}, {1, 1, 1});
    s.points.push_back({0.5f, 0, 0});
    s.triangles[1] = {0, 3, 8};
    s.triangles.push_back({8, 3, 1});
    s.triangles.push_back({0, 8, 1});
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.degenerate_triangles, 1u);
    EXPECT_TRUE(r.report.closed);
    EXPECT_NEAR(r.report.volume, 1, 1e-12);
    EXPECT_EQ(r.mesh.triangles.size(), 14u);
    EXPECT_EQ(r.report.non_manifold_edges, 0u);
}

TEST(Repair, ARowOfFlatTriangles) {
    Soup s = box({0, 0, 0}, {1, 1, 1});
    s.triangles.erase(s.triangles.begin() + 1);
    const u32 n = 8;
    std::vector<u32> row{0};
    for (u32 i = 1; i < n; ++i) {
        row.push_back(static_cast<u32>(s.points.size()));
        s.points.push_back({static_cast<float>(i) / n, 0, 0});
    }
    row.push_back(1);
    for (u32 i = 0; i < n; ++i) s.triangles.push_back({row[i + 1], row[i], 3});
    for (u32 i = 1; i < n; ++i) s.triangles.push_back({row[0], row[i], row[i + 1]});
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.degenerate_triangles, n - 1);
    EXPECT_TRUE(r.report.closed);
    EXPECT_NEAR(r.report.volume, 1, 1e-7);
}

TEST(Repair, RepeatedCornersAndUnusedPoints) {
    Soup s = grid(1);
    s.points.push_back({9, 9, 9});
    s.triangles.push_back({0, 0, 1});
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.degenerate_triangles, 1u);
    EXPECT_EQ(r.report.unused_points, 1u);
    EXPECT_EQ(r.mesh.triangles.size(), 2u);
    EXPECT_EQ(r.mesh.point_of[4], SimulationMesh::no_point);
}

TEST(Repair, TurnsWhatIsInsideOut) {
    const Repaired r = repaired(box({0, 0, 0}, {1, 1, 1}).turn());
    EXPECT_EQ(r.report.inverted_parts, 1u);
    EXPECT_NEAR(r.report.volume, 1, 1e-12);
}

TEST(Repair, KeepsAHollow) {
    const Repaired r = repaired(box({0, 0, 0}, {3, 3, 3}).add(box({1, 1, 1}, {2, 2, 2}).turn()));
    EXPECT_EQ(r.report.inverted_parts, 0u);
    EXPECT_NEAR(r.report.volume, 26, 1e-12);
    EXPECT_EQ(r.report.parts, 2u);
}

TEST(Repair, TurnsABodyTogetherWithItsHollow) {
    const Repaired r = repaired(box({1, 1, 1}, {2, 2, 2}).turn().add(box({0, 0, 0}, {3, 3, 3})).turn());
    EXPECT_EQ(r.report.inverted_parts, 2u);
    EXPECT_NEAR(r.report.volume, 26, 1e-12);
}

TEST(Repair, PartsBesideEachOtherAreJudgedAlone) {
    const Repaired r = repaired(box({0, 0, 0}, {3, 3, 3}).add(box({4, 1, 1}, {5, 2, 2}).turn()));
    EXPECT_EQ(r.report.inverted_parts, 1u);
    EXPECT_NEAR(r.report.volume, 28, 1e-12);
}

TEST(Repair, TurnsTheFewThatFaceTheOtherWay) {
    Soup s = box({0, 0, 0}, {1, 1, 1});
    for (const size_t t : {1u, 6u, 9u}) std::swap(s.triangles[t][0], s.triangles[t][1]);
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.turned_triangles, 3u);
    EXPECT_EQ(r.report.inverted_parts, 0u);
    EXPECT_TRUE(r.report.closed);
    EXPECT_NEAR(r.report.volume, 1, 1e-12);
}

TEST(Repair, AMoebiusStripIsLeftAsItIs) {
    Soup s;
    const u32 n = 12;
    for (u32 i = 0; i < n; ++i) {
        const double angle = 2 * M_PI * i / n;
        for (const double side : {-0.3, 0.3}) {
            const double r = 1 + side * std::cos(angle / 2);
            s.points.push_back(Vec3d{r * std::cos(angle), side * std::sin(angle / 2), r * std::sin(angle)}.to<float>());
        }
    }
    for (u32 i = 0; i < n; ++i) {
        const u32 a = 2 * i, b = a + 1;
        const u32 c = i + 1 < n ? a + 2 : 1, d = i + 1 < n ? a + 3 : 0;
        s.triangles.push_back({a, b, d});
        s.triangles.push_back({a, d, c});
    }
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.one_sided_surfaces, 1u);
    EXPECT_EQ(r.report.turned_triangles, 0u);
    EXPECT_EQ(r.report.holes, 1u);
    EXPECT_FALSE(r.report.closed);
}

TEST(Repair, CountsEdgesOfMoreThanTwoTriangles) {
    const Repaired r =
        repaired({{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}});
    EXPECT_EQ(r.report.non_manifold_edges, 1u);
    EXPECT_EQ(r.report.boundary_edges, 6u);
    EXPECT_EQ(r.report.parts, 1u);
    EXPECT_FALSE(r.report.closed);
}

TEST(Repair, CountsHoles) {
    Soup s = box({0, 0, 0}, {1, 1, 1});
    s.triangles.erase(s.triangles.begin(), s.triangles.begin() + 4);  // both ends
    const Repaired r = repaired(s);
    EXPECT_EQ(r.report.holes, 2u);
    EXPECT_EQ(r.report.boundary_edges, 8u);
    EXPECT_EQ(r.report.sentences(), std::vector<std::string>{"2 holes or rims (8 edges)"});
}

TEST(Repair, RandomSoupsGiveWholeMeshes) {
    Random random(7);
    for (int trial = 0; trial < 300; ++trial) {
        Soup s;
        const u32 points = 3 + random.below(12), triangles = random.below(30);
        const float coordinates[] = {0, 0, 1, 2, 1e-7f, nan, 1};
        for (u32 p = 0; p < points; ++p) {
            const auto pick = [&] { return coordinates[random.below(trial % 3 ? 5 : 7)]; };
            s.points.push_back({pick(), pick(), pick()});
        }
        for (u32 t = 0; t < triangles; ++t)
            s.triangles.push_back({random.below(points), random.below(points), random.below(points)});
        const Repaired r = repaired(s);
        for (const TrianglePoints& t : r.mesh.triangles) EXPECT_FALSE(t[0] == t[1] || t[1] == t[2] || t[2] == t[0]);
    }
}

}  // namespace
}  // namespace repair_tests
}  // namespace pliant
