// Bodies of cells that part along random links: whatever parts, every piece is closed and nothing is lost.
#include <gtest/gtest.h>

#include <map>

#include "core/random.h"
#include "core/trig.h"
#include "geometry/embed.h"
#include "geometry/parted_lattice.h"
#include "geometry/repair.h"
#include "geometry/shapes.h"
#include "geometry/torn_surface.h"
#include "geometry/voxelize.h"
#include "parts.h"

namespace pliant {
namespace tear_tests {
namespace {

struct Whole {
    SimulationMesh surface;
    LatticeMesh lattice;
    std::vector<u32> home, face, cells;  // all faces and cells
    std::unique_ptr<TearMap> map;
    HungSurface hung() const { return {surface.triangles, surface.points, home}; }
};

Mesh shape_called(const std::string& name) {
    ShapeSettings settings;
    settings.name = name;
    return make_shape(settings);
}

// `parts`: those of the mesh that share cells are apart.
Whole random_body(Random& random, Mesh mesh, bool parts = false) {
    const Quatd turned =
        rotation_from_degrees({random.between(0, 360), random.between(0, 360), random.between(0, 360)});
    transform(mesh, matrix(turned), {random.between(-1, 1), 0, 0});
    Whole w;
    RepairReport report;
    w.surface = repair(mesh, triangulate(mesh), report);
    EXPECT_TRUE(report.closed) << mesh.name;
    const Vec3 size = mesh.bounds().size();
    const float longest = std::max({size.x, size.y, size.z});
    const Vec3 spacing{longest / random.real(4, 12), longest / random.real(4, 12), longest / random.real(4, 12)};
    const Voxels voxels = voxelize(w.surface.points, w.surface.triangles, {spacing, Fill::solid, 1u << 20});
    std::vector<u32> triangle_cell;
    if (parts) {
        const PartedLattice parted(voxels, w.surface.points, w.surface.triangles);
        w.lattice = parted.lattice;
        w.home.resize(w.surface.points.size());
        for (u32 t = 0; t < w.surface.triangles.size(); ++t) {
            const Vec3 middle = middle_of_face(w.surface.points, w.surface.triangles, t, t + 1);
            triangle_cell.push_back(parted.find(middle, {&t, 1}).cell);
            for (const u32 p : w.surface.triangles[t]) w.home[p] = parted.find(w.surface.points[p], {&t, 1}).cell;
        }
    } else {
        w.lattice = make_lattice(voxels.cells, spacing, voxels.origin);
        const LatticeEmbedding embedding(w.lattice);
        for (const Vec3& p : w.surface.points) w.home.push_back(embedding.find(p).cell);
    }
    for (u32 t = 0; t < w.surface.triangles.size(); ++t) w.face.push_back(t);
    for (u32 c = 0; c < w.lattice.cell_count(); ++c) w.cells.push_back(c);
    w.map = std::make_unique<TearMap>(
        w.lattice, TearMap::Surface{w.surface.points, w.surface.triangles, w.face, true, triangle_cell});
    EXPECT_TRUE(w.map->walled) << mesh.name;
    return w;
}

// Some links at random, those of a plane, of a ball, or all.
std::vector<u8> random_tear(Random& random, const Whole& w) {
    std::vector<u8> parted(w.map->links.size(), 0);
    const u32 how = random.below(4);
    const double share = random.unit();
    const Vec3d normal =
        direction(Vec3d{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}, Vec3d{1, 0, 0});
    const Vec3d middle = w.lattice.sites.to<double>() * 0.5;
    const double radius = random.between(1, 4);
    for (u32 l = 0; l < parted.size(); ++l) {
        const Vec3d a = w.lattice.cell_site[w.map->links[l].low].to<double>() - middle,
                    b = w.lattice.cell_site[w.map->links[l].high].to<double>() - middle;
        if (how == 0) parted[l] = random.chance(share * share);
        if (how == 1) parted[l] = (dot(a, normal) > 0) != (dot(b, normal) > 0);
        if (how == 2) parted[l] = (length(a) < radius) != (length(b) < radius) && random.chance(0.9);
        if (how == 3) parted[l] = (dot(a, normal) > 0) != (dot(b, normal) > 0) && random.chance(0.8);
    }
    return parted;
}

struct Found {
    u64 open_edges = 0, double_edges = 0, mixed_triangles = 0, walls = 0;
    double volume = 0, whole_volume = 0;
    u32 pieces = 0, without_surface = 0;
    size_t particles = 0;
};

Found look_at(const Whole& w, const TornCells& cells, const TornSurface& torn, const std::vector<u32>& triangles) {
    Found found;
    found.pieces = cells.piece_count;
    found.walls = torn.walls.size();
    std::map<std::pair<u32, u32>, u32> uses;
    const auto place_of = [&](u32 node) {
        if (node < w.map->point_count) return w.surface.points[node].to<double>();
        return (w.lattice.origin + scaled(w.lattice.spacing, w.map->site(node - w.map->point_count).to<float>()))
            .to<double>();
    };
    const auto place = [&](u32 vertex) {
        const TornSurface::Vertex& v = torn.vertices[vertex];
        return v.other == TearMap::none ? place_of(v.node) : (place_of(v.node) + place_of(v.other)) * 0.5;
    };
    const auto add = [&](const std::array<u32, 3>& t, u32 cell) {
        for (size_t k = 0; k < 3; ++k) {
            ++uses[{t[k], t[(k + 1) % 3]}];
            const u32 hung = torn.vertices[t[k]].cell;
            found.mixed_triangles += cells.piece[hung] != cells.piece[cell];
        }
        found.volume += dot(place(t[0]), cross(place(t[1]), place(t[2]))) / 6;
    };
    for (const u32 t : triangles) {
        add(torn.triangle_vertex[t], w.map->triangle_cell[t]);
        const TrianglePoints& p = w.surface.triangles[t];
        found.whole_volume += dot(w.surface.points[p[0]].to<double>(),
                                  cross(w.surface.points[p[1]].to<double>(), w.surface.points[p[2]].to<double>())) /
                              6;
    }
    for (const TornSurface::Wall& wall : torn.walls) add(wall.vertex, wall.cell);
    for (const auto& [edge, count] : uses) {
        found.double_edges += count > 1;
        const auto back = uses.find({edge.second, edge.first});
        found.open_edges += back == uses.end() || back->second != count;
    }
    return found;
}

// Every piece by itself, as bodies are made of them.
Found look_at_pieces(const Whole& w, const TornCells& torn, std::span<const u8> parted) {
    Found sum;
    sum.pieces = torn.piece_count;
    std::vector<std::vector<u32>> cells(torn.piece_count), triangles(torn.piece_count);
    for (const u32 c : w.cells) cells[torn.piece[c]].push_back(c);
    for (const u32 t : w.face) triangles[torn.piece[w.map->triangle_cell[t]]].push_back(t);
    for (u32 p = 0; p < torn.piece_count; ++p) {
        const TornCells piece = tear_cells(w.lattice, *w.map, parted, cells[p]);
        EXPECT_EQ(piece.piece_count, 1u);
        const Found found =
            look_at(w, piece, tear_surface(w.lattice, *w.map, piece, parted, w.hung(), triangles[p]), triangles[p]);
        sum.open_edges += found.open_edges;
        sum.double_edges += found.double_edges;
        sum.mixed_triangles += found.mixed_triangles;
        sum.walls += found.walls;
        sum.volume += found.volume;
        sum.whole_volume += found.whole_volume;
        sum.without_surface += found.walls + triangles[p].size() == 0;
        sum.particles += piece.particle_from.size();
    }
    return sum;
}

Found expect_closed(Random& random, const Whole& w) {
    const std::vector<u8> parted = random_tear(random, w);
    const TornCells cells = tear_cells(w.lattice, *w.map, parted, w.cells);
    const Found found = look_at_pieces(w, cells, parted);
    EXPECT_EQ(found.open_edges, 0u);
    EXPECT_EQ(found.double_edges, 0u);
    EXPECT_EQ(found.mixed_triangles, 0u);
    EXPECT_EQ(found.without_surface, 0u);
    EXPECT_EQ(found.particles, cells.particle_from.size()) << "none is lost, none is shared";
    EXPECT_NEAR(found.volume, found.whole_volume, 1e-6 * found.whole_volume);
    return found;
}

TEST(Tear, EveryPieceIsClosed) {
    Random random(7);
    u64 walls = 0, pieces = 0;
    const std::vector<std::string> shapes = {"box", "sphere", "torus", "octopus", "penguin", "capsule"};
    for (int body = 0; body < 60; ++body) {
        const Whole w = random_body(random, shape_called(shapes[static_cast<size_t>(body) % shapes.size()]));
        for (int i = 0; i < 20; ++i) {
            const Found found = expect_closed(random, w);
            walls += found.walls;
            pieces += found.pieces;
        }
    }
    std::printf("1200 tears: %llu walls, %llu pieces\n", static_cast<unsigned long long>(walls),
                static_cast<unsigned long long>(pieces));
}

// What is found near a crack is what is found by looking at the whole body. Where sides are said to be connected, they
// are; and they are found to be, unless something came off or hinges hold it.
TEST(Tear, NearACrackIsAsTheWholeBodySays) {
    Random random(21);
    u64 connected = 0, apart = 0, copies = 0;
    for (int body = 0; body < 30; ++body) {
        const Whole w = random_body(random, shape_called(body % 2 ? "box" : "octopus"));
        CrackSides sides;
        for (int i = 0; i < 10; ++i) {
            std::vector<u8> parted(w.map->links.size(), 0);
            for (u32 n = 1 + random.below(static_cast<u32>(parted.size())) / 8; n > 0; --n)
                parted[random.below(static_cast<u32>(parted.size()))] = 1;
            std::vector<u32> links;
            for (u32 l = 0; l < parted.size(); ++l)
                if (parted[l]) links.push_back(l);
            const TornCells cells = tear_cells(w.lattice, *w.map, parted, w.cells),
                            whole = tear_cells(w.lattice, *w.map, std::vector<u8>(parted.size(), 0), w.cells);
            const bool found = sides.are_connected(*w.map, parted, links);
            if (found) {
                ASSERT_EQ(cells.piece_count, whole.piece_count);
            }
            connected += found;
            apart += cells.piece_count > whole.piece_count;
            std::vector<TornCorner> corners;
            for (u32 n = 0; n < 8 * links.size(); ++n) {
                const LatticeLink& link = w.map->links[links[n / 8]];
                if (!(n % 8 >> link.axis & 1)) continue;
                const u32 p = w.lattice.cell_corner[link.low][n % 8];
                const u32 count = tear_corners(w.lattice, *w.map, parted, p, corners);
                const auto range = std::equal_range(cells.particle_from.begin(), cells.particle_from.end(), p);
                ASSERT_EQ(count, static_cast<u32>(range.second - range.first));
                const u32 first = static_cast<u32>(range.first - cells.particle_from.begin());
                for (const TornCorner& c : corners) ASSERT_EQ(cells.corner[c.cell][c.corner], first + c.copy);
                copies += count > 1;
            }
        }
    }
    EXPECT_GT(connected, 20u);
    EXPECT_GT(apart, 20u);
    EXPECT_GT(copies, 1000u);
}

TEST(Tear, EveryPieceIsClosedWherePartsShareCells) {
    Random random(13);
    u64 walls = 0, pieces = 0, several = 0;
    for (int body = 0; body < 60; ++body) {
        const float gap = random.real(0.005f, 0.06f);
        Mesh bars = testing::two_bars(gap);
        for (Vec3& p : bars.points) p.z += 0.1f + gap;
        const Whole w = random_body(random,
                                    body % 4 == 0   ? bars
                                    : body % 4 == 1 ? testing::hand(gap)
                                    : body % 4 == 2 ? testing::joined(testing::hand(gap), bars)
                                                    : shape_called("octopus"),
                                    true);
        for (size_t p = 1; p < w.lattice.particle_count(); ++p)
            several += w.lattice.particle_site[p] == w.lattice.particle_site[p - 1];
        for (int i = 0; i < 20; ++i) {
            SCOPED_TRACE(std::to_string(body) + " " + std::to_string(i));
            const Found found = expect_closed(random, w);
            walls += found.walls;
            pieces += found.pieces;
        }
    }
    EXPECT_GT(several, 1000u);
    std::printf("1200 tears: %llu walls, %llu pieces\n", static_cast<unsigned long long>(walls),
                static_cast<unsigned long long>(pieces));
}

}  // namespace
}  // namespace tear_tests
}  // namespace pliant
