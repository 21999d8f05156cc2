#include "geometry/stuffing.h"

#include <gtest/gtest.h>

#include "core/trig.h"
#include "geometry/stuffing_stencils.h"
#include "geometry/tet_quality.h"
#include "geometry/tet_surface.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace stuffing_tests {
namespace {

std::vector<u8> sites_inside(const BccLattice& lattice, const DepthFunction& depth) {
    std::vector<u8> inside(lattice.site_count(), 0);
    for (i32 z = 0; z <= 2 * lattice.cubes.z; ++z)
        for (i32 y = z & 1; y <= 2 * lattice.cubes.y; y += 2)
            for (i32 x = z & 1; x <= 2 * lattice.cubes.x; x += 2) {
                const bool border = x < 2 || y < 2 || z < 2 || x > 2 * lattice.cubes.x - 2 ||
                                    y > 2 * lattice.cubes.y - 2 || z > 2 * lattice.cubes.z - 2;
                inside[lattice.index({x, y, z})] = !border && depth(lattice.position({x, y, z})) > 0;
            }
    return inside;
}

void expect_closed(const TetMesh& mesh) {
    const auto boundary = boundary_triangles(mesh);
    for_each_edge(std::span<const EdgeUse>(edge_uses(boundary)),
                  [](std::span<const EdgeUse> edge) { EXPECT_TRUE(balanced(edge)); });
}

double boundary_volume(const TetMesh& mesh) {
    double sum = 0;
    for (const TrianglePoints& t : boundary_triangles(mesh))
        sum +=
            dot(mesh.points[t[0]].to<double>(), cross(mesh.points[t[1]].to<double>(), mesh.points[t[2]].to<double>())) /
            6;
    return sum;
}

TEST(Stuffing, LatticeEdgesLeadThereAndBack) {
    for (int edge = 0; edge < bcc_edges; ++edge) {
        EXPECT_EQ(bcc_edge_towards(bcc_edge[edge]), edge);
        EXPECT_EQ(bcc_edge[edge] + bcc_edge[edge ^ 1], Vec3i{});
        EXPECT_NEAR(length(bcc_edge[edge].to<double>()) / 2, bcc_edge_length(edge), 1e-15);
    }
    const BccLattice lattice{{}, 1, {3, 4, 5}};
    std::vector<u8> seen(lattice.site_count(), 0);
    for (i32 z = 0; z <= 10; ++z)
        for (i32 y = z & 1; y <= 8; y += 2)
            for (i32 x = z & 1; x <= 6; x += 2) ++seen[lattice.index({x, y, z})];
    for (const u8 times : seen) EXPECT_EQ(times, 1);
}

// The paper's promise holds for every choice of signs and cuts, not only for smooth surfaces. So the worst case is
// looked for with noise: a value for each site that has nothing to do with its neighbours', and so every stencil and
// cut.
TEST(Stuffing, AnglesHoldForNoise) {
    const BccLattice lattice{{}, 1, {24, 24, 24}};
    double smallest = 180, largest = 0;
    for (u64 seed = 1; seed <= 6; ++seed) {
        const DepthFunction noise = [&](const Vec3d& p) {
            const Vec3i q = (p * 4096.0).to<i32>();
            u64 h = seed * 0x9e3779b97f4a7c15ull;
            for (int axis = 0; axis < 3; ++axis) {
                h = (h ^ static_cast<u64>(q[axis])) * 0xd6e8feb86659fd93ull;
                h ^= h >> 32;
            }
            const double share = static_cast<double>(h >> 11) * 0x1p-53;
            return share - (seed & 1 ? 0.5 : 0.25);
        };
        const TetMesh mesh = stuff(lattice, sites_inside(lattice, noise), noise, 0, nullptr);
        const TetQuality q = measure(mesh);
        EXPECT_GT(q.tets, 40000u);
        EXPECT_EQ(q.inverted, 0u);
        expect_closed(mesh);
        EXPECT_NEAR(boundary_volume(mesh), q.volume, 1e-6 * q.volume);
        smallest = std::min(smallest, degrees(q.smallest_angle));
        largest = std::max(largest, degrees(q.largest_angle));
    }
    printf("angles %.3f ... %.3f degrees\n", smallest, largest);
    EXPECT_GT(smallest, 10.7);
    EXPECT_LT(largest, 164.8);
}

// Sites move towards where the sign was another: two that were alike do not move towards each other's places, and once
// one of two has moved, the edge between them is cut no more.
bool possible(const Vec3i (&site)[4], const i32 (&sign)[4], const int (&way)[4]) {
    for (u32 was = 0; was < 16; ++was) {
        bool fits = true;
        for (int k = 0; k < 4; ++k) fits &= sign[k] == 0 || sign[k] == (was >> k & 1 ? 1 : -1);
        for (int k = 0; k < 4; ++k)
            for (int other = 0; other < 4; ++other) {
                if (way[k] < 0 || site[k] + bcc_edge[way[k]] != site[other]) continue;
                fits &= (was >> k & 1) != (was >> other & 1);
                fits &= way[other] < 0 || site[other] + bcc_edge[way[other]] != site[k];
            }
        if (fits) return true;
    }
    return false;
}

// All that can become of one tetrahedron, at the ends of what is allowed: each site on the surface has moved as far as
// it may along any of its edges or not at all, each cut is as near to either end as it may be. Angles are extreme at
// extremes.
TEST(Stuffing, AnglesHoldForEveryStencil) {
    const Vec3i site[4] = {{1, 1, 1}, {3, 1, 1}, {2, 0, 0}, {2, 2, 0}};
    const auto nearest = [](int edge) { return edge < bcc_long_edges ? stuffing_near_long : stuffing_near_short; };
    TetMesh mesh;
    mesh.tets = {{0, 1, 2, 3}};
    mesh.points.resize(4);
    double smallest = 180, largest = 0;
    u64 tried = 0;
    for (u32 number = 0; number < stencil_count; ++number) {
        const Stencil& stencil = stuffing_stencils()[number];
        i32 sign[4];
        u32 left = number / 2;
        for (i32& s : sign) {
            s = static_cast<i32>(left % 3) - 1;
            left /= 3;
        }
        u32 moves = 1, cuts = 1;
        for (const i32 s : sign) moves *= s == 0 ? bcc_edges + 1 : 1;
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < a; ++b) cuts *= sign[a] * sign[b] < 0 ? 2 : 1;
        for (u32 t = 0; t < stencil.count; ++t)
            for (u32 move = 0; move < moves; ++move)
                for (u32 cut = 0; cut < cuts; ++cut) {
                    Vec3d corner[4], between[4][4];
                    u32 m = move, c = cut;
                    int way[4] = {-1, -1, -1, -1};
                    for (int k = 0; k < 4; ++k) {
                        corner[k] = site[k].to<double>();
                        if (sign[k] != 0) continue;
                        const int edge = static_cast<int>(m % (bcc_edges + 1)) - 1;
                        m /= bcc_edges + 1;
                        way[k] = edge;
                        if (edge >= 0) corner[k] += bcc_edge[edge].to<double>() * nearest(edge);
                    }
                    if (!possible(site, sign, way)) continue;
                    for (int a = 0; a < 4; ++a)
                        for (int b = 0; b < a; ++b) {
                            if (sign[a] * sign[b] >= 0) continue;
                            const double share = nearest(bcc_edge_towards(site[b] - site[a]));
                            between[a][b] = between[b][a] =
                                corner[a] + (corner[b] - corner[a]) * (c & 1 ? share : 1 - share);
                            c /= 2;
                        }
                    for (int k = 0; k < 4; ++k) {
                        const StencilCorner at = stencil.tets[t][k];
                        mesh.points[k] = (at.from == at.to ? corner[at.from] : between[at.from][at.to]).to<float>();
                    }
                    const TetQuality q = measure(mesh);
                    ASSERT_EQ(q.inverted, 0u);
                    smallest = std::min(smallest, degrees(q.smallest_angle));
                    largest = std::max(largest, degrees(q.largest_angle));
                    ++tried;
                }
    }
    printf("%llu tetrahedra, angles %.3f ... %.3f degrees\n", static_cast<unsigned long long>(tried), smallest,
           largest);
    EXPECT_GT(smallest, 10.7);
    EXPECT_LT(largest, 164.8);
}

