// Flesh, in the scene that other engines were timed on: a cube of n³ cells of six tets each, 1 m wide and of 100 kg,
// falls 0.5 m onto a plane, 60 frames a second with ten steps of all tets in each, as five substeps of two small steps
// and as ten of one, and with twelve in a single substep; 120 frames. Others had edges and volumes that do not give;
// here it is matter of 100 kPa that hardly changes its volume. `free` is the same without the plane, and `creatures`
// two that hang and are struck.
//
// Beside the time of a frame stand the error of the volume at the end and how many tets are inside out.

#include <chrono>

#include "bench/bench.h"
#include "bench/scenes.h"
#include "body/flesh/flesh.h"
#include "body/flesh/flesh_matter.h"
#include "cook/cook.h"
#include "geometry/tet_box.h"
#include "world/world.h"

namespace pliant::bench {

namespace {

struct FleshSetting {
    const char* scene;
    i32 n;
    u32 threads, substeps, small_steps;
};

struct FleshOutcome {
    double ms;
    double volume_error;
    u32 inverted = 0;
    size_t tets;
    double projections_per_second;
};

// The scene of Lubiszewska 2012: two creatures of about 2,750 tets and 1,000 polygons hang by their hands, one with
// bones and one without, and balls are thrown at them.
constexpr const char* hung = R"({ "format": 1, "behaviour": 1,
    "world": { "sleep": { "enabled": false } },
    "assets": { "kobold": { "shape": "kobold" } },
    "bodies": { "body": { "asset": "kobold", "position": [-0.75, 0.9, 0] },
                "limp": { "like": "body", "position": [0.75, 0.9, 0], "bones": false } },
    "attachments": { "1": { "body": "body", "where": { "point": [0.46, 0.52, 0.075], "radius": 0.09 } },
                     "2": { "body": "body", "where": { "point": [-0.46, 0.52, 0.075], "radius": 0.09 } },
                     "3": { "body": "limp", "where": { "point": [0.46, 0.52, 0.075], "radius": 0.09 } },
                     "4": { "body": "limp", "where": { "point": [-0.46, 0.52, 0.075], "radius": 0.09 } } },
    "colliders": { "floor": {},
        "ball": { "shape": "sphere", "radius": 0.07, "density": 1500, "motion": "dynamic", "gravity_scale": 0.1,
                  "position": [-0.7, 1.5, 5], "velocity": [0, 0.6, -6] },
        "other": { "shape": "sphere", "radius": 0.07, "density": 1500, "motion": "dynamic", "gravity_scale": 0.1,
                   "position": [0.8, 1.5, 5], "velocity": [0, 0.6, -6] } } })";

std::unique_ptr<World> make_world_of_flesh(const FleshSetting& s) {
    if (std::string(s.scene) == "creatures")
        return scene_world(hung, s.threads,
                           {"world.substeps=" + std::to_string(s.substeps),
                            "bodies.body.small_steps=" + std::to_string(s.small_steps)});
    WorldSettings settings;
    settings.threads = s.threads;
    settings.parameters.set(WorldP::substeps, Value{static_cast<double>(s.substeps)});
    settings.parameters.set(WorldP::sleep_enabled, Value{0.0});
    auto world = std::make_unique<World>(std::move(settings));
    ParameterSet own{flesh::table};
    own.set(flesh::P::density, Value{100.0});
    own.set(flesh::P::youngs_modulus, Value{1e5});
    own.set(flesh::P::poisson_ratio, Value{0.49});
    own.set(flesh::P::damping, Value{0.0});
    own.set(flesh::P::small_steps, Value{static_cast<double>(s.small_steps)});
    own.set(flesh::P::max_particles, Value{1e6});
    Mesh mesh = with_outer_faces(tet_box({1, 1, 1}, {s.n, s.n, s.n}), "cube");
    CookedModel cooked = cook_model(std::move(mesh), flesh::kind, own, {1, 1, 1});
    ParameterSet common{body_table};
    common.set(BodyP::thickness, Value{0.01});
    common.set(BodyP::friction, Value{0.2});
    common.set(BodyP::position, Value{Vec3d{0, 1, 0}});
    world->bodies().add("body", cooked.model, std::move(common), std::move(own));
    if (std::string(s.scene) == "free") return world;
    ParameterSet collider{collider_table};
    collider.set(ColliderP::friction, Value{0.2});
    Shape plane;
    plane.kind = ShapeKind::plane;
    world->colliders().add("floor", plane, std::move(collider));
    return world;
}

double tet_volume6(const Body& body, const TetPoints& t) {
    const auto at = [&](size_t k) { return body.view.position[t[k]].xyz().to<double>(); };
    return dot(cross(at(1) - at(0), at(2) - at(0)), at(3) - at(0));
}

FleshOutcome run(const FleshSetting& s, u32 frames) {
    const auto world = make_world_of_flesh(s);
    std::vector<double> ms;
    for (u32 f = 0; f < frames; ++f) {
        const auto start = std::chrono::steady_clock::now();
        world->step();
        ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    FleshOutcome out{};
    // Of the second half, when it lies on the plane.
    ms.erase(ms.begin(), ms.begin() + static_cast<std::ptrdiff_t>(ms.size() / 2));
    out.ms = median(std::move(ms));
    const Body& body = *world->body(world->find_body("body"));
    const auto& model = dynamic_cast<const flesh::FleshModel&>(*body.model);
    const auto& matter = dynamic_cast<const flesh::FleshMatter&>(*body.matter);
    out.projections_per_second =
        static_cast<double>(matter.projections() * world->contents().substep_count()) / (out.ms * 1e-3);
    out.tets = model.tets.size();
    double volume = 0;
    for (const TetPoints& t : model.tets) {
        const double v = tet_volume6(body, t) / 6;
        volume += v;
        out.inverted += v <= 0;
    }
    out.volume_error = volume / model.volume - 1;
    return out;
}

}  // namespace

void flesh(const Options& options) {
    Report report("flesh", options.json);
    for (const char* scene : {"plane", "free", "creatures"})
        for (const i32 n : {5, 8, 16, 24, 55}) {
            if (options.quick && n > 8) break;
            if (n == 55 && std::string(scene) == "plane") break;
            if (n > 5 && std::string(scene) == "creatures") break;
            std::vector<std::pair<u32, u32>> steps{{1, 12}, {5, 2}, {10, 1}};
            if (std::string(scene) == "creatures") steps.insert(steps.begin() + 1, {2, 5});
            for (const auto& [substeps, small_steps] : steps)
                for (const u32 threads : {1u, 2u}) {
                    const FleshSetting setting{scene, n, threads, substeps, small_steps};
                    const FleshOutcome o = run(setting, options.quick ? 20 : n > 24 ? 10 : 120);
                    report.row({{"scene", text(scene)},
                                {"n", number(n)},
                                {"tets", number(static_cast<double>(o.tets))},
                                {"substeps", number(substeps)},
                                {"small_steps", number(small_steps)},
                                {"threads", number(threads)},
                                {"median_ms", number(o.ms)},
                                {"million_projections_per_s", number(o.projections_per_second * 1e-6)},
                                {"volume_error_percent", number(o.volume_error * 100)},
                                {"inverted", number(o.inverted)}});
                }
        }
}

}  // namespace pliant::bench
