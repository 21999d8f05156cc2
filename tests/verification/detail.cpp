// Level of detail: what each of them is, and that nobody sees a body change from one to another.

#include <gtest/gtest.h>

#include <cmath>

#include "clips.h"
#include "worlds.h"

namespace pliant::testing {
namespace detail_tests {
namespace {

// ---- bodies of every kind that move all the time

struct Mover {
    const char* name;
    const char* scene;
    float spring;  // [1/s²] with which it is drawn to where its guide has it
    double most;   // times the greatest acceleration of the undisturbed run; as measured, and a little more
};

const Mover movers[] = {
    // Jelly that is carried to and fro by its guide, in its place.
    {"lattice", R"({ "format": 1, "world": { "sleep": { "enabled": false } },
        "assets": { "bar": { "shape": "box", "size": [0.8, 0.2, 0.2] } },
        "bodies": { "it": { "asset": "bar", "spacing": 0.1, "youngs_modulus": 2e4, "position": [0, 1, 0],
            "guide": { "follow": "place", "response": 0.1,
                "position": { "keys": [[0, [0, 1, 0]], [0.5, [0.3, 1, 0]], [1, [0, 1, 0]]], "ease": "smooth", "loop": true } } } } })",
     100, 1.3},
    // Flesh that has no guide, held at one end in gusts of wind.
    {"flesh",
     R"({ "format": 1, "world": { "sleep": { "enabled": false }, "wind": { "velocity": [0, 0, 8], "gusts": 1 } },
        "assets": { "bar": { "shape": "box", "size": [0.8, 0.2, 0.2], "detail": 4 } },
        "bodies": { "it": { "asset": "bar", "kind": "flesh", "cell": 0.1, "youngs_modulus": 3e4, "position": [0, 1, 0], "drag": 2,
            "hold": { "low": [-0.41, -0.2, -0.2], "high": [-0.35, 0.2, 0.2] } } } })",
     0, 1.1},
    // A cloth that hangs by its upper edge in the wind, and is drawn to its place.
    {"cloth",
     R"({ "format": 1, "world": { "sleep": { "enabled": false }, "wind": { "velocity": [0, 0, 4], "gusts": 0.8 } },
        "assets": { "sheet": { "shape": "plane", "size": [1, 1, 1], "detail": 12 } },
        "bodies": { "it": { "asset": "sheet", "kind": "cloth", "rotation": [90, 0, 0], "position": [0, 1, 0],
            "hold": { "low": [-1, -1, -0.6], "high": [1, 1, -0.4] }, "guide": { "stiffness": 20, "damping": 2 } } } })",
     20, 1.1},
    {"jiggle", R"({ "format": 1, "world": { "sleep": { "enabled": false } },
        "assets": { "egg": { "shape": "sphere", "size": [0.4, 0.6, 0.4], "detail": 16 } },
        "bodies": { "it": { "asset": "egg", "kind": "jiggle", "frequency": 3, "damping_ratio": 0.3, "position": [0, 1, 0],
            "guide": { "position": { "keys": [[0, [0, 1, 0]], [0.5, [0.3, 1, 0]], [1, [0, 1, 0]]], "ease": "smooth", "loop": true },
                       "rotation": { "keys": [[0, [0, 0, 0]], [2, [0, 360, 0]]], "loop": true } } } } })",
     355, 1.3}};

// The greatest acceleration of any point of the surface, in steps from one to another.
class Accelerations {
  public:
    explicit Accelerations(const World& world) : world_(world) {}
    float next() {
        const Array<Vec3>& now = world_.body(world_.find_body("it"))->frame().positions;
        float most = 0;
        for (size_t v = 0; v < before_[1].size(); ++v) {
            const double rate = 60;
            const Vec3 a = (now[v] - before_[0][v] * 2.0f + before_[1][v]) * static_cast<float>(rate * rate);
            most = std::max(most, length(a));
        }
        before_[1] = before_[0], before_[0] = now;
        return most;
    }

