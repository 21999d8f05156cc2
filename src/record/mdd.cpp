// MDD point caches, for Blender, LightWave and others. While the run goes on, frames are kept as a PC2 called
// <body>.mdd.part, which can be used as it is.

#include <filesystem>

#include "record/mdd_file.h"
#include "record/pc2_file.h"
#include "record/pose_file.h"
#include "record/recorder.h"
#include "record/rest_mesh.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

class MddRecorder final : public Recorder {
  public:
    explicit MddRecorder(const RecordSettings& settings) : folder_(settings.folder) {}

    void begin(const RecordedScene& scene, u64 frame) override {
        scene_ = &scene;
        frames_ = frame;
        write_rest_meshes(scene, folder_);
        poses_.emplace(scene, folder_, "mdd", frame);
        for (size_t b = 0; b < scene.bodies.size(); ++b) {
            const SurfaceModel& surface = *scene.bodies[b].surface;
            // A run that was complete is taken up again for more frames.
            if (frame > 0 && !fs::exists(part(b)) && fs::exists(path(b))) {
                pc2_from_mdd(path(b), part(b), surface.point_count(), frame);
                fs::remove(path(b));
            }
            files_.emplace_back(part(b), surface.point_count(), frame);
        }
    }

    void frame(const RecordFrame& frame) override {
        for (size_t b = 0; b < files_.size(); ++b)
            files_[b].add(points_of(*scene_->bodies[b].surface, frame.bodies[b].positions, points_));
        poses_->add(frame);
        ++frames_;
    }

    void finish() override {
        for (size_t b = 0; b < files_.size(); ++b) {
            files_[b].close();
            mdd_from_pc2(part(b), path(b), scene_->bodies[b].surface->point_count(), frames_, scene_->rate);
            fs::remove(part(b));
        }
        poses_->finish();
    }

  private:
    std::string path(size_t b) const { return folder_ + scene_->bodies[b].file_name + ".mdd"; }
    std::string part(size_t b) const { return path(b) + ".part"; }

    std::string folder_;
    const RecordedScene* scene_ = nullptr;
    u64 frames_ = 0;
    std::vector<Pc2File> files_;
    std::optional<PoseFile> poses_;
    std::vector<Vec3> points_;
};

}  // namespace

std::unique_ptr<Recorder> make_mdd_recorder(const RecordSettings& settings) {
    return std::make_unique<MddRecorder>(settings);
}

}  // namespace pliant
