#include "pliant/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "assets/creature_file.h"
#include "assets/json.h"
#include "body/registry.h"
#include "core/text.h"

namespace pliant::app {

bool is_scene_file(const std::string& path) { return ends_with(path, ".json"); }

void declare_mesh_options(Options& options, SourceOptions& source) {
    options.text("--unit", source.unit, "Unit of a mesh's numbers: cm, mm, in, …");
    options.text("--up", source.up, "Axis of a mesh that points up: x, y, z");
    options.text("--mesh", source.mesh, "One mesh or node of the file");
    options.text("--as", source.as,
                 "Kind of body that a mesh becomes: lattice (what encloses something), cloth (what does not), flesh");
    options.number("--scale", source.scale, "Factor on a mesh's size (1)");
}

pliant_cpp::Asset open_mesh(const SourceOptions& o) {
    pliant_asset_def def = pliant_default_asset_def();
    def.unit = o.unit.empty() ? nullptr : o.unit.c_str();
    def.up = o.up.empty() ? nullptr : o.up.c_str();
    def.mesh = o.mesh.empty() ? nullptr : o.mesh.c_str();
    def.scale = o.scale;
    return pliant_cpp::load_asset(o.path, def);
}

std::string kind_for_mesh(const SourceOptions& o, bool closed) {
    std::string kind = !o.as.empty() ? o.as : closed ? "lattice" : "cloth";
    if (const std::optional<Creature> creature = o.as.empty() && o.mesh.empty() ? creature_in(o.path) : std::nullopt)
        if (const Json* given = creature->body.find("kind")) kind = given->text;
    if (!find_kind(kind)) throw Usage("--as: there is no kind " + in_quotes(kind) + ", but: " + kind_names());
    return kind;
}

std::string scene_for_mesh(const SourceOptions& o, const std::string& mesh_path_in_scene) {
    const pliant_cpp::Asset asset = open_mesh(o);
    pliant_box box{};
    bool closed = false;
    pliant_cpp::check(pliant_asset_bounds(asset, &box, nullptr, nullptr, &closed));
    const std::string kind = kind_for_mesh(o, closed);
    if (!o.quiet)
        std::fprintf(stderr, "%s: %s mesh, simulated as kind %s above a floor%s\n", o.path.c_str(),
                     closed ? "a closed" : "an open", kind.c_str(), o.as.empty() ? " (--as: another kind)" : "");
    const double height = std::max(box.high.y - box.low.y, 1e-3f),
                 width = std::max(box.high.x - box.low.x, box.high.z - box.low.z), size = std::max(height, width);
    std::string asset_keys = "\"file\": " + quoted_json(mesh_path_in_scene);
    if (!o.unit.empty()) asset_keys += ", \"unit\": " + quoted_json(o.unit);
    if (!o.up.empty()) asset_keys += ", \"up\": " + quoted_json(o.up);
    if (o.scale != 1) asset_keys += ", \"scale\": " + short_number(o.scale, 6);
    const std::string name = std::filesystem::path(o.path).stem().string();
    const auto n = [](double v) { return short_number(v, 4); };
    return fmt::format(
        "{{ \"$schema\": \"pliant.schema.json\", \"format\": 1, \"behaviour\": 1,\n"
        "  \"world\": {{ \"duration\": 5 }},\n"
        "  \"assets\": {{ {}: {{ {} }} }},\n"
        "  \"bodies\": {{\n    {}: {{ \"asset\": {}, {}\"kind\": {}, \"position\": [0, {}, 0] }} }},\n"
        "  \"colliders\": {{ \"floor\": {{ \"shape\": \"plane\", \"friction\": 0.8 }} }},\n"
        "  \"cameras\": {{ \"main\": {{ \"position\": [{}, {}, {}], \"target\": {}, \"fov\": 35 }} }} }}\n",
        quoted_json(name), asset_keys, quoted_json(name), quoted_json(name),
        o.mesh.empty() ? "" : "\"mesh\": " + quoted_json(o.mesh) + ", ", quoted_json(kind),
        n(height * 0.75 - box.low.y), n(size * 1.5), n(size * 1.2), n(size * 2.5), quoted_json(name));
}

pliant_cpp::Scene open_source(const SourceOptions& o) {
    if (is_scene_file(o.path)) return pliant_cpp::load_scene(o.path, o.settings);
    const std::filesystem::path path = std::filesystem::absolute(o.path);
    const std::string json = scene_for_mesh(o, path.string());
    std::vector<const char*> settings;
    for (const std::string& s : o.settings) settings.push_back(s.c_str());
    pliant_cpp::Scene scene;
    pliant_cpp::check(
        pliant_scene_from_memory(json.c_str(), o.path.c_str(), "", settings.data(), settings.size(), scene.out()));
    return scene;
}

Scene read_source(const SourceOptions& o) {
    if (is_scene_file(o.path)) return load_scene(o.path, o.settings);
    return read_scene(scene_for_mesh(o, std::filesystem::absolute(o.path).string()), o.path, o.settings);
}

void print_report(const char* report, bool quiet) {
    for (std::string_view line : split(report, '\n')) {
        if (line.empty()) continue;
        if (quiet && line.substr(0, 9) != "warning: ") continue;
        std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    }
}

}  // namespace pliant::app
