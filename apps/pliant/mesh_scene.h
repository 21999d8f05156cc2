// A small scene around a mesh: what `run`, `render`, `new` and the window show when they are given a mesh alone.
#pragma once

#include <string>

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

}  // namespace pliant::app
