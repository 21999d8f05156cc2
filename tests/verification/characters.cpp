// Characters in a world: they play, push with their capsules, and carry what is attached to their bones.

#include "characters.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "worlds.h"

namespace pliant::testing {
namespace characters_tests {
namespace {

std::string message(const std::string& json) {
    try {
        world_of(json);
    } catch (const Error& e) {
        return e.what();
    }
    return "";
}

const Transform& bone(const World& world, u32 node) {
    return world.character(world.find_character("ada"))->frames[node];
}

const std::string pushed = R"("position": [0.5, 0.16, -0.2])";

TEST(Characters, PlayTheirClip) {
    const auto world =
        world_of(scene_with_ada(R"("clip": "Wave", "position": [1, 0, 2], "start": 0.25, "speed": 2)", pushed));
    const Character& c = world->character(world->find_character("ada"))->character();
    const NodePose placement{{1, 0, 2}, {}, {0.5, 0.5, 0.5}};
    for (u32 step = 0; step <= 90; ++step) {
        const Posed right = posed(c, "Wave", 0.25 + 2.0 * step / 60, true, placement);
        for (u32 n = 0; n < c.nodes.size(); ++n)
            ASSERT_LT(length(bone(*world, n).position - right.nodes[n].place.translation.to<float>()), 1e-5f) << step;
        SurfaceFrame frame;
        world->characters().surface_of(world->find_character("ada"), frame);
        for (u32 v = 0; v < c.vertex_count(); ++v)
            ASSERT_LT(length(frame.positions.data()[v] - right.positions[v]), 1e-5f);
        world->step();
    }
}

// A capsule stays around the vertices of its bone: they lie on it, for the tube is as round as a capsule.
TEST(Characters, CapsulesStayAroundTheirBones) {
    const auto world =
        world_of(scene_with_ada(R"("clip": "Bend", "collider": "capsules", "rotation": [0, 0, 20])", pushed));
    const CharacterInstance& ada = *world->character(world->find_character("ada"));
    const Collider* capsule = world->collider(world->find_collider("ada/Head"));
    ASSERT_NE(capsule, nullptr);
    for (int step = 0; step < 60; ++step) {
        world->step();
        SurfaceFrame frame;
        world->characters().surface_of(ada.id, frame);
        for (u32 v = 0; v < ada.character().vertex_count(); ++v) {
            const u32 joint = ada.character().influences.strongest(v);
            const Vec3 at = frame.positions.data()[v];
            // Those that the head alone moves; others are bent away by the spine.
            if (joint != 2 || ada.character().mesh.points[v].y < 1.5f) continue;
            const double depth = signed_distance(capsule->shape, capsule->pose.inverse(at)).distance;
            // At its end the tube is open and the capsule round: 0.2 m of radius, and the corner lies (√2 − 1) of it
            // off.
            ASSERT_GT(depth, -0.02) << step;
            ASSERT_LT(depth, 0.1) << step;
        }
    }
}

// The hips go half a metre and take the capsules along; who stands in the way is pushed, and never inside.
TEST(Characters, CapsulesPushAJelly) {
    const auto world = world_of(scene_with_ada(R"("clip": "Wave", "collider": "capsules", "friction": 0.1)", pushed));
    EXPECT_TRUE(world->find_collider("ada/Hips"));
    EXPECT_TRUE(world->find_collider("ada/Spine"));
    const BodyId jelly = world->find_body("jelly");
    const Vec3d start = world->bodies().center_of_mass(jelly);
    double deepest = 0;
    for (int step = 0; step < 60; ++step) {
        world->step();
        const Body* body = world->body(jelly);
        ASSERT_NE(body, nullptr);
        const Array<Vec3>& skin = body->frame().positions;
        world->contents().colliders.each([&](ColliderId, const Collider& c) {
            if (c.shape.kind != ShapeKind::capsule) return;
            for (u32 v = 0; v < skin.size(); ++v)
                deepest = std::max(
                    deepest, -static_cast<double>(signed_distance(c.shape, c.pose.inverse(skin.data()[v])).distance));
        });
    }
    const Vec3d way = world->bodies().center_of_mass(jelly) - start;
    const double along = way.x * 0.866 - way.z * 0.5;  // where the hips go
    EXPECT_GT(along, 0.3);
    EXPECT_LT(along, 1.0);
    // The skin is seen between its particles: half a cell at most.
    EXPECT_LT(deepest, 0.03);
    // Without capsules nothing happens to it.
    const auto alone = world_of(scene_with_ada(R"("clip": "Wave")", pushed));
    EXPECT_FALSE(alone->find_collider("ada/Hips"));
    for (int step = 0; step < 60; ++step) alone->step();
    EXPECT_LT(length(alone->bodies().center_of_mass(alone->find_body("jelly")) - start), 0.03);
}

// A rule for a pair may name the character, and means all its colliders.
TEST(Characters, PairsSpeakOfAllCapsules) {
    const auto world =
        world_of(scene_with_ada(R"("clip": "Wave", "collider": "capsules")", pushed,
                                R"(, "pairs": { "p": { "between": ["jelly", "ada"], "collide": false } })"));
    const BodyId jelly = world->find_body("jelly");
    const Vec3d start = world->bodies().center_of_mass(jelly);
    for (int step = 0; step < 60; ++step) world->step();
    EXPECT_LT(length(world->bodies().center_of_mass(jelly) - start), 0.03);
}

const std::string held_by_head =
    R"(, "attachments": { "pack": { "body": "jelly", "where": { "point": [-0.15, 0, 0], "radius": 0.2 }, "to": "ada/Head" } })";

// Every grip keeps its place in the frame of the bone, which moves and turns.
TEST(Characters, AttachedJellyFollowsTheBone) {
    const auto world = world_of(scene_with_ada(R"("clip": "Bend")", hat_place, held_by_head));
    const AttachmentId pack = world->find_attachment("pack");
    world->step();
    const Vec3 local = world->attachment(pack)->offset[0];
    double worst = 0, way = 0;
    const Vec3 first = bone(*world, head).position;
    for (int step = 0; step < 120; ++step) {
        world->step();
        const Vec3 wanted = bone(*world, head) * local;
        worst = std::max(worst, static_cast<double>(length(world->attachments().held_at(pack) - wanted)));
        way = std::max(way, static_cast<double>(length(bone(*world, head).position - first)));
        EXPECT_TRUE(world->attachment(pack)->holding);
    }
    EXPECT_THROW(world->attachments().move(pack, {}), Error);  // it has a target already
    EXPECT_GT(way, 0.3);                                       // the bone does go somewhere
    EXPECT_LT(worst, 0.01);  // [m], of a body of 0.3 m that is thrown about by a rigid grip
}

// A hanging body at rest: the force that is told back is its weight.
TEST(Characters, TheForceOfAnAttachmentIsTheWeight) {
    const auto world = world_of(scene_with_ada(R"("speed": 1)", hat_place, held_by_head));
    const BodyId jelly = world->find_body("jelly");
    world->parameters().set(WorldP::sleep_enabled, 0.0);
    for (int step = 0; step < 600; ++step) world->step();
    const double weight = world->bodies().mass(jelly) * 9.81;
    EXPECT_NEAR(world->attachment(world->find_attachment("pack"))->force.y, weight, 0.02 * weight);
}

// A collider that turns takes along what hangs on it.
TEST(Characters, AttachmentsHangOnCollidersToo) {
    const std::string arm =
        R"(, "attachments": { "pack": { "body": "jelly", "where": { "point": [0, 0.15, 0], "radius": 0.16 },
        "to": "arm" } })";
    std::string json = scene_with_ada(R"("speed": 1)", R"("position": [1, 1, 0])", arm);
    const std::string floor = R"("floor": { "shape": "plane", "friction": 0.2 })";
    json.replace(json.find(floor), floor.size(),
                 floor + R"(, "arm": { "shape": "sphere", "radius": 0.05, "motion": "kinematic",
        "position": [0, 1, 0], "rotation": { "keys": [[0, [0, 0, 0]], [2, [0, 90, 0]]] } })");
    const auto world = world_of(json);
    for (int step = 0; step < 120; ++step) world->step();
    const Vec3d at = world->bodies().center_of_mass(world->find_body("jelly"));
    EXPECT_NEAR(at.x, 0, 0.06);
    EXPECT_NEAR(at.z, -1, 0.06);
}

