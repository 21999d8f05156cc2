// How colliders and cameras move, beside point caches: for each frame the Transform of every collider and the
// CameraFrame of every camera of RecordedScene, as floats.
#pragma once

#include <optional>

#include "record/growing_file.h"
#include "record/record_frame.h"

namespace pliant {

class PoseFile {
  public:
    // <folder>scene.<format>.poses; `frame` frames are there already. There is no file where nothing could move.
    PoseFile(const RecordedScene& scene, const std::string& folder, const char* format, u64 frame);
    void add(const RecordFrame& frame);
    void finish();

  private:
    std::string path_;
    std::optional<GrowingFile> file_;
};

}  // namespace pliant
