// Ten thousand states that no simulation should ever be in. Each ends finite, or with the body in quarantine and named.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

#include "clips.h"
#include "core/error.h"
#include "core/random.h"
#include "worlds.h"

namespace pliant::testing {
namespace hostile_states_tests {
namespace {

const char* const scene = R"({ "format": 1, "world": { "substeps": 2 },
    "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 8 },
                "box": { "shape": "box", "size": [0.3, 0.5, 0.3], "detail": 1 } },
    "bodies": {
        "victim": { "asset": "ball", "kind": "lattice", "spacing": 0.1, "youngs_modulus": 5e4, "position": [0, 0.6, 0] },
        "partner": { "asset": "box", "kind": "lattice", "spacing": 0.15, "youngs_modulus": 2e5, "position": [0.5, 0.6, 0] },
        "witness": { "asset": "ball", "kind": "lattice", "spacing": 0.2, "position": [50, 0.5, 0], "layer": "far", "collides_with": ["ground"] } },
    "colliders": {
        "floor": { "shape": "plane", "layer": "ground" },
        "pin": { "shape": "capsule", "radius": 0.01, "height": 2, "motion": "kinematic", "position": [0, 20, 0] },
        "block": { "shape": "box", "size": [0.3, 0.3, 0.3], "motion": "kinematic", "position": [0, 30, 0] } } })";

struct Hostile {
    World& world;
    Random& random;
    BodyId victim;

    ParticleView view() const { return world.body(victim)->view; }
    Vec3 direction() {
        return pliant::direction(Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1.01f)}, Vec3{0, 1, 0});
    }
    float size(float low, float high) { return std::exp(random.real(std::log(low), std::log(high))); }
    Vec3 center() const { return world.bodies().center_of_mass(victim).to<float>(); }
    template <class F>
    void each_position(F&& f) {
        const ParticleView v = view();
        for (u32 p = 0; p < v.count; ++p) v.position[p].set_xyz(f(v.position[p].xyz()));
    }
    template <class F>
    void each_velocity(F&& f) {
        const ParticleView v = view();
        for (u32 p = 0; p < v.count; ++p) v.velocity[p].set_xyz(f(v.velocity[p].xyz()));
    }
};

float not_a_number(Random& random) {
    static const float values[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                                   -std::numeric_limits<float>::infinity(), 3e38f};
    return values[random.below(4)];
}

