// Every parameter that can be painted, of every kind: painted from low to high over a body it does something else than
// either number for the whole of it, and painted with one value it does what that number does. The tables are walked,
// so that a new row that says "painted" and is not fails here.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "assets/maps.h"
#include "body/registry.h"
#include "characters.h"
#include "clips.h"
#include "worlds.h"

namespace pliant::testing {
namespace painted_tests {
namespace {

// What a row needs to be felt. Rows that are not here have a default, and act on a box that falls, spins and lands.
struct Circumstances {
    double low, high;
    std::string body = "";      // more of the scene's body
    bool follows_clip = false;  // one that twists and stretches it
};

const Circumstances* circumstances(const std::string& kind, const std::string& table, const std::string& row) {
    const std::string follow = R"("position": [0, 1, 0], "guide": { "character": "ada", "bind": "start" })",
                      near = R"("position": [0, 1, 0],
                          "guide": { "character": "ada", "bind": "start", "max_distance": 0.3 })",
                      backed = R"("position": [0, 1, 0], "guide": { "character": "ada", "bind": "start",
                          "max_distance": 0.3, "backstop_distance": 0.0 })",
                      moved = R"("position": [0, 1, 0], "guide": {
                          "position": { "keys": [[0, [0, 1, 0]], [0.5, [1, 1, 0]]] } })",
                      drawn = R"("position": [0, 1, 0], "guide": { "follow": "place", "stiffness": 200,
                          "position": { "keys": [[0, [0, 1, 0]], [0.5, [1, 1, 0]]] } })";
    static const std::map<std::string, Circumstances> all = {
        {"body.collide", {0, 1, R"("rotation": [0, 0, 90], "position": [0, 0.32, 0])"}},  // both halves reach the floor
        {"body.hold.where", {0, 1}},
        {"body.guide.strength", {0, 1, R"("position": [0, 1, 0], "guide": { "follow": "place" })", true}},
        {"body.guide.stiffness", {20, 400, drawn}},
        {"body.guide.damping", {1, 50, drawn}},
        {"body.guide.max_distance", {0.01, 0.4, follow}},
        {"body.guide.backstop_distance", {-0.1, 0.1, near}},
        {"body.guide.backstop_radius", {0.05, 1, backed}},
        {"body.guide.border", {0, 1, follow}},
        {"body.plasticity.yield_strain", {0.001, 0.5, R"("velocity": [0, -6, 0])"}},
        {"body.tear.strength", {0.1, 10, R"("velocity": [0, -6, 0], "tear": { "stretch": 0.1 })"}},
        {"lattice.youngs_modulus", {1e4, 1e5}},
        {"lattice.alpha", {0.1, 0.5}},
        // Creases show in cloth that is stiff against bending.
        {"cloth/body.plasticity.yield_strain", {1e-4, 0.01, R"("velocity": [0, -6, 0], "bend_stiffness": 0.01)"}},
        {"jiggle.weight", {0, 1, moved}},
        {"jiggle.frequency", {2, 8}},
        {"jiggle.damping_ratio", {0, 1}}};
    for (const std::string& key : {kind + "/" + table + "." + row, table + "." + row})
        if (const auto found = all.find(key); found != all.end()) return &found->second;
    return nullptr;
}

std::string scene_of(const Kind& kind, const std::string& more) {
    std::string body = R"("asset": "thing", "spin": [90, 200, 0], "kind": ")" + std::string(kind.name) + "\"";
    const auto unless_given = [&](const char* key, const char* value) {
        const std::string quoted = "\"" + std::string(key) + "\":";
        if (more.find(quoted) == std::string::npos) body += ", " + quoted + " " + value;
    };
    unless_given("position", "[0, 0.5, 0]"), unless_given("velocity", "[0.5, -2, 0]");
    unless_given("rotation", "[10, 20, 30]");
    for (const char* fineness : {"spacing", "cell"})
        if (kind.parameters.find(fineness)) unless_given(fineness, "0.1");
    if (!more.empty()) body += ", " + more;
    const bool character = more.find("ada") != std::string::npos;
    return R"({ "world": { "sleep": { "enabled": false } }, "assets": {
        "thing": { "shape": "box", "size": [0.6, 0.4, 0.5], "detail": 5 })" +
           (character ? R"(, "tube": { "file": ")" + tube_file() + R"(" } }, "characters": { "ada": { "asset": "tube",
               "scale": 0.5, "clip": "Wave" })"
                      : std::string()) +
           R"( }, "bodies": { "b": { )" + body + R"( } }, "colliders": { "floor": {},
        "stone": { "shape": "sphere", "radius": 0.2 } } })";
}

constexpr int steps = 40;

// Where everything is in the end.
std::vector<Vec3> run(const Kind& kind, const Circumstances& c, const Parameter& row, const Value& value) {
    Scene scene = read_scene(scene_of(kind, c.body), "test", {});
    SceneBody& body = scene.bodies[0];
    ParameterSet& set = body.common.table().find(row.name) == &row ? body.common : body.own;
    set.set(row.id, value);
    const auto world = world_of(scene);
    if (c.follows_clip) {
        const BodyId id = world->find_body("b");
        world->bodies().set_guide_clips(
            id, {clip_of(*world->body(id)->model, "clip", 0.5, {stretch(1), twist(2), stretch(1.5f)})});
    }
    for (int i = 0; i < steps; ++i) world->step();
    std::vector<Vec3> places;
    world->contents().bodies.each([&](BodyId, const Body& b) {
        for (u32 p = 0; p < b.view.count; ++p) places.push_back(b.view.position[p].xyz());
    });
    return places;
}

