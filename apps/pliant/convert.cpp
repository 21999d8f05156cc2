// pliant convert: finishes the records of a killed run, converts records to other formats, and converts between
// formats of tetrahedra, of creatures, and between scenes and the settings files of cloth tools.

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "assets/mesh_file.h"
#include "assets/recording.h"
#include "assets/tet_file.h"
#include "core/error.h"
#include "core/progress.h"
#include "core/text.h"
#include "pliant/convert_creature.h"
#include "pliant/convert_settings.h"
#include "pliant/record_options.h"
#include "pliant/run_folder.h"
#include "pliant/verbs.h"
#include "record/assembled.h"
#include "record/mdd_file.h"
#include "record/pc2_file.h"
#include "record/picture_look.h"
#include "record/record_writer.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

struct ConvertOptions {
    std::string in, out, to;
    std::string mesh, unit;  // of settings files
    double loop = 0, rate = 0, fps = 24;
    GlbOptions glb;
    bool quiet = false;
};

std::string with_slash(const std::string& folder) { return folder.back() == '/' ? folder : folder + "/"; }

class Convert {
  public:
    explicit Convert(const ConvertOptions& options) : o_(options) {}

    int run() {
        if (o_.in.empty()) throw Usage("expected the folder of a run, or a file of it");
        if (!(o_.rate >= 0 && o_.rate < 1e6)) throw Usage("--rate: expected frames a second, more than 0");
        if (converts_creature(o_.in, o_.out)) {
            if (!o_.to.empty()) throw Usage("--to: for folders of runs; files are converted by the ending of -o");
            convert_creature(o_.in, o_.out, o_.unit, o_.quiet);
            return Exit::done;
        }
        if (!fs::exists(o_.in)) throw Error({o_.in, "there is no such file or folder", "", ""});
        if (converts_settings(o_.in, o_.out)) {
            if (!o_.to.empty()) throw Usage("--to: for folders of runs; files are converted by the ending of -o");
            convert_settings({o_.in, o_.out, o_.mesh, o_.unit, o_.fps, o_.quiet});
        } else if (has_tet_ending(o_.in)) {
            convert_tets();
        } else if (!fs::is_directory(o_.in)) {
            if (!o_.to.empty()) throw Usage("--to: for folders of runs; files are converted by the ending of -o");
            convert_file(o_.in, o_.out);
        } else if (o_.to.empty()) {
            finish_folder();
        } else {
            convert_folder();
        }
        return Exit::done;
    }

  private:
    void say(const std::string& path, u64 frames) const {
        if (!o_.quiet) std::fprintf(stderr, "%s: %s frames\n", path.c_str(), with_commas(frames).c_str());
    }

    // Parts stay, so that the run can still be taken up again.
    void finish_folder() const {
        const std::string folder = with_slash(o_.in), out = o_.out.empty() ? folder : with_slash(o_.out);
        std::vector<std::string> parts;
        for (const auto& entry : fs::directory_iterator(folder)) {
            const std::string path = entry.path().string();
            const bool cache = ends_with(path, ".pc2.part") || ends_with(path, ".mdd.part");
            if (cache || (ends_with(path, ".part") && is_frame_file(path))) parts.push_back(path);
        }
        std::sort(parts.begin(), parts.end());
        if (parts.empty() && fs::exists(tear_spool_path(folder)))
            throw Error({folder, "the bodies of this run may tear, and its records are made when it is over", "",
                         "`pliant run` with --resume goes on; with fewer --frames it finishes what is there"});
        if (parts.empty())
            throw Error({folder, "there is nothing to finish",
                         "files called .part, which a run leaves that was stopped",
                         "--to converts a run that is complete"});
        make_folder(out);
        for (const auto& entry : fs::directory_iterator(folder)) {  // how colliders and cameras move
            const std::string name = entry.path().filename().string();
            if (!ends_with(name, ".poses.part")) continue;
            fs::copy_file(entry.path(), out + without_part(name) + ".new", fs::copy_options::overwrite_existing);
            rename_file(out + without_part(name) + ".new", out + without_part(name));
        }
        for (const std::string& part : parts)
            convert_file(part, out + without_part(fs::path(part).filename().string()));
    }
    static std::string without_part(const std::string& path) { return path.substr(0, path.size() - 5); }

