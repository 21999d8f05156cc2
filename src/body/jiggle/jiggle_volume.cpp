// A closed body keeps the volume that the guide's shape has: all particles are moved along the gradient of the volume,
// the lighter the further, as far as it takes (one projection of a constraint, Müller et al. 2007).

#include <algorithm>

#include "body/jiggle/jiggle_matter.h"
#include "core/assert.h"

namespace pliant::jiggle {

// Six times the volume between a triangle and a point.
static double six_volumes(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& from) {
    return dot((a - from).to<double>(), cross((b - from).to<double>(), (c - from).to<double>()));
}

void JiggleMatter::measure_volume(u32 block, const ParticleView& view) {
    PL_ASSERT(block * per_block < model_->triangles.size());
    const u32 begin = block * per_block, end = std::min(static_cast<u32>(model_->triangles.size()), begin + per_block);
    const Vec3 here = view.position[0].xyz(), there = targets_.at(0);
    double off = 0;
    for (u32 t = begin; t < end; ++t) {
        const TrianglePoints& p = model_->triangles[t];
        const auto now = [&](int k) { return view.position[p[static_cast<size_t>(k)]].xyz(); };
        const auto wanted = [&](int k) { return targets_.at(p[static_cast<size_t>(k)]); };
        off += six_volumes(wanted(0), wanted(1), wanted(2), there) - six_volumes(now(0), now(1), now(2), here);
    }
    volume_off_[block] = off / 6;
}

void JiggleMatter::find_gradient(u32 block, const ParticleView& view) {
    PL_ASSERT(block * per_block < view.count);
    const u32 begin = block * per_block, end = std::min(view.count, begin + per_block);
    double sum = 0;
    for (u32 p = begin; p < end; ++p) {
        Vec3 around;
        for (u32 i = model_->particle_triangle_start[p]; i < model_->particle_triangle_start[p + 1]; ++i) {
            const TrianglePoints& t = model_->triangles[model_->particle_triangle[i]];
            const Vec3 a = view.position[t[0]].xyz();
            around += cross(view.position[t[1]].xyz() - a, view.position[t[2]].xyz() - a);
        }
        gradient_[p].set_xyz(around / 6.0f);
        sum += static_cast<double>(view.position[p].w) * length_squared(gradient_[p].xyz());
    }
    steepness_[block] = sum;
}

void JiggleMatter::inflate(u32 block, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(block * per_block < view.count && substep.length > 0);
    double off = 0, steepness = 0;
    for (const double v : volume_off_) off += v;
    for (const double s : steepness_) steepness += s;
    if (!(steepness > 0)) return;
    const float share = static_cast<float>(static_cast<double>(volume_) * off / steepness);
    const u32 begin = block * per_block, end = std::min(view.count, begin + per_block);
    EndResult& r = results_[block];
    for (u32 p = begin; p < end; ++p) {
        const Vec3 by = gradient_[p].xyz() * (share * view.position[p].w);
        view.position[p].set_xyz(view.position[p].xyz() + by);
        view.velocity[p].set_xyz(view.velocity[p].xyz() + by / substep.length);
        const Vec3 x = view.position[p].xyz();
        for (int k = 0; k < 3; ++k) r.low[k] = std::min(r.low[k], x[k]), r.high[k] = std::max(r.high[k], x[k]);
        r.greatest_speed2 = std::max(r.greatest_speed2, length_squared(view.velocity[p].xyz()));
        r.non_finite |= !is_finite(x);
    }
}

}  // namespace pliant::jiggle
