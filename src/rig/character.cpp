#include "rig/character.h"

#include <algorithm>

#include "core/assert.h"
#include "core/error.h"
#include "core/hash.h"
#include "core/lanes.h"
#include "core/text.h"

namespace pliant {

const RigClip* Character::find_clip(const std::string& wanted) const {
    for (const RigClip& clip : clips)
        if (clip.name == wanted) return &clip;
    return nullptr;
}

u32 Character::find_node(const std::string& wanted) const {
    for (u32 n = 0; n < nodes.size(); ++n)
        if (nodes[n].name == wanted) return n;
    return Node::none;
}

namespace {

void check(const Character& c) {
    const auto require = [&](bool good, const std::string& wrong) {
        if (!good) throw Error({c.name, wrong, "a whole character", "export it again"});
    };
    for (u32 n = 0; n < c.nodes.size(); ++n) {
        const Node& node = c.nodes[n];
        require(node.parent == Node::none || node.parent < n,
                "the node " + in_quotes(node.name) + " is its own parent");
        require(is_finite(affine_of(node.rest)), "the node " + in_quotes(node.name) + " stands at no finite place");
        require(node.first_morph + node.morph_count <= c.morphs.size(),
                "the node " + in_quotes(node.name) + " has morphs that are not there");
    }
    for (const Joint& joint : c.joints) {
        require(joint.node < c.nodes.size(), "a joint is no node of it");
        require(is_finite(joint.inverse_bind),
                "the inverse bind matrix of " + in_quotes(c.nodes[joint.node].name) + " is not finite");
    }
    for (const u32 joint : c.influences.joints) require(joint < c.joints.size(), "a vertex follows no joint of it");
    for (const Morph& m : c.morphs)
        require(m.first_vertex + m.positions.size() <= c.vertex_count() &&
                    (m.normals.empty() || m.normals.size() == m.positions.size()),
                "the morph " + in_quotes(m.name) + " moves vertices that are not there");
    for (const RigClip& clip : c.clips)
        for (const RigChannel& channel : clip.channels) {
            require(channel.node < c.nodes.size(), "the clip " + in_quotes(clip.name) + " moves no node of it");
            require(channel.path != ChannelPath::weights || channel.width == c.nodes[channel.node].morph_count,
                    "the clip " + in_quotes(clip.name) + " has weights for other morphs");
        }
}

std::vector<float> lanes_of(const Mesh& mesh) {
    const size_t count = mesh.vertex_point.size(), blocks = (count + lane_count - 1) / lane_count;
    std::vector<float> lanes(blocks * 6 * lane_count);
    for (size_t v = 0; v < count; ++v) {
        float* block = lanes.data() + v / lane_count * 6 * lane_count + v % lane_count;
        for (int axis = 0; axis < 3; ++axis) {
            block[static_cast<size_t>(axis) * lane_count] = mesh.points[mesh.vertex_point[v]][axis];
            block[static_cast<size_t>(axis + 3) * lane_count] = mesh.normals[v][axis];
        }
    }
    return lanes;
}

}  // namespace

void finish(Character& c, std::vector<std::vector<Influence>> of_vertex, const std::vector<u32>& fallback,
            InfluenceRepairs& repairs) {
    PL_ASSERT(of_vertex.size() == c.vertex_count());
    add_missing_normals(c.mesh, triangulate(c.mesh));
    c.influences = pack(std::move(of_vertex), fallback, repairs);
    c.rest_lanes = lanes_of(c.mesh);
    check(c);
}

Mesh mesh_at_rest(const Character& c) {
    PL_ASSERT(c.rest_positions.empty() || c.rest_positions.size() == c.vertex_count());
    Mesh mesh = c.mesh;
    if (c.rest_positions.empty()) return mesh;
    for (size_t v = 0; v < c.rest_positions.size(); ++v) mesh.points[mesh.vertex_point[v]] = c.rest_positions[v];
    mesh.normals = c.rest_normals;
    return mesh;
}

u64 content_hash(const Character& c) {
    Hasher h;
    h.array(std::span<const float>(c.rest_lanes));
    h.array(std::span<const u32>(c.influences.joints));
    h.array(std::span<const float>(c.influences.weights));
    h.value(c.root);
    for (const Node& n : c.nodes) {
        h.text(n.name);
        h.value(n.parent);
        h.value(n.rest);
    }
    for (const Joint& j : c.joints) {
        h.value(j.node);
        h.value(j.inverse_bind);
    }
    for (const Morph& m : c.morphs) {
        h.text(m.name);
        h.value(m.first_vertex);
        h.array(std::span<const Vec3>(m.positions));
        h.array(std::span<const Vec3>(m.normals));
    }
    for (const RigClip& clip : c.clips) {
        h.text(clip.name);
        h.value(clip.start);
        h.value(clip.end);
        for (const RigChannel& ch : clip.channels) {
            h.value(ch.node);
            h.value(ch.path);
            h.value(ch.interpolation);
            h.array(std::span<const double>(ch.times));
            h.array(std::span<const double>(ch.values));
        }
    }
    return h.result();
}

}  // namespace pliant
