#include "geometry/enclosure.h"

#include <cmath>

#include "core/contract.h"

namespace pliant {

namespace {

constexpr double open_sky = 0.1;

}  // namespace

// Just off a closed surface the winding number is whole; the difference to the next whole number is the solid
// angle of the holes. Measured: a teapot with its gaps 0.03, a monkey's head with open eyes 0.03, a sphere without
// every tenth triangle 0.05, half a sphere 0.18, a skirt 0.39, a flat sheet 0.5.
double openness(const TriangleSoup& soup, const WindingNumber& winding) {
    const size_t stride = soup.triangles.size() / 20000 + 1;
    double area = 0, missing = 0;
    for (size_t t = 0; t < soup.triangles.size(); t += stride) {
        const auto corner = soup.corners(t);
        const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
        const double weight = length(normal);
        if (!(weight > 0)) continue;
        const Vec3d p = (corner[0] + corner[1] + corner[2]) / 3.0 + normal / std::sqrt(weight) * 1e-3;
        const double w = winding.at(p.to<float>());
        area += weight;
        missing += weight * std::fabs(w - std::floor(w + 0.5));
    }
    return area > 0 ? missing / area : 0.5;
}

std::shared_ptr<const Enclosure> find_enclosure(const TriangleSoup& soup, Fill fill) {
    PL_VALIDATE(soup);
    if (fill == Fill::surface) return {};
    auto found = std::make_shared<Enclosure>(Enclosure{soup, is_closed(soup.triangles), {}});
    if (!found->closed) {
        orient(found->soup);
        found->closed = is_closed(found->soup.triangles);
    }
    if (found->closed) return found;
    found->winding = std::make_unique<WindingNumber>(found->soup.points, found->soup.triangles);
    if (fill == Fill::solid || openness(found->soup, *found->winding) < open_sky) return found;
    *found = {{soup.points, closed_pieces(found->soup)}, true, {}};
    return found->soup.triangles.empty() ? nullptr : std::move(found);
}

}  // namespace pliant
