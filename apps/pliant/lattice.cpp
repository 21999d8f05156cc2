// pliant lattice: the lattice of a mesh as a file, as a mesh that any program can pose, and poses back as a clip.

#include <cmath>
#include <cstdio>

#include "assets/mesh_animation.h"
#include "assets/mesh_sequence.h"
#include "body/lattice/lattice_fit.h"
#include "core/error.h"
#include "core/files.h"
#include "core/progress.h"
#include "core/text.h"
#include "pliant/lattice_input.h"
#include "record/lattice_outline_file.h"

namespace pliant::app {

namespace {

struct LatticeOptions {
    std::string in, out, spacing, preview;
    std::vector<std::string> poses;
    MeshOptions mesh;
    double fps = 0;
    bool hold = false, quiet = false, fuse = false;
};

class LatticeVerb {
  public:
    explicit LatticeVerb(const LatticeOptions& options) : o_(options) {}

    int run() {
        if (o_.out.empty())
            throw Usage("-o: expected the file to write: .rmb, .obj, .glb, and with --pose .txt or .pc2");
        if (!(o_.fps >= 0 && o_.fps < 1e6)) throw Usage("--fps: expected frames a second, more than 0");
        if (!(o_.mesh.scale > 0 && o_.mesh.scale < 1e6)) throw Usage("--scale: expected a factor above 0");
        open();
        if (o_.poses.empty())
            write_lattice();
        else if (o_.poses.size() == 1 && ends_with(o_.poses[0], ".txt"))
            write_posed(open_clip(o_.poses[0], in_));
        else
            write_clip(o_.out, read_poses(), in_, o_.quiet);
        return Exit::done;
    }

  private:
    void open() {
        if (ends_with(o_.in, ".rmb")) {
            if (!o_.spacing.empty() || o_.mesh.scale != 1 || o_.fuse)
                throw Usage("--spacing, --scale and --fuse: a .rmb says what they are");
            in_ = open_lattice_file(o_.in);
            return;
        }
        const float s = static_cast<float>(o_.mesh.scale);
        const Mesh mesh = open_scaled_mesh(o_.in, o_.mesh.settings(), {s, s, s}, o_.quiet);
        in_ = cook_lattice(mesh, {o_.spacing, o_.fuse}, o_.mesh.scale, o_.quiet);
        if (!in_.parted() || !ends_with(o_.out, ".rmb")) return;
        in_ = cook_lattice(mesh, {o_.spacing, true}, o_.mesh.scale, true);
        std::fprintf(stderr,
                     "warning: a .rmb has one particle at a site, and so parts of the mesh that share cells are one in "
                     "it: a body that follows its poses needs \"fuse\": true\n");
    }

    // Particles as the file lists them: what other programs see is in that order.
    std::vector<Vec3> listed(std::span<const Vec3> particles) const {
        std::vector<Vec3> places;
        for (u32 p : in_.particle) places.push_back(particles[p]);
        return places;
    }
    LatticeOutline outline() const {
        LatticeOutline outline = lattice_outline(in_.lattice);
        std::vector<u32> number(in_.particle.size());
        for (u32 i = 0; i < number.size(); ++i) number[in_.particle[i]] = i;
        for (auto& face : outline.faces)
            for (u32& p : face) p = number[p];
        for (auto& edge : outline.edges)
            for (u32& p : edge) p = number[p];
        return outline;
    }

    void write_lattice() {
        std::vector<Vec3> rest(in_.particle_count());
        for (u32 p = 0; p < rest.size(); ++p) rest[p] = in_.lattice.rest_position(p);
        if (ends_with(o_.out, ".rmb"))
            write_file(o_.out, lattice_file_text(in_.file));
        else if (ends_with(o_.out, ".obj"))
            write_lattice_obj(o_.out, outline(), listed(rest));
        else if (ends_with(o_.out, ".glb"))
            write_lattice_glb(o_.out, outline(), listed(rest));
        else
            throw Usage("-o: " + in_quotes(o_.out) + " has another ending than .rmb, .obj and .glb");
        if (!o_.quiet)
            std::fprintf(stderr, "%s: %s particles in %s cells\n", o_.out.c_str(),
                         with_commas(in_.particle_count()).c_str(), with_commas(in_.lattice.cell_count()).c_str());
    }

