// What a lattice shows of itself: links, strain, and numbers carried to its surface.
#include <gtest/gtest.h>

#include <cmath>

#include "body/lattice/lattice_matter.h"
#include "lattices.h"

namespace pliant::lattice {
namespace lattice_inspection_tests {
namespace {

struct Look : ::testing::Test {
    std::shared_ptr<LatticeModel> model = make_model(testing::box_lattice(3, 3, 3, {0.1f, 0.2f, 0.1f}), {}, 1);
    ParameterSet parameters{model->kind().parameters};
    LatticeMatter matter{model, parameters};
    std::vector<Float4> position = std::vector<Float4>(model->particle_count + 8),
                        other = std::vector<Float4>(model->particle_count + 8), velocity = other;
    ParticleView view{position.data(), other.data(), velocity.data(), model->particle_count};

    std::vector<float> strain_of(const Mat3& m) {
        for (u32 p = 0; p < model->particle_count; ++p) position[p].set_xyz(m * model->lattice.rest_position(p));
        std::vector<float> strain(model->particle_count);
        matter.strain(view, strain);
        return strain;
    }
};

TEST_F(Look, LinksAreTheEdgesOfCellsOnce) {
    std::vector<std::array<u32, 2>> links;
    matter.links(links);
    const Vec3i n = model->lattice.sites;  // a full box: edges along each axis
    const i32 edges = (n.x - 1) * n.y * n.z + n.x * (n.y - 1) * n.z + n.x * n.y * (n.z - 1);
    EXPECT_EQ(links.size(), static_cast<size_t>(edges));
    for (const auto& [a, b] : links) EXPECT_LT(a, b);
}

TEST_F(Look, StrainIsTheLargestStretchAndBlindToRotation) {
    const Mat3 turned = matrix(normalized(Quat{0.3f, -0.5f, 0.2f, 0.8f}));
    for (float s : strain_of(turned)) EXPECT_NEAR(s, 0, 2e-6);
    const Mat3 stretched = turned * Mat3{{{1.3f, 0, 0}, {0, 0.9f, 0}, {0, 0, 1}}};
    for (float s : strain_of(stretched)) EXPECT_NEAR(s, 0.3, 2e-6);
    const Mat3 crushed{{{1, 0, 0}, {0, 0.25f, 0}, {0, 0, 1}}};
    for (float s : strain_of(crushed)) EXPECT_NEAR(s, 0.75, 2e-6);
    const Mat3 inside_out{{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    for (float s : strain_of(inside_out)) EXPECT_NEAR(s, 2, 4e-6);
}

}  // namespace
}  // namespace lattice_inspection_tests
}  // namespace pliant::lattice
