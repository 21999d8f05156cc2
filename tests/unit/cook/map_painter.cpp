// Strokes of a brush: how far they reach, across seams and mirrored, that the rest stays as it was, and
// undoing.
#include "cook/map_painter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shapes.h"

namespace pliant {
namespace map_painter_tests {
namespace {

Mesh without_uv(Mesh mesh) {
    mesh.uv.clear();
    return mesh;
}

MapImage plain(u32 size, u16 value = 0) { return {size, size, 1, std::vector<u16>(size_t{size} * size, value)}; }

std::shared_ptr<const PaintSurface> surface_of(const Mesh& mesh, const Vec3d& scale = {1, 1, 1}) {
    return std::make_shared<PaintSurface>(mesh, usual_uv_set(mesh), scale);
}

// A sheet of 1 m in the plane z = 0, as a map of its own.
Mesh sheet() {
    Mesh mesh;
    mesh.name = "sheet";
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.uv = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    mesh.vertex_point = {0, 1, 2, 3};
    mesh.face_start = {0, 4};
    mesh.face_vertex = {0, 1, 2, 3};
    mesh.face_material = {0};
    mesh.materials.emplace_back();
    return mesh;
}

void stroke(MapPainter& painter, const Brush& brush, std::initializer_list<Vec3d> places) {
    painter.begin(brush);
    for (const Vec3d& at : places) painter.dab(at);
    painter.end();
}

double mean_of(const MapImage& image) {
    double sum = 0;
    for (const u16 v : image.values) sum += v;
    return sum / 65535 / static_cast<double>(image.values.size());
}

}  // namespace

TEST(Brush, FadesFromTheShareThatIsAsked) {
    Brush brush;
    brush.radius = 2;
    EXPECT_EQ(brush.cover(0), 1);
    EXPECT_EQ(brush.cover(1), 0.5f);  // half way down a smooth step
    EXPECT_FLOAT_EQ(brush.cover(0.5f), 1 - 0.15625f);
    EXPECT_EQ(brush.cover(2), 0);
    EXPECT_EQ(brush.cover(3), 0);
    brush.falloff = 0.5f;
    EXPECT_EQ(brush.cover(1), 1);
    EXPECT_EQ(brush.cover(1.5f), 0.5f);
    brush.falloff = 0;
    EXPECT_EQ(brush.cover(1.999f), 1);
    EXPECT_EQ(brush.cover(2), 0);
}

// Every texel of a flat sheet has what the formula gives for the distance of its middle.
TEST(MapPainter, EveryTexelHasWhatItsDistanceSays) {
    MapPainter painter(surface_of(sheet()), plain(256, 13107));  // 0.2
    Brush brush;
    brush.radius = 0.3f;
    brush.strength = 0.6f;
    for (const auto& [how, sign] : {std::pair{Brush::How::add, 1.0f}, std::pair{Brush::How::subtract, -1.0f}}) {
        brush.how = how;
        stroke(painter, brush, {{0.4, 0.45, 0.01}});  // a little above the sheet
        float worst = 0;
        for (u32 y = 0; y < 256; ++y)
            for (u32 x = 0; x < 256; ++x) {
                const float dx = (static_cast<float>(x) + 0.5f) / 256 - 0.4f,
                            dy = (static_cast<float>(y) + 0.5f) / 256 - 0.45f;
                const float wanted =
                    std::clamp(0.2f + sign * 0.6f * brush.cover(std::sqrt(dx * dx + dy * dy)), 0.0f, 1.0f);
                worst = std::max(worst, std::fabs(painter.map().at(x, y, 0) - wanted));
            }
        std::printf("worst texel: %.2g\n", static_cast<double>(worst));
        EXPECT_LT(worst, 1.2e-5f);  // half of 1/65535, and rounding of floats
        painter.undo();
    }
}

TEST(MapPainter, PassingTwiceDoesNoMoreThanOnce) {
    MapPainter once(surface_of(sheet()), plain(128)), twice(surface_of(sheet()), plain(128));
    Brush brush;
    brush.radius = 0.2f;
    stroke(once, brush, {{0.3, 0.5, 0}, {0.35, 0.5, 0}, {0.4, 0.5, 0}});
    stroke(twice, brush, {{0.4, 0.5, 0}, {0.35, 0.5, 0}, {0.3, 0.5, 0}, {0.35, 0.5, 0}, {0.4, 0.5, 0}});
    EXPECT_EQ(once.map().values, twice.map().values);
    EXPECT_GT(mean_of(once.map()), 0.01);
    stroke(once, brush, {{0.3, 0.5, 0}});  // a second stroke does
    EXPECT_GT(mean_of(once.map()), mean_of(twice.map()) * 1.2);
}

// Also on a surface cut into many charts the brush is a ball: values on both sides of a seam follow from the distance,
// as accurately as texels allow.
TEST(MapPainter, SeamsDoNotShow) {
    for (const Mesh& mesh : {without_uv(make_shape({"sphere", {1, 1, 1}, 16})), make_shape({"sphere", {1, 1, 1}, 16}),
                             without_uv(make_shape({"octopus", {}, 0}))}) {
        MapPainter painter(surface_of(mesh), plain(1024));
        Brush brush;
        const Box box = mesh.bounds();
        brush.radius = 0.35f * length(box.size());
        brush.strength = 1;
        const Vec3d middle = painter.surface().nearest(box.high.to<double>()).at;
        stroke(painter, brush, {middle});
        // The ball may hold parts that are not connected inside it, which are rightly left alone: those are not asked.
        std::vector<u32> near;
        painter.surface().gather(painter.surface().nearest(middle), static_cast<double>(brush.radius), near);
        double worst = 0;
        const PaintSurface& s = painter.surface();
        for (const u32 t : near)
            for (int i = 0; i <= 8; ++i)
                for (int j = 0; i + j <= 8; ++j) {
                    const Vec3d w{(8 - i - j) / 8.0, i / 8.0, j / 8.0};
                    const TriangleCorners& c = s.corners(t);
                    const Vec3d at = c[0] * w.x + c[1] * w.y + c[2] * w.z;
                    // Images are repeated: within half a texel of the edge, the poles of a ball are read as one.
                    const Vec2 uv = uv_at(s.uv(t), w);
                    if (uv.y < 0.5f / 1024 || uv.y > 1 - 0.5f / 1024) continue;
                    const double found = static_cast<double>(painter.map().sample(uv, 0));
                    const double wanted = static_cast<double>(brush.cover(static_cast<float>(length(at - middle))));
                    worst = std::max(worst, std::fabs(found - wanted));
                }
        std::printf("%s, %s: %zu triangles, worst place %.4f\n", mesh.name.c_str(),
                    mesh.uv.empty() ? "generated" : "its own", near.size(), worst);
        EXPECT_LT(worst, 0.012);
    }
}

TEST(MapPainter, ASecondSheetCloseBehindIsLeftAlone) {
    Mesh two = sheet();
    for (const Vec3& p : sheet().points) two.points.push_back(p + Vec3{0, 0, -0.02f});
    two.uv.clear();
    two.vertex_point = {0, 1, 2, 3, 4, 5, 6, 7};
    two.face_start = {0, 4, 8};
    two.face_vertex = {0, 1, 2, 3, 4, 5, 6, 7};
    two.face_material = {0, 0};
    MapPainter painter(surface_of(two), plain(256));
    Brush brush;
    brush.radius = 0.9f;
    stroke(painter, brush, {{0.5, 0.5, 0}});
    for (size_t p = 0; p < 8; ++p) {
        const float at_corner = brush.strength * brush.cover(std::sqrt(0.5f));
        EXPECT_NEAR(painter.points()[p], p < 4 ? at_corner : 0, 0.01f) << p;
    }
    painter.fill({0.5, 0.5, -0.02}, MapPainter::Extent::part, {.strength = 1, .value = 0.75f});
    for (size_t p = 4; p < 8; ++p) EXPECT_NEAR(painter.points()[p], 0.75f, 1e-5f) << p;
    EXPECT_LT(painter.points()[0], 0.3f);
    painter.fill({}, MapPainter::Extent::whole, {.strength = 0.5f, .value = 0});
    for (size_t p = 4; p < 8; ++p) EXPECT_NEAR(painter.points()[p], 0.375f, 1e-5f) << p;
}

TEST(MapPainter, MirroredStrokesAreSymmetrical) {
    const Mesh mesh = without_uv(make_shape({"sphere", {1, 1, 1}, 24}));
    MapPainter painter(surface_of(mesh), plain(1024));
    Brush brush;
    brush.radius = 0.3f;
    brush.mirror = 0;
    stroke(painter, brush, {{0.1, 0.2, 0.45}, {0.2, 0.2, 0.4}, {0.3, 0.25, 0.3}});
    const PaintSurface& s = painter.surface();
    double worst = 0, most = 0;
    for (u32 t = 0; t < s.triangle_count(); ++t) {
        const TriangleCorners& c = s.corners(t);
        const Vec3d at = (c[0] + c[1] + c[2]) / 3.0;
        const auto value = [&](const Vec3d& p) {
            const PaintSurface::Place place = s.nearest(p);
            return static_cast<double>(
                painter.map().sample(uv_at(s.uv(place.triangle), weights_in_plane(s.corners(place.triangle), p)), 0));
        };
        worst = std::max(worst, std::fabs(value(at) - value({-at.x, at.y, at.z})));
        most = std::max(most, value(at));
    }
    std::printf("left and right differ by %.4f of %.3f\n", worst, most);
    EXPECT_GT(most, 0.4);
    EXPECT_LT(worst, 0.001);
}

TEST(MapPainter, UndoGivesTheSameBytesBack) {
    const Mesh mesh = make_shape({"octopus", {}, 0});
    MapPainter painter(surface_of(mesh), plain(300, 20000));  // tiles at the rim are not whole
    std::vector<std::vector<u16>> states{painter.map().values};
    Brush brush;
    brush.radius = 0.2f;
    for (const Brush::How how : {Brush::How::add, Brush::How::set, Brush::How::smooth, Brush::How::subtract}) {
        brush.how = how;
        const Vec3d at = mesh.points[7 * states.size()].to<double>();
        stroke(painter, brush, {at, at + Vec3d{0.05, 0, 0}});
        EXPECT_NE(painter.map().values, states.back());
        states.push_back(painter.map().values);
    }
    painter.fill(mesh.points[0].to<double>(), MapPainter::Extent::whole, brush);
    states.push_back(painter.map().values);
    const std::vector<float> points = painter.points();
    for (size_t i = states.size() - 1; i-- > 0;) {
        painter.undo();
        EXPECT_EQ(painter.map().values, states[i]) << i;
    }
    EXPECT_FALSE(painter.can_undo());
    painter.undo();
    for (size_t i = 1; i < states.size(); ++i) {
        painter.redo();
        EXPECT_EQ(painter.map().values, states[i]) << i;
    }
    EXPECT_FALSE(painter.can_redo());
    EXPECT_EQ(painter.points(), points);
    painter.undo();
    painter.undo();
    stroke(painter, brush, {mesh.points[3].to<double>()});  // a new stroke drops the undone ones
    EXPECT_FALSE(painter.can_redo());
}

TEST(MapPainter, WhatIsKeptToBeUndoneIsBounded) {
    MapPainter painter(surface_of(sheet()), plain(512), 0, 600 << 10);  // a whole fill is 512 kB
    for (int i = 0; i < 10; ++i)
        painter.fill({}, MapPainter::Extent::whole, {.strength = 1, .value = static_cast<float>(i) / 10});
    EXPECT_LE(painter.undo_size(), size_t{600} << 10);
    painter.undo();
    EXPECT_FALSE(painter.can_undo());
    EXPECT_NEAR(painter.points()[0], 0.8f, 1e-5f);
}

TEST(MapPainter, SmoothingKeepsTheMeanAndSlopes) {
    MapImage rough = plain(256);
    for (u32 y = 0; y < 256; ++y)
        for (u32 x = 0; x < 256; ++x)
            rough.values[y * 256 + x] = static_cast<u16>(10000 + 100 * x + ((x ^ y) & 8 ? 6000 : 0));
    MapPainter painter(surface_of(sheet()), rough);
    Brush brush;
    brush.how = Brush::How::smooth;
    brush.radius = 0.3f;
    const double before = mean_of(painter.map());
    for (int i = 0; i < 12; ++i) stroke(painter, brush, {{0.5, 0.5, 0}});
    const double after = mean_of(painter.map());
    double roughness = 0, worst_slope = 0;
    for (u32 y = 120; y < 136; ++y)
        for (u32 x = 120; x < 136; ++x) {
            roughness = std::max(
                roughness, std::fabs(static_cast<double>(painter.map().values[y * 256 + x]) - (13000.0 + 100 * x)));
            worst_slope = std::max(worst_slope, std::fabs(static_cast<double>(painter.map().values[y * 256 + x + 16]) -
                                                          painter.map().values[y * 256 + x] - 1600));
        }
    std::printf("mean %.8f -> %.8f, bumps of 6000 are %.1f, a slope of 1600 is off by %.1f\n", before, after,
                2 * roughness, worst_slope);
    EXPECT_NEAR(after, before, 1e-7);
    EXPECT_LT(2 * roughness, 12);
    EXPECT_LT(worst_slope, 16);
}

// The values given to the body are those that a scene would read from the written file.
TEST(MapPainter, PointsAreReadAsScenesReadThem) {
    const Mesh mesh = without_uv(make_shape({"octopus", {}, 0}));
    MapImage four{512, 512, 4, {}};
    for (size_t i = 0; i < size_t{512} * 512 * 4; ++i) four.values.push_back(static_cast<u16>(i % 4 * 9000 + i % 977));
    MapPainter painter(surface_of(mesh), four, 2);
    EXPECT_EQ(painter.image().values, four.values);
    Brush brush;
    brush.radius = 0.25f;
    painter.begin(brush);
    for (size_t i = 0; i < 40; ++i) {
        painter.dab(mesh.points[i * 37 % mesh.points.size()].to<double>());
        EXPECT_EQ(painter.points(), read_points(painter.surface().unwrapped(), painter.image(), 2)) << i;
    }
    painter.end();
    const MapImage after = painter.image();
    for (size_t i = 0; i < four.values.size(); ++i)
        if (i % 4 != 2) {
            ASSERT_EQ(after.values[i], four.values[i]) << i;
        }
}

TEST(MapPainter, OnlyTouchedTilesAreSentAgain) {
    MapPainter painter(surface_of(sheet()), plain(2048));
    EXPECT_EQ(painter.take_changed().size(), 32u * 32);
    EXPECT_TRUE(painter.take_changed().empty());
    Brush brush;
    brush.radius = 0.05f;  // 102 texels
    painter.begin(brush);
    painter.dab({0.5, 0.5, 0});
    u32 texels = 0;
    for (const TexelBox& box : painter.take_changed()) texels += (box.right - box.left) * (box.bottom - box.top);
    EXPECT_LE(texels, 16u * 64 * 64);
    EXPECT_GE(texels, 100u * 100);
    painter.end();
}

TEST(MapPainter, AScaledBodyIsPaintedInMetres) {
    MapPainter painter(surface_of(sheet(), {2, 0.5, 1}), plain(256));
    Brush brush;
    brush.radius = 0.2f;
    brush.falloff = 0;
    brush.strength = 1;
    stroke(painter, brush, {{1, 0.25, 0}});
    const double share = mean_of(painter.map());  // of the sheet, which is 1 m² still
    std::printf("covered %.5f of %.5f m²\n", share, 3.14159265 * 0.04);
    EXPECT_NEAR(share, 3.14159265 * 0.04, 1e-4);
}

}  // namespace map_painter_tests
}  // namespace pliant
