// The lattice solver: a solid box, one substep a step, nothing to touch and nothing to draw; then an octopus with all.

#include <cmath>

#include "bench/bench.h"
#include "bench/scenes.h"
#include "body/lattice/lattice.h"
#include "core/cpu.h"
#include "core/text.h"

namespace pliant::bench {

namespace {

struct LatticeCase {
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

struct Result {
    LatticeCase measured;
    u32 particles;
    double ns;  // per particle
};

void box_rows(Report& report, int cells, const std::vector<LatticeCase>& cases, const Limits (&limits)[2],
              std::vector<Result>& results) {
    std::vector<std::unique_ptr<World>> worlds;
    std::vector<std::function<void()>> steps;
    std::shared_ptr<const Model> model;
    int cooked = 0;
    u32 particles = 0;
    for (const LatticeCase& c : cases) {
        if (c.half_width != cooked) {
            model = solid_box_model(cells, c.half_width);
            cooked = c.half_width;
        }
        particles = model->particle_count;
        worlds.push_back(free_world(model, c.threads, c.damping));
        steps.emplace_back([world = worlds.back().get(), isa = c.isa] {
            set_active_isa(isa);
            world->step();
        });
    }
    const std::vector<double> seconds = median_seconds(steps);
    set_active_isa(best_isa());
    for (size_t i = 0; i < cases.size(); ++i) {
        const double ns = seconds[i] / particles * 1e9;
        const bool damped = cases[i].damping > 0;
        const Limits& most = limits[cases[i].threads - 1];
        results.push_back({cases[i], particles, ns});
        report.row({{"scene", text("box")},
                    {"particles", number(particles, 8)},
                    {"half_width", number(cases[i].half_width)},
                    {"threads", number(cases[i].threads)},
                    {"isa", text(std::string(name(cases[i].isa)))},
                    {"damped", damped ? "true" : "false"},
                    {"ns_per_particle", number(ns)},
                    {"ms_per_step", number(seconds[i] * 1e3)},
                    {"of_bandwidth", number(bytes_per_particle(damped) / ns * 1e9 / most.bytes_per_second, 2)},
                    {"of_arithmetic", number(flops_per_particle(damped) / ns * 1e9 / most.flops_per_second, 2)}});
    }
}

// The last result of a case: compared cases were measured alternately.
double find(const std::vector<Result>& results, u32 particles, int w, u32 threads, Isa isa) {
    double ns = 0;
    for (const Result& r : results)
        if (r.particles == particles && r.measured.half_width == w && r.measured.threads == threads &&
            r.measured.isa == isa && r.measured.damping == 0)
            ns = r.ns;
    return ns;
}

double first(const std::vector<Result>& results, u32 particles, int w) {
    for (const Result& r : results)
        if (r.particles == particles && r.measured.half_width == w) return r.ns;
    return 0;
}

// What the rows say: how the cost grows with the regions, the size, and falls with threads and wider registers.
void summary_rows(Report& report, const std::vector<Result>& results) {
    const Isa best = best_isa();
    u32 before = 0;
    for (const Result& r : results) {
        const u32 n = r.particles;
        if (n == before) continue;
        const double ns = find(results, n, 2, 1, best);
        Row row = {{"scene", text("summary")},
                   {"particles", number(n, 8)},
                   {"w8_over_w1", number(first(results, n, 8) / first(results, n, 1), 3)},
                   {"gain_of_2_threads", number(ns / find(results, n, 2, 2, best), 3)},
                   {"gain_of_v3_over_v2", number(find(results, n, 2, 1, Isa::v2) / ns, 3)},
                   {"growth_exponent", "null"}};
        if (before)
            row.back().second = number(
                1 + std::log(ns / find(results, before, 2, 1, best)) / std::log(static_cast<double>(n) / before), 3);
        report.row(row);
        before = n;
    }
}

}  // namespace

void lattice(const Options& options) {
    Report report("lattice", options.json);
    const Limits l[2] = {measure_limits(1), measure_limits(2)};
    const Isa best = best_isa();
    for (u32 threads : {1u, 2u}) {
        const Limits& most = l[threads - 1];
        report.note((threads == 1 ? "one core: " : "two cores: ") + number(most.bytes_per_second / 1e9) + " GB/s, " +
                    number(most.flops_per_second / 1e9) + " GFLOP/s");
    }
    const std::vector<int> sizes = options.quick ? std::vector<int>{10, 22} : std::vector<int>{10, 22, 46, 100};
    std::vector<Result> results;
    for (int n : sizes) {
        std::vector<LatticeCase> cases;
        for (int w : {1, 2, 4, 8}) cases.push_back({w, 1, best, 0});
        box_rows(report, n - 1, cases, l, results);
        box_rows(report, n - 1,
                 {{2, 1, best, 0}, {2, 2, best, 0}, {2, 1, Isa::v2, 0}, {2, 1, best, 0.02}, {2, 2, best, 0.02}}, l,
                 results);
    }
    report.note(
        "of_bandwidth, of_arithmetic: share of what the cores could do, if every byte came from memory and every "
        "operation took its place.");
    summary_rows(report, results);
    octopus_rows(report, options.quick);
}

}  // namespace pliant::bench
