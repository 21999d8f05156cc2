#include "assets/tet_file.h"

#include <memory>

#include "assets/medit.h"
#include "assets/physx_tet.h"
#include "assets/tetgen.h"
#include "assets/vtk.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "geometry/tet_surface.h"

namespace pliant {

namespace {

// The name with another ending.
std::string with_ending(const std::string& name, const char* ending) {
    const size_t dot = name.rfind('.');
    return name.substr(0, dot == std::string::npos ? name.size() : dot) + ending;
}

std::string file_name(const std::string& path) { return path.substr(folder_of(path).size()); }

TetFile read_tetgen_pair(std::string_view bytes, const std::string& name, bool is_node, const FileResolver& resolve) {
    const std::string other = with_ending(name, is_node ? ".ele" : ".node");
    const std::optional<std::string> found = resolve ? resolve(file_name(other)) : std::nullopt;
    if (!found)
        throw Error({name, "there is no " + in_quotes(file_name(other)) + " beside it",
                     "both files of TetGen, " + std::string(is_node ? "the tets too" : "the points too"), ""});
    return is_node ? read_tetgen(bytes, name, *found, other) : read_tetgen(*found, other, bytes, name);
}

// The points of the boundary in the order of the volume's, and its faces.
void add_boundary(const TetMesh& volume, Mesh& mesh) {
    const auto faces = boundary_triangles(volume);
    constexpr u32 inner = 0xffffffffu;
    std::vector<u32> number(volume.points.size(), inner);
    for (const auto& f : faces)
        for (const u32 p : f) number[p] = 0;
    for (u32 p = 0; p < number.size(); ++p) {
        if (number[p] == inner) continue;
        number[p] = static_cast<u32>(mesh.points.size());
        mesh.vertex_point.push_back(number[p]);
        mesh.points.push_back(volume.points[p]);
    }
    for (const auto& f : faces) {
        for (const u32 p : f) mesh.face_vertex.push_back(number[p]);
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(0);
    }
    mesh.materials.resize(1);
}

}  // namespace

bool is_tet_format(const std::string& format) {
    for (const char* known : {"msh", "vtk", "tet", "node", "ele", "mesh"})
        if (format == known) return true;
    return false;
}

bool has_tet_ending(const std::string& path) {
    const size_t dot = path.rfind('.');
    return dot != std::string::npos && is_tet_format(lower_case(path.substr(dot + 1)));
}

TetFile read_tets(std::string_view bytes, const std::string& name, const std::string& format,
                  const FileResolver& resolve) {
    if (format == "msh") return read_gmsh(bytes, name);
    if (format == "vtk") return read_vtk(bytes, name);
    if (format == "tet") return read_physx_tet(bytes, name);
    if (format == "mesh") return read_medit(bytes, name);
    return read_tetgen_pair(bytes, name, format == "node", resolve);
}

FileMesh read_tet_mesh(std::string_view bytes, const std::string& name, const std::string& format,
                       const FileResolver& resolve) {
    TetFile tets = read_tets(bytes, name, format, resolve);
    FileMesh file;
    file.mesh.name = name;
    file.notes = std::move(tets.notes);
    add_boundary(tets.mesh, file.mesh);
    file.mesh.volume = std::make_shared<const TetMesh>(std::move(tets.mesh));
    return file;
}

void write_tets(const std::string& path, const TetMesh& mesh, const TetFileStyle& style) {
    const std::string lower = lower_case(path);
    if (ends_with(lower, ".msh")) return write_file(path, gmsh_bytes(mesh, style.gmsh, style.binary));
    if (ends_with(lower, ".vtk")) return write_file(path, vtk_bytes(mesh, style.binary));
    if (ends_with(lower, ".tet")) return write_file(path, physx_tet_text(mesh));
    if (ends_with(lower, ".mesh")) return write_file(path, medit_text(mesh));
    if (!ends_with(lower, ".node") && !ends_with(lower, ".ele"))
        throw Error({path, "this ending is no format of tetrahedra", ".msh, .vtk, .tet, .node, .ele or .mesh", ""});
    write_file(with_ending(path, ".node"), tetgen_node_text(mesh));
    write_file(with_ending(path, ".ele"), tetgen_ele_text(mesh));
}

}  // namespace pliant
