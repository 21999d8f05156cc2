// Capsules of bones: how well they fit, and what users change about them.

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/trig.h"
#include "rig/bone_surface.h"
#include "rig/capsule_coverage.h"
#include "tube.h"

namespace pliant::testing {
namespace capsules_tests {
namespace {

// A limb of a character in code: two bones along x, a box of few long triangles around them, and fingers at its end.
struct Limb {
    Character c;
    std::vector<std::vector<Influence>> influences;

    u32 bone(const char* name, u32 parent, double x) {
        Node node;
        node.name = name;
        node.parent = parent;
        double from = 0;
        for (u32 n = parent; n != Node::none; n = c.nodes[n].parent) from += c.nodes[n].rest.translation.x;
        node.rest.translation = {x - from, 0, 0};
        c.nodes.push_back(node);
        c.joints.push_back({static_cast<u32>(c.nodes.size() - 1), {Mat3d::identity(), {-x, 0, 0}}});
        return static_cast<u32>(c.nodes.size() - 1);
    }
    // A tube of eight sides from x to x, whose first ring follows one bone and whose second another.
    void tube(double from, double to, double radius, u32 first, u32 second) {
        const u32 start = static_cast<u32>(c.mesh.points.size());
        for (int ring = 0; ring < 2; ++ring)
            for (int a = 0; a < 8; ++a) {
                const double angle = pi / 4 * a;
                c.mesh.points.push_back(
                    Vec3d{ring ? to : from, radius * cosine(angle), radius * sine(angle)}.to<float>());
                c.mesh.vertex_point.push_back(static_cast<u32>(c.mesh.points.size() - 1));
                influences.push_back({{ring ? second : first, 1.0f}});
            }
        const auto face = [&](std::initializer_list<u32> corners) {
            for (const u32 v : corners) c.mesh.face_vertex.push_back(start + v);
            c.mesh.face_start.push_back(static_cast<u32>(c.mesh.face_vertex.size()));
            c.mesh.face_material.push_back(0);
        };
        for (u32 a = 0; a < 8; ++a) face({a, (a + 1) % 8, 8 + (a + 1) % 8, 8 + a});
        face({7, 6, 5, 4, 3, 2, 1, 0});
        face({8, 9, 10, 11, 12, 13, 14, 15});
    }
    Character finish() {
        c.name = "limb";
        c.skins = {{"Skin", 0, static_cast<u32>(c.joints.size())}};
        c.mesh.materials.emplace_back();
        InfluenceRepairs repairs;
        pliant::finish(c, influences, std::vector<u32>(c.mesh.points.size(), 0), repairs);
        return std::move(c);
    }
};

Character arm() {
    Limb limb;
    const u32 upper = limb.bone("Upper", Node::none, 0), lower = limb.bone("Lower", upper, 1),
              hand = limb.bone("Hand", lower, 2);
    limb.tube(0, 1, 0.2, upper, upper);
    limb.tube(1, 2, 0.15, lower, lower);
    limb.tube(2, 2.3, 0.1, hand, hand);
    u32 parent = hand;
    for (int joint = 0; joint < 3; ++joint) {
        parent = limb.bone(("Finger" + std::to_string(joint)).c_str(), parent, 2.3 + 0.03 * joint);
        limb.tube(2.3 + 0.03 * joint, 2.33 + 0.03 * joint, 0.02, parent, parent);
    }
    return limb.finish();
}

const BoneCapsule* of_bone(const Character& c, const std::vector<BoneCapsule>& capsules, const char* bone) {
    for (const BoneCapsule& capsule : capsules)
        if (c.nodes[capsule.node].name == bone) return &capsule;
    return nullptr;
}

// The limb is a closed mesh of three cylinders, so all numbers are known: a round end on a flat one reaches out of it
// by up to a radius, and of the volume that is bare it leaves less than the share that lies beyond the samples.
TEST(BoneCapsules, HoldALimbOfFewTriangles) {
    const Character c = arm();
    const std::vector<BoneCapsule> capsules = fit_capsules(c, 1);
    ASSERT_EQ(capsules.size(), 3u) << "fingers belong to the hand";
    EXPECT_NEAR(of_bone(c, capsules, "Upper")->radius, 0.2, 0.01);
    EXPECT_NEAR(of_bone(c, capsules, "Lower")->radius, 0.15, 0.0075);
    EXPECT_NEAR(of_bone(c, capsules, "Hand")->radius, 0.1, 0.005);
    const RestVertices rest = rest_vertices(c, 1);
    for (const BoneCapsule& capsule : capsules) {
        const auto [a, b] = capsule_ends(capsule, rest.nodes[capsule.node]);
        EXPECT_LT(std::fabs(a.y) + std::fabs(a.z) + std::fabs(b.y) + std::fabs(b.z), 0.02);
    }
    const auto [from, to] = capsule_ends(*of_bone(c, capsules, "Hand"), rest.nodes[2]);
    EXPECT_NEAR(std::max(from.x, to.x) + 0.1, 2.39, 0.05) << "the tips of the fingers";
    const CapsuleCoverage covered = capsule_coverage(c, capsules, 1);
    EXPECT_NEAR(covered.mesh, pi * (0.04 + 0.0225 + 0.003) * 0.9, 0.012) << "eight sides have 0.9 of a circle";
    EXPECT_LT(covered.missed, 0.03 * covered.mesh);
    EXPECT_LT(covered.excess, 0.35 * covered.mesh);
    EXPECT_LT(covered.max_outside, 0.04);  // 0.033 measured: the rim of the flat end of 0.2 m
}

TEST(BoneCapsules, GrowWithTheCharacter) {
    const Character c = arm();
    const std::vector<BoneCapsule> one = fit_capsules(c, 1), three = fit_capsules(c, 3);
    ASSERT_EQ(one.size(), three.size());
    for (size_t i = 0; i < one.size(); ++i) {
        EXPECT_NEAR(three[i].radius, 3 * one[i].radius, 1e-5);
        EXPECT_NEAR(three[i].half_height, 3 * one[i].half_height, 1e-5);
        EXPECT_LT(length(three[i].local.position - one[i].local.position * 3.0f), 1e-5);
    }
}

TEST(BoneCapsules, CoverageOfTheTube) {
    const Character c = tube_character();
    const CapsuleCoverage covered = capsule_coverage(c, fit_capsules(c, 1), 1);
    EXPECT_GT(covered.inside, 0.8);  // 0.85 measured: all but the hat and the two rims, which have 24 of 184 vertices
    EXPECT_LT(covered.missed, 0.03 * covered.mesh);
    EXPECT_EQ(capsule_coverage(c, {}, 1).inside, 0);
}

TEST(BoneCapsules, AreEditedByName) {
    const Character c = arm();
    const auto edited = [&](std::vector<CapsuleEdit> edits) {
        std::vector<BoneCapsule> capsules = fit_capsules(c, 1);
        edit_capsules(c, 1, edits, capsules);
        return capsules;
    };
    const std::vector<BoneCapsule> fitted = fit_capsules(c, 1);
    const float half = of_bone(c, fitted, "Upper")->half_height;

    CapsuleEdit edit;
    edit.bone = "Upper";
    edit.radius = 0.3;
    std::vector<BoneCapsule> capsules = edited({edit});
    EXPECT_EQ(of_bone(c, capsules, "Upper")->radius, 0.3f);
    EXPECT_NEAR(of_bone(c, capsules, "Upper")->half_height, half, 1e-6) << "the axis stays";
    edit.height = 1.0;
    edit.position = Vec3d{0.5, 0, 0.25};
    capsules = edited({edit});
    EXPECT_NEAR(of_bone(c, capsules, "Upper")->half_height, 0.2, 1e-6);
    EXPECT_EQ(of_bone(c, capsules, "Upper")->local.position, (Vec3{0.5f, 0, 0.25f}));
    edit.height = 0.1;
    EXPECT_EQ(of_bone(c, edited({edit}), "Upper")->half_height, 0) << "a ball";

    CapsuleEdit removed;
    removed.bone = "Lower";
    removed.removed = true;
    capsules = edited({removed});
    EXPECT_EQ(capsules.size(), 2u);
    EXPECT_EQ(of_bone(c, capsules, "Lower"), nullptr);

    CapsuleEdit added;
    added.bone = "Finger0";
    added.radius = 0.03;
    capsules = edited({added});
    ASSERT_NE(of_bone(c, capsules, "Finger0"), nullptr);
    EXPECT_NEAR(of_bone(c, capsules, "Finger0")->half_height, 0.015, 1e-6) << "from its joint to the next";
    EXPECT_TRUE(std::is_sorted(capsules.begin(), capsules.end(),
                               [](const BoneCapsule& a, const BoneCapsule& b) { return a.node < b.node; }));

    const auto sentence = [&](const CapsuleEdit& wrong) {
        try {
            edited({wrong});
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    CapsuleEdit wrong;
    wrong.bone = "Uper";
    EXPECT_NE(sentence(wrong).find("did you mean 'Upper'?"), std::string::npos) << sentence(wrong);
    wrong.bone = "Finger1";
    wrong.height = 1.0;
    EXPECT_NE(sentence(wrong).find("\"radius\""), std::string::npos) << sentence(wrong);
}

}  // namespace
}  // namespace capsules_tests
}  // namespace pliant::testing
