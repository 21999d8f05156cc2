// Cloth and what hits it: limbs at any speed, things that turn, places where it rests; and how it drapes.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace cloth_colliders_tests {
namespace {

// How deep any particle that is free is inside any collider [m].
float deepest(const World& world, const char* name) {
    const ParticleView& view = world.body(world.find_body(name))->view;
    float most = 0;
    world.contents().colliders.each([&](ColliderId, const Collider& c) {
        for (u32 p = 0; p < view.count; ++p)
            if (view.position[p].w > 0)
                most = std::max(most, -signed_distance(c.shape, c.pose.inverse(view.position[p].xyz())).distance);
    });
    return most;
}

// A limb comes at 40 m/s, 0.67 m in a frame, against a cloth that hangs from a rail, and stops beyond it.
TEST(ClothColliders, ALimbAtFortyMetresASecond) {
    for (const char* detail : {"20", "60"})
        for (const double radius : {0.02, 0.06}) {
            auto world =
                world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": )" +
                         std::string(detail) + R"( } },
                "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 1, 0], "rotation": [90, 0, 0], "thickness": 0.004,
                                   "hold": { "low": [-1, -1, -0.51], "high": [1, 1, -0.499] } } },
                "colliders": { "limb": { "shape": "capsule", "radius": )" +
                         std::to_string(radius) + R"(, "height": 1.6, "rotation": [0, 0, 90], "motion": "kinematic",
                    "position": { "keys": [[0, [0, 0.9, -1.5]], [0.1, [0, 0.9, -1.5]], [0.145, [0, 0.9, 0.3]], [2, [0, 0.9, 0.3]]] } } } })");
            const Body& body = *world->body(world->find_body("s"));
            float most = 0;
            u32 passed = 0, met = 0;
            for (int i = 1; i <= 60; ++i) {
                world->step(), most = std::max(most, deepest(*world, "s"));
                if (i != 9) continue;  // it has just come to stand, at z = 0.3: what it met is in front of it
                for (u32 p = 0; p < body.view.count; ++p) {
                    const Vec3 rest = body.model->rest_position(p);  // lies in its plane; z points down when it hangs
                    if (std::fabs(rest.z - 0.1f) > 0.5f * static_cast<float>(radius)) continue;  // others may slide off
                    ++met, passed += body.view.position[p].z < 0.3f - static_cast<float>(radius);
                }
            }
            std::printf("detail %s, a limb of %.2f m: %.4f m deep at most; it passed %u of %u particles\n", detail,
                        radius, static_cast<double>(most), passed, met);
            EXPECT_LE(most, 0.00201f);
            EXPECT_EQ(passed, 0u);
            EXPECT_GT(met, 20u);
        }
}

TEST(ClothColliders, ASpinningBox) {
    auto world =
        world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [1.4, 0, 1.4], "detail": 50 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 0.6, 0], "thickness": 0.004, "friction": 0.4,
                           "self_contact": true } },
        "colliders": { "box": { "shape": "box", "size": [0.6, 0.5, 0.4], "position": [0, 0.25, 0], "friction": 0.4, "motion": "kinematic",
            "rotation": { "keys": [[0, [0, 0, 0]], [1, [0, 0, 0]], [1.25, [0, 120, 0]], [1.5, [0, 240, 0]], [1.75, [0, 360, 0]],
                                   [2, [0, 480, 0]], [2.25, [0, 600, 0]], [2.5, [0, 720, 0]], [3.5, [0, 720, 0]]] } } } })",
                 2);
    float most = 0;
    for (int i = 0; i < 200; ++i) world->step(), most = std::max(most, deepest(*world, "s"));
    std::printf("%.4f m deep at most in a box that turns once in 0.75 s\n", static_cast<double>(most));
    EXPECT_LE(most, 0.00201f);  // half the thickness is what fast things may sink in
}

// It rests, with no hem that would swing on for seconds.
TEST(ClothColliders, RestsOnTwoCapsulesWithoutTrembling) {
    auto world = world_of(R"({ "format": 1, "world": { "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [0.4, 0, 0.4], "detail": 40 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 0.7, 0], "thickness": 0.004, "friction": 0.5 } },
        "colliders": { "a": { "shape": "capsule", "radius": 0.15, "height": 0.9, "rotation": [0, 0, 90], "position": [0, 0.5, 0], "friction": 0.5 },
                       "b": { "shape": "capsule", "radius": 0.12, "height": 0.9, "rotation": [0, 40, 90], "position": [0.05, 0.52, 0.05], "friction": 0.5 },
                       "floor": { "friction": 0.5 } } })");
    const ParticleView& view = world->body(world->find_body("s"))->view;
    const auto rms = [&] {
        double sum = 0;
        for (u32 p = 0; p < view.count; ++p) sum += static_cast<double>(length_squared(view.velocity[p].xyz()));
        return std::sqrt(sum / view.count);
    };
    float most = 0;
    for (int i = 1; i <= 120; ++i) {
        world->step(), most = std::max(most, deepest(*world, "s"));
        if (i % 60 == 0) std::printf("after %d s: %.1e m/s\n", i / 60, rms());
    }
    std::printf("%.4f m deep at most\n", static_cast<double>(most));
    EXPECT_LT(rms(), 0.001);
    EXPECT_LT(most, 0.002f);
}

