// Parts of a mesh that share cells: which are apart, which are one, and that nothing else changes.
#include "geometry/parted_lattice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/disjoint_sets.h"
#include "core/random.h"
#include "core/trig.h"
#include "geometry/shapes.h"
#include "geometry/triangle_edges.h"
#include "parts.h"

namespace pliant {
namespace parted_lattice_tests {
namespace {

using testing::blocks;
using testing::evenly;
using testing::hand;
using testing::joined;
using testing::two_bars;

struct Cut {
    explicit Cut(const Mesh& mesh, const Vec3& spacing, Fill fill = Fill::automatic) {
        RepairReport report;
        surface = repair(mesh, triangulate(mesh), report);
        voxels = voxelize(surface.points, surface.triangles, {spacing, fill, 1u << 22});
        whole = make_lattice(voxels.cells, spacing, voxels.origin);
        parts = std::make_unique<PartedLattice>(voxels, surface.points, surface.triangles);
    }
    u32 islands() const {
        const LatticeMesh& l = parts->lattice;
        DisjointSets sets(l.particle_count());
        for (const auto& corners : l.cell_corner)
            for (const u32 p : corners) sets.join(p, corners[0]);
        u32 count = 0;
        for (u32 p = 0; p < l.particle_count(); ++p) count += sets.find(p) == p;
        return count;
    }
    bool is_whole() const {
        const LatticeMesh& l = parts->lattice;
        return !parts->parted && l.cell_site == whole.cell_site && l.cell_corner == whole.cell_corner &&
               l.particle_site == whole.particle_site && parts->fraction == voxels.fraction;
    }
    SimulationMesh surface;
    Voxels voxels;
    LatticeMesh whole;
    std::unique_ptr<PartedLattice> parts;
};

void expect_sound(const Cut& cut) {
    const LatticeMesh& l = cut.parts->lattice;
    ASSERT_EQ(l.cell_site.size(), l.cell_corner.size());
    ASSERT_EQ(l.cell_site.size(), cut.parts->fraction.size());
    EXPECT_TRUE(std::is_sorted(l.cell_site.begin(), l.cell_site.end(), comes_before));
    EXPECT_TRUE(std::is_sorted(l.particle_site.begin(), l.particle_site.end(), comes_before));
    std::vector<u8> used(l.particle_count(), 0);
    for (u32 c = 0; c < l.cell_count(); ++c)
        for (u32 k = 0; k < 8; ++k) {
            const Vec3i at =
                l.cell_site[c] + Vec3i{static_cast<i32>(k & 1), static_cast<i32>(k >> 1 & 1), static_cast<i32>(k >> 2)};
            ASSERT_EQ(l.particle_site[l.cell_corner[c][k]], at);
            used[l.cell_corner[c][k]] = 1;
        }
    EXPECT_EQ(std::count(used.begin(), used.end(), u8{1}), static_cast<std::ptrdiff_t>(l.particle_count()));
    double before = 0, after = 0;
    for (const float f : cut.voxels.fraction) before += f;
    for (const float f : cut.parts->fraction) after += f;
    if (cut.voxels.solid) {
        EXPECT_NEAR(after, before, 0.03 * before) << "matter is divided, not made";
    }
}

TEST(PartedLattice, TwoBarsAreApartWhereverTheGridLies) {
    Random random(3);
    for (int i = 0; i < 40; ++i) {
        const float gap = i % 2 ? 0.025f : random.real(0.002f, 0.04f);  // of half a cell, and others
        Mesh mesh = two_bars(gap);
        if (i >= 20)
            transform(
                mesh,
                matrix(rotation_from_degrees({random.between(0, 360), random.between(0, 360), random.between(0, 360)})),
                {});
        const Cut cut(mesh, {0.05f, 0.05f, 0.05f});
        expect_sound(cut);
        EXPECT_EQ(cut.islands(), 2u) << i << ": a gap of " << gap;
    }
}

// Apart as far as closed surfaces are; what touches, by a hundredth of a cell, is one.
TEST(PartedLattice, AThinGapIsAGap) {
    EXPECT_EQ(Cut(two_bars(0.001f), {0.05f, 0.05f, 0.05f}).islands(), 2u);
    EXPECT_EQ(Cut(two_bars(0.0001f), {0.05f, 0.05f, 0.05f}).islands(), 1u);
    const Mesh a = blocks({0, 1}, {0, 0.1f}, {0, 0.1f}, [](int, int, int) { return true; });
    Mesh b = a;
    for (Vec3& p : b.points) p += Vec3{0.31f, 0.1f, 0.03f};
    const Cut stacked(joined(a, b), {0.05f, 0.05f, 0.05f});
    EXPECT_TRUE(stacked.is_whole()) << "one lies on the other";
}

TEST(PartedLattice, WhatCrossesIsOne) {
    ShapeSettings ball;
    ball.name = "sphere";
    ball.size = {1, 1, 1};
    ball.detail = 24;
    const Mesh head = make_shape(ball);
    for (const float sunk : {0.3f, 0.9f, 0.999f}) {
        Mesh eye = head;
        for (Vec3& p : eye.points) p += Vec3{sunk, 0, 0};
        EXPECT_EQ(Cut(joined(head, eye), {0.13f, 0.13f, 0.13f}).islands(), 1u) << sunk;
    }
    Mesh eye = head;
    for (Vec3& p : eye.points) p = p * 0.1f;  // all of it is inside
    EXPECT_TRUE(Cut(joined(head, eye), {0.25f, 0.25f, 0.25f}).is_whole());
    for (Vec3& p : eye.points) p += Vec3{1.2f, 0, 0};
    EXPECT_EQ(Cut(joined(head, eye), {0.25f, 0.25f, 0.25f}).islands(), 2u);
}

TEST(PartedLattice, MeshesOfOnePartStayAsTheyAre) {
    Random random(11);
    const std::vector<std::string> names = {"box", "sphere", "torus", "capsule", "cone", "cylinder"};
    for (int i = 0; i < 90; ++i) {
        ShapeSettings shape;
        shape.name = names[static_cast<size_t>(i) % names.size()];
        shape.detail = 8 + random.below(30);
        Mesh mesh = make_shape(shape);
        transform(
            mesh,
            matrix(rotation_from_degrees({random.between(0, 360), random.between(0, 360), random.between(0, 360)})),
            {random.between(-1, 1), 0, 0});
        const float size = mesh.bounds().size().x / (shape.name == "torus" ? 16.0f : 8.0f);  // several across its tube
        const Cut cut(mesh, {size * random.real(0.5f, 1), size * random.real(0.5f, 1), size * random.real(0.5f, 1)});
        EXPECT_TRUE(cut.is_whole()) << shape.name << " " << i;
    }
}

// Thinner than any sampling: matter between two sides that are far less than a quarter of a cell apart.
TEST(PartedLattice, ThinPlatesAreOne) {
    for (const float thickness : {0.001f, 0.01f, 0.03f}) {
        Mesh plate = blocks(evenly(0, 1, 10), {0, thickness}, evenly(0, 1, 10), [](int, int, int) { return true; });
        transform(plate, matrix(rotation_from_degrees({20, 30, 40})), {});
        const Cut cut(plate, {0.1f, 0.1f, 0.1f}, Fill::solid);
        EXPECT_EQ(cut.islands(), 1u) << thickness;
        EXPECT_TRUE(cut.is_whole()) << thickness;
    }
}

TEST(PartedLattice, FingersAreApartAndTheHandIsOne) {
    const Cut cut(hand(0.02f), {0.05f, 0.05f, 0.05f});
    expect_sound(cut);
    EXPECT_EQ(cut.islands(), 1u);
    EXPECT_GT(cut.parts->shared_cells, 0u);
    // Each finger alone, from where the palm ends: particles of different fingers are different.
    const LatticeMesh& l = cut.parts->lattice;
    DisjointSets sets(l.particle_count());
    const float palm = 0.36f;  // two cells further: there they may share particles
    for (u32 c = 0; c < l.cell_count(); ++c)
        if (l.rest_position(l.cell_corner[c][0]).y > palm)
            for (const u32 p : l.cell_corner[c]) sets.join(p, l.cell_corner[c][0]);
    std::vector<u32> fingers;
    for (u32 c = 0; c < l.cell_count(); ++c)
        if (l.rest_position(l.cell_corner[c][0]).y > palm) fingers.push_back(sets.find(l.cell_corner[c][0]));
    std::sort(fingers.begin(), fingers.end());
    fingers.erase(std::unique(fingers.begin(), fingers.end()), fingers.end());
    EXPECT_EQ(fingers.size(), 5u);
    // Points of the surface hang in the cells of their own finger.
    std::vector<std::vector<u32>> triangles(cut.surface.points.size());
    for (u32 t = 0; t < cut.surface.triangles.size(); ++t)
        for (const u32 p : cut.surface.triangles[t]) triangles[p].push_back(t);
    std::map<u32, int> finger_of;
    for (u32 p = 0; p < cut.surface.points.size(); ++p) {
        const Vec3 at = cut.surface.points[p];
        if (at.y < palm + 0.05f) continue;
        const LatticePlace place = cut.parts->find(at, triangles[p]);
        const int finger = static_cast<int>(at.x / 0.12f);
        const auto [known, is_new] = finger_of.insert({sets.find(l.cell_corner[place.cell][0]), finger});
        EXPECT_EQ(known->second, finger);
    }
    EXPECT_EQ(finger_of.size(), 5u);
}

TEST(PartedLattice, DoesNotDependOnTheOrderOfTriangles) {
    const Mesh mesh = hand(0.02f);
    RepairReport report;
    SimulationMesh s = repair(mesh, triangulate(mesh), report);
    const Voxels voxels = voxelize(s.points, s.triangles, {{0.05f, 0.05f, 0.05f}, Fill::automatic, 1u << 20});
    const PartedLattice first(voxels, s.points, s.triangles);
    Random random(5);
    for (size_t t = s.triangles.size(); t-- > 1;)
        std::swap(s.triangles[t], s.triangles[random.below(static_cast<u32>(t))]);
    const PartedLattice second(voxels, s.points, s.triangles);
    EXPECT_EQ(first.lattice.cell_corner, second.lattice.cell_corner);
    EXPECT_EQ(first.lattice.particle_site, second.lattice.particle_site);
    EXPECT_EQ(first.beyond, second.beyond);
}

TEST(PartedLattice, SheetsAreApart) {
    ShapeSettings plane;
    plane.name = "plane";
    plane.size = {1, 0, 1};
    plane.detail = 10;
    const Mesh low = make_shape(plane);
    Mesh high = low;
    for (Vec3& p : high.points) p.y += 0.05f;
    EXPECT_EQ(Cut(joined(low, high), {0.1f, 0.1f, 0.1f}).islands(), 2u);
    for (Vec3& p : high.points) p.y -= 0.03f;  // a fifth of a cell: what has borders may be meant to be one
    EXPECT_EQ(Cut(joined(low, high), {0.1f, 0.1f, 0.1f}).islands(), 1u);
}

// A particle that stands in another part's matter is not inside its own.
TEST(PartedLattice, OneParticleAtASiteHasTheMatterThere) {
    const Cut cut(two_bars(0.02f), {0.05f, 0.05f, 0.05f});
    const LatticeMesh& l = cut.parts->lattice;
    ASSERT_EQ(cut.parts->beyond.size(), l.particle_count());
    u32 beyond = 0;
    for (u32 p = 0; p < l.particle_count(); ++p) beyond += cut.parts->beyond[p];
    const WindingNumber winding(cut.surface.points, cut.surface.triangles);
    for (u32 first = 0, last; first < l.particle_count(); first = last) {
        u32 own = 0;
        for (last = first; last < l.particle_count() && l.particle_site[last] == l.particle_site[first]; ++last)
            own += !cut.parts->beyond[last];
        const Vec3 at = l.rest_position(first);
        if (winding.at(at) > 0.9 && at.z > 0.01f && at.z < 0.09f) {  // and not on the surface
            EXPECT_EQ(own, 1u);
        }
    }
    EXPECT_GT(beyond, 0u);
}

}  // namespace
}  // namespace parted_lattice_tests
}  // namespace pliant
