// How fast records are written: what the thread that steps spends on a frame, how fast the writer's thread takes them,
// and how long it takes to finish.

#include <chrono>
#include <filesystem>
#include <map>

#include "bench/bench.h"
#include "bench/scenes.h"
#include "record/record_writer.h"

namespace pliant::bench {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::map<std::string, u64> sizes_in(const fs::path& folder) {
    std::map<std::string, u64> sizes;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) sizes[entry.path().string()] = entry.file_size();
    return sizes;
}

struct Times {
    std::vector<double> copied, written, finished;  // [s] a frame, all, all; of each round
    u64 bytes = 0;
};

void record_once(World& world, const RecordFormat& format, u64 frames, const fs::path& folder, Times& times) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    RecordSettings settings;
    settings.folder = folder.string() + "/";
    settings.frames = frames;
    const RecordFormat* const formats[] = {&format};
    RecordWriter writer(formats, settings, recorded_scene(world), 0);
    const std::map<std::string, u64> before = sizes_in(folder);
    double simulated = 0;
    auto start = Clock::now();
    for (u64 f = 0; f < frames; ++f) {
        RecordFrame& frame = writer.next();
        if (frame.bodies.empty()) {  // later on the same frames come again
            const auto step = Clock::now();
            world.step();
            take_frame(world, f, writer.needs(), frame);
            simulated += since(step);
        }
        frame.number = f;
        writer.push();
    }
    writer.flush();
    times.written.push_back(since(start) - simulated);
    start = Clock::now();
    writer.finish();
    times.finished.push_back(since(start));
    RecordFrame frame;
    times.copied.push_back(median_seconds({[&] { take_frame(world, 0, writer.needs(), frame); }}, 1)[0]);
    times.bytes = 0;
    for (const auto& [name, size] : sizes_in(folder)) times.bytes += size - (before.count(name) ? before.at(name) : 0);
}

}  // namespace

void record(const Options& options) {
    Report report("record", options.json);
    const auto world = scene_world(
        R"({ "assets": { "ball": { "shape": "sphere", "size": [1, 1, 1], "detail": 200 } },
             "bodies": { "ball": { "asset": "ball", "spacing": 0.04 } }, "colliders": { "floor": {} } })",
        1);
    world->step();
    u32 vertices = 0;
    world->contents().bodies.each([&](BodyId, const Body& b) { vertices = b.model->surface.vertex_count(); });
    const fs::path folder =
        fs::temp_directory_path() / ("pliant-bench-record-" + std::to_string(Clock::now().time_since_epoch().count()));
    const u64 frames = options.quick ? 5 : 60;
    for (const RecordFormat& format : record_formats()) {
        Times times;
        for (int round = 0; round < (options.quick ? 1 : 3); ++round)
            record_once(*world, format, frames, folder, times);
        const double megabytes = static_cast<double>(times.bytes) / 1e6, written = median(times.written),
                     finished = median(times.finished);
        report.row({{"format", text(format.name)},
                    {"vertices", number(vertices, 8)},
                    {"frames", number(static_cast<double>(frames))},
                    {"mb", number(megabytes)},
                    {"step_ms_per_frame", number(median(times.copied) * 1e3, 3)},
                    {"write_s", number(written, 3)},
                    {"finish_s", number(finished, 3)},
                    {"mb_per_s", number(megabytes / (written + finished), 3)}});
    }
    std::error_code error;
    fs::remove_all(folder, error);
}

}  // namespace pliant::bench
