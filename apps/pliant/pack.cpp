// pliant pack: a scene with every file that it reads, in one folder that opens on another machine.

#include <cstdio>
#include <filesystem>

#include "core/error.h"
#include "core/progress.h"
#include "core/text.h"
#include "pliant/packing.h"
#include "pliant/stop_signals.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

struct Stopped {};

void stop_if_asked() {
    if (stop_requested()) throw Stopped();
}

struct PackOptions {
    std::string scene, folder, name;
    bool quiet = false;
};

int pack(const PackOptions& o) {
    if (!ends_with(o.scene, ".json")) throw Error({o.scene, "this is no scene", "a scene (.json)", ""});
    if (o.folder.empty()) throw Usage("-o: expected a folder, new or empty");
    const std::string name = o.name.empty() ? fs::path(o.scene).filename().string() : o.name;
    if (name != fs::path(name).filename() || !ends_with(name, ".json") || name == ".json")
        throw Usage("--name: " + in_quotes(name) + "; expected the name of a file, as in scene.json");
    catch_stop_signals();
    const Packing packing = plan_packing(o.scene, [&](const std::string& what) {
        stop_if_asked();
        if (!o.quiet) std::fprintf(stderr, "%s\n", what.c_str());
    });
    Progress progress("copying", packing.files.size(), "files", o.quiet);
    write_packing(packing, o.folder, name, [&](size_t done) {
        stop_if_asked();
        progress.at(done);
    });
    progress.finish();
    if (!o.quiet)
        std::fprintf(stderr, "%s and %s files in %s\n", name.c_str(), with_commas(packing.files.size()).c_str(),
                     o.folder.c_str());
    return Exit::done;
}

}  // namespace

Verb pack_verb() {
    const auto o = std::make_shared<PackOptions>();
    return {"pack", "Copy a scene and every file that it reads into one folder",
            [o](Options& options) {
                options.positional("scene", o->scene, "A scene (.json)", true);
                options.text("-o,--output", o->folder, "The folder, new or empty");
                options.text("--name", o->name, "What the scene is called there (as it is called)");
                options.flag("--quiet", o->quiet, "Only errors");
            },
            [o] {
                try {
                    return pack(*o);
                } catch (const Stopped&) {
                    std::fprintf(stderr, "stopped; nothing was copied\n");
                    return static_cast<int>(Exit::interrupted);
                }
            }};
}

}  // namespace pliant::app