void crush_flat(Hostile& h) {
    const Vec3 n = h.direction(), c = h.center();
    const float left = h.random.chance(0.5) ? 0 : h.random.real(0, 0.1f);
    h.each_position([&](const Vec3& x) { return x - n * (dot(n, x - c) * (1 - left)); });
}
void mirror(Hostile& h) {
    const Vec3 n = h.direction(), c = h.center();
    h.each_position([&](const Vec3& x) { return x - n * (2 * dot(n, x - c)); });
}
void one_point(Hostile& h) {
    const Vec3 c = h.center();
    h.each_position([&](const Vec3&) { return c; });
}
void one_line(Hostile& h) {
    const Vec3 n = h.direction(), c = h.center();
    h.each_position([&](const Vec3& x) { return c + n * dot(n, x - c); });
}
void scatter(Hostile& h) {
    const float far = h.size(0.1f, 1e6f);
    h.each_position([&](const Vec3& x) { return x + h.direction() * (far * h.random.real(0, 1)); });
}
void blow_up(Hostile& h) {
    const Vec3 c = h.center();
    const float by = h.size(2, 1e6f);
    h.each_position([&](const Vec3& x) { return c + (x - c) * by; });
}
void throw_it(Hostile& h) {
    const Vec3 v = h.direction() * h.size(10, 1e6f);
    h.each_velocity([&](const Vec3&) { return v; });
}
void throw_apart(Hostile& h) {
    const float fast = h.size(10, 1e6f);
    h.each_velocity([&](const Vec3&) { return h.direction() * fast; });
}
void spin(Hostile& h) { h.world.bodies().set_velocity(h.victim, {}, h.direction() * h.size(10, 1e6f)); }
void bad_positions(Hostile& h) {
    const ParticleView v = h.view();
    for (u32 n = 1 + static_cast<u32>(h.random.below(3)); n > 0; --n)
        v.position[h.random.below(v.count)].y = not_a_number(h.random);
}
void bad_velocities(Hostile& h) {
    const ParticleView v = h.view();
    v.velocity[h.random.below(v.count)].x = not_a_number(h.random);
}
void zero_mass(Hostile& h) {  // an inverse mass without bound, or a particle that cannot be moved
    const ParticleView v = h.view();
    for (u32 p = 0; p < v.count; ++p)
        if (h.random.chance(0.3)) v.position[p].w = h.random.chance(0.5) ? 0 : h.size(1, 3e38f);
}
void bad_mass(Hostile& h) { h.view().position[h.random.below(h.view().count)].w = not_a_number(h.random); }
void pin_through(Hostile& h) {
    const Quat turned = normalized(Quat{h.random.real(-1, 1), h.random.real(-1, 1), h.random.real(-1, 1), 1});
    const ColliderId c = h.world.find_collider(h.random.chance(0.5) ? "pin" : "block");
    const Transform pose{h.center() + h.direction() * h.random.real(0, 0.2f), turned};
    if (h.random.chance(0.5)) {
        h.world.colliders().place(c, pose);
    } else {
        h.world.colliders().move(c, pose);  // tens of metres in one step
    }
}
void partner_inside(Hostile& h) {
    const BodyId partner = h.world.find_body("partner");
    const Vec3 by = h.center() - h.world.bodies().center_of_mass(partner).to<float>();
    h.world.bodies().teleport(partner, {by + h.direction() * h.random.real(0, 0.1f), Quat{}});
}
void blast(Hostile& h) { h.world.explode(h.center() + h.direction() * 0.1f, 1, h.size(10, 1e6f)); }
void impulse(Hostile& h) { h.world.bodies().apply_impulse(h.victim, h.direction() * h.size(10, 1e9f), h.center()); }
void force(Hostile& h) { h.world.bodies().apply_force(h.victim, h.direction() * h.size(1e3f, 1e12f), h.center()); }
void heavy_gravity(Hostile& h) {
    h.world.parameters().set(WorldP::gravity, (h.direction() * h.size(100, 1e7f)).to<double>());
}
void stiff(Hostile& h) {
    const bool cloth = std::string(h.world.body(h.victim)->model->kind().name) == "cloth";
    if (cloth) {
        h.world.bodies().set_parameter(h.victim, "bend_stiffness", Value(static_cast<double>(h.size(1e-20f, 1e8f))));
        h.world.bodies().set_parameter(h.victim, "stretch_stiffness",
                                       Value(static_cast<double>(h.size(1e-10f, 1e14f))));
    } else {
        h.world.bodies().set_parameter(h.victim, "youngs_modulus", Value(static_cast<double>(h.size(1e-10f, 1e30f))));
    }
    h.world.bodies().set_parameter(h.victim, "damping", Value(h.random.chance(0.5) ? 0.0 : 10.0));
    crush_flat(h);
}
void far_away(Hostile& h) { h.world.bodies().teleport(h.victim, {h.direction() * h.size(1e3f, 1e7f), Quat{}}); }
void in_the_floor(Hostile& h) { h.world.bodies().teleport(h.victim, {{0, -h.size(0.1f, 100), 0}, Quat{}}); }

struct Treatment {
    const char* name;
    void (*apply)(Hostile&);
};
constexpr Treatment treatments[] = {{"crushed flat", crush_flat},
                                    {"inside out", mirror},
                                    {"in one point", one_point},
                                    {"on one line", one_line},
                                    {"scattered", scatter},
                                    {"blown up", blow_up},
                                    {"thrown", throw_it},
                                    {"thrown apart", throw_apart},
                                    {"spun", spin},
                                    {"positions NaN", bad_positions},
                                    {"velocity NaN", bad_velocities},
                                    {"no mass", zero_mass},
                                    {"mass NaN", bad_mass},
                                    {"collider through it", pin_through},
                                    {"in another body", partner_inside},
                                    {"blast", blast},
                                    {"impulse", impulse},
                                    {"force", force},
                                    {"gravity", heavy_gravity},
                                    {"stiff and crushed", stiff},
                                    {"far away", far_away},
                                    {"in the floor", in_the_floor}};

