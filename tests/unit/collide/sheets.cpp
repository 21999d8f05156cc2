// Sheets that cross, come near and would pass, compared with a search through all pairs.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "collide/sheet_contacts.h"
#include "collide/sheet_guard.h"
#include "collide/sheet_kernels.h"
#include "core/random.h"
#include "geometry/triangle_queries.h"

namespace pliant {
namespace sheets_tests {
namespace {

// A grid of n x n points, 1 m wide, with its particles.
struct Sheet {
    ContactSurface skin;
    std::vector<Float4> position, previous, velocity;
    MovingSurface surface;
    SheetTree tree;

    explicit Sheet(u32 n) {
        std::vector<Vec3> rest;
        const float step = 1.0f / static_cast<float>(n - 1);
        for (u32 j = 0; j < n; ++j)
            for (u32 i = 0; i < n; ++i) {
                rest.push_back({static_cast<float>(i) * step - 0.5f, 0, static_cast<float>(j) * step - 0.5f});
                skin.particle.push_back(j * n + i);
                skin.weight.push_back(1);
                skin.role.push_back(PointRole::skin);
            }
        for (u32 j = 0; j + 1 < n; ++j)
            for (u32 i = 0; i + 1 < n; ++i) {
                const u32 a = j * n + i, b = a + 1, c = a + n, d = c + 1;
                skin.triangles.push_back({a, c, d});
                skin.triangles.push_back({a, d, b});
            }
        skin.spacing = step;
        arrange(skin, rest, rest);
        position.resize(rest.size());
        previous.resize(rest.size());
        velocity.resize(rest.size());
        for (size_t p = 0; p < rest.size(); ++p) {
            position[p].set_xyz(rest[p]);
            position[p].w = 1;
        }
        previous = position;
        surface = MovingSurface(skin, view());
        tree = SheetTree(skin, rest);
    }
    ParticleView view() {
        return {position.data(), previous.data(), velocity.data(), static_cast<u32>(position.size())};
    }
    // Waves that fold it onto and through itself.
    void crumple(Random& random, float strength) {
        struct Wave {
            Vec3 along, by;
            float phase;
        };
        std::vector<Wave> waves;
        const auto any = [&](float most) {
            return Vec3{random.real(-most, most), random.real(-most, most), random.real(-most, most)};
        };
        for (int i = 0; i < 6; ++i) waves.push_back({any(9), any(strength), random.real(0, 6)});
        for (Float4& x : position) {
            Vec3 at = x.xyz();
            for (const Wave& w : waves) at += w.by * std::sin(dot(w.along, at) + w.phase);
            x.set_xyz(at);
        }
    }
    void start_here() { previous = position; }
    Vec3 at(u32 point) const { return position[skin.particle[point]].xyz(); }
};

std::set<std::pair<u32, u32>> all_crossings(const Sheet& s) {
    std::set<std::pair<u32, u32>> found;  // edge, triangle
    for (u32 e = 0; e < s.tree.edges().size(); ++e)
        for (u32 t = 0; t < s.skin.triangles.size(); ++t) {
            const SheetTree::Edge& edge = s.tree.edge(e);
            const auto& [a, b, c] = s.skin.triangles[t];
            if (edge.a == a || edge.a == b || edge.a == c || edge.b == a || edge.b == b || edge.b == c) continue;
            const Vec3 normal = direction(cross(s.at(b) - s.at(a), s.at(c) - s.at(a)), Vec3{});
            const float off = 1e-4f * length(s.at(edge.b) - s.at(edge.a));  // of the plane: else rounding decides
            const float side = dot(normal, s.at(edge.a) - s.at(a)), other = dot(normal, s.at(edge.b) - s.at(a));
            if (std::fabs(side) < off || std::fabs(other) < off) continue;
            if (segment_triangle(s.at(edge.a), s.at(edge.b), s.at(a), s.at(b), s.at(c))) found.emplace(e, t);
        }
    return found;
}

TEST(SheetTree, EveryTriangleEdgeAndPointIsInOneLeaf) {
    for (const u32 n : {2u, 3u, 9u, 30u}) {
        const Sheet s(n);
        std::multiset<u32> triangles, points;
        u32 edges = 0;
        for (u32 l = 0; l < s.tree.leaf_count(); ++l) {
            const SheetTree::Leaf& leaf = s.tree.leaf(l);
            for (u32 i = leaf.triangles.begin; i < leaf.triangles.end; ++i) triangles.insert(s.tree.triangle(i));
            for (u32 i = leaf.points.begin; i < leaf.points.end; ++i) points.insert(s.tree.point(i));
            edges += leaf.edges.end - leaf.edges.begin;
        }
        EXPECT_EQ(triangles.size(), s.skin.triangles.size());
        EXPECT_EQ(std::set<u32>(triangles.begin(), triangles.end()).size(), triangles.size());
        EXPECT_EQ(points.size(), n * n);
        EXPECT_EQ(std::set<u32>(points.begin(), points.end()).size(), points.size());
        EXPECT_EQ(edges, 2 * n * (n - 1) + (n - 1) * (n - 1));
    }
}

TEST(SheetTree, WhatIsFlatIsNotLookedAt) {
    Sheet s(40);
    s.tree.refit(s.surface);
    u32 pairs = 0;
    s.tree.each_self_pair(0.1f, [&](u32, u32) { ++pairs; });
    EXPECT_EQ(pairs, 0u);
}

TEST(SheetContacts, FindAllCrossings) {
    Random random(4);
    size_t sum = 0;
    for (int round = 0; round < 20; ++round) {
        Sheet s(24);
        s.crumple(random, 0.15f);
        s.start_here();
        s.tree.refit(s.surface);
        std::vector<FoundContact> found;
        SheetTangle tangle;
        SheetContacts finder;
        finder.find_self(s.tree, {0.001f, 0.001f, 1.0f / 240}, found, tangle);
        std::set<std::pair<u32, u32>> crossings;
        for (const SheetCrossing& c : tangle.crossings) crossings.emplace(c.edge, c.triangle);
        const auto expected = all_crossings(s);
        EXPECT_EQ(crossings, expected) << "round " << round;
        EXPECT_EQ(tangle.unknown_side.empty(), expected.empty());
        sum += expected.size();
    }
    std::printf("%zu crossings\n", sum);
    EXPECT_GT(sum, 500u);
}

// A sheet that is rolled up: every turn but the innermost keeps its distance from the one inside it.
TEST(SheetContacts, HoldEverythingThatIsNear) {
    const float thickness = 0.01f, pitch = 0.008f;  // [m] between turns
    Sheet s(64);
    Random random(5);
    for (Float4& x : s.position) {
        const float along = x.x + 0.5f;  // 0 … 1 m from the innermost end
        const float inner = 0.03f, growth = pitch / 6.2831853f;
        const float angle = (std::sqrt(inner * inner + 2 * growth * along) - inner) / growth,
                    r = inner + growth * angle;
        const float noise = random.real(-0.0005f, 0.0005f);
        x.set_xyz({(r + noise) * std::cos(angle), (r + noise) * std::sin(angle), x.z});
    }
    s.start_here();
    ASSERT_TRUE(all_crossings(s).empty());
    s.tree.refit(s.surface);
    std::vector<FoundContact> found;
    SheetTangle tangle;
    SheetContacts().find_self(s.tree, {thickness, 0, 1.0f / 240}, found, tangle);
    u32 near = 0;
    for (u32 p = 0; p < s.skin.point_count(); ++p)
        for (const auto& [a, b, c] : s.skin.triangles) {
            const TrianglePoint<float> at = closest_on_triangle(s.at(p), s.at(a), s.at(b), s.at(c));
            const float rest = std::sqrt(
                closest_on_triangle(s.tree.rest(p), s.tree.rest(a), s.tree.rest(b), s.tree.rest(c)).distance_squared);
            if (at.distance_squared > thickness * thickness || rest < 4 * thickness) continue;
            ++near;
            const Vec3 away = s.at(p) - at.point;
            bool held = false;
            for (const FoundContact& f : found)
                held = held || (f.on.count == 1 && f.on.point[0] == p && dot(f.normal, away) > 0);
            EXPECT_TRUE(held) << "point " << p;
        }
    std::printf("%u points near triangles, %zu contacts\n", near, found.size());
    EXPECT_GT(near, 5000u);
}

// What the guard lets go does not cross on its way, and what crosses at the end it has named.
TEST(SheetGuard, NamesAllThatWouldPass) {
    Random random(6);
    u32 passed = 0, rounds = 0;
    for (int round = 0; round < 60; ++round) {
        Sheet s(16);
        s.crumple(random, 0.1f);
        s.start_here();
        if (!all_crossings(s).empty()) continue;
        s.crumple(random, 0.05f);
        ++rounds;
        s.tree.refit(s.surface);
        std::vector<SheetHit> hits;
        SheetGuard().find(s.tree, s.tree, true, {}, 0.002f, hits);
        std::set<u32> named;
        for (const SheetHit& hit : hits) named.insert(hit.point, hit.point + 4);
        const std::vector<Float4> end = s.position;
        bool crosses = false;
        for (int k = 1; k <= 20; ++k) {
            for (size_t p = 0; p < end.size(); ++p)
                s.position[p].set_xyz(s.previous[p].xyz() +
                                      (end[p].xyz() - s.previous[p].xyz()) * (0.05f * static_cast<float>(k)));
            for (const auto& [edge, triangle] : all_crossings(s)) {
                crosses = true;
                const auto& [a, b, c] = s.skin.triangles[triangle];
                bool known = false;
                for (const u32 p : {s.tree.edge(edge).a, s.tree.edge(edge).b, a, b, c})
                    known = known || named.contains(p);
                EXPECT_TRUE(known) << "round " << round;
            }
        }
        passed += crosses;
        EXPECT_TRUE(!crosses || !hits.empty()) << "round " << round;
    }
    std::printf("%u of %u would have crossed\n", passed, rounds);
    EXPECT_GT(passed, 5u);
}

// A direction is named only where no triangle of the leaf turns its back on it, and the same ones on any machine.
TEST(SheetKernels, Fronts) {
    static constexpr float axes[13][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {1, 1, 0},  {1, -1, 0},
                                          {1, 0, 1},  {1, 0, -1}, {0, 1, 1},  {0, 1, -1}, {1, 1, 1},
                                          {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};
    Random random(7);
    u32 named = 0;
    for (int round = 0; round < 500; ++round) {
        Float4 before[24], now[24];
        u32 corner[24];
        const Vec3 facing{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        for (u32 lane = 0; lane < 8; ++lane) {
            Vec3 at[3];
            for (Vec3& x : at) x = {random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
            if (dot(cross(at[1] - at[0], at[2] - at[0]), facing) < 0) std::swap(at[1], at[2]);
            for (u32 k = 0; k < 3; ++k) {
                before[3 * lane + k].set_xyz(at[k]);
                now[3 * lane + k].set_xyz(
                    at[k] + Vec3{random.real(-0.1f, 0.1f), random.real(-0.1f, 0.1f), random.real(-0.1f, 0.1f)});
                corner[8 * k + lane] = 3 * lane + k;
            }
        }
        u32 fronts[2];
        set_active_isa(Isa::v2);
        sheet_kernels().fronts({floats(before), floats(now), corner, &fronts[0], 1});
        set_active_isa(best_isa());
        sheet_kernels().fronts({floats(before), floats(now), corner, &fronts[1], 1});
        EXPECT_EQ(fronts[0], fronts[1]);
        for (u32 d = 0; d < 26; ++d) {
            if (!(fronts[0] >> d & 1)) continue;
            ++named;
            const float sign = d % 2 == 0 ? 1.0f : -1.0f;
            const Vec3 direction{sign * axes[d / 2][0], sign * axes[d / 2][1], sign * axes[d / 2][2]};
            for (u32 lane = 0; lane < 8; ++lane)
                for (float t = 0; t <= 1; t += 0.125f) {
                    Vec3 at[3];
                    for (u32 k = 0; k < 3; ++k)
                        at[k] = before[3 * lane + k].xyz() * (1 - t) + now[3 * lane + k].xyz() * t;
                    EXPECT_GT(dot(cross(at[1] - at[0], at[2] - at[0]), direction), -1e-6f);
                }
        }
    }
    EXPECT_GT(named, 20u);
}

}  // namespace
}  // namespace sheets_tests
}  // namespace pliant
