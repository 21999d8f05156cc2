#include "assets/asset_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "assets/image_check.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant {
namespace {

namespace fs = std::filesystem;

// No file of numbers is larger than the numbers that count them.
constexpr u64 largest_file = 0xffffffffu;  // [bytes]

std::optional<std::string> bytes_of(const fs::path& path) {
    if (std::optional<std::string> bytes = file_from_elsewhere(path.string())) return bytes;
    std::error_code trouble;
    if (path.string().find('\0') != std::string::npos) return std::nullopt;  // the system would stop reading there
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

[[noreturn]] void fail_to_open(const fs::path& path, const std::string& wanted) {
    std::error_code trouble;
    const std::string name = path.string();
    if (fs::is_directory(path, trouble)) throw Error({name, "this is a folder", wanted, ""});
    if (name.find('\0') != std::string::npos) throw Error({name, "a zero byte is in the name", wanted, ""});
    if (fs::exists(path, trouble)) {
        if (!fs::is_regular_file(path, trouble))
            throw Error({name, "this is a device, a pipe or a socket", wanted, ""});
        if (fs::file_size(path, trouble) > largest_file && !trouble)
            throw Error({name, "the file is larger than 4 GB", "a smaller one", "split it or reduce it"});
        throw Error({name, "the file cannot be read", wanted, "look at its permissions"});
    }
    std::vector<std::string> there;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, trouble), end; !trouble && entry != end && there.size() < 1000;
         entry.increment(trouble))
        there.push_back(entry->path().filename().string());
    std::sort(there.begin(), there.end());
    std::string meant = nearest_name(path.filename().string(), there);
    for (const std::string& other : there)  // what was named without its ending
        if (meant.empty() && fs::path(other).stem() == path.filename() && fs::path(other).has_extension())
            meant = other;
    throw Error({name, "there is no such file", wanted, meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?"});
}

// Those of the notes that tell what became of a file's contents.
std::string what_was_left_out(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes)
        if (note.find("left out") != std::string::npos) text += (text.empty() ? "" : "; ") + note;
    return text;
}

}  // namespace

std::string read_asset_file(const std::string& path, const std::string& wanted) {
    std::optional<std::string> bytes = bytes_of(path);
    if (!bytes) fail_to_open(path, wanted);
    return std::move(*bytes);
}

void check_size(std::string_view bytes, const std::string& name, const std::string& wanted) {
    if (bytes.empty()) throw Error({name, "the file is empty", wanted, ""});
    if (bytes.size() > largest_file) throw Error({name, "the file is larger than 4 GB", "a smaller one", ""});
}

static std::string with_slashes(std::string path) {
    std::replace(path.begin(), path.end(), '\\', '/');
    return path;
}

bool leads_outside(const std::string& path) {
    const fs::path plain = fs::path(with_slashes(path)).lexically_normal();
    const bool has_drive = path.size() > 1 && path[1] == ':';
    return plain.is_absolute() || has_drive || plain.begin() == plain.end() || *plain.begin() == ".." ||
           path.find('\0') != std::string::npos;
}

std::string why_not_read(const std::string& path) {
    return leads_outside(path) ? "lies outside the folder of the asset and is not read" : "is missing";
}

// Files named in an asset lie beside it or below. An asset from elsewhere must not choose what of this machine becomes
// part of records and models. Paths of the machine that wrote it often are of no use: then the name alone.
FileResolver files_beside(const std::string& asset) {
    return [folder = fs::path(asset).parent_path()](const std::string& wanted) -> std::optional<std::string> {
        const std::string name = with_slashes(wanted);
        std::vector<fs::path> paths{fs::path(name).filename()};
        if (!leads_outside(wanted)) paths.insert(paths.begin(), {fs::path(wanted), fs::path(name)});
        for (const fs::path& path : paths) {
            std::optional<std::string> bytes = bytes_of(folder / path);
            if (bytes) return bytes;
        }
        return std::nullopt;
    };
}

// Images become part of the mesh, so that showing or recording it later needs no other file. Other files are left
// out: they would be copied into records. Data inside the asset is its own.
void bring_textures(FileMesh& file, const FileResolver& resolve) {
    for (Material& material : file.mesh.materials) {
        if (material.texture.empty() || !material.texture_bytes.empty()) continue;
        const std::optional<std::string> bytes = resolve ? resolve(material.texture) : std::nullopt;
        if (bytes && is_image(*bytes)) {
            material.texture_bytes.assign(bytes->begin(), bytes->end());
            continue;
        }
        file.notes.push_back(
            "the texture " + in_quotes(material.texture) + " of material " + in_quotes(material.name) + " " +
            (bytes ? "is not a PNG, JPEG or TGA image that can be read" : why_not_read(material.texture)) +
            "; its colour is shown instead");
    }
}

void make_printable(std::vector<std::string>& notes, std::string& summary) {
    for (std::string& note : notes) note = printable(note);
    summary = printable(summary);
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

}  // namespace pliant