  private:
    const World& world_;
    Array<Vec3> before_[2];
};

constexpr int settled = 60, every = 60;  // [steps] before the first change, and between them
const char* const levels[] = {"guide", "full",  "frozen", "full",  "reduced",
                              "full",  "guide", "frozen", "guide", "reduced"};

class Detail : public ::testing::TestWithParam<Mover> {};

// How far the furthest particle is from where its guide has it.
float distance_from_guide(const World& world, const Body& body) {
    const u16 position = body.common.has_value(BodyP::guide_position) ? BodyP::guide_position : BodyP::position,
              rotation = body.common.has_value(BodyP::guide_rotation) ? BodyP::guide_rotation : BodyP::rotation;
    const Vec3 at = body.common.vector(position, world.time()).to<float>();
    const Quat turned = rotation_from_degrees(body.common.vector(rotation, world.time())).to<float>();
    float off = 0;
    for (u32 p = 0; p < body.view.count; ++p)
        off = std::max(off, length(body.view.position[p].xyz() - (at + turned * body.model->rest_position(p))));
    return off;
}

// What a change cannot do without: to bring each particle where it is wanted, the greatest second derivative of its
// curve; to stop it in time; for a spring whose other end has gone on meanwhile, to pull.
float needed(const World& world, const Mover& mover, const std::string& level, float speed) {
    const Body& body = *world.body(world.find_body("it"));
    const float T = 0.25f;
    float most = level == "frozen" ? speed / T : 0;
    if (body.detail.before == pliant::Detail::frozen) most = mover.spring * distance_from_guide(world, body);
    for (size_t p = 0; p < body.detail.offset.size(); ++p)
        most = std::max(most, 6 * length(body.detail.offset[p]) / (T * T) + 4 * length(body.detail.drift[p]) / T);
    return most;
}

struct Changed {
    std::vector<float> most, needed;  // [m/s²] after each change
};
Changed changes(const Mover& mover, double blend) {
    auto world = world_of(mover.scene);
    Accelerations accelerations(*world);
    const BodyId it = world->find_body("it");
    world->bodies().set_parameter(it, "detail.blend", blend);
    Changed c;
    for (int i = 0; i < settled + every * static_cast<int>(std::size(levels)); ++i) {
        const bool now = i >= settled && i % every == 0;
        const float speed = greatest_speed(world->body(it)->view);
        if (now) world->bodies().set_parameter(it, "detail.level", levels[c.most.size()]);
        world->step();
        if (now) c.needed.push_back(needed(*world, mover, levels[c.most.size()], speed)), c.most.push_back(0);
        const float a = accelerations.next();
        if (!c.most.empty()) c.most.back() = std::max(c.most.back(), a);
    }
    return c;
}

TEST_P(Detail, ChangesWithoutAPop) {
    auto plain = world_of(GetParam().scene);
    Accelerations of_plain(*plain);
    float usual = 0;
    for (int i = 0; i < settled + every * static_cast<int>(std::size(levels)); ++i) {
        plain->step();
        const float a = of_plain.next();
        if (i >= settled) usual = std::max(usual, a);
    }
    const Changed blended = changes(GetParam(), 0.25), at_once = changes(GetParam(), 0);
    std::printf("%s, undisturbed %.1f m/s²; times that: blended, needed for it, at once\n", GetParam().name,
                static_cast<double>(usual));
    for (size_t i = 0; i < std::size(levels); ++i) {
        std::printf("  to %-8s %6.2f %6.2f %8.2f\n", levels[i], static_cast<double>(blended.most[i] / usual),
                    static_cast<double>(blended.needed[i] / usual), static_cast<double>(at_once.most[i] / usual));
        EXPECT_LT(blended.most[i], GetParam().most * static_cast<double>(usual + blended.needed[i]))
            << "to " << levels[i] << ", change " << i;
    }
}

