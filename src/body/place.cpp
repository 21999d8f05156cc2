#include "body/place.h"

namespace pliant {

void place_particles(const ParticleView& view, const Placement& placement, std::span<const Vec3> rest,
                     std::span<const float> mass, const Vec3& center) {
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
