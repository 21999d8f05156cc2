// Numbers that are finite and yet absurd: the world stays finite, or freezes the body and says so; others go on.
#include "unit/capi/support.h"

namespace pliant {
namespace extremes_tests {
namespace {

class Extremes : public CapiTest {
  protected:
    void SetUp() override {
        CapiTest::SetUp();
        // The bystander is on a layer of its own: what explodes may fly far, and it would be right to hit it.
        const char* apart = "apart";
        ASSERT_OK(pliant_settings_set_text(settings, "layer", apart));
        ASSERT_OK(pliant_settings_set_names(settings, "collides_with", &apart, 1));
        pliant_body_def def = pliant_default_body_def();
        def.model = model, def.settings = settings, def.use_placement = true, def.placement.position = {3, 0.5f, 0};
        ASSERT_OK(pliant_body_create(world, &def, &other));
    }
    // Whatever was done, three steps later all numbers are numbers, or the body is frozen and reported.
    void expect_sane(const std::string& what) {
        bool reported = false;
        for (int i = 0; i < 3; ++i) {
            ASSERT_OK(pliant_world_step(world));
            const pliant_object_event* events = nullptr;
            for (size_t n = pliant_world_object_events(world, &events); n-- > 0;)
                reported = reported || (events[n].change == PLIANT_QUARANTINED && events[n].object == body);
        }
        const pliant_body_info info = info_of(body);
        EXPECT_EQ(info.quarantined, reported) << what;
        EXPECT_TRUE(std::isfinite(info.center.x + info.center.y + info.center.z)) << what;
        EXPECT_TRUE(std::isfinite(info.velocity.x + info.velocity.y + info.velocity.z)) << what;
        pliant_surface s{};
        ASSERT_OK(pliant_body_surface(world, body, &s));
        for (uint32_t i = 0; i < 3 * s.vertex_count; ++i) ASSERT_TRUE(std::isfinite(s.positions[i])) << what;
        const pliant_body_info bystander = info_of(other);
        EXPECT_FALSE(bystander.quarantined) << what;
        EXPECT_NEAR(bystander.center.x, 3, 0.1) << what;
    }
    pliant_body other{};
};

TEST_F(Extremes, Velocities) {
    for (const float v : {1e6f, 1e15f, 1e30f, 3e38f}) {
        ASSERT_OK(pliant_body_reset(world, body, {{0, 0.5f, 0}, no_turn}));
        ASSERT_OK(pliant_object_set_velocity(world, body, {0, -v, 0}, {}));
        expect_sane("velocity " + std::to_string(v));
        ASSERT_OK(pliant_body_reset(world, body, {{0, 0.5f, 0}, no_turn}));
        ASSERT_OK(pliant_object_set_velocity(world, body, {}, {0, v, 0}));
        expect_sane("spin " + std::to_string(v));
    }
}

TEST_F(Extremes, Places) {
    for (const float x : {1e5f, 1e6f, 1e7f}) {
        ASSERT_OK(pliant_body_reset(world, body, {{x, 0.5f, 0}, no_turn}));
        expect_sane("place " + std::to_string(x));
        ASSERT_OK(pliant_object_teleport(world, body, {{x, x, x}, no_turn}));
        expect_sane("teleport " + std::to_string(x));
    }
    for (const float x : {1.1e7f, 1e30f, 3e38f}) {
        EXPECT_FAILS(pliant_body_reset(world, body, {{x, 0, 0}, no_turn}), PLIANT_BAD_ARGUMENT, "1e7 m");
        EXPECT_FAILS(pliant_object_teleport(world, body, {{0, -x, 0}, no_turn}), PLIANT_BAD_ARGUMENT, "1e7 m");
        EXPECT_FAILS(pliant_object_set_pose(world, floor, {{0, 0, x}, no_turn}), PLIANT_BAD_ARGUMENT, "1e7 m");
        pliant_hit hit{};
        const pliant_ray ray{{x, x, -x}, {0, 0, 1}, 0};
        EXPECT_OK(pliant_world_cast_rays(world, &ray, 1, &hit));
        const pliant_vec3 point{-x, x, x};
        EXPECT_OK(pliant_world_closest_points(world, &point, 1, 0, &hit));
    }
}

TEST_F(Extremes, PushesAndForces) {
    for (const float f : {1e9f, 1e20f, 3e38f}) {
        ASSERT_OK(pliant_body_reset(world, body, {{0, 0.5f, 0}, no_turn}));
        ASSERT_OK(pliant_object_apply_impulse(world, body, {0, -f, 0}));
        expect_sane("impulse " + std::to_string(f));
        ASSERT_OK(pliant_body_reset(world, body, {{0, 0.5f, 0}, no_turn}));
        ASSERT_OK(pliant_object_apply_impulse_at(world, body, {0, -f, 0}, {0, 0.5f, 0}));
        expect_sane("impulse at a point " + std::to_string(f));
        ASSERT_OK(pliant_body_reset(world, body, {{0, 0.5f, 0}, no_turn}));
        ASSERT_OK(pliant_object_apply_force_at(world, body, {f, f, f}, {0, 0.5f, 0}));
        expect_sane("force " + std::to_string(f));
        ASSERT_OK(pliant_body_reset(world, body, {{0, 0.5f, 0}, no_turn}));
        ASSERT_OK(pliant_world_explode(world, {0, 0.5f, 0}, 1, f));
        expect_sane("blast " + std::to_string(f));
    }
}

TEST_F(Extremes, ManyBodiesInOnePlace) {
    for (int i = 0; i < 12; ++i) add_body("twin", {0, 0.5f, 0});
    expect_sane("thirteen in one place");
}

TEST_F(Extremes, EverythingHeld) {
    std::vector<uint32_t> all(info_of(body).particles);
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    ASSERT_OK(pliant_body_hold(world, body, all.data(), all.size(), true));
    ASSERT_OK(pliant_object_set_velocity(world, body, {1, 2, 3}, {4, 5, 6}));
    ASSERT_OK(pliant_object_apply_impulse(world, body, {1, 2, 3}));
    expect_sane("all particles held");
    EXPECT_NEAR(info_of(body).center.y, 0.5, 1e-4);
}

}  // namespace
}  // namespace extremes_tests
}  // namespace pliant
