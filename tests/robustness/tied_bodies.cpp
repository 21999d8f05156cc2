// Bodies tied to bodies: chains, rings, and targets that go, freeze or are held.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "worlds.h"

namespace pliant::testing {
namespace tied_bodies_tests {
namespace {

// Beads of 0.1 m in a row, each tied to the one before it at the side that faces it.
std::string beads(int count, const std::string& world, const std::string& tie, bool ring) {
    constexpr double apart = 0.12;
    std::string bodies, attachments;
    const double radius = apart * count / (2 * 3.14159265358979);
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * 3.14159265358979 * i / count;
        const double x = ring ? radius * std::cos(angle) : 0, y = ring ? 5 + radius * std::sin(angle) : -apart * i;
        const std::string name = "b" + std::to_string(i);
        bodies += (i ? ", \"" : "\"") + name +
                  R"(": { "asset": "bead", "spacing": 0.1, "youngs_modulus": 1e6, "damping": 0.2, "drag": )" +
                  std::string(ring ? "0" : "3") + R"(,
            "position": [)" +
                  std::to_string(x) + ", " + std::to_string(y) + ", 0] }";
        if (i == 0 && !ring) continue;
        attachments += (attachments.empty() ? "\"t" : ", \"t") + std::to_string(i) + R"(": { "body": ")" + name +
                       R"(", "where": { "point": [0, 0.05, 0], "radius": 0.075 }, "to": "b)" +
                       std::to_string((i + count - 1) % count) + "\"" + tie + " }";
    }
    return R"({ "world": { "sleep": { "enabled": false } )" + world + R"( },
        "assets": { "bead": { "shape": "box", "size": [0.1, 0.1, 0.1], "detail": 2 } }, "bodies": { )" +
           bodies + R"( }, "attachments": { )" + attachments +
           (ring ? "" : R"(, "hook": { "body": "b0", "where": { "point": [0, 0.05, 0], "radius": 0.075 } })") + " } }";
}

bool all_finite(const World& world) {
    bool finite = true;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        finite = finite && !body.quarantined;
        for (u32 p = 0; p < body.view.count; ++p)
            finite = finite && is_finite(body.view.position[p].xyz()) && is_finite(body.view.velocity[p].xyz());
    });
    return finite;
}

const Attachment& named(const World& world, const char* name) { return *world.attachment(world.find_attachment(name)); }

// The hook bears the weight of all, the tie in the middle that of those below it. News of a load goes along the chain
// round by round; impulses are kept from substep to substep, so it gets there. What is left of the swinging of 12 m of
// jelly after 20 s is the tolerance.
TEST(AttachmentsBetweenBodies, AHundredInAChainHang) {
    for (const char* how : {"", R"(, "stiffness": 2e4)"}) {
        auto world = world_of(beads(100, "", how, false));
        double weight = 0;
        world->contents().bodies.each([&](BodyId id, const Body&) { weight += 9.81 * world->bodies().mass(id); });
        double top = 0, middle = 0;
        for (int i = 0; i < 1200; ++i) {
            world->step();
            if (i < 1080) continue;
            top += named(*world, "hook").force.y / 120, middle += named(*world, "t50").force.y / 120;
        }
        const double low = world->bodies().center_of_mass(world->find_body("b99")).y;
        std::printf("%-22s top %.3f, middle %.3f of %.3f N; the last at %.2f m of %.2f m\n", how, top, middle, weight,
                    low, -0.12 * 99);
        EXPECT_TRUE(all_finite(*world));
        EXPECT_NEAR(top / weight, 1, 0.01);
        EXPECT_NEAR(middle / weight, 0.5, 0.01);
    }
}

// Every one hangs on the next. It falls as a whole, with g and without turning by itself.
TEST(AttachmentsBetweenBodies, ARingFallsAsAWhole) {
    for (const char* how : {"", R"(, "stiffness": 3000)"}) {
        auto world = world_of(beads(12, "", how, true));
        const auto middle = [&] {
            Vec3d sum;
            world->contents().bodies.each(
                [&](BodyId id, const Body&) { sum += world->bodies().center_of_mass(id) / 12; });
            return sum;
        };
        const Vec3d start = middle();
        for (int i = 0; i < 60; ++i) world->step();
        const Vec3d fallen = middle() - start;
        std::printf("%-22s fallen %.4f m in a second, aside %.1e m\n", how, -fallen.y, std::hypot(fallen.x, fallen.z));
        EXPECT_TRUE(all_finite(*world));
        EXPECT_NEAR(fallen.y, -0.5 * 9.81, 0.03);  // g t²/2, and g t h/2 for the substep
        EXPECT_LT(std::hypot(fallen.x, fallen.z), 1e-3);
    }
}

std::string pair_of_beads(const std::string& tie = "") { return beads(2, "", tie, false); }

// What it hung on is removed: it falls, and does not take hold of anything else. So does a chain in its middle.
TEST(AttachmentsBetweenBodies, LetGoOfWhatIsRemoved) {
    auto world = world_of(beads(5, "", "", false));
    for (int i = 0; i < 30; ++i) world->step();
    world->bodies().remove(world->find_body("b2"));
    EXPECT_FALSE(world->find_attachment("t2")) << "those of the body go with it";
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_TRUE(all_finite(*world));
    EXPECT_FALSE(named(*world, "t3").holding);
    EXPECT_EQ(length(named(*world, "t3").force), 0.0f);
    EXPECT_TRUE(named(*world, "t1").holding && named(*world, "t4").holding);
    EXPECT_LT(world->bodies().center_of_mass(world->find_body("b3")).y, -1) << "air holds it back";
    EXPECT_GT(world->bodies().center_of_mass(world->find_body("b1")).y, -0.3);
    // Also asleep: it wakes.
    auto asleep = world_of(R"({ "assets": { "bead": { "shape": "box", "size": [0.1, 0.1, 0.1] } },
        "bodies": { "b0": { "asset": "bead", "spacing": 0.1, "damping": 0.2 },
                    "b1": { "like": "b0", "position": [0, -0.15, 0] } },
        "attachments": { "hook": { "body": "b0", "where": { "point": [0, 0, 0], "radius": 1 } },
                         "tie": { "body": "b1", "where": { "point": [0, 0, 0], "radius": 1 }, "to": "b0" } } })");
    for (int i = 0; i < 900 && !asleep->body(asleep->find_body("b1"))->asleep; ++i) asleep->step();
    ASSERT_TRUE(asleep->body(asleep->find_body("b1"))->asleep);
    asleep->bodies().remove(asleep->find_body("b0"));
    for (int i = 0; i < 60; ++i) asleep->step();
    EXPECT_LT(asleep->bodies().center_of_mass(asleep->find_body("b1")).y, -3);
}

