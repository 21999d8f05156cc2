#include "bench/bench.h"
#include "bench/scenes.h"

namespace pliant::bench {

void snapshot(const Options& options) {
    Report report("snapshot", options.json);
    const std::vector<int> sizes = options.quick ? std::vector<int>{9, 21} : std::vector<int>{9, 21, 45};
    for (int cells : sizes) {
        const auto world = free_world(solid_box_model(cells, 2), 1, 0.02);
        world->step();
        std::vector<std::byte> bytes = world->save();
        const std::vector<double> s = median_seconds(
            {[&] { bytes = world->save(); }, [&] { world->restore(bytes); }, [&] { (void)world->hash(); }});
        const u32 particles = world->body(world->find_body("box"))->view.count;
        report.row({{"particles", number(particles, 8)},
                    {"bytes", number(static_cast<double>(bytes.size()), 9)},
                    {"save_us", number(s[0] * 1e6)},
                    {"restore_us", number(s[1] * 1e6)},
                    {"hash_us", number(s[2] * 1e6)}});
    }
}

}  // namespace pliant::bench
