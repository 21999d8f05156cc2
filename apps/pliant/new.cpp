// pliant new: a small scene around a mesh, to edit.

#include <filesystem>

#include "core/error.h"
#include "core/files.h"
#include "pliant/source.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace fs = std::filesystem;

Verb new_verb() {
    struct NewOptions {
        SourceOptions source;
        std::string output = "scene.json";
        bool force = false;
    };
    const auto o = std::make_shared<NewOptions>();
    return {"new", "Write a small scene around a mesh, to edit",
            [o](Options& options) {
                options.positional("mesh", o->source.path, "A mesh file", true);
                options.text("-o,--output", o->output, "The scene to write (scene.json)");
                options.flag("--force", o->force, "Replace a scene that is there");
                declare_mesh_options(options, o->source);
            },
            [o] {
                if (fs::exists(o->output) && !o->force)
                    throw Error({o->output, "there is a scene already", "", "--force replaces it"});
                const fs::path folder = fs::absolute(o->output).parent_path();
                std::error_code error;
                fs::path mesh = fs::relative(fs::absolute(o->source.path), folder, error);
                if (error || mesh.empty()) mesh = fs::absolute(o->source.path);
                const std::string json = scene_for_mesh(o->source, mesh.generic_string());
                write_file(o->output, json);
                const std::string schema = (folder / "pliant.schema.json").string();
                write_file(schema, pliant_schema());
                std::fprintf(stderr, "%s, and pliant.schema.json beside it for editors\n  pliant run %s\n",
                             o->output.c_str(), o->output.c_str());
                return Exit::done;
            }};
}

}  // namespace pliant::app
