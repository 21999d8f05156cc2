// Bodies that follow a character: how far they may stray from it, what draws them to it, and that no seam shows where
// one is a part of the other.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "characters.h"
#include "worlds.h"

namespace pliant::testing {
namespace character_guide_tests {
namespace {

// The tube as cloth around itself, on the character that walks; at half its size the tube is as large as its file.
std::string walking(const std::string& guide, const std::string& more = "", double speed = 1) {
    return R"({ "format": 1, "world": { "rate": 60, "substeps": 4 }, "assets": { "tube": { "file": ")" + tube_file() +
           R"(" } }, "characters": { "ada": { "asset": "tube", "scale": 0.5, "clip": "Wave", "collider": "capsules",
           "speed": )" +
           std::to_string(speed) + R"(, "position": { "keys": [[0, [0, 0, 0]], [2, [1.5, 0, 0.5]], [4, [0, 0, 0]]] },
           "rotation": { "keys": [[0, [0, 0, 0]], [4, [0, 180, 0]]] } } },
        "bodies": { "sleeve": { "asset": "tube", "mesh": "Tube", "kind": "cloth", "density": 0.2, "drag": 0,
           "guide": { "character": "ada")" +
           guide + " } " + more + " } } }";
}

struct Stray {
    double furthest = 0;     // [m] from the place on the character
    double beyond = -1e9;    // [m] further than allowed
    double in_backstop = 0;  // [m]
};

Stray stray_of(const World& world, double most, double behind = 0, double radius = 0) {
    const Body& body = *world.body(world.find_body("sleeve"));
    const CharacterGuide& guide = *body.character_guide;
    Stray s;
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3d x = body.view.position[p].xyz().to<double>(), t = guide.places[p].to<double>(),
                    n = guide.normals[p].to<double>();
        const double far = length(x - t);
        s.furthest = std::max(s.furthest, far), s.beyond = std::max(s.beyond, far - most);
        if (radius > 0) s.in_backstop = std::max(s.in_backstop, radius - length(x - (t - n * (behind + radius))));
    }
    return s;
}

// Positions of some metres are 32-bit numbers.
constexpr double rounding = 1e-6;

TEST(CharacterGuide, PlacesAreThoseOfTheSkinnedMesh) {
    const auto world = world_of(walking(""));
    for (int i = 0; i < 40; ++i) world->step();
    SurfaceFrame frame;
    world->characters().surface_of(world->find_character("ada"), frame);
    const Body& body = *world->body(world->find_body("sleeve"));
    double off = 0, turned = 0;
    for (u32 p = 0; p < body.view.count; ++p) {
        const u32 v = hat_vertices + p;  // the hat comes first in the file
        off = std::max<double>(off, length(frame.positions[v] - body.character_guide->places[p]));
        turned = std::max<double>(turned, length(frame.normals[v] - body.character_guide->normals[p]));
    }
    std::printf("places are %.2g m off, normals %.2g\n", off, turned);
    EXPECT_LT(off, rounding);
    EXPECT_LT(turned, 2e-6);
}

TEST(CharacterGuide, NothingStraysFurtherThanMaxDistance) {
    for (const double most : {0.0, 0.02, 0.1}) {
        const auto world = world_of(walking(R"(, "max_distance": )" + std::to_string(most)));
        Stray all;
        for (int i = 0; i < 240; ++i) {
            world->step();
            const Stray s = stray_of(*world, most);
            all.furthest = std::max(all.furthest, s.furthest), all.beyond = std::max(all.beyond, s.beyond);
        }
        std::printf("max_distance %.2f m: furthest %.7f m, beyond %.2g m\n", most, all.furthest, all.beyond);
        EXPECT_LT(all.beyond, rounding);
        EXPECT_GE(all.furthest, 0.9 * most) << "it is free within that";
    }
}

TEST(CharacterGuide, NothingGetsIntoTheBackstop) {
    struct Case {
        double most, behind, radius;
    };
    for (const Case& c : {Case{0.2, 0.01, 0.1}, Case{0.2, 0, 1}, Case{0.05, -0.02, 0.5}, Case{0.1, -0.3, 0.2}}) {
        const auto text = [](double v) { return std::to_string(v); };
        const auto world = world_of(walking(R"(, "max_distance": )" + text(c.most) + R"(, "backstop_distance": )" +
                                            text(c.behind) + R"(, "backstop_radius": )" + text(c.radius)));
        const double behind = std::max(c.behind, -c.most);  // no further forward than it may go
        Stray all;
        for (int i = 0; i < 240; ++i) {
            world->step();
            const Stray s = stray_of(*world, c.most, behind, c.radius);
            all.beyond = std::max(all.beyond, s.beyond), all.in_backstop = std::max(all.in_backstop, s.in_backstop);
        }
        std::printf("backstop %.2f m behind, radius %.2f m: %.2g m in it, %.2g m beyond max_distance\n", c.behind,
                    c.radius, all.in_backstop, all.beyond);
        EXPECT_LT(all.in_backstop, rounding);
        EXPECT_LT(all.beyond, rounding);
    }
}

// A drive of k newtons a metre for each kilogram lets its load hang g / k lower, whatever the mesh, the mass and the
// substeps; and it swings at sqrt(k) where nothing damps it. Threads are let go, so that every particle hangs alone.
constexpr const char* loose =
    R"(, "stretch_stiffness": 1e-3, "bend_stiffness": 0, "shear_stiffness": 0, "tethers": false,
    "stretch_limit": 1, "air_drag": 0, "damping": 0, "collides_with": [])";

