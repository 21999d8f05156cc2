#include "geometry/voxelize.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "geometry/lattice_mesh.h"
#include "geometry/triangle_queries.h"
#include "geometry/winding.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace voxelize_tests {
namespace {

Voxels voxels_of(const Soup& soup, float spacing, Fill fill = Fill::automatic) {
    return voxelize(soup.points, soup.triangles, {{spacing, spacing, spacing}, fill});
}

double volume_of(const Voxels& v) {
    double sum = 0;
    for (const float f : v.fraction) sum += f;
    return sum * v.spacing.x * v.spacing.y * v.spacing.z;
}

void expect_equal(const Voxels& a, const Voxels& b) {
    EXPECT_EQ(a.origin, b.origin);
    EXPECT_EQ(a.cells, b.cells);
    EXPECT_EQ(a.fraction, b.fraction);
    EXPECT_EQ(a.solid, b.solid);
}

// By definition: every cell of the grid against every triangle, and every centre against every solid angle. The grid
// ends where the mesh does: a cell beyond, which the mesh at most touches, is none.
void expect_as_defined(const Soup& soup, const Voxels& v, double share_of_doubt) {
    Vec3i high{0, 0, 0};
    for (const Vec3i& c : v.cells) high = greatest(high, c);
    size_t next = 0, wrong = 0, surface = 0;
    for (i32 z = 0; z <= high.z; ++z)
        for (i32 y = 0; y <= high.y; ++y)
            for (i32 x = 0; x <= high.x; ++x) {
                const Vec3d center =
                    v.origin.to<double>() + scaled(v.spacing.to<double>(), Vec3d{x + 0.5, y + 0.5, z + 0.5});
                bool expected = false;
                for (const auto& t : soup.triangles)
                    expected |=
                        triangle_overlaps_box(center, v.spacing.to<double>() * 0.5, soup.points[t[0]].to<double>(),
                                              soup.points[t[1]].to<double>(), soup.points[t[2]].to<double>());
                surface += expected;
                if (!expected && v.solid)
                    expected = std::fabs(winding_number_exact(soup.points, soup.triangles, center)) > 0.5;
                const bool found = next < v.cells.size() && v.cells[next] == Vec3i{x, y, z};
                wrong += found != expected;
                next += found;
            }
    EXPECT_EQ(next, v.cells.size());  // all were met in the order z, y, x
    EXPECT_EQ(surface, v.surface_cells);
    EXPECT_LE(static_cast<double>(wrong), share_of_doubt * static_cast<double>(v.cells.size()));
}

TEST(Voxelize, ASphereHasItsVolume) {
    const Soup sphere = make_sphere(16, 20);
    const Voxels v = voxels_of(sphere, 0.1f);
    EXPECT_TRUE(v.solid);
    expect_as_defined(sphere, v, 0);
    // Sixteen exact lengths in each of about 1,900 surface cells; measured 0.0005.
    EXPECT_NEAR(volume_of(v) / sphere.volume(), 1, 0.002);
}

TEST(Voxelize, BoxesHaveTheirVolumeWhereverTheirSidesLie) {
    // Flat sides are the worst case: all cells of a side are wrong in the same way, by up to 1/32 of a cell on two
    // sides along y and z, and by the least fraction of 1/64 along x. At 19.2 cells across that is 0.8 %.
    const double bound = (4.0 / 32 + 2.0 / 64) * 0.052;
    Random random(1);
    for (int trial = 0; trial < 50; ++trial) {
        const float spacing = random.real(0.048f, 0.052f);
        const Soup box = make_box({0, 0, 0}, {1, 1, 1});
        const Voxels v = voxels_of(box, spacing);
        EXPECT_TRUE(v.solid);
        EXPECT_NEAR(volume_of(v), 1, bound);
    }
}

TEST(Voxelize, TheGridFitsTheMeshAndIsCentred) {
    const Voxels v = voxels_of(make_box({0, 0, 0}, {1, 1, 1}), 0.1f);
    EXPECT_NEAR(v.origin.x, 0, 1e-6f);
    EXPECT_EQ(v.cells.size(), 10u * 10 * 10);
    EXPECT_EQ(v.inside_cells, 8u * 8 * 8);
    EXPECT_NEAR(volume_of(v), 1, 1e-4);
    const Voxels w = voxels_of(make_box({0, 0, 0}, {1, 0.95f, 1.08f}), 0.1f);
    EXPECT_EQ(w.cells.size(), 10u * 10 * 11);
    EXPECT_NEAR(w.origin.y, -0.025f, 1e-6f);
    EXPECT_NEAR(w.origin.z, -0.01f, 1e-6f);
}

TEST(Voxelize, SpacingMayDifferByAxis) {
    const Soup sphere = make_sphere(16, 20);
    const Voxels v = voxelize(sphere.points, sphere.triangles, {{0.1f, 0.2f, 0.05f}});
    expect_as_defined(sphere, v, 0);
    EXPECT_NEAR(volume_of(v) / sphere.volume(), 1, 0.002);
}

TEST(Voxelize, OrderSeamsAndCornersDoNotMatter) {
    Soup soup = make_sphere(16, 20);
    soup.triangles.resize(soup.triangles.size() * 19 / 20);  // open, so that winding numbers are used too
    const Voxels expected = voxels_of(soup, 0.11f);
    EXPECT_TRUE(expected.solid);
    Random random(2);
    for (int trial = 0; trial < 5; ++trial) {
        Soup shuffled;
        std::vector<u32> order(soup.triangles.size());
        for (u32 i = 0; i < order.size(); ++i) order[i] = i;
        for (u32 i = 1; i < order.size(); ++i) std::swap(order[i], order[random.below(i + 1)]);
        for (const u32 t : order) {  // every triangle with points of its own, from a random corner on
            const u32 base = static_cast<u32>(shuffled.points.size()), first = random.below(3);
            for (u32 c = 0; c < 3; ++c) shuffled.points.push_back(soup.points[soup.triangles[t][(first + c) % 3]]);
            shuffled.triangles.push_back({base, base + 1, base + 2});
        }
        expect_equal(voxels_of(shuffled, 0.11f), expected);
    }
}

TEST(Voxelize, InsideOutIsTheSame) {
    const Soup sphere = make_sphere(16, 20);
    const Voxels expected = voxels_of(sphere, 0.1f);
    Soup inverted = sphere, mixed = sphere;
    Random random(3);
    for (auto& t : inverted.triangles) std::swap(t[0], t[1]);
    for (auto& t : mixed.triangles)
        if (random.chance(0.4)) std::swap(t[0], t[1]);
    expect_equal(voxels_of(inverted, 0.1f), expected);
    expect_equal(voxels_of(mixed, 0.1f), expected);
}

TEST(Voxelize, OverlappingPartsCountOnceAndCavitiesStayEmpty) {
    Soup coarse = make_sphere(10, 12);
    coarse.add(make_sphere(10, 12, 1, {1, 0, 0}));
    expect_as_defined(coarse, voxels_of(coarse, 0.1f), 0);
    Soup two = make_sphere(40, 60);
    two.add(make_sphere(40, 60, 1, {1, 0, 0}));
    const Voxels v = voxels_of(two, 0.1f);
    // Two unit spheres a distance d = 1 apart share a lens of pi (4 + d) (2 - d)^2 / 12.
    const double expected = 2 * 4 * pi / 3 - pi * (4 + 1) / 12;
    EXPECT_NEAR(volume_of(v) / expected, 1, 0.006);  // the spheres' own chords take 0.4 %

    Soup hollow = make_sphere(40, 60), inner = make_sphere(40, 60, 0.6f);
    for (auto& t : inner.triangles) std::swap(t[0], t[1]);
    hollow.add(inner);
    EXPECT_NEAR(volume_of(voxels_of(hollow, 0.1f)) / hollow.volume(), 1, 0.002);
}

TEST(Voxelize, HolesAreBridged) {
    Random random(4);
    const Soup sphere = make_sphere(24, 32);
    Soup holes = sphere;
    holes.triangles.clear();
    for (const auto& t : sphere.triangles)
        if (!random.chance(0.1)) holes.triangles.push_back(t);
    const Voxels v = voxels_of(holes, 0.1f);
    EXPECT_TRUE(v.solid);
    // The fast winding number may be wrong by 0.005 where the exact one is within that of 1/2: near single holes.
    expect_as_defined(holes, v, 0.002);
    EXPECT_NEAR(volume_of(v) / sphere.volume(), 1, 0.02);

    Soup bottle = sphere;  // a round opening at the end
    bottle.triangles.resize(bottle.triangles.size() * 19 / 20);
    const Voxels b = voxels_of(bottle, 0.1f);
    EXPECT_TRUE(b.solid);
    EXPECT_NEAR(volume_of(b) / sphere.volume(), 1, 0.02);
}

TEST(Voxelize, OpenSheetsAreSurfaces) {
    const Soup sheet = make_sheet(8, 1);
    const Voxels v = voxels_of(sheet, 0.1f);
    EXPECT_FALSE(v.solid);
    EXPECT_EQ(v.cells.size(), 10u * 10);
    EXPECT_EQ(v.inside_cells, 0u);
    for (const float f : v.fraction) EXPECT_EQ(f, 1);

    Soup bowl = make_sphere(40, 60);
    bowl.triangles.resize(bowl.triangles.size() / 2);
    EXPECT_FALSE(voxels_of(bowl, 0.1f).solid);
    EXPECT_TRUE(voxels_of(bowl, 0.1f, Fill::solid).solid);
    EXPECT_GT(voxels_of(bowl, 0.1f, Fill::solid).inside_cells, 500u);
    expect_as_defined(bowl, voxels_of(bowl, 0.1f), 0);
}

TEST(Voxelize, ClothWithTwoSidesIsASurface) {
    Soup sheet = make_sheet(8, 1), back = sheet;
    for (auto& t : back.triangles) std::swap(t[0], t[1]);
    sheet.add(back);
    EXPECT_FALSE(voxels_of(sheet, 0.1f).solid);
    EXPECT_TRUE(voxels_of(make_box({0, 0, 0}, {1, 0.02f, 1}), 0.1f).solid);  // thin, but not nothing
}

TEST(Voxelize, ABodyUnderAnOpenCoatIsFilled) {
    Soup soup = make_sphere(40, 60, 0.5f);
    Soup coat = make_sphere(40, 60, 1.5f);
    coat.triangles.resize(coat.triangles.size() / 2);
    soup.add(coat);
    const Voxels v = voxels_of(soup, 0.1f);
    EXPECT_TRUE(v.solid);
    EXPECT_GT(v.inside_cells, 200u);
    // A ball of radius 0.5 and nothing of the space under the coat.
    EXPECT_LT(v.inside_cells, 524u);
}

TEST(Voxelize, EstimateIsNearTheTruth) {
    for (const float spacing : {0.1f, 0.03f}) {
        const Soup sphere = make_sphere(40, 60);
        const double cells = static_cast<double>(voxels_of(sphere, spacing).cells.size());
        const u64 estimate = estimate_cells(sphere.points, sphere.triangles, {spacing, spacing, spacing});
        EXPECT_NEAR(static_cast<double>(estimate) / cells, 1, 0.03);
        const Voxels v = voxels_of(sphere, spacing);
        const double corners = make_lattice(v.cells, {spacing, spacing, spacing}, v.origin).particle_count();
        const u64 sites = estimate_corners(sphere.points, sphere.triangles, {spacing, spacing, spacing});
        EXPECT_NEAR(static_cast<double>(sites) / corners, 1, 0.08);  // edges and corners of the growth are left out
    }
    EXPECT_EQ(estimate_cells({}, {}, {1, 1, 1}), 0u);
}

TEST(Voxelize, TooFineIsRefusedWithASpacingThatFits) {
    const Soup sphere = make_sphere(10, 10);
    try {
        voxels_of(sphere, 1e-6f);
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(e.trouble().advice.find("would fit"), std::string::npos);
        EXPECT_NE(e.trouble().expected.find("67,108,864"), std::string::npos);
    }
    try {
        voxelize(sphere.points, sphere.triangles, {{0.02f, 0.02f, 0.02f}, Fill::automatic, 10000});
        FAIL();
    } catch (const Error& e) {
        const std::string advice = e.trouble().advice;
        const float spacing = std::stof(advice.substr(advice.find("of ") + 3));
        EXPECT_LE(voxelize(sphere.points, sphere.triangles, {{spacing, spacing, spacing}, Fill::automatic, 10000})
                      .cells.size(),
                  10000u);
    }
}

TEST(Voxelize, BadInputGetsASentence) {
    const Soup sphere = make_sphere(10, 10);
    EXPECT_THROW(voxels_of(sphere, 0), Error);
    EXPECT_THROW(voxels_of(sphere, -1), Error);
    EXPECT_THROW(voxels_of(sphere, NAN), Error);
    EXPECT_THROW(voxels_of({}, 1), Error);
    Soup broken = sphere;
    broken.points[3].y = NAN;
    EXPECT_THROW(voxels_of(broken, 0.1f), Error);
    broken.points[3].y = INFINITY;
    EXPECT_THROW(voxels_of(broken, 0.1f), Error);
}

TEST(Voxelize, DegenerateTrianglesDoNotHarm) {
    Soup soup = make_sphere(16, 20);
    const Voxels expected = voxels_of(soup, 0.1f);
    for (u32 p = 0; p + 2 < 50; ++p) {
        soup.triangles.push_back({p, p, p});
        soup.triangles.push_back({p, p, p + 1});
    }
    EXPECT_EQ(voxels_of(soup, 0.1f).cells, expected.cells);
    const Voxels dot_ = voxelize(std::vector<Vec3>{{1, 2, 3}}, std::vector<std::array<u32, 3>>{{0, 0, 0}}, {{1, 1, 1}});
    EXPECT_EQ(dot_.cells.size(), 1u);
}

TEST(Voxelize, CellsMakeALattice) {
    const Voxels v = voxels_of(make_sphere(16, 20), 0.2f);
    const LatticeMesh lattice = make_lattice(v.cells, v.spacing, v.origin);
    EXPECT_EQ(lattice.cell_site, v.cells);  // the order is the lattice's own
}

}  // namespace
}  // namespace voxelize_tests
}  // namespace pliant
