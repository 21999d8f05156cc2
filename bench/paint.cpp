// What painting a map costs: a brush that moves over an octopus, as the window asks for it.

#include <filesystem>

#include "bench/bench.h"
#include "bench/scenes.h"
#include "cook/map_painter.h"
#include "geometry/shapes.h"
#include "record/png.h"
#include "render/context.h"
#include "render/renderer.h"

namespace pliant::bench {

void paint(const Options& options) {
    Report report("paint", options.json);
    const pliant::render::OffscreenContext context;
    report.note(pliant::render::driver_name());
    const auto world = scene_world(
        R"({ "assets": { "octopus": { "shape": "octopus" } },
             "bodies": { "octopus": { "asset": "octopus", "spacing": 0.045, "position": [0, 0.2, 0] } },
             "colliders": { "floor": {} } })",
        1);
    pliant::render::Moment moment;
    pliant::render::take_moment(*world, pliant::render::LayerSet::usual(), moment);
    const Mesh mesh = make_shape({"octopus", {}, 0});
    const auto surface = std::make_shared<const PaintSurface>(mesh, usual_uv_set(mesh));
    const float size = length(surface->bounds().size());
    const BodyId body = world->find_body("octopus");
    const std::string file = (std::filesystem::temp_directory_path() / "pliant-bench-paint.png").string();

    for (const u32 texels : {512u, 1024u, 2048u}) {
        if (options.quick && texels > 512) continue;
        for (const float share : {0.03f, 0.06f, 0.12f}) {
            for (const auto& [name, how] :
                 {std::pair{"add", Brush::How::add}, std::pair{"smooth", Brush::How::smooth}}) {
                MapPainter painter(surface, {texels, texels, 1, std::vector<u16>(size_t{texels} * texels, 30000)});
                Brush brush;
                brush.how = how;
                brush.radius = share * size;
                brush.strength = 0.1f;
                pliant::render::Renderer renderer;
                pliant::render::Look look;
                pliant::render::PaintLook shown;
                shown.map = &painter.map();
                const SurfaceModel& drawn = *moment.bodies[0].surface;
                shown.parts = {{body, std::make_shared<const std::vector<UvTriangle>>(
                                          surface->uv_of_drawn(drawn.positions, drawn.indices))}};
                look.paint = &shown;
                const auto camera = pliant::render::usual_camera(moment, 16.0f / 9);
                size_t at = 0;
                const auto update = [&] {  // four places, as far as a hand goes in a picture
                    if (at % 256 == 0) {
                        painter.end();
                        painter.begin(brush);
                    }
                    for (int i = 0; i < 4; ++i) painter.dab(mesh.points[at++ * 7 % mesh.points.size()].to<double>());
                    (void)painter.points();
                };
                const auto draw = [&] {
                    ++shown.version;
                    shown.changed = painter.take_changed();
                    renderer.draw(moment, camera, look, 1280, 720);
                    (void)renderer.read();  // waits until it is there
                };
                const auto write = [&] {  // at the end of a stroke
                    const MapImage image = painter.image();
                    write_png(file, image.width, image.height, image.channels, image.values);
                };
                painter.begin(brush);
                const std::vector<double> s = median_seconds({update,
                                                              [&] {
                                                                  update();
                                                                  draw();
                                                              },
                                                              draw, write},
                                                             options.quick ? 1 : 5);
                report.row({{"texels", number(texels)},
                            {"brush", text(name)},
                            {"radius_share", number(static_cast<double>(share))},
                            {"points", number(static_cast<double>(mesh.points.size()))},
                            {"update_ms", number(s[0] * 1e3, 3)},
                            {"update_and_picture_ms", number(s[1] * 1e3, 3)},
                            {"picture_ms", number(s[2] * 1e3, 3)},
                            {"write_ms", number(s[3] * 1e3, 3)}});
            }
        }
    }
    std::filesystem::remove(file);
}

}  // namespace pliant::bench