// Saved and put back in the middle of every blend, and on two threads.
TEST_P(Detail, IsTheSameOnAnyThreadAndAfterASnapshot) {
    auto one = world_of(GetParam().scene), two = world_of(GetParam().scene, 2), other = world_of(GetParam().scene);
    const BodyId it = one->find_body("it");
    for (int i = 0; i < 150; ++i) {
        if (i % 12 == 5)
            for (World* world : {one.get(), two.get(), other.get()})
                world->bodies().set_parameter(it, "detail.level", levels[i / 12 % std::size(levels)]);
        if (i % 12 == 10) other->restore(one->save());
        if (i % 12 == 11) {  // there and back
            const std::vector<std::byte> saved = other->save();
            for (int k = 0; k < 5; ++k) other->step();
            other->restore(saved);
        }
        one->step(), two->step(), other->step();
        ASSERT_EQ(one->hash(), two->hash()) << i;
        ASSERT_EQ(one->hash(), other->hash()) << i;
    }
}

TEST_P(Detail, FrozenStaysAsItIs) {
    auto world = world_of(GetParam().scene);
    const BodyId it = world->find_body("it");
    for (int i = 0; i < 40; ++i) world->step();
    world->bodies().set_parameter(it, "detail.level", "frozen");
    for (int i = 0; i < 16; ++i) world->step();  // 0.25 s, and one that stops it
    EXPECT_TRUE(world->body(it)->sleeps());
    const u64 hash = world->bodies().hash(it);
    for (int i = 0; i < 100; ++i) {
        world->step();
        ASSERT_EQ(world->bodies().hash(it), hash);
        ASSERT_EQ(world->statistics().bodies_awake, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Detail, ::testing::ValuesIn(movers), [](const auto& i) { return i.param.name; });

// ---- what a level is

TEST(DetailLevels, AGuideHasItExactlyWhereItIs) {
    for (const Mover& mover : {movers[0], movers[3]}) {
        auto world = world_of(mover.scene);
        const BodyId it = world->find_body("it");
        world->bodies().set_parameter(it, "detail.level", "guide");
        for (int i = 0; i < 90; ++i) world->step();
        const float off = distance_from_guide(*world, *world->body(it));
        std::printf("%s: %.1e m from its guide\n", mover.name, static_cast<double>(off));
        EXPECT_LT(off, 1e-6f);  // rounding, at a metre from the origin
        EXPECT_EQ(world->statistics().bodies_awake, 0u);
    }
}

const char* const spinning = R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "bar": { "shape": "box", "size": [0.8, 0.2, 0.2], "detail": 4 } },
        "bodies": { "it": { "asset": "bar", "kind": "flesh", "cell": 0.1, "youngs_modulus": 3e4, "position": [0, 1, 0], "spin": [0, 0, 200] } } })";

// Free, it stands where it stood, in the shape it wants.
TEST(DetailLevels, AFreeBodyKeepsItsPlaceAndTakesItsShape) {
    auto world = world_of(spinning);
    const BodyId it = world->find_body("it");
    for (int i = 0; i < 50; ++i) world->step();
    world->bodies().set_parameter(it, "detail.level", "guide");
    const Vec3 before = world->bodies().center_of_mass(it).to<float>();
    for (int i = 0; i < 30; ++i) world->step();
    const Body& body = *world->body(it);
    float off = 0;
    for (u32 p = 1; p < body.view.count; ++p) {
        const float now = length(body.view.position[p].xyz() - body.view.position[0].xyz()),
                    rest = length(body.model->rest_position(p) - body.model->rest_position(0));
        off = std::max(off, std::fabs(now - rest));
    }
    const float moved = length(world->bodies().center_of_mass(it).to<float>() - before);
    std::printf("%.1e m from its rest shape, %.1e m from its place\n", static_cast<double>(off),
                static_cast<double>(moved));
    EXPECT_LT(off, 1e-6f);
    EXPECT_LT(moved, 1e-3f);
}

