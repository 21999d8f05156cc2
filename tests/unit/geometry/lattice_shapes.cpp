// Lattices carried to other lattices, and lattices as polygons.
#include <gtest/gtest.h>

#include <map>

#include "geometry/lattice_outline.h"
#include "geometry/lattice_transfer.h"
#include "lattices.h"

namespace pliant {
namespace lattice_shapes_tests {
namespace {

std::vector<Vec3> rest_of(const LatticeMesh& lattice) {
    std::vector<Vec3> rest;
    for (u32 p = 0; p < lattice.particle_count(); ++p) rest.push_back(lattice.rest_position(p));
    return rest;
}

// A finer lattice that stands out beyond the coarse one on all sides.
LatticeMesh finer_than(const LatticeMesh& coarse) {
    LatticeMesh fine = testing::box_lattice(8, 8, 8, coarse.spacing * 0.7f);
    fine.origin = coarse.origin - coarse.spacing;
    return fine;
}

TEST(LatticeCarried, AffinePosesStayAffineBeyondTheOldCells) {
    const LatticeMesh coarse = testing::box_lattice(3, 3, 3), fine = finer_than(coarse);
    const auto map = [](const Vec3& p) {
        return Mat3{{{0.2f, 1, 0}, {-1.3f, 0.1f, 0.2f}, {0, 0.4f, 0.9f}}} * p + Vec3{1, 2, 3};
    };
    std::vector<Vec3> from = rest_of(coarse), to(fine.particle_count());
    for (Vec3& p : from) p = map(p);
    LatticeTransfer(coarse, fine).transfer(from, to);
    for (u32 p = 0; p < fine.particle_count(); ++p) EXPECT_LT(length(to[p] - map(fine.rest_position(p))), 2e-6f) << p;
}

TEST(LatticeCarried, InsideItIsTheTrilinearMap) {
    const LatticeMesh coarse = testing::box_lattice(4, 4, 4),
                      fine = testing::box_lattice(8, 8, 8, coarse.spacing * 0.5f);
    Random random(1);
    std::vector<Vec3> from = rest_of(coarse), to(fine.particle_count()), back(coarse.particle_count());
    for (Vec3& p : from) p += Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)} * 0.03f;
    LatticeTransfer(coarse, fine).transfer(from, to);
    LatticeTransfer(fine, coarse).transfer(to, back);  // every coarse particle has a fine one in its place
    for (u32 p = 0; p < back.size(); ++p) EXPECT_LT(length(back[p] - from[p]), 1e-6f) << p;
}

TEST(LatticeCarried, WildPosesDoNotRunAwayOutside) {
    const LatticeMesh coarse = testing::box_lattice(1, 1, 1), fine = finer_than(coarse);
    std::vector<Vec3> from = rest_of(coarse), to(fine.particle_count());
    from[7] += Vec3{1, 1, 1};
    LatticeTransfer(coarse, fine).transfer(from, to);
    for (const Vec3& p : to) EXPECT_LT(length(p), 10) << "linear in the distance, with a quarter of the corner's pull";
}

// Every edge of a closed surface belongs to two faces that run along it in opposite directions.
TEST(LatticeOutlines, AreClosedAndLookOutwards) {
    for (u64 seed = 0; seed < 10; ++seed) {
        Random random(seed);
        const LatticeMesh lattice = seed ? testing::random_lattice(random, 6, 0.3) : testing::box_lattice(3, 2, 4);
        const LatticeOutline outline = lattice_outline(lattice);
        std::map<std::array<u32, 2>, int> directed;
        double volume = 0;
        for (const auto& f : outline.faces) {
            for (size_t k = 0; k < 4; ++k) {
                const u32 a = f[k], b = f[(k + 1) % 4];
                directed[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
            }
            const auto at = [&](size_t k) { return lattice.rest_position(f[k]).to<double>(); };
            volume += (dot(at(0), cross(at(1), at(2))) + dot(at(0), cross(at(2), at(3)))) / 6;
        }
        for (const auto& [edge, sum] : directed) EXPECT_EQ(sum, 0);
        EXPECT_NEAR(volume, 1e-3 * static_cast<double>(lattice.cell_count()), 1e-5) << seed;
    }
}

TEST(LatticeOutlines, HoldEveryParticle) {
    const LatticeMesh lattice = testing::box_lattice(4, 4, 4);
    const LatticeOutline outline = lattice_outline(lattice);
    EXPECT_EQ(outline.faces.size(), 96u);
    EXPECT_EQ(outline.inner.size(), 3u * 3 * 16) << "three planes across each axis";
    EXPECT_EQ(outline.edges.size(), 3u * 4 * 25 - 2 * 96) << "12 edges along each line, but for those of the faces";
    std::vector<u8> held(lattice.particle_count(), 0);
    for (const auto& f : outline.faces)
        for (u32 p : f) held[p] = 1;
    for (const auto& e : outline.edges)
        for (u32 p : e) held[p] = 1;
    for (u8 h : held) EXPECT_TRUE(h);
}

}  // namespace
}  // namespace lattice_shapes_tests
}  // namespace pliant
