// What can be said of single particles: which are held, which touch, how heavy they are and how large their spheres.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "body/registry.h"
#include "cook/cook.h"
#include "geometry/shapes.h"
#include "worlds.h"

namespace pliant::testing {
namespace particles_tests {
namespace {

// A box of 0.4 m; `body` and `rest` are keys of the body and sections of the scene.
std::string boxed(const std::string& body, const std::string& rest = R"("colliders": { "floor": {} })") {
    return R"({ "format": 1, "world": { "substeps": 4 }, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.1, "youngs_modulus": 5e4, )" +
           body + " } }, " + rest + " }";
}

// The same box with the attribute "upper": 0 below the middle, 1 above.
std::shared_ptr<const Model> painted_model(const char* contact = "surface") {
    Mesh mesh = make_shape({"box", {0.4f, 0.4f, 0.4f}, 8});
    Attribute upper{"upper", {}};
    for (const Vec3& p : mesh.points) upper.values.push_back(p.y > 0.001f ? 1.0f : 0.0f);
    mesh.attributes.push_back(std::move(upper));
    ParameterSet own(find_kind("lattice")->parameters);
    own.set("spacing", 0.1), own.set("contact", contact);
    return cook_model(mesh, *find_kind("lattice"), own, {1, 1, 1}).model;
}

struct PaintedBox {
    std::unique_ptr<World> world;
    BodyId box;
    PaintedBox(const char* common_name, const Map& map, double height = 0.3, const char* own_name = "",
               const Map& own_map = {}) {
        world = world_of(R"({ "format": 1, "colliders": { "floor": {} } })");
        ParameterSet common(body_table), own(find_kind("lattice")->parameters);
        common.set(BodyP::position, Vec3d{0, height, 0});
        if (common_name[0]) common.set(common_name, map);
        if (own_name[0]) own.set(own_name, own_map);
        own.set("youngs_modulus", 2e5);
        box = world->bodies().add("box", painted_model(), common, own);
    }
    void step(int steps) {
        for (int i = 0; i < steps; ++i) world->step();
    }
    Vec3 center() const { return world->bodies().center_of_mass(box).to<float>(); }
};

std::vector<u32> all_of(const Body& body) {
    std::vector<u32> all(body.view.count);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

u32 held_count(const Body& body) {
    u32 n = 0;
    for (u32 p = 0; p < body.view.count; ++p) n += body.view.position[p].w == 0;
    return n;
}

// ---- held

TEST(Hold, ABoxOfParticlesStaysUntilItIsFreed) {
    auto world = world_of(boxed(R"("position": [0, 3, 0], "hold": { "low": [-1, 0.1, -1], "high": [1, 1, 1],
        "enabled": { "keys": [[0, true], [1, false]] } })"));
    const Body& box = *world->body(world->find_body("box"));
    std::vector<Vec3> start;
    for (u32 p = 0; p < box.view.count; ++p) start.push_back(box.view.position[p].xyz());
    const u32 held = held_count(box);
    EXPECT_GT(held, 0u);
    EXPECT_LT(held, box.view.count);
    for (int i = 0; i < 60; ++i) {
        world->step();
        for (u32 p = 0; p < box.view.count; ++p) {
            const bool above = start[p].y >= 3.1f - 1e-6f;
            ASSERT_EQ(box.view.position[p].w == 0, above);
            if (above) {
                ASSERT_EQ(box.view.position[p].xyz(), start[p]);
            }
        }
    }
    float sag = 0;
    for (u32 p = 0; p < box.view.count; ++p) sag = std::max(sag, start[p].y - box.view.position[p].y);
    EXPECT_GT(sag, 1e-3f);  // what is not held hangs
    EXPECT_LT(sag, 0.1f);
    const double before = world->bodies().center_of_mass(box.id).y;
    for (int i = 0; i < 30; ++i) world->step();  // 0.5 s of free fall
    EXPECT_EQ(held_count(box), 0u);
    EXPECT_NEAR(before - world->bodies().center_of_mass(box.id).y, 0.5 * 9.81 * 0.25, 0.15);
}

TEST(Hold, ABallAndPaint) {
    auto world = world_of(boxed(R"("position": [0, 3, 0], "hold": { "point": [0, 0.2, 0], "radius": 0.12 })"));
    const Body& box = *world->body(world->find_body("box"));
    for (u32 p = 0; p < box.view.count; ++p)
        EXPECT_EQ(box.view.position[p].w == 0, length(box.model->rest_position(p) - Vec3{0, 0.2f, 0}) <= 0.12f) << p;
    EXPECT_GT(held_count(box), 0u);

    PaintedBox painted("hold.where", {"upper", 0, 1, false}, 3);
    const Body& body = *painted.world->body(painted.box);
    EXPECT_GT(held_count(body), body.view.count / 4);
    EXPECT_LT(held_count(body), body.view.count);
    for (u32 p = 0; p < body.view.count; ++p)
        EXPECT_TRUE(body.view.position[p].w > 0 || body.model->rest_position(p).y > -0.06f) << p;
}

TEST(Hold, HostAndParametersDoNotFreeEachOther) {
    auto world = world_of(boxed(R"("position": [0, 3, 0], "hold": { "point": [0, 0.2, 0], "radius": 0.12 })"));
    const BodyId id = world->find_body("box");
    const Body& box = *world->body(id);
    const u32 held = held_count(box);
    const std::vector<u32> all = all_of(box);
    world->bodies().hold(id, all, true);
    EXPECT_EQ(held_count(box), box.view.count);
    world->bodies().set_parameter(id, "hold.enabled", 0.0);
    world->step();
    EXPECT_EQ(held_count(box), box.view.count);
    world->bodies().set_parameter(id, "hold.enabled", 1.0);
    world->step();
    world->bodies().hold(id, all, false);
    EXPECT_EQ(held_count(box), held);
    world->bodies().hold(id, all, true);
    world->bodies().reset(id, {});  // begins anew: as the scene says
    EXPECT_EQ(held_count(box), held);
    world->bodies().set_parameter(id, "hold", 0.0);  // the group's switch
    world->step();
    EXPECT_EQ(held_count(box), 0u);
}

TEST(Hold, SnapshotsAndThreads) {
    const std::string scene = boxed(R"("position": [0, 1, 0], "hold": { "low": [-1, 0.1, -1], "high": [1, 1, 1],
        "enabled": { "keys": [[0, true], [0.5, false], [1, true]] } },
        "collide": 1, "tear": { "stretch": 3 })");
    const auto prepare = [](World& world) {
        const BodyId id = world.find_body("box");
        const u32 two[] = {0, 5};
        world.bodies().hold(id, two, true), world.bodies().set_contact_enabled(id, two, false);
    };
    auto plain = world_of(scene);
    prepare(*plain);
    std::vector<u64> hashes;
    std::vector<std::byte> middle;
    for (int i = 0; i < 90; ++i) {
        if (i == 20) middle = plain->save();
        plain->step();
        hashes.push_back(plain->hash());
    }
    for (const u32 threads : {2u, 8u}) {
        auto other = world_of(scene, threads);
        prepare(*other);
        for (int i = 0; i < 90; ++i) {
            other->step();
            ASSERT_EQ(other->hash(), hashes[i]) << threads << " threads, step " << i;
        }
    }
    auto later = world_of(scene);
    later->restore(middle);
    for (int i = 20; i < 90; ++i) {
        later->step();
        ASSERT_EQ(later->hash(), hashes[i]) << i;
    }
}

// Held at the top and pulled by ten times its weight: it tears, what falls is free and what is held stays.
TEST(Hold, ATornBodyKeepsWhatIsHeld) {
    auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, -100, 0] },
        "assets": { "bar": { "shape": "box", "size": [0.3, 1.2, 0.3] } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.1, "youngs_modulus": 2e4, "position": [0, 2, 0],
            "tear": { "stretch": 0.4 }, "hold": { "low": [-1, 0.45, -1], "high": [1, 1, 1] } } } })");
    std::vector<Vec3> held;
    const auto list_held = [&] {
        std::vector<Vec3> all;
        world->contents().bodies.each([&](BodyId, const Body& body) {
            for (u32 p = 0; p < body.view.count; ++p) {
                if (body.view.position[p].w == 0) all.push_back(body.view.position[p].xyz());
                EXPECT_EQ(body.view.position[p].w == 0, body.held[p] != 0);
            }
        });
        return all;
    };
    const size_t before = list_held().size();
    for (int i = 0; i < 60; ++i) world->step();
    ASSERT_GT(world->contents().bodies.size(), 1u);
    EXPECT_GE(list_held().size(), before);  // particles are doubled where it tears
    double lowest = 1e9;
    world->contents().bodies.each(
        [&](BodyId id, const Body&) { lowest = std::min(lowest, world->bodies().center_of_mass(id).y); });
    EXPECT_LT(lowest, 0);
    auto other = world_of(R"({ "format": 1, "world": { "gravity": [0, -100, 0] },
        "assets": { "bar": { "shape": "box", "size": [0.3, 1.2, 0.3] } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.1, "youngs_modulus": 2e4, "position": [0, 2, 0],
            "tear": { "stretch": 0.4 }, "hold": { "low": [-1, 0.45, -1], "high": [1, 1, 1] } } } })");
    other->restore(world->save());
    for (int i = 0; i < 10; ++i) {
        world->step(), other->step();
        ASSERT_EQ(world->hash(), other->hash()) << i;
    }
}

