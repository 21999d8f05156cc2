// pliant info: prints the contents of a mesh, a creature, a character, a cooked model, a scene, a lattice, a clip
// or a file of cloth settings.

#include <algorithm>
#include <cstdio>
#include <map>

#include "assets/asset_file.h"
#include "assets/character_file.h"
#include "assets/clip_file.h"
#include "assets/cloth_settings.h"
#include "assets/creature_file.h"
#include "assets/json.h"
#include "assets/lattice_file.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "geometry/solidity.h"
#include "geometry/uv_sets.h"
#include "pliant/info_creature.h"
#include "pliant/mesh_scene.h"
#include "pliant/source.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

struct InfoOptions {
    SourceOptions source;
    bool json = false;
};

void print_pairs(const std::vector<std::pair<std::string, std::string>>& pairs, bool json) {
    std::string line;
    for (const auto& [key, value] : pairs) {
        if (json)
            line += (line.empty() ? "" : ", ") + quoted_json(key) + ": " + value;
        else
            std::printf("%-16s %s\n", key.c_str(),
                        printable(value.front() == '"' ? value.substr(1, value.size() - 2) : value).c_str());
    }
    if (json) std::printf("{ %s }\n", line.c_str());
}

AssetSettings settings_of(const InfoOptions& o) {
    AssetSettings settings;
    settings.unit = o.source.unit;
    settings.up = o.source.up;
    settings.mesh = o.source.mesh;
    settings.scale = o.source.scale;
    return settings;
}

int model_info(const InfoOptions& o, const std::string& bytes) {
    cpp::Model model;
    if (pliant_model_load(bytes.data(), bytes.size(), model.out()) != PLIANT_OK)
        throw Error({o.source.path, pliant_last_error(), "", ""});
    pliant_model_info info{};
    cpp::check(pliant_model_get_info(model, &info));
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(info.hash));
    print_pairs({{"what", "\"cooked model\""},
                 {"kind", quoted_json(info.kind)},
                 {"particles", std::to_string(info.particles)},
                 {"vertices", std::to_string(info.vertices)},
                 {"triangles", std::to_string(info.triangles)},
                 {"volume_m3", short_number(info.volume, 6)},
                 {"hash", quoted_json(hash)}},
                o.json);
    return Exit::done;
}

// The sets of texture coordinates, and their faults.
std::string uv_json(const Mesh& mesh) {
    const Triangulation triangulation = triangulate(mesh);
    std::string list;
    for (const UvSet set : {UvSet::first, UvSet::second}) {
        const std::vector<UvTriangle> uv = uv_triangles(mesh, triangulation, set);
        if (uv.empty()) continue;
        const UvReport r = check_uv(uv);
        list += (list.empty() ? "" : ", ") + ("{ \"set\": " + std::to_string(static_cast<int>(set))) +
                ", \"covered\": " + short_number(r.covered, 4) +
                ", \"overlapping\": " + short_number(r.overlapping, 4) +
                ", \"triangles_outside\": " + std::to_string(r.outside) + " }";
    }
    return "[" + list + "]";
}

void print_uv(const Mesh& mesh) {
    const Triangulation triangulation = triangulate(mesh);
    for (const UvSet set : {UvSet::first, UvSet::second}) {
        const std::vector<UvTriangle> uv = uv_triangles(mesh, triangulation, set);
        if (uv.empty()) continue;
        const UvReport r = check_uv(uv);
        std::printf("uv %d             %s %% of the image is used\n", static_cast<int>(set),
                    short_number(100 * r.covered).c_str());
        for (const std::string& sentence : r.sentences()) std::printf("                 %s\n", sentence.c_str());
    }
}

// info shows the file as it stands; a mesh of an unlikely size is simulated in another.
void print_scaling(const InfoOptions& o, const Vec3& size) {
    const double scale = likely_scale(o.source, size);
    if (scale != 1) std::printf("%-16s %s\n", "run, new, view", scaling_text(size, scale).c_str());
}

