#include "geometry/uv_sets.h"

#include "core/text.h"
#include "geometry/atlas.h"

namespace pliant {

std::vector<UvTriangle> uv_triangles(const Mesh& mesh, const Triangulation& triangulation, UvSet set) {
    if (set == UvSet::generated) return generated_atlas(mesh, triangulation);
    const std::vector<Vec2>& uv = set == UvSet::first ? mesh.uv : mesh.second_uv;
    std::vector<UvTriangle> result;
    if (uv.empty()) return result;
    for (const auto& t : triangulation.triangles) result.push_back({uv[t[0]], uv[t[1]], uv[t[2]]});
    return result;
}

UvReport check_uv(std::span<const UvTriangle> triangles) {
    constexpr u32 side = 1024;
    std::vector<u8> uses(size_t{side} * side);
    UvReport report;
    for (const UvTriangle& t : triangles) {
        bool within = true;
        for (const Vec2& uv : t) within = within && uv.x >= 0 && uv.x <= 1 && uv.y >= 0 && uv.y <= 1;
        report.outside += !within;
        for_each_texel(t, side, side, [&](u32 x, u32 y, const Vec3d&) {
            u8& n = uses[size_t{y} * side + x];
            n = static_cast<u8>(std::min(n + 1, 2));
        });
    }
    u64 covered = 0, overlapping = 0;
    for (const u8 n : uses) covered += n > 0, overlapping += n > 1;
    report.covered = static_cast<double>(covered) / (double{side} * side);
    report.overlapping = static_cast<double>(overlapping) / (double{side} * side);
    return report;
}

std::vector<std::string> UvReport::sentences() const {
    std::vector<std::string> said;
    if (outside > 0)
        said.push_back(with_commas(outside) + (outside == 1 ? " triangle" : " triangles") +
                       " with texture coordinates outside 0 … 1; the image is repeated there");
    if (overlapping > 0.005 * covered)
        said.push_back(short_number(100 * overlapping / covered, 3) +
                       " % of the image that is used lies on several places of the mesh; what is painted there is "
                       "painted on all of them");
    return said;
}

}  // namespace pliant
