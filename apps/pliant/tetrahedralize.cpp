// pliant tetrahedralize: tetrahedra from any mesh, or from a file of them, with measures of quality; as a file for
// other programs, or cut open to look inside.

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <thread>

#include "assets/mesh_file.h"
#include "assets/tet_file.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/text.h"
#include "core/trig.h"
#include "geometry/mesh_faces.h"
#include "geometry/tetrahedralize.h"
#include "pliant/cut_open.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

constexpr double not_given = std::numeric_limits<double>::quiet_NaN();
bool is_given(double number) { return !std::isnan(number); }

struct TetrahedralizeVerbOptions {
    std::string in, out, unit, up, part, cut, gmsh;
    double scale = 1, cell = not_given, cells = not_given;
    long grading = -1, threads = 0;
    bool binary = false, json = false, quiet = false;
};

class TetrahedralizeVerb {
  public:
    explicit TetrahedralizeVerb(const TetrahedralizeVerbOptions& options) : o_(options) {}

    int run() {
        check();
        LoadedMesh loaded = load_mesh(o_.in, {o_.unit, o_.up, o_.part, o_.scale});
        say(loaded.summary);
        for (const std::string& note : loaded.notes) say(note);
        const bool given = loaded.mesh.volume && !is_given(o_.cell) && !is_given(o_.cells) && o_.grading < 0;
        if (given) {
            made_.mesh = *loaded.mesh.volume;
            made_.quality = measure(made_.mesh);
        } else {
            fill(loaded.mesh);
        }
        for (const std::string& warning : made_.warnings) std::fprintf(stderr, "warning: %s\n", warning.c_str());
        if (o_.json)
            print_json();
        else
            tell();
        if (!o_.out.empty()) write();
        return Exit::done;
    }

  private:
    void check() const {
        if (is_given(o_.cell) && is_given(o_.cells)) throw Usage("--cell and --cells: expected one of them");
        if (is_given(o_.cell) && !(o_.cell > 0 && o_.cell < 1e6)) throw Usage("--cell: expected metres, more than 0");
        if (is_given(o_.cells) && !(o_.cells >= 2 && o_.cells <= 1000)) throw Usage("--cells: expected 2 to 1000");
        if (o_.grading < -1 || o_.grading > 10) throw Usage("--grading: expected 0 to 10");
        if (o_.threads < 0 || o_.threads > 256) throw Usage("--threads: expected a number from 1 to 256, or 0 for all");
        if (!(o_.scale > 0 && o_.scale < 1e6)) throw Usage("--scale: expected a factor above 0");
        if (!o_.gmsh.empty() && o_.gmsh != "1" && o_.gmsh != "2" && o_.gmsh != "2.2" && o_.gmsh != "4.1")
            throw Usage("--gmsh: expected 1, 2.2 or 4.1");
        if (!o_.cut.empty()) parse_cut(o_.cut);
    }

    void say(const std::string& line) const {
        if (!o_.quiet) std::fprintf(stderr, "%s\n", line.c_str());
    }

