// What one projection does to momentum, for random shapes and masses: Σ m Δx and Σ m x × Δx are 0 to rounding.

#include <gtest/gtest.h>

#include <cmath>

#include "body/cloth/cloth_kernels.h"
#include "core/particle_view.h"
#include "core/random.h"

namespace pliant::cloth {
namespace cloth_kernels_tests {
namespace {

struct Cloud {
    std::vector<Float4> before, now;
    Cloud(Random& random, u32 n) {
        for (u32 i = 0; i < n; ++i)
            before.push_back({random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), random.real(1, 100)});
        now = before;
    }
    void expect_kept(const char* what) const {
        Vec3d momentum, spin;
        double moved = 0;
        for (size_t i = 0; i < now.size(); ++i) {
            const Vec3d step = (now[i].xyz() - before[i].xyz()).to<double>() / static_cast<double>(now[i].w);
            momentum += step, spin += cross(before[i].xyz().to<double>(), step);
            moved += length(step);
        }
        ASSERT_GT(moved, 0) << what;
        // A position of 1 m is rounded to 6e-8 m, a mass is at most 1 kg.
        EXPECT_LT(length(momentum), 1e-6 * static_cast<double>(now.size())) << what;
        EXPECT_LT(length(spin), 2e-6 * static_cast<double>(now.size())) << what;
    }
};

TEST(ClothKernels, ProjectionsKeepMomentum) {
    Random random(11);
    for (u32 count : {1u, 5u, 8u, 19u, 64u}) {
        std::vector<u32> particle[4];
        std::vector<float> coefficient[4], rest, compliance;
        for (u32 i = 0; i < count; ++i) {
            for (u32 k = 0; k < 4; ++k) particle[k].push_back(4 * i + k);
            const float a = random.real(-1, 1), b = random.real(-1, 1), c = random.real(-1, 1);
            coefficient[0].push_back(a), coefficient[1].push_back(b), coefficient[2].push_back(c);
            coefficient[3].push_back(-a - b - c);
            rest.push_back(random.real(0.1f, 1)), compliance.push_back(random.real(0, 10));
        }
        Cloud links(random, 4 * count);
        kernels().links(
            {&links.now[0].x, particle[0].data(), particle[2].data(), rest.data(), compliance.data(), count, 1});
        links.expect_kept("links");
        Cloud limits(random, 4 * count);
        std::vector<float> short_rest(count, 1e-3f);
        kernels().limits(
            {&limits.now[0].x, particle[1].data(), particle[3].data(), short_rest.data(), nullptr, count, 1});
        limits.expect_kept("limits");
        for (size_t rule = 0; rule < 4; ++rule)
            for (const bool three : {false, true}) {
                if (three && rule == static_cast<size_t>(BendRule::signed_)) continue;
                Cloud cloud(random, 4 * count);
                BendArguments a{};
                a.position = &cloud.now[0].x;
                std::vector<float> third(count);
                for (u32 i = 0; i < count; ++i) third[i] = -coefficient[0][i] - coefficient[1][i];
                for (u32 k = 0; k < (three ? 3u : 4u); ++k)
                    a.particle[k] = particle[k].data(), a.coefficient[k] = coefficient[k].data();
                if (three) a.coefficient[2] = third.data();
                std::vector<float> large(count, 9.0f);  // for at_least to act
                a.rest = rule == static_cast<size_t>(BendRule::at_least) ? large.data() : rest.data();
                a.compliance = compliance.data(), a.count = count, a.inverse_h2 = 1;
                kernels().bends[rule](a);
                cloud.expect_kept("bends");
            }
    }
}

// What has no mass stays, however hard it is pulled; what lies in one place does not explode.
TEST(ClothKernels, HeldAndCoincidentParticles) {
    std::vector<Float4> x{{0, 0, 0, 0}, {5, 0, 0, 0}, {1, 1, 1, 2}, {1, 1, 1, 3}};
    const std::vector<Float4> before = x;
    const u32 a[] = {0, 2}, b[] = {1, 3};
    const float rest[] = {1, 1}, compliance[] = {0, 0};
    kernels().links({&x[0].x, a, b, rest, compliance, 2, 1e6f});
    for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(x[i].xyz(), before[i].xyz()) << i;
}

}  // namespace
}  // namespace cloth_kernels_tests
}  // namespace pliant::cloth
