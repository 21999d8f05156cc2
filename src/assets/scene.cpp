#include "assets/scene.h"

#include <algorithm>

#include "assets/scene_reader.h"
#include "core/files.h"
#include "core/text.h"
#include "world/parameters.h"

namespace pliant {

Scene::Scene() : world(world_table) {}

std::vector<std::string> body_structure_keys() {
    return {"asset", "mesh", "faces", "surface", "bones", "kind", "preset", "like", "instances"};
}

namespace {

// "bodies.olie.spacing" must not make a new body called olie.
void check_named_thing(const Json& root, const std::string& path) {
    static const std::vector<std::string_view> sections = {"assets",      "bodies", "colliders", "characters", "pairs",
                                                           "attachments", "fields", "joints",    "cameras"};
    const std::vector<std::string_view> names = split(path, '.');
    const Json* section = root.find(names[0]);
    const bool named = std::find(sections.begin(), sections.end(), names[0]) != sections.end() && names.size() > 2;
    if (!named || names[1].empty() || (section && section->find(names[1]))) return;
    std::vector<std::string> known;
    if (section)
        for (const auto& [name, value] : section->members) known.push_back(name);
    const std::string meant = nearest_name(names[1], known);
    throw Error({"--set " + path, "there is no " + in_quotes(names[1]) + " in the scene's " + std::string(names[0]), "",
                 meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
}

}  // namespace

static Json parse_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings) {
    Json root = parse_json(text, file);
    for (const std::string& setting : settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error({"--set " + setting, "no value", "path=value, as in bodies.ollie.spacing=0.03", ""});
        const std::string path = setting.substr(0, equals);
        check_named_thing(root, path);
        set_by_path(root, path, setting.substr(equals + 1));
    }
    return root;
}

static CreatureFinder files_in(const std::string& folder) {
    return [folder](const SceneAsset& asset) { return creature_of_asset(asset.parameters, folder); };
}

Scene read_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings,
                 const std::string& folder) {
    return SceneReader(parse_scene(text, file, settings), file, folder, nullptr).read();
}

Scene open_creatures(const Scene& scene) {
    if (!scene.unopened) return scene;
    return SceneReader(*scene.unopened, scene.file, scene.folder, files_in(scene.folder)).read();
}

Scene open_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings,
                 const std::string& folder) {
    return SceneReader(parse_scene(text, file, settings), file, folder, files_in(folder)).read();
}

Scene load_scene(const std::string& file, const std::vector<std::string>& settings) {
    return open_scene(read_file(file), file, settings, folder_of(file));
}

}  // namespace pliant
