#include "assets/recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "assets/json.h"
#include "assets/mesh_file.h"
#include "core/error.h"
#include "core/files.h"
#include "core/soundness.h"
#include "core/text.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

std::string with_slash(const std::string& folder) {
    return folder.empty() || folder.back() == '/' ? folder : folder + "/";
}

// The best that there is of a body's caches: whole ones before those that are still growing.
std::string cache_of(const std::string& folder, const std::string& file) {
    for (const char* ending : {".pc2", ".mdd", ".pc2.part", ".mdd.part"})
        if (fs::exists(folder + file + ending)) return folder + file + ending;
    return "";
}

const Json* member(const Json& json, const char* key, Json::Type type) {
    const Json* found = json.find(key);
    return found && found->is(type) ? found : nullptr;
}

std::string text_member(const Json& json, const char* key) {
    const Json* found = member(json, key, Json::Type::text);
    return found ? found->text : "";
}

// Empty where there is no such file, or one of another content.
std::optional<Vec3> color_of(const Json& body) {
    const Json* color = member(body, "color", Json::Type::array);
    if (!color || color->items.size() != 3) return {};
    Vec3 rgb;
    for (int k = 0; k < 3; ++k) {
        const Json& c = color->items[static_cast<size_t>(k)];
        if (!c.is(Json::Type::number) || !(c.number >= 0 && c.number <= 1)) return {};
        rgb[k] = static_cast<float>(c.number);
    }
    return rgb;
}

Json read_manifest(const std::string& folder) {
    const std::string path = folder + "run.json";
    if (!fs::exists(path))
        throw Error({folder, "this folder was not made by a run: there is no run.json in it",
                     "the folder of `pliant run … -o FOLDER`", ""});
    Json json = parse_json(read_file(path), path);
    if (text_member(json, "pliant") != "run") throw Error({path, "this is not the run.json of a run", "", ""});
    return json;
}

// The path as it was given, from where the folder is now; else as it was written on the command line.
std::string find_source(const std::string& folder, const Json& manifest) {
    const std::string near = text_member(manifest, "source_from_here"), given = text_member(manifest, "source");
    if (!near.empty() && fs::exists(resolved_path(folder, near)))
        return fs::path(resolved_path(folder, near)).lexically_normal().string();
    return !given.empty() && fs::exists(given) ? given : "";
}

}  // namespace

Recording::Recording(const std::string& given_folder) {
    const std::string folder = folder_ = with_slash(given_folder);
    const Json manifest = read_manifest(folder);
    if (const Json* rate = member(manifest, "rate", Json::Type::number); rate && rate->number > 0) rate_ = rate->number;
    source_ = find_source(folder, manifest);
    if (const Json* settings = member(manifest, "settings", Json::Type::array))
        for (const Json& s : settings->items) settings_.push_back(s.text);
    if (const Json* options = manifest.find("mesh_options"))
        for (const auto& [name, value] : options->members) mesh_options_[name] = value.text;
    const Json* bodies = member(manifest, "bodies", Json::Type::array);
    if (!bodies || bodies->items.empty())
        throw Error({folder + "run.json", "it lists no bodies", "", "run the scene again"});
    for (const Json& body : bodies->items) {
        add_body(folder, text_member(body, "name"), text_member(body, "file"));
        bodies_.back().color = color_of(body);
    }
    frame_count_ = bodies_[0].cache.frame_count();
    for (const Body& b : bodies_) frame_count_ = std::min(frame_count_, b.cache.frame_count());
    if (!frame_count_) throw Error({folder, "the run has not made a frame yet", "", "wait, or start it again"});
}

void Recording::add_body(const std::string& folder, const std::string& name, const std::string& file) {
    if (file.find_first_of("/\\") != std::string::npos)
        throw Error({folder + "run.json", "the file " + in_quotes(file) + " of " + in_quotes(name) + " leads elsewhere",
                     "a name in the same folder", ""});
    const std::string cache = cache_of(folder, file), mesh_path = folder + file + ".obj";
    if (cache.empty())
        throw Error({folder, "there is no point cache of " + in_quotes(name), file + ".pc2 or " + file + ".mdd",
                     "run the scene with --record pc2"});
    if (!fs::exists(mesh_path))
        throw Error({folder, "the mesh of " + in_quotes(name) + " is missing", file + ".obj", ""});
    LoadedMesh loaded = load_mesh(mesh_path, {});
    const Triangulation triangles = triangulate(loaded.mesh);
    const auto surface = std::make_shared<SurfaceModel>(make_surface_model(std::move(loaded.mesh), triangles));
    Body body{name, PointCache(cache), surface, SurfaceShading(*surface), {}};
    if (body.cache.point_count() != surface->point_count())
        throw Error({cache, with_commas(body.cache.point_count()) + " points",
                     with_commas(surface->point_count()) + ", for so many has " + file + ".obj", ""});
    bodies_.push_back(std::move(body));
}

void Recording::read(u64 frame, size_t body, SurfaceFrame& out) const {
    const Body& b = bodies_[body];
    points_.resize(b.cache.point_count());
    b.cache.read(frame, points_);
    out.positions.resize(b.surface->vertex_count());
    for (size_t v = 0; v < out.positions.size(); ++v) out.positions[v] = points_[b.surface->vertex_point[v]];
    b.shading.find(*b.surface, out);
}

std::vector<Transform> Recording::collider_poses(u64 frame, size_t colliders, size_t cameras) const {
    if (colliders == 0) return {};
    constexpr size_t of_camera = 9 * sizeof(float);  // CameraFrame
    const u64 of_frame = colliders * sizeof(Transform) + cameras * of_camera;
    for (const char* ending : {".pc2.poses", ".mdd.poses", ".pc2.poses.part", ".mdd.poses.part"}) {
        const std::string path = folder_ + "scene" + ending;
        std::error_code error;
        const u64 size = fs::file_size(path, error);
        if (error || size % of_frame != 0 || size / of_frame < frame_count_ || frame >= size / of_frame) continue;
        std::vector<Transform> poses(colliders);
        std::ifstream in(path, std::ios::binary);
        in.seekg(static_cast<std::streamoff>(frame * of_frame));
        in.read(reinterpret_cast<char*>(poses.data()), static_cast<std::streamsize>(colliders * sizeof(Transform)));
        const bool sound = in && std::all_of(poses.begin(), poses.end(), [](const Transform& p) { return is_sound(p); });
        if (sound) return poses;
    }
    return {};
}

bool is_recording(const std::string& path) {
    const std::string folder = with_slash(path);
    std::error_code error;
    if (!fs::is_directory(path, error) || !fs::exists(folder + "run.json", error)) return false;
    try {
        const Json manifest = read_manifest(folder);
        const Json* bodies = member(manifest, "bodies", Json::Type::array);
        if (!bodies || bodies->items.empty()) return false;
        return std::all_of(bodies->items.begin(), bodies->items.end(),
                           [&](const Json& body) { return !cache_of(folder, text_member(body, "file")).empty(); });
    } catch (const Error&) {
        return false;
    }
}

}  // namespace pliant
