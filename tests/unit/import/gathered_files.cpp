// Files that other people made, in a folder beside the repository: they come with their own licences and are not part
// of it. Where the folder is missing there is nothing to look at, and that is fine.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>

#include "core/error.h"
#include "geometry/repair.h"
#include "import/assimp_import.h"
#include "unit/assets/support.h"

namespace pliant {
namespace gathered_files_tests {
namespace {

namespace fs = std::filesystem;

const fs::path gathered = fs::path(PLIANT_SOURCE_DIR) / ".." / "shared" / "data";

std::vector<fs::path> mesh_files(const std::string& folder) {
    std::vector<fs::path> files;
    std::error_code missing;
    for (fs::recursive_directory_iterator file(gathered / folder, missing), end; !missing && file != end;
         file.increment(missing)) {
        const std::string ending = file->path().extension().string();
        for (const char* known : {".obj", ".ply", ".glb", ".gltf", ".stl", ".dae", ".fbx"})
            if (ending == known) files.push_back(file->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

struct Counts {
    size_t points, faces;
    bool closed;
};

// A few, as counted by other programs.
const std::map<std::string, Counts> known_counts = {
    {"pbd_bunny_10k.obj", {5002, 10000, true}},
    {"spot.obj", {2930, 5856, true}},
    {"teapot.obj", {3644, 6320, false}},
    {"suzanne.obj", {507, 500, false}},
    {"sofa_Bunny.stl", {1366, 2728, true}},
    {"dolphins_ascii_colored.ply", {855, 1689, false}},
    {"lego.ply", {1649, 3072, false}},
    {"kaykit_barrel_large.glb", {745, 561, false}},
    {"CesiumMan.glb", {3273, 4672, true}},
    {"Fox.glb", {1728, 576, true}},
    {"platonic_shelf.obj", {50, 50, true}},
    {"ipctk_two-cubes-intersecting.ply", {262, 480, true}},
    {"rapier_octopus_decimated.obj", {1008, 2000, true}},
    {"moebius.obj", {280, 224, false}},
};

void look_at(const fs::path& path, const LoadedMesh& loaded) {
    expect_whole(loaded.mesh);
    std::printf("%s\n", loaded.summary.c_str());
    RepairReport report;
    const SimulationMesh simulated = repair(loaded.mesh, triangulate(loaded.mesh), report);
    EXPECT_FALSE(simulated.triangles.empty()) << path;
    const auto known = known_counts.find(path.filename().string());
    if (known == known_counts.end()) return;
    EXPECT_EQ(loaded.mesh.points.size(), known->second.points) << path;
    EXPECT_EQ(loaded.mesh.face_count(), known->second.faces) << path;
    EXPECT_EQ(report.closed, known->second.closed) << path;
}

TEST(GatheredFiles, MeshesLoad) {
    register_assimp();
    for (const char* folder : {"meshes", "characters"}) {
        for (const fs::path& path : mesh_files(folder)) {
            const std::string error = error_of([&] { look_at(path, load_mesh(path.string(), {})); });
            EXPECT_EQ(error, "");
        }
    }
}

TEST(GatheredFiles, HostileOnesGiveASentenceOrAMesh) {
    register_assimp();
    for (const fs::path& path : mesh_files("hostile")) {
        const std::string error = error_of([&] { look_at(path, load_mesh(path.string(), {})); });
        if (!error.empty()) std::printf("%s\n", error.c_str());
    }
}

}  // namespace
}  // namespace gathered_files_tests
}  // namespace pliant
