// A lattice behaves alike whatever its size: sums of weight times length² neither underflow nor overflow.
#include <gtest/gtest.h>

#include <cmath>

#include "body/lattice/lattice_model.h"
#include "lattices.h"

namespace pliant::lattice {
namespace lattice_sizes_tests {
namespace {

// Determinants of what regions are at rest are divided by; they must be ordinary numbers from a tenth of a millimetre
// to a hundred kilometres. A jelly of one centimetre used to be frozen in its first frame.
TEST(LatticeSizes, DeterminantsAreOrdinaryNumbers) {
    for (const float spacing : {1e-5f, 5e-4f, 0.05f, 1.0f, 300.0f, 1e5f}) {
        const auto model = make_model(testing::box_lattice(4, 4, 4, {spacing, spacing, spacing}), {}, 2);
        for (u32 p = 0; p < model->particle_count; ++p) {
            const u32 r = model->region_of[p];
            const float det =
                model->region.covariance[0][r] * model->region.covariance[1][r] * model->region.covariance[2][r];
            EXPECT_GT(det, 1e-12f) << "spacing " << spacing;
            EXPECT_LT(det, 1e12f) << "spacing " << spacing;
        }
    }
}

TEST(LatticeSizes, UnitIsAPowerOfTwo) {
    for (const float spacing : {1e-5f, 0.03f, 0.7f, 900.0f}) {
        int exponent = 0;
        EXPECT_EQ(std::frexp(weight_unit(testing::box_lattice(2, 2, 2, {spacing, spacing, 2 * spacing})), &exponent),
                  0.5);
    }
}

}  // namespace
}  // namespace lattice_sizes_tests
}  // namespace pliant::lattice
