// Cloth, in the scenes that other engines were timed on: a sheet of N x N particles, 2 m wide and of 1 kg, with links
// along both threads that do not give, diagonals of 10 N/m, gravity, damping 0.1/s, no air, 60 frames a second.
//
//   hanging   by two corners, from lying flat: 120 frames
//   sphere    falls 0.1 m onto a sphere of 0.5 m: 120 frames
//   itself    hangs, and could touch itself
//
// Beside the time of a frame stands the error at the end: how much longer links along threads are than at rest. The
// sphere is there twice: with four substeps and as many small steps as the kind chooses, and in one substep of five
// small steps, which is about as exact as other engines are in ten.

#include <algorithm>
#include <chrono>

#include "bench/bench.h"
#include "body/cloth/cloth.h"
#include "body/cloth/cloth_matter.h"
#include "cook/cook.h"
#include "world/world.h"

namespace pliant::bench {

namespace {

Mesh grid_mesh(u32 n, float side, float height) {
    Mesh mesh;
    mesh.name = "grid";
    const float s = side / static_cast<float>(n - 1);
    for (u32 j = 0; j < n; ++j)
        for (u32 i = 0; i < n; ++i) {
            mesh.vertex_point.push_back(static_cast<u32>(mesh.points.size()));
            mesh.points.push_back({static_cast<float>(i) * s - side / 2, height, static_cast<float>(j) * s - side / 2});
        }
    const auto face = [&](u32 a, u32 b, u32 c) {
        mesh.face_vertex.insert(mesh.face_vertex.end(), {a, b, c});
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(0);
    };
    for (u32 j = 0; j + 1 < n; ++j)
        for (u32 i = 0; i + 1 < n; ++i) {
            const u32 a = j * n + i, b = a + 1, c = a + n, d = c + 1;
            face(a, c, d);
            face(a, d, b);
        }
    mesh.materials.emplace_back();
    return mesh;
}

struct ClothSetting {
    const char* scene;
    u32 n, threads, substeps, small_steps;  // small_steps 0: the kind chooses
};

struct ClothOutcome {
    double median_ms, mean_ms;
    double mean_stretch, max_stretch;
    u32 inside = 0;
    double projections_per_second;
};

std::unique_ptr<World> make_world_of_cloth(const ClothSetting& s) {
    WorldSettings settings;
    settings.threads = s.threads;
    settings.parameters.set(WorldP::substeps, Value{static_cast<double>(s.substeps)});
    settings.parameters.set(WorldP::sleep_enabled, Value{0.0});
    auto world = std::make_unique<World>(std::move(settings));
    const bool sphere = std::string(s.scene) == "sphere";
    ParameterSet own{cloth::table};
    own.set(cloth::P::density, Value{0.25});
    own.set(cloth::P::stretch_stiffness, Value{1e12});
    own.set(cloth::P::shear_stiffness, Value{10.0});
    own.set(cloth::P::air_drag, Value{0.0});
    own.set(cloth::P::damping, Value{0.1});
    if (s.small_steps > 0) own.set(cloth::P::small_steps, Value{static_cast<double>(s.small_steps)});
    CookedModel cooked = cook_model(grid_mesh(s.n, 2, sphere ? 0.6f : 0.0f), cloth::kind, own, {1, 1, 1});
    ParameterSet common{body_table};
    common.set(BodyP::thickness, Value{0.01});
    common.set(BodyP::friction, Value{0.2});
    if (std::string(s.scene) == "itself") common.set(BodyP::self_contact, Value{1.0});
    const BodyId body = world->bodies().add("sheet", cooked.model, std::move(common), std::move(own));
    if (sphere) {
        ParameterSet collider{collider_table};
        collider.set(ColliderP::friction, Value{0.2});
        Shape ball;
        ball.kind = ShapeKind::sphere;
        ball.radius = 0.5f;
        world->colliders().add("ball", ball, std::move(collider));
    } else {
        const u32 corners[] = {0, s.n - 1};
        world->bodies().hold(body, corners, true);
    }
    return world;
}

ClothOutcome run(const ClothSetting& s, u32 frames) {
    const auto world = make_world_of_cloth(s);
    std::vector<double> ms;
    for (u32 f = 0; f < frames; ++f) {
        const auto start = std::chrono::steady_clock::now();
        world->step();
        ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    ClothOutcome out{};
    for (const double m : ms) out.mean_ms += m / frames;
    out.median_ms = median(std::move(ms));
    const Body& body = *world->body(world->find_body("sheet"));
    const auto& matter = dynamic_cast<const cloth::ClothMatter&>(*body.matter);
    out.projections_per_second =
        static_cast<double>(matter.projections() * world->contents().substep_count()) / (out.median_ms * 1e-3);
    const cloth::Links& edges = dynamic_cast<const cloth::ClothModel&>(*body.model).fabric.edges;
    for (u32 i = 0; i < edges.count(); ++i) {
        const Vec3 a = body.view.position[edges.a[i]].xyz(), b = body.view.position[edges.b[i]].xyz();
        const double stretch = std::fabs(length(b - a) / edges.rest[i] - 1);
        out.mean_stretch += stretch / edges.count();
        out.max_stretch = std::max(out.max_stretch, stretch);
    }
    if (std::string(s.scene) == "sphere")
        for (u32 p = 0; p < body.view.count; ++p) out.inside += length(body.view.position[p].xyz()) < 0.5f;
    return out;
}

}  // namespace

void cloth(const Options& options) {
    Report report("cloth", options.json);
    const u32 frames = options.quick ? 20 : 120;
    struct ClothCase {
        const char* scene;
        u32 substeps, small_steps;
    };
    for (const auto& [scene, substeps, small_steps] :
         {ClothCase{"hanging", 4, 0}, ClothCase{"sphere", 4, 0}, ClothCase{"sphere", 1, 5}, ClothCase{"itself", 4, 0}})
        for (const u32 n : {32u, 64u, 128u, 256u, 512u}) {
            if (options.quick && n > 32) break;
            if (n == 512 && std::string(scene) != "hanging") break;
            for (const u32 threads : {1u, 2u}) {
                const ClothSetting setting{scene, n, threads, substeps, small_steps};
                const ClothOutcome o = run(setting, frames);
                report.row({{"scene", text(scene)},
                            {"n", number(n)},
                            {"threads", number(threads)},
                            {"substeps", number(substeps)},
                            {"median_ms", number(o.median_ms)},
                            {"mean_ms", number(o.mean_ms)},
                            {"million_projections_per_s", number(o.projections_per_second * 1e-6)},
                            {"mean_stretch_percent", number(o.mean_stretch * 100)},
                            {"most_stretch_percent", number(o.max_stretch * 100)},
                            {"inside", number(o.inside)}});
            }
        }
}

}  // namespace pliant::bench
