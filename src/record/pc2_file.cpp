#include "record/pc2_file.h"

#include <filesystem>

#include "core/assert.h"
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
        throw Error({path, "there are fewer frames than the run has made", "", "start the run again without --resume"});
    return size;
}

}  // namespace

Pc2File::Pc2File(const std::string& path, u32 points, u64 frame)
    : points_(points), samples_(frame), file_(path, checked_size(path, points, frame)) {
    write_header();
}

void Pc2File::add(std::span<const Vec3> points) {
    PL_ASSERT(points.size() == points_);
    file_.write(points.data(), points.size_bytes());
    file_.flush();
    ++samples_;
    write_header();
}

void Pc2File::write_header() {
    Header header;
    header.points = static_cast<i32>(points_);
    header.samples = static_cast<i32>(samples_);
    file_.write_first(&header, sizeof header);
}

const std::vector<Vec3>& points_of(const SurfaceModel& surface, const std::vector<Vec3>& vertices,
                                   std::vector<Vec3>& scratch) {
    PL_ASSERT(vertices.size() == surface.vertex_count());
    scratch.resize(surface.point_count());
    for (size_t p = 0; p < scratch.size(); ++p) scratch[p] = vertices[surface.point_vertex[p]];
    return scratch;
}

}  // namespace pliant