TEST(DetailLevels, ReducedTakesFewerSubsteps) {
    auto world = world_of(R"({ "format": 1, "world": { "substeps": 4 },
        "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "it": { "asset": "box", "spacing": 0.2, "youngs_modulus": 5e3, "lower_rate": { "every": 2 } } } })");
    const BodyId it = world->find_body("it");
    const auto substeps = [&](const char* level) {
        world->bodies().set_parameter(it, "detail.level", level);
        world->step();
        return world->body(it)->substeps;
    };
    EXPECT_EQ(substeps("full"), 4u);
    EXPECT_EQ(substeps("reduced"), 2u);
    EXPECT_EQ(substeps("full"), 4u);
}

TEST(DetailLevels, ASceneBeginsWithThem) {
    auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "held": { "asset": "box", "spacing": 0.2, "position": [0, 1, 0], "detail": { "level": "guide" } },
                    "ice":  { "asset": "box", "spacing": 0.2, "position": [2, 1, 0], "detail": { "level": "frozen" } } } })");
    for (int i = 0; i < 60; ++i) world->step();
    for (const char* name : {"held", "ice"})
        EXPECT_NEAR(world->bodies().center_of_mass(world->find_body(name)).y, 1, 1e-6) << name;
    // And go on by themselves, for a second. What was frozen falls with a gravity that grows as (t/T)² in the first
    // quarter of it; what leaves its guide, which stands still, falls less in that time, and like a stone after it.
    const double T = 0.25, fall = 9.81 * (1 - T) * (1 - T) / 2, fallen = fall + 9.81 * (T * T / 12 + T / 3 * (1 - T));
    for (const char* name : {"held", "ice"})
        world->bodies().set_parameter(world->find_body(name), "detail.level", "full");
    for (int i = 0; i < 60; ++i) world->step();
    const double held = 1 - world->bodies().center_of_mass(world->find_body("held")).y,
                 ice = 1 - world->bodies().center_of_mass(world->find_body("ice")).y;
    std::printf("fallen: held %.3f, ice %.3f; %.3f at most\n", held, ice, fallen);
    EXPECT_NEAR(ice, fallen, 0.02);
    EXPECT_GT(held, fall);
    EXPECT_LT(held, fallen);
    EXPECT_THROW(world->bodies().set_parameter(world->find_body("ice"), "detail.level", "solid"), Error);
}

// ---- others

// A tray that is carried pushes what sleeps beside it, and carries what lies on it.
TEST(DetailLevels, WhatIsCarriedPushesOthers) {
    auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "tray": { "asset": "box", "spacing": 0.2, "position": [0, 0.2, 0], "detail": { "level": "guide" },
                       "guide": { "follow": "place", "position": { "keys": [[0, [0, 0.2, 0]], [2, [0, 0.2, 0]], [4, [2, 0.2, 0]]] } } },
                    "near": { "asset": "box", "spacing": 0.2, "youngs_modulus": 1e5, "position": [0.45, 0.205, 0], "friction": 0.2 },
                    "rider": { "asset": "box", "spacing": 0.2, "youngs_modulus": 1e5, "position": [0, 0.605, 0], "friction": 1 } },
        "colliders": { "floor": { "friction": 0.5 } } })");
    const BodyId near = world->find_body("near"), rider = world->find_body("rider"), tray = world->find_body("tray");
    for (int i = 0; i < 115; ++i) world->step();
    EXPECT_TRUE(world->body(near)->asleep);
    for (int i = 0; i < 125; ++i) world->step();
    const double x = world->bodies().center_of_mass(tray).x;
    std::printf("tray at %.4f m, pushed %.4f, rider %.4f\n", x, world->bodies().center_of_mass(near).x,
                world->bodies().center_of_mass(rider).x);
    EXPECT_NEAR(x, 2, 1e-5);
    EXPECT_NEAR(world->bodies().center_of_mass(near).x, 2.4, 0.05);
    EXPECT_NEAR(world->bodies().center_of_mass(rider).x, 2, 0.1);
}

