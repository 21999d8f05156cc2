#include "pliant/info_creature.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <set>

#include "core/text.h"

namespace pliant::app {

namespace {

std::string shape_text(const Bone& bone) {
    static constexpr const char* names[] = {"sphere", "capsule", "box", "hull"};
    std::string text;
    for (const BonePiece& piece : bone.pieces)
        text += (text.empty() ? "" : " + ") + std::string(names[static_cast<size_t>(piece.shape)]);
    return text;
}

std::string range_text(const JointRange& r) {
    const auto end = [](double v) { return std::isfinite(v) ? short_number(v) : std::string("…"); };
    return end(r.low) + " to " + end(r.high);
}

// "twist -20 to 20°, swing 25°"
std::string limits_text(const BoneJoint& j) {
    std::string text;
    const auto add = [&](const std::string& what) { text += ", " + what; };
    static constexpr const char *moves[] = {"x", "y", "z"}, *turns[] = {"twist", "swing y", "swing z"};
    if (j.rows == BoneJoint::Rows::distance) return ", " + range_text(j.distance) + " m";
    if (j.rows == BoneJoint::Rows::pulley) return ", rope " + short_number(j.rope) + " m";
    const bool cone = j.turn[1] == j.turn[2] && j.turn[1].is_symmetric() && std::isfinite(j.turn[1].high);
    for (int k = 0; k < 3; ++k)
        if (!j.move[k].is_locked() && !j.move[k].is_free())
            add(std::string(moves[k]) + " " + range_text(j.move[k]) + " m");
    for (int k = 0; k < 3; ++k)
        if (!j.turn[k].is_locked() && !j.turn[k].is_free() && !(cone && k > 0))
            add(std::string(turns[k]) + " " + range_text(j.turn[k]) + "°");
    if (cone && j.turn[1].high > 0) add("swing " + short_number(j.turn[1].high) + "°");
    return text;
}

std::string mass_text(const Bone& bone) {
    if (bone.mass) return ", " + short_number(*bone.mass, 6) + " kg";
    return bone.density ? ", " + short_number(*bone.density, 6) + " kg/m³" : "";
}

std::string end_text(const std::string& bone) { return bone.empty() ? "the world" : bone; }

std::string moves_text(const RigClip& clip) {
    std::set<u32> bones;
    for (const RigChannel& channel : clip.channels)
        if (channel.node != Creature::of_mesh) bones.insert(channel.node);
    return bones.empty() ? ", of poses" : ", of " + counted(bones.size(), "bones");
}

void print_text(const Creature& c) {
    const Vec3 size = c.mesh.bounds().size();
    const Json* kind = c.body.find("kind");
    const auto row = [](const char* key, const std::string& value) {
        std::printf("%-16s %s\n", key, printable(value).c_str());
    };
    row("what", "creature");
    row("name", c.name);
    row("size_m", short_number(size.x) + " × " + short_number(size.y) + " × " + short_number(size.z));
    row("kind", kind ? kind->text : "not given");
    for (const auto& [key, value] : c.body.members)
        if (key != "kind") std::printf("  %-14s %s\n", key.c_str(), json_text(value).c_str());
    row("points", with_commas(c.mesh.points.size()));
    row("polygons", with_commas(c.mesh.face_count()));
    for (const Material& m : c.mesh.materials)
        row("material", m.name + (m.texture_bytes.empty() ? "" : ", with an image"));
    for (const Attribute& a : c.mesh.attributes) row("painted", a.name);
    row("tets", c.mesh.volume ? with_commas(c.mesh.volume->tets.size()) : "none");
    for (const Bone& b : c.bones) row("bone", b.name + ": " + shape_text(b) + mass_text(b));
    for (const BoneJoint& j : c.joints)
        row("joint", j.name + ": " + j.kind() + " of " + end_text(j.a) + " and " + end_text(j.b) + limits_text(j));
    for (const auto& [name, entry] : c.attachments.members) row("attachment", name + ": " + json_text(entry));
    if (c.attachments.members.empty() && !c.bones.empty())
        row("attachments", "every bone holds the flesh that is inside it");
    if (!c.skin.empty()) row("skin", "the mesh follows the bones");
    for (const ShapePose& pose : c.poses) row("pose", pose.name);
    for (const RigClip& clip : c.clips)
        row("clip", clip.name + ", " + short_number(clip.length()) + " s" + moves_text(clip));
    if (c.model) row("model", "cooked");
    if (!c.model_trouble.empty()) row("model", c.model_trouble);
    for (const std::string& note : c.notes) row("note", note);
}

template <class List, class Words>
std::string creature_json_list(const List& list, Words&& words) {
    std::string s;
    for (const auto& item : list) s += (s.empty() ? "" : ", ") + words(item);
    return "[" + s + "]";
}

}  // namespace

void print_creature(const Creature& c, bool json) {
    if (!json) return print_text(c);
    const Vec3 size = c.mesh.bounds().size();
    const auto name = [](const auto& thing) { return quoted_json(thing.name); };
    std::printf(
        "%s\n",
        fmt::format("{{ \"what\": \"creature\", \"name\": {}, \"body\": {}, \"size_m\": [{}, {}, {}], \"points\": {}, "
                    "\"polygons\": {}, "
                    "\"tets\": {}, \"bones\": {}, \"joints\": {}, \"attachments\": {}, \"skin\": {}, \"poses\": {}, "
                    "\"clips\": {}, "
                    "\"report\": {} }}",
                    quoted_json(c.name), json_text(c.body), size.x, size.y, size.z, c.mesh.points.size(),
                    c.mesh.face_count(), c.mesh.volume ? c.mesh.volume->tets.size() : 0,
                    creature_json_list(c.bones, name),
                    creature_json_list(c.joints,
                                       [](const BoneJoint& j) {
                                           return fmt::format(
                                               "{{ \"name\": {}, \"kind\": \"{}\", \"a\": {}, \"b\": {} }}",
                                               quoted_json(j.name), j.kind(), quoted_json(j.a), quoted_json(j.b));
                                       }),
                    json_text(c.attachments), !c.skin.empty(), creature_json_list(c.poses, name),
                    creature_json_list(c.clips,
                                       [](const RigClip& clip) {
                                           return fmt::format("{{ \"name\": {}, \"length_s\": {} }}",
                                                              quoted_json(clip.name), short_number(clip.length(), 6));
                                       }),
                    creature_json_list(c.notes, [](const std::string& n) { return quoted_json(n); }))
            .c_str());
}

}  // namespace pliant::app
