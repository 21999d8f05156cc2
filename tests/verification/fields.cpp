// Fields against closed forms: what a particle does in each of them, inside, at the edge and outside.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace fields_tests {
namespace {

// A small cube of jelly without gravity, at a place, with a velocity.
std::string in_field(const std::string& field, const std::string& body, const std::string& kind = "") {
    const std::string matter = kind.empty() ? R"("spacing": 0.1, "asset": "box")" : kind;
    return R"({ "format": 1, "world": { "rate": 60, "substeps": 8, "gravity": [0, 0, 0], "sleep": false },
        "assets": { "box": { "shape": "box", "size": [0.1, 0.1, 0.1] },
                    "sheet": { "shape": "plane", "size": [0.1, 0, 0.1], "detail": 6 } },
        "bodies": { "b": { )" +
           matter + R"(, "drag": 0, )" + body + R"( } }, "fields": { "f": { )" + field + " } } }";
}

struct Motion {
    Vec3d x, v;
};
Motion after(World& world, double seconds) {
    while (world.time() < seconds - 1e-9) world.step();
    const BodyId id = world.find_body("b");
    return {world.bodies().center_of_mass(id), world.bodies().momentum(id) / world.bodies().mass(id)};
}

const std::string cloth = R"("asset": "sheet", "kind": "cloth", "air_drag": 0)";

// v = a t and x = a t² / 2, to the half substep that all explicit steps are off: a t h / 2.
TEST(Fields, ADirectionalFieldIsGravity) {
    for (const std::string& kind : {std::string(), cloth}) {
        const auto world = world_of(in_field(R"("type": "directional", "direction": [0, 3, 4], "strength": 5)",
                                             R"("position": [0, 0, 0])", kind));
        const Motion m = after(*world, 1);
        std::printf("%s: v %.6f %.6f m/s, x %.5f %.5f m\n", kind.empty() ? "jelly" : "cloth", m.v.y, m.v.z, m.x.y,
                    m.x.z);
        EXPECT_NEAR(length(m.v - Vec3d{0, 3, 4}), 0, 1e-3);
        EXPECT_NEAR(length(m.x - Vec3d{0, 1.5, 2}), 0, 5.0 / 480);
    }
}

TEST(Fields, ARadialFieldPushesFromItsMiddleAndDrawsToIt) {
    for (const double strength : {2.0, -2.0}) {
        const auto world =
            world_of(in_field(R"("type": "radial", "position": [0, 1, 0], "strength": )" + std::to_string(strength),
                              R"("position": [4, 1, 0], "youngs_modulus": 1e5)"));
        const Motion m = after(*world, 1);
        std::printf("radial %g: v %.5f m/s, x %.5f m\n", strength, m.v.x, m.x.x);
        // The cube is 0.1 m wide at 4 m: directions differ by 1/80, their mean falls short by 1e-4 of it.
        EXPECT_NEAR(m.v.x, strength, 2e-3);
        EXPECT_NEAR(m.x.x, 4 + strength / 2, 2.0 / 480 + 1e-3);
        EXPECT_NEAR(m.v.y, 0, 1e-4);
    }
}

// It whirls about its axis as fingers point: at +x, about +y, to -z.
TEST(Fields, AVortexWhirlsAboutItsAxis) {
    const auto world = world_of(in_field(R"("type": "vortex", "strength": 3)", R"("position": [2, 0, 0])"));
    const Motion m = after(*world, 0.1);
    std::printf("vortex: v %.5f %.5f %.5f m/s\n", m.v.x, m.v.y, m.v.z);
    EXPECT_NEAR(m.v.z, -0.3, 1e-3);
    EXPECT_NEAR(m.v.y, 0, 1e-5);
}

// v = u + (v0 - u) exp(-c t); implicit steps of h: 1 / (1 + c h) each.
TEST(Fields, DragTakesOnAVelocity) {
    const double c = 2, h = 1.0 / 480;
    const auto world = world_of(in_field(R"("type": "drag", "strength": 2, "velocity": [0, 0, 1])",
                                         R"("position": [0, 0, 0], "velocity": [5, 0, 0])"));
    const Motion m = after(*world, 1);
    const double left = std::pow(1 / (1 + c * h), 480);
    std::printf("drag: v %.5f %.5f m/s; of 5 m/s are left %.5f, exp says %.5f\n", m.v.x, m.v.z, 5 * left,
                5 * std::exp(-c));
    EXPECT_NEAR(m.v.x, 5 * left, 1e-3);
    EXPECT_NEAR(m.v.z, 1 - left, 1e-3);
    EXPECT_NEAR(left, std::exp(-c), c * c * h / 2 * std::exp(-c) * 1.1);
}

TEST(Fields, TheyEndWhereTheirRegionDoes) {
    const auto speed_at = [](const std::string& region, double x) {
        const auto world =
            world_of(in_field(R"("strength": 10, )" + region, R"("position": [)" + std::to_string(x) + ", 0, 0]"));
        return after(*world, 1.0 / 60).v.y * 60 / 10;  // of the whole strength
    };
    const std::string ball = R"("region": "ball", "radius": 1, "falloff": 2)",
                      box = R"("region": "box", "size": [2, 1, 1], "falloff": 2)",
                      turned = R"("region": "box", "size": [8, 1, 1], "rotation": [0, 90, 0])";
    for (const std::string& region : {ball, box}) {
        std::printf("within %.4f, half way out %.4f, beyond %.4f\n", speed_at(region, 0), speed_at(region, 2),
                    speed_at(region, 3.2));
        EXPECT_NEAR(speed_at(region, 0), 1, 1e-4);
        EXPECT_NEAR(speed_at(region, 2), 0.5, 3e-3) << "half of the falloff: half of the strength";
        EXPECT_EQ(speed_at(region, 3.2), 0);
    }
    EXPECT_NEAR(speed_at(turned, 0), 1, 1e-4);
    EXPECT_EQ(speed_at(turned, 2), 0) << "its long side lies along z";
}

TEST(Fields, KeysMoveThemAndWakeWhatSleeps) {
    const auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.2, 0.2, 0.2] } },
        "bodies": { "b": { "asset": "box", "spacing": 0.1, "position": [0, 0.1, 0] } },
        "colliders": { "floor": { "shape": "plane" } },
        "fields": { "f": { "direction": [0, 1, 0], "strength": { "keys": [[0, 0], [3, 0], [3.1, 30]] } } } })");
    after(*world, 2.9);
    EXPECT_TRUE(world->body(world->find_body("b"))->asleep);
    EXPECT_GT(after(*world, 4).x.y, 1);
}

