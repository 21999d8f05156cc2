// Cloth that meets itself and other cloth: what is not tangled stays so, and what is tangled comes free.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>

#include "core/trig.h"
#include "geometry/triangle_queries.h"
#include "worlds.h"

namespace pliant::testing {
namespace sheets_tests {
namespace {

// Pairs of triangles of all given bodies that pass through each other, by an exact test that knows nothing of what the
// engine does. Neighbours that share a point are left out.
u32 crossings(const World& world, std::initializer_list<const char*> names) {
    struct Triangle {
        Vec3 at[3];
        u32 point[3];
        Box box;
    };
    std::vector<Triangle> all;
    u32 first = 0;
    for (const char* name : names) {
        const Body& body = *world.body(world.find_body(name));
        const ContactSurface& skin = body.model->contact;
        for (const auto& corners : skin.triangles) {
            Triangle t;
            for (size_t k = 0; k < 3; ++k) {
                t.at[k] = body.view.position[skin.particle[corners[k]]].xyz(), t.point[k] = first + corners[k];
                t.box.add(t.at[k]);
            }
            all.push_back(t);
        }
        first += skin.point_count();
    }
    std::sort(all.begin(), all.end(), [](const Triangle& a, const Triangle& b) { return a.box.low.x < b.box.low.x; });
    // Both ends have to be off the triangle's plane: of neighbours that lie in one plane rounding decides which side
    // they are on.
    const auto edge_passes = [](const Triangle& a, const Triangle& b) {
        const Vec3d corner = b.at[0].to<double>(), across = (b.at[1] - b.at[0]).to<double>();
        const Vec3d normal = direction(cross(across, (b.at[2] - b.at[0]).to<double>()), Vec3d{});
        for (int k = 0; k < 3; ++k) {
            const Vec3 from = a.at[k], to = a.at[(k + 1) % 3];
            const double one = dot(normal, from.to<double>() - corner), other = dot(normal, to.to<double>() - corner);
            if (std::min(std::fabs(one), std::fabs(other)) < 1e-6) continue;  // [m]
            if (segment_triangle(from, to, b.at[0], b.at[1], b.at[2])) return true;
        }
        return false;
    };
    u32 count = 0;
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t j = i + 1; j < all.size() && all[j].box.low.x <= all[i].box.high.x; ++j) {
            const Triangle &a = all[i], &b = all[j];
            if (!a.box.overlaps(b.box) || std::find_first_of(a.point, a.point + 3, b.point, b.point + 3) != a.point + 3)
                continue;
            count += edge_passes(a, b) || edge_passes(b, a);
        }
    return count;
}

// Puts every particle of a body elsewhere, at rest; links keep the lengths they have.
void put(World& world, const char* name, const std::function<Vec3(Vec3)>& where) {
    const ParticleView& view = world.body(world.find_body(name))->view;
    for (u32 p = 0; p < view.count; ++p) {
        view.position[p].set_xyz(where(view.position[p].xyz()));
        view.previous[p] = view.position[p];
    }
}

double fastest(const World& world, std::initializer_list<const char*> names) {
    double most = 0;
    for (const char* name : names) {
        const ParticleView& view = world.body(world.find_body(name))->view;
        for (u32 p = 0; p < view.count; ++p) most = std::max(most, static_cast<double>(length(view.velocity[p].xyz())));
    }
    return most;
}

// Looks at every step, and so finds what is tangled for a moment only.
void expect_never_tangled(World& world, int steps, std::initializer_list<const char*> names) {
    ASSERT_EQ(crossings(world, names), 0u) << "at the start";
    u32 most_contacts = 0;
    for (int i = 1; i <= steps; ++i) {
        world.step();
        most_contacts = std::max(most_contacts, world.statistics().contacts);
        ASSERT_EQ(crossings(world, names), 0u) << "after step " << i;
    }
    std::printf("%d steps, up to %u contacts, in the end %.4f m/s\n", steps, most_contacts, fastest(world, names));
    EXPECT_GT(most_contacts, 100u);
}

// ---- what starts well

TEST(Sheets, DropOntoABall) {
    auto world =
        world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [1.2, 0, 1.2], "detail": 40 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 0.65, 0], "thickness": 0.004, "self_contact": true,
                           "friction": 0.3 } },
        "colliders": { "ball": { "shape": "sphere", "radius": 0.25, "position": [0, 0.3, 0] }, "floor": { "shape": "plane" } } })",
                 2);
    expect_never_tangled(*world, 180, {"s"});
}

// Falls on its edge and crumples.
TEST(Sheets, FallOnTheirEdge) {
    auto world = world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 30 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 0.6, 0], "thickness": 0.004, "self_contact": true } },
        "colliders": { "floor": { "shape": "plane" } } })",
                          2);
    put(*world, "s", [](Vec3 x) {
        const float wave = static_cast<float>(0.02 * sine(7.0 * static_cast<double>(x.x)));
        return Vec3{x.x, x.z + 0.6f, wave * x.z};
    });
    expect_never_tangled(*world, 150, {"s"});
}

// Where a strip of length 2, folded three times, is at a distance u from its end: four layers, joined by half circles.
void folded(float u, float gap, float& x, float& y) {
    const float r = 0.5f * gap, bend = static_cast<float>(pi) * r, straight = (2 - 3 * bend) / 4;
    u = std::min(u, 2.0f);
    int layer = 0;
    while (layer < 3 && u > straight + bend) u -= straight + bend, ++layer;
    const float at = static_cast<float>(layer) * gap, sign = layer % 2 == 0 ? 1.0f : -1.0f;
    const float end = layer % 2 == 0 ? straight : 0;
    if (u <= straight || layer == 3) {
        x = end - sign * (straight - u), y = at;
    } else {
        const double angle = static_cast<double>((u - straight) / r);
        x = end + sign * r * static_cast<float>(sine(angle)), y = at + r * static_cast<float>(1 - cosine(angle));
    }
}