// A character where the file holds one: bones, clips or morphs.
std::optional<LoadedCharacter> character_in(const InfoOptions& o) {
    if (!o.source.mesh.empty() || !may_hold_character(o.source.path)) return std::nullopt;
    LoadedCharacter loaded = load_character(o.source.path, settings_of(o));
    const Character& c = loaded.character;
    if (c.skins.empty() && c.clips.empty() && c.morphs.empty()) return std::nullopt;
    return loaded;
}

std::string depth(const Character& c, u32 node) {
    std::string indent;
    for (u32 n = c.nodes[node].parent; n != Node::none; n = c.nodes[n].parent) indent += "  ";
    return indent;
}

template <class List, class Words>
std::string json_list(const List& list, Words&& words) {
    std::string s;
    for (const auto& item : list) s += (s.empty() ? "" : ", ") + words(item);
    return "[" + s + "]";
}

void print_character(const Character& c) {
    for (const Skin& skin : c.skins)
        std::printf("skin             %s, %u joints\n", printable(skin.name).c_str(), skin.joint_count);
    for (const RigClip& clip : c.clips)
        std::printf("clip             %s, %s s\n", printable(clip.name).c_str(), short_number(clip.length()).c_str());
    for (const Morph& morph : c.morphs) std::printf("morph            %s\n", printable(morph.name).c_str());
    std::vector<u8> is_joint(c.nodes.size(), 0);
    for (const Joint& joint : c.joints) is_joint[joint.node] = 1;
    for (u32 n = 0; n < c.nodes.size(); ++n)
        std::printf("%-16s %s%s\n", is_joint[n] ? "bone" : "node", depth(c, n).c_str(),
                    printable(c.nodes[n].name).c_str());
}

int character_info(const InfoOptions& o, const LoadedCharacter& loaded) {
    const Character& c = loaded.character;
    if (!o.json) {
        std::printf("%s\n", loaded.summary.c_str());
        for (const std::string& note : loaded.notes) std::printf("%s\n", note.c_str());
        // Of the mesh in the pose of its nodes, as a body has it: bound meshes often are of another size.
        print_scaling(o, used_bounds(load_mesh(o.source.path, settings_of(o)).mesh).size());
        print_uv(c.mesh);
        print_character(c);
        return Exit::done;
    }
    const auto name = [](const auto& thing) { return quoted_json(thing.name); };
    print_pairs({{"what", "\"character\""},
                 {"summary", quoted_json(loaded.summary)},
                 {"vertices", std::to_string(c.vertex_count())},
                 {"uv", uv_json(c.mesh)},
                 {"skins", json_list(c.skins, name)},
                 {"clips", json_list(c.clips,
                                     [](const RigClip& clip) {
                                         return "{ \"name\": " + quoted_json(clip.name) +
                                                ", \"length_s\": " + short_number(clip.length(), 6) + " }";
                                     })},
                 {"morphs", json_list(c.morphs, name)},
                 {"nodes", json_list(c.nodes, name)},
                 {"report", json_list(loaded.notes, [](const std::string& note) { return quoted_json(note); })}},
                true);
    return Exit::done;
}

int mesh_info(const InfoOptions& o) {
    const cpp::Asset asset = open_mesh(o.source);
    pliant_box box{};
    uint32_t points = 0, triangles = 0;
    bool closed = false;
    cpp::check(pliant_asset_bounds(asset, &box, &points, &triangles, &closed));
    const Mesh mesh = load_mesh(o.source.path, settings_of(o)).mesh;
    const auto range = [](float a, float b) { return short_number(b - a, 6); };
    std::string notes;
    for (std::string_view line : split(pliant_asset_report(asset), '\n'))
        if (!line.empty()) notes += (notes.empty() ? "" : ", ") + quoted_json(line);
    if (!o.json) {
        std::printf("%s", printable(pliant_asset_report(asset), "\n").c_str());
        print_scaling(o, used_bounds(mesh).size());
        print_uv(mesh);
        return Exit::done;
    }
    print_pairs({{"what", "\"mesh\""},
                 {"points", std::to_string(points)},
                 {"triangles", std::to_string(triangles)},
                 {"closed", closed ? "true" : "false"},
                 {"solid", measure_solidity(mesh).is_solid() ? "true" : "false"},
                 {"size_m", "[" + range(box.low.x, box.high.x) + ", " + range(box.low.y, box.high.y) + ", " +
                                range(box.low.z, box.high.z) + "]"},
                 {"simulated_scale", short_number(likely_scale(o.source, used_bounds(mesh).size()), 6)},
                 {"uv", uv_json(mesh)},
                 {"report", "[" + notes + "]"}},
                true);
    return Exit::done;
}

