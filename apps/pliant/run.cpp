// pliant run: simulates a scene and writes what comes out of it.

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "capi/tables.h"
#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/progress.h"
#include "core/text.h"
#include "pliant/record_options.h"
#include "pliant/run_folder.h"
#include "pliant/source.h"
#include "pliant/statistics.h"
#include "pliant/stop_signals.h"
#include "pliant/verbs.h"
#include "record/record_writer.h"
#include "record/torn_bodies.h"
#include "world/world.h"

namespace pliant::app {

namespace {

struct RunOptions {
    SourceOptions source;
    std::string folder = "out";
    std::string record = "pc2";
    std::string capture;
    static constexpr long unset = std::numeric_limits<long>::min();
    double seconds = -std::numeric_limits<double>::infinity(), loop = 0;
    GlbOptions glb;
    long frames = unset, threads = 0, snapshot_every = 60;
    bool resume = false;
};

// One run: the world, its records, and the number of frames done.
class Run {
  public:
    explicit Run(const RunOptions& options)
        : options_(options),
          folder_{options.folder.empty() || options.folder.back() == '/' ? options.folder : options.folder + "/"} {}

    int simulate() {
        check_options();
        prepare();
        frames_ = frame_count();
        catch_stop_signals();
        if (!formats_.empty()) tearable_ = tearable_bodies(world());
        if (resumed_) take_up();
        if (frame_ > frames_ + 1) {
            std::fprintf(stderr, "%s frames are there already, and none is taken away\n", with_commas(frame_).c_str());
            frames_ = frame_ - 1;
        }
        if (!options_.capture.empty()) cpp::check(pliant_world_capture_begin(world_, options_.capture.c_str()));
        statistics_ = std::make_unique<StatisticsFile>(folder_.statistics(), frame_);
        writer_ = std::make_unique<RecordWriter>(formats_, record_settings(), recorded_scene(world(), cameras()),
                                                 frame_, tearable_);
        if (frame_ == 0) write_frame();

        Progress progress("simulating", frames_, "frames", options_.source.quiet);
        progress.at(frame_ ? frame_ - 1 : 0);
        while (frame_ <= frames_ && !stop_requested()) {
            cpp::check(pliant_world_step(world_));
            note_trouble();
            write_frame();
            if (options_.snapshot_every > 0 && (frame_ - 1) % static_cast<u64>(options_.snapshot_every) == 0) save();
            progress.at(frame_ - 1);
        }
        save();
        if (!options_.capture.empty()) cpp::check(pliant_world_capture_end(world_));
        if (stop_requested()) {
            progress.finish("stopped after frame " + std::to_string(frame_ - 1) +
                            "; the same command with --resume goes on from there");
            return Exit::interrupted;
        }
        progress.finish();
        writer_->finish();
        if (!options_.source.quiet)
            std::fprintf(stderr, "%s frames in %s\n", with_commas(frames_ + 1).c_str(), folder_.path.c_str());
        return quarantined_ ? Exit::quarantined : Exit::done;
    }

  private:
    // Before anything is made or replaced.
    void check_options() {
        if (folder_.path.empty()) throw Usage("-o: an empty name; expected a folder");
        if (options_.frames < 0 && options_.frames != RunOptions::unset)
            throw Usage("--frames: a negative number; expected how many frames come after the first");
        if (options_.seconds < 0 && std::isfinite(options_.seconds))
            throw Usage("--seconds: a negative number; expected how long to simulate");
        if (!(options_.seconds < 1e9)) throw Usage("--seconds: expected a number below 1e9");
        if (options_.threads < 0 || options_.threads > 256)
            throw Usage("--threads: expected a number from 1 to 256, or 0 for all");
        if (options_.snapshot_every < 0)
            throw Usage("--snapshot-every: a negative number; expected frames, or 0 for only at the end");
        formats_ = record_formats_of(options_.record, "--record");
        check_loop(options_.loop, formats_);
        check_glb_options(options_.glb, formats_);
    }

    RecordSettings record_settings() const {
        RecordSettings settings;
        settings.folder = folder_.path;
        settings.frames = frames_ + 1;
        settings.loop_seconds = options_.loop;
        settings.progress = finishing_progress(options_.source.quiet);
        settings.glb = options_.glb.settings();
        return settings;
    }

    // The C interface has no word for all that recorders see.
    const World& world() const { return capi::any_world(world_)->world; }
    const std::vector<SceneCamera>& cameras() const { return capi::scene_table().find(scene_)->scene.cameras; }

    void prepare() {
        scene_ = open_source(options_.source);
        cpp::check(pliant_scene_prepare(
            scene_,
            [](void* quiet, const char* what) {
                if (!*static_cast<const bool*>(quiet)) std::fprintf(stderr, "%s\n", what);
            },
            const_cast<bool*>(&options_.source.quiet)));
        make_world();
        print_report(pliant_scene_report(scene_), options_.source.quiet);
        claim_folder();
    }

    void make_world() {
        pliant_world_def def = pliant_default_world_def();
        def.threads = static_cast<uint32_t>(options_.threads);
        cpp::World fresh;
        cpp::check(pliant_scene_create_world(scene_, &def, fresh.out()));
        cpp::check(pliant_world_preroll(fresh));
        world_ = std::move(fresh);
    }

