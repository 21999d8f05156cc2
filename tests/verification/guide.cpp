// Bodies that follow keyframes: they come to every pose, come back to it, and nothing pushes them about on the way.
#include <gtest/gtest.h>

#include <cstdio>

#include "clips.h"
#include "worlds.h"

namespace pliant::testing {
namespace guide_tests {
namespace {

constexpr float bar_length = 1.2f;
constexpr double close = 2e-4;  // of the body's length, once its swinging has died away

std::string bar(const std::string& guide, const std::string& more = "") {
    return R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "bar": { "shape": "box", "size": [1.2, 0.2, 0.2], "detail": 8 } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.1, "drag": 0, "damping": 0.05,
                             "guide": { )" +
           guide + " } } }" + more + " }";
}

struct Followed {
    std::unique_ptr<World> world;
    BodyId id;
    explicit Followed(const std::string& json, u32 threads = 1) : world(world_of(json, threads)) {
        id = world->find_body("bar");
    }
    const Body& body() const { return *world->body(id); }
    void clip(double seconds, const std::vector<Deformation>& poses) {
        world->bodies().set_guide_clips(id, {clip_of(*body().model, "clip", seconds, poses)});
    }
    // Largest distance of a particle from where it should be, after the best rigid motion, against the body's length.
    // Distances between pairs of particles do not see rigid motions at all.
    double error(std::span<const Vec3> wanted) const {
        double worst = 0;
        for (u32 a = 0; a < body().view.count; ++a)
            for (u32 b = a + 1; b < body().view.count; b += 7) {
                const double is = length(body().view.position[a].xyz() - body().view.position[b].xyz());
                worst = std::max(worst, std::fabs(is - length(wanted[a] - wanted[b])));
            }
        return worst / bar_length;
    }
    void step(double seconds) {
        for (const double end = world->time() + seconds - 1e-9; world->time() < end;) world->step();
    }
};

TEST(Guide, ABodyComesToEveryPose) {
    Followed f(bar(R"("update": "poses")"));
    const std::vector<Deformation> poses = {stretch(1), bend(bar_length, 1.2f), twist(1.5f), stretch(1.3f), stretch(1)};
    f.clip(10, poses);
    for (size_t i = 0; i + 1 < poses.size(); ++i) {
        f.step(9.9);
        const std::vector<Vec3> wanted(f.body().guide->targets().begin(), f.body().guide->targets().end());
        EXPECT_EQ(wanted[0], poses[i](f.body().model->rest_position(0)));
        std::printf("pose %zu: %.4f %% off\n", i, 100 * f.error(wanted));
        EXPECT_LT(f.error(wanted), close);
        f.step(0.1);
    }
}

TEST(Guide, ItComesBackAfterADisturbance) {
    Followed f(bar(R"("autoplay": false)"));
    f.clip(1, {bend(bar_length, 1)});
    f.step(1);
    const Box box = particle_bounds(*f.world, f.id);
    f.world->bodies().apply_impulse(f.id, {0, 20, 0}, {0, box.low.y, 0});  // and no push or spin on the whole
    f.world->bodies().apply_impulse(f.id, {0, -10, 0}, {box.low.x, box.high.y, 0});
    f.world->bodies().apply_impulse(f.id, {0, -10, 0}, {box.high.x, box.high.y, 0});
    f.step(0.05);
    const double disturbed = f.error(f.body().guide->targets());
    f.step(10);
    std::printf("%.2f %% disturbed, %.4f %% in the end\n", 100 * disturbed, 100 * f.error(f.body().guide->targets()));
    EXPECT_GT(disturbed, 0.01);
    EXPECT_LT(f.error(f.body().guide->targets()), close);
}

TEST(Guide, SmoothMotionIsFollowed) {
    Followed f(bar(R"("loop": false)"));
    f.clip(2, {stretch(1), bend(bar_length, 1.2f)});
    f.step(1);
    const double lag = f.error(f.body().guide->targets());
    f.step(10);
    std::printf("%.3f %% on the way, %.4f %% in the end\n", 100 * lag, 100 * f.error(f.body().guide->targets()));
    EXPECT_LT(lag, 0.03);
    EXPECT_LT(f.error(f.body().guide->targets()), close);
    EXPECT_EQ(clip_guide(f.body())->time(), 2.0);
}

// A sheet that lies exactly flat, with the default model of bending: rows of three do not know to which side they are
// to bend, and it stayed as it was.
TEST(Guide, AFlatSheetFollowsABentShape) {
    Followed f(R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "bar": { "shape": "plane", "size": [1.2, 0, 0.4], "detail": 12 } },
        "bodies": { "bar": { "asset": "bar", "kind": "cloth", "bend_stiffness": 0.01, "air_drag": 0,
                             "guide": { "follow": "shape", "loop": false } } } })");
    f.clip(1, {stretch(1), bend(bar_length, 1.2f)});
    ASSERT_EQ(particle_bounds(*f.world, f.id).size().y, 0) << "exactly flat";
    f.step(6);
    Box wanted;
    for (const Vec3& target : f.body().guide->targets()) wanted.add(target);
    const float high = particle_bounds(*f.world, f.id).size().y;
    std::printf("%.3f m high, wanted %.3f m; %.2f %% off\n", static_cast<double>(high),
                static_cast<double>(wanted.size().y), 100 * f.error(f.body().guide->targets()));
    EXPECT_GT(high, 0.7f * wanted.size().y);
}

// Targets move inside the body: nothing may push it about or spin it.
TEST(Guide, MomentumIsKept) {
    Followed f(bar(R"("loop": true)"));
    f.clip(0.3, {stretch(1), bend(bar_length, 1.2f), twist(1), stretch(1)});
    const Vec3d before = f.world->bodies().center_of_mass(f.id);
    f.step(5);
    const double scale = f.world->bodies().mass(f.id) * bar_length;  // [kg m], times 1/s
    std::printf("moved %.1e m, momentum %.1e, spin %.1e\n", length(f.world->bodies().center_of_mass(f.id) - before),
                length(f.world->bodies().momentum(f.id)) / scale,
                length(f.world->bodies().angular_momentum(f.id)) / scale);
    EXPECT_LT(length(f.world->bodies().center_of_mass(f.id) - before), 1e-4);
    EXPECT_LT(length(f.world->bodies().momentum(f.id)) / scale, 1e-5);
    EXPECT_LT(length(f.world->bodies().angular_momentum(f.id)) / scale, 2e-5);
}

TEST(Guide, MaxSpeedBoundsTargetsExactly) {
    Followed f(bar(R"("max_speed": 0.5)"));
    f.clip(0.1, {stretch(1), bend(bar_length, 1.5f), stretch(1.4f)});
    std::vector<Vec3> before(f.body().guide->targets().begin(), f.body().guide->targets().end());
    float fastest = 0;
    for (int i = 0; i < 120; ++i) {
        f.world->step();
        const std::span<const Vec3> now = f.body().guide->targets();
        for (size_t p = 0; p < now.size(); ++p) fastest = std::max(fastest, length(now[p] - before[p]) * 60);
        before.assign(now.begin(), now.end());
    }
    EXPECT_LE(fastest, 0.5f * (1 + 1e-5f));
    EXPECT_GT(fastest, 0.499f);
}

// Held in the air by its places alone it hangs lower by g times response², and that is all.
TEST(Guide, PlacesHoldAgainstGravity) {
    Followed f(R"({ "format": 1, "assets": { "bar": { "shape": "box", "size": [1.2, 0.2, 0.2], "detail": 8 } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.1, "drag": 0, "position": [0, 2, 0],
                             "guide": { "follow": "place", "response": 0.05 } } } })");
    f.clip(1, {stretch(1)});
    const Vec3d before = f.world->bodies().center_of_mass(f.id);
    f.step(3);
    EXPECT_NEAR(before.y - f.world->bodies().center_of_mass(f.id).y, 9.81 * 0.05 * 0.05, 1e-3);
}

