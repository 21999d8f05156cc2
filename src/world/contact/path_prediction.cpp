#include "world/contact/path_prediction.h"

#include <algorithm>
#include <cmath>

namespace pliant {

void PathPrediction::move_to_ends() {
    const Vec3 gravity = contents_.parameters.vector(WorldP::gravity, contents_.time).to<float>();
    const float h = step_.h;
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.moving_bodies[i];
        const Vec3 faster = gravity * (body.gravity_scale * h);
        float fastest2 = 0;
        body.motion.bounds = {};
        for (u32 p = 0; p < body.view.count; ++p) {
            Float4& x = body.view.position[p];
            body.view.previous[p] = x;
            contents_.particles.start[body.first_particle + p] = x;
            const Vec3 v = x.w > 0 ? body.view.velocity[p].xyz() + faster : body.view.velocity[p].xyz();
            x.set_xyz(x.xyz() + v * h);
            body.motion.bounds.add(x.xyz());
            fastest2 = std::max(fastest2, length_squared(v));
        }
        body.motion.greatest_speed = std::sqrt(fastest2);
    });
}

void PathPrediction::take_whole_ways() {
    if (step_.search_stride == 1) return;
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        const Body& body = *step_.moving_bodies[i];
        if (body.pairs.empty()) return;
        for (u32 p = 0; p < body.view.count; ++p)
            body.view.previous[p].set_xyz(contents_.particles.start[body.first_particle + p].xyz());
    });
}

void PathPrediction::move_back() {
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        const ParticleView& view = step_.moving_bodies[i]->view;
        for (u32 p = 0; p < view.count; ++p) view.position[p].set_xyz(view.previous[p].xyz());
    });
}

}  // namespace pliant
