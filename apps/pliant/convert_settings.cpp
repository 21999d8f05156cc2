#include "pliant/convert_settings.h"

#include <cstdio>
#include <filesystem>

#include "assets/cloth_settings_scene.h"
#include "assets/mesh_scale.h"
#include "capi/cpp_layer.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

void say(const std::vector<std::string>& warnings) {
    for (const std::string& w : warnings) std::fprintf(stderr, "warning: %s\n", w.c_str());
}

double unit_of(const SettingsOptions& o) {
    const std::optional<double> unit = metres(o.unit.empty() ? "m" : o.unit);
    if (!unit)
        throw Usage("--unit: expected m, cm, mm, km, in, ft, yd or a number of metres, found " + in_quotes(o.unit));
    return *unit;
}

void to_scene(const SettingsOptions& o) {
    std::vector<std::string> warnings;
    ClothSettings settings = read_cloth_settings(read_file(o.in), o.in, warnings);
    scale_settings(settings, unit_of(o));
    SettingsSceneOptions options;
    options.name = o.in;
    options.fps = o.fps;
    std::optional<LoadedMesh> loaded;
    const fs::path folder = fs::absolute(o.out).parent_path();
    if (!o.mesh.empty()) {
        loaded = load_mesh(o.mesh, {});
        if (!o.quiet) std::fprintf(stderr, "%s\n", loaded->summary.c_str());
        for (const std::string& note : loaded->notes) warnings.push_back(note);
        std::error_code error;
        fs::path file = fs::relative(fs::absolute(o.mesh), folder, error);
        if (error || file.empty()) file = fs::absolute(o.mesh);
        options.mesh_file = file.generic_string();
    }
    const std::string scene = scene_of_settings(settings, loaded ? &loaded->mesh : nullptr, options, warnings);
    say(warnings);
    write_file(o.out, scene);
    write_file((folder / "pliant.schema.json").string(), pliant_schema());
    if (!o.quiet)
        std::fprintf(stderr, "%s: %zu capsules, %zu cloth meshes\n", o.out.c_str(), settings.capsules.size(),
                     loaded ? settings.meshes.size() : size_t{0});
}

void to_settings(const SettingsOptions& o) {
    if (!o.mesh.empty()) throw Usage("--mesh: for settings; a scene names its files itself");
    std::vector<std::string> warnings;
    SettingsFrames frames;
    frames.fps = o.fps;
    ClothSettings settings = settings_of_scene(load_scene(o.in, {}), frames, warnings);
    say(warnings);
    if (settings.capsules.empty() && settings.meshes.empty())
        throw Error({o.in, "there is neither a capsule nor cloth in it", "what a settings file could hold", ""});
    scale_settings(settings, 1 / unit_of(o));
    write_file(o.out, cloth_settings_text(settings));
    if (!o.quiet)
        std::fprintf(stderr, "%s: %zu capsules, %zu cloth meshes\n", o.out.c_str(), settings.capsules.size(),
                     settings.meshes.size());
}

}  // namespace

bool converts_settings(const std::string& in, const std::string& out) {
    return ends_with(in, ".txt") || (ends_with(in, ".json") && ends_with(out, ".txt"));
}

void convert_settings(const SettingsOptions& o) {
    if (!(o.fps > 0 && o.fps < 1e6)) throw Usage("--fps: expected frames a second, more than 0");
    if (ends_with(o.in, ".json")) return to_settings(o);
    if (!ends_with(o.out, ".json")) throw Usage("-o: expected the scene to write, .json");
    to_scene(o);
}

}  // namespace pliant::app
