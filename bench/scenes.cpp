#include "bench/scenes.h"

#include "assets/scene_build.h"
#include "body/lattice/lattice.h"
#include "body/lattice/lattice_model.h"

namespace pliant::bench {

std::shared_ptr<const Model> solid_box_model(int cells, int half_width) {
    std::vector<Vec3i> all;
    for (int z = 0; z < cells; ++z)
        for (int y = 0; y < cells; ++y)
            for (int x = 0; x < cells; ++x) all.push_back({x, y, z});
    auto model = lattice::make_model(make_lattice(std::move(all), {0.05f, 0.05f, 0.05f}, {}), {}, half_width);
    model->size = Vec3{0.05f, 0.05f, 0.05f} * static_cast<float>(cells);
    return model;
}

std::unique_ptr<World> free_world(std::shared_ptr<const Model> model, u32 threads, double damping) {
    WorldSettings settings;
    settings.threads = threads;
    settings.parameters.set(WorldP::rate, 240.0);
    settings.parameters.set(WorldP::substeps, 1.0);
    settings.parameters.set(WorldP::gravity, Vec3d{});
    settings.parameters.set(WorldP::sleep_enabled, 0.0);
    auto world = std::make_unique<World>(std::move(settings));
    ParameterSet common(body_table), own(lattice::table);
    common.set(BodyP::spin, Vec3d{40, 90, 10});  // so that rotations have something to follow
    common.set(BodyP::drag, 0.0);
    own.set(lattice::P::youngs_modulus, 5e4);
    own.set(lattice::P::damping, damping);
    world->bodies().add("box", std::move(model), std::move(common), std::move(own));
    return world;
}

std::unique_ptr<World> scene_world(const std::string& json, u32 threads,
                                   const std::vector<std::string>& settings_laid_over) {
    const Scene scene = read_scene(json, "bench", settings_laid_over);
    SceneBuilder builder(scene);
    builder.prepare();
    WorldSettings settings;
    settings.threads = threads;
    settings.parameters = scene.world;
    auto world = std::make_unique<World>(std::move(settings));
    builder.fill(*world);
    world->preroll();
    return world;
}

}  // namespace pliant::bench
