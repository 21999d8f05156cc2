// PC2 point caches, for Blender's Mesh Cache modifier, Maya and 3ds Max; each with the mesh that it moves.

#include <filesystem>

#include "record/pc2_file.h"
#include "record/pose_file.h"
#include "record/recorder.h"
#include "record/rest_mesh.h"

namespace pliant {

namespace {

class Pc2Recorder final : public Recorder {
  public:
    explicit Pc2Recorder(const RecordSettings& settings) : folder_(settings.folder) {}

    void begin(const RecordedScene& scene, u64 frame) override {
        scene_ = &scene;
        write_rest_meshes(scene, folder_);
        poses_.emplace(scene, folder_, "pc2", frame);
        for (const RecordedBody& body : scene.bodies) {
            paths_.push_back(folder_ + body.file_name + ".pc2");
            const std::string part = paths_.back() + ".part";
            // A run that was complete is taken up again for more frames.
            if (frame > 0 && !std::filesystem::exists(part) && std::filesystem::exists(paths_.back()))
                rename_file(paths_.back(), part);
            files_.emplace_back(part, body.surface->point_count(), frame);
        }
    }

    void frame(const RecordFrame& frame) override {
        for (size_t b = 0; b < files_.size(); ++b)
            files_[b].add(points_of(*scene_->bodies[b].surface, frame.bodies[b].positions, points_));
        poses_->add(frame);
    }

    void finish() override {
        for (size_t b = 0; b < files_.size(); ++b) files_[b].finish(paths_[b]);
        poses_->finish();
    }

  private:
    std::string folder_;
    std::vector<std::string> paths_;
    const RecordedScene* scene_ = nullptr;
    std::vector<Pc2File> files_;
    std::optional<PoseFile> poses_;
    std::vector<Vec3> points_;
};

}  // namespace

std::unique_ptr<Recorder> make_pc2_recorder(const RecordSettings& settings) {
    return std::make_unique<Pc2Recorder>(settings);
}

}  // namespace pliant
