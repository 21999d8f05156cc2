// PLY sequences, binary: a file for every body and frame, points and polygons in the order of the input, with normals,
// and texture coordinates as lists at the faces, where seams need no second point. A torn body has another mesh then,
// with its pieces one after another.

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
        for (const RecordedBody& body : scene.bodies) {
            Body& b = bodies_.emplace_back();
            b.folder = begin_sequence(folder_ + body.file_name, ".ply", frame);
            b.head = head(body.surface->point_count(), face_count(*body.surface), !body.surface->uv.empty());
            add_faces(*body.surface, 0, b.faces);
        }
    }

    void frame(const RecordFrame& frame) override {
        for (size_t b = 0; b < bodies_.size(); ++b) {
            if (const BodyFrame& body = frame.bodies[b]; body.pieces.empty()) {
                bytes_ = bodies_[b].head;
                add_points(*scene_->bodies[b].surface, body.positions, body.normals);
                bytes_ += bodies_[b].faces;
            } else {
                add_pieces(body.pieces);
            }
            write_file(sequence_file(bodies_[b].folder, frame.number, ".ply"), bytes_);
        }
    }

    void finish() override {}

  private:
    struct Body {
        std::string folder, head, faces;  // the latter are the same in every frame
    };

    void add_points(const SurfaceModel& surface, const std::vector<Vec3>& positions, const std::vector<Vec3>& normals) {
        points_of(surface, positions, points_);
        find_normals(surface, normals);
        for (size_t p = 0; p < points_.size(); ++p) {
            add_bytes(bytes_, points_[p]);
            add_bytes(bytes_, normals_[p]);
        }
    }

    void add_pieces(const std::vector<PieceFrame>& pieces) {
        u32 points = 0, faces = 0;
        for (const PieceFrame& p : pieces) {
            points += p.surface->point_count();
            faces += face_count(*p.surface);
        }
        bytes_ = head(points, faces, !pieces[0].surface->uv.empty());
        for (const PieceFrame& p : pieces) add_points(*p.surface, p.positions, p.normals);
        u32 before = 0;
        for (const PieceFrame& p : pieces) {
            add_faces(*p.surface, before, bytes_);
            before += p.surface->point_count();
        }
    }

    // One normal a point: where edges are hard, the mean of its vertices'.
    void find_normals(const SurfaceModel& surface, const std::vector<Vec3>& of_vertices) {
        normals_.assign(surface.point_count(), Vec3{});
        for (size_t v = 0; v < of_vertices.size(); ++v) normals_[surface.vertex_point[v]] += of_vertices[v];
        for (Vec3& n : normals_) n = direction(n, Vec3{0, 1, 0});
    }

    static u32 face_count(const SurfaceModel& s) { return static_cast<u32>(s.face_start.size() - 1); }

    static std::string head(u32 points, u32 faces, bool with_uv) {
        std::string text = ply_head() + "element vertex " + std::to_string(points) + "\n";
        for (const char* name : {"x", "y", "z", "nx", "ny", "nz"}) text += std::string("property float ") + name + "\n";
        text += "element face " + std::to_string(faces) + "\nproperty list uint uint vertex_indices\n";
        if (with_uv) text += "property list uint float texcoord\n";
        return text + "end_header\n";
    }

    // `before`: points that the file has already.
    static void add_faces(const SurfaceModel& s, u32 before, std::string& bytes) {
        for (size_t f = 0; f + 1 < s.face_start.size(); ++f) {
            const u32 begin = s.face_start[f], end = s.face_start[f + 1];
            add_bytes(bytes, end - begin);
            for (u32 c = begin; c < end; ++c) add_bytes(bytes, before + s.vertex_point[s.face_vertex[c]]);
            if (s.uv.empty()) continue;
            add_bytes(bytes, 2 * (end - begin));
            for (u32 c = begin; c < end; ++c) {
                add_bytes(bytes, s.uv[s.face_vertex[c]].x);
                add_bytes(bytes, 1 - s.uv[s.face_vertex[c]].y);
            }
        }
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
