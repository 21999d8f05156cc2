#include "pliant/source.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "assets/creature_file.h"
#include "assets/json.h"
#include "body/registry.h"
#include "core/text.h"
#include "pliant/mesh_scene.h"

namespace pliant::app {

bool is_scene_file(const std::string& path) { return ends_with(path, ".json"); }

void declare_mesh_options(Options& options, SourceOptions& source) {
    options.text("--unit", source.unit, "Unit of a mesh's numbers: cm, mm, in, …");
    options.text("--up", source.up, "Axis of a mesh that points up: x, y, z");
    options.text("--mesh", source.mesh, "One mesh or node of the file");
    options.text("--as", source.as,
                 "Kind of body that a mesh becomes: lattice (what encloses something), cloth (what does not), flesh");
    options.number("--scale", source.scale, "Factor on a mesh's size (1)");
    options.flag("--keep-size", source.keep_size, "A mesh above 5 m or below 2 cm stays as large as it is");
}

cpp::Asset open_mesh(const SourceOptions& o) {
    pliant_asset_def def = pliant_default_asset_def();
    def.unit = o.unit.empty() ? nullptr : o.unit.c_str();
    def.up = o.up.empty() ? nullptr : o.up.c_str();
    def.mesh = o.mesh.empty() ? nullptr : o.mesh.c_str();
    def.scale = o.scale;
    return cpp::load_asset(o.path, def);
}

std::string kind_for_mesh(const SourceOptions& o, bool solid) {
    std::string kind = !o.as.empty() ? o.as : default_kind(solid ? MeshForm::solid : MeshForm::sheet).name;
    if (const std::optional<Creature> creature = o.as.empty() && o.mesh.empty() ? creature_in(o.path) : std::nullopt)
        if (const Json* given = creature->body.find("kind")) kind = given->text;
    if (!find_kind(kind)) throw Usage("--as: there is no kind " + in_quotes(kind) + ", but: " + kind_names());
    return kind;
}

AssetSettings asset_settings(const SourceOptions& o) { return {o.unit, o.up, o.mesh, o.scale, ""}; }

std::map<std::string, std::string> mesh_options(const SourceOptions& o) {
    std::map<std::string, std::string> given;
    if (!o.unit.empty()) given["unit"] = o.unit;
    if (!o.up.empty()) given["up"] = o.up;
    if (!o.mesh.empty()) given["mesh"] = o.mesh;
    if (!o.as.empty()) given["as"] = o.as;
    if (o.scale != 1) given["scale"] = short_number(o.scale, 17);
    if (o.keep_size) given["keep_size"] = "true";
    return given;
}

void refuse_mesh_options(const SourceOptions& o) {
    const std::map<std::string, std::string> given = mesh_options(o);
    if (given.empty()) return;
    std::string name = given.begin()->first;
    std::replace(name.begin(), name.end(), '_', '-');
    const bool scene = is_scene_file(o.path);
    const bool of_asset = name == "unit" || name == "up" || name == "scale";
    throw Usage("--" + name + ": an option for meshes, but " + in_quotes(o.path) +
                (scene ? " is a scene, which says this of each of its assets and bodies" : " is no mesh") +
                (scene && of_asset ? " (--set assets.NAME." + name + "=VALUE changes it)" : "") +
                (scene && name == "as" ? " (--set bodies.NAME.kind=KIND changes it)" : ""));
}

void set_mesh_options(const std::map<std::string, std::string>& given, SourceOptions& o) {
    const auto text = [&](const char* name) {
        const auto found = given.find(name);
        return found == given.end() ? std::string() : found->second;
    };
    o.unit = text("unit");
    o.up = text("up");
    o.mesh = text("mesh");
    o.as = text("as");
    o.scale = parse_number(text("scale")).value_or(1);
    o.keep_size = !text("keep_size").empty();
}

std::string scene_for_mesh(const SourceOptions& o, const std::string& mesh_path_in_scene) {
    const MeshScene scene = scene_around_mesh(o, mesh_path_in_scene);
    if (!o.quiet) std::fprintf(stderr, "%s", scene.sentences.c_str());
    return scene.json;
}

cpp::Scene open_source(const SourceOptions& o) {
    if (is_scene_file(o.path)) {
        refuse_mesh_options(o);
        return cpp::load_scene(o.path, o.settings);
    }
    const std::filesystem::path path = std::filesystem::absolute(o.path);
    const std::string json = scene_for_mesh(o, path.string());
    std::vector<const char*> settings;
    for (const std::string& s : o.settings) settings.push_back(s.c_str());
    cpp::Scene scene;
    cpp::check(
        pliant_scene_from_memory(json.c_str(), o.path.c_str(), "", settings.data(), settings.size(), scene.out()));
    return scene;
}

Scene read_source(const SourceOptions& o) {
    if (is_scene_file(o.path)) {
        refuse_mesh_options(o);
        return load_scene(o.path, o.settings);
    }
    return open_scene(scene_for_mesh(o, std::filesystem::absolute(o.path).string()), o.path, o.settings);
}

void print_report(const char* report, bool quiet) {
    for (std::string_view line : split(report, '\n')) {
        if (line.empty()) continue;
        if (quiet && line.substr(0, 9) != "warning: ") continue;
        std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    }
}

}  // namespace pliant::app
