#include "record/pc2_file.h"

#include <filesystem>

#include "core/error.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

#pragma pack(push, 1)
struct Header {
    char magic[12] = {'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', 0};
    i32 version = 1;
    i32 points = 0;
    float start = 0;
    float sampling = 1;
    i32 samples = 0;
};
#pragma pack(pop)
static_assert(sizeof(Header) == 32);

u64 checked_size(const std::string& path, u64 points, u64 frame) {
    if (frame == 0) return 0;
    const u64 size = Pc2File::size(points, frame);
    std::error_code error;
    if (!fs::exists(path) || fs::file_size(path, error) < size || error)
        throw Error({path, "there are fewer frames than the run has made", "", "start the run anew, without --resume"});
    return size;
}

}  // namespace

Pc2File::Pc2File(const std::string& path, const SurfaceModel& surface, u64 frame)
    : surface_(surface),
      samples_(frame),
      file_(path, checked_size(path, surface.point_count(), frame)),
      points_(surface.point_count()) {
    write_header();
}

void Pc2File::add(const std::vector<Vec3>& vertices) {
    for (size_t p = 0; p < points_.size(); ++p) points_[p] = vertices[surface_.point_vertex[p]];
    file_.write(points_.data(), points_.size() * sizeof(Vec3));
    file_.flush();
    ++samples_;
    write_header();
}

void Pc2File::write_header() {
    Header header;
    header.points = static_cast<i32>(points_.size());
    header.samples = static_cast<i32>(samples_);
    file_.write_first(&header, sizeof header);
}

}  // namespace pliant
