#include "geometry/tet_quality.h"

#include <algorithm>

#include "core/contract.h"
#include "core/trig.h"
#include "geometry/tet_surface.h"

namespace pliant {

namespace {

// The extremes so far; of angles their cosines, so that there is one arc cosine for the whole mesh.
struct Extremes {
    double min_cosine = 1, greatest_cosine = -1, worst_aspect = 0;
};

void add(Extremes& extremes, const std::array<Vec3d, 4>& p, double volume) {
    const Vec3d normal[4] = {cross(p[2] - p[1], p[3] - p[1]), cross(p[3] - p[0], p[2] - p[0]),
                             cross(p[1] - p[0], p[3] - p[0]), cross(p[2] - p[0], p[1] - p[0])};
    double size[4], area = 0, longest = 0;
    for (int i = 0; i < 4; ++i) {
        size[i] = length(normal[i]);
        area += size[i] / 2;
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j) {
            const double cosine = -dot(normal[i], normal[j]) / (size[i] * size[j]);
            extremes.min_cosine = std::min(extremes.min_cosine, cosine);
            extremes.greatest_cosine = std::max(extremes.greatest_cosine, cosine);
            longest = std::max(longest, length_squared(p[i] - p[j]));
        }
    const double inscribed = 3 * volume / area;
    extremes.worst_aspect = std::max(extremes.worst_aspect, std::sqrt(longest / 24) / inscribed);
}

}  // namespace

double tet_volume(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    return dot(cross(b - a, c - a), d - a) / 6;
}

TetQuality measure(const TetMesh& mesh) {
    PL_ASSERT(all_finite(mesh.points) && all_below(mesh.tets, mesh.points.size()));
    TetQuality quality;
    quality.tets = static_cast<u32>(mesh.tets.size());
    quality.points = static_cast<u32>(mesh.points.size());
    if (mesh.tets.empty()) return quality;
    Extremes extremes;
    for (const TetPoints& tet : mesh.tets) {
        std::array<Vec3d, 4> p;
        for (int k = 0; k < 4; ++k) p[k] = mesh.points[tet[k]].to<double>();
        const double volume = tet_volume(p[0], p[1], p[2], p[3]);
        quality.volume += volume;
        if (volume > 0)
            add(extremes, p, volume);
        else
            ++quality.inverted;
    }
    quality.parts = piece_count(mesh);
    quality.smallest_angle = static_cast<float>(arc_cosine(extremes.greatest_cosine));
    quality.largest_angle = static_cast<float>(arc_cosine(extremes.min_cosine));
    quality.worst_aspect = static_cast<float>(extremes.worst_aspect);
    return quality;
}

}  // namespace pliant