TEST(Hold, WrongRegionsGetASentence) {
    const auto message = [](const std::string& hold) {
        try {
            world_of(boxed(R"("hold": )" + hold));
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string("no error");
    };
    EXPECT_NE(message(R"({ "radius": 1 })").find("a radius without hold.point"), std::string::npos);
    EXPECT_NE(message(R"({ "low": [0, 0, 0] })").find("both hold.low and hold.high"), std::string::npos);
    EXPECT_NE(message(R"({ "low": [0, 2, 0], "high": [1, 1, 1] })").find("2 is above 1"), std::string::npos);
    EXPECT_NE(message(R"({ "where": { "attribute": "nowhere", "low": 0, "high": 1 } })").find("nowhere"),
              std::string::npos);
    EXPECT_EQ(message(R"({ "low": [5, 5, 5], "high": [6, 6, 6] })"), "no error");
    auto world = world_of(boxed(R"("hold": false)"));
    const BodyId box = world->find_body("box");
    EXPECT_THROW(world->bodies().set_parameter(box, "hold.radius", static_cast<double>(NAN)), Error);
    EXPECT_THROW(world->bodies().set_parameter(box, "hold.point", Vec3d{0, static_cast<double>(INFINITY), 0}), Error);
    world->bodies().set_parameter(box, "hold.low", Vec3d{-1, -1, -1});  // one after the other, while it runs
    world->step();
    EXPECT_EQ(held_count(*world->body(box)), 0u);
    world->bodies().set_parameter(box, "hold.high", Vec3d{1, 1, 1});
    world->bodies().set_parameter(box, "hold.enabled", 1.0);
    world->step();
    EXPECT_EQ(held_count(*world->body(box)), world->body(box)->view.count);
}

// ---- what touches

// The lower half lets the floor through: the body lies on its middle.
TEST(Collide, PaintedPartsPassThrough) {
    PaintedBox plain("", {}), open("collide", {"upper", 0, 1, false});
    plain.step(180), open.step(180);
    EXPECT_NEAR(plain.center().y, 0.2, 0.03);
    EXPECT_NEAR(open.center().y, 0, 0.08);
    EXPECT_LT(open.center().y, 0.08);
    EXPECT_GT(open.center().y, -0.1);
}

TEST(Collide, AnotherBodyFallsThroughWhatIsOpen) {
    const std::string scene = R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] },
                                              "ball": { "shape": "sphere", "size": [0.2, 0.2, 0.2] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.1, "youngs_modulus": 2e5, "position": [0, 1, 0],
                             "hold": { "where": 1 } },
                    "ball": { "asset": "ball", "spacing": 0.05, "youngs_modulus": 2e5, "position": [0, 1.5, 0] } },
        "colliders": { "floor": {} } })";
    for (const bool open : {false, true}) {
        auto world = world_of(scene);
        const BodyId box = world->find_body("box"), ball = world->find_body("ball");
        if (open) world->bodies().set_contact_enabled(box, all_of(*world->body(box)), false);
        for (int i = 0; i < 90; ++i) world->step();
        if (open) {
            EXPECT_LT(world->bodies().center_of_mass(ball).y, 0.3);
        } else {
            EXPECT_GT(world->bodies().center_of_mass(ball).y, 1.2);
        }
    }
}

