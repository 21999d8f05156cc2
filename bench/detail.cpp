// The cost of a level of detail: octopuses on a floor, soft enough to be reduced, that follow a guide in
// place.

#include "bench/bench.h"
#include "bench/scenes.h"

namespace pliant::bench {

namespace {

std::string octopuses(const std::string& level, int count) {
    std::string instances;
    for (int i = 0; i < count; ++i)
        instances += std::string(i ? ", " : "") + "{ \"position\": [" + std::to_string(1.5 * (i % 4)) + ", 0.6, " +
                     std::to_string(1.5 * (i / 4)) + "] }";
    return R"({ "world": { "sleep": { "enabled": false } }, "assets": { "octopus": { "shape": "octopus" } },
  "bodies": { "ollie": { "asset": "octopus", "spacing": 0.05, "youngs_modulus": 3e3, "detail": { "level": ")" +
           level + R"(" }, "instances": [)" + instances + R"(] } }, "colliders": { "floor": {} } })";
}

}  // namespace

void detail(const Options& options) {
    Report report("detail", options.json);
    const int bodies = options.quick ? 1 : 8;
    const char* const levels[] = {"full", "reduced", "guide", "frozen"};
    std::vector<std::unique_ptr<World>> worlds;
    std::vector<std::function<void()>> steps;
    for (const char* level : levels) {
        worlds.push_back(scene_world(octopuses(level, bodies), 1));
        for (int i = 0; i < (options.quick ? 20 : 90); ++i) worlds.back()->step();
        steps.emplace_back([world = worlds.back().get()] { world->step(); });
    }
    const std::vector<double> seconds = median_seconds(steps, options.quick ? 3 : 7, 0.1);
    u32 particles = 0;
    worlds[0]->contents().bodies.each([&](BodyId, const Body& b) { particles += b.view.count; });
    for (size_t i = 0; i < steps.size(); ++i)
        report.row({{"level", text(levels[i])},
                    {"bodies", number(bodies)},
                    {"particles", number(particles, 8)},
                    {"ms_per_step", number(seconds[i] * 1e3)},
                    {"of_full", number(seconds[i] / seconds[0])}});
}

}  // namespace pliant::bench
