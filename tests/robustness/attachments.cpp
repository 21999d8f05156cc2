// Hands that are too fast, too strong, or hold nonsense.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "worlds.h"

namespace pliant::testing {
namespace attachments_tests {
namespace {

std::string block_on_floor(const std::string& attachment, int substeps = 4) {
    return R"({ "format": 1, "world": { "substeps": )" + std::to_string(substeps) + R"( },
        "assets": { "b": { "shape": "box", "size": [0.4, 0.4, 0.4], "detail": 6 } },
        "colliders": { "floor": { "shape": "plane" } },
        "bodies": { "b": { "asset": "b", "kind": "lattice", "spacing": 0.08, "youngs_modulus": 1e5, "damping": 0.02,
                           "position": [0, 0.21, 0] } },
        "attachments": { "hand": { "body": "b", )" +
           attachment + " } } }";
}

bool all_finite(const World& world, BodyId id) {
    const ParticleView& view = world.body(id)->view;
    for (u32 p = 0; p < view.count; ++p)
        if (!is_finite(view.position[p].xyz()) || !is_finite(view.velocity[p].xyz())) return false;
    return true;
}

// How far particles are from their middle [m]: the same however the body lies.
double extent(const World& world, BodyId id) {
    const ParticleView& view = world.body(id)->view;
    const Vec3d center = world.bodies().center_of_mass(id);
    double sum = 0;
    for (u32 p = 0; p < view.count; ++p) sum += length_squared(view.position[p].xyz().to<double>() - center);
    return std::sqrt(sum / view.count);
}

// A rigid or very stiff hand goes 2 m in one frame, to all sides and through the floor and back. Nothing is lost, no
// particle comes to the other side of the floor for good, and let go, the body is whole again.
TEST(Attachments, AJerkOfTwoMetresDoesNoHarm) {
    const char* const stiffnesses[] = {"", R"(, "stiffness": 1e6)", R"(, "stiffness": 300)"};
    for (const char* const where : {R"("point": [0, 0.2, 0])", R"("point": [0.2, -0.2, 0.2], "radius": 0.15)",
                                    R"("point": [0, 0, 0], "radius": 1)"})
        for (const char* const stiffness : stiffnesses)
            for (const int substeps : {1, 4}) {
                auto world =
                    world_of(block_on_floor(R"("where": { )" + std::string(where) + " }" + stiffness, substeps));
                const BodyId b = world->find_body("b");
                const AttachmentId hand = world->find_attachment("hand");
                ASSERT_TRUE(hand);
                for (int i = 0; i < 10; ++i) world->step();
                const double whole = extent(*world, b);
                const Vec3 home = world->attachments().held_at(hand);
                double lowest = 1e9, widest = 0;
                const auto watch = [&] {
                    world->step();
                    lowest = std::min(lowest, world->bodies().center_of_mass(b).y);
                    const Vec3 size = particle_bounds(*world, b).size();
                    widest = std::max(widest, static_cast<double>(length(size)));
                };
                for (const Vec3& by : {Vec3{2, 0, 0}, Vec3{0, 2, 0}, Vec3{0, -2, 0}, Vec3{-1, -1.4f, 1}}) {
                    world->attachments().move(hand, home + by);
                    for (int i = 0; i < 3; ++i) watch();
                    world->attachments().move(hand, home);
                    for (int i = 0; i < 3; ++i) watch();
                }
                ASSERT_TRUE(all_finite(*world, b));
                EXPECT_FALSE(world->body(b)->quarantined);
                world->attachments().remove(hand);
                for (int i = 0; i < 360; ++i) world->step();
                const Box box = particle_bounds(*world, b);
                std::printf(
                    "%-44s%-20s %d substeps: centre down to %.3f m, at most %.2f m long; after: %.3f … %.3f m "
                    "high, extent %.4f of %.4f m\n",
                    where, stiffness, substeps, lowest, widest, box.low.y, box.high.y, extent(*world, b), whole);
                EXPECT_GT(lowest, 0) << "drawn through the floor";
                EXPECT_GT(box.low.y, -0.05);
                // With one substep a body sags by some percent, more or less according to how it lies.
                EXPECT_NEAR(extent(*world, b) / whole, 1, 0.05) << "not whole again";
            }
}

// A shelf that is held rigidly at both ends bears a block that is heavier than the particles it is held by. The grips
// stay where they are, although contacts come after them in every substep: within a thousandth of a cell.
TEST(Attachments, RigidGripsBearWhatLiesOnTheBody) {
    for (const int substeps : {1, 4}) {
        auto world = world_of(R"({ "format": 1, "world": { "sleep": { "enabled": false }, "substeps": )" +
                              std::to_string(substeps) + R"( },
            "assets": { "shelf": { "shape": "box", "size": [1, 0.1, 0.3] },
                        "b": { "shape": "box", "size": [0.3, 0.3, 0.3] } },
            "bodies": { "shelf": { "asset": "shelf", "spacing": 0.1, "youngs_modulus": 3e5, "damping": 0.05 },
                        "load": { "asset": "b", "spacing": 0.1, "youngs_modulus": 1e5, "damping": 0.05,
                                  "position": [0, 0.21, 0] } },
            "attachments": { "left": { "body": "shelf", "where": { "point": [-0.5, 0, 0], "radius": 0.2 } },
                             "right": { "body": "shelf", "where": { "point": [0.5, 0, 0], "radius": 0.2 } } } })");
        const AttachmentId left = world->find_attachment("left"), right = world->find_attachment("right");
        const Vec3 home = world->attachments().held_at(left);
        for (int i = 0; i < 360; ++i) world->step();
        Vec3 force;  // mean of two seconds: with one substep the load still swings a little
        for (int i = 0; i < 120; ++i) {
            world->step();
            force += (world->attachment(left)->force + world->attachment(right)->force) / 120.0f;
        }
        const double weight =
            9.81 * (world->bodies().mass(world->find_body("shelf")) + world->bodies().mass(world->find_body("load")));
        std::printf("%d substeps: sags by %.6f m, bears %.2f N of %.2f N\n", substeps,
                    length(world->attachments().held_at(left) - home), force.y, weight);
        EXPECT_LT(length(world->attachments().held_at(left) - home), 1e-4);
        EXPECT_NEAR(force.y / weight, 1, 0.005);
    }
}

// Values at the ends of what is allowed, on bodies that do what they like: all stays finite, nothing is quarantined.
TEST(Attachments, HostileValuesStayFinite) {
    const char* const values[] = {
        R"("stiffness": 1e12, "damping": 1e12)",
        R"("stiffness": 1e-6, "damping": 1e12)",
        R"("stiffness": 1e12, "damping": 0)",
        R"("max_force": 0)",
        R"("max_force": 1e12, "stiffness": 1e12)",
        R"("break_force": 0)",
        R"("position": [1e7, 1e7, -1e7], "max_force": 1e5)",
        R"("position": { "keys": [[0, [0, 1, 0]], [0.1, [1e4, -1e4, 1e4]], [0.2, [0, 1, 0]]], "loop": true })",
        R"("enabled": { "keys": [[0, true], [0.05, false], [0.1, true]], "loop": true })"};
    for (const char* const value : values)
        for (const char* const where : {R"("point": [0, 0, 0])", R"("point": [1e7, -1e7, 1e7], "radius": 1e7)",
                                        R"("point": [0, 0.2, 0], "radius": 0.25)"}) {
            auto world = world_of(block_on_floor(R"("where": { )" + std::string(where) + " }, " + value));
            const BodyId b = world->find_body("b");
            for (int i = 0; i < 60; ++i) world->step();
            EXPECT_TRUE(all_finite(*world, b)) << where << value;
            EXPECT_FALSE(world->body(b)->quarantined) << where << value;
            EXPECT_TRUE(is_finite(world->attachment(world->find_attachment("hand"))->force)) << where << value;
        }
}

// Held at all its points while it is quarantined, teleported, put back, held in space and removed.
TEST(Attachments, OutliveWhatHappensToTheirBody) {
    auto world = world_of(block_on_floor(R"("where": { "point": [0, 0, 0], "radius": 1 })"));
    const BodyId b = world->find_body("b");
    const AttachmentId hand = world->find_attachment("hand");
    world->step();
    world->bodies().teleport(b, {{0, 3, 0}, {}});
    for (int i = 0; i < 10; ++i) world->step();
    EXPECT_NEAR(world->bodies().center_of_mass(b).y, 3.21, 0.01) << "it is taken hold of where it was put";
    world->bodies().set_velocity(b, {std::numeric_limits<float>::infinity(), 0, 0}, {});
    for (int i = 0; i < 3; ++i) world->step();
    EXPECT_TRUE(world->body(b)->quarantined);
    EXPECT_EQ(length(world->attachment(hand)->force), 0.0f);
    world->bodies().reset(b, {{{0, 1, 0}, {}}, {}, {}});
    for (int i = 0; i < 10; ++i) world->step();
    EXPECT_NEAR(world->bodies().center_of_mass(b).y, 1, 0.01);
    for (u32 p = 0; p < world->body(b)->view.count; ++p) world->bodies().hold(b, p, true);
    world->step();
    world->bodies().remove(b);
    EXPECT_EQ(world->attachment(hand), nullptr);
    world->step();
}

}  // namespace
}  // namespace attachments_tests
}  // namespace pliant::testing