TEST(Collide, CollidersAreTakenAndGivenBack) {
    auto world = world_of(boxed(R"("position": [0, 0.5, 0])"));
    const BodyId id = world->find_body("box");
    const std::vector<u32> all = all_of(*world->body(id));
    world->bodies().set_contact_enabled(id, all, false);
    world->step();
    EXPECT_EQ(world->statistics().contacts, 0u);
    world->bodies().set_contact_enabled(id, all, true);
    for (int i = 0; i < 120; ++i) world->step();
    EXPECT_GT(world->bodies().center_of_mass(id).y, 0.15);
    world->bodies().set_contact_enabled(id, all, false);  // wakes it as well
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(world->bodies().center_of_mass(id).y, -1);
    auto ghost = world_of(boxed(R"("position": [0, 0.5, 0], "collide": 0)"));
    for (int i = 0; i < 60; ++i) ghost->step();
    EXPECT_LT(ghost->bodies().center_of_mass(ghost->find_body("box")).y, -1);
}

// A rod comes up between points of the skin: where the skin is open, it goes through.
TEST(Collide, ThinCollidersPassWhereItIsOpen) {
    for (const bool open : {false, true}) {
        auto world = world_of(boxed(R"("position": [0, 1, 0], "hold": { "low": [-1, 0.1, -1], "high": [1, 1, 1] })",
                                    R"("colliders": { "rod": { "shape": "capsule", "radius": 0.01, "height": 1,
            "motion": "kinematic", "position": { "keys": [[0, [0.03, 0.2, 0.02]], [0.5, [0.03, 0.42, 0.02]]] } } })"));
        const BodyId id = world->find_body("box");
        if (open) world->bodies().set_contact_enabled(id, all_of(*world->body(id)), false);
        bool touched = false;
        for (int i = 0; i < 40; ++i) {
            world->step();
            touched = touched || !world->events().contacts.empty();
        }
        EXPECT_EQ(touched, !open);
    }
}