// A body that was not finite is a still, solid thing: what is tied to it hangs on it, and takes no harm.
TEST(AttachmentsBetweenBodies, HangOnWhatIsQuarantined) {
    for (const int when : {0, 20}) {
        auto world = world_of(pair_of_beads());
        for (int i = 0; i < when; ++i) world->step();
        const BodyId above = world->find_body("b0"), below = world->find_body("b1");
        world->bodies().set_velocity(above, {std::numeric_limits<float>::quiet_NaN(), 0, 0}, {});
        for (int i = 0; i < 240; ++i) world->step();
        EXPECT_TRUE(world->body(above)->quarantined);
        EXPECT_FALSE(world->body(below)->quarantined);
        EXPECT_TRUE(named(*world, "t1").holding);
        EXPECT_FALSE(named(*world, "hook").holding);
        EXPECT_NEAR(named(*world, "t1").force.y / (9.81 * world->bodies().mass(below)), 1, 0.02);
        // Freed again, both are held as before.
        world->bodies().reset(above, {{{0, 0, 0}, {}}, {}, {}});
        for (int i = 0; i < 240; ++i) world->step();
        EXPECT_NEAR(named(*world, "hook").force.y / (9.81 * 2 * world->bodies().mass(below)), 1, 0.02);
    }
    // And the other way round: what hangs is not finite. It is let go of, and nothing pulls at what it hung on.
    auto world = world_of(pair_of_beads());
    for (int i = 0; i < 20; ++i) world->step();
    const BodyId above = world->find_body("b0"), below = world->find_body("b1");
    world->bodies().set_velocity(below, {0, std::numeric_limits<float>::infinity(), 0}, {});
    for (int i = 0; i < 240; ++i) world->step();
    EXPECT_TRUE(world->body(below)->quarantined && !world->body(above)->quarantined);
    EXPECT_NEAR(named(*world, "hook").force.y / (9.81 * world->bodies().mass(above)), 1, 0.02);
}

// Both sides are fixed in space: nothing can move, and nothing does.
TEST(AttachmentsBetweenBodies, BothHeldStayWhereTheyAre) {
    auto world = world_of(pair_of_beads(R"(, "to_point": [0, -0.05, 0])"));
    for (const char* name : {"b0", "b1"}) {
        const BodyId id = world->find_body(name);
        for (u32 p = 0; p < world->body(id)->view.count; ++p) world->bodies().hold(id, p, true);
    }
    const Vec3d before = world->bodies().center_of_mass(world->find_body("b1"));
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_TRUE(all_finite(*world));
    EXPECT_EQ(length(world->bodies().center_of_mass(world->find_body("b1")) - before), 0);
    EXPECT_EQ(length(named(*world, "t1").force), 0.0f);
}

// The softest spring there is, the stiffest, no strength, forces beyond reason, and a lever of two metres.
TEST(AttachmentsBetweenBodies, HostileValuesStayFinite) {
    for (const char* how : {R"(, "stiffness": 1e-6)", R"(, "stiffness": 1e12)",
                            R"(, "stiffness": 1e12, "damping": 1e12)", R"(, "max_force": 0)", R"(, "break_force": 0)",
                            R"(, "to_point": [1e6, 1e6, 1e6])", R"(, "stiffness": 1e9, "to_point": [0, 0, 0])"}) {
        auto world = world_of(pair_of_beads(how));
        const BodyId below = world->find_body("b1");
        for (int i = 0; i < 30; ++i) world->step();
        world->bodies().teleport(below, {{2, 0, 0}, {}});
        for (int i = 0; i < 30; ++i) world->step();
        world->bodies().set_velocity(world->find_body("b0"), {300, 0, 0}, {0, 50, 0});
        for (int i = 0; i < 120; ++i) world->step();
        EXPECT_TRUE(all_finite(*world)) << how;
        std::printf("%-44s %.2f kg at %.1f m\n", how, world->bodies().mass(below),
                    length(world->bodies().center_of_mass(below)));
        EXPECT_LT(length(world->bodies().center_of_mass(below)), 1000) << how;
    }
}

}  // namespace
}  // namespace tied_bodies_tests
}  // namespace pliant::testing
