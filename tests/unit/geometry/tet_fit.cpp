// The surface is within half a cell of its input: cases in which points must move for that, and in which they must not.
#include "geometry/tet_fit.h"

#include <gtest/gtest.h>

#include "core/parallel.h"
#include "core/trig.h"
#include "geometry/shapes.h"
#include "geometry/stuffing.h"
#include "geometry/tet_surface.h"
#include "geometry/tetrahedralize.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace tet_fit_tests {
namespace {

// About two axes, by angles that no plane of the lattice has.
Soup turned(Soup soup) {
    const double a = 0.4, b = 0.7;
    for (Vec3& p : soup.points) {
        const Vec3d q{p.x * cosine(a) - p.y * sine(a), p.x * sine(a) + p.y * cosine(a), p.z};
        p = Vec3d{q.x, q.y * cosine(b) - q.z * sine(b), q.y * sine(b) + q.z * cosine(b)}.to<float>();
    }
    return soup;
}

Soup cone(double radius, double height) {
    constexpr u32 around = 48;
    Soup soup{{{0, static_cast<float>(height), 0}, {0, 0, 0}}, {}};
    for (u32 i = 0; i < around; ++i) {
        const double a = 2 * pi * i / around;
        soup.points.push_back(Vec3d{radius * cosine(a), 0, radius * sine(a)}.to<float>());
        const u32 here = 2 + i, next = 2 + (i + 1) % around;
        soup.triangles.push_back({0, next, here});
        soup.triangles.push_back({1, here, next});
    }
    return soup;
}

Tetrahedralized fill(const Soup& soup, float cell) {
    return tetrahedralize(soup.points, soup.triangles, {.cell = cell});
}

void check(const char* name, const Tetrahedralized& made) {
    const TetQuality& q = made.quality;
    printf("%-20s %6u tets, angles %.1f ... %.1f, aspect %.2f, off by %.3f cells, %.3f in gaps, %u parts\n", name,
           q.tets, degrees(q.smallest_angle), degrees(q.largest_angle), q.worst_aspect, q.hausdorff_open / made.cell,
           q.hausdorff / made.cell, q.parts);
    EXPECT_EQ(q.inverted, 0u) << name;
    EXPECT_GT(degrees(q.smallest_angle), 10.7) << name;
    EXPECT_LT(degrees(q.largest_angle), 164.8) << name;
    EXPECT_LT(q.hausdorff_open, 0.5 * made.cell) << name;
    bool closed = true;
    for_each_edge(std::span<const EdgeUse>(edge_uses(boundary_triangles(made.mesh))),
                  [&](std::span<const EdgeUse> edge) { closed &= balanced(edge); });
    EXPECT_TRUE(closed) << name;
}

// A mesh without gaps is within half a cell everywhere.
void check_all(const char* name, const Soup& soup, float cell, u32 parts = 1) {
    const Tetrahedralized made = fill(soup, cell);
    check(name, made);
    EXPECT_EQ(made.quality.hausdorff, made.quality.hausdorff_open) << name;
    EXPECT_EQ(made.quality.parts, parts) << name;
}

// At 0.08 stuffing leaves the tip of the turned cone on an edge: no piece there counts as lost, so it is not thickened.
// A fit moves points and does not mend that; of cells from 0.07 to 0.1 it is the only one that was found.
TEST(TetFit, TipsAndEdges) {
    for (const float cell : {0.21f, 0.13f, 0.08f}) {
        check_all("cone", cone(0.5, 1.5), cell);
        check_all("cone, turned", turned(cone(0.5, 1.5)), cell, cell == 0.08f ? 2 : 1);
        check_all("needle of a cone", turned(cone(0.25, 2)), cell);
        check_all("cube, turned", turned(make_box({0, 0, 0}, {1, 1, 1})), cell);
    }
}

TEST(TetFit, ThinParts) {
    for (const float cell : {0.21f, 0.13f, 0.08f}) {
        check_all("rod", make_box({0, 0, 0}, {2, 0.02f, 0.02f}), cell);
        check_all("rod, turned", turned(make_box({0, 0, 0}, {2, 0.02f, 0.02f})), cell);
        check_all("plate", make_box({0, 0, 0}, {1, 0.02f, 1}), cell);
        check_all("plate, turned", turned(make_box({0, 0, 0}, {1, 0.02f, 1})), cell);
        check_all("sheet, turned", turned(make_sheet(10, 1)), cell);
    }
}

Soup two_boxes(float gap) {
    Soup soup = make_box({0, 0, 0}, {1, 1, 1});
    soup.add(make_box({1 + gap, 0, 0}, {2 + gap, 1, 1}));
    return soup;
}

// The lattice cannot see the first gap: its walls are inside, half a metre from the surface, and told apart.
TEST(TetFit, GapsNarrowerThanACellAreClosedAndTold) {
    const float cell = 0.1f;
    const Tetrahedralized closed = fill(turned(two_boxes(0.03f)), cell);
    check("gap of 0.3 cells", closed);
    EXPECT_EQ(closed.quality.parts, 1u);
    EXPECT_GT(closed.quality.hausdorff, 0.5 * cell);
    EXPECT_GT(closed.quality.closed_gaps, 0.05);
    for (const bool turn : {false, true})
        for (const float gap : {0.12f, 0.15f}) {
            const Tetrahedralized open = fill(turn ? turned(two_boxes(gap)) : two_boxes(gap), cell);
            check("gap of 1.2, 1.5 cells", open);
            EXPECT_EQ(open.quality.parts, 2u);
            EXPECT_EQ(open.quality.closed_gaps, 0);
            EXPECT_EQ(open.quality.hausdorff, open.quality.hausdorff_open);
        }
}

TEST(TetFit, SameBitsForAnyThreads) {
    const Soup soup = turned(cone(0.3, 1.5));
    const TetrahedralizeOptions options{.cell = 0.11f};
    const Tetrahedralized serial = tetrahedralize(soup.points, soup.triangles, options);
    for (const u32 threads : {1u, 2u, 5u}) {
        Team team(threads);
        const Tetrahedralized made = tetrahedralize(soup.points, soup.triangles, options, &team);
        EXPECT_TRUE(made.mesh.points == serial.mesh.points && made.mesh.tets == serial.mesh.tets);
        EXPECT_EQ(made.quality.hausdorff, serial.quality.hausdorff);
    }
}

// Stuffed and nothing else, to compare with.
struct Stuffed {
    TriangleSoup soup;
    BccLattice lattice;
    SolidField field;
    TetMesh mesh;
    Stuffed(const Soup& from, double cell)
        : soup(sorted_soup(from.points, from.triangles)),
          lattice(around(soup.bounds(), cell)),
          field(soup, lattice, nullptr),
          mesh(stuff(
              lattice, field.inside_sites(nullptr), [this](const Vec3d& p) { return field.depth(p); }, 0, nullptr)) {}

