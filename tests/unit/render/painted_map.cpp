// A map that is painted shows on its body, texel by texel; sending it piece by piece gives the same.
#include "render/painted_map.h"

#include "geometry/shapes.h"
#include "pictures.h"

namespace pliant::render {
namespace painted_map_tests {
namespace {

using testing::Change;
using testing::change;
using testing::picture_of;

struct Painted : ::testing::Test {
    std::unique_ptr<World> world = testing::small_world();
    Mesh mesh = make_shape({"sphere", {0.4f, 0.4f, 0.4f}, 0});
    std::shared_ptr<const PaintSurface> surface = std::make_shared<PaintSurface>(mesh, UvSet::generated);
    MapPainter painter{surface, {256, 256, 1, std::vector<u16>(256 * 256)}};
    PaintLook paint;
    Look look;

    Painted() {
        const BodyId ball = world->find_body("ball");
        const SurfaceModel& drawn = world->body(ball)->model->render_surface();
        paint.parts = {{ball, std::make_shared<const std::vector<UvTriangle>>(
                                  surface->uv_of_drawn(drawn.positions, drawn.indices))}};
        paint.map = &painter.map();
        look.paint = &paint;
        look.shadows = false;
    }
    static inline u64 version = 10;  // the renderer is shared
    Image picture() {                // of the changes
        paint.version = ++version;
        paint.changed = painter.take_changed();
        return picture_of(*world, look);
    }
    Image whole_picture() {  // of all texels
        version += 2;
        paint.version = version;
        paint.changed.clear();
        return picture_of(*world, look);
    }
};

u64 yellow_pixels(const Image& image) {
    u64 count = 0;
    for (u32 y = 0; y < image.height; ++y)
        for (u32 x = 0; x < image.width; ++x) {
            const auto* p = image.at(x, y);
            count += p[0] > 150 && p[1] > 150 && p[2] < 80;
        }
    return count;
}

}  // namespace

TEST_F(Painted, ShowsWhereTheBrushWas) {
    const Image before = picture();
    EXPECT_EQ(yellow_pixels(before), 0u);
    Brush brush;
    brush.how = Brush::How::set;
    brush.radius = 0.12f;
    brush.strength = 1;
    brush.falloff = 0;
    painter.begin(brush);
    painter.dab({0.1, 0.08, 0.15});  // towards the camera
    painter.end();
    const Image after = picture();
    const u64 spot = yellow_pixels(after);
    painter.fill({}, MapPainter::Extent::whole, brush);
    const u64 whole = yellow_pixels(picture());
    std::printf("%llu pixels of %llu\n", static_cast<unsigned long long>(spot), static_cast<unsigned long long>(whole));
    // A cap of 0.12 m, seen from the front, of a disc of 0.2 m: a third, less the slanted part.
    EXPECT_GT(static_cast<double>(spot), 0.25 * static_cast<double>(whole));
    EXPECT_LT(static_cast<double>(spot), 0.42 * static_cast<double>(whole));
    EXPECT_GT(whole, 500u);
    EXPECT_GT(change(before, after).pixels, spot * 9 / 10);
}

TEST_F(Painted, WhatIsSentInPiecesIsTheWhole) {
    (void)picture();
    Brush brush;
    brush.radius = 0.1f;
    painter.begin(brush);
    for (const double x : {-0.1, -0.05, 0.0, 0.05, 0.1}) {
        painter.dab({x, 0.1, 0.14});
        const Image pieces = picture();
        EXPECT_EQ(change(pieces, whole_picture()).pixels, 0u) << x;
    }
}

}  // namespace painted_map_tests
}  // namespace pliant::render
