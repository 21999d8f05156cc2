// Frames one after another, to be drawn: simulated as they are asked for, or read from the folder of a run.
#pragma once

#include "pliant/source.h"
#include "render/moment.h"

namespace pliant::app {

class FrameSource {
  public:
    virtual ~FrameSource() = default;
    virtual u64 last_frame() const = 0;                        // the first is 0
    virtual double rate() const = 0;                           // frames a second
    virtual void show(u64 frame, render::Moment& moment) = 0;  // of a simulation, never one before the last
    // One step on the way to a frame, for those who wait: false when it can be shown at once.
    virtual bool advance_towards(u64 frame) = 0;
    // Looks at the disk: true when there is something else to show. Throws Error when that cannot be read.
    virtual bool refresh() { return false; }
    virtual const std::vector<SceneCamera>& cameras() const = 0;
};

struct FrameSourceOptions {
    SourceOptions source;
    render::LayerSet layers;
    u32 threads = 0;
};

std::unique_ptr<FrameSource> open_frame_source(const FrameSourceOptions& options);

}  // namespace pliant::app
