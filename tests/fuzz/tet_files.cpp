// Feeds any bytes to the readers of tetrahedra: what comes out has corners that exist and volumes that are positive,
// can be written and read again, or an Error. Built and run like mesh_files.cpp:
//
//   cmake --build build/fuzz --target fuzz_tet_files
//   build/fuzz/bin/fuzz_tet_files CORPUS_FOLDER -max_len=4096
//
// The first byte chooses the reader; the rest is the file, and the file beside it.
#include <cstdlib>
#include <string_view>

#include "assets/tet_file.h"
#include "core/error.h"
#include "geometry/tet_quality.h"

using namespace pliant;

static void require(bool condition) {
    if (!condition) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    if (size == 0) return 0;
    const char* formats[] = {"msh", "vtk", "tet", "node", "ele", "mesh"};
    const std::string format = formats[data[0] % 6];
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const FileResolver files = [&](const std::string&) { return std::string(bytes); };
    try {
        const FileMesh file = read_tet_mesh(bytes, "a." + format, format, files);
        const TetMesh& mesh = *file.mesh.volume;
        for (const TetPoints& t : mesh.tets)
            for (const u32 p : t) require(p < mesh.points.size());
        require(!mesh.tets.empty() && measure(mesh).inverted == 0);
        for (const u32 v : file.mesh.face_vertex) require(v < file.mesh.vertex_point.size());
        const std::string again = gmsh_bytes(mesh, GmshVersion::v4, data[0] & 64);
        require(read_gmsh(again, "a.msh").mesh.tets == mesh.tets);
    } catch (const Error& e) {
        require(std::string_view(e.what()).size() > 6);
    }
    return 0;
}
