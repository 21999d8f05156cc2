// Scenes that benchmarks share.
#pragma once

#include <memory>

#include "world/world.h"

namespace pliant::bench {

// A solid lattice of cells³, without surface and without skin.
std::shared_ptr<const Model> solid_box_model(int cells, int half_width);
// A world with one body, no gravity, no sleep, one substep of 1/240 s a step.
std::unique_ptr<World> free_world(std::shared_ptr<const Model> model, u32 threads, double damping);
// A scene of examples/, by the name of its folder, or from text.
std::unique_ptr<World> scene_world(const std::string& json, u32 threads, const std::vector<std::string>& settings = {});

}  // namespace pliant::bench