// ---- what is ignored

TEST(Ignores, NamesAreLetThrough) {
    const std::string colliders =
        R"("colliders": { "shelf": { "shape": "box", "size": [2, 0.2, 2], "position": [0, 1, 0] },
                                                    "floor": {} })";
    const auto height = [&](const std::string& body) {
        auto world = world_of(boxed(R"("position": [0, 1.4, 0])" + body, colliders));
        for (int i = 0; i < 120; ++i) world->step();
        return world->bodies().center_of_mass(world->find_body("box")).y;
    };
    EXPECT_GT(height(""), 1.2);
    EXPECT_NEAR(height(R"(, "ignores": ["shelf"])"), 0.2, 0.05);
    EXPECT_GT(height(R"(, "ignores": ["floor"])"), 1.2);
    EXPECT_LT(height(R"(, "ignores": ["floor", "shelf"])"), -1);
}

TEST(Ignores, BodiesAndTheirInstancesFromEitherSide) {
    const auto touches = [](const std::string& of_a, const std::string& of_b) {
        auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
            "bodies": { "a": { "asset": "box", "spacing": 0.2, "position": [0, 0.2, 0] )" +
                              of_a + R"( }, "many": { "asset": "box", "spacing": 0.2 )" + of_b + R"(,
                "instances": [ { "position": [0.05, 0.7, 0] }, { "position": [0, 1.2, 0] } ] } },
            "colliders": { "floor": {} } })");
        bool touched = false;
        for (int i = 0; i < 60; ++i) {
            world->step();
            for (const ContactEvent& e : world->events().contacts)
                touched = touched || (e.b.is_body() && e.a.body() == world->find_body("a"));
        }
        return touched;
    };
    EXPECT_TRUE(touches("", ""));
    EXPECT_FALSE(touches(R"(, "ignores": ["many"])", ""));
    EXPECT_FALSE(touches("", R"(, "ignores": ["a"])"));
    EXPECT_TRUE(touches("", R"(, "ignores": ["many"])"));
}

