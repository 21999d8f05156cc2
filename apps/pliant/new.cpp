// pliant new: a small scene around a mesh, to edit.

#include <filesystem>

#include "core/error.h"
#include "core/files.h"
#include "pliant/source.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace fs = std::filesystem;

// Only scenes are replaced, and never the mesh.
static void check_replaceable(const std::string& output, const std::string& mesh, bool force) {
    std::error_code error;
    if (!fs::exists(output, error)) return;
    if (fs::equivalent(output, mesh, error))
        throw Error({output, "it is the mesh itself", "another file for the scene", ""});
    if (fs::path(output).extension() != ".json")
        throw Error({output, "there is a file that is no scene", "a name that ends with .json", ""});
    if (!force) throw Error({output, "there is a file already", "", "--force replaces it"});
}

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
                check_replaceable(o->output, o->source.path, o->force);
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
