// Statistics of bodies: a line a body and frame, to plot. The file grows under its own name: it is whole after every
// frame, and can be looked at while the run goes on.

#include <fmt/format.h>

#include <filesystem>

#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "record/growing_file.h"
#include "record/recorder.h"

namespace pliant {

namespace {

constexpr const char* heading =
    "frame,time_s,body,center_x_m,center_y_m,center_z_m,velocity_x_m_s,velocity_y_m_s,velocity_z_m_s,"
    "low_x_m,low_y_m,low_z_m,high_x_m,high_y_m,high_z_m,volume_m3,kinetic_j,contacts,asleep,quarantined\n";

// [m³] that the surface encloses, by the divergence theorem; of open meshes it means little.
double volume(const SurfaceModel& surface, const std::vector<Vec3>& positions) {
    if (positions.empty()) return 0;
    const Vec3d origin = positions[0].to<double>();  // near by, so that nothing cancels
    double sum = 0;
    for (size_t i = 0; i + 2 < surface.indices.size(); i += 3) {
        const auto corner = [&](size_t k) { return positions[surface.indices[i + k]].to<double>() - origin; };
        sum += dot(corner(0), cross(corner(1), corner(2)));
    }
    return sum / 6;
}

// As spreadsheets want names with commas and quotes. A line of the file is a line of the table, whatever the name; and
// a name that begins as a formula has a ' before it, as one types it there, or opening the table would compute it.
std::string cell(const std::string& text) {
    const std::string name = printable(text);
    const bool is_formula = !name.empty() && std::string_view("=+-@").find(name[0]) != std::string_view::npos;
    if (!is_formula && name.find_first_of(",\"") == std::string::npos) return name;
    std::string quoted = is_formula ? "\"'" : "\"";
    for (char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

class CsvRecorder final : public Recorder {
  public:
    explicit CsvRecorder(const RecordSettings& settings) : path_(settings.folder + "bodies.csv") {}

    void begin(const RecordedScene& scene, u64 frame) override {
        scene_ = &scene;
        body_count_ = scene.body_count();
        const u64 keep = frame > 0 ? size_of_frames_before(frame) : 0;
        file_ = std::make_unique<GrowingFile>(path_, keep);
        if (keep == 0) file_->write(heading, std::string_view(heading).size());
        file_->flush();
    }

    void frame(const RecordFrame& frame) override {
        fmt::memory_buffer text;
        const auto out = fmt::appender(text);
        for (size_t b = 0; b < body_count_; ++b) {
            const BodyNumbers& n = frame.bodies[b].numbers;
            fmt::format_to(out, "{},{:.9g},{}", frame.number, static_cast<double>(frame.number) / scene_->rate,
                           cell(scene_->bodies[b].name));
            for (const Vec3d& v : {n.center, n.velocity, n.bounds.low.to<double>(), n.bounds.high.to<double>()})
                fmt::format_to(out, ",{:.9g},{:.9g},{:.9g}", v.x, v.y, v.z);
            fmt::format_to(out, ",{:.9g},{:.9g},{},{:d},{:d}\n",
                           volume(*scene_->bodies[b].surface, frame.bodies[b].positions), n.kinetic_energy, n.contacts,
                           n.asleep, n.quarantined);
        }
        file_->write(text.data(), text.size());
        file_->flush();
    }

    void finish() override { file_->close(); }

  private:
    // [bytes] up to the first line of a frame from `frame` on.
    u64 size_of_frames_before(u64 frame) const {
        const std::string text = read_file(path_);
        size_t at = text.find('\n') + 1, lines = 0;
        while (at < text.size()) {
            const size_t end = text.find('\n', at);
            const auto number = parse_integer(std::string_view(text).substr(at, text.find(',', at) - at));
            if (end == std::string::npos || !number || static_cast<u64>(*number) >= frame) break;
            at = end + 1;
            ++lines;
        }
        if (lines != frame * body_count_)
            throw Error(
                {path_, "there are fewer frames than the run has made", "", "start the run again without --resume"});
        return at;
    }

    std::string path_;
    const RecordedScene* scene_ = nullptr;
    size_t body_count_ = 0;
    std::unique_ptr<GrowingFile> file_;
};

}  // namespace

std::unique_ptr<Recorder> make_csv_recorder(const RecordSettings& settings) {
    return std::make_unique<CsvRecorder>(settings);
}

}  // namespace pliant
