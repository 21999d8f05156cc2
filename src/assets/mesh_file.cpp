#include "assets/mesh_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "assets/mesh_format.h"
#include "assets/mesh_scale.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

namespace fs = std::filesystem;

// No file of numbers is larger than the numbers that count them.
constexpr u64 largest_file = 0xffffffffu;  // [bytes]

std::optional<std::string> bytes_of(const fs::path& path) {
    std::error_code trouble;
    if (!fs::is_regular_file(path, trouble)) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::string bytes;
    const u64 size = fs::file_size(path, trouble);
    if (!file || trouble || size > largest_file) return std::nullopt;
    bytes.resize(size);
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    if (static_cast<u64>(file.gcount()) != size) return std::nullopt;
    return bytes;
}

[[noreturn]] void fail_to_open(const fs::path& path) {
    std::error_code trouble;
    const std::string name = path.string();
    if (fs::is_directory(path, trouble)) throw Error({name, "this is a folder", "a mesh file", ""});
    if (fs::exists(path, trouble)) {
        if (fs::file_size(path, trouble) > largest_file && !trouble)
            throw Error({name, "the file is larger than 4 GB", "a smaller one", "split it or reduce it"});
        throw Error({name, "the file cannot be read", "a mesh file", "look at its permissions"});
    }
    std::vector<std::string> there;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, trouble), end; !trouble && entry != end && there.size() < 1000;
         entry.increment(trouble))
        there.push_back(entry->path().filename().string());
    std::sort(there.begin(), there.end());
    const std::string meant = nearest_name(path.filename().string(), there);
    throw Error(
        {name, "there is no such file", "a mesh file", meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?"});
}

// Files named in an asset lie beside it. Paths of the machine that wrote it often are of no use: then the name alone.
FileResolver beside(const fs::path& asset) {
    return [folder = asset.parent_path()](const std::string& wanted) -> std::optional<std::string> {
        std::string name = wanted;
        std::replace(name.begin(), name.end(), '\\', '/');
        for (const fs::path& path : {folder / wanted, folder / name, folder / fs::path(name).filename()}) {
            std::optional<std::string> bytes = bytes_of(path);
            if (bytes) return bytes;
        }
        return std::nullopt;
    };
}

// Those of the notes that tell what became of a file's contents.
std::string what_was_left_out(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes)
        if (note.find("left out") != std::string::npos) text += (text.empty() ? "" : "; ") + note;
    return text;
}

// Images become part of the mesh, so that whoever shows or records it later needs no other file.
void bring_textures(FileMesh& file, const FileResolver& resolve) {
    for (Material& material : file.mesh.materials) {
        if (material.texture.empty() || !material.texture_bytes.empty()) continue;
        const std::optional<std::string> bytes = resolve ? resolve(material.texture) : std::nullopt;
        if (bytes)
            material.texture_bytes.assign(bytes->begin(), bytes->end());
        else
            file.notes.push_back("the texture " + in_quotes(material.texture) + " of material " +
                                 in_quotes(material.name) + " is not there; its colour is shown instead");
    }
}

// The box around the points that faces use and that are somewhere.
Box used_bounds(const Mesh& mesh) {
    Box bounds;
    for (const u32 v : mesh.face_vertex)
        if (is_finite(mesh.points[mesh.vertex_point[v]])) bounds.add(mesh.points[mesh.vertex_point[v]]);
    return bounds;
}

void check_content(const FileMesh& file, const std::string& name) {
    const Mesh& mesh = file.mesh;
    if (!mesh.face_count())
        throw Error({name,
                     mesh.points.empty() ? "it has no points and no faces"
                                         : "it has " + counted(mesh.points.size(), "points") + " and no faces",
                     "a mesh of triangles or polygons", what_was_left_out(file.notes)});
    const Box bounds = used_bounds(mesh);
    if (bounds.empty()) throw Error({name, "no point of a face is a finite number", "places of points", ""});
    if (bounds.low == bounds.high)
        throw Error({name, "all points of faces are in one place", "a mesh with a size", ""});
}

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
    if (bytes.empty()) throw Error({name, "the file is empty", "a mesh file", ""});
    if (bytes.size() > largest_file) throw Error({name, "the file is larger than 4 GB", "a smaller one", ""});
    FileMesh file = read_mesh(bytes, name, resolve);
    check_content(file, name);
    if (!settings.mesh.empty()) file.mesh = take_part(file.mesh, settings.mesh);
    const double metres_per_unit = to_metres_and_y_up(file, settings, name);
    bring_textures(file, resolve);
    check_content(file, name);  // of the part, in metres: it may have become too large to be finite

    LoadedMesh loaded;
    loaded.mesh = std::move(file.mesh);
    loaded.notes = std::move(file.notes);
    const Box bounds = used_bounds(loaded.mesh);
    const Vec3d size = bounds.high.to<double>() - bounds.low.to<double>();
    const u64 triangles = loaded.mesh.face_vertex.size() - 2 * loaded.mesh.face_count();
    loaded.summary =
        fs::path(name).filename().string() + ": " + size_text(size) + ", " + counted(triangles, "triangles");
    note_what_is_odd(loaded, size, metres_per_unit, settings);
    return loaded;
}

LoadedMesh load_mesh(const std::string& path, const AssetSettings& settings) {
    const std::optional<std::string> bytes = bytes_of(path);
    if (!bytes) fail_to_open(path);
    return load_mesh(*bytes, path, settings, beside(path));
}

}  // namespace pliant