std::string everything() {
    return scene_with_ada(
        R"("clip": "Bend", "collider": "capsules", "rotation": { "keys": [[0, [0, 0, 0]], [1, [0, 40, 0]]] })",
        hat_place, held_by_head);
}

void direct(World& world, int step) {
    const CharacterId ada = world.find_character("ada");
    if (step == 20) world.characters().play(ada, "Wave", 0.4);
    if (step == 70) world.characters().pause(ada);
    if (step == 75) world.characters().resume(ada);
    if (step == 80) world.characters().set_parameter(ada, "speed", 1.7);
}

TEST(Characters, SnapshotsGoOnWithTheSameBits) {
    const auto first = world_of(everything()), second = world_of(everything());
    std::vector<u64> hashes;
    std::vector<std::byte> saved;
    for (int step = 0; step < 100; ++step) {
        if (step == 30) saved = first->save();  // in the midst of a fade
        direct(*first, step);
        first->step();
        hashes.push_back(first->hash());
    }
    for (int step = 0; step < 12; ++step) second->step();  // it has been elsewhere
    second->restore(saved);
    for (int step = 30; step < 100; ++step) {
        direct(*second, step);
        second->step();
        ASSERT_EQ(second->hash(), hashes[static_cast<size_t>(step)]) << step;
    }
    std::vector<std::byte> cut(saved.begin(), saved.end() - 9);
    EXPECT_THROW(second->restore(cut), Error);
}

