// The clips that a body's guide.keyframes name, as poses of its particles.
#pragma once

#include "assets/scene.h"
#include "body/kind.h"
#include "guide/clip.h"

namespace pliant {

// An entry is a file of poses of the lattice (.txt), a file in which the body's mesh moves (mesh_animation.h), or a
// clip of one of the scene's assets, as in "octo/Wave". Meshes are fitted; what cannot be followed is told in `notes`.
// Throws Error.
std::vector<std::shared_ptr<const Clip>> guide_clips(const Scene& scene, const SceneBody& body, const Model& model,
                                                     std::vector<std::string>& notes);

}  // namespace pliant
