#include "assets/cloth_settings_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "assets/scene_name.h"
#include "assets/unique_names.h"
#include "core/error.h"
#include "core/trig.h"

namespace pliant {

namespace {

// Two of the three angles are enough to turn y anywhere. With x and z there is no doubt but along z, with x and y none
// but along y.
Vec3d angles_by(bool by_z, const Vec3d& d) {
    const double flat = by_z ? std::sqrt(d.x * d.x + d.y * d.y) : std::sqrt(d.x * d.x + d.z * d.z);
    if (by_z) return {degrees(arc_tangent(d.z, flat)), 0, flat > 0 ? degrees(arc_tangent(-d.x, d.y)) : 0};
    return {degrees(arc_tangent(flat, d.y)), flat > 0 ? degrees(arc_tangent(d.x, d.z)) : 0, 0};
}

double nearest_turn(double angle, double to) { return angle + 360 * std::floor((to - angle) / 360 + 0.5); }

// The same direction by other angles: whichever is nearest to those before.
Vec3d nearest_angles(bool by_z, const Vec3d& angles, const Vec3d& before) {
    const int second = by_z ? 2 : 1;
    Vec3d best;
    double least = 1e300;
    for (const bool over : {false, true}) {
        Vec3d a = angles;
        if (over) {
            a.x = by_z ? 180 - a.x : -a.x;
            a[second] += 180;
        }
        a.x = nearest_turn(a.x, before.x);
        a[second] = nearest_turn(a[second], before[second]);
        const double away = std::max(std::fabs(a.x - before.x), std::fabs(a[second] - before[second]));
        if (away < least) {
            least = away;
            best = a;
        }
    }
    return best;
}

std::string vector_json(const Vec3d& v) {
    return fmt::format("[{}, {}, {}]", number_json(v.x), number_json(v.y), number_json(v.z));
}

class SettingsScene {
  public:
    SettingsScene(const ClothSettings& settings, const Mesh* file, const SettingsSceneOptions& options,
                  std::vector<std::string>& warnings)
        : s_(settings), file_(file), o_(options), warnings_(warnings) {
        bool any = false;
        for (const ClothSettings::Capsule& c : s_.capsules) {
            capsule_names_.push_back(names_.take(scene_name(c.name)));
            first_ = any ? std::min(first_, c.frames.front().number) : c.frames.front().number;
            last_ = any ? std::max(last_, c.frames.back().number) : c.frames.back().number;
            any = true;
        }
    }

    std::string text() {
        std::string colliders, bodies, attachments;
        for (size_t i = 0; i < s_.capsules.size(); ++i) add(colliders, capsule_names_[i], capsule(s_.capsules[i]));
        if (file_) {
            for (const ClothSettings::Mesh& mesh : s_.meshes) add_body(mesh, bodies, attachments);
        } else if (!s_.meshes.empty()) {
            warnings_.push_back(o_.name + ": " + std::to_string(s_.meshes.size()) +
                                " cloth meshes are left out, for their file is not given (--mesh FILE)");
        }
        std::string scene = fmt::format(
            "{{ \"$schema\": \"pliant.schema.json\", \"format\": 1, \"behaviour\": 1,\n  \"world\": {{ \"duration\": "
            "{} }}",
            number_json(std::max(1.0, time_of(last_))));
        if (!bodies.empty()) scene += ",\n  \"assets\": { \"clothes\": { " + asset() + " } }";
        for (const auto& [section, members] :
             {std::pair{"bodies", &bodies}, std::pair{"colliders", &colliders}, std::pair{"attachments", &attachments}})
            if (!members->empty()) scene += fmt::format(",\n  \"{}\": {{\n{} }}", section, *members);
        return scene + " }\n";
    }

  private:
    static void add(std::string& members, const std::string& name, const std::string& json) {
        members += (members.empty() ? "    " : ",\n    ") + quoted_json(name) + ": " + json;
    }

    double time_of(i32 frame) const { return (static_cast<double>(frame) - static_cast<double>(first_)) / o_.fps; }

    std::string asset() const {
        std::string json = "\"file\": " + quoted_json(o_.mesh_file);
        if (!o_.mesh.unit.empty()) json += ", \"unit\": " + quoted_json(o_.mesh.unit);
        if (!o_.mesh.up.empty()) json += ", \"up\": " + quoted_json(o_.mesh.up);
        return json;
    }

