// pliant render: pictures and films of a scene, a mesh, or the folder of a run.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/error.h"
#include "core/progress.h"
#include "core/text.h"
#include "pliant/film.h"
#include "pliant/film_camera.h"
#include "pliant/frame_source.h"
#include "pliant/stop_signals.h"
#include "pliant/verbs.h"
#include "render/context.h"
#include "render/renderer.h"

namespace pliant::app {

namespace {

struct RenderOptions {
    FrameSourceOptions frame_source;
    std::string output, size = "1280x720", camera, layers;
    double fps = 0;
    static constexpr long unset = -1;
    long from = 0, to = unset, frame = unset, threads = 0;
    bool transparent = false, matt = false, no_shadows = false, no_textures = false, wireframe = false;
};

void read_size(const std::string& text, FilmSettings& film) {
    const std::vector<std::string_view> parts = split(text, 'x');
    const auto side = [&](size_t i) -> u32 {
        const std::optional<i64> n = parts.size() == 2 ? parse_integer(parts[i]) : std::nullopt;
        if (!n || *n < 1 || *n > 16384)
            throw Usage("--size: " + in_quotes(text) + "; expected width and height as 1280x720, up to 16384");
        return static_cast<u32>(*n);
    };
    film.width = side(0);
    film.height = side(1);
}

// Which of the simulation's frames are shown.
struct Frames {
    u64 first, last;
    double step;  // frames of the simulation for one of the film
    u64 count() const { return static_cast<u64>(static_cast<double>(last - first) / step + 1e-6) + 1; }
    u64 number(u64 shown) const {
        return std::min(last, first + static_cast<u64>(static_cast<double>(shown) * step + 0.5));
    }
};

Frames frames_of(const RenderOptions& o, const FrameSource& frame_source, FilmKind kind, double fps) {
    const u64 end = o.to == RenderOptions::unset ? frame_source.last_frame() : static_cast<u64>(o.to);
    if (kind == FilmKind::picture) {
        const u64 at = o.frame == RenderOptions::unset ? end : static_cast<u64>(o.frame);
        return {at, at, 1};
    }
    if (static_cast<u64>(o.from) > end)
        throw Usage("--from: frame " + std::to_string(o.from) + " comes after the last, " + std::to_string(end));
    return {static_cast<u64>(o.from), end, frame_source.rate() / fps};
}

void check_options(const RenderOptions& o) {
    if (o.output.empty()) throw Usage("-o: expected a name: film.mp4, picture.png, frames/%04d.png");
    if (o.fps < 0 || o.fps > 1000 || std::isnan(o.fps)) throw Usage("--fps: expected a number from 1 to 1000");
    if (o.from < 0) throw Usage("--from: a negative number; expected a frame");
    if (o.to < RenderOptions::unset) throw Usage("--to: a negative number; expected a frame");
    if (o.frame < RenderOptions::unset) throw Usage("--frame: a negative number; expected a frame");
    if (o.threads < 0 || o.threads > 256) throw Usage("--threads: expected a number from 1 to 256, or 0 for all");
    if (o.frame != RenderOptions::unset && film_kind(o.output) != FilmKind::picture)
        throw Usage("--frame is for one picture; expected --from and --to for films");
}

int render(RenderOptions& o) {
    check_options(o);
    FilmSettings film_settings;
    film_settings.path = o.output;
    film_settings.transparent = o.transparent;
    read_size(o.size, film_settings);
    const FilmKind kind = film_kind(o.output);
    check_packer(o.output);
    render::Look look;
    look.layers = render::LayerSet::from_text(o.layers);
    look.gloss = !o.matt;
    look.shadows = !o.no_shadows;
    look.textures = !o.no_textures;
    look.background = !o.transparent;
    look.wireframe = o.wireframe;
    o.frame_source.layers = look.layers;
    o.frame_source.threads = static_cast<u32>(o.threads);

    const render::OffscreenContext context;  // before anything that takes time
    render::Renderer renderer;
    const std::unique_ptr<FrameSource> frame_source = open_frame_source(o.frame_source);
    // More than 60 pictures a second look the same and take longer to render.
    film_settings.fps = o.fps > 0 ? o.fps : std::min(frame_source->rate(), ends_with(o.output, ".gif") ? 25.0 : 60.0);
    const Frames frames = frames_of(o, *frame_source, kind, film_settings.fps);
    FilmCamera camera(o.camera, frame_source->cameras());
    const std::unique_ptr<Film> film = make_film(film_settings);

    const float aspect = static_cast<float>(film_settings.width) / static_cast<float>(film_settings.height);
    Progress progress(kind == FilmKind::picture ? "drawing" : "filming", frames.last + 1, "frames",
                      o.frame_source.source.quiet);
    catch_stop_signals();
    render::Moment moment;
    u64 shown = 0;
    for (; shown < frames.count(); ++shown) {
        u64 on_the_way = shown ? frames.number(shown - 1) : 0;
        while (!stop_requested() && frame_source->advance_towards(frames.number(shown))) progress.at(++on_the_way);
        if (stop_requested()) break;
        frame_source->show(frames.number(shown), moment);
        const double share = static_cast<double>(shown) / static_cast<double>(frames.count());
        renderer.draw(moment, camera.at(moment, share, aspect), look, film_settings.width, film_settings.height);
        film->add(renderer.read());
        progress.at(frames.number(shown) + 1);
    }
    const bool whole = shown == frames.count();
    if (shown > 0) film->finish();
    progress.finish(whole       ? ""
                    : shown > 0 ? "stopped after " + std::to_string(shown) + " pictures; " + o.output + " has them"
                                : "stopped before there was anything to show");
    if (!o.frame_source.source.quiet && whole) std::fprintf(stderr, "%s\n", o.output.c_str());
    return whole ? Exit::done : Exit::interrupted;
}

}  // namespace

Verb render_verb() {
    const auto o = std::make_shared<RenderOptions>();
    return {"render", "Make a picture or a film of a scene, a mesh or the folder of a run",
            [o](Options& options) {
                SourceOptions& source = o->frame_source.source;
                options.positional("source", source.path, "A scene (.json), a mesh, or the folder of a run", true);
                options.text("-o,--output", o->output,
                             "film.mp4, .webm, .gif, .webp, picture.png (the last frame) or frames/%04d.png");
                options.text("--size", o->size, "Width and height (1280x720)");
                options.number("--fps", o->fps, "Pictures a second (the scene's rate, up to 60; 25 for .gif)");
                options.text("--camera", o->camera, "A camera of the scene (the first), auto or turntable");
                options.text("--layers", o->layers,
                             "What to show besides: particles, cells, contacts, strain, attachments, joints, sleep; "
                             "-grid leaves one out");
                options.integer("--from", o->from, "First frame of the simulation (0)");
                options.integer("--to", o->to, "Last frame (the scene's end)");
                options.integer("--frame", o->frame, "The frame of a picture (the last)");
                options.flag("--transparent", o->transparent, "No background: .png, .webm, .webp, .gif");
                options.flag("--matt", o->matt, "No gloss");
                options.flag("--no-shadows", o->no_shadows, "No shadows");
                options.flag("--no-textures", o->no_textures, "Colours of materials only");
                options.flag("--wireframe", o->wireframe, "Edges of triangles");
                options.integer("--threads", o->threads, "Threads of the simulation (all)");
                options.flag("--quiet", source.quiet, "Only warnings");
                options.list("--set", source.settings, "path=value, laid over the scene: bodies.ollie.spacing=0.03");
                declare_mesh_options(options, source);
            },
            [o] { return render(*o); }};
}

}  // namespace pliant::app
