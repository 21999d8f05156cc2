// OBJ sequences: a file for every body and frame, points and polygons in the order of the input.

#include <fmt/format.h>

#include <filesystem>

#include "core/files.h"
#include "record/recorder.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

class ObjRecorder final : public Recorder {
  public:
    explicit ObjRecorder(const RecordSettings& settings) : folder_(settings.folder) {}

    void begin(std::span<const RecordedBody> bodies, u64) override {
        for (const RecordedBody& body : bodies) {
            Body b{folder_ + body.file_name, {body.point_vertex.begin(), body.point_vertex.end()}, faces_text(body)};
            fs::create_directories(b.folder);
            bodies_.push_back(std::move(b));
        }
    }

    void frame(u64 number, std::span<const FramePositions> positions) override {
        for (size_t b = 0; b < bodies_.size(); ++b) {
            fmt::memory_buffer text;
            for (u32 v : bodies_[b].point_vertex)
                fmt::format_to(fmt::appender(text), "v {} {} {}\n", positions[b][v].x, positions[b][v].y,
                               positions[b][v].z);
            text.append(bodies_[b].faces.data(), bodies_[b].faces.data() + bodies_[b].faces.size());
            write_file(fmt::format("{}/{:04}.obj", bodies_[b].folder, number), {text.data(), text.size()});
        }
    }

    void finish() override {}

  private:
    struct Body {
        std::string folder;
        std::vector<u32> point_vertex;
        std::string faces;  // the same in every frame
    };

    static std::string faces_text(const RecordedBody& body) {
        fmt::memory_buffer text;
        const auto out = fmt::appender(text);
        for (size_t v = 0; v + 1 < body.uv.size(); v += 2)
            fmt::format_to(out, "vt {} {}\n", body.uv[v], body.uv[v + 1]);
        u32 material = 0xffffffffu;
        for (size_t f = 0; f + 1 < body.face_start.size(); ++f) {
            if (body.face_material[f] != material) {
                material = body.face_material[f];
                if (material < body.material_names.size() && !body.material_names[material].empty())
                    fmt::format_to(out, "usemtl {}\n", body.material_names[material]);
            }
            fmt::format_to(out, "f");
            for (u32 c = body.face_start[f]; c < body.face_start[f + 1]; ++c) {
                const u32 v = body.face_vertex[c];
                if (body.uv.empty()) {
                    fmt::format_to(out, " {}", body.vertex_point[v] + 1);
                } else {
                    fmt::format_to(out, " {}/{}", body.vertex_point[v] + 1, v + 1);
                }
            }
            fmt::format_to(out, "\n");
        }
        return fmt::to_string(text);
    }

    std::string folder_;
    std::vector<Body> bodies_;
};

}  // namespace

std::unique_ptr<Recorder> make_obj_recorder(const RecordSettings& settings) {
    return std::make_unique<ObjRecorder>(settings);
}

}  // namespace pliant
