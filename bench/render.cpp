// The cost of a picture: copying the moment from the world, drawing it, and reading it back.

#include "bench/bench.h"
#include "bench/scenes.h"
#include "render/context.h"
#include "render/renderer.h"

namespace pliant::bench {

void render(const Options& options) {
    Report report("render", options.json);
    const pliant::render::OffscreenContext context;
    pliant::render::Renderer renderer;
    report.note(pliant::render::driver_name());
    const auto world = scene_world(
        R"({ "assets": { "octopus": { "shape": "octopus" } },
             "bodies": { "octopus": { "asset": "octopus", "spacing": 0.045, "position": [0, 0.2, 0] } },
             "colliders": { "floor": {}, "step": { "shape": "box", "size": [1, 0.3, 1], "position": [0.9, 0.15, 0] } } })",
        1);
    for (int i = 0; i < 30; ++i) world->step();

    struct Case {
        const char* what;
        u32 width, height;
        const char* layers;
        bool shadows;
    };
    const Case all[] = {{"picture", 1280, 720, "", true},
                        {"no shadows", 1280, 720, "", false},
                        {"strain", 1280, 720, "strain", true},
                        {"particles, cells", 1280, 720, "particles,cells", true},
                        {"small", 640, 360, "", true}};
    for (const Case& c : all) {
        if (options.quick && c.width > 640) continue;
        pliant::render::Look look;
        look.layers = pliant::render::LayerSet::from_text(c.layers);
        look.shadows = c.shadows;
        pliant::render::Moment moment;
        pliant::render::take_moment(*world, look.layers, moment);
        const auto camera =
            pliant::render::usual_camera(moment, static_cast<float>(c.width) / static_cast<float>(c.height));
        // Reading waits until all is drawn.
        const std::vector<double> s = median_seconds({[&] { pliant::render::take_moment(*world, look.layers, moment); },
                                                      [&] {
                                                          renderer.draw(moment, camera, look, c.width, c.height);
                                                          (void)renderer.read();
                                                      },
                                                      [&] { (void)renderer.read(); }},
                                                     options.quick ? 1 : 7);
        report.row({{"what", text(c.what)},
                    {"width", number(c.width)},
                    {"height", number(c.height)},
                    {"moment_ms", number(s[0] * 1e3, 3)},
                    {"draw_ms", number((s[1] - s[2]) * 1e3, 3)},
                    {"read_ms", number(s[2] * 1e3, 3)}});
    }
}

}  // namespace pliant::bench
