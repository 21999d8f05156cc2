// Creatures that move by their bones: bones stay in the flesh, joints keep their limits, and a skeleton carries.

#include <gtest/gtest.h>

#include "core/trig.h"
#include "rigid/rotation_vector.h"
#include "rigid/system.h"
#include "worlds.h"

namespace pliant {
namespace creatures_tests {

namespace {

using testing::particle_bounds;
using testing::world_of;

std::string kobold(const std::string& more = "", const std::string& world = "") {
    return R"({ "world": { "substeps": 6, "sleep": { "enabled": false } )" + world + R"( },
        "assets": { "kobold": { "shape": "kobold" } }, "colliders": { "floor": {} },
        "bodies": { "k": { "asset": "kobold", "position": [0, 0.5, 0])" +
           more + " } } }";
}

// How far what bones hold is from where they want it: the furthest.
float furthest_off(const World& world) {
    const AttachmentId id = world.find_attachment("k/bones");
    float most = 0;
    for (size_t i = 0; i < world.attachment(id)->grips.size(); ++i)
        most = std::max(most, length(world.attachments().held_at(id, i) - world.attachments().pulled_to(id, i)));
    return most;
}

}  // namespace

TEST(Creatures, HaveTheBonesOfTheirFile) {
    const auto world = world_of(kobold());
    u32 bones = 0, joints = 0;
    world->contents().colliders.each([&](ColliderId, const Collider& c) { bones += c.dynamic; });
    world->contents().joints.each([&](JointId, const RigidJoint&) { ++joints; });
    EXPECT_EQ(bones, 15u);  // the chest is a compound of two pieces
    EXPECT_EQ(joints, 14u);
    EXPECT_GT(world->attachment(world->find_attachment("k/bones"))->grips.size(), 40u);
    const auto without = world_of(kobold(R"(, "bones": false)"));
    without->contents().colliders.each([&](ColliderId, const Collider& c) { EXPECT_FALSE(c.dynamic) << c.name; });
}

// Thrown through the flesh at 100 m/s, every bone in turn stays where it is held.
TEST(Creatures, BonesStayInTheFlesh) {
    const auto world = world_of(kobold());
    const auto start = world->save();
    float most = 0, later = 0;
    std::vector<ColliderId> all;
    world->contents().colliders.each([&](ColliderId id, const Collider& c) {
        if (c.dynamic) all.push_back(id);
    });
    for (const ColliderId bone : all) {
        world->restore(start);
        world->colliders().set_velocity(bone, {60, 60, 50}, {});
        for (int i = 0; i < 180; ++i) {
            world->step();
            most = std::max(most, furthest_off(*world));
        }
        later = std::max(later, furthest_off(*world));
        EXPECT_FALSE(world->body(world->find_body("k"))->quarantined) << world->collider(bone)->name;
    }
    printf("at most %.4f m off what they hold, %.4f m three seconds later\n", most, later);
    EXPECT_LT(most, 0.05f);
    EXPECT_LT(later, 0.01f);
}

// Bones go where their body is put.
TEST(Creatures, ArePutElsewhereWithTheirBones) {
    const auto world = world_of(kobold());
    const BodyId id = world->find_body("k");
    for (int i = 0; i < 60; ++i) world->step();
    const auto apart = [&] {
        float most = -1;
        const Box box = particle_bounds(*world, id);
        world->contents().colliders.each([&](ColliderId, const Collider& c) {
            if (c.dynamic) most = std::max(most, length(c.pose.position - box.center()) - 0.5f * length(box.size()));
        });
        return most;
    };
    world->bodies().teleport(id, {{5, 1, 0}, {}});
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(apart(), 0);
    EXPECT_NEAR(world->bodies().center_of_mass(id).x, 5, 0.5);
    EXPECT_LT(furthest_off(*world), 0.01f);
    world->shift_origin({2, 0, 1});  // their rest is known in the coordinates they were made in
    world->bodies().reset(id, {{{-3, 1, 0}, {}}, {}, {}});
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(apart(), 0);
    EXPECT_NEAR(world->bodies().center_of_mass(id).x, -3, 0.5);
    EXPECT_LT(furthest_off(*world), 0.01f);
}

// Hung up by its head, flesh alone becomes long; with bones it keeps its length.
TEST(Creatures, ASkeletonCarries) {
    float tall[2];
    for (const bool bones : {false, true}) {
        const auto world = world_of(kobold(std::string(bones ? "" : R"(, "bones": false)") + R"(, "youngs_modulus": 1e4,
            "hold": { "point": [0, 0.93, 0.03], "radius": 0.09 }, "gravity_scale": 1)"));
        const BodyId id = world->find_body("k");
        const float before = particle_bounds(*world, id).size().y;
        for (int i = 0; i < 240; ++i) world->step();
        const Box box = particle_bounds(*world, id);
        tall[bones] = box.size().y / before;
        printf("%s bones: %.3f times as tall as at rest\n", bones ? "with" : "without", tall[bones]);
        EXPECT_FALSE(world->body(id)->quarantined);
    }
    EXPECT_GT(tall[0] - 1, 1.5f * std::fabs(tall[1] - 1));
}

// The clip of the file drives the joints of the file: with one object for all of them, and a character that is the same
// creature. Hung up by its hips, so that nothing is in the way of its feet.
TEST(Creatures, JointsFollowTheClipOfTheFile) {
    const auto world = world_of(R"({ "world": { "substeps": 6, "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "kobold": { "shape": "kobold" } },
        "characters": { "walker": { "asset": "kobold", "clip": "walk", "loop": true, "collider": "none", "look": "hidden" } },
        "bodies": { "k": { "asset": "kobold", "position": [2, 0.5, 0],
                           "bones": { "follow": "walker", "stiffness": 500, "damping": 10 } } },
        "joints": { "hook": { "kind": "fixed", "b": "k/hips", "position": [2, 0.94, -0.02] } } })");
    const CharacterInstance& walker = *world->character(world->find_character("walker"));
    const auto turn_of = [&](const std::string& a,
                             const std::string& b) {  // of the bone, and of the rigid body, against its parent
        const auto node = [&](const std::string& n) { return walker.frames[walker.character().find_node(n)].rotation; };
        const auto bone = [&](const std::string& n) {
            return world->collider(world->find_collider("k/" + n))->pose.rotation;
        };
        return std::pair{conjugate(node(a)) * node(b), conjugate(bone(a)) * bone(b)};
    };
    const std::pair<const char*, const char*> pairs[] = {
        {"hips", "thigh left"}, {"thigh left", "shin left"}, {"thigh right", "shin right"},
        {"hips", "chest"},      {"chest", "upper arm left"}, {"upper arm right", "lower arm right"}};
    const auto degrees_between = [](const Quat& a, const Quat& b) {
        return double(length(rigid::rotation_vector(a * conjugate(b)))) * 180 / pi;
    };
    std::vector<Quat> first;
    double off = 0, bent = 0;
    for (int i = 0; i < 120; ++i) {
        world->step();
        for (size_t p = 0; p < std::size(pairs); ++p) {
            const auto [wanted, found] = turn_of(pairs[p].first, pairs[p].second);
            if (first.size() < std::size(pairs)) first.push_back(found);
            if (i < 60) continue;
            bent = std::max(bent, degrees_between(found, first[p]));
            off = std::max(off, degrees_between(wanted, found));
        }
    }
    std::printf("joints bend by %.1f degrees, and follow the clip within %.2f degrees\n", bent, off);
    EXPECT_GT(bent, 40);
    EXPECT_LT(off, 6);  // degrees; without drives 50
}

// The same clip as a guide: the flesh wants the shape that the skin has in it, without a bone.
TEST(Creatures, FleshIsGuidedByTheClipOfTheFile) {
    const auto world = world_of(R"({ "world": { "substeps": 6, "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "kobold": { "shape": "kobold" } },
        "bodies": { "k": { "asset": "kobold", "bones": false, "guide": { "keyframes": ["kobold/walk"], "follow": "place" } } } })");
    const BodyId id = world->find_body("k");
    float most = 0;
    const ParticleView& view = world->body(id)->view;
    std::vector<Vec3> first;
    for (u32 p = 0; p < view.count; ++p) first.push_back(view.position[p].xyz());
    for (int i = 0; i < 60; ++i) {
        world->step();
        for (u32 p = 0; p < view.count; ++p) most = std::max(most, length(view.position[p].xyz() - first[p]));
    }
    std::printf("particles go up to %.3f m from where they begin\n", static_cast<double>(most));
    EXPECT_GT(most, 0.3f);
    EXPECT_LT(most, 0.5f);  // 0.43: from one end of the stride to the other, and a tail that swings
}

}  // namespace creatures_tests
}  // namespace pliant
