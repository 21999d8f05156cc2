// Lines to tear along, through the C interface.
#include "unit/capi/support.h"

namespace pliant {
namespace tear_lines_tests {
namespace {

class CapiLines : public CapiTest {
  protected:
    CapiLines() : line(pliant_default_line_def()) { line.points = across, line.point_count = 2; }
    const pliant_vec3 across[2] = {{0, 0.2f, -0.2f}, {0, 0.2f, 0.2f}};
    pliant_line_def line;
};

TEST_F(CapiLines, ABodyFallsApartAlongThem) {
    EXPECT_EQ(line.strength, 0.2);
    line.strength = 0;
    ASSERT_OK(pliant_body_set_number(world, body, "tear.stretch", 0.4));
    ASSERT_OK(pliant_body_set_lines(world, body, "tear.lines", &line, 1));
    step(30);  // it has hit the floor by then
    EXPECT_EQ(pliant_world_bodies(world, nullptr, 0), 2u);
}

TEST_F(CapiLines, SettingsHaveThemToo) {
    ASSERT_OK(pliant_settings_set_number(settings, "tear.stretch", 0.4));
    line.strength = 0;
    ASSERT_OK(pliant_settings_set_lines(settings, "tear.lines", &line, 1));
    pliant_body_def def = pliant_default_body_def();
    def.name = "second", def.model = model, def.settings = settings;
    def.use_placement = true, def.placement.position = {3, 0.5f, 0};
    pliant_body id{};
    ASSERT_OK(pliant_body_create(world, &def, &id));
    step(30);
    EXPECT_EQ(pliant_world_bodies(world, nullptr, 0), 3u);
    EXPECT_OK(pliant_settings_set_lines(settings, "tear.lines", nullptr, 0));
}

TEST_F(CapiLines, MistakesAreSentences) {
    const auto set = [&](const pliant_line_def& l) { return pliant_body_set_lines(world, body, "tear.lines", &l, 1); };
    EXPECT_FAILS(pliant_body_set_lines(world, body, "tear.lines", nullptr, 1), PLIANT_BAD_ARGUMENT, "lines");
    EXPECT_FAILS(pliant_body_set_lines(world, body, "friction", &line, 1), PLIANT_BAD_INPUT, "number");
    EXPECT_FAILS(set(pliant_line_def{}), PLIANT_BAD_ARGUMENT, "pliant_default_line_def");
    pliant_line_def wrong = line;
    wrong.points = nullptr;
    EXPECT_FAILS(set(wrong), PLIANT_BAD_ARGUMENT, "points");
    wrong = line, wrong.point_count = 1;
    EXPECT_FAILS(set(wrong), PLIANT_BAD_INPUT, "a single point");
    wrong = line, wrong.strength = std::nan("");
    EXPECT_FAILS(set(wrong), PLIANT_BAD_INPUT, "strength");
    wrong = line, wrong.width = -1;
    EXPECT_FAILS(set(wrong), PLIANT_BAD_INPUT, "width");
    wrong = line, wrong.direction = {not_a_number, 0, 0};
    EXPECT_FAILS(set(wrong), PLIANT_BAD_ARGUMENT, "direction");
    const pliant_vec3 elsewhere[2] = {{9, 0, 0}, {9, 1, 0}};
    wrong = line, wrong.points = elsewhere;
    EXPECT_FAILS(set(wrong), PLIANT_BAD_INPUT, "crosses no part of the body");
    EXPECT_OK(set(line));
}

}  // namespace
}  // namespace tear_lines_tests
}  // namespace pliant
