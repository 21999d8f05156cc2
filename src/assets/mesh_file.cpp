#include "assets/mesh_file.h"

#include <algorithm>
#include <filesystem>

#include "assets/asset_file.h"
#include "assets/character_file.h"
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

// Of a skinned mesh its nodes say how large it is and which way up, as they do for a character of the file. Then it is
// in metres already. Where the bones cannot be read, it stays as it was bound.
void take_rest_pose(FileMesh& file, std::string_view bytes, const std::string& name, const AssetSettings& settings,
                    const FileResolver& resolve) {
    try {
        AssetSettings whole = settings;
        whole.mesh.clear();
        const Character character = load_character(bytes, name, whole, resolve).character;
        if (character.mesh.vertex_point != file.mesh.vertex_point)
            throw Error({name, "its bones are of another mesh", "", ""});
        file.skinned = !character.rest_positions.empty();
        if (!file.skinned) return;  // as they were bound
        Mesh posed = mesh_at_rest(character);
        for (size_t p = 0; p < posed.points.size(); ++p)  // faces of lost points are left out
            if (!is_finite(file.mesh.points[p])) posed.points[p] = file.mesh.points[p];
        file.mesh.points = std::move(posed.points);
        if (!file.mesh.normals.empty()) file.mesh.normals = std::move(posed.normals);
    } catch (const Error& e) {
        file.skinned = false;
        file.notes.push_back("skinned meshes stand as they were bound, for their bones cannot be read: " +
                             std::string(e.what()));
    }
}

}  // namespace

LoadedMesh load_mesh(std::string_view bytes, const std::string& name, const AssetSettings& settings,
                     const FileResolver& resolve) {
    check_size(bytes, name, "a mesh file");
    FileMesh file = read_mesh(bytes, name, resolve);
    check_content(file, name);
    if (file.skinned) take_rest_pose(file, bytes, name, settings, resolve);
    if (!settings.mesh.empty()) file.mesh = take_part(file.mesh, settings.mesh);
    const double metres_per_unit =
        file.skinned ? to_metres(file, settings, name).unit : to_metres_and_y_up(file, settings, name);
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
    make_printable(loaded.notes, loaded.summary);
    return loaded;
}

LoadedMesh load_mesh(const std::string& path, const AssetSettings& settings) {
    return load_mesh(read_asset_file(path, "a mesh file"), path, settings, files_beside(path));
}

}  // namespace pliant