    // "12=squash.obj" puts a mesh at frame 12, and what follows it in its file behind it.
    struct PoseSource {
        std::string path;
        bool placed = false;
        double at = 0;
    };
    static PoseSource pose_source(const std::string& text) {
        const size_t equals = text.find('=');
        const std::optional<i64> number = parse_integer(text.substr(0, std::min(equals, text.size())));
        if (equals == std::string::npos || !number) return {text};
        if (std::abs(*number) > 1'000'000'000) throw Usage("--pose " + text + ": the frame is too far out");
        return {text.substr(equals + 1), true, static_cast<double>(*number)};
    }

    Clip read_poses() const {
        if (!ends_with(o_.out, ".txt")) throw Usage("-o: " + in_quotes(o_.out) + " has another ending than .txt");
        Clip clip;
        clip.name = o_.out;
        clip.interpolate = !o_.hold;
        clip.fps = o_.fps;
        clip.point_count = in_.particle_count();
        for (const std::string& pose : o_.poses) add_poses(clip, pose_source(pose));
        if (clip.fps == 0) clip.fps = 24;
        return clip;
    }

    void add_poses(Clip& clip, const PoseSource& source) const {
        const auto animation = open_mesh_animation(source.path, o_.mesh.settings());
        const u64 count = animation->frame_count();
        if (animation->point_count() != in_.particle_count())
            throw Error({source.path, "it has " + counted(animation->point_count(), "points"),
                         with_commas(in_.particle_count()) + ", one for each particle of " + o_.in,
                         "pliant lattice " + o_.in + " -o lattice.obj writes the mesh to pose"});
        if (clip.fps == 0) clip.fps = animation->fps();
        Progress progress("reading " + source.path, count, "poses", o_.quiet || count < 2);
        std::vector<Vec3> points(in_.particle_count());
        for (u64 f = 0; f < count; ++f) {
            animation->read(f, points);
            add_pose(clip, frame_of(clip, source, *animation, f), points, source.path);
            progress.at(f + 1);
        }
        progress.finish();
    }

    // As the file says, from where it was put; a single mesh stands behind what came before.
    static double frame_of(const Clip& clip, const PoseSource& source, const MeshAnimation& animation, u64 f) {
        if (source.placed) return source.at + animation.number(f) - animation.number(0);
        const double own = animation.number(f);
        const bool behind = animation.frame_count() == 1 && !clip.frames.empty() && own <= clip.frames.back();
        return behind ? clip.frames.back() + 1 : own;
    }

    void add_pose(Clip& clip, double frame, const std::vector<Vec3>& points, const std::string& path) const {
        if (!clip.frames.empty() && frame <= clip.frames.back())
            throw Error(
                {path,
                 "frame " + short_number(frame, 10) + " comes after frame " + short_number(clip.frames.back(), 10),
                 "poses in the order of their frames", ""});
        clip.frames.push_back(frame);
        const size_t first = clip.points.size();
        clip.points.resize(first + points.size());
        for (size_t i = 0; i < points.size(); ++i) clip.points[first + in_.particle[i]] = points[i];
    }

    // The clip as poses of the lattice, or of a mesh that hangs in it.
    void write_posed(const Clip& clip) {
        if (ends_with(o_.out, ".obj")) return write_keyframes(clip);
        const std::vector<LatticePlace> places = preview_places();
        const u64 frames = static_cast<u64>(clip.frames.back() - clip.frames.front()) + 1;
        const u32 count = o_.preview.empty() ? in_.particle_count() : static_cast<u32>(places.size());
        CacheOutput out(o_.out, count, frames, clip.fps);
        Progress progress("posing", frames, "frames", o_.quiet);
        std::vector<Vec3> particles(in_.particle_count()), points(places.size());
        for (u64 f = 0; f < frames; ++f) {
            clip.sample(static_cast<double>(f) / clip.fps, particles);
            if (o_.preview.empty()) {
                out.add(listed(particles));
            } else {
                lattice::follow_cells(in_.lattice, places, particles, points);
                out.add(points);
            }
            progress.at(f + 1);
        }
        out.finish();
        progress.finish();
        if (!o_.quiet)
            std::fprintf(stderr, "%s: %s frames of %s points\n", o_.out.c_str(), with_commas(frames).c_str(),
                         with_commas(count).c_str());
    }
    std::vector<LatticePlace> preview_places() const {
        if (o_.preview.empty()) return {};
        const Mesh mesh = open_scaled_mesh(o_.preview, o_.mesh.settings(), in_.file.scale, o_.quiet);
        return places_in(in_, mesh);
    }
    void write_keyframes(const Clip& clip) {
        if (!o_.preview.empty()) throw Usage("--preview: expected -o with .pc2 or .mdd");
        if (!is_pattern(o_.out) && clip.pose_count() > 1)
            throw Usage("-o: expected a pattern for " + with_commas(clip.pose_count()) + " poses, as pose_%04d.obj");
        const LatticeOutline shape = outline();
        for (size_t i = 0; i < clip.pose_count(); ++i) {
            const i32 frame = static_cast<i32>(clip.frames[i]);
            write_lattice_obj(is_pattern(o_.out) ? numbered_path(o_.out, frame) : o_.out, shape, listed(clip.pose(i)));
        }
        if (!o_.quiet) std::fprintf(stderr, "%s: %s\n", o_.out.c_str(), counted(clip.pose_count(), "poses").c_str());
    }

    const LatticeOptions& o_;
    LatticeInput in_;
};

}  // namespace

Verb lattice_verb() {
    const auto o = std::make_shared<LatticeOptions>();
    return {"lattice", "Make the lattice of a mesh, pose it elsewhere, and make clips of poses",
            [o](Options& options) {
                options.positional("file", o->in, "A mesh, or a .rmb", true);
                options.text("-o,--output", o->out, ".rmb, .obj or .glb; with --pose .txt, .pc2, .mdd or .obj");
                options.text("--spacing", o->spacing, "Of the lattice [m]: 0.05 or 0.05,0.05,0.1 (chosen)");
                options.flag("--fuse", o->fuse, "Parts of the mesh that share a cell are one there (they are apart)");
                options.list("--pose", o->poses, "The lattice, posed: a mesh, 12=mesh, a cache, a sequence; or a clip");
                options.text("--preview", o->preview, "Of a clip: this mesh as it follows, instead of the lattice");
                options.number("--fps", o->fps, "Of the clip (what the file says, else 24)");
                options.flag("--hold", o->hold, "Poses hold until the next, without anything between");
                options.text("--unit", o->mesh.unit, "Unit of a mesh's numbers: cm, mm, in, …");
                options.text("--up", o->mesh.up, "Axis of a mesh that points up: x, y, z");
                options.text("--mesh", o->mesh.part, "One mesh or node of the file");
                options.number("--scale", o->mesh.scale, "Factor on a mesh's size (1)");
                options.flag("--quiet", o->quiet, "Only errors");
            },
            [o] { return LatticeVerb(*o).run(); }};
}

}  // namespace pliant::app