TEST(Characters, ThreadsGiveTheSameBits) {
    std::vector<u64> hashes;
    for (const u32 threads : {1u, 2u, 5u}) {
        const auto world = world_of(everything(), threads);
        for (int step = 0; step < 100; ++step) {
            direct(*world, step);
            world->step();
            if (threads == 1)
                hashes.push_back(world->hash());
            else
                ASSERT_EQ(world->hash(), hashes[static_cast<size_t>(step)]) << threads << " threads, step " << step;
        }
    }
}

TEST(Characters, PauseStopSeekAndFade) {
    const auto world = world_of(scene_with_ada(R"("clip": "Bend", "loop": false)", pushed));
    const CharacterId ada = world->find_character("ada");
    const auto clip_time = [&] { return world->character(ada)->now.time; };
    const auto steps = [&](int n) {
        for (int i = 0; i < n; ++i) world->step();
    };
    steps(30);
    EXPECT_NEAR(clip_time(), 0.5, 1e-9);
    const Transform there = bone(*world, head);
    world->characters().pause(ada), steps(10);
    EXPECT_EQ(bone(*world, head), there);
    world->characters().resume(ada), steps(6);
    EXPECT_NEAR(clip_time(), 0.6, 1e-9);
    world->characters().stop(ada), steps(5);
    EXPECT_NEAR(clip_time(), 0.6, 1e-9);
    world->characters().resume(ada), steps(6);  // a stopped clip begins anew
    EXPECT_NEAR(clip_time(), 0.1, 1e-9);
    world->characters().seek(ada, 0.5);
    EXPECT_LT(length(bone(*world, head).position - there.position), 1e-6f);
    steps(200);
    EXPECT_NEAR(clip_time(), 1, 1e-9);  // held at its end
    // A fade of half a second: no bone jumps, and in the end the new clip is all there is.
    world->characters().play(ada, "Wave", 0.5);
    Vec3 last = bone(*world, head).position;
    for (int i = 0; i < 30; ++i) {
        world->step();
        EXPECT_LT(length(bone(*world, head).position - last), 0.06f);
        last = bone(*world, head).position;
    }
    const Posed right = posed(world->character(ada)->character(), "Wave", 0.5, false, {{}, {}, {0.5, 0.5, 0.5}});
    EXPECT_LT(length(last - right.nodes[head].place.translation.to<float>()), 1e-5f);
}

