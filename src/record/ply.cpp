// PLY sequences, binary: a file for every body and frame, points and polygons in the order of the input, with normals,
// and texture coordinates as lists at the faces, where seams need no second point.

#include "core/files.h"
#include "record/pc2_file.h"
#include "record/ply_text.h"
#include "record/recorder.h"
#include "record/sequence.h"

namespace pliant {

namespace {

class PlyRecorder final : public Recorder {
  public:
    explicit PlyRecorder(const RecordSettings& settings) : folder_(settings.folder) {}

    void begin(const RecordedScene& scene, u64 frame) override {
        scene_ = &scene;
        for (const RecordedBody& body : scene.bodies)
            bodies_.push_back(
                {begin_sequence(folder_ + body.file_name, ".ply", frame), head(*body.surface), faces(*body.surface)});
    }

    void frame(const RecordFrame& frame) override {
        for (size_t b = 0; b < bodies_.size(); ++b) {
            const SurfaceModel& surface = *scene_->bodies[b].surface;
            points_of(surface, frame.bodies[b].positions, points_);
            find_normals(surface, frame.bodies[b].normals);
            bytes_ = bodies_[b].head;
            for (size_t p = 0; p < points_.size(); ++p) add_bytes(bytes_, points_[p]), add_bytes(bytes_, normals_[p]);
            bytes_ += bodies_[b].faces;
            write_file(sequence_file(bodies_[b].folder, frame.number, ".ply"), bytes_);
        }
    }

    void finish() override {}

  private:
    struct Body {
        std::string folder, head, faces;  // the latter are the same in every frame
    };

    // One normal a point: where edges are hard, the mean of its vertices'.
    void find_normals(const SurfaceModel& surface, const std::vector<Vec3>& of_vertices) {
        normals_.assign(surface.point_count(), Vec3{});
        for (size_t v = 0; v < of_vertices.size(); ++v) normals_[surface.vertex_point[v]] += of_vertices[v];
        for (Vec3& n : normals_) n = direction(n, Vec3{0, 1, 0});
    }

    static std::string head(const SurfaceModel& s) {
        std::string text = ply_head() + "element vertex " + std::to_string(s.point_count()) + "\n";
        for (const char* name : {"x", "y", "z", "nx", "ny", "nz"}) text += std::string("property float ") + name + "\n";
        text +=
            "element face " + std::to_string(s.face_start.size() - 1) + "\nproperty list uint uint vertex_indices\n";
        if (!s.uv.empty()) text += "property list uint float texcoord\n";
        return text + "end_header\n";
    }

    static std::string faces(const SurfaceModel& s) {
        std::string bytes;
        for (size_t f = 0; f + 1 < s.face_start.size(); ++f) {
            const u32 begin = s.face_start[f], end = s.face_start[f + 1];
            add_bytes(bytes, end - begin);
            for (u32 c = begin; c < end; ++c) add_bytes(bytes, s.vertex_point[s.face_vertex[c]]);
            if (s.uv.empty()) continue;
            add_bytes(bytes, 2 * (end - begin));
            for (u32 c = begin; c < end; ++c)
                add_bytes(bytes, s.uv[s.face_vertex[c]].x), add_bytes(bytes, 1 - s.uv[s.face_vertex[c]].y);
        }
        return bytes;
    }

    std::string folder_;
    const RecordedScene* scene_ = nullptr;
    std::vector<Body> bodies_;
    std::vector<Vec3> points_, normals_;
    std::string bytes_;
};

}  // namespace

std::unique_ptr<Recorder> make_ply_recorder(const RecordSettings& settings) {
    return std::make_unique<PlyRecorder>(settings);
}

}  // namespace pliant
