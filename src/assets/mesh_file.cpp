#include "assets/mesh_file.h"

#include <algorithm>
#include <filesystem>

#include "assets/asset_file.h"
#include "assets/mesh_format.h"
#include "assets/mesh_scale.h"
#include "core/error.h"
#include "core/text.h"
#include "geometry/creases.h"

namespace pliant {
namespace {

namespace fs = std::filesystem;

void note_what_is_odd(LoadedMesh& loaded, const Vec3d& size, double metres_per_unit, const AssetSettings& settings) {
    u64 lost = 0;
    for (const Vec3& p : loaded.mesh.points) lost += !is_finite(p);
    if (lost)
        loaded.notes.push_back(lost == 1 ? "1 point is not a finite number; its faces will be left out"
                                         : with_commas(lost) +
                                               " points are not finite numbers; their faces will be left out");
    const std::string advice = size_advice(std::max({size.x, size.y, size.z}), metres_per_unit, settings);
    if (!advice.empty()) loaded.notes.push_back(advice);
}

}  // namespace

LoadedMesh load_mesh(std::string_view bytes, const std::string& name, const AssetSettings& settings,
                     const FileResolver& resolve) {
    check_size(bytes, name, "a mesh file");
    FileMesh file = read_mesh(bytes, name, resolve);
    check_content(file, name);
    if (!settings.mesh.empty()) file.mesh = take_part(file.mesh, settings.mesh);
    const double metres_per_unit = to_metres_and_y_up(file, settings, name);
    bring_textures(file, resolve);
    check_content(file, name);  // of the part, in metres: it may have become too large to be finite

    LoadedMesh loaded;
    loaded.mesh = std::move(file.mesh);
    add_creased_normals(loaded.mesh, triangulate(loaded.mesh));
    loaded.notes = std::move(file.notes);
    const Box bounds = used_bounds(loaded.mesh);
    const Vec3d size = bounds.high.to<double>() - bounds.low.to<double>();
    const u64 triangles = loaded.mesh.face_vertex.size() - 2 * loaded.mesh.face_count();
    loaded.summary =
        fs::path(name).filename().string() + ": " + size_text(size) + ", " + counted(triangles, "triangles");
    if (loaded.mesh.volume) loaded.summary += ", " + counted(loaded.mesh.volume->tets.size(), "tets");
    note_what_is_odd(loaded, size, metres_per_unit, settings);
    return loaded;
}

LoadedMesh load_mesh(const std::string& path, const AssetSettings& settings) {
    return load_mesh(read_asset_file(path, "a mesh file"), path, settings, files_beside(path));
}

}  // namespace pliant
