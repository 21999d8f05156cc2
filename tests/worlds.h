// Worlds for tests, written as scenes.
#pragma once

#include <memory>
#include <string>

#include "assets/scene_build.h"
#include "world/world.h"

namespace pliant::testing {

inline std::unique_ptr<World> world_of(const pliant::Scene& scene, u32 threads = 1) {
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

inline std::unique_ptr<World> world_of(const std::string& json, u32 threads = 1) {
    return world_of(read_scene(json, "test", {}), threads);
}

inline Box particle_bounds(const World& world, BodyId id) {
    Box box;
    const ParticleView& view = world.body(id)->view;
    for (u32 p = 0; p < view.count; ++p) box.add(view.position[p].xyz());
    return box;
}

}  // namespace pliant::testing
