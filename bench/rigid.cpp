// A wall of boxes, each row one shorter than the one below: how long a frame takes, and how far the top has sunk after
// four seconds, beside Bullet's own world. Frames of both are timed alternately.

#include <chrono>

#include <fmt/format.h>

#include "assets/scene_build.h"
#include "bench/bench.h"
#include "bench/bullet_pyramid.h"
#include "rigid/system.h"

namespace pliant::bench {

namespace {

class Pyramid {
  public:
    Pyramid(int base, u32 substeps, u32 threads) : team_(threads), substeps_(substeps) {
        using namespace rigid;
        system_.add_body({.shape = make_shape({plane()}, "floor"), .motion = rigid::Motion::fixed}, "floor");
        const auto box = make_shape({rigid::box({0.5f, 0.5f, 0.5f})}, "box");
        for (int row = 0; row < base; ++row)
            for (int k = 0; k < base - row; ++k) {
                const float x = 0.505f * float(row) + 1.01f * float(k) - 0.505f * float(base);
                top_ = system_.add_body({.shape = box, .pose = {{x, 0.5f + float(row), 0}, {}}, .mass = 1}, "box");
            }
    }
    void step() {
        team_.begin_step();
        system_.step(1 / 60.0f, substeps_, {0, -9.81f, 0}, team_);
        team_.end_step();
    }
    double top() const { return system_.pose(top_).position.y; }
    size_t boxes() const { return system_.bodies().size() - 2; }

  private:
    rigid::System system_;
    Team team_;
    u32 substeps_;
    rigid::RigidBodyId top_;
};

struct Frames {
    std::vector<double> ms;
    template <class World>
    void step(World& world) {
        const auto start = std::chrono::steady_clock::now();
        world.step();
        ms.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 1e3);
    }
    double median() const { return bench::median(ms); }
};

void row(Report& report, int base, u32 substeps, u32 threads, int frames) {
    Pyramid ours(base, substeps, threads);
    BulletPyramid bullet(base, 10);
    const double height = base - 0.5;
    Frames own, theirs;
    for (int f = 0; f < frames; ++f) {
        own.step(ours);
        theirs.step(bullet);
    }
    report.row({{"boxes", number(static_cast<double>(ours.boxes()), 8)},
                {"substeps", number(substeps, 8)},
                {"threads", number(threads, 8)},
                {"median_ms", number(own.median())},
                {"sink_mm", number((height - ours.top()) * 1e3)},
                {"bullet_median_ms", number(theirs.median())},
                {"bullet_sink_mm", number((height - bullet.top()) * 1e3)}});
}

// The same wall as colliders of a world, awake and when it has fallen asleep.
void asleep_row(Report& report, int base) {
    std::string boxes;
    for (int row = 0; row < base; ++row)
        for (int k = 0; k < base - row; ++k)
            boxes += fmt::format(
                ", \"box {0} {1}\": {{ \"shape\": \"box\", \"size\": [1, 1, 1], \"motion\": \"dynamic\", \"mass\": 1, "
                "\"position\": [{2}, {3}, 0] }}",
                row, k, 0.505 * row + 1.01 * k - 0.505 * base, 0.5 + row);
    const pliant::Scene scene =
        read_scene("{ \"world\": { \"substeps\": 10 }, \"colliders\": { \"floor\": {}" + boxes + " } }", "bench", {});
    SceneBuilder builder(scene);
    builder.prepare();
    WorldSettings settings;
    settings.parameters = scene.world;
    World world(std::move(settings));
    builder.fill(world);
    Frames awake, asleep;
    for (int f = 0; f < 30; ++f) awake.step(world);
    for (int f = 0; f < 570; ++f) world.step();
    for (int f = 0; f < 60; ++f) asleep.step(world);
    u32 sleepers = 0;
    world.contents().colliders.each(
        [&](ColliderId id, const Collider&) { sleepers += world.colliders().is_asleep(id); });
    report.row({{"boxes", number(static_cast<double>(world.contents().colliders.size() - 1), 8)},
                {"substeps", number(10, 8)},
                {"threads", number(1, 8)},
                {"median_ms", number(awake.median())},
                {"asleep", number(sleepers, 8)},
                {"asleep_median_ms", number(asleep.median())}});
}

}  // namespace

void rigid_bodies(const Options& options) {
    Report report("rigid", options.json);
    report.note("Sink of the top box after 4 s. Bullet: one step of 1/60 s, 10 iterations, one thread.");
    if (options.quick) return row(report, 10, 10, 1, 60);
    for (const int base : {20, 40}) {
        for (const u32 threads : {1u, 2u}) row(report, base, 10, threads, 240);
        row(report, base, 4, 1, 240);
    }
    Report sleep("rigid_sleep", options.json);
    asleep_row(sleep, 20);
}

}  // namespace pliant::bench