// How many points of an attachment hang on what: bones that hold by overlap, for example, each by its name.
std::map<std::string, u32> points_by_target(pliant_world world, pliant_attachment attachment, uint32_t points) {
    std::map<std::string, u32> by;
    for (uint32_t p = 0; p < points; ++p) {
        pliant_grip_info grip{};
        cpp::check(pliant_attachment_get_grip(world, attachment, p, &grip));
        if (grip.to.slot)
            ++by[pliant_object_name(world, grip.to)];
        else if (grip.to_character)
            ++by[grip.to_character + (grip.to_bone ? "/" + std::string(grip.to_bone) : "")];
    }
    return by;
}

int scene_info(const InfoOptions& o) {
    const cpp::Scene scene = open_source(o.source);
    cpp::check(pliant_scene_prepare(scene, nullptr, nullptr));
    cpp::World world;
    cpp::check(pliant_scene_create_world(scene, nullptr, world.out()));
    cpp::check(pliant_world_preroll(world));
    uint64_t particles = 0;
    for (pliant_body body : cpp::bodies(world)) {
        pliant_body_info info{};
        cpp::check(pliant_body_get_info(world, body, &info));
        particles += info.particles;
        if (!o.json)
            std::printf("%-16s %s, %u particles, %s kg\n", printable(info.name).c_str(), info.kind, info.particles,
                        short_number(info.mass).c_str());
    }
    // The attached faces, so that the user notices an attachment made by accident.
    std::vector<pliant_attachment> attachments(pliant_world_attachments(world, nullptr, 0));
    pliant_world_attachments(world, attachments.data(), attachments.size());
    if (!attachments.empty()) cpp::check(pliant_world_step(world));  // in which they take hold
    std::string held;
    for (pliant_attachment attachment : attachments) {
        pliant_attachment_info info{};
        cpp::check(pliant_attachment_get_info(world, attachment, &info));
        pliant_body_info body{};
        cpp::check(pliant_body_get_info(world, info.body, &body));
        held += (held.empty() ? "" : ", ") + std::string("{ \"name\": ") + quoted_json(info.name) +
                ", \"body\": " + quoted_json(body.name) + ", \"points\": " + std::to_string(info.points);
        std::string by, by_json;
        for (const auto& [name, points] : points_by_target(world, attachment, info.points)) {
            by += (by.empty() ? ": " : ", ") + std::to_string(points) + " by " + name;
            by_json += (by_json.empty() ? "" : ", ") + quoted_json(name) + ": " + std::to_string(points);
        }
        held += (by_json.empty() ? "" : ", \"by\": { " + by_json + " }") + " }";
        if (!o.json)
            std::printf("%-16s holds %u points of %s%s\n", printable(info.name).c_str(), info.points,
                        printable(body.name).c_str(), printable(by).c_str());
    }
    std::vector<pliant_joint> joints(pliant_world_joints(world, nullptr, 0));
    pliant_world_joints(world, joints.data(), joints.size());
    pliant_world_info info{};
    cpp::check(pliant_world_get_info(world, &info));
    std::vector<std::pair<std::string, std::string>> pairs = {
        {"what", "\"scene\""},
        {"bodies", std::to_string(info.bodies)},
        {"colliders", std::to_string(info.colliders)},
        {"particles", std::to_string(particles)},
        {"rate", short_number(pliant_scene_rate(scene), 6)},
        {"duration_s", short_number(pliant_scene_duration(scene), 6)},
        {"substeps", std::to_string(info.substeps)}};
    if (!joints.empty()) pairs.push_back({"joints", std::to_string(joints.size())});
    if (o.json) pairs.push_back({"attachments", "[" + held + "]"});
    print_pairs(pairs, o.json);
    return Exit::done;
}

