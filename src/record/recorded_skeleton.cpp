#include "record/recorded_skeleton.h"

#include <algorithm>

#include "core/assert.h"
#include "core/soundness.h"

namespace pliant {

RecordedSkeleton recorded_skeleton(const Character& c) {
    RecordedSkeleton s;
    s.root = c.root;
    for (const Node& node : c.nodes) s.nodes.push_back({node.name, node.parent});
    for (const Joint& joint : c.joints) {
        s.joint_node.push_back(joint.node);
        s.inverse_bind.push_back(joint.inverse_bind);
    }
    for (const Morph& m : c.morphs) s.morphs.push_back({m.name, m.first_vertex, m.positions, m.normals});
    u32 most = 1;
    for (u32 v = 0; v < c.vertex_count(); ++v) {
        u32 count = 0;
        c.influences.each(v, [&](u32, float) { ++count; });
        most = std::max(most, count);
    }
    s.influence_sets = (most + 3) / 4;
    s.joints.assign(size_t{4} * s.influence_sets * c.vertex_count(), 0);
    s.weights.assign(s.joints.size(), 0.0f);
    for (u32 v = 0; v < c.vertex_count(); ++v) {
        std::vector<Influence> of_vertex;
        c.influences.each(v, [&](u32 joint, float weight) { of_vertex.push_back({joint, weight}); });
        // Some viewers know four: these are the strongest.
        std::stable_sort(of_vertex.begin(), of_vertex.end(),
                         [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
        for (size_t i = 0; i < of_vertex.size(); ++i) {
            const size_t at = 4 * (size_t{c.vertex_count()} * (i / 4) + v) + i % 4;
            s.joints[at] = static_cast<u16>(of_vertex[i].joint);
            s.weights[at] = of_vertex[i].weight;
        }
    }
    return s;
}

static void add_node(const NodePose& p, std::vector<float>& out) {
    for (const double number : {p.translation.x, p.translation.y, p.translation.z, p.rotation.x, p.rotation.y,
                                p.rotation.z, p.rotation.w, p.scale.x, p.scale.y, p.scale.z})
        out.push_back(static_cast<float>(number));
}

void add_pose(const NodePose& placement, const CharacterPose& pose, std::vector<float>& out) {
    PL_ASSERT(is_finite(placement.translation) && is_finite(placement.rotation));
    add_node(placement, out);
    for (const NodePose& node : pose.nodes) add_node(node, out);
    for (const double weight : pose.morphs) out.push_back(static_cast<float>(weight));
}

void RecordedSkeleton::save(Writer& w) const {
    w.value(root);
    w.value(static_cast<u64>(nodes.size()));
    for (const Bone& b : nodes) {
        w.text(b.name);
        w.value(b.parent);
    }
    w.array(joint_node);
    w.array(inverse_bind);
    w.value(static_cast<u64>(morphs.size()));
    for (const Morph& m : morphs) {
        w.text(m.name);
        w.value(m.first_vertex);
        w.array(m.positions);
        w.array(m.normals);
    }
    w.value(influence_sets);
    w.array(joints);
    w.array(weights);
}

void RecordedSkeleton::load(Reader& r, size_t vertices) {
    const Soundness sound(r.name());
    root = r.value<NodePose>();
    for (u64 n = r.value<u64>(); n > 0; --n) {
        Bone& b = nodes.emplace_back();
        b.name = r.text();
        b.parent = r.value<u32>();
        sound.require(b.parent == Node::none || b.parent + 1 < nodes.size(), "bones of characters");
    }
    r.array(joint_node);
    r.array(inverse_bind);
    sound.below(joint_node, nodes.size(), "joints of characters");
    sound.require(inverse_bind.size() == joint_node.size(), "joints of characters");
    for (u64 n = r.value<u64>(); n > 0; --n) {
        Morph& m = morphs.emplace_back();
        m.name = r.text();
        m.first_vertex = r.value<u32>();
        r.array(m.positions);
        r.array(m.normals);
        sound.require(m.first_vertex <= vertices && m.positions.size() <= vertices - m.first_vertex,
                      "morphs of characters");
        sound.require(m.normals.empty() || m.normals.size() == m.positions.size(), "morphs of characters");
    }
    influence_sets = r.value<u32>();
    r.array(joints);
    r.array(weights);
    sound.require(influence_sets >= 1 && influence_sets <= 2 && joints.size() == 4 * influence_sets * vertices &&
                      weights.size() == joints.size(),
                  "weights of characters");
    for (const u16 joint : joints) sound.require(joint < joint_node.size(), "weights of characters");
}

}  // namespace pliant
