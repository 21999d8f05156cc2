// Stretched faces are split and rounded, and nothing gapes.

#include "body/tessellation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "body/surface_shading.h"
#include "core/random.h"
#include "core/trig.h"
#include "geometry/shapes.h"

namespace pliant {
namespace tessellation_tests {
namespace {

using Place = std::array<float, 3>;
Place place_of(const Vec3& v) { return {v.x, v.y, v.z}; }

SurfaceModel surface_of(const char* shape, u32 detail) {
    const Mesh mesh = make_shape({shape, {1, 1, 1}, detail});
    return make_surface_model(mesh, triangulate(mesh));
}

// Edges, by where their ends are, that are not gone along as often in one direction as in the other.
size_t open_edges(std::span<const Vec3> at, std::span<const u32> indices) {
    std::vector<std::pair<std::pair<Place, Place>, int>> sides;  // lesser end first, and which way
    for (size_t i = 0; i < indices.size(); i += 3)
        for (size_t k = 0; k < 3; ++k) {
            const Place a = place_of(at[indices[i + k]]), b = place_of(at[indices[i + (k + 1) % 3]]);
            if (a != b) sides.push_back({{std::min(a, b), std::max(a, b)}, a < b ? 1 : -1});
        }
    std::sort(sides.begin(), sides.end());
    size_t open = 0;
    for (size_t i = 0; i < sides.size();) {
        int sum = 0;
        const size_t first = i;
        for (; i < sides.size() && sides[i].first == sides[first].first; ++i) sum += sides[i].second;
        open += sum != 0;
    }
    return open;
}

// The greatest angle between the normals of two faces at an edge [degrees].
double sharpest(std::span<const Vec3> at, std::span<const u32> indices) {
    std::map<std::pair<Place, Place>, Vec3> normal;
    for (size_t i = 0; i < indices.size(); i += 3) {
        const Vec3 &a = at[indices[i]], &b = at[indices[i + 1]], &c = at[indices[i + 2]];
        const Vec3 n = direction(cross(b - a, c - a), Vec3{});
        if (n == Vec3{}) continue;
        for (size_t k = 0; k < 3; ++k)
            normal[{place_of(at[indices[i + k]]), place_of(at[indices[i + (k + 1) % 3]])}] = n;
    }
    float least = 1;
    for (const auto& [edge, n] : normal)
        if (const auto other = normal.find({edge.second, edge.first}); other != normal.end())
            least = std::min(least, dot(n, other->second));
    return degrees(arc_cosine(static_cast<double>(least)));
}

struct Frame {
    std::vector<Vec3> positions, normals;
};

template <class F>
Frame deformed(const SurfaceModel& s, F&& f) {
    SurfaceFrame frame;
    frame.positions.resize(s.vertex_count());
    for (u32 v = 0; v < s.vertex_count(); ++v) frame.positions[v] = f(s.positions[v]);
    SurfaceShading(s).find(s, frame);
    return {{frame.positions.begin(), frame.positions.end()}, {frame.normals.begin(), frame.normals.end()}};
}

TEST(Tessellation, SplitsNothingAtRest) {
    for (const char* shape : {"sphere", "box", "torus", "octopus"}) {
        const SurfaceModel s = surface_of(shape, 0);
        const TessellatedSurface t = Tessellation(s).split(s.positions, s.normals, {1.01f, 4});
        EXPECT_TRUE(t.parents.empty()) << shape;
        EXPECT_EQ(t.indices, s.indices) << shape;
        EXPECT_EQ(t.positions.size(), s.positions.size()) << shape;
    }
}

// Any points anywhere: what was closed stays closed, to the bit, and vertices keep their places.
TEST(Tessellation, IsWatertightUnderRandomDeformations) {
    Random random(7);
    size_t split = 0;
    for (const char* shape : {"sphere", "box", "torus", "capsule", "cylinder"}) {
        const SurfaceModel s = surface_of(shape, 6);
        ASSERT_EQ(open_edges(s.positions, s.indices), 0u) << shape;
        const Tessellation tessellation(s);
        for (int round = 0; round < 8; ++round) {
            std::map<Place, Vec3> moved;  // what is in one place stays together
            const float by = 0.05f * static_cast<float>(round);
            const Frame f = deformed(s, [&](const Vec3& p) {
                const auto chance = [&] { return by * static_cast<float>(random.between(-1, 1)); };
                return moved.try_emplace(place_of(p), p + Vec3{chance(), chance(), chance()}).first->second;
            });
            for (const float stretch : {1.05f, 2.0f}) {
                const TessellatedSurface t = tessellation.split(f.positions, f.normals, {stretch, 2});
                ASSERT_EQ(open_edges(t.positions, t.indices), 0u) << shape << ", round " << round;
                for (size_t v = 0; v < f.positions.size(); ++v) ASSERT_EQ(t.positions[v], f.positions[v]);
                ASSERT_EQ(t.positions.size(), f.positions.size() + t.parents.size());
                ASSERT_EQ(t.uv.size(), s.uv.empty() ? 0 : t.positions.size());
                u32 covered = 0;
                for (const MaterialRange& range : t.ranges) {
                    ASSERT_EQ(range.first_index, covered);
                    covered += range.index_count;
                }
                ASSERT_EQ(covered, t.indices.size());
                split += t.parents.size();
            }
        }
    }
    std::printf("%zu edges halved\n", split);
    EXPECT_GT(split, 20000u);
}

// A coarse sphere that swells to twice its size: what is round looks rounder.
TEST(Tessellation, MakesWhatIsStretchedRounder) {
    const SurfaceModel s = surface_of("sphere", 10);
    const Frame f = deformed(s, [](const Vec3& p) { return p * 2.0f; });
    const Tessellation tessellation(s);
    double before = sharpest(f.positions, s.indices);
    // How far middles of edges are from the sphere, in radii.
    const auto off = [](std::span<const Vec3> at, std::span<const u32> indices) {
        double most = 0;
        for (size_t i = 0; i < indices.size(); i += 3)
            for (size_t k = 0; k < 3; ++k) {
                const Vec3 m = (at[indices[i + k]] + at[indices[i + (k + 1) % 3]]) * 0.5f;
                most = std::max(most, std::fabs(static_cast<double>(length(m)) - 1));
            }
        return most;
    };
    double off_before = off(f.positions, s.indices);
    std::printf("without: %zu faces, %.2f° between them, %.4f off\n", s.indices.size() / 3, before, off_before);
    for (u32 levels = 1; levels <= 2; ++levels) {
        const TessellatedSurface t = tessellation.split(f.positions, f.normals, {1.3f, levels});
        const double now = sharpest(t.positions, t.indices), off_now = off(t.positions, t.indices);
        std::printf("%u levels: %zu faces, %.2f° between them, %.4f off\n", levels, t.indices.size() / 3, now, off_now);
        EXPECT_LT(now, 0.95 * before);
        EXPECT_LT(off_now, 0.7 * off_before);
        before = now, off_before = off_now;
    }
}

// Hard edges of a box that is pulled long stay straight, and its sides flat.
TEST(Tessellation, KeepsFlatSidesFlat) {
    const SurfaceModel s = surface_of("box", 2);
    const Frame f = deformed(s, [](const Vec3& p) { return Vec3{4 * p.x, p.y, p.z}; });
    const TessellatedSurface t = Tessellation(s).split(f.positions, f.normals, {1.5f, 2});
    EXPECT_GT(t.parents.size(), 10u);
    for (const Vec3& p : t.positions) {
        const float to_side = std::min({2 - std::fabs(p.x), 0.5f - std::fabs(p.y), 0.5f - std::fabs(p.z)});
        EXPECT_NEAR(to_side, 0, 1e-6f);
    }
}

TEST(Tessellation, CarriesNumbers) {
    const SurfaceModel s = surface_of("sphere", 8);
    const Frame f = deformed(s, [](const Vec3& p) { return p * 2.0f; });
    const TessellatedSurface t = Tessellation(s).split(f.positions, f.normals, {1.5f, 1});
    std::vector<float> heights;
    for (const Vec3& p : s.positions) heights.push_back(p.y);
    t.carry(heights);
    ASSERT_EQ(heights.size(), t.positions.size());
    // A midpoint is further out than the mean of its ends, by a little.
    for (size_t v = 0; v < heights.size(); ++v) EXPECT_NEAR(heights[v], t.positions[v].y / 2, 0.06f);
}

}  // namespace
}  // namespace tessellation_tests
}  // namespace pliant