    void convert_file(const std::string& from, std::string to) const {
        if (to.empty() && ends_with(from, ".part")) to = without_part(from);
        if (to.empty()) throw Usage("-o: expected the file to write, .pc2 or .mdd");
        if (is_frame_file(from)) return assemble(from, to);
        const bool is_cache = ends_with(from, ".pc2") || ends_with(from, ".mdd") || ends_with(from, ".part");
        if (!is_cache)
            throw Error({from, "there is no conversion from it to " + in_quotes(to),
                         "the folder of a run, a point cache (.pc2, .mdd), a .part file, or settings and scenes",
                         "meshes become .glb and .xml, tets .msh, .vtk, .tet, .node, .ele and .mesh"});
        const PointCache cache(from);
        if (fs::exists(to) && fs::equivalent(from, to)) throw Usage("-o: this is the file that is read");
        if (ends_with(to, ".pc2")) {
            copy(cache, Pc2File(to + ".new", cache.point_count()), [&](Pc2File& file) { file.finish(to); });
        } else if (ends_with(to, ".mdd")) {
            copy(cache, MddFile(to, cache.point_count(), cache.frame_count(), rate_of(cache)),
                 [](MddFile& file) { file.finish(); });
        } else {
            throw Usage("-o: " + in_quotes(to) + " has another ending than .pc2 and .mdd");
        }
        say(to, cache.frame_count());
    }

    void convert_tets() const {
        if (!has_tet_ending(o_.out)) throw Usage("-o: expected .msh, .vtk, .tet, .node, .ele or .mesh");
        const auto same = [&](const fs::path& a, const fs::path& b) {
            return fs::exists(a) && fs::exists(b) && fs::equivalent(a, b);
        };
        // Nodes and elements are two files of one mesh.
        const auto is_pair = [](const fs::path& p) { return p.extension() == ".node" || p.extension() == ".ele"; };
        const fs::path in = o_.in, out = o_.out;
        bool itself = same(in, out);
        if (is_pair(in) && is_pair(out))
            itself = itself || same(fs::path(in).replace_extension(".node"), fs::path(out).replace_extension(".node"));
        if (itself) throw Usage("-o: this is the file that is read");
        const LoadedMesh loaded = load_mesh(o_.in, {.unit = o_.unit});
        for (const std::string& note : loaded.notes)
            if (!o_.quiet) std::fprintf(stderr, "%s\n", note.c_str());
        if (!loaded.mesh.volume) throw Error({o_.in, "there are no tets in it", "a file of tetrahedra", ""});
        write_tets(o_.out, *loaded.mesh.volume);
        if (!o_.quiet)
            std::fprintf(stderr, "%s: %s\n", o_.out.c_str(), counted(loaded.mesh.volume->tets.size(), "tets").c_str());
    }

    void assemble(const std::string& from, const std::string& to) const {
        FrameReader frames(from);
        if (!frames.frame_count()) throw Error({from, "there is no frame in it", "", "the run was stopped too early"});
        assembled_format(frames).assemble(frames, to, finishing_progress(o_.quiet));
        say(to, frames.frame_count());
    }

    template <class File, class Finish>
    static void copy(const PointCache& cache, File file, Finish&& finish) {
        std::vector<Vec3> points(cache.point_count());
        for (u64 f = 0; f < cache.frame_count(); ++f) {
            cache.read(f, points);
            file.add(points);
        }
        finish(file);
    }

    // PC2 does not know its rate; the run it lies in does.
    double rate_of(const PointCache& cache) const {
        if (o_.rate > 0) return o_.rate;
        if (ends_with(cache.path(), ".mdd") && cache.frame_count() > 1 && cache.times()[1] > 0)
            return 1.0 / cache.times()[1];
        const std::string folder = fs::path(cache.path()).parent_path().string();
        return is_recording(folder.empty() ? "." : folder) ? Recording(folder.empty() ? "." : folder).rate() : 60;
    }

    // An earlier run in `out` is replaced; the input must not be a part of it.
    static void refuse_inside(const std::string& in, const std::string& out) {
        const std::string inner = fs::weakly_canonical(in).string() + "/",
                          outer = fs::weakly_canonical(out).string() + "/";
        if (inner.rfind(outer, 0) == 0)
            throw OutputError({out, "what is converted lies in this folder", "another folder", "choose one with -o"});
    }

