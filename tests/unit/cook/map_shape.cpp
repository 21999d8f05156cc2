// What the shape of a mesh says of its points.
#include "cook/map_shape.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "geometry/shapes.h"

namespace pliant {
namespace map_shape_tests {

TEST(MapShape, CurvatureOfABall) {
    for (const float radius : {0.1f, 2.0f}) {
        const Mesh mesh = make_shape({"sphere", {2 * radius, 2 * radius, 2 * radius}, 32});
        double worst = 0;
        for (const float k : curvature_of_points(mesh))
            worst = std::max(worst, std::fabs(static_cast<double>(k * radius) - 1));
        std::printf("radius %.1f m: off by %.2g\n", static_cast<double>(radius), worst);
        EXPECT_LT(worst, 1e-4);
    }
    Mesh hollow = make_shape({"sphere", {2, 2, 2}, 32});
    for (Vec3& p : hollow.points) p.x = -p.x;  // inside out
    for (const float k : curvature_of_points(hollow)) ASSERT_NEAR(k, -1.0f, 1e-4f);
}

TEST(MapShape, SmoothingKeepsWhatIsEvenAndEvensOutTheRest) {
    const Mesh mesh = make_shape({"sphere", {1, 1, 1}, 16});
    for (const float v : smoothed(mesh, std::vector<float>(mesh.points.size(), 0.3f), 20)) EXPECT_NEAR(v, 0.3f, 1e-6f);
    Random random(1);
    std::vector<float> noise;
    for (size_t p = 0; p < mesh.points.size(); ++p) noise.push_back(static_cast<float>(random.between(0, 1)));
    const auto spread = [](const std::vector<float>& v) {
        double sum = 0, squares = 0;
        for (const float x : v) {
            sum += static_cast<double>(x);
            squares += static_cast<double>(x) * static_cast<double>(x);
        }
        const double n = static_cast<double>(v.size());
        return std::sqrt(squares / n - sum / n * (sum / n));
    };
    const double before = spread(noise), after = spread(smoothed(mesh, noise, 10));
    std::printf("spread %.3f, then %.3f\n", before, after);
    EXPECT_LT(after, 0.25 * before);
}

}  // namespace map_shape_tests
}  // namespace pliant
