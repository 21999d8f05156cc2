// Meshes that others made, of every kind that gives trouble, filled at three sizes; where the collection is at hand.
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "core/trig.h"
#include "geometry/tet_surface.h"
#include "geometry/tetrahedralize.h"
#include "import/assimp_import.h"
#include "unit/assets/support.h"

namespace pliant {
namespace tetrahedralize_collection_tests {
namespace {

namespace fs = std::filesystem;

TEST(TetrahedralizeCollection, EveryMeshAtThreeSizes) {
    const fs::path collection = fs::path(PLIANT_SOURCE_DIR) / "../shared/data/meshes";
    if (!fs::exists(collection)) GTEST_SKIP() << "no " << collection;
    register_assimp();
    // The surface is within half a cell, but for walls of gaps that are narrower than a cell and were closed: how far
    // those are inside [cells] over the three sizes, a little more than measured. They are between the barrel and its
    // hoops, in the dragon's folds, around the eyes of the octopus and of the monkey, under the teapot's lid, and
    // between flippers of the dolphins; a mesh without such gaps has half a cell here too. Middles of edges are looked
    // at as well as corners and centres, which finds 2.49 cells where these found 2.44, and 2.19 where 2.15.
    const struct {
        const char* file;
        double in_gaps;
    } meshes[] = {{"bullet_cloth.obj", 0.5},
                  {"cipc_skirt16x64.obj", 0.5},
                  {"cipc_skirt32x128.obj", 0.5},
                  {"dolphins_ascii_colored.ply", 0.8},
                  {"godot_softbody_rounded_cube.obj", 0.11},
                  {"kaykit_barrel_large.glb", 1.6},
                  {"kaykit_barrel_large.obj", 1.6},
                  {"pbd_bunny_10k.obj", 0.5},
                  {"pbd_cloth_plane_50x50.obj", 0.5},
                  {"rapier_octopus_decimated.obj", 2.6},
                  {"sofa_Bunny.stl", 0.5},
                  {"sofa_dragon.obj", 2.3},
                  {"spot.obj", 0.5},
                  {"suzanne.obj", 1.3},
                  {"teapot.obj", 0.8}};
    for (const auto& m : meshes) {
        const Mesh mesh = load_mesh((collection / m.file).string(), {}).mesh;
        std::vector<TrianglePoints> triangles;
        for (const auto& t : triangulate(mesh).triangles)
            triangles.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
        const Vec3 size = mesh.bounds().size();
        for (const float cells : {12.0f, 32.0f, 80.0f}) {
            if (cells > 32 && !std::getenv("PLIANT_LONG")) continue;  // ./test --long
            const float cell = std::max({size.x, size.y, size.z}) / cells;
            const auto start = std::chrono::steady_clock::now();
            const Tetrahedralized made = tetrahedralize(mesh.points, triangles, {.cell = cell});
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            const TetQuality& q = made.quality;
            printf(
                "%-32s %3.0f cells: %8u tets, angles %.1f ... %.1f, aspect %.2f, off by %.3f cells, %.3f in closed "
                "gaps (%.2f %%), %.1f million a minute\n",
                m.file, cells, q.tets, degrees(q.smallest_angle), degrees(q.largest_angle), q.worst_aspect,
                q.hausdorff_open / cell, q.hausdorff / cell, 100 * q.closed_gaps, q.tets / seconds * 60e-6);
            EXPECT_EQ(q.inverted, 0u) << m.file;
            EXPECT_GT(degrees(q.smallest_angle), 10.7) << m.file;
            EXPECT_LT(degrees(q.largest_angle), 164.8) << m.file;
            EXPECT_LT(q.hausdorff_open, 0.5 * cell) << m.file;
            EXPECT_LT(q.hausdorff, m.in_gaps * cell) << m.file;
            bool closed = true;
            for_each_edge(std::span<const EdgeUse>(edge_uses(boundary_triangles(made.mesh))),
                          [&](std::span<const EdgeUse> edge) { closed &= balanced(edge); });
            EXPECT_TRUE(closed) << m.file;
        }
    }
}

}  // namespace
}  // namespace tetrahedralize_collection_tests
}  // namespace pliant
