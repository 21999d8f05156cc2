// A capture as frames, one a step.
#pragma once

#include "pliant/reel.h"

namespace pliant::app {

std::unique_ptr<Reel> open_capture_reel(const std::string& path, render::LayerSet layers, u32 threads);  // throws Error

}  // namespace pliant::app