bool finite(const World& world, BodyId id) {
    const ParticleView& v = world.body(id)->view;
    for (u32 p = 0; p < v.count; ++p)
        for (const Float4* f : {&v.position[p], &v.velocity[p]})
            if (!std::isfinite(f->x) || !std::isfinite(f->y) || !std::isfinite(f->z)) return false;
    return true;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
constexpr int all_trials = 1000;  // ten times as slow
#else
constexpr int all_trials = 10000;
#endif

// All of them with PLIANT_LONG, as ./test --long has it.
int trials(int share) { return std::getenv("PLIANT_LONG") ? all_trials : all_trials / share; }

void try_states(World& world, int all) {
    const auto start = world.save();
    const BodyId victim = world.find_body("victim"), witness = world.find_body("witness");
    Random random(2026);
    std::map<std::string, std::pair<int, int>> count;  // trials, quarantined
    int torn = 0;
    for (int trial = 0; trial < all; ++trial) {
        world.restore(start);
        ASSERT_EQ(world.contents().bodies.size(), 3u);
        Hostile hostile{world, random, victim};
        std::string what;
        for (u64 n = 1 + random.below(2); n > 0; --n) {  // often two at once
            const Treatment& t = treatments[random.below(std::size(treatments))];
            what += (what.empty() ? "" : " + ") + std::string(t.name);
            t.apply(hostile);
        }
        bool named = false;
        for (int step = 0; step < 6; ++step) {
            world.step();
            for (const ObjectEvent& e : world.events().objects)
                named = named || (e.change == ObjectChange::quarantined && e.object.body() == victim);
        }
        const bool quarantined = world.body(victim)->quarantined;
        world.contents().bodies.each([&](BodyId id, const Body& body) {
            EXPECT_TRUE(finite(world, id)) << body.name << ": " << what << ", trial " << trial;
        });
        torn += world.contents().bodies.size() > 3;
        ASSERT_FALSE(world.body(witness)->quarantined) << what << ", trial " << trial;
        ASSERT_TRUE(!quarantined || named) << what << ", trial " << trial;
        ASSERT_FALSE(::testing::Test::HasFailure());
        auto& [trials, frozen] = count[what.find('+') == std::string::npos ? what : "two at once"];
        ++trials, frozen += quarantined;
    }
    for (const auto& [what, n] : count)
        std::printf("%-20s %5d trials, %4d ended in quarantine\n", what.c_str(), n.first, n.second);
    if (torn) std::printf("torn to pieces in %d trials\n", torn);
}

// A curtain led by a corner and pulled by another, inflated, in the wind, that touches itself; of both models of
// bending.
TEST(Robustness, HostileStatesOfCloth) {
    for (const char* model : {"triangle", "dihedral", "curl"}) {
        std::string text = scene;
        const std::string ball = R"("asset": "ball", "kind": "lattice", "spacing": 0.1, "youngs_modulus": 5e4)",
                          sheet =
                              R"("asset": "sheet", "kind": "cloth", "self_contact": true, "pressure": 5, "curl": 0.001,
                         "plasticity": { "yield_strain": 0.01 }, "tear": { "stretch": 0.4, "bend": 150, "max_pieces": 8 })";
        text.replace(text.find(ball), ball.size(), sheet + R"(, "bend_model": ")" + model + "\"");
        text.replace(text.find("\"box\":"), 0,
                     R"("sheet": { "shape": "plane", "size": [0.5, 0, 0.5], "detail": 8 }, )");
        const auto world = world_of(text);
        const BodyId victim = world->find_body("victim");
        world->parameters().set(WorldP::wind_velocity, Vec3d{3, 0, 1});
        world->parameters().set(WorldP::wind_turbulence, 0.5);
        ParameterSet led(attachment_table), rope(attachment_table);
        led.set("break_force", 1e4);
        rope.set("stiffness", 1e4), rope.set("position", Vec3d{0.3, 1, 0});
        world->attachments().add("led", victim, {{-0.25f, 0, -0.25f}, 0.1f}, led);
        world->attachments().add("rope", victim, {{0.25f, 0, -0.25f}, 0}, rope);
        try_states(*world, trials(40) / 3 + 1);
    }
}

