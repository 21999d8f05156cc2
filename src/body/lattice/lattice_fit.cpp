#include "body/lattice/lattice_fit.h"

#include "body/lattice/fit_methods.h"
#include "body/lattice/lattice_model.h"
#include "core/contract.h"

namespace pliant::lattice {

static constexpr LatticePlace nowhere{0, {2, 2, 2}};  // cannot be fitted

std::vector<LatticePlace> point_places(const LatticeModel& model) {
    std::vector<LatticePlace> places(model.surface.point_count());
    for (size_t p = 0; p < places.size(); ++p) {
        const u32 v = model.surface.point_vertex[p];
        const bool used = v < model.surface.vertex_count() && model.surface.vertex_point[v] == p;
        places[p] = used ? LatticePlace{model.vertex_cell[v], model.vertex_place[v]} : nowhere;
    }
    return places;
}

std::vector<LatticePlace> point_places(const LatticeMesh& lattice, std::span<const Vec3> points) {
    PL_ASSERT(all_finite(points));
    const LatticeEmbedding embedding(lattice);
    std::vector<LatticePlace> places(points.size());
    for (size_t p = 0; p < places.size(); ++p) places[p] = is_finite(points[p]) ? embedding.find(points[p]) : nowhere;
    return places;
}

void follow_cells(const LatticeMesh& lattice, std::span<const LatticePlace> places, std::span<const Vec3> particles,
                  std::span<Vec3> points) {
    PL_ASSERT(particles.size() == lattice.particle_count() && points.size() == places.size());
    for (size_t p = 0; p < places.size(); ++p) {
        const std::array<u32, 8>& corner = lattice.cell_corner[places[p].cell];
        Vec3 at;
        for (int c = 0; c < 8; ++c) at += particles[corner[c]] * trilinear_weight(places[p].at, c);
        points[p] = at;
    }
}

bool can_be_fitted(const LatticePlace& place) {
    const Vec3& at = place.at;
    return at.x > -0.5f && at.y > -0.5f && at.z > -0.5f && at.x < 1.5f && at.y < 1.5f && at.z < 1.5f;
}

std::unique_ptr<LatticeFit> make_fit(const FitSettings& settings, const LatticeMesh& lattice,
                                     std::span<const LatticePlace> places) {
    PL_ASSERT(settings.smoothness > 0);
    return settings.method == FitMethod::smooth ? make_smooth_fit(lattice, places, settings.smoothness)
                                                : make_cells_fit(lattice, places);
}

std::unique_ptr<PoseFit> LatticeModel::make_pose_fit() const { return make_fit({}, lattice, point_places(*this)); }

FitError fit_error(std::span<const LatticePlace> places, std::span<const Vec3> wanted, std::span<const Vec3> found,
                   std::span<float> distance) {
    PL_ASSERT(wanted.size() == places.size() && found.size() == places.size());
    FitError error;
    double sum = 0;
    u32 count = 0;
    for (u32 p = 0; p < places.size(); ++p) {
        const bool counts = can_be_fitted(places[p]);
        const double d = counts ? length(found[p].to<double>() - wanted[p].to<double>()) : 0;
        if (!distance.empty()) distance[p] = static_cast<float>(d);
        if (d > error.greatest) error.greatest = d, error.worst = p;
        sum += d * d, count += counts;
    }
    error.rms = count ? std::sqrt(sum / count) : 0;
    return error;
}

}  // namespace pliant::lattice
