// Files of tetrahedra that other programs made, where the collection is at hand.
#include <filesystem>

#include "assets/mesh_file.h"
#include "core/trig.h"
#include "geometry/tet_quality.h"
#include "unit/assets/support.h"

namespace pliant {
namespace tet_collection_tests {
namespace {

namespace fs = std::filesystem;

TEST(TetCollection, EveryFileIsRead) {
    const fs::path collection = fs::path(PLIANT_SOURCE_DIR) / "../shared/data/tets";
    if (!fs::exists(collection)) GTEST_SKIP() << "no " << collection;
    const struct {
        const char* file;
        u32 points, tets;
    } files[] = {{"bullet_ball.vtk", 600, 2536},
                 {"bullet_boot.vtk", 610, 2419},
                 {"ipc_bar-651.msh", 292, 651},
                 {"isaac_sponge.tet", 2366, 9327},
                 {"libigl_octopus-low.mesh", 452, 1140},
                 {"pbd_armadillo_4k.ele", 1180, 3717},
                 {"pbd_armadillo_4k.node", 1180, 3717},
                 {"sofa_liver.msh", 181, 596},
                 {"mujoco_cube_22_ascii_vol_gmshApp.msh", 14, 24}};
    for (const auto& f : files) {
        const LoadedMesh loaded = load_mesh((collection / f.file).string(), {});
        expect_whole(loaded.mesh);
        ASSERT_TRUE(loaded.mesh.volume);
        const TetQuality q = measure(*loaded.mesh.volume);
        printf("%-40s %5u points %5u tets, angles %.1f ... %.1f, aspect %.1f%s\n", f.file, q.points, q.tets,
               degrees(q.smallest_angle), degrees(q.largest_angle), q.worst_aspect,
               loaded.notes.empty() ? "" : ("; " + loaded.notes[0]).c_str());
        EXPECT_EQ(q.points, f.points) << f.file;
        EXPECT_EQ(q.tets, f.tets) << f.file;
        EXPECT_EQ(q.inverted, 0u) << f.file;
    }
    const auto cube = [&](const char* kind) {
        return load_mesh((collection / (std::string("mujoco_cube_") + kind + "_vol_gmshApp.msh")).string(), {});
    };
    const LoadedMesh first = cube("22_ascii");
    for (const char* kind : {"22_binary", "41_ascii", "41_binary"}) {
        const LoadedMesh other = cube(kind);
        EXPECT_TRUE(other.mesh.volume->points == first.mesh.volume->points) << kind;
        EXPECT_TRUE(other.mesh.volume->tets == first.mesh.volume->tets) << kind;
    }
}

}  // namespace
}  // namespace tet_collection_tests
}  // namespace pliant
