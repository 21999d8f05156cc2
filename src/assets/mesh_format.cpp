#include "assets/mesh_format.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "assets/gltf.h"
#include "assets/mesh_file.h"
#include "assets/obj.h"
#include "assets/ply.h"
#include "assets/tet_file.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

// The registry of importers. Ordered, so that messages list the same formats in the same order.
struct MeshImporters {
    std::mutex guard;
    std::map<std::string, MeshImporter> by_extension;
};
MeshImporters& mesh_importers() {
    static MeshImporters all;
    return all;
}

std::string extension(const std::string& name) {
    const size_t slash = name.find_last_of("/\\"), dot = name.rfind('.');
    if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return "";
    return lower_case(std::string_view(name).substr(dot + 1));
}

bool is_binary_stl(std::string_view bytes) {
    if (bytes.size() < 84) return false;
    u32 triangles;
    std::memcpy(&triangles, bytes.data() + 80, 4);
    return bytes.size() == 84 + 50 * static_cast<u64>(triangles);
}

std::string list_of_formats() {
    std::string list = ".glb, .gltf, .obj, .ply, .msh, .vtk, .tet, .node, .ele, .mesh";
    for (const auto& [ending, importer] : mesh_importers().by_extension) list += ", ." + ending;
    return list;
}

}  // namespace

std::string mesh_format(std::string_view bytes, const std::string& name) {
    const std::string_view start = bytes.substr(0, 4096), text = trimmed(start);
    const std::string ending = extension(name);
    const auto starts = [&](std::string_view with) { return text.substr(0, with.size()) == with; };
    if (bytes.substr(0, 4) == "glTF") return "glb";
    if (start.substr(0, 4) == "ply\n" || start.substr(0, 4) == "ply\r") return "ply";
    if (starts("Kaydara FBX Binary") || starts("; FBX")) return "fbx";
    if (start.find("<COLLADA") != std::string_view::npos) return "dae";
    if (starts("$MeshFormat") || starts("$NOD")) return "msh";
    if (starts("# vtk DataFile")) return "vtk";
    if (starts("MeshVersionFormatted")) return "mesh";
    if (starts("{") && (ending == "gltf" || start.find("\"asset\"") != std::string_view::npos)) return "gltf";
    if (starts("solid") && start.find("facet") != std::string_view::npos) return "stl";
    if (ending != "obj" && is_binary_stl(bytes)) return "stl";
    return ending;
}

FileMesh read_mesh(std::string_view bytes, const std::string& name, const FileResolver& resolve) {
    const std::string format = mesh_format(bytes, name);
    if (format == "glb" || format == "gltf") return read_gltf(bytes, name, resolve);
    if (format == "obj") return read_obj(bytes, name, resolve);
    if (format == "ply") return read_ply(bytes, name);
    if (is_tet_format(format)) return read_tet_mesh(bytes, name, format, resolve);
    std::unique_lock lock(mesh_importers().guard);
    const auto found = mesh_importers().by_extension.find(format);
    if (found == mesh_importers().by_extension.end()) {
        const bool usual = format == "stl" || format == "dae" || format == "fbx";
        throw Error({name,
                     usual            ? "." + format + " files are read by an importer that this build does not have"
                     : format.empty() ? "neither the name nor the contents tell what kind of file this is"
                                      : "." + format + " is not a kind of mesh file that is known",
                     "one of " + list_of_formats(), "convert it to .glb, with Blender for example"});
    }
    const MeshImporter importer = found->second;
    lock.unlock();
    return importer(bytes, name, resolve);
}

void register_importer(std::vector<std::string> extensions, MeshImporter importer) {
    const std::lock_guard lock(mesh_importers().guard);
    for (const std::string& ending : extensions) mesh_importers().by_extension[lower_case(ending)] = importer;
}

}  // namespace pliant
