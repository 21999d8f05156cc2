#include "geometry/uv_sets.h"

#include "core/contract.h"
#include "core/text.h"
#include "geometry/atlas.h"

namespace pliant {

std::vector<UvTriangle> uv_triangles(const Mesh& mesh, const Triangulation& triangulation, UvSet set) {
    PL_ASSERT(all_below(triangulation.triangles, mesh.vertex_point.size()));
    if (set == UvSet::generated) return generated_atlas(mesh, triangulation);
    const std::vector<Vec2>& uv = set == UvSet::first ? mesh.uv : mesh.second_uv;
    std::vector<UvTriangle> result;
    if (uv.empty()) return result;
    for (const auto& t : triangulation.triangles) result.push_back({uv[t[0]], uv[t[1]], uv[t[2]]});
    return result;
}

// How many texels are looked at, for one image's worth of texture coordinates 1: of the boxes around the triangles.
static double images_of(const UvTriangle& t) {
    Vec2 low = t[0], high = t[0];
    for (const Vec2& uv : t) {
        if (!(std::fabs(uv.x) <= furthest_uv && std::fabs(uv.y) <= furthest_uv)) return 0;
        low = {std::min(low.x, uv.x), std::min(low.y, uv.y)};
        high = {std::max(high.x, uv.x), std::max(high.y, uv.y)};
    }
    return static_cast<double>(high.x - low.x) * static_cast<double>(high.y - low.y);
}

// Thousands of triangles may each repeat the image many times: then it is looked at more coarsely, and in the end only
// as many of them as there is time for.
UvReport check_uv(std::span<const UvTriangle> triangles) {
    constexpr double max_texels = 64e6;  // a third of a second
    double images = 0;
    for (const UvTriangle& t : triangles) images += std::min(images_of(t), double{max_images});
    u32 side = 1024;
    while (side > 16 && images * side * side > max_texels) side /= 2;
    std::vector<u8> uses(size_t{side} * side);
    UvReport report;
    double texels = 0;
    for (const UvTriangle& t : triangles) {
        bool within = true;
        for (const Vec2& uv : t) within = within && uv.x >= 0 && uv.x <= 1 && uv.y >= 0 && uv.y <= 1;
        report.outside += !within;
        texels += std::min(images_of(t), double{max_images}) * side * side;
        if (texels > max_texels) continue;
        for_each_texel(t, side, side, [&](u32 x, u32 y, const Vec3d&) {
            u8& n = uses[size_t{y} * side + x];
            n = static_cast<u8>(std::min(n + 1, 2));
        });
    }
    u64 covered = 0, overlapping = 0;
    for (const u8 n : uses) {
        covered += n > 0;
        overlapping += n > 1;
    }
    report.covered = static_cast<double>(covered) / (static_cast<double>(side) * side);
    report.overlapping = static_cast<double>(overlapping) / (static_cast<double>(side) * side);
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