    void claim_folder() {
        RunDescription run{.source = options_.source.path,
                           .formats = options_.record,
                           .settings = options_.source.settings,
                           .mesh_options = mesh_options(options_.source),
                           .scene = source_hash(options_.source.path),
                           .rate = pliant_scene_rate(scene_)};
        const RecordedScene recorded = recorded_scene(world());
        for (const RecordedBody& body : recorded.bodies)
            (body.is_character() ? run.others : run.bodies).push_back({body.name, body.file_name, std::nullopt});
        for (const RecordedCollider& c : recorded.colliders) run.others.push_back({c.name, c.file_name, std::nullopt});
        size_t number = 0;
        world().contents().bodies.each([&](BodyId, const Body& body) {
            const ParameterSet& p = body.common;
            if (p.is_explicit(BodyP::color)) run.bodies[number].color = p.vector(BodyP::color).to<float>();
            ++number;
        });
        resumed_ = folder_.claim(run, options_.resume);
        if (options_.resume && !resumed_ && !options_.source.quiet)
            std::fprintf(stderr, "there is no snapshot in %s to go on from; beginning at frame 0\n",
                         folder_.path.c_str());
    }

    u64 frame_count() const {
        if (options_.frames >= 0) return static_cast<u64>(options_.frames);
        const double seconds = options_.seconds >= 0 ? options_.seconds : pliant_scene_duration(scene_);
        return static_cast<u64>(seconds * pliant_scene_rate(scene_) + 0.5);
    }

    void take_up() {
        cpp::check(pliant_world_restore_file(world_, folder_.snapshot().c_str()));
        pliant_world_info info{};
        cpp::check(pliant_world_get_info(world_, &info));
        frame_ = info.steps + 1;
        if (frames_ >= frame_ && (begin_anew_for_tears() || begin_anew_for_closed_files())) return;
        if (!tearable_.empty() && !has_spool()) formats_.clear();  // all is written already
        if (!options_.source.quiet)
            std::fprintf(stderr, "going on after frame %llu\n", static_cast<unsigned long long>(info.steps));
    }

    // Formats that were put together at the end take no more frames. The same frames come out again, so all is as if it
    // had been longer from the beginning. Without a snapshot, --resume starts over if this run is killed now.
    bool begin_anew_for_closed_files() {
        for (const RecordFormat* format : formats_) {
            if (!is_closed(*format, folder_.path)) continue;
            std::fprintf(stderr, "%s%s is finished and takes no more frames; all are simulated again\n",
                         folder_.path.c_str(), format->closed_file);
            begin_anew();
            return true;
        }
        return false;
    }

    // So do those of bodies that may tear: a longer run may tear in more places, and then all frames have other meshes.
    bool begin_anew_for_tears() {
        if (tearable_.empty() || has_spool()) return false;
        std::fprintf(stderr,
                     "the run is finished, and its bodies may tear in more places; all frames are simulated again\n");
        begin_anew();
        return true;
    }
    bool has_spool() const { return std::filesystem::exists(tear_spool_path(folder_.path)); }

    void begin_anew() {
        std::filesystem::remove(folder_.snapshot());
        make_world();
        frame_ = 0;
    }

    void write_frame() {
        statistics_->line(world_, frame_);
        take_frame(world(), frame_, writer_->needs(), writer_->next(), tearable_, cameras());
        writer_->push();
        ++frame_;
    }

    void note_trouble() {
        const pliant_object_event* events = nullptr;
        const size_t count = pliant_world_object_events(world_, &events);
        for (size_t i = 0; i < count; ++i) {
            if (events[i].change != PLIANT_QUARANTINED) continue;
            const std::string name = pliant_object_name(world_, events[i].object);
            std::fprintf(stderr, "%s: not finite any more in frame %llu; it is frozen where it was\n",
                         name.empty() ? "a piece" : printable(name).c_str(),  // gone by now
                         static_cast<unsigned long long>(frame_));
            quarantined_ = true;
        }
    }

    // Frames first: a run that goes on from the snapshot needs all that came before it.
    void save() {
        writer_->flush();
        const pliant_result result = pliant_world_save_file(world_, folder_.snapshot().c_str());
        if (result == PLIANT_FAILED) throw OutputError({"", pliant_last_error(), "", ""});
        cpp::check(result);
    }

    const RunOptions& options_;
    RunFolder folder_;
    cpp::Scene scene_;
    cpp::World world_;
    std::vector<const RecordFormat*> formats_;
    std::vector<TearableBody> tearable_;
    std::unique_ptr<StatisticsFile> statistics_;
    std::unique_ptr<RecordWriter> writer_;
    u64 frame_ = 0, frames_ = 0;  // the next frame, the last one
    bool resumed_ = false, quarantined_ = false;
};

}  // namespace

Verb run_verb() {
    const auto o = std::make_shared<RunOptions>();
    return {"run", "Simulate a scene, or a mesh falling on a floor, and write what comes out",
            [o](Options& options) {
                options.positional("source", o->source.path, "A scene (.json) or a mesh", true);
                options.text("-o,--output", o->folder, "Folder for the results (out)");
                static const std::string formats =
                    "Formats, with commas: " + record_format_names() + " (pc2); an empty text records statistics only";
                options.text("--record", o->record, formats.c_str());
                options.number("--loop", o->loop, loop_help);
                declare_glb_options(options, o->glb);
                options.integer("--frames", o->frames, "How many frames after the first");
                options.number("--seconds", o->seconds, "How long, instead of the scene's duration");
                options.integer("--threads", o->threads, "Threads (all)");
                options.integer("--snapshot-every", o->snapshot_every,
                                "Frames between snapshots (60); 0: only at the end");
                options.text("--capture", o->capture, "Also what went in, .plcap, for pliant replay");
                options.flag("--resume", o->resume, "Go on from the folder's last snapshot");
                options.flag("--quiet", o->source.quiet, "Only warnings");
                options.list("--set", o->source.settings, "path=value, laid over the scene: bodies.ollie.spacing=0.03");
                declare_mesh_options(options, o->source);
            },
            [o] { return Run(*o).simulate(); }};
}

}  // namespace pliant::app
