// Formats that are put together when the run is over: frames grow in a FrameFile called <name>.part until then.
#pragma once

#include <memory>

#include "record/frame_file.h"
#include "record/recorder.h"

namespace pliant {

// Makes the final file, or files, of the frames; beside first, then renamed. Throws OutputError.
using Assemble = void (*)(FrameReader& frames, const std::string& path, const RecordProgress& progress);

struct AssembledFormat {
    const char* format;  // "glb"
    const char* file;    // "scene.glb"
    Needs needs;
    Assemble assemble;
    // Whether frames of such a scene fit into the format at all; throws Error with what to do instead.
    void (*check)(const RecordedScene& scene, const RecordSettings& settings) = nullptr;
};

std::unique_ptr<Recorder> make_assembled_recorder(const AssembledFormat& format, const RecordSettings& settings);

extern const AssembledFormat glb_format, usda_format, particles_usda_format, vat_format;
// Which of them left a file of frames; throws Error.
const AssembledFormat& assembled_format(const FrameReader& frames);

// How large a plane is shown: it reaches beyond all that happens on it.
float plane_extent(const Box& bounds, const Vec3& middle);

}  // namespace pliant
