// Vertices that swing about their places: against closed forms, at any rate, and as painted.

#include <gtest/gtest.h>

#include "body/registry.h"
#include "cook/cook.h"
#include "core/trig.h"
#include "geometry/shapes.h"
#include "worlds.h"

namespace pliant {
namespace jiggle_tests {

namespace {

using testing::world_of;

std::string scene(const std::string& body, const std::string& world = R"(, "gravity": [0, 0, 0])",
                  const std::string& more = "", int detail = 8) {
    return R"({ "world": { "sleep": { "enabled": false } )" + world +
           R"( }, "assets": { "ball": { "shape": "sphere", "size": [1, 1, 1], "detail": )" + std::to_string(detail) +
           R"( } }, "bodies": { "b": { "asset": "ball", "kind": "jiggle", "drag": 0, )" + body + " } }" + more + " }";
}

const Body& body_of(const World& world) { return *world.body(world.find_body("b")); }
Vec3 off(const Body& b, u32 p) { return b.view.position[p].xyz() - b.model->rest_position(p); }

// y = (v0 / w) e^(-s t) sin(w t) and its other two faces, written out.
double closed_form(double stiffness, double damping, double v0, double t) {
    const double s = damping / 2, d = stiffness - s * s;
    if (d > 1e-9) return v0 * std::exp(-s * t) * std::sin(std::sqrt(d) * t) / std::sqrt(d);
    if (d < -1e-9) return v0 * std::exp(-s * t) * std::sinh(std::sqrt(-d) * t) / std::sqrt(-d);
    return v0 * t * std::exp(-s * t);
}

}  // namespace

TEST(Jiggle, SwingsAsTheClosedFormSays) {
    for (const double ratio : {0.0, 0.1, 1.0, 4.0})
        for (const int rate : {30, 60, 240}) {
            const auto world = world_of(scene(
                R"("mass": 0.5, "frequency": 3, "velocity": [1, 0, 0], "damping_ratio": )" + std::to_string(ratio),
                R"(, "gravity": [0, 0, 0], "substeps": 1, "rate": )" + std::to_string(rate)));
            const double k = 36 * pi * pi, c = 2 * 6 * pi * ratio;
            double worst = 0, most = 0;
            for (int i = 1; i <= 2 * rate; ++i) {
                world->step();
                const double wanted = closed_form(k, c, 1, static_cast<double>(i) / rate);
                worst = std::max(worst, std::fabs(off(body_of(*world), 0).x - wanted));
                most = std::max(most, std::fabs(wanted));
            }
            printf("damping ratio %.1f at %3d Hz: off by %.2g m of %.3f\n", ratio, rate, worst, most);
            EXPECT_LT(worst, 3e-6);
        }
}

TEST(Jiggle, MassStiffnessAndDampingAreWhatTheySay) {
    const auto world = world_of(scene(R"("mass": 0.5, "stiffness": 50, "damping": 2, "velocity": [0, 0, 1])"));
    for (int i = 1; i <= 60; ++i) {
        world->step();
        EXPECT_NEAR(off(body_of(*world), 3).z, closed_form(50 / 0.5, 2 / 0.5, 1, i / 60.0), 3e-6);
    }
}

// Solved exactly, nothing grows, however stiff: with stiffness times step² from 1e-4 to 1e6, also where it swings often
// in a step.
TEST(Jiggle, IsStableAtAnyStiffness) {
    for (const double kh2 : {1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6})
        for (const double ratio : {0.0, 0.3, 30.0}) {
            const double k = kh2 * 3600, v0 = 1;
            const auto world = world_of(scene(R"("mass": 1, "velocity": [1, 0, 0], "stiffness": )" + std::to_string(k) +
                                                  R"(, "damping_ratio": )" + std::to_string(ratio),
                                              R"(, "gravity": [0, 0, 0], "substeps": 1)"));
            double most = 0;
            for (int i = 0; i < 600; ++i) {
                world->step();
                ASSERT_FALSE(body_of(*world).quarantined);
                most = std::max(most, static_cast<double>(length(off(body_of(*world), 0))));
            }
            EXPECT_LE(most, 1.001 * v0 / std::sqrt(k) + 1e-6) << kh2 << " " << ratio;
        }
}

TEST(Jiggle, HangsLowerByItsWeight) {
    const auto world =
        world_of(scene(R"("mass": 0.2, "stiffness": 40, "damping_ratio": 1)", R"(, "gravity": [0, -9.81, 0])"));
    for (int i = 0; i < 300; ++i) world->step();
    printf("%.6f m lower; m g / k is %.6f\n", -off(body_of(*world), 0).y, 0.2 * 9.81 / 40);
    EXPECT_NEAR(off(body_of(*world), 0).y, -0.2 * 9.81 / 40, 1e-5);
}

// Moved by 10 m to one side at once: with a weight of a fifth it is 8 m further at once and has 2 m left to go.
TEST(Jiggle, WeightIsTheShareThatIsLeftToGo) {
    for (const double weight : {0.0, 0.2, 0.5, 1.0}) {
        const auto world =
            world_of(scene(R"("mass": 1, "stiffness": 1e-6, "damping": 0, "weight": )" + std::to_string(weight) +
                           R"(, "guide": { "position": { "keys": [[0, [0, 0, 0]], [0.01666667, [10, 0, 0]]] } })"));
        for (int i = 0; i < 5; ++i) world->step();
        EXPECT_NEAR(off(body_of(*world), 0).x, 10 * (1 - weight), 1e-4) << weight;
        const auto soft =
            world_of(scene(R"("mass": 1, "frequency": 2, "damping_ratio": 1, "weight": )" + std::to_string(weight) +
                           R"(, "guide": { "position": { "keys": [[0, [0, 0, 0]], [0.01666667, [10, 0, 0]]] } })"));
        for (int i = 0; i < 180; ++i) soft->step();
        EXPECT_NEAR(off(body_of(*soft), 0).x, 10, 1e-4) << weight;
    }
}

// What moves evenly for long is not left behind: velocities are seen from the place.
TEST(Jiggle, KeepsUpWithWhatMovesEvenly) {
    const auto world = world_of(scene(
        R"("frequency": 2, "damping_ratio": 0.5, "guide": { "position": { "keys": [[0, [0, 0, 0]], [10, [30, 0, 0]]] } })"));
    for (int i = 0; i < 300; ++i) world->step();
    EXPECT_NEAR(off(body_of(*world), 0).x, 15, 1e-3);
}

// Painted from one side to the other; what has no mass, or no weight, is exactly where the guide has it. A map that is
// changed while it runs is felt at the next step.
TEST(Jiggle, WhatIsPaintedIsOfEachVertex) {
    Mesh mesh = make_shape({"sphere", {1, 1, 1}, 8});
    Attribute paint{"paint", {}};
    for (const Vec3& p : mesh.points) paint.values.push_back(p.x + 0.5f);
    mesh.attributes.push_back(paint);
    ParameterSet own(find_kind("jiggle")->parameters), common(body_table);
    own.set("mass", Map{"paint", 0, 2, false}), own.set("stiffness", 80.0), own.set("damping", 0.0);
    common.set("velocity", Vec3d{0, 1, 0}), common.set("gravity_scale", 0.0), common.set("drag", 0.0);
    World world{WorldSettings{}};
    const auto model = cook_model(mesh, *find_kind("jiggle"), own, {1, 1, 1}).model;
    const BodyId id = world.bodies().add("b", model, common, own);
    const Body& b = *world.body(id);
    for (int i = 1; i <= 30; ++i) {
        world.step();
        for (u32 p = 0; p < model->particle_count; ++p) {
            const double m = 2 * std::clamp(model->rest_position(p).x + 0.5, 0.0, 1.0);
            const double wanted = m > 0 ? closed_form(80 / m, 0, 1, i / 60.0) : 0;
            ASSERT_NEAR(off(b, p).y, wanted, 2e-5) << m;
        }
    }
    world.bodies().set_parameter(id, "weight", Map{"paint", 0, 1e-9, false});
    world.bodies().set_parameter(id, "mass", Map{"paint", 2, 0, false});
    world.bodies().set_parameter(id, "damping_ratio", 1.0);
    world.step();
    for (u32 p = 0; p < model->particle_count; ++p) {
        const float x = model->rest_position(p).x;
        const bool not_simulated = x < -0.4999f || x > 0.4999f;
        EXPECT_EQ(off(b, p) == Vec3{}, not_simulated) << x;
    }
}

// Put elsewhere, its guide comes along; so does the path that this takes.
TEST(Jiggle, StaysWhereItIsPut) {
    const auto world = world_of(scene(R"("frequency": 3, "damping_ratio": 1, "guide": { "rotation": [0, 90, 0] })"));
    const BodyId id = world->find_body("b");
    world->bodies().teleport(id, {{5, 0, 0}, {}});
    for (int i = 0; i < 120; ++i) world->step();
    EXPECT_NEAR(world->bodies().center_of_mass(id).x, 5, 1e-4);
    world->bodies().reset(id, {{{0, 7, 0}, {}}, {}, {}});
    for (int i = 0; i < 120; ++i) world->step();
    EXPECT_NEAR(world->bodies().center_of_mass(id).x, 0, 1e-4);
    EXPECT_NEAR(world->bodies().center_of_mass(id).y, 7, 1e-4);
}

// What somebody holds stays held when the kind lets go of it, and a snapshot knows that.
TEST(Jiggle, HeldParticlesStayHeld) {
    const auto world = world_of(scene(R"("mass": 0, "frequency": 3)", R"(, "gravity": [0, -9.81, 0])"));
    const BodyId id = world->find_body("b");
    world->bodies().hold(id, 5, true);
    world->step();
    world->bodies().set_parameter(id, "mass", 0.01);
    const Vec3 before = body_of(*world).view.position[5].xyz();
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_EQ(body_of(*world).view.position[5].xyz(), before);
    EXPECT_LT(body_of(*world).view.position[6].y, body_of(*world).model->rest_position(6).y - 0.01f);
    EXPECT_NO_THROW(world->restore(world->save()));
}

// A snapshot in the middle of it goes on with the same bits.
TEST(Jiggle, GoesOnFromSnapshots) {
    const std::string text =
        scene(R"("preset": "gelatine", "guide": { "position": { "keys": [[0, [0, 0, 0]], [0.3, [1, 0, 0]]] } })");
    const auto one = world_of(text), other = world_of(text);
    for (int i = 0; i < 20; ++i) one->step();
    const auto saved = one->save();
    for (int i = 0; i < 20; ++i) one->step();
    other->restore(saved);
    for (int i = 0; i < 20; ++i) other->step();
    EXPECT_EQ(one->hash(), other->hash());
}

TEST(Jiggle, SurvivesAScaleOfNothing) {
    const auto world = world_of(scene(
        R"("frequency": 3, "damping_ratio": 1, "volume": 1, "guide": { "scale": { "keys": [[0, [1, 1, 1]], [0.5, [1, 0, 1]], [1, [0, 0, 0]], [1.5, [2, 1, 1]]] } })"));
    float flat = 1;
    for (int i = 0; i < 300; ++i) {
        world->step();
        ASSERT_FALSE(body_of(*world).quarantined) << i;
        flat = std::min(flat, body_of(*world).motion.bounds.size().y);
    }
    const Vec3 size = body_of(*world).motion.bounds.size();
    printf("flattest %.3f m; in the end %.4f x %.4f x %.4f m\n", flat, size.x, size.y, size.z);
    EXPECT_LT(flat, 0.2f);
    EXPECT_NEAR(size.x, 2, 1e-3);
    EXPECT_NEAR(size.y, 1, 1e-3);
}

// The same on a mesh with 4 and 16 times as many faces: springs are of vertices, and vertices answer for themselves.
TEST(Jiggle, TheSameOnFinerMeshes) {
    double first = 0;
    for (const int detail : {8, 16, 32}) {
        const auto world = world_of(
            scene(R"("preset": "belly", "guide": { "position": { "keys": [[0, [0, 0, 0]], [0.3, [1, 0, 0]]] } })",
                  R"(, "gravity": [0, 0, 0])", "", detail));
        double most = 0;
        for (int i = 0; i < 60; ++i) {
            world->step();
            most = std::max(most, static_cast<double>(world->bodies().center_of_mass(world->find_body("b")).x));
        }
        printf("%u vertices: overshoots to %.5f m\n", body_of(*world).view.count, most);
        if (detail == 8) first = most;
        EXPECT_NEAR(most, first, 1e-3 * first);
        EXPECT_GT(most, 1.05);
    }
}

// Squeezed by a plate that comes down on it, it swells to the sides.
TEST(Jiggle, KeepsItsVolume) {
    double width[2];
    for (const int keep : {0, 1}) {
        const auto world =
            world_of(scene(R"("frequency": 2, "damping_ratio": 0.7, "friction": 0, "volume": )" + std::to_string(keep),
                           R"(, "gravity": [0, 0, 0])",
                           R"(, "colliders": { "plate": { "shape": "box", "size": [3, 1, 3], "motion": "kinematic",
                "position": { "keys": [[0, [0, 1.1, 0]], [1, [0, 0.8, 0]]] } } })",
                           16));
        for (int i = 0; i < 120; ++i) world->step();
        const Box box = body_of(*world).motion.bounds;
        width[keep] = box.size().x;
        printf("volume %d: %.3f m wide, %.3f m high, top at %.3f m\n", keep, box.size().x, box.size().y, box.high.y);
        EXPECT_LT(box.high.y, 0.3 + 0.005);
    }
    EXPECT_NEAR(width[0], 1, 0.01);
    EXPECT_GT(width[1], 1.03);
}

}  // namespace jiggle_tests
}  // namespace pliant
