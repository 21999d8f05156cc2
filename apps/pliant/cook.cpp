// pliant cook: from a mesh to a model, once, so that a program only has to load it.

#include <cstdio>
#include <filesystem>

#include "assets/creature_file.h"
#include "assets/json.h"
#include "assets/scene_build.h"
#include "cook/model_bytes.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "pliant/source.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

struct CookOptions {
    SourceOptions source;
    std::string output, preset;
};

// A number, true or false, a vector [x, y, z], or else a word, as in scenes.
void set(pliant_settings settings, const std::string& name, const std::string& value) {
    Json json;
    try {
        json = parse_json(value, name);
    } catch (const Error&) {
        json.type = Json::Type::text;
        json.text = value;
    }
    const bool is_vector = json.is(Json::Type::array) && json.items.size() == 3;
    cpp::check(json.is(Json::Type::number)    ? pliant_settings_set_number(settings, name.c_str(), json.number)
               : json.is(Json::Type::boolean) ? pliant_settings_set_flag(settings, name.c_str(), json.number != 0)
               : is_vector                    ? pliant_settings_set_vector(settings, name.c_str(), json.items[0].number,
                                                                           json.items[1].number, json.items[2].number)
                                              : pliant_settings_set_text(settings, name.c_str(), json.text.c_str()));
}

int cook(const CookOptions& o) {
    const cpp::Asset asset = open_mesh(o.source);
    print_report(pliant_asset_report(asset), false);
    bool solid = false;
    cpp::check(pliant_asset_is_solid(asset, &solid));
    const cpp::Settings settings = cpp::make_settings(kind_for_mesh(o.source, solid).c_str());
    if (!o.preset.empty()) cpp::check(pliant_settings_set_preset(settings, o.preset.c_str()));
    for (const std::string& setting : o.source.settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw Error({"--set " + setting, "no value", "parameter=value, as in spacing=0.03", ""});
        set(settings, setting.substr(0, equals), setting.substr(equals + 1));
    }
    const cpp::Model model = cpp::cook(asset, settings);
    print_report(pliant_model_report(model), false);
    size_t size = 0;
    cpp::check(pliant_model_save(model, nullptr, 0, &size));
    std::string bytes(size, 0);
    cpp::check(pliant_model_save(model, bytes.data(), bytes.size(), &size));
    const std::string output =
        o.output.empty() ? std::filesystem::path(o.source.path).stem().string() + ".plmodel" : o.output;
    write_file(output, bytes);
    std::fprintf(stderr, "%s: %s bytes\n", output.c_str(), with_commas(size).c_str());
    return Exit::done;
}

// Into the file of the creature itself: parameters are those that it has.
int cook_into_file(const CookOptions& o) {
    if (!o.preset.empty() || !o.source.settings.empty() || !mesh_options(o.source).empty())
        throw Usage("a creature is cooked as its file says: expected no --preset, no --set and no options of a mesh");
    Creature creature = load_creature(o.source.path);
    save_creature(o.output, creature);  // in the order of that file, which the model is cooked from
    const Scene scene =
        open_scene(R"({ "assets": { "it": { "file": )" + quoted_json(std::filesystem::absolute(o.output).string()) +
                       R"( } }, "bodies": { "it": { "asset": "it" } } })",
                   o.output, {});
    SceneBuilder builder(scene);
    builder.prepare();
    creature.model = builder.bodies()[0].model;
    save_creature(o.output, creature);
    std::fprintf(stderr, "%s: a model of %s bytes in it\n", o.output.c_str(),
                 with_commas(model_bytes(*creature.model).size()).c_str());
    return Exit::done;
}

}  // namespace

Verb cook_verb() {
    const auto o = std::make_shared<CookOptions>();
    return {"cook", "Cook a mesh into a model that programs load",
            [o](Options& options) {
                options.positional("mesh", o->source.path, "A mesh file", true);
                options.text("-o,--output", o->output,
                             "The model to write (the mesh's name with .plmodel), or a .glb that holds it");
                options.text("--preset", o->preset, "Named values of the kind");
                options.list("--set", o->source.settings, "parameter=value: spacing=0.03");
                declare_mesh_options(options, o->source);
            },
            [o] { return ends_with(o->output, ".glb") ? cook_into_file(*o) : cook(*o); }};
}

}  // namespace pliant::app
