// A small character made in code: a tube of three bones with a hat on its head, a morph and two clips. The same as data
// (tube_character) and as a file (tube_glb).
//
//        ___   Hat, a mesh that hangs on Head
//        | |   Head   y = 1.4
//        | |   Spine  y = 0.7
//        |_|   Hips   y = 0          Armature: turned by 30°, twice as large, a little aside
#pragma once

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "core/trig.h"
#include "rig/skinning.h"

namespace pliant::testing {

constexpr u32 tube_rings = 15, tube_around = 12;  // 180 vertices
constexpr u32 hat_vertices = 4;

struct Tube {
    std::vector<Vec3> positions, normals, bulge;  // of the tube; bulge: what the morph adds
    std::vector<std::array<u32, 3>> triangles;
    std::vector<std::array<float, 3>> weights;  // of the three bones
    std::vector<Vec3> hat;
    std::vector<std::array<u32, 3>> hat_triangles;
};

inline float near(float y, float at) { return std::max(0.0f, 1 - std::fabs(y - at) / 0.7f); }

inline Tube make_tube() {
    Tube t;
    for (u32 r = 0; r < tube_rings; ++r)
        for (u32 a = 0; a < tube_around; ++a) {
            const double angle = 2 * pi * a / tube_around;
            const float x = static_cast<float>(cosine(angle)), z = static_cast<float>(sine(angle));
            const float y = 2.0f * static_cast<float>(r) / (tube_rings - 1);
            t.positions.push_back({0.2f * x, y, 0.2f * z});
            t.normals.push_back({x, 0, z});
            t.bulge.push_back(Vec3{x, 0, z} * (0.1f * near(y, 1.0f)));
            std::array<float, 3> w{near(y, 0), near(y, 0.7f), near(y, 1.4f) + std::max(0.0f, y - 1.4f)};
            const float sum = w[0] + w[1] + w[2];
            for (float& i : w) i /= sum;
            t.weights.push_back(w);
        }
    for (u32 r = 0; r + 1 < tube_rings; ++r)
        for (u32 a = 0; a < tube_around; ++a) {
            const u32 b = (a + 1) % tube_around, i = r * tube_around;
            t.triangles.push_back({i + a, i + tube_around + a, i + b});
            t.triangles.push_back({i + b, i + tube_around + a, i + tube_around + b});
        }
    t.hat = {{0.3f, 0, 0.3f}, {-0.3f, 0, 0.3f}, {0, 0, -0.3f}, {0, 0.4f, 0}};
    t.hat_triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return t;
}

enum TubeNode : u32 { armature, hips, spine, head, hat, tube_mesh, tube_node_count };

inline std::vector<Node> tube_nodes() {
    std::vector<Node> n(tube_node_count);
    n[armature] = {"Armature", Node::none, {{0.3, 0, 0}, turn({0, 1, 0}, pi / 6), {2, 2, 2}}, 0, 0};
    n[hips] = {"Hips", armature, {}, 0, 0};
    n[spine] = {"Spine", hips, {{0, 0.7, 0}, {}, {1, 1, 1}}, 0, 0};
    n[head] = {"Head", spine, {{0, 0.7, 0}, {}, {1, 1, 1}}, 0, 0};
    n[hat] = {"Hat", head, {{0, 0.6, 0}, {}, {1, 1, 1}}, 0, 0};
    n[tube_mesh] = {"Tube", armature, {}, 0, 1};
    return n;
}

inline std::vector<double> numbers(std::initializer_list<Quatd> turns) {
    std::vector<double> v;
    for (const Quatd& q : turns) v.insert(v.end(), {q.x, q.y, q.z, q.w});
    return v;
}

inline std::vector<RigClip> tube_clips() {
    const Quatd straight, bent = turn({0, 0, 1}, 1.1), back = turn({1, 0, 0}, -0.8), slope{0.1, -0.2, 0.3, 0};
    RigClip bend{"Bend", 0.5, 1.5, {}}, wave{"Wave", 0, 2, {}};
    using enum ChannelPath;
    using enum KeyInterpolation;
    bend.channels.push_back({spine, rotation, linear, 4, {0.5, 1, 1.5}, numbers({straight, bent, straight})});
    bend.channels.push_back(
        {head, rotation, cubic, 4, {0.5, 1.5}, numbers({slope, straight, slope, slope, back, slope})});
    wave.channels.push_back({hips, translation, cubic, 3, {0, 1, 2}, {0, 0, 0,  0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, 0.2,
                                                                      0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}});
    wave.channels.push_back({head, scale, step, 3, {0, 1}, {1, 1, 1, 1.5, 0.5, 1.25}});
    wave.channels.push_back({tube_mesh, weights, linear, 1, {0, 1, 2}, {0, 1, 0}});
    return {bend, wave};
}

// The joints of the skin, and that of the hat: its points stand in the file's space as its node placed them at rest.
inline std::vector<Joint> tube_joints() {
    std::vector<Joint> joints;
    for (const auto& [node, y] : {std::pair{hips, 0.0}, std::pair{spine, 0.7}, std::pair{head, 1.4}})
        joints.push_back({node, {Mat3d::identity(), {0, -y, 0}}});
    Affine place;
    const std::vector<Node> nodes = tube_nodes();
    for (u32 n = hat; n != Node::none; n = nodes[n].parent) place = affine_of(nodes[n].rest) * place;
    joints.push_back({hat, *inverse(place)});
    return joints;
}

inline Character tube_character() {
    const Tube t = make_tube();
    Character c;
    c.name = "tube";
    c.nodes = tube_nodes();
    c.clips = tube_clips();
    c.joints = tube_joints();
    c.skins = {{"Skin", 0, 3}};
    c.morphs = {{"Bulge", 0, 0, t.bulge, {}}};
    Mesh& m = c.mesh;
    m.points = t.positions;
    m.normals = t.normals;
    const Affine of_hat = *inverse(c.joints[3].inverse_bind);
    for (const Vec3& p : t.hat) m.points.push_back((of_hat * p.to<double>()).to<float>());
    m.normals.resize(m.points.size(), {0, 1, 0});
    for (u32 p = 0; p < m.points.size(); ++p) m.vertex_point.push_back(p);
    const auto add = [&](const std::array<u32, 3>& f, u32 first) {
        for (const u32 v : f) m.face_vertex.push_back(first + v);
        m.face_start.push_back(static_cast<u32>(m.face_vertex.size()));
        m.face_material.push_back(0);
    };
    for (const auto& f : t.triangles) add(f, 0);
    for (const auto& f : t.hat_triangles) add(f, static_cast<u32>(t.positions.size()));
    m.materials.emplace_back();
    std::vector<std::vector<Influence>> influences(m.points.size(), {{3, 1}});
    for (size_t v = 0; v < t.weights.size(); ++v) {
        influences[v].clear();
        for (u32 j = 0; j < 3; ++j) influences[v].push_back({j, t.weights[v][j]});
    }
    InfluenceRepairs repairs;
    finish(c, influences, std::vector<u32>(m.points.size(), 0), repairs);
    return c;
}

// ---- as a file

class GlbBuilder {
  public:
    // Returns the number of the accessor.
    template <class T>
    int add(const std::vector<T>& values, int component, const char* type, size_t count) {
        const size_t offset = binary_.size(), bytes = values.size() * sizeof(T);
        binary_.resize(offset + (bytes + 3) / 4 * 4);
        std::memcpy(binary_.data() + offset, values.data(), bytes);
        views_ += comma(views_) + "{\"buffer\":0,\"byteOffset\":" + std::to_string(offset) +
                  ",\"byteLength\":" + std::to_string(bytes) + "}";
        accessors_ += comma(accessors_) + "{\"bufferView\":" + std::to_string(count_) +
                      ",\"componentType\":" + std::to_string(component) + ",\"type\":\"" + type +
                      "\",\"count\":" + std::to_string(count) + "}";
        return count_++;
    }
    int floats(const std::vector<float>& v, const char* type, size_t width) {
        return add(v, 5126, type, v.size() / width);
    }
    int vectors(const std::vector<Vec3>& v) { return add(v, 5126, "VEC3", v.size()); }
    int doubles(const std::vector<double>& v, const char* type, size_t width) {
        return floats(std::vector<float>(v.begin(), v.end()), type, width);
    }
    std::string finish(const std::string& rest) const {
        std::string json =
            "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":" + std::to_string(binary_.size()) +
            "}],\"bufferViews\":[" + views_ + "],\"accessors\":[" + accessors_ + "]," + rest + "}";
        while (json.size() % 4) json += ' ';
        const auto word = [](u32 v) { return std::string(reinterpret_cast<const char*>(&v), 4); };
        return "glTF" + word(2) + word(static_cast<u32>(28 + json.size() + binary_.size())) +
               word(static_cast<u32>(json.size())) + "JSON" + json + word(static_cast<u32>(binary_.size())) +
               std::string("BIN\0", 4) + binary_;
    }

