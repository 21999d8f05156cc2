#include "core/trig.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"

namespace pliant {
namespace trig_tests {
namespace {

// The C library is the reference; ours must agree within two units in the last place where the result is of size 1.
constexpr double close = 4.5e-16;

TEST(Trig, AgreesWithTheLibrary) {
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const double x = random.between(-50, 50), unit = random.between(-1, 1), y = random.between(-3, 3);
        EXPECT_NEAR(sine(x), std::sin(x), close);
        EXPECT_NEAR(cosine(x), std::cos(x), close);
        EXPECT_NEAR(arc_cosine(unit), std::acos(unit), 2 * close);
        EXPECT_NEAR(arc_tangent(y, unit), std::atan2(y, unit), 2 * close);
        EXPECT_NEAR(exponential(x) / std::exp(x), 1.0, close);
        const double positive = std::exp(x);
        EXPECT_NEAR(logarithm(positive), std::log(positive), close * std::max(1.0, std::fabs(x)));
    }
}

TEST(Trig, Ends) {
    EXPECT_EQ(arc_cosine(1.5), 0);
    EXPECT_EQ(arc_cosine(-1.5), pi);
    EXPECT_EQ(exponential(-1000), 0);
    EXPECT_TRUE(std::isinf(exponential(1000)));
    EXPECT_TRUE(std::isnan(sine(INFINITY)));
    EXPECT_TRUE(std::isnan(logarithm(-1)));
    EXPECT_NEAR(sine(1e9), std::sin(1e9), 1e-6);
}

TEST(Trig, DegreesTurnAboutXThenYThenZ) {
    // x to y by 90 degrees about z.
    const Vec3d a = rotation_from_degrees({0, 0, 90}) * Vec3d{1, 0, 0};
    EXPECT_NEAR(a.y, 1, 1e-15);
    // About x first: y goes to z; then about z: z stays.
    const Vec3d b = rotation_from_degrees({90, 0, 90}) * Vec3d{0, 1, 0};
    EXPECT_NEAR(b.z, 1, 1e-15);
}

}  // namespace
}  // namespace trig_tests
}  // namespace pliant