std::string standing(double stiffness, double damping, int substeps) {
    std::string scene = walking(
        R"(, "stiffness": )" + std::to_string(stiffness) + R"(, "damping": )" + std::to_string(damping), loose, 0);
    scene.replace(scene.find(R"("substeps": 4)"), 13, R"("substeps": )" + std::to_string(substeps));
    const size_t keys = scene.find(R"("position": { "keys")"), end = scene.find(R"(} },
        "bodies")");
    scene.replace(keys, end - keys, R"("position": [0, 0, 0] )");
    return scene;
}

TEST(CharacterGuide, ADriveIsASpring) {
    for (const int substeps : {1, 4}) {
        const auto world = world_of(standing(200, 28, substeps));
        for (int i = 0; i < 300; ++i) world->step();
        const Body& body = *world->body(world->find_body("sleeve"));
        double sag = 0;
        for (u32 p = 0; p < body.view.count; ++p)
            sag += double{body.character_guide->places[p].y - body.view.position[p].y} / body.view.count;
        std::printf("%d substeps: it hangs %.5f m lower, g / k = %.5f m\n", substeps, sag, 9.81 / 200);
        EXPECT_NEAR(sag, 9.81 / 200, 0.002 * 9.81 / 200);
    }
    // It starts at its place and falls to twice the sag in half a period: pi / sqrt(k).
    const auto world = world_of(standing(200, 0, 64));
    const Body& body = *world->body(world->find_body("sleeve"));
    const double half_period = 3.14159265 / std::sqrt(200.0);
    double lowest = 1e9, before = 0, at = 0;
    for (int i = 0; i < 30; ++i) {
        world->step();
        double y = 0;
        for (u32 p = 0; p < body.view.count; ++p)
            y += double{body.view.position[p].y - body.character_guide->places[p].y} / body.view.count;
        if (y < lowest) lowest = y, at = world->time();
        before = y;
    }
    std::printf("it swings to %.4f m after %.3f s, 2 g / k = %.4f m after %.3f s\n", -lowest, at, 2 * 9.81 / 200,
                half_period);
    EXPECT_GT(before, lowest);
    EXPECT_NEAR(-lowest, 2 * 9.81 / 200, 0.02 * 2 * 9.81 / 200);
    EXPECT_NEAR(at, half_period, 1.0 / 60);
}

TEST(CharacterGuide, SameBitsWithAnyThreadsAndAfterRestoring) {
    const std::string scene = walking(R"(, "max_distance": 0.05, "backstop_distance": 0, "stiffness": 50)");
    const auto one = world_of(scene, 1), three = world_of(scene, 3), restored = world_of(scene, 2);
    for (int i = 0; i < 30; ++i) one->step(), three->step();
    EXPECT_EQ(one->hash(), three->hash());
    restored->restore(one->save());
    for (int i = 0; i < 30; ++i) one->step(), three->step(), restored->step();
    EXPECT_EQ(one->hash(), three->hash());
    EXPECT_EQ(one->hash(), restored->hash());
}

TEST(CharacterGuide, JellyFollowsToo) {
    std::string scene = walking(R"(, "max_distance": 0.03)");
    scene.replace(scene.find(R"("kind": "cloth", "density": 0.2)"), 31, R"("kind": "lattice", "spacing": 0.1)");
    const auto world = world_of(scene);
    double beyond = -1;
    for (int i = 0; i < 120; ++i) world->step(), beyond = std::max(beyond, stray_of(*world, 0.03).beyond);
    std::printf("jelly: %.2g m beyond\n", beyond);
    EXPECT_LT(beyond, rounding);
}

// What is far sleeps, but not away from a character that goes on.
TEST(CharacterGuide, FarClothesAreNotLeftBehind) {
    const auto world = world_of(walking(R"(, "max_distance": 0.05)", R"(, "sleep": { "beyond": 1 })"));
    world->set_viewpoint(Vec3{100, 0, 0});
    Stray all;
    for (int i = 0; i < 120; ++i) {
        world->step();
        all.beyond = std::max(all.beyond, stray_of(*world, 0.05).beyond);
    }
    EXPECT_LT(all.beyond, rounding);
}

// A limit that needs the surface of a character is refused later on, too, and one that does not works from then on.
TEST(CharacterGuide, LimitsThatAreSetLater) {
    const auto world =
        world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 8 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 2, 0] } } })");
    const BodyId id = world->find_body("s");
    EXPECT_THROW(world->bodies().set_parameter(id, "guide.backstop_distance", 0.01), Error);
    world->bodies().set_parameter(id, "guide.max_distance", 0.1);
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_NEAR(world->bodies().center_of_mass(id).y, 1.9, 1e-4) << "it has fallen as far as it may";
}

TEST(CharacterGuide, WrongValuesAreNamed) {
    const auto says = [](const std::string& guide, const std::string& what) {
        try {
            world_of(walking(guide));
            ADD_FAILURE() << guide << " was taken";
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
        }
    };
    says(R"(, "backstop_radius": 1)", "guide.backstop_distance");
    says(R"(, "damping": 1)", "guide.stiffness");
    says(R"(, "max_distance": -1)", "guide.max_distance");
    says(R"(, "max_distance": { "attribute": "loose", "low": 0, "high": 1 })", "loose");
    std::string scene = walking("");
    scene.replace(scene.find(R"("character": "ada")"), 18, R"("character": "bob")");
    EXPECT_THROW(world_of(scene), Error);
}

}  // namespace
}  // namespace character_guide_tests
}  // namespace pliant::testing
