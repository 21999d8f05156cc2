// pliant validate: reads a scene and all its files, and lists its errors, or with --advise predicts its behaviour.

#include <cstdio>

#include "assets/json.h"
#include "core/text.h"
#include "pliant/source.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

struct ValidateOptions {
    SourceOptions source;
    bool advise = false, json = false;
};

std::string json_lines(const std::vector<std::string>& lines) {
    std::string s;
    for (const std::string& line : lines) s += (s.empty() ? "" : ", ") + quoted_json(line);
    return "[" + s + "]";
}

int validate(const ValidateOptions& o) {
    std::vector<std::string> facts, warnings, advice;
    std::string wrong;
    int code = Exit::done;
    try {
        const cpp::Scene scene = open_source(o.source);
        cpp::check(pliant_scene_prepare(scene, nullptr, nullptr));
        cpp::World world;
        cpp::check(pliant_scene_create_world(scene, nullptr, world.out()));
        for (std::string_view line : split(pliant_scene_report(scene), '\n')) {
            if (line.substr(0, 9) == "warning: ")
                warnings.emplace_back(line.substr(9));
            else if (!line.empty())
                facts.emplace_back(line);
        }
        if (o.advise)
            for (std::string_view line : split(pliant_scene_advice(scene), '\n'))
                if (!line.empty()) advice.emplace_back(line);
    } catch (const cpp::Failure& e) {
        wrong = e.what();
        code = Exit::bad_input;
    }
    if (o.json) {
        std::printf("{ \"valid\": %s, \"error\": %s, \"facts\": %s, \"warnings\": %s, \"advice\": %s }\n",
                    code ? "false" : "true", wrong.empty() ? "null" : quoted_json(wrong).c_str(),
                    json_lines(facts).c_str(), json_lines(warnings).c_str(), json_lines(advice).c_str());
        return code;
    }
    for (const std::string& line : facts) std::printf("%s\n", line.c_str());
    for (const std::string& line : warnings) std::printf("warning: %s\n", line.c_str());
    for (const std::string& line : advice) std::printf("%s\n", printable(line).c_str());
    if (code)
        std::fprintf(stderr, "pliant validate: %s\n", printable(wrong, "\n").c_str());
    else
        std::printf("%s is a valid scene\n", o.source.path.c_str());
    return code;
}

}  // namespace

Verb validate_verb() {
    const auto o = std::make_shared<ValidateOptions>();
    return {"validate", "Check a scene and all that it names",
            [o](Options& options) {
                options.positional("scene", o->source.path, "A scene or a mesh", true);
                options.flag("--advise", o->advise,
                             "Predict sag, stiffness and swing, and list parameters without effect");
                options.flag("--json", o->json, "As one JSON object");
                options.list("--set", o->source.settings, "path=value, laid over the scene");
                declare_mesh_options(options, o->source);
            },
            [o] { return validate(*o); }};
}

}  // namespace pliant::app
