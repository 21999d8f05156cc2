// Particles as binary PLY sequences: places, velocities, numbers, masses and strain, for Houdini, ParaView, Blender.

#include "core/files.h"
#include "record/ply_text.h"
#include "record/recorder.h"
#include "record/sequence.h"

namespace pliant {

namespace {

class ParticlesPlyRecorder final : public Recorder {
  public:
    explicit ParticlesPlyRecorder(const RecordSettings& settings) : folder_(settings.folder) {}

    void begin(const RecordedScene& scene, u64 frame) override {
        scene_ = &scene;
        for (const RecordedBody& body : std::span(scene.bodies).first(scene.body_count()))
            folders_.push_back(begin_sequence(folder_ + body.file_name + ".particles", ".ply", frame));
    }

    void frame(const RecordFrame& frame) override {
        for (size_t b = 0; b < folders_.size(); ++b) {
            const BodyFrame& body = frame.bodies[b];
            std::string bytes = head(body.particle_positions.size());
            for (u32 p = 0; p < body.particle_positions.size(); ++p) {
                add_bytes(bytes, body.particle_positions[p]);
                add_bytes(bytes, body.particle_velocities[p]);
                add_bytes(bytes, p);
                add_bytes(bytes, scene_->bodies[b].particle_mass[p]);
                add_bytes(bytes, body.particle_strain[p]);
            }
            write_file(sequence_file(folders_[b], frame.number, ".ply"), bytes);
        }
    }

    void finish() override {}

  private:
    static std::string head(size_t count) {
        std::string text = ply_head() + "element vertex " + std::to_string(count) + "\n";
        for (const char* name : {"x", "y", "z", "vx", "vy", "vz"}) text += std::string("property float ") + name + "\n";
        return text + "property uint id\nproperty float mass\nproperty float strain\nend_header\n";
    }

    std::string folder_;
    const RecordedScene* scene_ = nullptr;
    std::vector<std::string> folders_;
};

}  // namespace

std::unique_ptr<Recorder> make_particles_ply_recorder(const RecordSettings& settings) {
    return std::make_unique<ParticlesPlyRecorder>(settings);
}

}  // namespace pliant