// [m]
double difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    if (a.size() != b.size()) return 1e9;  // torn otherwise
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max<double>(most, length(a[i] - b[i]));
    return most;
}

void try_row(const Kind& kind, const ParameterTable& table, const Parameter& row) {
    const std::string name = std::string(kind.name) + ": " + row.name;
    Circumstances c{row.initial.x / 2, std::min(row.initial.x * 2, row.high)};
    if (const Circumstances* special = circumstances(kind.name, table.name, row.name))
        c = *special;
    else
        ASSERT_TRUE(!*row.if_unset && c.low < c.high)
            << name << " can be painted, and has no default to begin with: say in which circumstances it acts";
    const auto map = [&](double low, double high) {
        Map m = Map::of(parse_map_source(R"({ "height": [0, 1, 0] })", "test"));
        m.low = low;
        m.high = high;
        return m;
    };
    try {
        const auto painted = run(kind, c, row, map(c.low, c.high)), low = run(kind, c, row, c.low),
                   high = run(kind, c, row, c.high), even = run(kind, c, row, map(c.low, c.low));
        const double to_low = difference(painted, low), to_high = difference(painted, high),
                     same = difference(even, low);
        std::printf("%-34s %g … %g: %.2g m from %g, %.2g m from %g; evenly %.2g m\n", name.c_str(), c.low, c.high,
                    to_low, c.low, to_high, c.high, same);
        EXPECT_GT(to_low, 2e-3) << name;
        EXPECT_GT(to_high, 2e-3) << name;
        EXPECT_LT(same, 2e-4) << name;
    } catch (const Error& e) {  // what a kind cannot do it has to say
        std::printf("%-34s %s\n", name.c_str(), e.what());
        EXPECT_NE(std::string(e.what()).find("bodies of the kind " + std::string(kind.name)), std::string::npos);
    }
}

class Painted : public ::testing::TestWithParam<const Kind*> {};

}  // namespace

TEST_P(Painted, EveryRowThatSaysSoIsPainted) {
    u32 rows = 0;
    for (const ParameterTable* table : {&body_table, &GetParam()->parameters})
        for (const Parameter& row : table->rows)
            if (row.painted) try_row(*GetParam(), *table, row), ++rows;
    std::printf("%u rows\n", rows);
    EXPECT_GT(rows, 11u) << "those that all kinds have, and some of its own";
}

INSTANTIATE_TEST_SUITE_P(Kinds, Painted, ::testing::ValuesIn(kinds().begin(), kinds().end()),
                         [](const auto& of) { return std::string(of.param->name); });

// While a world runs: what is painted anew is felt at the next step where it was painted, and nowhere else to the bit;
// a snapshot has it, and goes on as the world did.
TEST(PaintedLive, IsFeltThereAndNowhereElse) {
    const std::string scene = R"({ "assets": { "ball": { "shape": "sphere", "size": [1, 1, 1], "detail": 12 } },
        "bodies": { "b": { "asset": "ball", "kind": "jiggle", "velocity": [0, 1, 0], "damping_ratio": 0.1,
        "stiffness": { "height": "x", "low": 2, "high": 8 } } } })";
    const auto world = world_of(scene), unchanged = world_of(scene);
    for (int i = 0; i < 20; ++i) world->step(), unchanged->step();
    const BodyId id = world->find_body("b");
    const Body &body = *world->body(id), &other = *unchanged->body(unchanged->find_body("b"));
    std::vector<float> values;
    for (const u32 v : body.model->surface.point_vertex) {
        const float x = body.model->surface.positions[v].x;
        values.push_back(x > 0.1f ? 0 : x + 0.5f);
    }
    const auto map = [](std::vector<float> v) {
        return Map{"", 2, 8, false, std::make_shared<const std::vector<float>>(std::move(v))};
    };
    world->bodies().set_parameter(id, "stiffness", map(values));
    const auto moved_so_far = [&] {
        double most = 0;
        for (u32 p = 0; p < body.view.count; ++p)
            most = std::max<double>(most, length(body.view.position[p].xyz() - other.view.position[p].xyz()));
        return most;
    };
    EXPECT_EQ(moved_so_far(), 0) << "nothing moves before the step";
    world->step(), unchanged->step();
    u32 felt = 0, alike = 0;
    for (u32 p = 0; p < body.view.count; ++p) {
        const bool same = body.view.position[p].xyz() == other.view.position[p].xyz();
        if (body.model->rest_position(p).x > 0.1f) {
            felt += !same;
        } else {
            alike += same;
            EXPECT_TRUE(same) << p;
        }
    }
    std::printf("%u particles felt it, %u went on as they were; the furthest is %.2g m off after a step\n", felt, alike,
                moved_so_far());
    EXPECT_GT(felt, 100u);
    EXPECT_LT(moved_so_far(), 0.01) << "no jump";

    const std::vector<std::byte> saved = world->save();
    const auto fresh = world_of(scene);
    fresh->restore(saved);
    for (int i = 0; i < 20; ++i) {
        world->step(), fresh->step();
        ASSERT_EQ(world->hash(), fresh->hash()) << i;
    }
    values.pop_back();
    EXPECT_THROW(world->bodies().set_parameter(id, "stiffness", map(values)), Error);
    world->step();
}

}  // namespace painted_tests
}  // namespace pliant::testing
