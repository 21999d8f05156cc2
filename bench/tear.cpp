// What tearing costs: looking at every link once a step, and making a body's model anew when something opens. Against a
// step of the same body, with the substeps that are usual and nothing to touch.

#include "bench/bench.h"
#include "bench/scenes.h"
#include "body/lattice/lattice_model.h"

namespace pliant::bench {

namespace {

std::unique_ptr<World> world_of(double spacing, const char* tear) {
    return scene_world(R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "box": { "shape": "box", "size": [1, 1, 1], "detail": 40 } },
        "bodies": { "box": { "asset": "box", )" +
                           std::string(tear) + R"("max_particles": 200000, "half_width": 2, "spacing": )" +
                           std::to_string(spacing) + " } } }",
                       1);
}

}  // namespace

void tear(const Options& options) {
    Report report("tear", options.json);
    for (const double cells : {10.0, 20.0, 45.0}) {
        if (options.quick && cells > 10) break;
        const auto plain = world_of(1 / cells - 1e-7, ""),
                   watched = world_of(1 / cells - 1e-7, R"("tear": { "stretch": 0.5, "bend": 60 }, )");
        const Body& body = *plain->body(plain->find_body("box"));
        // The link beside a corner: its face opens at one edge of the body. And a cut through the whole body.
        const std::vector<u32> face{0};
        std::vector<u32> cut;
        const auto& model = dynamic_cast<const lattice::LatticeModel&>(*body.model);
        for (const lattice::LatticeModel::Link& l : model.links())
            if (l.axis == 0 && model.lattice.cell_site[l.low].x == model.lattice.sites.x / 2) cut.push_back(l.number);
        const Material inside;
        const std::vector<double> seconds =
            best_seconds({[&] { plain->step(); }, [&] { watched->step(); }, [&] { body.model->tear(face, inside); },
                          [&] { body.model->tear(cut, inside); }},
                         options.quick ? 1 : 3);
        report.row({{"particles", number(body.view.count, 8)},
                    {"step_ms", number(seconds[0] * 1e3)},
                    {"watching_share", number(seconds[1] / seconds[0] - 1)},
                    {"face_ms", number(seconds[2] * 1e3)},
                    {"face_share", number(seconds[2] / seconds[0])},
                    {"cut_links", number(static_cast<double>(cut.size()), 8)},
                    {"cut_ms", number(seconds[3] * 1e3)}});
    }
}

}  // namespace pliant::bench
