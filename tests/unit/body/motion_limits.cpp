// Motion limits: what they let through, that both of them hold at once, and the same bits for every instruction set.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "body/motion_limit_kernels.h"
#include "core/random.h"

namespace pliant {
namespace motion_limits_tests {
namespace {

struct Cases {
    std::vector<Float4> position, velocity;
    std::vector<MotionLimit> limit;
};

// Places around targets of some metres; every fifth is unlimited, every third has no backstop, every seventh is held.
Cases make_cases(u32 count) {
    Random random(7);
    const auto vector = [&](float size) {
        return Vec3{random.real(-size, size), random.real(-size, size), random.real(-size, size)};
    };
    Cases c;
    for (u32 i = 0; i < count; ++i) {
        const Vec3 from = vector(3), to = from + vector(0.2f), normal = direction(vector(1), Vec3{0, 1, 0});
        const float most = random.real(0, 0.5f), radius = random.real(0.05f, 1), behind = random.real(-most, 0.3f);
        MotionLimit l;
        l.from.set_xyz(from), l.to.set_xyz(to), l.from.w = i % 5 == 0 ? MotionLimit::unlimited : most;
        if (i % 3) l.to.w = radius, l.back.set_xyz(normal * -(behind + radius));
        const Vec3 at = to + vector(0.6f);
        c.limit.push_back(l);
        c.position.push_back({at.x, at.y, at.z, i % 7 == 0 ? 0.0f : 1.0f});
        c.velocity.push_back({});
    }
    return c;
}

void keep(Cases& c) {
    motion_limit_kernels().enforce({floats(c.position.data()), floats(c.velocity.data()), c.limit.data(),
                                    static_cast<u32>(c.position.size()), 1, 100});
}

TEST(MotionLimit, BothLimitsHoldAndWhatIsWithinStays) {
    Cases c = make_cases(20003);
    const Cases before = c;
    keep(c);
    double beyond = 0, inside = 0, moved_for_nothing = 0, speed = 0;
    u32 kept_back = 0;
    for (size_t i = 0; i < c.position.size(); ++i) {
        const Vec3d x = c.position[i].xyz().to<double>(), was = before.position[i].xyz().to<double>(),
                    t = c.limit[i].to.xyz().to<double>(), m = t + c.limit[i].back.xyz().to<double>();
        const double most = double{c.limit[i].from.w}, radius = double{c.limit[i].to.w};
        const bool was_fine = length(was - t) <= most && length(was - m) >= radius;
        if (c.position[i].w == 0 || was_fine) moved_for_nothing = std::max(moved_for_nothing, length(x - was));
        if (c.position[i].w == 0) continue;
        kept_back += !was_fine;
        beyond = std::max(beyond, length(x - t) - most), inside = std::max(inside, radius - length(x - m));
        speed = std::max(speed, length(c.velocity[i].xyz().to<double>() - (x - was) * 100.0));
    }
    std::printf("%u kept back: %.2g m too far, %.2g m in the backstop, %.2g m for nothing, speeds %.2g m/s off\n",
                kept_back, beyond, inside, moved_for_nothing, speed);
    EXPECT_GT(kept_back, 5000u);
    EXPECT_LT(beyond, 3e-6);  // where the two balls hardly meet, their circle is ill defined
    EXPECT_LT(inside, 1e-6);
    EXPECT_EQ(moved_for_nothing, 0);
    EXPECT_LT(speed, 1e-4);
}

TEST(MotionLimit, SameBitsForEveryInstructionSet) {
    const Isa best = active_isa();
    Cases wide = make_cases(1001), narrow = wide;
    keep(wide);
    set_active_isa(Isa::v2);
    keep(narrow);
    set_active_isa(best);
    for (size_t i = 0; i < wide.position.size(); ++i) {
        EXPECT_EQ(wide.position[i].xyz(), narrow.position[i].xyz());
        EXPECT_EQ(wide.velocity[i].xyz(), narrow.velocity[i].xyz());
    }
}

}  // namespace
}  // namespace motion_limits_tests
}  // namespace pliant