TEST(Ignores, LiveAndWrong) {
    auto world = world_of(boxed(R"("position": [0, 0.21, 0])"));
    const BodyId id = world->find_body("box");
    for (int i = 0; i < 60; ++i) world->step();
    world->bodies().set_parameter(id, "ignores", std::vector<std::string>{"floor"});
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(world->bodies().center_of_mass(id).y, -1);
    try {
        world_of(boxed(R"("ignores": ["flor"])"));
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("did you mean \"floor\"?"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("ignores"), std::string::npos) << e.what();
    }
}

// ---- spheres around particles

float lowest_particle(const std::string& body, double scale_later = 0) {
    auto world = world_of(boxed(R"("position": [0, 0.5, 0], "thickness": 0, )" + body));
    const BodyId id = world->find_body("box");
    for (int i = 0; i < 240; ++i) world->step();
    if (scale_later > 0) {
        world->bodies().set_parameter(id, "particle_scale", scale_later);
        for (int i = 0; i < 240; ++i) world->step();
    }
    return particle_bounds(*world, id).low.y;
}

// The lowest particles stand their radius above the floor: half the spacing, times the scale. Trimmed, the layer above
// them does, and they are one spacing below that; a soft body gives a little, less than a tenth of a cell.
TEST(Spheres, ScaleAndTrim) {
    const float give = 0.01f;
    EXPECT_NEAR(lowest_particle(R"("contact": "particles")"), 0.05f, give);
    EXPECT_NEAR(lowest_particle(R"("contact": "particles", "particle_scale": 0.5)"), 0.025f, give);
    EXPECT_NEAR(lowest_particle(R"("contact": "particles", "particle_scale": 2)"), 0.1f, give);
    EXPECT_NEAR(lowest_particle(R"("contact": "particles", "particle_scale": 2)", 1), 0.05f, give);
    EXPECT_NEAR(lowest_particle(R"("contact": "particles", "particle_scale": 1)", 2), 0.1f, give)
        << "spheres that grow while it lies there were felt by half";
    EXPECT_NEAR(lowest_particle(R"("contact": "trimmed")"), 0.05f - 0.1f, 0.02f);
}

TEST(Spheres, TwoClouds) {
    const auto gap = [](const std::string& body) {
        auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
            "bodies": { "low": { "asset": "box", "spacing": 0.1, "contact": "particles", "thickness": 0,
                                 "youngs_modulus": 5e4, "position": [0, 0.3, 0] )" +
                              body + R"( }, "high": { "like": "low", "position": [0.01, 0.9, 0] } },
            "colliders": { "floor": {} } })");
        for (int i = 0; i < 240; ++i) world->step();
        return world->bodies().center_of_mass(world->find_body("high")).y -
               world->bodies().center_of_mass(world->find_body("low")).y;
    };
    const double plain = gap(""), large = gap(R"(, "particle_scale": 1.6)");
    EXPECT_GT(large, plain + 0.02);
}

TEST(Spheres, TrimmingAllOfItIsSaid) {
    const Scene scene = read_scene(boxed(R"("contact": "trimmed")"), "test", {"bodies.box.spacing=0.4"});
    SceneBuilder builder(scene);
    builder.prepare();
    bool said = false;
    for (const std::string& w : builder.report().warnings)
        said = said || w.find("nothing is left") != std::string::npos;
    EXPECT_TRUE(said);
}