    static BccLattice around(const Box& box, double cell) {
        const Vec3d low = box.low.to<double>() - Vec3d{2, 2, 2} * cell, size = box.size().to<double>() * (1 / cell);
        return {low, cell, {static_cast<i32>(size.x) + 5, static_cast<i32>(size.y) + 5, static_cast<i32>(size.z) + 5}};
    }
};

TEST(TetFit, WhatIsNearEnoughStaysToTheBit) {
    Stuffed ball(make_sphere(20, 24), 0.15);
    const TetMesh before = ball.mesh;
    const SurfaceOffset offset = fit_boundary(ball.mesh, ball.field, 0.49 * 0.15, nullptr);
    EXPECT_TRUE(offset.strays.empty());
    EXPECT_TRUE(ball.mesh.points == before.points && ball.mesh.tets == before.tets);
    // Of a cone only the tip and the rim move.
    const double cell = 0.11;
    Stuffed tip(cone(0.5, 1.5), cell);
    const TetMesh cut_off = tip.mesh;
    EXPECT_FALSE(OffsetMeter(tip.mesh, tip.field, 0.4 * cell, nullptr).offset().strays.empty());
    EXPECT_TRUE(fit_boundary(tip.mesh, tip.field, 0.4 * cell, nullptr).strays.empty());
    ASSERT_TRUE(tip.mesh.tets == cut_off.tets);
    u32 moved = 0;
    for (size_t p = 0; p < cut_off.points.size(); ++p) {
        const Vec3 at = cut_off.points[p];
        if (tip.mesh.points[p] == at) continue;
        ++moved;
        EXPECT_TRUE(at.y > 1.5 - 4 * cell || at.y < 3 * cell) << at.y;
    }
    EXPECT_GT(moved, 0u);
}

// Looking again only where points moved finds what looking everywhere does.
TEST(TetFit, MeterKeepsUp) {
    const double cell = 0.1;
    Stuffed rod(turned(make_box({0, 0, 0}, {2, 0.3f, 0.02f})), cell);
    OffsetMeter meter(rod.mesh, rod.field, 0.45 * cell, nullptr);
    Random random(5);
    for (int round = 0; round < 4; ++round) {
        for (Vec3& p : rod.mesh.points)
            if (random.chance(0.2)) p += Vec3{0.01f, -0.02f, 0.01f} * random.real(-1, 1);
        meter.update();
        meter.settle();
        const SurfaceOffset kept = meter.offset(),
                            fresh = OffsetMeter(rod.mesh, rod.field, 0.45 * cell, nullptr).offset();
        EXPECT_NEAR(kept.there, fresh.there, 1e-6);
        EXPECT_NEAR(std::max(kept.back, kept.in_gaps), std::max(fresh.back, fresh.in_gaps), 1e-6);
    }
}

}  // namespace
}  // namespace tet_fit_tests
}  // namespace pliant
