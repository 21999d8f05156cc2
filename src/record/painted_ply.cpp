#include "record/painted_ply.h"

#include <algorithm>
#include <array>

#include "core/contract.h"
#include "core/files.h"
#include "core/text.h"
#include "record/ply_text.h"

namespace pliant {

namespace {

// Blue, cyan, green, yellow, red.
std::array<u8, 3> false_color(float share) {
    static constexpr float stops[5][3] = {{40, 60, 200}, {40, 190, 220}, {60, 190, 70}, {240, 210, 50}, {220, 40, 30}};
    const float at = std::clamp(share, 0.0f, 1.0f) * 4;
    const int stop = std::min(static_cast<int>(at), 3);
    std::array<u8, 3> color;
    for (int k = 0; k < 3; ++k)
        color[static_cast<size_t>(k)] =
            static_cast<u8>(stops[stop][k] + (stops[stop + 1][k] - stops[stop][k]) * (at - static_cast<float>(stop)));
    return color;
}

}  // namespace

void write_painted_ply(const std::string& path, const Mesh& mesh, std::span<const Vec3> points,
                       std::span<const float> values, float highest) {
    PL_ASSERT(is_not_negative(highest));
    PL_ASSERT(points.size() == mesh.points.size() && values.size() == points.size());
    std::string bytes = ply_head() + "comment red is an error of " + short_number(highest, 4) + " m\n";
    bytes += "element vertex " + std::to_string(points.size()) + "\n";
    for (const char* name : {"float x", "float y", "float z", "uchar red", "uchar green", "uchar blue", "float error"})
        bytes += std::string("property ") + name + "\n";
    bytes += "element face " + std::to_string(mesh.face_count()) + "\nproperty list uint uint vertex_indices\n";
    bytes += "end_header\n";
    for (size_t p = 0; p < points.size(); ++p) {
        add_bytes(bytes, points[p]);
        add_bytes(bytes, false_color(highest > 0 ? values[p] / highest : 0));
        add_bytes(bytes, values[p]);
    }
    for (size_t f = 0; f < mesh.face_count(); ++f) {
        add_bytes(bytes, mesh.face_start[f + 1] - mesh.face_start[f]);
        for (u32 c = mesh.face_start[f]; c < mesh.face_start[f + 1]; ++c)
            add_bytes(bytes, mesh.vertex_point[mesh.face_vertex[c]]);
    }
    write_file(path, bytes);
}

}  // namespace pliant