TEST(Sheets, FoldedThreeTimes) {
    auto world = world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [2, 0, 1], "detail": 120 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 0, 0], "thickness": 0.003, "self_contact": true } },
        "colliders": { "floor": { "shape": "plane" } } })",
                          2);
    put(*world, "s", [](Vec3 x) {
        Vec3 at{0, 0, x.z};
        folded(x.x + 1, 0.03f, at.x, at.y);
        return at + Vec3{0, 0.1f, 0};
    });
    expect_never_tangled(*world, 150, {"s"});
}

TEST(Sheets, ARibbonPilesUp) {
    auto world =
        world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [2, 0, 0.08], "detail": 100 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 1.1, 0], "rotation": [0, 0, 88], "thickness": 0.003,
                           "self_contact": true } },
        "colliders": { "floor": { "shape": "plane" } } })",
                 2);
    expect_never_tangled(*world, 240, {"s"});
}

TEST(Sheets, TwoLayersOnABall) {
    auto world = world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 30 } },
        "bodies": { "lower": { "asset": "s", "kind": "cloth", "position": [0, 0.6, 0], "thickness": 0.004, "self_contact": true },
                    "upper": { "asset": "s", "kind": "cloth", "position": [0.03, 0.63, 0.02], "rotation": [0, 35, 0],
                               "thickness": 0.004, "self_contact": true } },
        "colliders": { "ball": { "shape": "sphere", "radius": 0.2, "position": [0, 0.3, 0] }, "floor": { "shape": "plane" } } })",
                          2);
    expect_never_tangled(*world, 180, {"lower", "upper"});
}

// ---- what does not

// A bump of the upper sheet has come through the lower one: the line along which they cross is closed on both.
TEST(Sheets, TangledOnesComeFree) {
    struct Bump {
        float depth, width, x, z;
    };
    for (const Bump& bump :
         {Bump{0.06f, 0.15f, 0, 0}, Bump{0.15f, 0.1f, 0.05f, 0}, Bump{0.05f, 0.05f, 0.2f, 0.1f},
          Bump{0.1f, 0.2f, 0.03f, -0.07f}, Bump{0.2f, 0.12f, -0.1f, 0.1f}, Bump{0.04f, 0.1f, 0.11f, 0.23f},
          Bump{0.08f, 0.07f, -0.21f, -0.13f}, Bump{0.12f, 0.15f, 0.1f, 0}, Bump{0.045f, 0.2f, 0, 0.02f},
          Bump{0.1f, 0.06f, -0.05f, 0.28f}}) {
        auto world =
            world_of(R"({ "format": 1, "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 39 } },
            "bodies": { "lower": { "asset": "s", "kind": "cloth", "position": [0, 0.10, 0], "thickness": 0.003, "self_contact": true },
                        "upper": { "asset": "s", "kind": "cloth", "position": [0, 0.13, 0], "thickness": 0.003, "self_contact": true } },
            "colliders": { "floor": { "shape": "plane" } } })",
                     2);
        put(*world, "upper", [&](Vec3 x) {
            const double dx = static_cast<double>(x.x - bump.x), dz = static_cast<double>(x.z - bump.z);
            const double w = static_cast<double>(bump.width);
            x.y -= bump.depth * static_cast<float>(std::exp(-(dx * dx + dz * dz) / (w * w)));
            return x;
        });
        const u32 start = crossings(*world, {"lower", "upper"});
        EXPECT_GT(start, 10u);
        int free_after = -1;
        for (int i = 1; i <= 120; ++i) {
            world->step();
            if (crossings(*world, {"lower", "upper"}) > 0) {
                free_after = -1;
            } else if (free_after < 0) {
                free_after = i;
            }
        }
        std::printf("%u pairs of triangles cross; free after %d steps, %.4f m/s in the end\n", start, free_after,
                    fastest(*world, {"lower", "upper"}));
        EXPECT_GT(free_after, 0);
        EXPECT_LT(fastest(*world, {"lower", "upper"}), 0.1);
    }
}

// ---- what it costs them

// Two wings clap together, and nothing but contact with itself acts on the sheet: it keeps its momentum.
TEST(Sheets, KeepMomentum) {
    auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 24 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "thickness": 0.004, "self_contact": true, "air_drag": 0, "damping": 0,
                           "drag": 0 } } })");
    const BodyId s = world->find_body("s");
    const ParticleView& view = world->body(s)->view;
    for (u32 p = 0; p < view.count; ++p) {
        const Vec3 x = view.position[p].xyz();
        view.velocity[p].set_xyz({0, 12 * std::fabs(x.x) - 2 * x.z, 0});
    }
    world->step();
    const Vec3d before = world->bodies().momentum(s);
    const double quantity = 0.2 * 3;  // [kg m/s] of mass times speed
    u32 most_contacts = 0;
    for (int i = 0; i < 60; ++i) world->step(), most_contacts = std::max(most_contacts, world->statistics().contacts);
    const double drift = length(world->bodies().momentum(s) - before) / quantity;
    std::printf("%u contacts, momentum off by %.1e\n", most_contacts, drift);
    EXPECT_GT(most_contacts, 50u);
    EXPECT_LT(drift, 5e-5);
    EXPECT_EQ(crossings(*world, {"s"}), 0u);
}

}  // namespace
}  // namespace sheets_tests
}  // namespace pliant::testing