TEST(DetailLevels, WhatIsFrozenBearsOthers) {
    auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "ice": { "asset": "box", "spacing": 0.2, "position": [0, 3, 0], "detail": { "level": "frozen" } },
                    "ball": { "asset": "box", "spacing": 0.2, "youngs_modulus": 1e5, "position": [0, 4, 0] } } })");
    for (int i = 0; i < 240; ++i) world->step();
    EXPECT_EQ(world->bodies().center_of_mass(world->find_body("ice")).to<float>(), (Vec3{0, 3, 0}));
    EXPECT_NEAR(world->bodies().center_of_mass(world->find_body("ball")).y, 3.4, 0.02);
}

// What hangs on a body that freezes goes on hanging there, and swings.
TEST(DetailLevels, WhatIsTiedToAFrozenBodyGoesOn) {
    auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "ice": { "asset": "box", "spacing": 0.2, "position": [0, 3, 0], "detail": { "level": "frozen" } },
                    "lamp": { "asset": "box", "spacing": 0.2, "position": [0, 2.5, 0], "velocity": [1, 0, 0] } },
        "attachments": { "rope": { "body": "lamp", "where": { "point": [0, 0.2, 0] }, "to": "ice" } } })");
    float furthest = 0;
    for (int i = 0; i < 120; ++i) {
        world->step();
        furthest = std::max(furthest, static_cast<float>(world->bodies().center_of_mass(world->find_body("lamp")).x));
    }
    EXPECT_EQ(world->bodies().center_of_mass(world->find_body("ice")).to<float>(), (Vec3{0, 3, 0}));
    EXPECT_GT(furthest, 0.1f);
    EXPECT_NEAR(world->bodies().center_of_mass(world->find_body("lamp")).y, 2.5, 0.15);
}

TEST(DetailLevels, WhatHangsOnACarriedBodyGoesAlong) {
    auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "crane": { "asset": "box", "spacing": 0.2, "position": [0, 3, 0], "detail": { "level": "guide" },
                        "guide": { "follow": "place", "position": { "keys": [[0, [0, 3, 0]], [2, [0, 3, 0]], [4, [2, 3, 0]]], "ease": "smooth" } } },
                    "lamp": { "asset": "box", "spacing": 0.2, "youngs_modulus": 1e5, "position": [0, 2.5, 0] } },
        "attachments": { "rope": { "body": "lamp", "where": { "point": [0, 0.2, 0] }, "to": "crane" } } })");
    for (int i = 0; i < 600; ++i) world->step();
    const Vec3 lamp = world->bodies().center_of_mass(world->find_body("lamp")).to<float>();
    std::printf("lamp at %.3f %.3f\n", static_cast<double>(lamp.x), static_cast<double>(lamp.y));
    EXPECT_NEAR(lamp.x, 2, 0.1f);
    EXPECT_NEAR(lamp.y, 2.5f, 0.1f);
}

TEST(DetailLevels, AShiftedOriginAndATeleportTakeItAlong) {
    for (const char* level : {"guide", "frozen"}) {
        auto world = world_of(spinning);
        const BodyId it = world->find_body("it");
        for (int i = 0; i < 20; ++i) world->step();
        world->bodies().set_parameter(it, "detail.level", level);
        for (int i = 0; i < 8; ++i) world->step();  // in the middle of the blend
        Vec3 at = world->bodies().center_of_mass(it).to<float>();
        world->shift_origin({5, 0, 0});
        world->step();
        EXPECT_LT(length(world->bodies().center_of_mass(it).to<float>() + Vec3{5, 0, 0} - at), 0.01f) << level;
        at = world->bodies().center_of_mass(it).to<float>();
        world->bodies().teleport(it, {{0, 7, 0}, {}});
        world->step();
        EXPECT_LT(length(world->bodies().center_of_mass(it).to<float>() - Vec3{0, 7, 0} - at), 0.01f) << level;
    }
}

}  // namespace
}  // namespace detail_tests
}  // namespace pliant::testing
