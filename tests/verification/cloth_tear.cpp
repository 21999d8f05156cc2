// Cloth that tears and creases: when it should, as far as it should, and nothing is lost.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <set>

#include "core/trig.h"
#include "worlds.h"

namespace pliant::testing {
namespace cloth_tear_tests {
namespace {

// A strip along x; its left end stays, its right one goes away by 0.4 m/s.
std::string strip(const std::string& more) {
    return R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [0.8, 0, 0.3], "detail": 16 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "stretch_stiffness": 2000, "shear_stiffness": 700, "air_drag": 0.2,
                           "damping": 2, )" +
           more + R"( } },
        "attachments": {
          "left": { "body": "s", "where": { "point": [-0.4, 0, 0], "radius": 0.16 } },
          "right": { "body": "s", "where": { "point": [0.4, 0, 0], "radius": 0.16 },
                     "position": { "keys": [[0, [0.4, 0, 0]], [10, [4.4, 0, 0]]] } } } })";
}

double mass_of_all(const World& world) {
    double sum = 0;
    world.contents().bodies.each([&](BodyId id, const Body&) { sum += world.bodies().mass(id); });
    return sum;
}

u32 triangles_of_all(const World& world) {
    u32 sum = 0;
    world.contents().bodies.each(
        [&](BodyId, const Body& b) { sum += static_cast<u32>(b.model->surface.indices.size() / 3); });
    return sum;
}

struct Torn {
    double first = 0, at = 0;  // [s] when it begins to tear, and when it is in two
    u32 events = 0;
};

Torn pull_apart(World& world, double seconds) {
    Torn torn;
    while (world.time() < seconds) {
        world.step();
        for (const TearEvent& e : world.events().tears) torn.events += !e.piece;
        if (torn.events && torn.first == 0) torn.first = world.time();
        if (world.contents().bodies.size() > 1 && torn.at == 0) torn.at = world.time();
    }
    return torn;
}

// Held over 0.16 m at each end, so 0.52 m stretch freely or nearly so.
TEST(ClothTear, TearsAtTheGivenStretch) {
    for (const double stretch : {0.1, 0.2, 0.4}) {
        auto world = world_of(strip(R"("tear": { "stretch": )" + std::to_string(stretch) + " }"));
        const double mass = mass_of_all(*world);
        const u32 triangles = triangles_of_all(*world);
        const Torn torn = pull_apart(*world, 2 * stretch * 0.8 / 0.4 + 0.2);
        ASSERT_GT(torn.at, 0) << stretch;
        // Stretch of what is between the ends.
        const double first = torn.first * 0.4 / 0.6, overall = torn.at * 0.4 / 0.6;
        std::printf("stretch %.2f: begins when stretched by %.3f, in two at %.3f, %u tears, %u bodies\n", stretch,
                    first, overall, torn.events, static_cast<u32>(world->contents().bodies.size()));
        // Corners where it is held bear more than the rest, so it gives way there before all of it is stretched so far.
        EXPECT_GT(first, 0.7 * stretch);
        EXPECT_LT(overall, 1.1 * stretch);
        EXPECT_EQ(world->contents().bodies.size(), 2u);
        EXPECT_NEAR(mass_of_all(*world), mass, 1e-6 * mass);
        EXPECT_EQ(triangles_of_all(*world), triangles);
    }
}

TEST(ClothTear, WithoutItNothingTears) {
    auto world = world_of(strip(R"("thickness": 0.001)"));
    EXPECT_EQ(pull_apart(*world, 1).events, 0u);
    EXPECT_EQ(world->contents().bodies.size(), 1u);
    auto off = world_of(strip(R"("tear": { "stretch": 0.1, "enabled": false })"));
    EXPECT_EQ(pull_apart(*off, 1).events, 0u);
}

// Folded in half and flat against itself, nothing is stretched.
TEST(ClothTear, FoldsDoNotTearIt) {
    auto world = world_of(R"({ "format": 1,
        "assets": { "s": { "shape": "plane", "size": [0.6, 0, 0.6], "detail": 12 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "preset": "cotton", "tear": { "stretch": 0.15 },
                           "position": [0, 0.5, 0], "rotation": [20, 30, 75], "self_contact": true, "thickness": 0.008 } },
        "colliders": { "floor": {} } })");
    EXPECT_EQ(pull_apart(*world, 2).events, 0u);
}

void expect_same_bits(const std::string& scene) {
    auto one = world_of(scene, 1), many = world_of(scene, 8);
    std::vector<std::vector<std::byte>> saved;  // after every tear
    std::vector<u64> hashes;
    for (int i = 0; i < 60; ++i) {
        one->step(), many->step();
        hashes.push_back(one->hash());
        ASSERT_EQ(one->hash(), many->hash()) << i;
        if (saved.size() < 5 && !one->events().tears.empty()) saved.push_back(one->save());
    }
    ASSERT_GT(one->contents().bodies.size(), 1u);
    ASSERT_GE(saved.size(), 1u);
    for (const std::vector<std::byte>& state : saved) {
        auto again = world_of(scene, 2);
        again->restore(state);
        ASSERT_EQ(again->hash(), hashes[again->step_count() - 1]);
        while (again->step_count() < 60) {
            again->step();
            ASSERT_EQ(again->hash(), hashes[again->step_count() - 1]) << again->step_count();
        }
    }
}

TEST(ClothTear, SameBitsForAnyThreadsAndAfterRestoring) {
    const char* const tear = R"("tear": { "stretch": 0.15, "strength": 0.9 })";
    expect_same_bits(strip(tear));
    expect_same_bits(strip(tear + std::string(R"(, "plasticity": { "yield_strain": 0.002, "creep": 5 })")));
    expect_same_bits(strip(tear + std::string(R"(, "self_contact": true)")));
}