  private:
    static std::string comma(const std::string& list) { return list.empty() ? "" : ","; }
    std::string binary_, views_, accessors_;
    int count_ = 0;
};

// What is to be wrong with the file.
struct TubeFlaws {
    bool without_binds = false, few_binds = false, joint_out_of_range = false, zero_weights = false;
    bool nan_key = false, times_go_back = false, zero_turn = false;
    bool painted = false;  // no flaw: `skirt` is 1 up to a height of 0.75, `loose` grows from there to the hem
};

inline std::string tube_animations(GlbBuilder& out, const TubeFlaws& flaws) {
    static constexpr const char* paths[] = {"translation", "rotation", "scale", "weights"};
    static constexpr const char* ways[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    std::string animations;
    for (RigClip clip : tube_clips()) {
        std::string channels, samplers;
        for (size_t c = 0; c < clip.channels.size(); ++c) {
            RigChannel& ch = clip.channels[c];
            if (flaws.nan_key && ch.node == spine) ch.values[5] = std::nan("");
            if (flaws.times_go_back && ch.node == spine) ch.times[1] = 9;
            if (flaws.zero_turn && ch.node == spine) std::fill_n(ch.values.begin() + 4, 4, 0.0);
            const bool weights = ch.path == ChannelPath::weights, turn = ch.path == ChannelPath::rotation;
            samplers += std::string(c ? "," : "") + "{\"input\":" + std::to_string(out.doubles(ch.times, "SCALAR", 1)) +
                        ",\"output\":" +
                        std::to_string(out.doubles(ch.values,
                                                   weights ? "SCALAR"
                                                   : turn  ? "VEC4"
                                                           : "VEC3",
                                                   weights ? 1
                                                   : turn  ? 4
                                                           : 3)) +
                        ",\"interpolation\":\"" + ways[static_cast<int>(ch.interpolation)] + "\"}";
            channels += std::string(c ? "," : "") + "{\"sampler\":" + std::to_string(c) +
                        ",\"target\":{\"node\":" + std::to_string(ch.node) + ",\"path\":\"" +
                        paths[static_cast<int>(ch.path)] + "\"}}";
        }
        animations += std::string(animations.empty() ? "" : ",") + "{\"name\":\"" + clip.name + "\",\"channels\":[" +
                      channels + "],\"samplers\":[" + samplers + "]}";
    }
    return animations;
}

inline std::string tube_glb(const TubeFlaws& flaws = {}) {
    const Tube t = make_tube();
    GlbBuilder out;
    const auto number = [](int n) { return std::to_string(n); };
    std::vector<u16> joints;
    std::vector<float> weights, binds;
    for (const auto& w : t.weights) {
        joints.insert(joints.end(), {0, 1, 2, 7});  // the last one has no weight, and may be anything
        weights.insert(weights.end(), {w[0], w[1], w[2], 0});
    }
    if (flaws.joint_out_of_range) joints[40] = 3;  // vertex 10
    if (flaws.zero_weights) std::fill_n(weights.begin() + 40, 8, 0.0f);
    for (const float y : {0.0f, 0.7f, 1.4f})
        binds.insert(binds.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1});
    if (flaws.few_binds) binds.resize(32);
    const auto indices = [&](const std::vector<std::array<u32, 3>>& triangles) {
        std::vector<u32> list;
        for (const auto& f : triangles) list.insert(list.end(), f.begin(), f.end());
        return out.add(list, 5125, "SCALAR", list.size());
    };
    std::vector<float> skirt, loose;
    for (const Vec3& p : t.positions) {
        skirt.push_back(p.y < 0.75f ? 1.0f : 0.0f);
        loose.push_back(std::max(0.0f, 1 - p.y / 0.7f));
    }
    const std::string paint = !flaws.painted ? ""
                                             : ",\"_skirt\":" + number(out.floats(skirt, "SCALAR", 1)) +
                                                   ",\"_loose\":" + number(out.floats(loose, "SCALAR", 1));
    const std::string body = "{\"attributes\":{\"POSITION\":" + number(out.vectors(t.positions)) +
                             ",\"NORMAL\":" + number(out.vectors(t.normals)) +
                             ",\"JOINTS_0\":" + number(out.add(joints, 5123, "VEC4", joints.size() / 4)) +
                             ",\"WEIGHTS_0\":" + number(out.floats(weights, "VEC4", 4)) + paint +
                             "},\"indices\":" + number(indices(t.triangles)) +
                             ",\"targets\":[{\"POSITION\":" + number(out.vectors(t.bulge)) + "}]}";
    const std::vector<Vec3> up(t.hat.size(), {0, 1, 0});
    const std::string of_hat = "{\"attributes\":{\"POSITION\":" + number(out.vectors(t.hat)) +
                               ",\"NORMAL\":" + number(out.vectors(up)) +
                               "},\"indices\":" + number(indices(t.hat_triangles)) + "}";
    const std::string bind_accessor =
        flaws.without_binds ? "" : ",\"inverseBindMatrices\":" + number(out.floats(binds, "MAT4", 16));
    const Quatd q = turn({0, 1, 0}, pi / 6);
    char armature_turn[100];
    std::snprintf(armature_turn, sizeof armature_turn, "[%.17g,%.17g,%.17g,%.17g]", q.x, q.y, q.z, q.w);
    const std::string animations = tube_animations(out, flaws);
    return out.finish(
        "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        "{\"name\":\"Armature\",\"translation\":[0.3,0,0],\"scale\":[2,2,2],\"children\":[1,5],\"rotation\":" +
        std::string(armature_turn) +
        "},{\"name\":\"Hips\",\"children\":[2]},"
        "{\"name\":\"Spine\",\"translation\":[0,0.7,0],\"children\":[3]},"
        "{\"name\":\"Head\",\"translation\":[0,0.7,0],\"children\":[4]},"
        "{\"name\":\"Hat\",\"translation\":[0,0.6,0],\"mesh\":1},"
        "{\"name\":\"Tube\",\"mesh\":0,\"skin\":0}],"
        "\"meshes\":[{\"extras\":{\"targetNames\":[\"Bulge\"]},\"primitives\":[" +
        body + "]},{\"primitives\":[" + of_hat + "]}],\"skins\":[{\"name\":\"Skin\",\"joints\":[1,2,3]" +
        bind_accessor + "}],\"animations\":[" + animations + "]");
}

// Where the vertices of a character are when a clip has played for some time.
struct Posed {
    std::vector<Vec3> positions, normals;
    std::vector<PlacedNode> nodes;
};
inline Posed posed(const Character& c, const CharacterPose& pose, const NodePose& placement = {}) {
    Posed out;
    out.positions.resize(c.vertex_count());
    out.normals.resize(c.vertex_count());
    place_nodes(c, placement, pose, out.nodes);
    SkinningScratch scratch;
    skin(c, out.nodes, pose, scratch, out.positions, out.normals);
    return out;
}
inline Posed posed(const Character& c, const std::string& clip, double seconds, bool loop = true,
                   const NodePose& placement = {}) {
    CharacterPose pose;
    if (const RigClip* found = c.find_clip(clip))
        clip_pose(c, *found, seconds, loop, pose);
    else
        rest_pose(c, pose);
    return posed(c, pose, placement);
}

}  // namespace pliant::testing
