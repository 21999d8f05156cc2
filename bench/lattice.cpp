// The lattice solver: a solid box, one substep a step, nothing to touch and nothing to draw.

#include <cmath>

#include "bench/bench.h"
#include "bench/scenes.h"
#include "body/lattice/lattice.h"
#include "core/cpu.h"
#include "core/text.h"

namespace pliant::bench {

namespace {

struct Case {
    int half_width;
    u32 threads;
    Isa isa;
    double damping;
};

// Bytes that a step must move per particle when nothing stays in a cache, counted from the arrays: positions,
// velocities, previous positions, rest positions twice, plates written (and fetched to be written) and read both ways,
// rest data and rotations of regions. Operations are counted from the kernels, sums included.
double bytes_per_particle(bool damped) {
    return 16 + 16 + (damped ? 16 : 0) + (damped ? 96 : 48) * 3 + 40 + 32 + (damped ? 80 : 48) * 3 + 16 + 48 + 32 + 16;
}
double flops_per_particle(bool damped) { return damped ? 560 : 330; }

void box_rows(Report& report, int cells, const std::vector<Case>& cases, const Limits& limits) {
    std::vector<std::unique_ptr<World>> worlds;
    std::vector<std::function<void()>> steps;
    std::shared_ptr<const Model> model;
    int cooked = 0;
    u32 particles = 0;
    for (const Case& c : cases) {
        if (c.half_width != cooked) model = solid_box_model(cells, c.half_width), cooked = c.half_width;
        particles = model->particle_count;
        worlds.push_back(free_world(model, c.threads, c.damping));
        steps.emplace_back([world = worlds.back().get(), isa = c.isa] {
            set_active_isa(isa);
            world->step();
        });
    }
    const std::vector<double> seconds = best_seconds(steps);
    set_active_isa(best_isa());
    for (size_t i = 0; i < cases.size(); ++i) {
        const double ns = seconds[i] / particles * 1e9;
        const bool damped = cases[i].damping > 0;
        report.row({{"scene", text("box")},
                    {"particles", number(particles, 8)},
                    {"half_width", number(cases[i].half_width)},
                    {"threads", number(cases[i].threads)},
                    {"isa", text(std::string(name(cases[i].isa)))},
                    {"damped", damped ? "true" : "false"},
                    {"ns_per_particle", number(ns)},
                    {"ms_per_step", number(seconds[i] * 1e3)},
                    {"of_bandwidth",
                     number(bytes_per_particle(damped) / ns * 1e9 / (limits.bytes_per_second * cases[i].threads), 2)},
                    {"of_arithmetic",
                     number(flops_per_particle(damped) / ns * 1e9 / (limits.flops_per_second * cases[i].threads), 2)}});
    }
}

}  // namespace

void lattice(const Options& options) {
    Report report("lattice", options.json);
    const Limits l = measure_limits();
    const Isa best = best_isa();
    report.note("one core: " + number(l.bytes_per_second / 1e9) + " GB/s, " + number(l.flops_per_second / 1e9) +
                " GFLOP/s");
    const std::vector<int> sizes = options.quick ? std::vector<int>{10, 22} : std::vector<int>{10, 22, 46, 100};
    for (int n : sizes) {
        std::vector<Case> cases;
        for (int w : {1, 2, 4, 8}) cases.push_back({w, 1, best, 0});
        box_rows(report, n - 1, cases, l);
        box_rows(report, n - 1,
                 {{2, 1, best, 0}, {2, 2, best, 0}, {2, 1, Isa::v2, 0}, {2, 1, best, 0.02}, {2, 2, best, 0.02}}, l);
    }
    report.note(
        "of_bandwidth, of_arithmetic: share of what the cores could do, if every byte came from memory and every "
        "operation took its place.");
}

}  // namespace pliant::bench