TEST(Guide, PlacesAreFollowedThroughTheWorld) {
    Followed f(bar(R"("follow": "place", "response": 0.03,
                      "position": { "keys": [[0, [0, 0, 0]], [1, [3, 0, 0]]] }, "rotation": [0, 0, 90])"));
    f.clip(1, {stretch(1)});
    f.step(3);
    const Vec3d center = f.world->bodies().center_of_mass(f.id);
    EXPECT_NEAR(center.x, 3, 1e-3);
    const Box box = particle_bounds(*f.world, f.id);
    EXPECT_NEAR(box.size().y, 1.2, 0.02) << "it has turned";
}

TEST(Guide, FromShapeToPlaceInTime) {
    Followed f(bar(R"("place": { "keys": [[0, 0], [1, 0], [2, 1]] }, "position": [0, 1, 0], "response": 0.05)"));
    f.clip(1, {stretch(1)});
    f.step(1);
    EXPECT_NEAR(f.world->bodies().center_of_mass(f.id).y, 0, 1e-6);
    f.step(2);
    EXPECT_NEAR(f.world->bodies().center_of_mass(f.id).y, 1, 1e-3);
}

TEST(Guide, StrengthGoesFromLimpToTracking) {
    Followed f(bar(R"("autoplay": false, "strength": { "keys": [[0, 0], [2, 0], [2.5, 1]] })"));
    f.clip(1, {bend(bar_length, 1)});
    f.step(1.5);
    std::vector<Vec3> rest;
    for (u32 p = 0; p < f.body().view.count; ++p) rest.push_back(f.body().model->rest_position(p));
    EXPECT_LT(f.error(rest), close);
    f.step(10);
    std::vector<Vec3> bent;
    for (const Vec3& r : rest) bent.push_back(bend(bar_length, 1)(r));
    EXPECT_LT(f.error(bent), close);
}

TEST(Guide, AGuideWakesItsBody) {
    Followed f(bar(R"("autoplay": false)"));
    f.world->parameters().set("sleep.enabled", 1.0);
    f.clip(1, {stretch(1), bend(bar_length, 1)});
    f.step(2);
    EXPECT_TRUE(f.body().asleep);
    f.world->guides().resume(f.id);
    f.step(0.5);
    EXPECT_FALSE(f.body().asleep);
}

}  // namespace
}  // namespace guide_tests
}  // namespace pliant::testing