TEST(Characters, ComeAndGo) {
    const auto world = world_of(everything());
    const std::vector<std::byte> saved = world->save();
    for (int step = 0; step < 10; ++step) world->step();
    EXPECT_TRUE(world->characters().remove(world->find_character("ada")));
    EXPECT_FALSE(world->find_collider("ada/Hips"));
    for (int step = 0; step < 90; ++step) world->step();
    EXPECT_FALSE(world->attachment(world->find_attachment("pack"))->holding);
    EXPECT_LT(world->bodies().center_of_mass(world->find_body("jelly")).y, 0.3);  // it fell
    EXPECT_THROW(world->restore(saved), Error);
    EXPECT_NO_THROW(world->restore(world->save()));
}

// The whole scene moves with its origin: bones, capsules and what hangs on them.
TEST(Characters, OriginsShift) {
    const auto world = world_of(everything());
    for (int step = 0; step < 20; ++step) world->step();
    const Vec3 by{5, 0, -3};
    const Vec3 before = bone(*world, head).position,
               held = world->attachments().held_at(world->find_attachment("pack"));
    world->shift_origin(by);
    EXPECT_LT(length(bone(*world, head).position + by - before), 1e-5f);
    world->step();
    EXPECT_LT(length(bone(*world, head).position + by - before), 0.1f);
    EXPECT_LT(length(world->attachments().held_at(world->find_attachment("pack")) + by - held), 0.1f);
}

TEST(Characters, WrongScenesGetASentence) {
    const auto mentions = [](const std::string& json, const std::string& part) {
        EXPECT_NE(message(json).find(part), std::string::npos) << message(json);
    };
    mentions(scene_with_ada(R"("clip": "Bind")", pushed), "did you mean 'Bend'?");
    mentions(scene_with_ada(R"("clip": 3)", pushed), "characters.ada.clip");
    mentions(scene_with_ada(R"("collider": "mesh")", pushed), "none");
    const auto held_by = [](const std::string& to) {
        return R"(, "attachments": { "pack": { "body": "jelly", "where": { "point": [0, 0, 0] }, "to": ")" + to +
               "\" } }";
    };
    mentions(scene_with_ada(R"("speed": 1)", pushed, held_by("ada/Hed")), "did you mean \"ada/Head\"?");
    mentions(scene_with_ada(R"("speed": 1)", pushed, held_by("adda")),
             "there is no body, no collider and no character 'adda'");
    mentions(
        scene_with_ada(
            R"("speed": 1)", pushed,
            R"(, "attachments": { "p": { "body": "jelly", "where": { "point": [0, 0, 0] }, "to": "floor", "position": [0, 0, 0] } })"),
        "both \"to\" and \"position\"");
    std::string json = scene_with_ada(R"("speed": 1)", pushed);
    json.replace(json.find(R"("asset": "tube")"), 15, R"("asset": "tub")");
    mentions(json, "did you mean \"tube\"?");
    json = scene_with_ada(R"("speed": 1)", pushed);
    json.replace(json.find(R"("asset": "tube")"), 15, R"("asset": "box")");
    mentions(json, "has no bones");
}

}  // namespace
}  // namespace characters_tests
}  // namespace pliant::testing
