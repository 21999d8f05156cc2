// Whole scenes with everything on: contact, surfaces, sleep off so that the cost does not fade.

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "bench/bench.h"
#include "bench/contact_scenes.h"
#include "bench/scenes.h"

namespace pliant::bench {

namespace {

const char* const octopus =
    R"({ "world": { "sleep": { "enabled": false } }, "assets": { "octopus": { "shape": "octopus" }, "stairs": { "shape": "stairs" } },
  "bodies": { "ollie": { "asset": "octopus", "spacing": 0.05, "position": [0, 1.2, 0] } }, "colliders": { "floor": {}, "step": { "shape": "box", "size": [2, 0.3, 0.6], "position": [0, 0.15, 0] } } })";

const char* const stack =
    R"({ "world": { "sleep": { "enabled": false } }, "assets": { "box": { "shape": "box", "size": [0.5, 0.5, 0.5] } },
  "bodies": { "jelly": { "asset": "box", "spacing": 0.05, "youngs_modulus": 1e5, "instances": [ { "position": [0, 0.3, 0] }, { "position": [0.05, 0.85, 0] }, { "position": [-0.03, 1.4, 0.04] }, { "position": [0, 1.95, 0] } ] } }, "colliders": { "floor": {} } })";

// Penguins that have fallen into a pen and lie on each other: the cost of finding contacts among many bodies.
std::string crowd() {
    std::string instances;
    for (int i = 0; i < 48; ++i) {
        const int column = i % 4, row = i / 4 % 3, layer = i / 12;
        instances += std::string(i ? ", " : "") + "{ \"position\": [" + std::to_string(column * 0.6 - 0.9) + ", " +
                     std::to_string(0.5 + layer * 0.75) + ", " + std::to_string(row * 0.6 - 0.6) +
                     "], \"rotation\": [" + std::to_string(i * 37 % 80 - 40) + ", " + std::to_string(i * 61 % 360) +
                     ", 20] }";
    }
    const auto wall = [](const char* name, const char* size, const char* position) {
        return std::string(", \"") + name + "\": { \"shape\": \"box\", \"size\": " + size +
               ", \"position\": " + position + " }";
    };
    return R"({ "world": { "sleep": { "enabled": false } }, "assets": { "penguin": { "shape": "penguin", "detail": 14 } },
  "bodies": { "penguin": { "asset": "penguin", "spacing": 0.1, "youngs_modulus": 1.2e5, "density": 400, "instances": [)" +
           instances + R"(] } }, "colliders": { "floor": {})" + wall("left", "[0.2, 8, 2.4]", "[-1.4, 4, 0]") +
           wall("right", "[0.2, 8, 2.4]", "[1.4, 4, 0]") + wall("back", "[3, 8, 0.2]", "[0, 4, -1.1]") +
           wall("front", "[3, 8, 0.2]", "[0, 4, 1.1]") + " } }";
}

void scene_rows(Report& report, const char* name, const std::string& json, int warm_up) {
    std::vector<std::unique_ptr<World>> worlds;
    std::vector<std::function<void()>> steps;
    for (u32 threads : {1u, 2u}) {
        worlds.push_back(scene_world(json, threads));
        for (int i = 0; i < warm_up; ++i) worlds.back()->step();
        steps.emplace_back([world = worlds.back().get()] { world->step(); });
    }
    const std::vector<double> seconds = median_seconds(steps, 7, 0.1);
    u32 particles = 0, vertices = 0;
    worlds[0]->contents().bodies.each([&](BodyId, const Body& b) {
        particles += b.view.count;
        vertices += b.model->surface.vertex_count();
    });
    for (size_t i = 0; i < steps.size(); ++i) {
        const StepStatistics& s = worlds[i]->statistics();
        Row row = {{"scene", text(name)},
                   {"particles", number(particles, 8)},
                   {"vertices", number(vertices, 8)},
                   {"threads", number(static_cast<double>(i + 1))},
                   {"substeps", number(s.substeps)},
                   {"contacts", number(s.contacts)},
                   {"ms_per_step", number(seconds[i] * 1e3)},
                   {"ns_per_particle_and_substep", number(seconds[i] / particles / s.substeps * 1e9)}};
        for (size_t k = 0; k < s.seconds.size(); ++k)
            row.emplace_back(std::string("ms_") + pliant::name(static_cast<Stage>(k)), number(s.seconds[k] * 1e3, 3));
        report.row(row);
    }
}

// Every frame is timed by itself, since the cost changes as things fall: the medians of the frame and of each stage.
// Builds that give the same results give the same hash.
void frame_row(Report& report, const ContactScene& scene, u32 threads) {
    const std::unique_ptr<World> world = make_world(scene, threads);
    if (!world) return report.note(std::string(scene.name) + ": its scene is not here; run this where examples/ is.");
    for (u32 f = 0; f < scene.warm_up; ++f) world->step();
    std::vector<double> frames;
    std::array<std::vector<double>, static_cast<size_t>(Stage::count)> stages;
    for (u32 f = 0; f < scene.frames; ++f) {
        const auto start = std::chrono::steady_clock::now();
        world->step();
        frames.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        for (size_t k = 0; k < stages.size(); ++k) stages[k].push_back(world->statistics().seconds[k] * 1e3);
    }
    u32 particles = 0;
    world->contents().bodies.each([&](BodyId, const Body& b) { particles += b.view.count; });
    const double frame = median(std::move(frames));
    Row row = {{"scene", text(scene.name)},
               {"particles", number(particles, 8)},
               {"threads", number(threads)},
               {"contacts", number(world->statistics().contacts, 8)},
               {"median_ms", number(frame)}};
    for (size_t k = 0; k < stages.size(); ++k)
        row.emplace_back(std::string("share_") + pliant::name(static_cast<Stage>(k)),
                         number(median(std::move(stages[k])) / frame, 3));
    row.emplace_back("hash", text(fmt::format("{:016x}", world->hash())));
    report.row(row);
}

void frame_rows(const Options& options) {
    Report report("contact_frames", options.json);
    for (ContactScene& scene : contact_scenes()) {
        if (!options.only.empty() && std::string(scene.name).find(options.only) == std::string::npos) continue;
        if (options.quick) {
            if (scene.text.size() > 20000) continue;
            scene.warm_up = 2;
            scene.frames = 2;
        }
        for (const u32 threads : {1u, 2u}) frame_row(report, scene, threads);
    }
}

}  // namespace

void octopus_rows(Report& report, bool quick) { scene_rows(report, "octopus", octopus, quick ? 60 : 120); }

void contact(const Options& options) {
    if (!options.only.empty()) return frame_rows(options);
    Report report("contact", options.json);
    octopus_rows(report, options.quick);
    std::string with_itself = octopus;
    with_itself.insert(with_itself.find("\"spacing\""), "\"self_contact\": true, ");
    scene_rows(report, "octopus and itself", with_itself, options.quick ? 60 : 120);
    scene_rows(report, "stack", stack, options.quick ? 60 : 180);
    scene_rows(report, "crowd", crowd(), options.quick ? 60 : 180);
    frame_rows(options);
}

}  // namespace pliant::bench