// Flesh that flows, follows a clip, touches itself and hangs by a corner and by a rope.
TEST(Robustness, HostileStatesOfFlesh) {
    std::string text = scene;
    const std::string ball = R"("asset": "ball", "kind": "lattice", "spacing": 0.1, "youngs_modulus": 5e4)";
    text.replace(text.find(ball), ball.size(),
                 R"("asset": "ball", "kind": "flesh", "cell": 0.1, "youngs_modulus": 5e4, "self_contact": true,
                    "plasticity": { "yield_strain": 0.1 })");
    const auto world = world_of(text);
    const BodyId victim = world->find_body("victim");
    world->bodies().set_guide_clips(victim,
                                    {clip_of(*world->body(victim)->model, "twist", 0.1, {twist(1), stretch(1.3f)})});
    ParameterSet led(attachment_table), rope(attachment_table);
    led.set("break_force", 1e4);
    rope.set("stiffness", 1e4), rope.set("position", Vec3d{0.3, 1, 0});
    world->attachments().add("led", victim, {{0, 0.2f, 0}, 0.1f}, led);
    world->attachments().add("rope", victim, {{0, -0.2f, 0}, 0}, rope);
    try_states(*world, trials(40));
}

TEST(Robustness, HostileStatesOfABall) { try_states(*world_of(scene), trials(5)); }

// The same for a body that follows a clip, is bent for good, tears, touches itself and hangs on a rope that can break.
TEST(Robustness, HostileStatesWithEverythingOn) {
    const auto world = world_of(scene);
    const BodyId victim = world->find_body("victim");
    for (const auto& [name, value] : std::map<std::string, double>{{"plasticity.yield_strain", 0.1},
                                                                   {"tear.stretch", 0.4},
                                                                   {"tear.bend", 40},
                                                                   {"tear.max_pieces", 8},
                                                                   {"self_contact", 1}})
        world->bodies().set_parameter(victim, name, value);
    world->bodies().set_guide_clips(
        victim, {clip_of(*world->body(victim)->model, "twist", 0.1, {twist(1), twist(-1), stretch(1.3f)})});
    ParameterSet rope(attachment_table);
    rope.set("stiffness", 1e4), rope.set("break_force", 1e4), rope.set("position", Vec3d{0.3, 1, 0});
    world->attachments().add("rope", victim, {{0, 0.2f, 0}, 0.1f}, rope);
    try_states(*world, trials(50));  // making pieces takes a while
}

// Mean distance of the particles from their centre.
double spread(const World& world, BodyId id) {
    const ParticleView& v = world.body(id)->view;
    Vec3d center;
    for (u32 p = 0; p < v.count; ++p) center += v.position[p].xyz().to<double>() / v.count;
    double sum = 0;
    for (u32 p = 0; p < v.count; ++p) sum += length(v.position[p].xyz().to<double>() - center) / v.count;
    return sum;
}

int inverted_cells(const World& world, BodyId id) {
    const Body& body = *world.body(id);
    int count = 0;
    for (const auto& c : body.model->contact.volume.boxes) {
        const auto at = [&](int k) { return body.view.position[c[static_cast<size_t>(k)]].xyz(); };
        count += dot(at(1) - at(0), cross(at(2) - at(0), at(4) - at(0))) <= 0;
    }
    return count;
}

// Whatever was done to its shape, it comes back to it: within the tenth that it sags and wobbles, and not inside out.
TEST(Robustness, ShapesRecover) {
    auto world = world_of(scene);
    const auto start = world->save();
    const BodyId victim = world->find_body("victim");
    const double rest = spread(*world, victim);
    Random random(7);
    const Treatment shapes[] = {treatments[0], treatments[1], treatments[2], treatments[3]};
    for (const Treatment& t : shapes) {
        int recovered = 0;
        const int tries = 25;
        for (int trial = 0; trial < tries; ++trial) {
            world->restore(start);
            Hostile hostile{*world, random, victim};
            t.apply(hostile);
            for (int step = 0; step < 240; ++step) world->step();
            recovered += inverted_cells(*world, victim) == 0 && std::fabs(spread(*world, victim) / rest - 1) < 0.1;
        }
        std::printf("%-14s %d of %d recovered\n", t.name, recovered, tries);
        EXPECT_EQ(recovered, tries) << t.name;
    }
}

}  // namespace
}  // namespace hostile_states_tests
}  // namespace pliant::testing
