// OBJ sequences: a file for every body and frame, points and polygons in the order of the input. A body that tears has
// another mesh then, with its pieces one after another.

#include "core/files.h"
#include "record/growing_file.h"
#include "record/obj_text.h"
#include "record/recorder.h"
#include "record/sequence.h"

namespace pliant {

namespace {

class ObjRecorder final : public Recorder {
  public:
    explicit ObjRecorder(const RecordSettings& settings) : folder_(settings.folder) {}

    void begin(const RecordedScene& scene, u64 frame) override {
        scene_ = &scene;
        const SceneTextures textures(scene);
        for (size_t b = 0; b < scene.bodies.size(); ++b) {
            const RecordedBody& body = scene.bodies[b];
            const std::string folder = begin_sequence(folder_ + body.file_name, ".obj", frame);
            write_file(folder + body.file_name + ".mtl", mtl_text(scene, b, textures));
            textures.write(folder, b);  // beside it: readers do not follow assets out of their folder
            bodies_.push_back({folder, obj_faces(*body.surface, false)});
        }
    }

    void frame(const RecordFrame& frame) override {
        for (size_t b = 0; b < bodies_.size(); ++b) {
            fmt::memory_buffer text;
            fmt::format_to(fmt::appender(text), "mtllib {}.mtl\n", scene_->bodies[b].file_name);
            if (frame.bodies[b].pieces.empty()) {
                add_obj_points(text, *scene_->bodies[b].surface, frame.bodies[b].positions);
                text.append(bodies_[b].faces.data(), bodies_[b].faces.data() + bodies_[b].faces.size());
            } else {
                add_pieces(text, frame.bodies[b].pieces);
            }
            write_file(sequence_file(bodies_[b].folder, frame.number, ".obj"), {text.data(), text.size()});
        }
    }

    void finish() override {}

  private:
    static void add_pieces(fmt::memory_buffer& text, const std::vector<PieceFrame>& pieces) {
        ObjCount count;
        for (const PieceFrame& piece : pieces) {
            add_obj_points(text, *piece.surface, piece.positions);
            const std::string faces = obj_faces(*piece.surface, false, count);
            text.append(faces.data(), faces.data() + faces.size());
            count.points += piece.surface->point_count();
            count.vertices += piece.surface->vertex_count();
        }
    }

    struct Body {
        std::string folder;
        std::string faces;  // the same in every frame
    };
    std::string folder_;
    const RecordedScene* scene_ = nullptr;
    std::vector<Body> bodies_;
};

}  // namespace

std::unique_ptr<Recorder> make_obj_recorder(const RecordSettings& settings) {
    return std::make_unique<ObjRecorder>(settings);
}

}  // namespace pliant
