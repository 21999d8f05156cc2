// Cloth that rests on colliders: the weight they bear, how they hold it, and how little this stretches it.

#include <gtest/gtest.h>

#include "body/inspection.h"
#include "core/trig.h"
#include "worlds.h"

namespace pliant {
namespace resting_contacts_tests {

namespace {

using testing::world_of;

const Body& sheet(const World& world) { return *world.body(world.find_body("s")); }

Vec3 mean_velocity(const World& world) {
    const Body& s = sheet(world);
    Vec3 sum;
    for (u32 p = 0; p < s.view.count; ++p) sum += s.view.velocity[p].xyz();
    return sum / static_cast<float>(s.view.count);
}

// Gravity leans by an angle [rad], instead of the ground.
std::string on_a_slope(double angle, double friction) {
    const std::string gravity =
        "[" + std::to_string(9.81 * sine(angle)) + ", " + std::to_string(-9.81 * cosine(angle)) + ", 0]";
    return R"({ "world": { "sleep": { "enabled": false }, "gravity": )" + gravity + R"( },
        "assets": { "s": { "shape": "plane", "size": [0.4, 0, 0.4], "detail": 12 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "thickness": 0.01, "air_drag": 0, "drag": 0, "density": 0.3, "position": [0, 0.0105, 0],
                           "friction": )" +
           std::to_string(friction) + R"( } },
        "colliders": { "floor": { "friction": )" +
           std::to_string(friction) + " } } }";
}

}  // namespace

TEST(RestingContacts, BearTheWeight) {
    auto world = world_of(on_a_slope(0, 0.5));
    for (int i = 0; i < 60; ++i) world->step();
    double sum = 0;
    for (int i = 0; i < 60; ++i) {
        world->step();
        for (const ContactEvent& e : world->events().contacts) sum += e.impulse / 60;
    }
    const double wanted = world->bodies().mass(world->find_body("s")) * 9.81 / 60;
    printf("%.6f N s a step; the weight is %.6f\n", sum, wanted);
    EXPECT_NEAR(sum, wanted, 0.01 * wanted);
}

// a = g (sin θ - μ cos θ), or nothing.
TEST(RestingContacts, HoldAndLetSlideAsFrictionSays) {
    const double angle = 20 * pi / 180;
    for (const double friction : {0.5, 0.2}) {
        auto world = world_of(on_a_slope(angle, friction));
        for (int i = 0; i < 60; ++i) world->step();
        const double wanted = std::max(0.0, 9.81 * (sine(angle) - friction * cosine(angle)));
        printf("friction %.1f: %.4f m/s after a second; %.4f wanted\n", friction, mean_velocity(*world).x, wanted);
        EXPECT_NEAR(mean_velocity(*world).x, wanted, 0.01 * wanted + 1e-4);
    }
}

TEST(RestingContacts, MoveAlongWithWhatMoves) {
    auto world = world_of(R"({ "world": { "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [0.4, 0, 0.4], "detail": 12 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "thickness": 0.01, "air_drag": 0, "friction": 0.8, "position": [0, 0.11, 0] } },
        "colliders": { "cart": { "shape": "box", "size": [1, 0.2, 1], "friction": 0.8, "motion": "kinematic",
            "position": { "keys": [[0, [0, 0, 0]], [0.5, [0, 0, 0]], [1.5, [0.5, 0.2, 0]], [2.5, [1, 0.4, 0]]] } } } })");
    for (int i = 0; i < 120; ++i) world->step();
    const Vec3 v = mean_velocity(*world);
    printf("the cart moves at 0.5, 0.2 m/s; the sheet at %.4f, %.4f\n", v.x, v.y);
    EXPECT_NEAR(v.x, 0.5, 0.005);
    EXPECT_NEAR(v.y, 0.2, 0.005);
}

// A body that slept has no resting contacts until contacts are found again; it must not fall meanwhile.
TEST(RestingContacts, SleepersWakeWhereTheyLie) {
    auto world = world_of(R"({ "assets": { "s": { "shape": "plane", "size": [0.4, 0, 0.4], "detail": 12 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "thickness": 0.01, "friction": 0.8, "position": [0, 0.0105, 0] } },
        "colliders": { "floor": {} } })");
    const BodyId id = world->find_body("s");
    for (int i = 0; i < 600 && !sheet(*world).asleep; ++i) world->step();
    ASSERT_TRUE(sheet(*world).asleep);
    const auto asleep = world->save();
    const double height = world->bodies().center_of_mass(id).y;
    for (const bool restored : {false, true}) {
        if (restored) world->restore(asleep);
        world->wake(id);
        int events = 0;
        double lowest = height;
        for (int i = 0; i < 10; ++i) {
            world->step();
            events += static_cast<int>(world->events().contacts.size()) - 1;  // one that it still touches
            lowest = std::min(lowest, world->bodies().center_of_mass(id).y);
        }
        printf("%s: sinks by %.2g m, %d events too many\n", restored ? "restored" : "woken", height - lowest, events);
        EXPECT_LT(height - lowest, 1e-4);
    }
}

// Hung over a ball, cloth is drawn over it by its own weight all around.
TEST(RestingContacts, StretchClothLittle) {
    auto world = world_of(R"({ "world": { "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [2, 0, 2], "detail": 48 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "thickness": 0.01, "stretch_stiffness": 1e6, "position": [0, 0.6, 0] } },
        "colliders": { "ball": { "shape": "sphere", "radius": 0.5 } } })");
    for (int i = 0; i < 120; ++i) world->step();
    const Body& s = sheet(*world);
    std::vector<std::array<u32, 2>> links;
    s.matter->inspection()->links(links);
    double mean = 0, most = 0;
    for (const auto& [a, b] : links) {
        const double rest = length(s.model->rest_position(b) - s.model->rest_position(a));
        const double now = length(s.view.position[b].xyz() - s.view.position[a].xyz());
        mean += std::fabs(now / rest - 1) / static_cast<double>(links.size());
        most = std::max(most, now / rest - 1);
    }
    u32 inside = 0;
    for (u32 p = 0; p < s.view.count; ++p) inside += length(s.view.position[p].xyz()) < 0.5f;
    printf("stretched by %.2f %% on average, %.1f %% at most; %u particles inside\n", 100 * mean, 100 * most, inside);
    EXPECT_LT(mean, 0.02);  // of diagonals too, which give
    EXPECT_LT(most, 0.12);
    EXPECT_EQ(inside, 0u);
}

}  // namespace resting_contacts_tests
}  // namespace pliant
