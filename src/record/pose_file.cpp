#include "record/pose_file.h"

#include <filesystem>

#include "core/error.h"

namespace pliant {

// The script that reads them counts floats.
static_assert(sizeof(Transform) == 7 * sizeof(float) && sizeof(CameraFrame) == 9 * sizeof(float));

PoseFile::PoseFile(const RecordedScene& scene, const std::string& folder, const char* format, u64 frame)
    : path_(folder + "scene." + format + ".poses") {
    const u64 bytes = scene.colliders.size() * sizeof(Transform) + scene.cameras.size() * sizeof(CameraFrame);
    if (bytes == 0) return;
    const std::string part = path_ + ".part";
    if (frame > 0 && !std::filesystem::exists(part) && std::filesystem::exists(path_)) rename_file(path_, part);
    std::error_code error;
    if (frame > 0 && !(std::filesystem::file_size(part, error) >= frame * bytes && !error))
        throw Error({part, "there are fewer frames than the run has made", "", "start the run again without --resume"});
    file_.emplace(part, frame * bytes);
    file_->flush();
}

void PoseFile::add(const RecordFrame& frame) {
    if (!file_) return;
    file_->write(frame.colliders.data(), frame.colliders.size() * sizeof(Transform));
    file_->write(frame.cameras.data(), frame.cameras.size() * sizeof(CameraFrame));
    file_->flush();
}

void PoseFile::finish() {
    if (file_) file_->close_and_rename(path_);
}

}  // namespace pliant