TEST(Fields, OnlyThoseThatAreNamedFeelThem) {
    const auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, 0, 0] },
        "assets": { "box": { "shape": "box", "size": [0.2, 0.2, 0.2] } },
        "bodies": { "a": { "asset": "box", "spacing": 0.1, "instances": [ { "position": [0, 0, 0] }, { "position": [1, 0, 0] } ] },
                    "b": { "asset": "box", "spacing": 0.1, "position": [2, 0, 0] } },
        "fields": { "f": { "bodies": ["a"] } } })");
    for (int i = 0; i < 10; ++i) world->step();
    EXPECT_GT(world->bodies().momentum(world->find_body("a/0")).y, 0);
    EXPECT_GT(world->bodies().momentum(world->find_body("a/1")).y, 0);
    EXPECT_EQ(world->bodies().momentum(world->find_body("b")).y, 0);
}

TEST(Fields, SameBitsWithAnyThreadsAndAfterRestoring) {
    const std::string scene = in_field(R"("type": "vortex", "region": "ball", "radius": 0.5, "falloff": 1,
        "strength": { "keys": [[0, 1], [1, 9]] })",
                                       R"("position": [0.6, 0, 0])", cloth);
    const auto one = world_of(scene, 1), two = world_of(scene, 2), restored = world_of(scene, 1);
    one->fields().set_parameter(one->find_field("f"), "falloff", 2.0);
    two->fields().set_parameter(two->find_field("f"), "falloff", 2.0);
    for (int i = 0; i < 20; ++i) one->step(), two->step();
    restored->restore(one->save());
    for (int i = 0; i < 20; ++i) one->step(), two->step(), restored->step();
    EXPECT_EQ(one->hash(), two->hash());
    EXPECT_EQ(one->hash(), restored->hash());
}

TEST(Fields, WrongValuesAreNamed) {
    const auto says = [](const std::string& field, const std::string& what) {
        try {
            world_of(in_field(field, R"("position": [0, 0, 0])"));
            ADD_FAILURE() << field << " was taken";
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
        }
    };
    says(R"("radius": 1)", "radius");
    says(R"("type": "radial", "direction": [0, 1, 0])", "direction");
    says(R"("direction": [0, 0, 0])", "direction");
    says(R"("type": "drag", "strength": -1)", "strength");
    says(R"("velocity": [1, 0, 0])", "velocity");
    says(R"("bodies": ["c"])", "there is no body 'c'");
    says(R"("type": "swirl")", "swirl");
}

}  // namespace
}  // namespace fields_tests
}  // namespace pliant::testing
