// What following a clip costs: the scene of the paper's table 7-1 (Sullivan 2011), one body of 420 particles on a
// floor, with a pose a second. The paper's times have its rigid bodies and its pictures in them, and are those of a
// machine of 2011. Larger bodies tell how the cost grows, and what lasting bends add while they flow.

#include "bench/bench.h"
#include "bench/scenes.h"

namespace pliant::bench {

namespace {

struct AnimationCase {
    const char* size;  // of the box
    double spacing;
    u32 threads;
    bool on_floor;  // as published; in the air nothing but the clip differs between rows, on a floor contacts do too
};

enum Animation { unanimated, smooth, keyframes, flowing };
constexpr const char* names[] = {"unanimated", "smooth", "keyframe only", "smooth and flowing"};

std::shared_ptr<const Clip> swaying(const Model& model) {
    auto clip = std::make_shared<Clip>();
    clip->name = "sway";
    clip->fps = 1;
    clip->point_count = model.particle_count;
    for (int pose = 0; pose < 3; ++pose) {
        clip->frames.push_back(pose);
        for (u32 p = 0; p < model.particle_count; ++p) {
            // Its foot stays as it is: what touches the floor must not differ between rows.
            const Vec3 x = model.rest_position(p);
            const float up = x.y + 0.5f * model.size.y, sway = (pose == 1 ? 0.06f : -0.06f) * up * up;
            clip->points.push_back({x.x + sway, x.y, x.z + 0.5f * sway});
        }
    }
    return clip;
}

std::unique_ptr<World> world_of(const AnimationCase& c, Animation animation) {
    std::string guide = animation == keyframes ? R"("guide": { "update": "poses" },)" : "";
    if (animation == flowing) guide = R"("plasticity": { "yield_strain": 0.001, "creep": 5 },)";
    const std::string gravity = c.on_floor ? "" : R"("gravity": [0, 0, 0], )";
    auto world = scene_world(R"({ "format": 1, "world": { )" + gravity + R"("sleep": { "enabled": false } },
        "assets": { "box": { "shape": "box", "size": )" +
                                 std::string(c.size) + R"(, "detail": 8 } },
        "bodies": { "box": { "asset": "box", )" +
                                 guide + R"( "spacing": )" + std::to_string(c.spacing) +
                                 R"(, "half_width": 1, "position": [0, 0.6, 0] } }, "colliders": { "floor": {} } })",
                             c.threads);
    const BodyId id = world->find_body("box");
    if (animation != unanimated) world->bodies().set_guide_clips(id, {swaying(*world->body(id)->model)});
    for (int i = 0; i < 60; ++i) world->step();
    return world;
}

const char* paper_ms(Animation animation, u32 threads) {
    constexpr const char* ms[2][3] = {{"16.7", "49", "17.4"}, {"15.9", "31.2", "16"}};
    return ms[threads - 1][animation];
}

// Of a step's drive stage, where guides move: the mean of a second.
double drive_us(World& world) {
    double sum = 0;
    for (int i = 0; i < 60; ++i) {
        world.step();
        sum += world.statistics().seconds[static_cast<size_t>(Stage::drive)];
    }
    return sum / 60 * 1e6;
}

void add_rows_of_animation(Report& report, const AnimationCase& c) {
    std::vector<std::unique_ptr<World>> worlds;
    std::vector<std::function<void()>> steps;
    for (Animation animation : {unanimated, smooth, keyframes, flowing}) {
        worlds.push_back(world_of(c, animation));
        World* world = worlds.back().get();
        steps.push_back([world] {
            for (int i = 0; i < 60; ++i) world->step();  // a second: one pose of the clip
        });
    }
    const std::vector<double> seconds = median_seconds(steps);
    for (Animation animation : {unanimated, smooth, keyframes, flowing}) {
        Row row = {{"animation", text(names[animation])},
                   {"where", text(c.on_floor ? "floor" : "air")},
                   {"particles", number(worlds[0]->body(worlds[0]->find_body("box"))->view.count, 8)},
                   {"threads", number(c.threads)},
                   {"ms_per_frame", number(seconds[animation] / 60 * 1e3)},
                   {"times_unanimated", number(seconds[animation] / seconds[unanimated])},
                   {"us_drive", number(drive_us(*worlds[animation]))},
                   {"contacts", number(worlds[animation]->statistics().contacts)}};
        if (c.on_floor && c.spacing == 0.1 && animation != flowing)
            row.push_back({"paper_ms", paper_ms(animation, c.threads)});
        report.row(row);
    }
}

}  // namespace

void animation(const Options& options) {
    Report report("animation", options.json);
    for (u32 threads : {1u, 2u}) add_rows_of_animation(report, {"[0.4, 1.1, 0.6]", 0.1, threads, true});
    for (u32 threads : {1u, 2u}) add_rows_of_animation(report, {"[0.4, 1.1, 0.6]", 0.1, threads, false});
    if (options.quick) return;
    for (const bool on_floor : {true, false})
        for (u32 threads : {1u, 2u}) add_rows_of_animation(report, {"[0.6, 1.2, 0.6]", 0.03, threads, on_floor});
}

}  // namespace pliant::bench