std::string vector_json(const Vec3& v) {
    return "[" + short_number(v.x, 6) + ", " + short_number(v.y, 6) + ", " + short_number(v.z, 6) + "]";
}

int lattice_info(const InfoOptions& o) {
    const LatticeFile file = read_lattice_file(read_file(o.source.path), o.source.path);
    const ListedLattice listed = listed_lattice(file, o.source.path);
    print_pairs({{"what", "\"lattice\""},
                 {"particles", std::to_string(file.sites.size())},
                 {"cells", std::to_string(listed.lattice.cell_count())},
                 {"spacing_m", vector_json(file.spacing)},
                 {"center_m", vector_json(file.center)},
                 {"scale", vector_json(file.scale)}},
                o.json);
    return Exit::done;
}

int settings_info(const InfoOptions& o, const std::string& text) {
    std::vector<std::string> warnings;
    const ClothSettings s = read_cloth_settings(text, o.source.path, warnings);
    for (const std::string& w : warnings) std::fprintf(stderr, "warning: %s\n", w.c_str());
    size_t points = 0, frames = 0;
    for (const ClothSettings::Mesh& m : s.meshes) points += m.points.size();
    for (const ClothSettings::Capsule& c : s.capsules) frames = std::max(frames, c.frames.size());
    print_pairs({{"what", "\"cloth settings\""},
                 {"capsules", std::to_string(s.capsules.size())},
                 {"frames", std::to_string(frames)},
                 {"meshes", std::to_string(s.meshes.size())},
                 {"attached_points", std::to_string(points)}},
                o.json);
    return Exit::done;
}

int clip_info(const InfoOptions& o) {
    const std::string text = read_file(o.source.path);
    if (is_cloth_settings(text)) return settings_info(o, text);
    const ClipFile file = read_clip_file(text, o.source.path);
    const double frames = static_cast<double>(file.frames.back()) - file.frames.front();
    print_pairs({{"what", "\"clip\""},
                 {"particles", std::to_string(file.sites.size())},
                 {"poses", std::to_string(file.frames.size())},
                 {"first_frame", std::to_string(file.frames.front())},
                 {"last_frame", std::to_string(file.frames.back())},
                 {"fps", short_number(file.fps, 6)},
                 {"length_s", short_number(frames / file.fps, 6)},
                 {"interpolate", file.interpolate ? "true" : "false"}},
                o.json);
    return Exit::done;
}

}  // namespace

Verb info_verb() {
    const auto o = std::make_shared<InfoOptions>();
    return {"info",
            "Say what is in a mesh, a creature, a character, a scene, a cooked model, a lattice, a clip or settings",
            [o](Options& options) {
                options.positional("file", o->source.path, "The file", true);
                options.flag("--json", o->json, "As one JSON object");
                declare_mesh_options(options, o->source);
                options.list("--set", o->source.settings, "path=value, laid over a scene");
            },
            [o]() -> int {
                if (is_scene_file(o->source.path)) return scene_info(*o);
                for (const char* ending : {".plmodel", ".rmb", ".txt"})
                    if (ends_with(o->source.path, ending)) refuse_mesh_options(o->source);
                if (ends_with(o->source.path, ".plmodel")) return model_info(*o, read_file(o->source.path));
                if (ends_with(o->source.path, ".rmb")) return lattice_info(*o);
                if (ends_with(o->source.path, ".txt")) return clip_info(*o);
                if (const std::optional<Creature> creature =
                        o->source.mesh.empty() ? creature_in(o->source.path) : std::nullopt) {
                    print_creature(*creature, o->json);
                    return Exit::done;
                }
                if (const std::optional<LoadedCharacter> loaded = character_in(*o)) return character_info(*o, *loaded);
                return mesh_info(*o);
            }};
}

}  // namespace pliant::app
