#include "body/place.h"

#include "core/contract.h"

namespace pliant {

void place_particles(const ParticleView& view, const Placement& placement, std::span<const Vec3> rest,
                     std::span<const float> mass, const Vec3& center) {
    PL_ASSERT(rest.size() == view.count && mass.size() == view.count && all_finite(placement.transform));
    PL_ASSERT(all_finite(rest) && all_finite(mass) && is_finite(placement.velocity) && is_finite(placement.spin));
    const Vec3 middle = placement.transform * center;
    for (u32 p = 0; p < view.count; ++p) {
        const Vec3 at = placement.transform * rest[p];
        view.position[p].set_xyz(at);
        view.position[p].w = mass[p] > 0 ? 1.0f / mass[p] : 0.0f;
        view.previous[p] = view.position[p];
        view.velocity[p] = {};
        view.velocity[p].set_xyz(placement.velocity + cross(placement.spin, at - middle));
    }
}

}  // namespace pliant