    std::string capsule(const ClothSettings::Capsule& c) {
        std::vector<Vec3d> middles, directions;
        double shortest = 1e300, longest = 0;
        for (const ClothSettings::Frame& f : c.frames) {
            const Vec3d a = f.a.to<double>(), b = f.b.to<double>(), way = b - a;
            const double l = length(way);
            shortest = std::min(shortest, l);
            longest = std::max(longest, l);
            middles.push_back((a + b) / 2.0);
            directions.push_back(l > 0 ? way / l : directions.empty() ? Vec3d{0, 1, 0} : directions.back());
        }
        if (longest - shortest > 0.01 * (longest + static_cast<double>(c.radius)))
            warnings_.push_back(o_.name + ": the capsule '" + c.name + "' is " + short_number(shortest) + " to " +
                                short_number(longest) + " m long; it becomes the longest of them");
        const std::vector<Vec3d> angles = angles_along(directions);
        const bool moves = std::any_of(c.frames.begin(), c.frames.end(), [&](const ClothSettings::Frame& f) {
            return !(f.a == c.frames[0].a && f.b == c.frames[0].b);
        });
        return fmt::format(
            "{{ \"shape\": \"capsule\", {}\"radius\": {}, \"height\": {},\n      \"position\": {},\n      "
            "\"rotation\": {} }}",
            moves ? "\"motion\": \"kinematic\", " : "", number_json(static_cast<double>(c.radius)),
            number_json(longest + 2 * static_cast<double>(c.radius)), values(c, middles, moves),
            values(c, angles, moves));
    }

    std::string values(const ClothSettings::Capsule& c, const std::vector<Vec3d>& of_frames, bool moves) const {
        if (!moves) return vector_json(of_frames[0]);
        std::string keys;
        for (size_t i = 0; i < of_frames.size(); ++i)
            keys += fmt::format("{}[{}, {}]", i ? ", " : "", number_json(time_of(c.frames[i].number)),
                                vector_json(of_frames[i]));
        return "{ \"keys\": [" + keys + "] }";
    }

    // The part of the file that is this mesh, with or without its tag; empty: the file has no parts to tell apart.
    std::string part_of(const ClothSettings::Mesh& mesh) const {
        std::vector<std::string> names;
        for (const MeshPart& part : file_->parts) {
            if (plain_name(part.name) == mesh.name) return part.name;
            names.push_back(part.name);
        }
        if (names.size() <= 1 && s_.meshes.size() == 1) return "";
        throw_unknown_name(o_.mesh_file, "mesh", mesh.name, names, "a file with several meshes");
    }

    void add_body(const ClothSettings::Mesh& mesh, std::string& bodies, std::string& attachments) {
        const std::string part = part_of(mesh), name = names_.take(scene_name(mesh.name));
        std::string json = "{ \"asset\": \"clothes\", ";
        if (!part.empty()) json += "\"mesh\": " + quoted_json(part) + ", ";
        add(bodies, name, json + "\"kind\": \"cloth\" }");
        const Mesh its = part.empty() ? *file_ : take_part(*file_, part);
        const std::vector<FoundPoint> found = find_points(its.points, mesh, o_.tolerance);
        size_t missing = 0;
        for (size_t i = 0; i < found.size(); ++i) {
            const ClothSettings::Point& point = mesh.points[i];
            if (found[i].ambiguous)
                warn(point, "several points of '" + mesh.name + "' are as near as this; the nearest is taken");
            if (found[i].point == ClothSettings::none) {
                ++missing;
                warn(point, "no point of '" + mesh.name + "' is here, the nearest is " +
                                short_number(static_cast<double>(found[i].distance)) +
                                " m away; the attachment is left out");
                continue;
            }
            std::string held = fmt::format("{{ \"body\": {}, \"where\": {{ \"point\": {} }}", quoted_json(name),
                                           vector_json(its.points[found[i].point].to<double>()));
            if (point.capsule != ClothSettings::none) held += ", \"to\": " + quoted_json(capsule_names_[point.capsule]);
            add(attachments, attachment_names_.take(name + "_" + std::to_string(point.number)), held + " }");
        }
        if (missing > 0 && missing == found.size())
            warnings_.push_back(o_.name + ": no point of '" + mesh.name +
                                "' was found: if the numbers of the settings are not metres, say so with --unit cm");
    }

    void warn(const ClothSettings::Point& point, const std::string& sentence) {
        warnings_.push_back(o_.name + ":" + std::to_string(point.line) + ": " + sentence);
    }

    const ClothSettings& s_;
    const Mesh* file_;
    const SettingsSceneOptions& o_;
    std::vector<std::string>& warnings_;
    UniqueNames names_{'_'}, attachment_names_{'_'};  // scenes allow no dots
    std::vector<std::string> capsule_names_;
    i32 first_ = 0, last_ = 0;
};

}  // namespace

std::vector<Vec3d> angles_along(std::span<const Vec3d> directions) {
    double max_z = 0, max_y = 0;
    for (const Vec3d& d : directions) {
        max_z = std::max(max_z, std::fabs(d.z));
        max_y = std::max(max_y, std::fabs(d.y));
    }
    const bool by_z = max_z <= max_y || max_z < 0.9;
    std::vector<Vec3d> angles;
    for (const Vec3d& d : directions) {
        Vec3d a = angles_by(by_z, d);
        const int second = by_z ? 2 : 1;
        if (!angles.empty() && std::fabs(by_z ? d.z : d.y) > 1 - 1e-12) a[second] = angles.back()[second];
        angles.push_back(angles.empty() ? a : nearest_angles(by_z, a, angles.back()));
    }
    return angles;
}

std::string scene_of_settings(const ClothSettings& settings, const Mesh* file, const SettingsSceneOptions& options,
                              std::vector<std::string>& warnings) {
    return SettingsScene(settings, file, options, warnings).text();
}

}  // namespace pliant