// ---- drape

// Seen from above: the area that triangles cover, by a grid of rays.
double shadow(const World& world, const char* name) {
    const Body& body = *world.body(world.find_body(name));
    constexpr int n = 400;
    std::vector<u8> covered(n * n, 0);
    const Box box = particle_bounds(world, body.id);
    const double wide = 1.02 * static_cast<double>(std::max(box.size().x, box.size().z)), cell = wide / n;
    const Vec3d low = box.center().to<double>() - Vec3d{wide / 2, 0, wide / 2};
    const ContactSurface& skin = body.model->contact;
    for (const auto& t : skin.triangles) {
        Vec3d at[3];
        for (size_t k = 0; k < 3; ++k)
            at[k] = (body.view.position[skin.particle[t[k]]].xyz().to<double>() - low) / cell;
        const auto least = [&](auto part) { return std::min({part(at[0]), part(at[1]), part(at[2])}); };
        const auto most = [&](auto part) { return std::max({part(at[0]), part(at[1]), part(at[2])}); };
        const auto x = [](const Vec3d& v) { return v.x; };
        const auto z = [](const Vec3d& v) { return v.z; };
        const double area = (at[1].x - at[0].x) * (at[2].z - at[0].z) - (at[2].x - at[0].x) * (at[1].z - at[0].z);
        if (area == 0) continue;
        for (int j = static_cast<int>(least(z)); j <= static_cast<int>(most(z)) && j < n; ++j)
            for (int i = static_cast<int>(least(x)); i <= static_cast<int>(most(x)) && i < n; ++i) {
                bool inside = true;
                for (int k = 0; k < 3; ++k) {
                    const Vec3d &p = at[k], &q = at[(k + 1) % 3];
                    const double side = (q.x - p.x) * (j + 0.5 - p.z) - (i + 0.5 - p.x) * (q.z - p.z);
                    inside = inside && side * area >= 0;
                }
                if (inside) covered[static_cast<size_t>(j * n + i)] = 1;
            }
    }
    double sum = 0;
    for (const u8 c : covered) sum += c;
    return sum * cell * cell;
}

// Waves of the hem, seen from above: how often its distance from the middle rises above and falls below its mean.
int folds(const World& world, const char* name, float side) {
    const Body& body = *world.body(world.find_body(name));
    std::vector<std::pair<double, double>> hem;  // angle at rest, distance now
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 rest = body.model->rest_position(p), x = body.view.position[p].xyz();
        if (std::max(std::fabs(rest.x), std::fabs(rest.z)) < 0.5f * side - 1e-4f) continue;
        // The corners of a square are further out at rest already: what counts is the share that is left.
        hem.emplace_back(std::atan2(static_cast<double>(rest.z), static_cast<double>(rest.x)),
                         static_cast<double>(std::hypot(x.x, x.z)) / static_cast<double>(std::hypot(rest.x, rest.z)));
    }
    std::sort(hem.begin(), hem.end());
    double mean = 0;
    for (const auto& [angle, distance] : hem) mean += distance / static_cast<double>(hem.size());
    int changes = 0;
    for (size_t i = 0; i < hem.size(); ++i)
        changes += (hem[i].second > mean) != (hem[(i + 1) % hem.size()].second > mean);
    return changes / 2;
}

// The drape coefficient is a property of the cloth and not of the mesh: what hangs over a ball covers the same
// share of its flat area from above at any density.
TEST(ClothColliders, DrapesTheSameAtAnyDensity) {
    std::vector<double> coefficients;
    const bool all = std::getenv("PLIANT_LONG") != nullptr;
    for (const int n : {50, 100, 200}) {
        if (n > 100 && !all) continue;  // takes a minute
        auto world = world_of(R"({ "format": 1, "world": { "sleep": { "enabled": false } },
            "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": )" +
                                  std::to_string(n) + R"( } },
            "bodies": { "s": { "asset": "s", "kind": "cloth", "preset": "cotton", "position": [0, 0.52, 0], "thickness": 0.004, "friction": 0.6,
                               "self_contact": true, "damping": 2 } },
            "colliders": { "table": { "shape": "sphere", "radius": 0.25, "position": [0, 0.25, 0], "friction": 0.6 } } })",
                              2);
        for (int i = 0; i < 300; ++i) world->step();
        coefficients.push_back(shadow(*world, "s"));
        std::printf("%d cells: covers %.4f of its flat area, %d folds\n", n, coefficients.back(),
                    folds(*world, "s", 1));
    }
    for (const double c : coefficients) EXPECT_NEAR(c / coefficients[0], 1, 0.1);
    EXPECT_LT(coefficients[0], 0.8);
}

}  // namespace
}  // namespace cloth_colliders_tests
}  // namespace pliant::testing
