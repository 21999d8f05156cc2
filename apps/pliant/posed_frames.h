// A posed lattice, and beside it the mesh that follows it. This is the preview of `pliant lattice`, which makes a
// clip of such poses.
#pragma once

#include "pliant/frame_source.h"
#include "pliant/lattice_input.h"

namespace pliant::app {

struct PosedOptions {
    std::string lattice;  // a mesh, or a .rmb
    std::string pose;     // the lattice, posed: a mesh, a cache, a clip
    std::string preview;  // with a .rmb: the mesh that follows; else the mesh itself does
    LatticeCooking cooking;
    MeshOptions mesh;
};

std::unique_ptr<FrameSource> open_posed_frames(const PosedOptions& options);  // throws Error

}  // namespace pliant::app
