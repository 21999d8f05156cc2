#include "rig/skinning.h"

#include <algorithm>

#include "core/assert.h"
#include "core/lanes.h"
#include "rig/skinning_kernels.h"

namespace pliant {

namespace {

JointMatrix matrix_of(const Joint& joint, std::span<const PlacedNode> nodes) {
    JointMatrix out;
    const Affine m = nodes[joint.node].place * joint.inverse_bind;
    for (int r = 0; r < 3; ++r) {
        for (int col = 0; col < 3; ++col) out.row[r][col] = static_cast<float>(m.linear(r, col));
        out.row[r][3] = static_cast<float>(m.translation[r]);
    }
    return out;
}

void find_joints(const Character& c, std::span<const PlacedNode> nodes, std::vector<JointMatrix>& out) {
    out.resize(c.joints.size());
    for (size_t j = 0; j < out.size(); ++j) out[j] = matrix_of(c.joints[j], nodes);
}

void add_morph(const Morph& morph, float weight, std::vector<float>& lanes) {
    for (size_t i = 0; i < morph.positions.size(); ++i) {
        const size_t v = morph.first_vertex + i;
        float* block = lanes.data() + v / lane_count * 6 * lane_count + v % lane_count;
        for (int axis = 0; axis < 3; ++axis) {
            block[static_cast<size_t>(axis) * lane_count] += weight * morph.positions[i][axis];
            if (!morph.normals.empty())
                block[static_cast<size_t>(axis + 3) * lane_count] += weight * morph.normals[i][axis];
        }
    }
}

}  // namespace

void skin(const Character& c, std::span<const PlacedNode> nodes, const CharacterPose& pose, SkinningScratch& scratch,
          std::span<Vec3> positions, std::span<Vec3> normals) {
    PL_ASSERT(nodes.size() == c.nodes.size() && pose.morphs.size() == c.morphs.size());
    PL_ASSERT(positions.size() == c.vertex_count() && normals.size() == c.vertex_count());
    find_joints(c, nodes, scratch.joints);
    const bool morphed = std::any_of(pose.morphs.begin(), pose.morphs.end(), [](double w) { return w != 0; });
    if (morphed) {
        scratch.lanes = c.rest_lanes;
        for (size_t m = 0; m < c.morphs.size(); ++m)
            if (pose.morphs[m] != 0) add_morph(c.morphs[m], static_cast<float>(pose.morphs[m]), scratch.lanes);
    }
    if (c.vertex_count() == 0) return;
    skinning_kernels().skin({c.vertex_count(), morphed ? scratch.lanes.data() : c.rest_lanes.data(),
                             c.influences.first_round.data(), c.influences.joints.data(), c.influences.weights.data(),
                             &scratch.joints[0].row[0][0], &positions[0].x, &normals[0].x});
}

// The order of every sum is that of the kernel.
Vec3 skin_vertex(const Character& c, std::span<const PlacedNode> nodes, const CharacterPose& pose, u32 vertex) {
    PL_ASSERT(nodes.size() == c.nodes.size() && pose.morphs.size() == c.morphs.size() && vertex < c.vertex_count());
    const u32 block = vertex / lane_count, lane = vertex % lane_count;
    const float* rest = c.rest_lanes.data() + static_cast<size_t>(block) * 6 * lane_count + lane;
    Vec3 p{rest[0], rest[lane_count], rest[2 * lane_count]};
    for (size_t m = 0; m < c.morphs.size(); ++m) {
        const Morph& morph = c.morphs[m];
        if (pose.morphs[m] == 0 || vertex < morph.first_vertex) continue;
        if (vertex - morph.first_vertex >= morph.positions.size()) continue;
        const float weight = static_cast<float>(pose.morphs[m]);
        for (int axis = 0; axis < 3; ++axis) p[axis] += weight * morph.positions[vertex - morph.first_vertex][axis];
    }
    float row[3][4] = {};
    for (u32 round = c.influences.first_round[block]; round < c.influences.first_round[block + 1]; ++round) {
        const u32 at = round * lane_count + lane;
        const JointMatrix m = matrix_of(c.joints[c.influences.joints[at]], nodes);
        for (int r = 0; r < 3; ++r)
            for (int col = 0; col < 4; ++col) row[r][col] += m.row[r][col] * c.influences.weights[at];
    }
    const auto along = [&](const float* r) { return r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3]; };
    return {along(row[0]), along(row[1]), along(row[2])};
}

void find_rest(Character& c) {
    CharacterPose pose;
    std::vector<PlacedNode> nodes;
    SkinningScratch scratch;
    std::vector<Vec3> positions(c.vertex_count()), normals(c.vertex_count());
    rest_pose(c, pose);
    place_nodes(c, {}, pose, nodes);
    skin(c, nodes, pose, scratch, positions, normals);
    // Values that differ by rounding alone are equal: the numbers of the file are better than those of skinning.
    const float same = 1e-4f * length(c.mesh.bounds().size());
    bool moved = false;
    for (size_t v = 0; v < positions.size(); ++v) {
        const Vec3& bound = c.mesh.points[c.mesh.vertex_point[v]];
        if (!is_finite(positions[v])) positions[v] = bound;
        if (!is_finite(normals[v])) normals[v] = c.mesh.normals[v];
        moved = moved || length_squared(positions[v] - bound) > same * same;
    }
    if (!moved) return;
    c.rest_positions = std::move(positions);
    c.rest_normals = std::move(normals);
}

}  // namespace pliant
