// Creatures that move by their bones: bones stay in the flesh, joints keep their limits, and a skeleton carries.

#include <gtest/gtest.h>

#include "rigid/system.h"
#include "worlds.h"

namespace pliant {

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
        most = std::max(most, length(world.held_at(id, i) - world.pulled_to(id, i)));
    return most;
}

}  // namespace

TEST(Creatures, HaveTheBonesOfTheirFile) {
    const auto world = world_of(kobold());
    u32 bones = 0, joints = 0;
    world->each_collider([&](ColliderId, const Collider& c) { bones += c.dynamic; });
    world->each_joint([&](JointId, const RigidJoint&) { ++joints; });
    EXPECT_EQ(bones, 15u);  // the chest is a compound of two pieces
    EXPECT_EQ(joints, 14u);
    EXPECT_GT(world->attachment(world->find_attachment("k/bones"))->grips.size(), 40u);
    const auto without = world_of(kobold(R"(, "bones": false)"));
    without->each_collider([&](ColliderId, const Collider& c) { EXPECT_FALSE(c.dynamic) << c.name; });
}

// Thrown through the flesh at 100 m/s, every bone in turn stays where it is held.
TEST(Creatures, BonesStayInTheFlesh) {
    const auto world = world_of(kobold());
    const auto start = world->save();
    float most = 0, later = 0;
    std::vector<ColliderId> all;
    world->each_collider([&](ColliderId id, const Collider& c) {
        if (c.dynamic) all.push_back(id);
    });
    for (const ColliderId bone : all) {
        world->restore(start);
        world->set_velocity(bone, {60, 60, 50}, {});
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
        world->each_collider([&](ColliderId, const Collider& c) {
            if (c.dynamic) most = std::max(most, length(c.pose.position - box.center()) - 0.5f * length(box.size()));
        });
        return most;
    };
    world->teleport(id, {{5, 1, 0}, {}});
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(apart(), 0);
    EXPECT_NEAR(world->center_of_mass(id).x, 5, 0.5);
    EXPECT_LT(furthest_off(*world), 0.01f);
    world->shift_origin({2, 0, 1});  // their rest is known in the coordinates they were made in
    world->put_at_rest(id, {{{-3, 1, 0}, {}}, {}, {}});
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(apart(), 0);
    EXPECT_NEAR(world->center_of_mass(id).x, -3, 0.5);
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

}  // namespace pliant
