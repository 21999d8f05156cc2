// Attachments against closed forms: weights, springs, and the same outcome at any rate.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace attachment_tests {
namespace {

constexpr const char* on_top = R"("point": [0, 0.15, 0], "radius": 0.1)";
constexpr const char* all_around = R"("point": [0, 0, 0], "radius": 1)";

std::string hanging(const std::string& world, const std::string& attachment, const std::string& where = on_top) {
    return R"({ "format": 1, "world": { "sleep": { "enabled": false } )" + world + R"( },
        "assets": { "b": { "shape": "box", "size": [0.3, 0.3, 0.3], "detail": 4 } },
        "bodies": { "b": { "asset": "b", "spacing": 0.1, "youngs_modulus": 2e5, "damping": 0.05 } },
        "attachments": { "hook": { "body": "b", "where": { )" +
           where + " } " + attachment + " } } }";
}

const Attachment& hook_of(const World& world) { return *world.attachment(world.find_attachment("hook")); }

// The mean height of all that is held [m].
double held_height(const World& world) {
    const Attachment& hook = hook_of(world);
    const Body& body = *world.body(hook.body);
    double sum = 0;
    for (const SkinPlace& grip : hook.grips)
        for (u32 k = 0; k < grip.count; ++k)
            sum += grip.weight[k] * skin_point(body.model->contact, grip.point[k], body.view.position).y;
    return sum / static_cast<double>(hook.grips.size());
}

// At rest the momentum of the body does not change, so the hook bears m g, whatever it is made of: F = m g. What is
// left of the swinging after 10 s is the tolerance, measured below 1e-4.
TEST(Attachment, BearsTheWeight) {
    for (const char* how : {"", R"(, "stiffness": 1e6)", R"(, "stiffness": 3000)", R"(, "max_force": 300)"})
        for (const int substeps : {1, 4, 16}) {
            auto world = world_of(hanging(R"(, "substeps": )" + std::to_string(substeps), how));
            for (int i = 0; i < 600; ++i) world->step();
            const double weight = 9.81 * world->bodies().mass(world->find_body("b"));
            const Vec3 force = hook_of(*world).force;
            std::printf("%-22s %2d substeps: %.4f N of %.4f N, aside %.1e N\n", how, substeps, force.y, weight,
                        std::hypot(force.x, force.z));
            EXPECT_NEAR(force.y / weight, 1, 1e-3);
            EXPECT_LT(std::hypot(force.x, force.z), 1e-3 * weight);
        }
}

// A spring is longer by m g / K. All grips have an equal share of the stiffness, so it is their mean that counts.
TEST(Attachment, SpringStretchesByItsLoad) {
    for (const double stiffness : {300.0, 3000.0, 1e5})
        for (const int substeps : {1, 4}) {
            auto world = world_of(hanging(R"(, "substeps": )" + std::to_string(substeps),
                                          R"(, "stiffness": )" + std::to_string(stiffness)));
            const double start = held_height(*world);
            for (int i = 0; i < 1200; ++i) world->step();
            const double stretch = start - held_height(*world),
                         expected = 9.81 * world->bodies().mass(world->find_body("b")) / stiffness;
            std::printf("%g N/m, %d substeps: %.6f m of %.6f m\n", stiffness, substeps, stretch, expected);
            EXPECT_NEAR(stretch / expected, 1, 1e-3);  // what is left of the swinging
        }
}

// An undamped spring swings with the period 2 pi sqrt(m / K). Implicit steps lengthen it by (h omega)^2 / 24 and less.
TEST(Attachment, SpringSwingsWithItsPeriod) {
    auto world = world_of(hanging(R"(, "substeps": 16)", R"(, "stiffness": 600, "damping": 0)"));
    const BodyId b = world->find_body("b");
    const double expected = 2 * 3.14159265358979 * std::sqrt(world->bodies().mass(b) / 600);
    double last = 0, first_crossing = -1, last_crossing = -1;
    int crossings = 0;
    const double middle = world->bodies().center_of_mass(b).y - 9.81 * world->bodies().mass(b) / 600;
    for (int i = 0; i < 600; ++i) {
        const double y = world->bodies().center_of_mass(b).y - middle;
        if (i > 0 && last > 0 && y <= 0) {
            last_crossing = (i - y / (y - last)) / 60.0;
            if (first_crossing < 0) first_crossing = last_crossing;
            ++crossings;
        }
        last = y;
        world->step();
    }
    ASSERT_GT(crossings, 3);
    const double period = (last_crossing - first_crossing) / (crossings - 1);
    std::printf("period %.4f s of %.4f s\n", period, expected);
    EXPECT_NEAR(period / expected, 1, 0.01);
}

// A body that is held at all its points goes as m x'' = K (X - x) + c (X' - x') says, c = 2 sqrt(K m), at any rate.
struct Response {
    double half_way = 0, furthest = 0;
};
Response reference_response(double mass, double stiffness) {
    const double damping = 2 * std::sqrt(stiffness * mass), dt = 1e-6;
    Response r;
    double x = 0, v = 0;
    for (double t = 0; t < 2; t += dt) {
        const double target = t < 0.1 ? 10 * t : 1, speed = t < 0.1 ? 10 : 0;
        v += (stiffness * (target - x) + damping * (speed - v)) / mass * dt;
        if (x < 0.5 && x + v * dt >= 0.5) r.half_way = t;
        x += v * dt;
        r.furthest = std::max(r.furthest, x);
    }
    return r;
}

TEST(Attachment, SameWayAtAnyRate) {
    for (const int rate : {30, 60, 120})
        for (const int substeps : {2, 8}) {
            auto world = world_of(hanging(
                R"(, "gravity": [0, 0, 0], "rate": )" + std::to_string(rate) + R"(, "substeps": )" +
                    std::to_string(substeps),
                R"(, "stiffness": 2000, "position": { "keys": [[0, [0, 0, 0]], [0.1, [1, 0, 0]]] })", all_around));
            const BodyId b = world->find_body("b");
            const Response expected = reference_response(world->bodies().mass(b), 2000);
            Response found;
            double last = 0;
            while (world->time() < 4) {
                const double before = last;
                world->step();
                last = world->bodies().center_of_mass(b).x;
                if (before < 0.5 && last >= 0.5)
                    found.half_way = world->time() - world->step_length() * (last - 0.5) / (last - before);
                found.furthest = std::max(found.furthest, last);
            }
            std::printf("%3d/s, %d substeps: half way after %.4f of %.4f s, furthest %.4f of %.4f m, ends at %.5f m\n",
                        rate, substeps, found.half_way, expected.half_way, found.furthest, expected.furthest, last);
            // First order in the substep, which is 1/60 … 1/960 s.
            const double h = 1.0 / (rate * substeps);
            EXPECT_NEAR(found.half_way, expected.half_way, 0.002 + 0.5 * h);
            EXPECT_NEAR(found.furthest, expected.furthest, 0.005 + 2 * h);
            EXPECT_NEAR(last, 1, 1e-4);
        }
}

// Above break_force it breaks, is reported once, and lets go for good; below it, it never does.
TEST(Attachment, BreaksAboveItsForce) {
    for (const double share : {0.9, 1.1}) {
        auto probe = world_of(hanging("", ""));
        const double weight = 9.81 * probe->bodies().mass(probe->find_body("b"));
        // Gravity comes slowly, so that there is no swing that adds to the weight.
        auto world = world_of(hanging(R"(, "gravity": { "keys": [[0, [0, 0, 0]], [4, [0, -9.81, 0]]] })",
                                      R"(, "break_force": )" + std::to_string(share * weight)));
        int events = 0;
        double at = 0;
        for (int i = 0; i < 360; ++i) {
            world->step();
            for (const AttachmentEvent& e : world->events().attachments) {
                ++events, at = world->time();
                EXPECT_EQ(e.body, world->find_body("b"));
                EXPECT_EQ(e.attachment, world->find_attachment("hook"));
                EXPECT_GT(length(e.force), share * weight);
            }
        }
        EXPECT_EQ(hook_of(*world).broken, share < 1);
        EXPECT_EQ(events, share < 1 ? 1 : 0);
        std::printf("break_force %.1f m g: %d events, at %.2f s\n", share, events, at);
        if (share < 1) {
            EXPECT_NEAR(at, 4 * share, 0.1);
            EXPECT_LT(world->bodies().center_of_mass(world->find_body("b")).y, -5);
            EXPECT_EQ(length(hook_of(*world).force), 0.0f);
        }
    }
}

// A hand that may pull with less than the weight lets the body sink; with more it holds.
TEST(Attachment, NeverPullsHarderThanAllowed) {
    auto probe = world_of(hanging("", ""));
    const double weight = 9.81 * probe->bodies().mass(probe->find_body("b"));
    for (const double share : {0.5, 1.5}) {
        auto world = world_of(hanging("", R"(, "max_force": )" + std::to_string(share * weight)));
        for (int i = 0; i < 60; ++i) {
            world->step();
            EXPECT_LE(length(hook_of(*world).force), share * weight * 1.0001);
        }
        // Falls with g - F / m: 4.905 / 2 m in a second; or stays.
        const double fallen = -world->bodies().center_of_mass(world->find_body("b")).y;
        std::printf("max_force %.1f m g: fallen %.3f m in a second\n", share, fallen);
        EXPECT_NEAR(fallen, share < 1 ? 0.5 * 9.81 * 0.5 : 0, 0.06);
    }
}

// Held still, a body sleeps on its hook and the force stays known; a hand that moves keeps it awake; let go, it falls.
TEST(Attachment, SleepsWhenHeldStillAndWakesWhenMoved) {
    std::string scene = hanging("", "");
    scene.replace(scene.find(R"("sleep": { "enabled": false })"), 29, R"("hit_speed": 1)");
    auto world = world_of(scene);
    const BodyId b = world->find_body("b");
    const AttachmentId hook = world->find_attachment("hook");
    for (int i = 0; i < 600 && !world->body(b)->asleep; ++i) world->step();
    ASSERT_TRUE(world->body(b)->asleep);
    const double weight = 9.81 * world->bodies().mass(b);
    for (int i = 0; i < 10; ++i) world->step();
    EXPECT_NEAR(world->attachment(hook)->force.y / weight, 1, 0.05);
    for (int i = 0; i < 120; ++i) {  // slower than what counts as rest
        world->attachments().move(hook, {0.0001f * static_cast<float>(i + 1), 0.15f, 0});
        world->step();
        EXPECT_FALSE(world->body(b)->asleep);
    }
    EXPECT_NEAR(world->attachments().held_at(hook).x, 0.012, 1e-4);
    for (int i = 0; i < 600 && !world->body(b)->asleep; ++i) world->step();
    ASSERT_TRUE(world->body(b)->asleep);
    world->attachments().remove(hook);
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(world->bodies().center_of_mass(b).y, -3);
}

}  // namespace
}  // namespace attachment_tests
}  // namespace pliant::testing