    void convert_folder() const {
        const Recording recording(o_.in);
        const std::string in = with_slash(o_.in), out = o_.out.empty() ? in : with_slash(o_.out);
        const std::vector<const RecordFormat*> formats = record_formats_of(o_.to, "--to");
        check_formats(formats);
        check_loop(o_.loop, formats);
        check_glb_options(o_.glb, formats);
        const RecordedScene scene = scene_of(recording);
        const bool same = fs::exists(out) && fs::equivalent(in, out);
        if (same) {
            check_no_cache(formats, scene, out);
        } else {
            refuse_inside(in, out);
            RunDescription run{.source = recording.source(),
                               .formats = o_.to,
                               .settings = recording.settings(),
                               .mesh_options = recording.mesh_options(),
                               .rate = recording.rate()};
            for (const RecordedBody& b : scene.bodies) run.bodies.emplace_back(b.name, b.file_name);
            RunFolder{out}.claim(run, false);
        }
        RecordSettings settings;
        settings.folder = out;
        settings.frames = recording.frame_count();
        settings.loop_seconds = o_.loop;
        settings.progress = finishing_progress(o_.quiet);
        settings.glb = o_.glb.settings();
        RecordWriter writer(formats, settings, scene, 0);
        Progress progress("converting", recording.frame_count(), "frames", o_.quiet);
        SurfaceFrame shown;
        for (u64 f = 0; f < recording.frame_count(); ++f) {
            fill(recording, f, shown, writer.next());
            writer.push();
            progress.at(f + 1);
        }
        writer.flush();
        progress.finish();
        writer.finish();
        say(out, recording.frame_count());
    }

    static void check_formats(const std::vector<const RecordFormat*>& formats) {
        if (formats.empty()) throw Usage("--to: expected a format, such as glb");
        for (const RecordFormat* f : formats)
            if (f->needs.particles || f->needs.numbers)
                throw Error({"--to", "a point cache has nothing that " + in_quotes(f->name) + " could be made of",
                             "a format of surfaces", std::string("run the scene with --record ") + f->name});
    }

    // The input must not be overwritten while it is read.
    static void check_no_cache(const std::vector<const RecordFormat*>& formats, const RecordedScene& scene,
                               const std::string& folder) {
        for (const RecordFormat* f : formats) {
            const std::string name = f->name;
            for (const RecordedBody& b : scene.bodies)
                for (const char* ending : {"", ".part"}) {
                    const std::string path = folder + b.file_name + "." + name + ending;
                    if ((name == "pc2" || name == "mdd") && fs::exists(path))
                        throw Error({path, "this is there already", "", "give another folder with -o"});
                }
        }
    }

    static RecordedScene scene_of(const Recording& recording) {
        RecordedScene scene;
        scene.rate = recording.rate();
        std::vector<std::string> names;
        for (size_t b = 0; b < recording.body_count(); ++b) names.push_back(recording.name(b));
        const std::vector<std::string> files = file_names_of(names);
        for (size_t b = 0; b < names.size(); ++b)
            scene.bodies.push_back({names[b],
                                    files[b],
                                    recording.surface(b),
                                    {},
                                    0,
                                    picture_materials(*recording.surface(b), recording.color(b), b)});
        return scene;
    }

    static void fill(const Recording& recording, u64 frame, SurfaceFrame& shown, RecordFrame& out) {
        out.number = frame;
        out.bodies.resize(recording.body_count());
        for (size_t b = 0; b < out.bodies.size(); ++b) {
            recording.read(frame, b, shown);
            out.bodies[b].positions.assign(shown.positions.begin(), shown.positions.end());
            out.bodies[b].normals.assign(shown.normals.begin(), shown.normals.end());
        }
    }

    const ConvertOptions& o_;
};

}  // namespace

Verb convert_verb() {
    const auto o = std::make_shared<ConvertOptions>();
    return {"convert",
            "Finish a killed run's files, make other formats of records, of creatures, or of settings and scenes",
            [o](Options& options) {
                static const std::string to = "Formats to make of a run's point caches, with commas: glb, usda, …";
                options.positional("in", o->in,
                                   "The folder of a run, a .part file, a .pc2, an .mdd, a mesh or creature (.glb, "
                                   ".xml), settings .txt or a scene",
                                   true);
                options.text("-o,--output", o->out, "Folder or file to write (beside what is read)");
                options.text("--to", o->to, to.c_str());
                options.number("--loop", o->loop, loop_help);
                declare_glb_options(options, o->glb);
                options.number("--rate", o->rate,
                               "Frames a second of a .pc2, which does not know (that of its run, or 60)");
                options.text("--mesh", o->mesh, "With settings: the file of the clothes that they name");
                options.text("--unit", o->unit, "Of a mesh's or settings file's numbers: cm, mm, in, … (m)");
                options.number("--fps", o->fps, "Frames a second of a settings file (24)");
                options.flag("--quiet", o->quiet, "Only errors");
            },
            [o] { return Convert(*o).run(); }};
}

}  // namespace pliant::app
