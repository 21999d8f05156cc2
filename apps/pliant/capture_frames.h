// A capture as frames, one a step.
#pragma once

#include "pliant/frame_source.h"

namespace pliant::app {

std::unique_ptr<FrameSource> open_capture_frames(const std::string& path, render::LayerSet layers,
                                                 u32 threads);  // throws Error

}  // namespace pliant::app
