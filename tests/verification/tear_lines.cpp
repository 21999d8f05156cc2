// Bodies tear along the lines that are given: there, only there, and at the share of strength that is said.
#include <gtest/gtest.h>

#include "body/tearable.h"
#include "core/random.h"
#include "core/text.h"
#include "core/trig.h"
#include "worlds.h"

namespace pliant::testing {
namespace tear_lines_tests {
namespace {

// A bar along x, drawn out at its right end by so much a second; `more` stands in its "tear".
std::string pulled_bar(const std::string& more, double speed = 0.1) {
    return R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": false },
        "assets": { "bar": { "shape": "box", "size": [1.2, 0.2, 0.2], "detail": 24 } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.05, "damping": 0.02, "youngs_modulus": 1e5, "drag": 0,
                             "tear": { "stretch": 0.4, "squash": 1)" +
           more + R"( } } },
        "attachments": {
          "left": { "body": "bar", "where": { "point": [-0.6, 0, 0], "radius": 0.15 } },
          "right": { "body": "bar", "where": { "point": [0.6, 0, 0], "radius": 0.15 },
                     "position": { "keys": [[0, [0.6, 0, 0]], [100, [)" +
           short_number(0.6 + 100 * speed) + R"(, 0, 0]]] } } } })";
}
std::string with_line(double x, const std::string& more = "") {
    const std::string at = short_number(x, 9);
    return R"(, "lines": [{ "points": [[)" + at + ", 0.1, -0.1], [" + at + ", 0.1, 0.1]]" + more + " }]";
}

const Body& bar(const World& world) { return *world.body(world.find_body("bar")); }

double seconds_until_torn(World& world, double most) {
    while (world.time() < most && world.contents().bodies.size() == 1) world.step();
    return world.time();
}

// The weaker the line, the sooner it parts: the bar is drawn out evenly, by v = 0.02 m/s. What is pulled suddenly also
// has a wave in it, whose strain is v / c, with c = √(E / ρ) = 10 m/s: 0.002 of 0.08, 2.5 % of the least time.
TEST(TearLines, PartsThereAndOnlyThereAtItsShareOfTheStretch) {
    std::map<double, double> seconds;
    for (const double strength : {0.2, 0.4, 0.6}) {
        const auto world = world_of(pulled_bar(with_line(0.3, ", \"strength\": " + short_number(strength)), 0.02));
        seconds[strength] = seconds_until_torn(*world, 30);
        ASSERT_EQ(world->contents().bodies.size(), 2u);
        const std::vector<float>& share = bar(*world).weak_links->strength;
        size_t weak = 0;
        for (const float s : share) weak += s < 1;
        EXPECT_EQ(weak, 16u) << "the bar has 4 by 4 cells across";
        for (int i = 0; i < 120; ++i) world->step();  // drawn on, nothing more happens
        EXPECT_EQ(world->contents().bodies.size(), 2u);
        EXPECT_EQ(bar(*world).torn_links.size(), weak);
        for (const u32 link : bar(*world).torn_links) EXPECT_LT(share[link], 1);
        // The right part is the smaller one: 0.3 of 1.2 m.
        double masses[2] = {world->bodies().mass(world->find_body("bar.1")),
                            world->bodies().mass(world->find_body("bar"))};
        EXPECT_NEAR(masses[0] / (masses[0] + masses[1]), 0.25, 1e-3);
    }
    std::printf("strength 0.2: %.2f s, 0.4: %.2f s, 0.6: %.2f s\n", seconds[0.2], seconds[0.4], seconds[0.6]);
    EXPECT_NEAR(seconds[0.4] / seconds[0.2], 2, 0.075);
    EXPECT_NEAR(seconds[0.6] / seconds[0.2], 3, 0.1);
}

TEST(TearLines, WithoutStrengthItPartsAtTheFirstStrain) {
    const auto world = world_of(pulled_bar(with_line(0, ", \"strength\": 0")));
    EXPECT_LT(seconds_until_torn(*world, 1), 0.1);
    EXPECT_EQ(world->contents().bodies.size(), 2u);
}

TEST(TearLines, PaintedStrengthCountsToo) {
    const auto one = world_of(pulled_bar(with_line(0.1, ", \"strength\": 0.5"), 0.02));
    const auto two = world_of(pulled_bar(with_line(0.1, ", \"strength\": 0.5") + ", \"strength\": 0.5", 0.02));
    EXPECT_NEAR(seconds_until_torn(*one, 30) / seconds_until_torn(*two, 30), 2, 0.06);  // waves: 0.002 of 0.1
}

// How many pieces a body falls into where its lines part.
u32 pieces_of(const World& world, const std::vector<Line>& lines) {
    const Model& model = *bar(world).model;
    const auto weak = weak_links(model, lines);
    std::vector<u32> parted;
    for (u32 l = 0; l < weak->strength.size(); ++l)
        if (weak->strength[l] < 1) parted.push_back(l);
    return model.tearable()->tear_preview(parted).pieces;
}

// A line all across parts the body in two, wherever it runs, also through the middles of cells and between them.
TEST(TearLines, AllAcrossIsInTwo) {
    const auto world = world_of(pulled_bar(""));
    Random random(7);
    const auto x = [&] { return 0.8 * random.unit() - 0.4; };
    for (int i = 0; i < 200; ++i) {
        const double a = i < 50 ? -0.4 + 0.0125 * i : x(), b = i < 50 ? a : x(), c = i < 50 ? a : x();
        const Line straight{{{a, 0.1, -0.1}, {b, 0.1, 0.1}}, {}, 0, 0.5};
        const Line bent{{{a, 0.1, -0.1}, {c, 0.1, 0}, {b, 0.1, 0.1}}, {}, 0, 0.5};
        const Line knife{{{a + 0.9, 3, -0.1}, {b + 0.9, 3, 0.1}}, {0.3, 1, 0}, 0, 0.5};
        const Line belt{{{a, 0.1, -0.1}, {b, 0.1, 0.1}, {b, -0.1, 0.1}, {a, -0.1, -0.1}, {a, 0.1, -0.1}}, {}, 0, 0.5};
        EXPECT_EQ(pieces_of(*world, {straight}), 2u) << a << " to " << b;
        EXPECT_EQ(pieces_of(*world, {bent}), 2u) << a << " over " << c << " to " << b;
        EXPECT_EQ(pieces_of(*world, {belt}), 2u) << a << " and " << b;
        EXPECT_EQ(pieces_of(*world, {knife}), 2u) << a << " to " << b;
    }
    // A round cutter takes a plug out of the middle; two lines make three pieces.
    Line cutter{{}, {0, 1, 0}, 0, 0.5};
    for (int k = 0; k <= 12; ++k)
        cutter.points.push_back({0.075 * cosine(k % 12 * pi / 6), 0, 0.075 * sine(k % 12 * pi / 6)});
    EXPECT_EQ(pieces_of(*world, {cutter}), 2u);
    EXPECT_EQ(pieces_of(*world, {Line{{{-0.2, 0.1, -0.1}, {-0.2, 0.1, 0.1}}, {}, 0, 0.5},
                                 Line{{{0.2, 0.1, -0.1}, {0.2, 0.1, 0.1}}, {}, 0, 0.1}}),
              3u);
    // Half-way across it is still one.
    EXPECT_EQ(pieces_of(*world, {Line{{{0, 0.1, -0.1}, {0, 0.1, -0.05}}, {}, 0, 0.5}}), 1u);
}

// What is drawn on an arm stays in the arm: the far side of a ring does not notice.
TEST(TearLines, AsDeepAsTheBodyIsThere) {
    const auto world = world_of(R"({ "format": 1, "assets": { "ring": { "shape": "torus", "size": [1, 0.3, 1] } },
        "bodies": { "bar": { "asset": "ring", "spacing": 0.05, "tear": { "stretch": 0.4 } } } })");
    const Model& model = *bar(*world).model;
    const std::vector<std::array<Vec3, 2>> links = model.tearable()->link_segments();
    const auto weak_sides = [&](const Line& line) {
        const auto weak = weak_links(model, std::span(&line, 1));
        std::pair<int, int> sides{0, 0};
        for (size_t l = 0; l < links.size(); ++l)
            if (weak->strength[l] < 1) ++(links[l][0].x > 0 ? sides.first : sides.second);
        return sides;
    };
    Line line{{{0.5, 0.1, 0}, {0.5, -0.1, 0}}, {}, 0, 0.5};
    const auto in = weak_sides(line);
    EXPECT_GT(in.first, 8);
    EXPECT_EQ(in.second, 0);
    line.direction = {1, 0, 0};
    const auto through = weak_sides(line);
    EXPECT_GT(through.first, 8);
    EXPECT_GT(through.second, 8);
}

TEST(TearLines, TheSameBitsForAnyNumberOfThreads) {
    std::vector<u64> hashes;
    for (const u32 threads : {1u, 2u, 8u}) {
        const auto world = world_of(pulled_bar(with_line(-0.1)), threads);
        for (int i = 0; i < 180; ++i) world->step();
        EXPECT_EQ(world->contents().bodies.size(), 2u);
        hashes.push_back(world->hash());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

// Lines are parameters: they can be given and taken back while it runs, and snapshots hold them.
TEST(TearLines, SnapshotsHoldThem) {
    const auto world = world_of(pulled_bar(""));
    for (int i = 0; i < 30; ++i) world->step();
    const auto without = world->save();
    world->bodies().set_parameter(world->find_body("bar"), "tear.lines",
                                  std::vector<Line>{Line{{{0.2, 0.1, -0.1}, {0.2, 0.1, 0.1}}, {}, 0, 0.3}});
    const auto with = world->save();
    const auto run = [&] {
        for (int i = 0; i < 200; ++i) world->step();
        return std::pair{world->hash(), world->contents().bodies.size()};
    };
    const auto torn = run();
    EXPECT_EQ(torn.second, 2u);
    world->restore(without);
    EXPECT_EQ(run().second, 1u);
    world->restore(with);
    EXPECT_EQ(run(), torn);
    world->restore(with);
    world->bodies().set_parameter(world->find_body("bar"), "tear.lines", std::vector<Line>{});
    EXPECT_EQ(run().second, 1u);
}

TEST(TearLines, MistakesAreSentences) {
    const auto trouble = [](const std::string& lines, const std::string& limit = "\"stretch\": 0.4, ") -> std::string {
        try {
            world_of(
                R"({ "format": 1, "assets": { "bar": { "shape": "box", "size": [1.2, 0.2, 0.2] } }, "bodies": { "bar":
                { "asset": "bar", "tear": { )" +
                limit + "\"lines\": " + lines + " } } } }");
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    const auto expect = [&](const std::string& lines, const char* words) {
        const std::string said = trouble(lines);
        EXPECT_NE(said.find(words), std::string::npos) << lines << "\n" << said;
        EXPECT_NE(said.find("tear.lines"), std::string::npos) << said;
    };
    const std::string across = R"("points": [[0, 0.1, -0.1], [0, 0.1, 0.1]])";
    EXPECT_EQ(trouble("[{ " + across + " }]"), "");
    EXPECT_EQ(trouble("[]"), "");
    expect("3", "a list of lines");
    expect("[3]", "an object");
    expect("[{}]", "the line has no \"points\"");
    expect("[{ \"points\": [] }]", "it has no points");
    expect("[{ \"points\": [[0, 0, 0]] }]", "a single point");
    expect("[{ \"points\": [[0, 0, 0], [0, 0, 0]] }]", "all its points are in one place");
    expect("[{ \"points\": [[0, 0, 0], [0, 0]] }]", "three numbers");
    expect("[{ \"points\": [[0, 0, 0], [0, 0, 1e9]] }]", "too far away");
    expect("[{ " + across + ", \"strength\": 2 }]", "its strength is 2");
    expect("[{ " + across + ", \"width\": -1 }]", "its width is -1");
    expect("[{ " + across + ", \"direction\": [0, 0, 0] }]", "a direction without length");
    expect("[{ " + across + ", \"strenght\": 0.1 }]", "did you mean \"strength\"");
    expect("[{ \"points\": [[5, 0, 0], [5, 1, 0]] }]", "line 0 crosses no part of the body");
    // A belt that was not closed.
    expect("[{ \"points\": [[0, 0.1, -0.1], [0, 0.1, 0.1], [0, -0.1, 0.1], [0, -0.1, -0.1], [0, 0.09, -0.1]] }]",
           "face different ways");
    EXPECT_NE(trouble("[{ " + across + " }]", "").find("nothing that tears"), std::string::npos);
}

}  // namespace
}  // namespace tear_lines_tests
}  // namespace pliant::testing
