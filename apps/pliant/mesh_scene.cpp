#include "pliant/mesh_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assets/asset_file.h"
#include "assets/json.h"
#include "assets/mesh_scale.h"
#include "assets/scene_name.h"
#include "body/registry.h"
#include "core/text.h"
#include "core/trig.h"
#include "geometry/solidity.h"
#include "render/camera.h"

namespace pliant::app {

namespace {

constexpr double smallest_kept = 0.02, largest_kept = 5;  // [m] sizes that are taken as they are

struct Guess {
    std::string kind;
    double scale = 1;   // that makes an unlikely size a likely one
    bool fuse = false;  // parts that overlap hold together
    Vec3d rotation;     // [degrees]
    Vec3d position;     // of the mesh's origin
    double ball = 0;    // [m] radius of a ball under a sheet; 0: there is none
    render::Camera camera;
};

double largest(const Vec3& v) { return static_cast<double>(std::max({v.x, v.y, v.z})); }

// Files whose numbers are centimetres or millimetres rarely say so: one of these where that gives something between a
// hand and a person, else whatever makes the mesh a metre long.
double fitting_scale(double size) {
    for (const double scale : {0.01, 0.001})
        if (size * scale >= 0.25 && size * scale <= 2.5) return scale;
    return parse_number(short_number(1 / size, 2)).value_or(1);
}

Box rotated_bounds(const Mesh& mesh, double scale, const Vec3d& degrees) {
    const Quatd turn = rotation_from_degrees(degrees);
    Box box;
    for (const u32 v : mesh.face_vertex) {
        const Vec3 p = mesh.points[mesh.vertex_point[v]];
        if (is_finite(p)) box.add((turn * (p.to<double>() * scale)).to<float>());
    }
    return box;
}

// The mean normal of a surface, as long as the surface is flat: 1 in a plane, 0 where it is closed.
Vec3d mean_normal(const Mesh& mesh) {
    Vec3d sum;
    double area = 0;
    for (const auto& t : triangulate(mesh).triangles) {
        const auto corner = [&](int k) {
            return mesh.points[mesh.vertex_point[t[static_cast<size_t>(k)]]].to<double>();
        };
        const Vec3d n = cross(corner(1) - corner(0), corner(2) - corner(0));
        sum += n;
        area += length(n);
    }
    return area > 0 ? sum * (1 / area) : Vec3d{};
}

// Solid bodies fall upright from three quarters of their height. Sheets begin slightly tilted: in perfect symmetry a
// flat one lies down without a fold and a standing one stays on its edge. Flat sheets fall on a ball.
void place(const Mesh& mesh, double factor, Guess& guess) {
    const double longest = largest(used_bounds(mesh).size()) * factor;
    const bool is_sheet = guess.kind == default_kind(MeshForm::sheet).name;
    if (is_sheet) {
        const Vec3d normal = mean_normal(mesh);
        const bool is_flat = length(normal) > 0.9, stands = is_flat && std::fabs(normal.y) < 0.5;
        guess.rotation = stands ? Vec3d{12, 0, 5} : Vec3d{4, 20, 3};
        if (is_flat) guess.ball = 0.2 * longest;
    }
    const Box box = rotated_bounds(mesh, factor, guess.rotation);
    const double height = static_cast<double>(box.high.y - box.low.y);
    const double gap = is_sheet ? 0.25 * longest : std::max(0.75 * height, 0.25 * longest);
    const Vec3d center = box.center().to<double>();
    guess.position = {-center.x, gap + 2 * guess.ball - static_cast<double>(box.low.y), -center.z};
    // It looks at the body all the way; what fills the picture is the body on the floor.
    const float half = static_cast<float>(0.5 * longest);
    const float top = static_cast<float>(guess.ball > 0 ? 2 * guess.ball + gap : height);
    guess.camera = render::framing({{-half, 0, -half}, {half, top, half}}, {0.5f, 0.32f, 1}, 0.61f, 16.0f / 9);
}

std::string sentences(const SourceOptions& o, const Solidity& solidity, const Guess& guess, const Vec3& size) {
    const std::string name = o.path + ": ";
    std::string text;
    if (guess.scale != 1) text += name + scaling_text(size, guess.scale) + "\n";
    const std::string called = scene_name_of_file(o.path);
    if (o.path.find(called + ".") == std::string::npos)
        text += name + "called " + in_quotes(called) + ", since names in scenes have no dots\n";
    const char* what = solidity.is_solid()
                           ? solidity.closed ? "a closed mesh" : "a mesh that encloses volume but for some holes"
                       : solidity.closed ? "two layers that enclose next to nothing"
                                         : "an open mesh";
    text += name + what + ", simulated as kind " + guess.kind;
    if (guess.fuse) text += ", its " + std::to_string(solidity.parts) + " parts fused where they touch,";
    text += guess.ball > 0 ? " above a ball on a floor" : " above a floor";
    if (find_kind(guess.kind)->needs_guide)
        text += "; it swings about where its guide moves it, and without one stays where it is";
    if (o.as.empty()) {
        std::string others;
        for (const Kind* kind : kinds())
            if (guess.kind != kind->name && !kind->needs_guide)
                others += (others.empty() ? "" : " or ") + std::string("--as ") + kind->name;
        text += " (" + others + " choose another)";
    }
    return text + "\n";
}

std::string point_text(const Vec3d& p) {
    return "[" + short_number(p.x, 4) + ", " + short_number(p.y, 4) + ", " + short_number(p.z, 4) + "]";
}

std::string json_of(const SourceOptions& o, const std::string& file, const Guess& guess) {
    std::string asset = "\"file\": " + quoted_json(file);
    const double scale = o.scale * guess.scale;
    if (!o.unit.empty()) asset += ", \"unit\": " + quoted_json(o.unit);
    if (!o.up.empty()) asset += ", \"up\": " + quoted_json(o.up);
    if (scale != 1) asset += ", \"scale\": " + short_number(scale, 6);
    const std::string name = quoted_json(scene_name_of_file(o.path));
    std::string body = "\"asset\": " + name;
    if (!o.mesh.empty()) body += ", \"mesh\": " + quoted_json(o.mesh);
    body += ", \"kind\": " + quoted_json(guess.kind) + ", \"position\": " + point_text(guess.position);
    if (guess.fuse) body += ", \"fuse\": true";
    if (length(guess.rotation) > 0) body += ", \"rotation\": " + point_text(guess.rotation);
    std::string colliders = "\"floor\": { \"shape\": \"plane\", \"friction\": 0.8 }";
    if (guess.ball > 0)
        colliders += fmt::format(",\n    \"ball\": {{ \"shape\": \"sphere\", \"radius\": {}, \"position\": {} }}",
                                 short_number(guess.ball, 4), point_text({0, guess.ball, 0}));
    return fmt::format(
        "{{ \"$schema\": \"pliant.schema.json\", \"format\": 1, \"behaviour\": 1,\n"
        "  \"world\": {{ \"duration\": 5 }},\n"
        "  \"assets\": {{ {}: {{ {} }} }},\n"
        "  \"bodies\": {{\n    {}: {{ {} }} }},\n"
        "  \"colliders\": {{ {} }},\n"
        "  \"cameras\": {{ \"main\": {{ \"position\": {}, \"target\": {}, \"fov\": 35 }} }} }}\n",
        name, asset, name, body, colliders, point_text(guess.camera.eye.to<double>()), name);
}

}  // namespace

double likely_scale(const SourceOptions& o, const Vec3& size) {
    const bool is_told = o.keep_size || !o.unit.empty() || o.scale != 1;
    const double longest = largest(size);
    return is_told || !(longest > 0) || (longest <= largest_kept && longest >= smallest_kept) ? 1
                                                                                              : fitting_scale(longest);
}

std::string scaling_text(const Vec3& size, double scale) {
    return short_number(largest(size)) + " m long as it stands, scaled by " + short_number(scale) + " to " +
           size_text(size.to<double>() * scale) + " (--unit says what its numbers are, --keep-size leaves them)";
}

MeshScene scene_around_mesh(const SourceOptions& o, const std::string& mesh_path_in_scene) {
    const Mesh mesh = load_mesh(o.path, asset_settings(o)).mesh;
    const Solidity solidity = measure_solidity(mesh);
    Guess guess;
    guess.kind = kind_for_mesh(o, solidity.is_solid());
    const Vec3 size = used_bounds(mesh).size();
    guess.scale = likely_scale(o, size);
    guess.fuse = find_kind(guess.kind)->parameters.find("fuse") && solidity.parts > 1;
    place(mesh, guess.scale, guess);
    return {json_of(o, mesh_path_in_scene, guess), sentences(o, solidity, guess, size)};
}

}  // namespace pliant::app
