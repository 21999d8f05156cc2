// Feeds any bytes to the readers of mesh files: what comes out is a whole mesh, and repairable, or an Error.
//
//   cmake -G Ninja -B build/fuzz -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DPLIANT_FUZZ=ON
//         -DPLIANT_TESTS=OFF -DPLIANT_WARNINGS_AS_ERRORS=OFF -DPLIANT_SANITIZE=address,undefined
//   cmake --build build/fuzz --target fuzz_mesh_files
//   build/fuzz/bin/fuzz_mesh_files CORPUS_FOLDER -max_len=4096
//
// The first byte chooses the reader; the rest is the file, so that a corpus can hold all formats.
#include <cstdlib>
#include <string_view>

#include "assets/mesh_file.h"
#include "core/error.h"
#include "geometry/repair.h"

using namespace pliant;

static void require(bool condition) {
    if (!condition) std::abort();
}

static void look_at(const LoadedMesh& loaded) {
    const Mesh& mesh = loaded.mesh;
    for (const u32 v : mesh.face_vertex) require(v < mesh.vertex_point.size());
    for (const u32 p : mesh.vertex_point) require(p < mesh.points.size());
    for (const u32 m : mesh.face_material) require(m < mesh.materials.size());
    for (const Attribute& a : mesh.attributes) require(a.values.size() == mesh.points.size());
    require(mesh.face_count() > 0 && mesh.face_start.back() == mesh.face_vertex.size() && !loaded.summary.empty());
    RepairReport report;
    const SimulationMesh simulated = repair(mesh, triangulate(mesh), report);
    for (const TrianglePoints& t : simulated.triangles)
        for (const u32 p : t) require(p < simulated.points.size());
    report.sentences();
}

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    if (size == 0) return 0;
    const char* names[] = {"a.obj", "a.ply", "a.glb", "a.gltf"};
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const FileResolver files = [&](const std::string&) { return std::string(bytes); };  // a file beside it is the file
    try {
        look_at(load_mesh(bytes, names[data[0] % 4], {}, files));
    } catch (const Error& e) {
        require(std::string_view(e.what()).size() > 6);
    }
    return 0;
}
