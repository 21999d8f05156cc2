// pliant solve: the poses of a lattice whose surface comes nearest to an animated mesh; and clips for other lattices.

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "assets/mesh_animation.h"
#include "assets/mesh_sequence.h"
#include "body/lattice/lattice_fit.h"
#include "core/error.h"
#include "core/progress.h"
#include "core/text.h"
#include "geometry/lattice_transfer.h"
#include "pliant/lattice_input.h"
#include "record/painted_ply.h"

namespace pliant::app {

namespace fs = std::filesystem;
using lattice::FitError;
using lattice::FitMethod;

namespace {

constexpr u32 long_to_prepare = 15'000;  // particles; some seconds from here on

struct SolveOptions {
    std::string in, out, rest, lattice, spacing, carry, error_colors, method = "smooth";
    MeshOptions mesh;
    double fps = 0, smoothness = 1e-4;
    long every = 1;
    bool hold = false, json = false, quiet = false, fuse = false;
};

struct FrameFit {
    i32 frame;
    FitError error;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class Solve {
  public:
    explicit Solve(const SolveOptions& options) : o_(options) {}

    int run() {
        check_options();
        if (ends_with(o_.in, ".txt")) return carry_clip();
        open();
        Clip clip = fit();
        finish(std::move(clip));
        if (!o_.error_colors.empty() && !is_pattern(o_.error_colors)) paint_all();
        o_.json ? print_json() : print_table();
        return Exit::done;
    }

  private:
    void check_options() const {
        if (!o_.out.empty() && !ends_with(o_.out, ".txt"))
            throw Usage("-o: " + in_quotes(o_.out) + " has another ending than .txt");
        if (o_.method != "smooth" && o_.method != "cells")
            throw Usage("--method: expected smooth or cells, found " + in_quotes(o_.method));
        if (!(o_.smoothness > 0 && o_.smoothness <= 1e6)) throw Usage("--smoothness: expected a number above 0");
        if (!(o_.fps >= 0 && o_.fps < 1e6)) throw Usage("--fps: expected frames a second, more than 0");
        if (o_.every < 1) throw Usage("--every: expected 1 or more");
        if (!(o_.mesh.scale > 0 && o_.mesh.scale < 1e6)) throw Usage("--scale: expected a factor above 0");
        if (!o_.lattice.empty() && (!o_.spacing.empty() || o_.mesh.scale != 1 || o_.fuse))
            throw Usage("--lattice: a .rmb says what --spacing, --scale and --fuse are");
        if (o_.out.empty() && ends_with(o_.in, ".txt")) throw Usage("-o: expected the clip to write, .txt");
    }

    // A clip of one lattice becomes one of another, without the mesh.
    int carry_clip() {
        if (o_.lattice.empty() || o_.carry.empty())
            throw Usage("a clip is carried from --lattice old.rmb to --carry new.rmb");
        lattice_ = open_lattice_file(o_.lattice);
        finish(open_clip(o_.in, lattice_));
        return Exit::done;
    }

    void open() {
        animation_ = open_mesh_animation(o_.in, o_.mesh.settings());
        const float s = static_cast<float>(o_.mesh.scale);
        if (!o_.lattice.empty()) lattice_ = open_lattice_file(o_.lattice);
        const Vec3 scale = o_.lattice.empty() ? Vec3{s, s, s} : lattice_.file.scale;
        mesh_ = open_rest(scale);
        if (mesh_.points.size() != animation_->point_count())
            throw Error({o_.in, "it moves " + counted(animation_->point_count(), "points"),
                         with_commas(mesh_.points.size()) + ", as the mesh at rest has", "is it of another mesh?"});
        if (o_.lattice.empty()) lattice_ = cook_lattice(mesh_, {o_.spacing, o_.fuse}, o_.mesh.scale, o_.quiet);
        places_ = places_in(lattice_, mesh_);
        u64 outside = 0;
        for (const LatticePlace& place : places_) outside += !lattice::can_be_fitted(place);
        if (outside && outside < places_.size())
            std::fprintf(stderr, "%s outside of the lattice and %s not fitted\n",
                         (counted(outside, "points") + (outside == 1 ? " stands" : " stand")).c_str(),
                         outside == 1 ? "is" : "are");
        const Vec3 size = mesh_.bounds().size();
        size_ = std::max({size.x, size.y, size.z});
    }

    Mesh open_rest(const Vec3& scale) {
        if (!o_.rest.empty()) return open_scaled_mesh(o_.rest, o_.mesh.settings(), scale, o_.quiet);
        if (std::optional<Mesh> mesh = animation_->rest()) {
            if (!o_.quiet && animation_->frame_count() > 1)
                std::fprintf(stderr, "%s: as it is without animation, or else its first frame, is the shape at rest\n",
                             o_.in.c_str());
            scale_points(mesh->points, scale);
            return std::move(*mesh);
        }
        const std::string beside = fs::path(o_.in).replace_extension(".obj").string();
        if (fs::exists(beside)) return open_scaled_mesh(beside, o_.mesh.settings(), scale, o_.quiet);
        throw Usage("--mesh: expected the mesh at rest, which a point cache does not have");
    }

    // Every so many frames, and the last.
    std::vector<u64> keyframes() const {
        std::vector<u64> frames;
        const u64 count = animation_->frame_count();
        for (u64 f = 0; f < count; f += static_cast<u64>(o_.every)) frames.push_back(f);
        if (frames.back() != count - 1) frames.push_back(count - 1);
        return frames;
    }

    Clip fit() {
        const FitMethod method = o_.method == "cells" ? FitMethod::cells : FitMethod::smooth;
        const std::vector<u64> frames = keyframes();
        Clip clip;
        clip.name = o_.in;
        clip.interpolate = !o_.hold;
        clip.point_count = lattice_.particle_count();
        clip.fps = o_.fps > 0 ? o_.fps : animation_->fps() > 0 ? animation_->fps() : 24;
        if (!o_.quiet && method == FitMethod::smooth && lattice_.particle_count() > long_to_prepare)
            std::fprintf(stderr, "preparing %s particles: this may take a while\n",
                         with_commas(lattice_.particle_count()).c_str());
        Progress progress("solving", frames.size(), "frames", o_.quiet);
        const auto start = std::chrono::steady_clock::now();
        const auto solver = lattice::make_fit({method, o_.smoothness}, lattice_.lattice, places_);
        prepare_seconds_ = seconds_since(start);
        worst_.assign(places_.size(), 0);
        for (u64 f : frames) {
            fit_frame(*solver, f, clip);
            progress.at(clip.pose_count());
        }
        progress.finish();
        return clip;
    }

    void fit_frame(lattice::LatticeFit& solver, u64 f, Clip& clip) {
        std::vector<Vec3> points(places_.size()), found(places_.size());
        std::vector<float> distance(places_.size());
        animation_->read(f, points);
        scale_points(points, lattice_.file.scale);
        const size_t first = clip.points.size();
        clip.points.resize(first + clip.point_count);
        const std::span<Vec3> particles(clip.points.data() + first, clip.point_count);
        const auto start = std::chrono::steady_clock::now();
        solver.solve(points, particles);
        solve_seconds_ += seconds_since(start);
        const i32 number = animation_->number(f);
        for (const Vec3& p : particles)
            if (!is_finite(p))
                throw Error({o_.in, "frame " + std::to_string(number) + " has no finite solution", "",
                             "another spacing, or --method cells, may help"});
        lattice::follow_cells(lattice_.lattice, places_, particles, found);
        fits_.push_back({number, lattice::fit_error(places_, points, found, distance)});
        clip.frames.push_back(number);
        for (size_t p = 0; p < distance.size(); ++p) worst_[p] = std::max(worst_[p], distance[p]);
        if (is_pattern(o_.error_colors))
            write_painted_ply(numbered_path(o_.error_colors, number), mesh_, found, distance,
                              static_cast<float>(fits_.back().error.greatest));
    }

    // Writes the clip, for the lattice it was made for or another.
    void finish(Clip clip) {
        if (o_.out.empty()) return;
        if (o_.carry.empty()) return write_clip(o_.out, clip, lattice_, o_.quiet);
        const LatticeInput other = open_lattice_file(o_.carry);
        const LatticeTransfer transfer(lattice_.lattice, other.lattice);
        Clip carried = clip;
        carried.point_count = other.particle_count();
        carried.points.resize(clip.pose_count() * carried.point_count);
        for (size_t i = 0; i < clip.pose_count(); ++i)
            transfer.transfer(clip.pose(i), {carried.points.data() + i * carried.point_count, carried.point_count});
        write_clip(o_.out, carried, other, o_.quiet);
    }

    void paint_all() const {
        const float highest = worst_.empty() ? 0 : *std::max_element(worst_.begin(), worst_.end());
        write_painted_ply(o_.error_colors, mesh_, mesh_.points, worst_, highest);
        if (!o_.quiet)
            std::fprintf(stderr, "%s: red is %s m, the greatest error of a point in any frame\n",
                         o_.error_colors.c_str(), short_number(highest).c_str());
    }

    double milliseconds_a_frame() const { return 1e3 * solve_seconds_ / static_cast<double>(fits_.size()); }

    void print_table() const {
        std::printf("%8s %10s %10s %9s %9s %9s\n", "frame", "rms_m", "max_m", "rms_%", "max_%", "at_point");
        for (const FrameFit& f : fits_)
            std::printf("%8d %10s %10s %9s %9s %9u\n", f.frame, short_number(f.error.rms).c_str(),
                        short_number(f.error.greatest).c_str(), short_number(100 * f.error.rms / size_).c_str(),
                        short_number(100 * f.error.greatest / size_).c_str(), f.error.worst);
        if (!o_.quiet)
            std::fprintf(stderr, "%s points, %s particles: %s ms to prepare, %s ms a frame\n",
                         with_commas(places_.size()).c_str(), with_commas(lattice_.particle_count()).c_str(),
                         short_number(1e3 * prepare_seconds_).c_str(), short_number(milliseconds_a_frame()).c_str());
    }

    void print_json() const {
        std::string frames;
        for (const FrameFit& f : fits_)
            frames += (frames.empty() ? "\n  { \"frame\": " : ",\n  { \"frame\": ") + std::to_string(f.frame) +
                      ", \"rms_m\": " + short_number(f.error.rms, 6) +
                      ", \"max_m\": " + short_number(f.error.greatest, 6) +
                      ", \"rms_share\": " + short_number(f.error.rms / size_, 6) +
                      ", \"max_share\": " + short_number(f.error.greatest / size_, 6) +
                      ", \"at_point\": " + std::to_string(f.error.worst) + " }";
        std::printf(
            "{ \"method\": %s, \"points\": %zu, \"particles\": %u, \"size_m\": %s, \"prepare_ms\": %s, "
            "\"ms_per_frame\": %s, \"frames\": [%s ] }\n",
            quoted_json(o_.method).c_str(), places_.size(), lattice_.particle_count(), short_number(size_, 6).c_str(),
            short_number(1e3 * prepare_seconds_).c_str(), short_number(milliseconds_a_frame()).c_str(), frames.c_str());
    }

    const SolveOptions& o_;
    std::unique_ptr<MeshAnimation> animation_;
    LatticeInput lattice_;
    Mesh mesh_;
    std::vector<LatticePlace> places_;
    double size_ = 1;  // [m] the longest side of the mesh at rest
    std::vector<FrameFit> fits_;
    std::vector<float> worst_;  // [m] of each point, over all frames
    double prepare_seconds_ = 0, solve_seconds_ = 0;
};

}  // namespace

Verb solve_verb() {
    const auto o = std::make_shared<SolveOptions>();
    return {
        "solve", "Find the poses of a lattice that fit an animated mesh",
        [o](Options& options) {
            options.positional("animation", o->in, "A cache, a sequence, a mesh that moves; or a clip to carry", true);
            options.text("-o,--output", o->out, "The clip to write, .txt");
            options.text("--mesh", o->rest, "The mesh at rest (the first frame, or the .obj beside a cache)");
            options.text("--lattice", o->lattice, "The lattice, .rmb (made from the mesh)");
            options.text("--spacing", o->spacing, "Of the lattice [m]: 0.05 or 0.05,0.05,0.1 (chosen)");
            options.flag("--fuse", o->fuse, "Parts of the mesh that share a cell are one there (they are apart)");
            options.text("--clip", o->mesh.clip, "Of a character with several (the first)");
            options.text("--method", o->method, "smooth or cells (smooth)");
            options.number("--smoothness", o->smoothness, "Of smooth: less is nearer and wilder (1e-4)");
            options.number("--fps", o->fps, "Frames a second (what the file says, else 24)");
            options.integer("--every", o->every, "A pose every so many frames (1)");
            options.flag("--hold", o->hold, "Poses hold until the next, without anything between");
            options.text("--carry", o->carry, "Write the clip for this lattice, .rmb, instead");
            options.text("--error-colors", o->error_colors, "The error as false colour, .ply; err_%04d.ply: by frame");
            options.flag("--json", o->json, "Errors as one JSON object");
            options.text("--unit", o->mesh.unit, "Unit of a mesh's numbers: cm, mm, in, …");
            options.text("--up", o->mesh.up, "Axis of a mesh that points up: x, y, z");
            options.text("--part", o->mesh.part, "One mesh or node of the file");
            options.number("--scale", o->mesh.scale, "Factor on a mesh's size (1)");
            options.flag("--quiet", o->quiet, "Only errors and the table");
        },
        [o] { return Solve(*o).run(); }};
}

}  // namespace pliant::app
