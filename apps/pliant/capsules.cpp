// pliant capsules: capsules around the bones of a character, fitted to its mesh, as a scene to edit or as the settings
// file of cloth tools.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "assets/character_file.h"
#include "assets/cloth_settings.h"
#include "assets/scene_name.h"
#include "capi/cpp_layer.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "pliant/verbs.h"
#include "rig/bone_surface.h"
#include "rig/capsule_coverage.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

constexpr long no_frame = -1'000'000'000;
constexpr double max_frames = 1e6;

struct CapsulesOptions {
    std::string in, out, clip, unit, up;
    std::vector<std::string> only, without;
    double scale = 1, radius_scale = 1, fps = 24;
    long from = 0, to = no_frame;
    bool quiet = false;
};

class Capsules {
  public:
    explicit Capsules(const CapsulesOptions& options) : o_(options) {}

    int run() {
        check_options();
        AssetSettings settings;
        settings.unit = o_.unit;
        settings.up = o_.up;
        settings.scale = o_.scale;
        LoadedCharacter loaded = load_character(o_.in, settings);
        if (!o_.quiet) std::fprintf(stderr, "%s\n", loaded.summary.c_str());
        for (const std::string& note : loaded.notes) std::fprintf(stderr, "%s\n", note.c_str());
        character_ = std::move(loaded.character);
        clip_ = find_clip();
        fit();
        tell();
        if (ends_with(o_.out, ".json"))
            write_scene();
        else
            write_file(o_.out, cloth_settings_text(settings_file()));
        if (!o_.quiet)
            std::fprintf(stderr, "%s: %zu capsules\n", o_.out.c_str(), static_cast<size_t>(capsules_.size()));
        return Exit::done;
    }

  private:
    void check_options() const {
        if (!ends_with(o_.out, ".json") && !ends_with(o_.out, ".txt"))
            throw Usage("-o: expected the file to write: .json, a scene, or .txt, the settings of cloth tools");
        if (!(o_.scale > 0 && o_.scale < 1e6)) throw Usage("--scale: expected a factor above 0");
        if (!(o_.radius_scale > 0 && o_.radius_scale < 1e6)) throw Usage("--radius-scale: expected a factor above 0");
        if (!(o_.fps > 0 && o_.fps < 1e6)) throw Usage("--fps: expected frames a second, more than 0");
        if (ends_with(o_.out, ".json") && (o_.from != 0 || o_.to != no_frame))
            throw Usage("--from and --to: for .txt; in a scene the character plays its clip itself");
    }

    const RigClip* find_clip() const {
        if (o_.clip.empty()) return nullptr;
        if (const RigClip* clip = character_.find_clip(o_.clip)) return clip;
        std::vector<std::string> names;
        for (const RigClip& clip : character_.clips) names.push_back(clip.name);
        throw_unknown_name(o_.in, "clip", o_.clip, names, "no --clip, for the file has none");
    }

    bool is_among(const std::vector<std::string>& names, const BoneCapsule& capsule) const {
        const std::string& bone = character_.nodes[capsule.node].name;
        return std::find(names.begin(), names.end(), bone) != names.end();
    }

    void fit() {
        capsules_ = fit_capsules(character_, 1);
        for (const std::vector<std::string>* names : {&o_.only, &o_.without})
            for (const std::string& name : *names) check_bone(name);
        for (BoneCapsule& capsule : capsules_) capsule.radius *= static_cast<float>(o_.radius_scale);
        const auto unwanted = [&](const BoneCapsule& c) {
            return (!o_.only.empty() && !is_among(o_.only, c)) || is_among(o_.without, c);
        };
        for (const BoneCapsule& c : capsules_)
            if (unwanted(c)) removed_.push_back(c.node);
        std::erase_if(capsules_, unwanted);
        if (capsules_.empty())
            throw Error({o_.in, "there is no capsule left", "a bone that moves at least eight vertices",
                         removed_.empty() ? "" : "check --only and --without"});
    }

    void check_bone(const std::string& name) const {
        if (std::any_of(capsules_.begin(), capsules_.end(),
                        [&](const BoneCapsule& c) { return character_.nodes[c.node].name == name; }))
            return;
        std::vector<std::string> names;
        for (const BoneCapsule& c : capsules_) names.push_back(character_.nodes[c.node].name);
        throw_unknown_name(o_.in, "bone with a capsule", name, names, "none, for no bone has one");
    }

    void tell() const {
        if (o_.quiet) return;
        const CapsuleCoverage c = capsule_coverage(character_, capsules_, 1);
        std::fprintf(stderr, "%s %% of the vertices are inside, the others %s mm outside in the mean, %s mm at most\n",
                     short_number(100 * c.inside).c_str(), short_number(1000 * c.mean_outside).c_str(),
                     short_number(1000 * c.max_outside).c_str());
        if (c.mesh > 0)
            std::fprintf(stderr, "%s %% of the mesh's volume is bare, and %s %% as much stands around it\n",
                         short_number(100 * c.missed / c.mesh).c_str(), short_number(100 * c.excess / c.mesh).c_str());
    }

    // ---- a scene

    std::string capsule_edits() const {
        std::string json;
        for (u32 n = 0; n < character_.nodes.size(); ++n) {
            std::string value;
            for (const BoneCapsule& c : capsules_)
                if (c.node == n)
                    value = fmt::format("{{ \"radius\": {}, \"height\": {} }}", meters(c.radius),
                                        meters(2 * (c.radius + c.half_height)));
            if (std::find(removed_.begin(), removed_.end(), n) != removed_.end()) value = "false";
            if (value.empty()) continue;
            json += (json.empty() ? "" : ",\n        ") + quoted_json(character_.nodes[n].name) + ": " + value;
        }
        return json;
    }
    static std::string meters(float v) { return short_number(static_cast<double>(v), 4); }

