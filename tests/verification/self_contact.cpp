// Bodies that touch themselves: folds lie on each other, what hangs together does not notice, nothing is gained or
// lost.
#include <gtest/gtest.h>

#include "body/lattice/lattice_model.h"
#include "body/registry.h"
#include "body/tearable.h"
#include "cook/cook.h"
#include "geometry/shapes.h"
#include "geometry/winding.h"
#include "worlds.h"

namespace pliant::testing {
namespace self_contact_tests {
namespace {

// Of places just under the skin, the share that the skin goes round more than once: where matter is in matter.
double overlap(const World& world, BodyId id) {
    const Body& body = *world.body(id);
    const SurfaceFrame& frame = body.frame();
    const std::vector<Vec3> points(frame.positions.begin(), frame.positions.end());
    const std::vector<u32>& corners = body.model->surface.indices;
    std::vector<std::array<u32, 3>> triangles;
    for (size_t i = 0; i < corners.size(); i += 3) triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
    const WindingNumber winding(points, triangles);
    const float depth = 0.25f * body.model->contact.spacing;
    u32 inside = 0, all = 0;
    for (const auto& [a, b, c] : triangles) {
        const Vec3 normal = cross(points[b] - points[a], points[c] - points[a]);
        if (!(length(normal) > 0)) continue;
        const Vec3 at = (points[a] + points[b] + points[c]) / 3 - normal * (depth / length(normal));
        ++all, inside += winding.at(at) > 1.5;
    }
    return static_cast<double>(inside) / all;
}

std::string scene(const std::string& body, const std::string& rest = "") {
    return R"({ "format": 1, "behaviour": 1, "world": { "substeps": 4 },
        "assets": { "rope": { "shape": "box", "size": [0.15, 2.7, 0.15], "detail": 36 } },
        "bodies": { "rope": { "asset": "rope", "spacing": 0.075, )" +
           body + R"( } }, "colliders": { "floor": { "shape": "plane" } })" + rest + "}";
}

// A rope that stands on its end buckles and comes to lie on itself.
TEST(SelfContact, FoldsLieOnEachOther) {
    double worst[2] = {0, 0}, last[2] = {0, 0};
    for (const bool on : {false, true}) {
        const auto world = world_of(scene(R"("position": [0, 1.4, 0], "rotation": [0, 0, 1], "youngs_modulus": 1.5e5,
            "self_contact": )" + std::string(on ? "true" : "false")));
        const BodyId rope = world->find_body("rope");
        while (world->step_count() < 240) {
            world->step();
            for (const ContactEvent& e : world->events().contacts)
                EXPECT_FALSE(e.b.is_body()) << "no event tells of it";
            if (world->step_count() % 10 != 0) continue;
            last[on] = overlap(*world, rope), worst[on] = std::max(worst[on], last[on]);
        }
    }
    std::printf("inside itself: at most %.1f %% of the skin, %.1f %% in the end; without: %.1f %% and %.1f %%\n",
                100 * worst[1], 100 * last[1], 100 * worst[0], 100 * last[0]);
    EXPECT_GT(worst[0], 0.05);  // there is something to prevent
    EXPECT_LT(worst[1], 0.005);
    EXPECT_EQ(last[1], 0);
}

// A very soft one is pressed flat by its own weight, and must not pass through itself even then, or not by much. How it
// comes to lie is chance: leant a little more or less it ends between 0 and 4 %.
TEST(SelfContact, SoftFoldsToo) {
    double mean[2] = {0, 0}, worst = 0;
    const std::array leans = {"0.7", "0.8", "0.9", "1", "1.1", "1.2"};
    for (const char* lean : leans)
        for (const bool on : {false, true}) {
            const auto world =
                world_of(scene(R"("position": [0, 1.4, 0], "rotation": [0, 0, )" + std::string(lean) +
                               R"(], "youngs_modulus": 4e4, "self_contact": )" + (on ? "true" : "false")));
            while (world->step_count() < 300) world->step();
            const double inside = overlap(*world, world->find_body("rope"));
            mean[on] += inside / leans.size();
            if (on) worst = std::max(worst, inside);
        }
    std::printf("inside itself: %.1f %% of the skin on average, %.1f %% at most; without %.1f %%\n", 100 * mean[1],
                100 * worst, 100 * mean[0]);
    EXPECT_GT(mean[0], 0.1);
    EXPECT_LT(mean[1], 0.025);
    EXPECT_LT(worst, 0.05);
}

// Nothing is pushed that is only near because it was made so, stretched, bent or turned: the same bits as without.
TEST(SelfContact, WhatHangsTogetherDoesNotNotice) {
    u64 hash[2];
    for (const bool on : {false, true}) {
        const auto world = world_of(R"({ "format": 1, "behaviour": 1, "world": { "gravity": [0, 0, 0] },
            "assets": { "octo": { "shape": "octopus" } },
            "bodies": { "octo": { "asset": "octo", "spacing": 0.06, "spin": [200, 100, 50], "youngs_modulus": 1e5,
                                  "self_contact": )" +
                                    std::string(on ? "true" : "false") + "} } }");
        while (world->step_count() < 60) {
            world->step();
            EXPECT_EQ(world->statistics().contacts, 0u);
        }
        hash[on] = world->hash();
    }
    EXPECT_EQ(hash[0], hash[1]);
}

// A bar with a slit half through it, pressed together: the two faces of the crack meet.
TEST(SelfContact, FacesOfACrackMeet) {
    ShapeSettings shape;
    shape.name = "box", shape.size = {1.2f, 0.4f, 0.4f}, shape.detail = 12;
    ParameterSet own(find_kind("lattice")->parameters);
    own.set("spacing", 0.1), own.set("youngs_modulus", 1e5);
    const auto whole = cook_model(make_shape(shape), *find_kind("lattice"), own, {1, 1, 1}).model;
    const auto& cells = dynamic_cast<const lattice::LatticeModel&>(*whole);
    std::vector<u32> slit;
    for (const lattice::LatticeModel::Link& link : cells.links()) {
        const auto& site = cells.lattice.cell_site[link.low];
        if (link.axis == 0 && site.x == cells.lattice.sites.x / 2 - 1 && 2 * site.z >= cells.lattice.sites.z - 1)
            slit.push_back(link.number);
    }
    const auto torn = whole->tearable()->tear(slit, Material());
    ASSERT_EQ(torn.size(), 1u) << "it still hangs together";
    double inside[2];
    for (const bool on : {false, true}) {
        WorldSettings settings;
        settings.parameters.set(WorldP::gravity, Vec3d{});
        World world(settings);
        ParameterSet common(body_table);
        common.set("self_contact", on ? 1.0 : 0.0);
        const BodyId bar = world.bodies().add("bar", torn[0], common, own);
        world.step();
        for (const Contact& c : world.contacts().contacts)
            EXPECT_LT(c.impulse.normal, 1e-12f) << "closed, as it is at rest, nothing pushes";  // [N s] rounding
        for (const float side : {-1.0f, 1.0f}) {
            ParameterSet push(attachment_table);
            push.set("position", Keys{{0, 1}, {{0.6 * side, 0, 0.2}, {0.45 * side, 0, 0.2}}, Ease::linear, false});
            world.attachments().add(side < 0 ? "left" : "right", bar, {{0.6f * side, 0, 0.2f}, 0.15f}, push);
        }
        while (world.time() < 1.5) world.step();
        inside[on] = overlap(world, bar);
    }
    std::printf("%zu links parted; inside itself: %.1f %% of the skin, without %.1f %%\n", slit.size(), 100 * inside[1],
                100 * inside[0]);
    // 1.0 against 7.9 % is seen. The slit is two cells deep, and what shares a particle at its end is not told apart.
    EXPECT_GT(inside[0], 0.05);
    EXPECT_LT(inside[1], 0.02);
}

// Spheres around particles: neighbours, which touch at rest, do not notice; folds do.
TEST(SelfContact, SpheresMeetToo) {
    const auto rope = [](bool on, const char* more) {
        return world_of(scene(R"("contact": "particles", "youngs_modulus": 1.5e5, "rotation": [0, 0, 1], )" +
                              std::string(more) + R"(, "self_contact": )" + (on ? "true" : "false")));
    };
    // In flight, bent and turned: the same bits.
    u64 hash[2];
    for (const bool on : {false, true}) {
        const auto world = rope(on, R"("position": [0, 20, 0], "spin": [100, 50, 200])");
        while (world->step_count() < 40) world->step();
        hash[on] = world->hash();
    }
    EXPECT_EQ(hash[0], hash[1]);
    double worst[2] = {0, 0};
    for (const bool on : {false, true}) {
        const auto world = rope(on, R"("position": [0, 1.4, 0])");
        while (world->step_count() < 160) {
            world->step();
            if (world->step_count() % 5 == 0)
                worst[on] = std::max(worst[on], overlap(*world, world->find_body("rope")));
        }
    }
    std::printf("spheres: inside itself at most %.1f %%, without %.1f %%\n", 100 * worst[1], 100 * worst[0]);
    EXPECT_GT(worst[0], 0.05);
    EXPECT_LT(worst[1], 0.01);
}

// Two sides of a body that come together by themselves do not move it as a whole.
TEST(SelfContact, MomentumIsKept) {
    const auto world = world_of(scene(R"("position": [0, 3, 0], "rotation": [0, 0, 40], "spin": [0, 0, 0],
        "youngs_modulus": 2e4, "drag": 0, "self_contact": true)",
                                      R"(, "attachments": {
        "a": { "body": "rope", "where": { "point": [0, 1.35, 0] }, "position": [0.2, 3, 0],
               "enabled": { "keys": [[0, true], [0.6, false]] } },
        "b": { "body": "rope", "where": { "point": [0, -1.35, 0] }, "position": [-0.2, 3, 0],
               "enabled": { "keys": [[0, true], [0.6, false]] } } })"));
    world->parameters().set(WorldP::gravity, Vec3d{});
    const BodyId rope = world->find_body("rope");
    while (world->time() < 0.7) world->step();
    const Vec3d before = world->bodies().momentum(rope), spin = world->bodies().angular_momentum(rope);
    u32 contacts = 0;
    while (world->time() < 1.7) world->step(), contacts += world->statistics().contacts;
    const double scale = world->bodies().mass(rope);  // against 1 m/s
    const double off = length(world->bodies().momentum(rope) - before) / scale,
                 turned = length(world->bodies().angular_momentum(rope) - spin) / scale;
    std::printf("%u contacts; momentum off by %.1e m/s, spin by %.1e m²/s\n", contacts, off, turned);
    EXPECT_GT(contacts, 100u);
    // Without contact 1.5e-5 and 4.4e-5 are seen, which is rounding at several m/s. Spin is also lost where what is too
    // close is moved apart without speed.
    EXPECT_LT(off, 1e-4);
    EXPECT_LT(turned, 5e-3);
}

// For any number of threads, and when a run goes on from a snapshot, of which bounds of distances are no part.
TEST(SelfContact, SameBits) {
    const std::string text = scene(R"("position": [0, 1.4, 0], "rotation": [0, 0, 1], "youngs_modulus": 4e4,
        "self_contact": true)");
    std::vector<u64> hashes;
    std::vector<std::byte> saved;
    for (const u32 threads : {1u, 2u, 8u}) {
        const auto world = world_of(text, threads);
        for (size_t step = 0; step < 120; ++step) {
            world->step();
            if (threads == 1) {
                hashes.push_back(world->hash());
                if (step == 59) saved = world->save();
            } else {
                ASSERT_EQ(world->hash(), hashes[step]) << threads << " threads, step " << step;
            }
        }
    }
    const auto world = world_of(text, 2);
    world->restore(saved);
    for (size_t step = 60; step < 120; ++step) {
        world->step();
        ASSERT_EQ(world->hash(), hashes[step]) << "after restoring, step " << step;
    }
}

}  // namespace
}  // namespace self_contact_tests
}  // namespace pliant::testing
