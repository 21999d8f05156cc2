// A small scene around a mesh: what `run`, `render`, `new` and the window show when they are given a mesh alone.
#pragma once

#include <string>

#include "core/vec.h"
#include "pliant/source.h"

namespace pliant::app {

// A scene with guessed settings, and sentences that list the guesses and how to override them.
struct MeshScene {
    std::string json;
    std::string sentences;  // one a line
};

// The mesh falls on a floor, seen by a camera that follows it. `mesh_path_in_scene` is written as the asset's file.
// Throws Error for a mesh that cannot be read, Usage for options that make no sense.
MeshScene scene_around_mesh(const SourceOptions& options, const std::string& mesh_path_in_scene);

// What run, new and the window multiply an unlikely size by, unless an option says what the numbers are; else 1.
double likely_scale(const SourceOptions& options, const Vec3& size);
// "180 m long as it stands, scaled by 0.01 to 1.8 × 0.5 × 0.3 m", and the options that change it.
std::string scaling_text(const Vec3& size, double scale);

}  // namespace pliant::app