    void fill(const Mesh& mesh) {
        TetrahedralizeOptions options;
        if (is_given(o_.cell)) options.cell = static_cast<float>(o_.cell);
        if (is_given(o_.cells)) {
            const Vec3 size = mesh.bounds().size();
            options.cell = static_cast<float>(std::max({size.x, size.y, size.z}) / o_.cells);
        }
        if (o_.grading >= 0) options.grading = static_cast<int>(o_.grading);
        Team team(o_.threads ? static_cast<u32>(o_.threads) : std::max(1u, std::thread::hardware_concurrency()));
        const auto start = std::chrono::steady_clock::now();
        made_ = tetrahedralize(mesh.points, triangles_of(mesh), options, &team);
        seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    static std::vector<TrianglePoints> triangles_of(const Mesh& mesh) {
        std::vector<TrianglePoints> triangles;
        for (const auto& t : triangulate(mesh).triangles)
            triangles.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
        return triangles;
    }

    void tell() const {
        const TetQuality& q = made_.quality;
        if (made_.facts.empty())
            say(fmt::format("{} tets and {} points; angles of {} to {} degrees, worst aspect {}", with_commas(q.tets),
                            with_commas(q.points), short_number(degrees(q.smallest_angle)),
                            short_number(degrees(q.largest_angle)), short_number(q.worst_aspect)));
        for (const std::string& fact : made_.facts) say(fact);
        say(fmt::format("{} m³ in {}", short_number(q.volume, 4), counted(q.parts, "parts")));
        if (seconds_ > 0)
            say(fmt::format("{} s, {} million tets a minute", short_number(seconds_),
                            short_number(q.tets / seconds_ * 60e-6)));
    }

    void print_json() const {
        const TetQuality& q = made_.quality;
        std::string warnings;
        for (const std::string& w : made_.warnings) warnings += (warnings.empty() ? "" : ", ") + quoted_json(w);
        std::printf(
            "%s\n",
            fmt::format("{{ \"cell_m\": {}, \"tets\": {}, \"points\": {}, \"parts\": {}, \"inverted\": {}, "
                        "\"volume_m3\": {}, \"smallest_angle_deg\": {}, \"largest_angle_deg\": {}, "
                        "\"worst_aspect\": {}, \"hausdorff_m\": {}, \"hausdorff_open_m\": {}, \"closed_gaps\": {}, "
                        "\"seconds\": {}, \"warnings\": [{}] }}",
                        short_number(made_.cell, 6), q.tets, q.points, q.parts, q.inverted, short_number(q.volume, 6),
                        short_number(degrees(q.smallest_angle), 5), short_number(degrees(q.largest_angle), 5),
                        short_number(q.worst_aspect, 5), short_number(q.hausdorff, 5),
                        short_number(q.hausdorff_open, 5), short_number(q.closed_gaps, 4), short_number(seconds_, 4),
                        warnings)
                .c_str());
    }

    void write() const {
        const TetMesh mesh = o_.cut.empty() ? made_.mesh : below(made_.mesh, parse_cut(o_.cut));
        if (mesh.tets.empty()) throw Usage("--cut: nothing is left below the cut");
        TetFileStyle style;
        style.binary = o_.binary;
        if (!o_.gmsh.empty())
            style.gmsh = o_.gmsh == "1" ? GmshVersion::v1 : o_.gmsh == "4.1" ? GmshVersion::v4 : GmshVersion::v2;
        if (ends_with(o_.out, ".obj"))
            write_cut_open(o_.out, mesh, made_.mesh);
        else
            write_tets(o_.out, mesh, style);
        say(fmt::format("{}: {}", o_.out, counted(mesh.tets.size(), "tets")));
    }

    const TetrahedralizeVerbOptions& o_;
    Tetrahedralized made_;
    double seconds_ = 0;
};

}  // namespace

Verb tetrahedralize_verb() {
    const auto o = std::make_shared<TetrahedralizeVerbOptions>();
    return {
        "tetrahedralize", "Fill any mesh with tetrahedra, or convert a file of them",
        [o](Options& options) {
            options.positional("mesh", o->in, "A mesh: .obj, .glb, …, or tets: .msh, .vtk, .tet, .node, .mesh", true);
            options.text("-o,--output", o->out,
                         "The file to write: .msh, .vtk, .tet, .node, .ele, .mesh; .obj to look at");
            options.number("--cell", o->cell, "Edge of the lattice's cubes at the surface, in metres");
            options.number("--cells", o->cells, "Instead: how many of them along the longest side (12)");
            options.integer("--grading", o->grading, "How many times cubes may double inside (2)");
            options.text("--cut", o->cut, "Write only what is below a plane: x, y or z through the middle, or x=0.2");
            options.text("--gmsh", o->gmsh, "Version of a .msh: 1, 2.2 or 4.1 (4.1)");
            options.flag("--binary", o->binary, "Bytes instead of text, in a .msh or .vtk");
            options.text("--unit", o->unit, "Unit of the mesh's numbers: cm, mm, in, …");
            options.text("--up", o->up, "Axis of the mesh that points up: x, y, z");
            options.number("--scale", o->scale, "Factor on its size (1)");
            options.text("--mesh", o->part, "Only this part of the file");
            options.integer("--threads", o->threads, "Threads (all)");
            options.flag("--json", o->json, "Figures as JSON on standard output");
            options.flag("--quiet", o->quiet, "Only errors");
        },
        [o] { return TetrahedralizeVerb(*o).run(); }};
}

}  // namespace pliant::app
