// Skinning in lanes against plain matrices in double, and the same bits on every instruction set.

#include "rig/skinning.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "core/cpu.h"
#include "core/hash.h"
#include "core/random.h"
#include "tube.h"

namespace pliant::testing {
namespace skinning_tests {
namespace {

using Eigen::Matrix4d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

// ---- the reference: Eigen's matrices, its slerp and std's trigonometry

struct Trs {
    Vector3d t, s;
    Quaterniond r;
};

std::vector<double> reference_sample(const RigChannel& c, double time) {
    const size_t w = c.width, keys = c.times.size();
    const bool cubic = c.interpolation == KeyInterpolation::cubic;
    const auto part = [&](size_t key, size_t slot) {
        const auto from = c.values.begin() + static_cast<long>(cubic ? (3 * key + slot) * w : key * w);
        return std::vector<double>(from, from + static_cast<long>(w));
    };
    size_t k = 0;
    while (k + 1 < keys && c.times[k + 1] <= time) ++k;
    if (time <= c.times[0] || k + 1 == keys || c.interpolation == KeyInterpolation::step) return part(k, 1);
    const double span = c.times[k + 1] - c.times[k], t = (time - c.times[k]) / span;
    std::vector<double> a = part(k, 1), b = part(k + 1, 1), out(w);
    if (cubic) {
        const std::vector<double> m0 = part(k, 2), m1 = part(k + 1, 0);
        for (size_t i = 0; i < w; ++i) {  // the cubic through a and b in Bernstein's form
            const double p1 = a[i] + span * m0[i] / 3, p2 = b[i] - span * m1[i] / 3, u = 1 - t;
            out[i] = u * u * u * a[i] + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * b[i];
        }
        return out;
    }
    if (c.path == ChannelPath::rotation) {
        const Quaterniond q = Quaterniond(a[3], a[0], a[1], a[2]).slerp(t, Quaterniond(b[3], b[0], b[1], b[2]));
        return {q.x(), q.y(), q.z(), q.w()};
    }
    for (size_t i = 0; i < w; ++i) out[i] = (1 - t) * a[i] + t * b[i];
    return out;
}

Matrix4d matrix_of(const Trs& p) { return (Eigen::Translation3d(p.t) * p.r * Eigen::Scaling(p.s)).matrix(); }
Trs trs(const NodePose& p) {
    return {{p.translation.x, p.translation.y, p.translation.z},
            {p.scale.x, p.scale.y, p.scale.z},
            Quaterniond(p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z)};
}

struct Reference {
    std::vector<Vector3d> points;
    std::vector<Matrix4d> nodes;
};

Reference reference(const Character& c, const RigClip& clip, double file_time, const NodePose& placement) {
    std::vector<Trs> local;
    for (const Node& n : c.nodes) local.push_back(trs(n.rest));
    double bulge = 0;
    for (const RigChannel& ch : clip.channels) {
        const std::vector<double> v = reference_sample(ch, file_time);
        if (ch.path == ChannelPath::translation) local[ch.node].t = {v[0], v[1], v[2]};
        if (ch.path == ChannelPath::scale) local[ch.node].s = {v[0], v[1], v[2]};
        if (ch.path == ChannelPath::rotation) local[ch.node].r = Quaterniond(v[3], v[0], v[1], v[2]).normalized();
        if (ch.path == ChannelPath::weights) bulge = v[0];
    }
    Reference out;
    for (size_t n = 0; n < c.nodes.size(); ++n) {
        const Matrix4d parent =
            c.nodes[n].parent == Node::none ? Matrix4d(matrix_of(trs(placement))) : out.nodes[c.nodes[n].parent];
        out.nodes.push_back(parent * matrix_of(local[n]));
    }
    const Tube t = make_tube();
    for (size_t v = 0; v < t.positions.size(); ++v) {
        const Vec3d p = t.positions[v].to<double>() + t.bulge[v].to<double>() * bulge;
        Vector3d sum(0, 0, 0);
        double all = 0;
        for (u32 j = 0; j < 3; ++j) {
            const double w = t.weights[v][j];
            const Eigen::Vector4d at = out.nodes[hips + j] * Eigen::Vector4d(p.x, p.y - 0.7 * j, p.z, 1);
            sum += at.head<3>() * w;
            all += w;
        }
        out.points.push_back(sum / all);
    }
    for (const Vec3& p : t.hat) {
        const Eigen::Vector4d at = out.nodes[hat] * Eigen::Vector4d(p.x, p.y, p.z, 1);
        out.points.push_back(at.head<3>());
    }
    return out;
}

// Rounding: a chain of joints in double, then floats of about 5 m that are blended: 5 m · 2^-24 · a few = 2e-6 m.
TEST(Skinning, IsThatOfPlainMatrices) {
    const Character c = tube_character();
    const NodePose placement{{1, 2, -3}, turn({0.6, 0, 0.8}, 0.7), {1.5, 1.5, 1.5}};
    double worst = 0, size = 0;
    for (const RigClip& clip : c.clips)
        for (double seconds = 0; seconds < clip.length(); seconds += 0.037) {
            const Posed now = posed(c, clip.name, seconds, true, placement);
            const Reference right = reference(c, clip, clip.start + seconds, placement);
            for (size_t v = 0; v < now.positions.size(); ++v) {
                const Vec3 p = now.positions[v];
                worst = std::max(worst, (Vector3d(p.x, p.y, p.z) - right.points[v]).norm());
                size = std::max(size, right.points[v].norm());
            }
            for (size_t n = 0; n < c.nodes.size(); ++n) {
                const Vec3d at = now.nodes[n].place.translation;
                EXPECT_LT((Vector3d(at.x, at.y, at.z) - right.nodes[n].block<3, 1>(0, 3)).norm(), 1e-12 * size);
            }
        }
    std::printf("skinning: %.1e of the size off\n", worst / size);
    EXPECT_LT(worst, 1e-6 * size);
}

// Normals stay at right angles to edges of the surface as long as joints move it as one, whatever the scale.
TEST(Skinning, NormalsFollowScaleAndMirrors) {
    Character c = tube_character();
    for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{3, 0.5, 1}, Vec3d{-2, 1, 1}}) {
        CharacterPose pose;
        rest_pose(c, pose);
        const NodePose placement{{}, turn({0, 0.6, 0.8}, 1), scale};
        const Posed now = posed(c, pose, placement);
        for (u32 a = 0; a < tube_around; ++a) {
            const u32 v = 7 * tube_around + a, left = 7 * tube_around + (a + tube_around - 1) % tube_around,
                      right = 7 * tube_around + (a + 1) % tube_around, up = 8 * tube_around + a;
            const Vec3 n = now.normals[v], around = now.positions[right] - now.positions[left];
            EXPECT_NEAR(length(n), 1, 1e-6);
            EXPECT_NEAR(dot(n, direction(around, Vec3{})), 0, 2e-6);  // the chord of neighbours is parallel to the skin
            EXPECT_NEAR(dot(n, direction(now.positions[up] - now.positions[v], Vec3{})), 0, 2e-6);
            Vec3 middle;
            for (u32 i = 0; i < tube_around; ++i) middle += now.positions[7 * tube_around + i] / tube_around;
            EXPECT_GT(dot(n, now.positions[v] - middle), 0);  // outwards
        }
    }
}

TEST(Skinning, GivesTheSameBitsOnEveryInstructionSet) {
    const Character c = tube_character();
    const Isa before = active_isa();
    u64 hashes[2] = {};
    for (int i = 0; i < 2; ++i) {
        set_active_isa(i ? best_isa() : Isa::v2);
        Hasher h;
        for (double t = 0; t < 2; t += 0.05) {
            const Posed now = posed(c, "Wave", t);
            h.array(std::span<const Vec3>(now.positions));
            h.array(std::span<const Vec3>(now.normals));
        }
        hashes[i] = h.result();
    }
    set_active_isa(before);
    EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Skinning, RestPoseIsTheBoundMeshInItsPlace) {
    const Character c = tube_character();
    const Posed now = posed(c, "", 0);
    const Affine place = affine_of(c.nodes[armature].rest);
    for (u32 v = 0; v < c.vertex_count() - hat_vertices; ++v)
        EXPECT_LT(length(now.positions[v].to<double>() - place * c.mesh.points[v].to<double>()), 2e-6);
    for (u32 v = c.vertex_count() - hat_vertices; v < c.vertex_count(); ++v)
        EXPECT_LT(length(now.positions[v] - c.mesh.points[v]), 2e-6f);
}

// Skinning single vertices gives the same bits as skinning all of them.
TEST(Skinning, OneVertexAloneHasTheSameBits) {
    const Character c = tube_character();
    for (const char* clip : {"Bend", "Wave", ""})
        for (const double seconds : {0.0, 0.37, 0.9}) {
            CharacterPose pose;
            if (const RigClip* found = c.find_clip(clip))
                clip_pose(c, *found, seconds, true, pose);
            else
                rest_pose(c, pose);
            const Posed all = posed(c, pose, {{1, 2, 3}, turn({1, 0, 0}, 0.3), {0.5, 0.5, 0.5}});
            for (u32 v = 0; v < c.vertex_count(); ++v)
                ASSERT_EQ(skin_vertex(c, all.nodes, pose, v), all.positions[v]) << clip << " " << seconds << " " << v;
        }
}

}  // namespace
}  // namespace skinning_tests
}  // namespace pliant::testing
