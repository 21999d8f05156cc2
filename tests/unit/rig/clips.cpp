// Clips, cross-fades, weights and capsules.

#include <gtest/gtest.h>

#include "core/error.h"
#include "rig/bone_capsules.h"
#include "tube.h"

namespace pliant::testing {
namespace clips_tests {
namespace {

double farthest(const Posed& a, const Posed& b) {
    double most = 0;
    for (size_t v = 0; v < a.positions.size(); ++v)
        most = std::max(most, static_cast<double>(length(a.positions[v] - b.positions[v])));
    return most;
}

TEST(RigClips, LoopAndStop) {
    const Character c = tube_character();
    EXPECT_EQ(c.clips[0].length(), 1);
    EXPECT_EQ(farthest(posed(c, "Bend", 0.25), posed(c, "Bend", 3.25)), 0);
    EXPECT_EQ(farthest(posed(c, "Bend", 0.25), posed(c, "Bend", -0.75)), 0);
    EXPECT_EQ(farthest(posed(c, "Bend", 1, false), posed(c, "Bend", 7, false)), 0);
    EXPECT_EQ(farthest(posed(c, "Bend", 0, false), posed(c, "Bend", -1, false)), 0);
    EXPECT_GT(farthest(posed(c, "Bend", 0, false), posed(c, "Bend", 1, false)), 0.1);
}

// A turn by a linear channel has constant speed: half of the way is half of the angle.
TEST(RigClips, TurnsAtConstantSpeed) {
    const Character c = tube_character();
    CharacterPose pose;
    for (const double share : {0.1, 0.5, 0.9}) {
        clip_pose(c, c.clips[0], 0.5 * share, true, pose);
        EXPECT_NEAR(2 * arc_cosine(pose.nodes[spine].rotation.w), 1.1 * share, 1e-9);
    }
}

TEST(RigClips, CrossFadeGoesFromOnePoseToTheOther) {
    const Character c = tube_character();
    CharacterPose from, to, mixed;
    clip_pose(c, c.clips[0], 0.5, true, from);
    clip_pose(c, c.clips[1], 1.0, true, to);
    mixed = from;
    cross_fade(to, 0, mixed);
    EXPECT_LT(farthest(posed(c, mixed), posed(c, from)), 1e-6);
    mixed = from;
    cross_fade(to, 1, mixed);
    EXPECT_LT(farthest(posed(c, mixed), posed(c, to)), 1e-6);
    mixed = from;
    cross_fade(to, 0.5, mixed);
    EXPECT_NEAR(2 * arc_cosine(mixed.nodes[spine].rotation.w), 0.55, 1e-9);  // half of the bend
    EXPECT_NEAR(mixed.morphs[0], 0.5, 1e-12);
}

TEST(RigClips, BadKeysGetASentence) {
    const auto wrong = [](RigChannel c) {
        try {
            check_channel(c, "here");
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    const RigChannel good = tube_clips()[0].channels[0];
    EXPECT_EQ(wrong(good), "");
    RigChannel c = good;
    c.times[2] = 0;
    EXPECT_NE(wrong(c).find("key 2"), std::string::npos);
    c = good;
    c.times[1] = std::nan("");
    EXPECT_NE(wrong(c).find("not a finite number"), std::string::npos);
    c = good;
    c.values[3] = std::nan("");
    EXPECT_NE(wrong(c).find("not a finite number"), std::string::npos);
    c = good;
    c.values.pop_back();
    EXPECT_NE(wrong(c).find("11 numbers for 3 times"), std::string::npos);
    c = good;
    std::fill(c.values.begin(), c.values.end(), 0.0);
    EXPECT_NE(wrong(c).find("0 0 0 0"), std::string::npos);
}

TEST(RigWeights, AreTidiedAndTheRepairsCounted) {
    std::vector<std::vector<Influence>> of(4);
    of[0] = {{2, 1}, {5, 2}, {2, 1}};
    for (u32 j = 0; j < 12; ++j) of[1].push_back({j, static_cast<float>(j + 1)});
    of[3] = {{1, -1}, {2, std::nanf("")}, {3, 0}};
    InfluenceRepairs repairs;
    const PackedInfluences packed = pack(of, {9, 9, 9, 8}, repairs);
    EXPECT_EQ(repairs.without_weight, 2u);
    EXPECT_EQ(repairs.trimmed, 1u);
    EXPECT_EQ(repairs.senseless, 2u);
    EXPECT_EQ(packed.first_round[1], 8u);
    for (u32 v = 0; v < 4; ++v) {
        float sum = 0;
        for (u32 r = 0; r < 8; ++r) sum += packed.weights[8 * r + v];
        EXPECT_NEAR(sum, 1, 1e-6);
    }
    EXPECT_EQ(packed.strongest(1), 11u);
    EXPECT_EQ(packed.strongest(2), 9u);
    EXPECT_EQ(packed.strongest(3), 8u);
    EXPECT_EQ(packed.weights[0], 0.5f);  // the two halves of joint 2 count together
}

// The tube has a radius of 0.2 in the armature's units, of which there are two to the metre: capsules of 0.4 m.
TEST(BoneCapsules, FitTheVerticesOfTheirBone) {
    const Character c = tube_character();
    const std::vector<BoneCapsule> capsules = fit_capsules(c, 1.0);
    ASSERT_EQ(capsules.size(), 3u);  // the hat has too few vertices
    for (const BoneCapsule& capsule : capsules) {
        EXPECT_NEAR(capsule.radius, 0.4, 0.01);
        EXPECT_NEAR(std::fabs((capsule.local.rotation * Vec3{0, 1, 0}).y), 1, 1e-4);
        EXPECT_NEAR(capsule.local.position.x, 0, 1e-3);
        EXPECT_NEAR(capsule.local.position.z, 0, 1e-3);
    }
    EXPECT_NEAR(fit_capsules(c, 2.0)[0].radius, 0.8, 0.02);
}

TEST(RigNodes, PosesOfMatricesComeBack) {
    const NodePose pose{{1, 2, 3}, turn({0.36, 0.48, 0.8}, 2.5), {-2, 3, 0.5}};
    double sheared = 1;
    const NodePose back = pose_of(affine_of(pose), &sheared);
    EXPECT_LT(sheared, 1e-12);
    const Affine a = affine_of(pose), b = affine_of(back);
    for (int col = 0; col < 3; ++col) EXPECT_LT(length(a.linear.column[col] - b.linear.column[col]), 1e-12);
    Affine skewed;
    skewed.linear(0, 1) = 0.5;
    pose_of(skewed, &sheared);
    EXPECT_GT(sheared, 0.3);
}

}  // namespace
}  // namespace clips_tests
}  // namespace pliant::testing
