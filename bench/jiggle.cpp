// Vertices that jiggle: a flat grid of up to a million of them moves back and forth. `alike`: the same parameters for
// all; `painted`: a stiffness of its own for each. Springs are worked out in `predict`, normals in `present`.

#include <algorithm>

#include "bench/bench.h"
#include "body/jiggle/jiggle.h"
#include "cook/cook.h"
#include "world/world.h"

namespace pliant::bench {

namespace {

// Reads and writes position, velocity and velocity excess, writes the previous position and the place; written lines
// are fetched too. Painted: also reads the coefficients of each spring.
double bytes_per_vertex(bool painted) { return 3 * 32 + 32 + 12 + (painted ? 32 : 0); }

Mesh grid(u32 n) {
    Mesh mesh;
    mesh.name = "grid";
    Attribute paint{"paint", {}};
    for (u32 z = 0; z <= n; ++z)
        for (u32 x = 0; x <= n; ++x) {
            const float u = static_cast<float>(x) / static_cast<float>(n),
                        w = static_cast<float>(z) / static_cast<float>(n);
            mesh.points.push_back({10 * u - 5, 0, 10 * w - 5});
            mesh.vertex_point.push_back(z * (n + 1) + x);
            paint.values.push_back(u);
        }
    mesh.attributes.push_back(std::move(paint));
    for (u32 z = 0; z < n; ++z)
        for (u32 x = 0; x < n; ++x) {
            const u32 i = z * (n + 1) + x;
            for (const u32 v : {i, i + n + 1, i + n + 2, i + 1}) mesh.face_vertex.push_back(v);
            mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
            mesh.face_material.push_back(0);
        }
    mesh.materials.emplace_back();
    return mesh;
}

}  // namespace

void jiggle(const Options& options) {
    Report report("jiggle", options.json);
    const Limits limits = measure_limits();
    for (const u32 n : {99u, 316u, 999u}) {
        if (options.quick && n > 99) break;
        std::vector<std::unique_ptr<World>> worlds;
        std::vector<std::function<void()>> steps;
        u32 vertices = 0;
        for (const bool painted : {false, true}) {
            ParameterSet own{pliant::jiggle::table}, common{body_table};
            if (painted) own.set("stiffness", Map{"paint", 1, 10, false});
            Keys keys;
            keys.times = {0, 1, 2};
            keys.values = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
            keys.loop = true;
            common.set("guide.position", keys);
            common.set("collides_with", std::vector<std::string>{});
            const auto model = cook_model(grid(n), pliant::jiggle::kind, own, {1, 1, 1}).model;
            vertices = model->particle_count;
            for (const u32 threads : {1u, 2u}) {
                WorldSettings settings;
                settings.threads = threads;
                settings.parameters.set(WorldP::substeps, 1.0);
                settings.parameters.set(WorldP::max_particles, 5e6);
                worlds.push_back(std::make_unique<World>(std::move(settings)));
                worlds.back()->bodies().add("grid", model, common, own);
                steps.emplace_back([world = worlds.back().get()] { world->step(); });
            }
        }
        const std::vector<double> seconds = median_seconds(steps);
        for (size_t i = 0; i < worlds.size(); ++i) {
            std::vector<double> of_rounds;
            for (int round = 0; round < 20; ++round) {
                worlds[i]->step();
                of_rounds.push_back(worlds[i]->statistics().seconds[static_cast<size_t>(Stage::predict)]);
            }
            const double predict = median(std::move(of_rounds));
            const u32 threads = 1 + static_cast<u32>(i % 2);
            const bool painted = i >= 2;
            report.row(
                {{"vertices", number(vertices, 8)},
                 {"springs", text(painted ? "painted" : "alike")},
                 {"threads", number(threads)},
                 {"ms_per_step", number(seconds[i] * 1e3)},
                 {"ns_per_vertex", number(seconds[i] / vertices * 1e9)},
                 {"ns_of_springs", number(predict / vertices * 1e9)},
                 {"springs_of_bandwidth",
                  number(bytes_per_vertex(painted) * vertices / predict / (limits.bytes_per_second * threads), 2)}});
        }
    }
    report.note(
        "springs_of_bandwidth: bytes that the springs must move, against what one core moves of a triad beyond the "
        "caches, times threads. The rest of a step is normals, and one thread for each body.");
}

}  // namespace pliant::bench