TEST(Spheres, APieceKeepsScaleAndTrim) {
    auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, -100, 0] },
        "assets": { "bar": { "shape": "box", "size": [0.4, 1.2, 0.4] } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.1, "youngs_modulus": 2e4, "position": [0, 2, 0],
            "contact": "trimmed", "particle_scale": 0.5,
            "tear": { "stretch": 0.4 }, "hold": { "low": [-1, 0.45, -1], "high": [1, 1, 1] } } } })");
    const auto without = [](const Model& model) {
        std::vector<u8> all(model.particle_count);
        for (u32 p = 0; p < model.contact.point_count(); ++p)
            all[model.contact.particle[p]] = model.contact.role[p] == PointRole::corner;
        return all;
    };
    const std::vector<u8> of_whole = without(*world->body(world->find_body("bar"))->model);
    EXPECT_NE(std::find(of_whole.begin(), of_whole.end(), 0), of_whole.end());
    EXPECT_NE(std::find(of_whole.begin(), of_whole.end(), 1), of_whole.end());
    for (int i = 0; i < 60; ++i) world->step();
    ASSERT_GT(world->contents().bodies.size(), 1u);
    // A crack does not trim anew: copies of a particle have a sphere where it had one.
    world->contents().bodies.each([&](BodyId, const Body& body) {
        EXPECT_NEAR(body.surface.radius(), 0.025f, 1e-6f);
        const std::vector<u8> now = without(*body.model);
        for (u32 p = 0; p < now.size(); ++p) EXPECT_EQ(now[p], of_whole[body.whole_particle(p)]) << body.name << p;
    });
}

// ---- mass

TEST(MassScale, IsTimesTheDensity) {
    auto plain = world_of(boxed(R"("alpha": 0.5, "position": [0, 1, 0])")),
         heavy = world_of(boxed(R"("alpha": 0.5, "position": [0, 1, 0], "mass_scale": 3)")),
         dense = world_of(boxed(R"("alpha": 0.5, "position": [0, 1, 0], "density": 3000)"));
    const BodyId id = plain->find_body("box");
    EXPECT_NEAR(heavy->bodies().mass(id), 3 * plain->bodies().mass(id), 1e-4 * plain->bodies().mass(id));
    for (int i = 0; i < 60; ++i) plain->step(), heavy->step(), dense->step();
    EXPECT_EQ(heavy->hash(), dense->hash());
    EXPECT_NEAR(heavy->bodies().center_of_mass(id).y, plain->bodies().center_of_mass(id).y,
                0.02);  // alpha does not know of mass
}

// Painted, it moves the centre of mass; nothing is pushed by nothing.
TEST(MassScale, PaintedKeepsMomentum) {
    PaintedBox box("", {}, 3, "mass_scale", {"upper", 1, 9, false});
    PaintedBox plain("", {}, 3);
    EXPECT_GT(box.center().y, plain.center().y + 0.04f);
    EXPECT_GT(box.world->bodies().mass(box.box), 3 * plain.world->bodies().mass(plain.box));
    box.world->bodies().set_parameter(box.box, "gravity_scale", 0.0);
    box.world->bodies().set_parameter(box.box, "drag", 0.0);
    const double mass = box.world->bodies().mass(box.box);
    box.world->bodies().apply_impulse(box.box, {50, 0, 0}, {0.2f, 3.2f, 0});
    const Vec3d before = box.world->bodies().momentum(box.box);
    box.step(60);
    // Of single precision, 1e-6 of what moves, in 240 substeps.
    EXPECT_LT(length(box.world->bodies().momentum(box.box) - before), 1e-3 * mass * 1.0);
}

TEST(MassScale, WrongNumbers) {
    for (const char* bad : {"0", "-1", "1e9"})
        EXPECT_THROW(world_of(boxed(std::string(R"("mass_scale": )") + bad)), Error) << bad;
    for (const char* bad : {R"("particle_scale": 0)", R"("collide": 2)", R"("ignores": "floor")"})
        EXPECT_THROW(world_of(boxed(bad)), Error) << bad;
}

}  // namespace
}  // namespace particles_tests
}  // namespace pliant::testing