// A curtain that hangs by all of its upper edge and rips from there to its hem: both halves go on hanging.
// Names are the lowest numbers that are free, whatever has been removed: the search for them went through all bodies
// for each number of each piece.
TEST(ClothTear, HundredsOfPiecesAreNumberedFromOneOn) {
    auto world = world_of(strip(R"("tear": { "stretch": 0.002, "max_pieces": 1000 })"));
    for (int i = 0; i < 120 && world->contents().bodies.size() < 150; ++i) world->step();
    std::set<std::string> names;
    world->contents().bodies.each(
        [&](BodyId, const Body& b) { EXPECT_TRUE(names.insert(b.name).second) << b.name << " twice"; });
    std::printf("%zu pieces\n", names.size());
    ASSERT_GT(names.size(), 50u);
    EXPECT_TRUE(names.count("s"));
    for (size_t n = 1; n < names.size(); ++n) EXPECT_TRUE(names.count("s." + std::to_string(n))) << n;
}

TEST(ClothTear, WhatIsHeldStaysHeldInAllPieces) {
    const auto world = world_of(R"({ "format": 1,
        "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 20 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "rotation": [90, 0, 0], "position": [0, 2, 0],
            "tear": { "stretch": 0.05, "max_pieces": 2, "lines": [{ "points": [[0, 0, -0.5], [0, 0, 0.5]], "strength": 0.02 }] } } },
        "attachments": { "rail": { "body": "s", "where": { "low": [-1, -1, -0.51], "high": [1, 1, -0.49] } } },
        "fields": { "apart": { "type": "radial", "position": [0, 2, 0], "strength": { "keys": [[0, 30], [1, 30], [1.01, 0]] } } } })");
    for (int i = 0; i < 180; ++i) world->step();
    ASSERT_EQ(world->contents().bodies.size(), 2u);
    size_t rails = 0;
    world->contents().attachments.each([&](AttachmentId, const Attachment& a) {
        ++rails;
        EXPECT_TRUE(a.holding);
        EXPECT_NEAR(a.grips.size(), 10.5, 0.6) << "points of 20 cells, in two halves";
    });
    EXPECT_EQ(rails, 2u);
    world->contents().bodies.each(
        [&](BodyId id, const Body& body) { EXPECT_NEAR(world->bodies().center_of_mass(id).y, 2, 0.1) << body.name; });
}

// ---- creases

// A strip held on a cylinder for a second and let go, with nothing else to act on it. Beyond the yield strain its
// curvature flows at the rate `creep`; the rest of it straightens again.
double curvature_kept(double radius, const std::string& plasticity, const char* model, int cells) {
    auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [0.4, 0, 0.1], "detail": )" +
                          std::to_string(cells) + R"( } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "bend_stiffness": 2e-3, "stretch_stiffness": 20000, "small_steps": 16,
                           "shear_stiffness": 7000, "density": 0.2, "air_drag": 0, "drag": 0, "damping": 4,
                           "material_thickness": 0.002, "bend_model": ")" +
                          model + R"(", )" + plasticity + R"(
                           "hold": { "low": [-1, -1, -1], "high": [1, 1, 1], "enabled": { "keys": [[0, true], [1, false]], "ease": "step" } } } } })");
    const BodyId s = world->find_body("s");
    const Body& body = *world->body(s);
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 rest = body.model->rest_position(p);
        const double angle = static_cast<double>(rest.x) / radius;
        body.view.position[p].set_xyz(
            {static_cast<float>(radius * sine(angle)), static_cast<float>(radius * (1 - cosine(angle))), rest.z});
        body.view.previous[p] = body.view.position[p];
    }
    for (int i = 0; i < 60 * 8; ++i) world->step();
    // The angle between the ends of it, without the outermost parts, which feel the hem.
    double turned = 0, along = 0;
    Vec3d first{}, last{};
    const auto way = [&](float from, float to) {
        Vec3d a, b;
        int na = 0, nb = 0;
        for (u32 p = 0; p < body.view.count; ++p) {
            const float x = body.model->rest_position(p).x;
            if (std::fabs(x - from) < 0.011f) a += body.view.position[p].xyz().to<double>(), ++na;
            if (std::fabs(x - to) < 0.011f) b += body.view.position[p].xyz().to<double>(), ++nb;
        }
        return direction(b / nb - a / na, Vec3d{1, 0, 0});
    };
    first = way(-0.12f, -0.04f), last = way(0.04f, 0.12f);
    turned = arc_cosine(std::clamp(dot(first, last), -1.0, 1.0)), along = 0.16;
    return turned / along;
}

TEST(Creases, KeepThePredictedShare) {
    const double radius = 0.1, thickness = 0.002, yield = 0.004, creep = 2;
    const double bent = 1 / radius, yields = 2 * yield / thickness;
    const double expected = (bent - yields) * (1 - exponential(-creep * 1.0));
    for (const char* model : {"auto", "dihedral"})
        for (const int cells : {20, 40}) {
            const double off = curvature_kept(radius, "", model, cells),
                         on = curvature_kept(radius, R"("plasticity": { "yield_strain": 0.004, "creep": 2 }, )", model,
                                             cells);
            std::printf("%s, %d cells: bent to %.1f/m, keeps %.2f (%.2f expected), without plasticity %.3f\n", model,
                        cells, bent, on, expected, off);
            EXPECT_NEAR(on, expected, 0.05 * expected);
            EXPECT_LT(off, 0.002 * bent);
        }
}

}  // namespace
}  // namespace cloth_tear_tests
}  // namespace pliant::testing
