// bodies.csv against what the world says of itself.
#include "core/text.h"
#include "unit/record/support.h"

namespace pliant {
namespace csv_tests {
namespace {

class Csv : public RecordTest {};

TEST_F(Csv, NumbersAreTheWorlds) {
    const auto world = small_world();
    record(*world, "csv", 60);
    const std::string csv = text("bodies.csv");
    const std::vector<std::string_view> lines = split(csv, '\n');
    ASSERT_EQ(lines.size(), 1u + 2 * 60 + 1);
    const std::vector<std::string_view> names = split(lines[0], ','), cells = split(lines[1 + 2 * 59], ',');
    ASSERT_EQ(names.size(), cells.size());
    const auto number = [&](std::string_view name) {
        for (size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return *parse_number(cells[i]);
        ADD_FAILURE() << name;
        return 0.0;
    };
    const BodyId ball = world->find_body("ball");
    EXPECT_EQ(cells[2], "ball");
    EXPECT_EQ(number("frame"), 59);
    EXPECT_NEAR(number("time_s"), world->time(), 1e-6);
    const Vec3d center = world->bodies().center_of_mass(ball),
                velocity = world->bodies().momentum(ball) / world->bodies().mass(ball);
    EXPECT_NEAR(number("center_x_m"), center.x, 1e-6);
    EXPECT_NEAR(number("center_y_m"), center.y, 1e-6);
    EXPECT_NEAR(number("velocity_x_m_s"), velocity.x, 1e-6);
    EXPECT_EQ(static_cast<float>(number("high_z_m")), world->body(ball)->frame().bounds.high.z);
    // A ball of 0.4 m has 4/3 pi 0.2³ = 0.0335 m³, as a polyhedron of few sides a tenth less, and it is squeezed.
    EXPECT_NEAR(number("volume_m3"), 0.0335, 0.006);
    double kinetic = 0;
    for (const std::string_view line : {lines[1 + 2 * 59], lines[2 + 2 * 59]}) {
        const std::vector<std::string_view> row = split(line, ',');
        kinetic += *parse_number(row[16]);
    }
    EXPECT_EQ(names[16], "kinetic_j");
    EXPECT_NEAR(kinetic, world->energy().kinetic, 1e-6 * (1 + kinetic));
    EXPECT_GT(number("contacts"), 0) << "it lies on the floor";
    EXPECT_EQ(number("quarantined"), 0);
}

}  // namespace
}  // namespace csv_tests
}  // namespace pliant
