#include "record/glb_character.h"

#include <algorithm>

#include "core/assert.h"
#include "core/text.h"

namespace pliant {

namespace {

std::string add_morphs(GltfWriter& g, const RecordedSkeleton& s, const std::vector<u32>& order) {
    std::string text;
    for (const RecordedSkeleton::Morph& m : s.morphs) {
        std::vector<Vec3> positions, normals;
        for (const u32 v : order) {
            const bool within = v >= m.first_vertex && v - m.first_vertex < m.positions.size();
            positions.push_back(within ? m.positions[v - m.first_vertex] : Vec3{});
            normals.push_back(within && !m.normals.empty() ? m.normals[v - m.first_vertex] : Vec3{});
        }
        text += fmt::format("{}{{ \"POSITION\": {}, \"NORMAL\": {} }}", text.empty() ? ",\n\"targets\": [ " : ", ",
                            g.add_positions(positions), g.add_normals(normals));
    }
    return text.empty() ? text : text + " ]";
}

// Reads the numbers of a pose: see RecordedSkeleton.
Vec3 vector_at(const std::vector<float>& pose, size_t at) { return {pose[at], pose[at + 1], pose[at + 2]}; }
Quat turn_at(const std::vector<float>& pose, size_t at) { return {pose[at], pose[at + 1], pose[at + 2], pose[at + 3]}; }

std::string pose_json(const std::vector<float>& pose, size_t node) {
    const size_t at = RecordedSkeleton::numbers_of_node * node;
    return fmt::format("\"translation\": {}, \"rotation\": {}, \"scale\": {}", json_vector(vector_at(pose, at)),
                       json_quaternion(turn_at(pose, at + 3)), json_vector(vector_at(pose, at + 7)));
}

std::string children_json(const std::vector<u32>& children) {
    std::string list;
    for (const u32 c : children) list += (list.empty() ? "" : ", ") + std::to_string(c);
    return list.empty() ? "" : ", \"children\": [" + list + "]";
}

// Four columns.
void add_matrix(const Affine& a, std::vector<float>& out) {
    for (size_t c = 0; c < 4; ++c) {
        const Vec3d& column = c < 3 ? a.linear.column[c] : a.translation;
        for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(column[k]));
        out.push_back(c < 3 ? 0.0f : 1.0f);
    }
}

// The joints of a skin must differ: where two meshes hang on one node, the second has a node of its own in it.
struct JointNodes {
    std::vector<u32> of_joint;            // numbers in the document
    std::vector<std::vector<u32>> extra;  // of each node
    u32 count = 0;
};
JointNodes joint_nodes(const RecordedSkeleton& s, u32 first_node) {
    JointNodes j;
    j.extra.resize(s.nodes.size());
    std::vector<u8> used(s.nodes.size(), 0);
    u32 next = first_node + static_cast<u32>(s.nodes.size());
    for (const u32 node : s.joint_node) {
        j.of_joint.push_back(used[node] ? next : first_node + node);
        if (used[node]) {
            j.extra[node].push_back(next++);
            ++j.count;
        }
        used[node] = 1;
    }
    return j;
}

void animate_node(GlbAnimation& animation, const std::vector<std::vector<float>>& poses, size_t node, u32 number) {
    const size_t at = RecordedSkeleton::numbers_of_node * node;
    std::vector<Vec3> places, scales;
    std::vector<Quat> turns;
    for (const std::vector<float>& pose : poses) {
        places.push_back(vector_at(pose, at));
        turns.push_back(turn_at(pose, at + 3));
        scales.push_back(vector_at(pose, at + 7));
    }
    animation.move(number, places);
    animation.turn(number, std::move(turns));
    animation.scale(number, scales);
}

}  // namespace

GlbSkin add_skin_attributes(GltfWriter& g, const RecordedSkeleton& s, const std::vector<u32>& order) {
    GlbSkin skin;
    for (u32 set = 0; set < s.influence_sets; ++set) {
        std::vector<u16> joints;
        std::vector<float> weights;
        const size_t before = 4 * size_t{set} * (s.joints.size() / (4 * s.influence_sets));
        for (const u32 v : order)
            for (size_t i = 0; i < 4; ++i) {
                joints.push_back(s.joints[before + 4 * v + i]);
                weights.push_back(s.weights[before + 4 * v + i]);
            }
        skin.attributes += fmt::format(", \"JOINTS_{0}\": {1}, \"WEIGHTS_{0}\": {2}", set, g.add_joints(joints),
                                       g.add_floats(weights, "VEC4", GltfWriter::Use::vertices));
    }
    skin.targets = add_morphs(g, s, order);
    return skin;
}

void add_character(GltfWriter& g, GlbAnimation& animation, FrameReader& frames, size_t body, u32 mesh) {
    PL_ASSERT(body < frames.scene().bodies.size() && frames.scene().bodies[body].is_character());
    const RecordedBody& character = frames.scene().bodies[body];
    const RecordedSkeleton& s = *character.skeleton;
    std::vector<std::vector<float>> poses;
    for (u64 f = 0; f < frames.frame_count(); ++f) poses.push_back(frames.read_body(f, body).pose);

    const u32 placement = g.nodes.count(), space = placement + 1, first = placement + 2;
    const JointNodes joints = joint_nodes(s, first);
    std::vector<std::vector<u32>> children(joints.extra);
    std::vector<u32> tops;
    for (u32 n = 0; n < s.nodes.size(); ++n)
        (s.nodes[n].parent == Node::none ? tops : children[s.nodes[n].parent]).push_back(first + n);
    g.nodes.add(fmt::format("{{ \"name\": {}, {}{} }}", quoted_json(character.name + " placement"),
                            pose_json(poses[0], 0), children_json({space})));
    std::vector<float> root;
    add_pose(s.root, {}, root);
    g.nodes.add(fmt::format("{{ \"name\": {}, {}{} }}", quoted_json(character.name + " space"), pose_json(root, 0),
                            children_json(tops)));
    g.hang(space);
    for (u32 n = 0; n < s.nodes.size(); ++n) {
        g.nodes.add(fmt::format("{{ \"name\": {}, {}{} }}", quoted_json(s.nodes[n].name), pose_json(poses[0], 1 + n),
                                children_json(children[n])));
        g.hang(first + n);
    }
    for (u32 n = 0; n < joints.count; ++n) g.hang(g.nodes.add("{ \"name\": \"joint\" }"));

    std::vector<float> binds;
    for (const Affine& a : s.inverse_bind) add_matrix(a, binds);
    std::string list;
    for (const u32 n : joints.of_joint) list += (list.empty() ? "" : ", ") + std::to_string(n);
    const u32 skin = g.skins.add(fmt::format("{{ \"joints\": [{}], \"inverseBindMatrices\": {} }}", list,
                                             g.add_floats(binds, "MAT4", GltfWriter::Use::data)));
    const u32 node = g.nodes.add(
        fmt::format("{{ \"name\": {}, \"mesh\": {}, \"skin\": {} }}", quoted_json(character.name), mesh, skin));
    animate_node(animation, poses, 0, placement);
    for (u32 n = 0; n < s.nodes.size(); ++n) animate_node(animation, poses, 1 + n, first + n);
    std::vector<float> weights;
    for (const std::vector<float>& pose : poses)
        for (size_t m = pose.size() - s.morphs.size(); m < pose.size(); ++m) weights.push_back(pose[m]);
    animation.weigh({&node, 1}, weights);
}

}  // namespace pliant