TEST(Stuffing, FillsASphere) {
    for (const i32 n : {8, 16, 32}) {
        const double h = 2.6 / n;
        const BccLattice lattice{{-1.3, -1.3, -1.3}, h, {n, n, n}};
        const DepthFunction sphere = [](const Vec3d& p) { return 1 - length(p); };
        const TetMesh mesh = stuff(lattice, sites_inside(lattice, sphere), sphere, 0, nullptr);
        const TetQuality q = measure(mesh);
        const double lost = 1 - q.volume / (4 * pi / 3);
        printf("cells of %.4f: %u tets, angles %.1f ... %.1f, aspect %.2f, volume lost %.4f\n", h, q.tets,
               degrees(q.smallest_angle), degrees(q.largest_angle), q.worst_aspect, lost);
        EXPECT_EQ(q.inverted, 0u);
        EXPECT_EQ(q.parts, 1u);
        expect_closed(mesh);
        // Triangles of a side s in a sphere of radius r lie s²/(8 r) … s²/(6 r) within it; a third of that is lost per
        // area, so the volume misses about 3 s²/8 of itself at most, and s is about a cell.
        EXPECT_GT(lost, 0);
        EXPECT_LT(lost, 0.375 * h * h);
        for (const TrianglePoints& t : boundary_triangles(mesh))
            for (const u32 p : t) EXPECT_NEAR(length(mesh.points[p]), 1, 2e-3 * h);
    }
}

