// pliant view: the window.

#include "pliant/view/recording_player.h"
#include "pliant/view/run_window.h"

#include <cstdio>
#include <filesystem>

#include "core/text.h"
#include "pliant/capture_frames.h"
#include "pliant/posed_frames.h"
#include "pliant/source.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

struct ViewVerbOptions {
    SourceOptions source;
    PosedOptions posed;
    std::string script, size = "1440x900";
    long threads = 0;
    double rate = 60, ui_scale = 0;
    bool paused = false;
};

view::WindowOptions window_options(const ViewVerbOptions& o) {
    if (o.ui_scale != 0 && !(o.ui_scale >= 0.5 && o.ui_scale <= 4))
        throw Usage("--ui-scale: expected a number from 0.5 to 4");
    const std::vector<std::string_view> parts = split(o.size, 'x');
    const auto width = parse_integer(parts[0]), height = parts.size() == 2 ? parse_integer(parts[1]) : std::nullopt;
    if (!width || !height || *width < 320 || *height < 240 || *width > 16384 || *height > 16384)
        throw Usage("--size: " + in_quotes(o.size) + "; expected WIDTHxHEIGHT, as in 1440x900");
    return {static_cast<int>(*width), static_cast<int>(*height), o.script, o.ui_scale};
}

view::ViewOptions view_options(const ViewVerbOptions& o) {
    if (o.threads < 0 || o.threads > 256) throw Usage("--threads: expected a number from 1 to 256, or 0");
    if (!(o.rate >= 0 && o.rate <= 1000))
        throw Usage("--rate: expected pictures a second, or 0 for as many as possible");
    for (const std::string& setting : o.source.settings)
        if (setting.find('=') == std::string::npos || setting[0] == '=')
            throw Usage("--set " + setting + ": no value; expected path=value, as in bodies.ollie.spacing=0.03");
    if (!o.source.path.empty() && !std::filesystem::exists(o.source.path))
        throw Error({o.source.path, "there is no such file", "a scene, a mesh, the folder of a run, or a capture", ""});
    if (is_scene_file(o.source.path) || ends_with(o.source.path, ".plcap") ||
        (!o.source.path.empty() && std::filesystem::is_directory(o.source.path)))
        refuse_mesh_options(o.source);
    view::ViewOptions options;
    options.path = o.source.path;
    options.settings = o.source.settings;
    options.threads = static_cast<u32>(o.threads);
    options.paused = o.paused;
    options.display_rate = o.rate;
    options.scene_around = [o](const std::string& mesh) {
        SourceOptions source = o.source;
        source.path = mesh;
        source.quiet = true;
        return scene_for_mesh(source, std::filesystem::absolute(mesh).string());
    };
    options.open_record = [o](const std::string& folder) -> std::unique_ptr<view::Player> {
        FrameSourceOptions frames;
        frames.source.path = folder;
        frames.source.quiet = true;
        return std::make_unique<view::RecordingPlayer>(open_frame_source(frames));
    };
    if (o.posed.pose.empty()) {
        if (!o.posed.preview.empty() || !o.posed.cooking.spacing.empty() || o.posed.cooking.fuse)
            throw Usage("--preview, --spacing and --fuse: expected --pose with them");
        if (ends_with(o.source.path, ".plcap"))
            options.open_path = [o, threads = options.threads]() -> std::unique_ptr<view::Player> {
                return std::make_unique<view::RecordingPlayer>(
                    open_capture_frames(o.source.path, render::LayerSet::usual(), threads));
            };
        return options;
    }
    if (o.source.path.empty()) throw Usage("--pose: expected the mesh or the .rmb whose lattice is posed");
    options.open_path = [o]() -> std::unique_ptr<view::Player> {
        PosedOptions posed = o.posed;
        posed.lattice = o.source.path;
        posed.mesh = {o.source.unit, o.source.up, o.source.mesh, "", o.source.scale};
        return std::make_unique<view::RecordingPlayer>(open_posed_frames(posed));
    };
    return options;
}

int open_window(const ViewVerbOptions& o) {
    const std::string trouble = view::run_window(view_options(o), window_options(o));
    if (trouble.empty()) return Exit::done;
    std::fprintf(stderr, "%s\n", trouble.c_str());
    return Exit::failed;
}

}  // namespace

int view_capture(const std::string& path, long threads) {
    ViewVerbOptions o;
    o.source.path = path;
    o.threads = threads;
    return open_window(o);
}

Verb view_verb() {
    const auto o = std::make_shared<ViewVerbOptions>();
    return {"view", "Open a window: watch, pull, tune, save",
            [o](Options& options) {
                options.positional("source", o->source.path,
                                   "A scene, a mesh, the folder of a run, or a capture (the octopus)", false);
                options.flag("--paused", o->paused, "Do not play at first");
                options.list("--set", o->source.settings, "path=value, laid over the scene");
                options.integer("--threads", o->threads, "Of the simulation (one less than the machine has)");
                options.number("--rate", o->rate, "Pictures a second at most (60); 0: as many as possible");
                options.text("--size", o->size, "Of the window (1440x900)");
                options.number("--ui-scale", o->ui_scale, "Size of panels and letters (as the display says)");
                options.text("--script", o->script, "Drive the window by a file of steps, then close it");
                options.text("--pose", o->posed.pose, "The lattice of the mesh, posed: shown, with the mesh beside it");
                options.text("--preview", o->posed.preview, "With --pose and a .rmb: the mesh that follows");
                options.text("--spacing", o->posed.cooking.spacing, "With --pose: of the lattice, as it was made");
                options.flag("--fuse", o->posed.cooking.fuse, "With --pose: of the lattice, as it was made");
                declare_mesh_options(options, o->source);
            },
            [o] { return open_window(*o); }};
}

}  // namespace pliant::app
