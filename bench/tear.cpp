// The cost of tearing: testing every link once a step, and rebuilding a body's model when a crack opens. Relative to a
// step of the same body, with the substeps that are usual and nothing to touch.

#include <chrono>

#include "bench/bench.h"
#include "bench/scenes.h"
#include "body/lattice/lattice_model.h"

namespace pliant::bench {

namespace {

std::unique_ptr<World> world_of(int cells, int half_width, const char* tear) {
    return scene_world(R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "box": { "shape": "box", "size": [1, 1, 1], "detail": 40 } },
        "bodies": { "box": { "asset": "box", "youngs_modulus": 1000, )" +
                           std::string(tear) + R"("max_particles": 200000, "half_width": )" +
                           std::to_string(half_width) + R"(, "spacing": )" + std::to_string(1.0 / cells - 1e-7) +
                           " } } }",
                       1);
}

// A step in which the cell at a corner is pulled away from the next: from the same state every time, in a body that was
// watched for a step, and so knows its links and has a model of its own.
class TearingStep {
  public:
    TearingStep(int cells, int half_width)
        : spacing_(1.0f / static_cast<float>(cells)),
          world_(world_of(cells, half_width, R"("tear": { "stretch": 0.1, "squash": 1 }, )")),
          body_(world_->find_body("box")) {
        before_ = world_->save();
    }
    double seconds() {
        world_->restore(before_);
        world_->step();
        const auto& model = dynamic_cast<const lattice::LatticeModel&>(*world_->body(body_)->model);
        const ParticleView& view = world_->body(body_)->view;
        for (const u32 k : {0, 2, 4, 6}) view.position[model.lattice.cell_corner[0][k]].x -= 0.35f * spacing_;
        const auto start = std::chrono::steady_clock::now();
        world_->step();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    u32 links() const { return world_->events().tears.empty() ? 0 : world_->events().tears[0].links; }

  private:
    float spacing_;
    std::unique_ptr<World> world_;
    BodyId body_;
    std::vector<std::byte> before_;
};

void row(Report& report, int cells, int half_width, bool quick) {
    const auto plain = world_of(cells, half_width, ""),
               watched = world_of(cells, half_width, R"("tear": { "stretch": 0.5, "bend": 60 }, )");
    const Body& body = *plain->body(plain->find_body("box"));
    // The link beside a corner: its face opens at one edge of the body. And a cut through the whole body.
    const std::vector<u32> face{0};
    std::vector<u32> cut;
    const auto& model = dynamic_cast<const lattice::LatticeModel&>(*body.model);
    for (const lattice::LatticeModel::Link& l : model.links())
        if (l.axis == 0 && model.lattice.cell_site[l.low].x == model.lattice.sites.x / 2) cut.push_back(l.number);
    const Material inside;
    model.tear(face, inside);  // what tears need of the whole is found
    const int rounds = quick ? 1 : 5;
    const std::vector<double> seconds =
        median_seconds({[&] { plain->step(); }, [&] { watched->step(); }, [&] { model.tear(face, inside); },
                        [&] { model.tear(face, inside, true); }, [&] { model.tear(cut, inside); }},
                       rounds);
    TearingStep tearing(cells, half_width);
    std::vector<double> steps;
    for (int i = 0; i < rounds; ++i) steps.push_back(tearing.seconds());
    const double step = median(std::move(steps));
    report.row({{"particles", number(body.view.count, 8)},
                {"half_width", number(half_width, 8)},
                {"step_ms", number(seconds[0] * 1e3)},
                {"watching_share", number(seconds[1] / seconds[0] - 1)},
                {"face_ms", number(seconds[2] * 1e3)},
                {"face_share", number(seconds[2] / seconds[0])},
                {"anew_ms", number(seconds[3] * 1e3)},
                {"step_parts", number(tearing.links(), 8)},
                {"step_share", number(step / seconds[1] - 1)},
                {"cut_links", number(static_cast<double>(cut.size()), 8)},
                {"cut_ms", number(seconds[4] * 1e3)}});
}

}  // namespace

// face: a new model of a body with one face torn, as when something shares the one that there is; anew: without reusing
// parts; step: the additional time of a step in which so many links part, and the body changes where it is.
void tear(const Options& options) {
    Report report("tear", options.json);
    row(report, 10, 2, options.quick);
    if (options.quick) return;
    row(report, 20, 2, false);
    for (const int half_width : {1, 2, 3, 4}) row(report, 45, half_width, false);
}

}  // namespace pliant::bench