// Two endless plates have an inside that the lattice cuts off.
TEST(Stuffing, MatterMayReachTheBorderOfTheLattice) {
    const i32 n = 16;
    const BccLattice lattice{{-1, -1, -1}, 2.0 / n, {n, n, n}};
    const DepthFunction between = [](const Vec3d& p) { return 0.8 - std::fabs(p.y); };
    const TetMesh mesh = stuff(lattice, sites_inside(lattice, between), between, 2, nullptr);
    const TetQuality q = measure(mesh);
    printf("%u tets, %.4f m³\n", q.tets, q.volume);
    EXPECT_EQ(q.inverted, 0u);
    EXPECT_EQ(q.parts, 1u);
    EXPECT_GT(q.volume, 1.6 * 1.7 * 1.7);
    EXPECT_LT(q.volume, 1.6 * 2.3 * 2.3);
}

TEST(Stuffing, CubesGrowInside) {
    const i32 n = 72;
    const double h = 2.2 / n;
    const BccLattice lattice{{-1.1, -1.1, -1.1}, h, {n, n, n}};
    const DepthFunction sphere = [](const Vec3d& p) { return 1 - length(p); };
    const std::vector<u8> inside = sites_inside(lattice, sphere);
    double volume = 0;
    u32 tets = 0;
    size_t surface = 0;
    for (const int times : {0, 1, 2, 3}) {
        const TetMesh mesh = stuff(lattice, inside, sphere, times, nullptr);
        const TetQuality q = measure(mesh);
        printf("grading %d: %u tets, angles %.2f ... %.2f, aspect %.2f\n", times, q.tets, degrees(q.smallest_angle),
               degrees(q.largest_angle), q.worst_aspect);
        EXPECT_EQ(q.inverted, 0u);
        EXPECT_EQ(q.parts, 1u);
        expect_closed(mesh);
        EXPECT_GT(degrees(q.smallest_angle), 10.7);
        EXPECT_LT(degrees(q.largest_angle), 164.8);
        if (times == 0) {
            volume = q.volume;
            tets = q.tets;
            surface = boundary_triangles(mesh).size();
            continue;
        }
        // Away from the surface there are whole tetrahedra of the lattice, with angles of 60 and 90 degrees, their
        // halves, and what lies between cubes of two sizes.
        TetMesh deep{mesh.points, {}};
        for (const TetPoints& t : mesh.tets) {
            double depth = 1;
            for (const u32 p : t) depth = std::min(depth, sphere(mesh.points[p].to<double>()));
            if (depth > 2 * h) deep.tets.push_back(t);
        }
        const TetQuality inner = measure(deep);
        printf("           inside %.2f ... %.2f, aspect %.2f\n", degrees(inner.smallest_angle),
               degrees(inner.largest_angle), inner.worst_aspect);
        EXPECT_GT(degrees(inner.smallest_angle), 44.9);
        EXPECT_LT(degrees(inner.largest_angle), 120.1);
        // Everything is filled once, nothing is left open inside, and the surface is that of the finest cubes.
        EXPECT_NEAR(q.volume, volume, 1e-6 * volume);
        EXPECT_EQ(boundary_triangles(mesh).size(), surface);
        EXPECT_LT(q.tets, tets);
        tets = q.tets;
    }
}

TEST(Stuffing, StencilsFillWhatIsInside) {
    // With every cut in the middle, the volume that is left of a unit tetrahedron follows from the number of corners.
    const Vec3d corner[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (i8 a = -1; a <= 1; ++a)
        for (i8 b = -1; b <= 1; ++b)
            for (i8 c = -1; c <= 1; ++c)
                for (i8 d = -1; d <= 1; ++d)
                    for (int odd = 0; odd < 2; ++odd) {
                        const std::array<i8, 4> sign{a, b, c, d};
                        const Stencil& s = stuffing_stencils()[stencil_number(sign, odd)];
                        double volume = 0;
                        for (u32 t = 0; t < s.count; ++t) {
                            Vec3d p[4];
                            for (int k = 0; k < 4; ++k)
                                p[k] = (corner[s.tets[t][k].from] + corner[s.tets[t][k].to]) * 0.5;
                            const double part = tet_volume(p[0], p[1], p[2], p[3]);
                            EXPECT_GT(part, 0);
                            volume += part * 6;
                        }
                        int in = 0, out = 0;
                        for (const i8 x : sign) {
                            in += x > 0;
                            out += x < 0;
                        }
                        // in, out: what a plane through the middles of edges leaves
                        const double expected[5][5] = {{0, 0, 0, 0, 0},
                                                       {1, 0.5, 0.25, 0.125, 0},
                                                       {1, 0.75, 0.5, 0, 0},
                                                       {1, 0.875, 0, 0, 0},
                                                       {1, 0, 0, 0, 0}};
                        EXPECT_NEAR(volume, expected[in][out], 1e-12) << in << " in, " << out << " out";
                    }
}

}  // namespace
}  // namespace stuffing_tests
}  // namespace pliant