    std::string asset_json() const {
        const fs::path folder = fs::absolute(o_.out).parent_path();
        std::error_code error;
        fs::path file = fs::relative(fs::absolute(o_.in), folder, error);
        if (error || file.empty()) file = fs::absolute(o_.in);
        std::string json = "\"file\": " + quoted_json(file.generic_string());
        if (!o_.unit.empty()) json += ", \"unit\": " + quoted_json(o_.unit);
        if (!o_.up.empty()) json += ", \"up\": " + quoted_json(o_.up);
        if (o_.scale != 1) json += ", \"scale\": " + short_number(o_.scale, 6);
        return json;
    }

    void write_scene() const {
        const RestVertices rest = rest_vertices(character_, 1);
        Box box;
        for (const Vec3& p : rest.positions)
            if (is_finite(p)) box.add(p);
        const double size = rest.size();
        const Vec3d middle = box.center().to<double>();
        const auto n = [](double v) { return short_number(v, 4); };
        const std::string name = quoted_json(scene_name_of_file(o_.in));
        write_file(
            o_.out,
            fmt::format(
                "{{ \"$schema\": \"pliant.schema.json\", \"format\": 1, \"behaviour\": 1,\n"
                "  \"world\": {{ \"duration\": {} }},\n  \"assets\": {{ {}: {{ {} }} }},\n"
                "  \"characters\": {{\n    \"figure\": {{ \"asset\": {}, {}\"collider\": \"capsules\", \"look\": "
                "\"glass\",\n      \"capsules\": {{\n        {} }} }} }},\n"
                "  \"colliders\": {{ \"floor\": {{ \"shape\": \"plane\", \"position\": [0, {}, 0] }} }},\n"
                "  \"cameras\": {{ \"main\": {{ \"position\": [{}, {}, {}], \"target\": [{}, {}, {}], \"fov\": 35 "
                "}} }} }}\n",
                n(clip_ ? std::max(clip_->length(), 1.0) : 5.0), name, asset_json(), name,
                clip_ ? "\"clip\": " + quoted_json(clip_->name) + ", " : "", capsule_edits(),
                n(static_cast<double>(box.low.y)), n(middle.x + 0.6 * size), n(middle.y + 0.2 * size),
                n(middle.z + 1.5 * size), n(middle.x), n(middle.y), n(middle.z)));
        write_file((fs::absolute(o_.out).parent_path() / "pliant.schema.json").string(), pliant_schema());
    }

    // ---- a settings file

    ClothSettings settings_file() const {
        ClothSettings settings;
        for (const BoneCapsule& c : capsules_)
            settings.capsules.push_back({character_.nodes[c.node].name, c.radius, {}});
        const long last = last_frame();
        CharacterPose pose;
        std::vector<PlacedNode> nodes;
        for (long f = o_.from; f <= last; ++f) {
            if (clip_)
                clip_pose(character_, *clip_, static_cast<double>(f) / o_.fps, false, pose);
            else
                rest_pose(character_, pose);
            place_nodes(character_, {}, pose, nodes);
            for (size_t i = 0; i < capsules_.size(); ++i) {
                const auto [a, b] = capsule_ends(capsules_[i], nodes[capsules_[i].node]);
                settings.capsules[i].frames.push_back({static_cast<i32>(f), a.to<float>(), b.to<float>()});
            }
        }
        return settings;
    }

    long last_frame() const {
        const double end = clip_ ? std::floor(clip_->length() * o_.fps + 1e-6) : static_cast<double>(o_.from);
        const double last =
            o_.to == no_frame ? std::max(end, static_cast<double>(o_.from)) : static_cast<double>(o_.to);
        if (std::fabs(static_cast<double>(o_.from)) > 1e9 || std::fabs(last) > 1e9)
            throw Usage("--from and --to: expected frames within a thousand million");
        if (last < static_cast<double>(o_.from)) throw Usage("--to: expected a frame that is not before --from");
        if (last - static_cast<double>(o_.from) >= max_frames) throw Usage("--to: expected at most a million frames");
        return static_cast<long>(last);
    }

    const CapsulesOptions& o_;
    Character character_;
    const RigClip* clip_ = nullptr;
    std::vector<BoneCapsule> capsules_;
    std::vector<u32> removed_;  // nodes
};

}  // namespace

Verb capsules_verb() {
    const auto o = std::make_shared<CapsulesOptions>();
    return {"capsules", "Fit capsules to the bones of a character, as a scene to edit or a settings file",
            [o](Options& options) {
                options.positional("character", o->in, "An animated, skinned mesh: .glb, .gltf, .dae, .fbx", true);
                options.text("-o,--output", o->out,
                             "The file to write: .json, a scene, or .txt, settings of cloth tools");
                options.list("--only", o->only, "A bone that keeps its capsule; all others lose theirs");
                options.list("--without", o->without, "A bone without a capsule");
                options.number("--radius-scale", o->radius_scale, "Factor on all radii (1)");
                options.text("--clip", o->clip, "The clip that it plays (none: it stands in its rest pose)");
                options.integer("--from", o->from, "Of a .txt: the first frame (0)");
                options.integer("--to", o->to, "Of a .txt: the last frame (the end of the clip)");
                options.number("--fps", o->fps, "Of a .txt: frames a second of the clip (24)");
                options.text("--unit", o->unit, "Unit of the file's numbers: cm, mm, in, …");
                options.text("--up", o->up, "Axis of the file that points up: x, y, z");
                options.number("--scale", o->scale, "Factor on its size (1)");
                options.flag("--quiet", o->quiet, "Only errors");
            },
            [o] { return Capsules(*o).run(); }};
}

}  // namespace pliant::app
