#include "world/bodies/rigid_fit.h"

#include "core/rotation.h"
#include "world/bodies/measure.h"

namespace pliant {

Transform rigid_fit(std::span<const Vec3> shape, const Body& body) {
    const u32 n = body.view.count;
    Vec3d from, to;
    for (u32 p = 0; p < n; ++p) {
        from += shape[body.whole_particle(p)].to<double>() / n;
        to += body.view.position[p].xyz().to<double>() / n;
    }
    Mat3d a{};
    for (u32 p = 0; p < n; ++p) {
        const Vec3d x = shape[body.whole_particle(p)].to<double>() - from,
                    y = body.view.position[p].xyz().to<double>() - to;
        for (int k = 0; k < 3; ++k) a.column[k] += y * x[k];
    }
    Mat3x8 lanes{};
    for (int k = 0; k < 3; ++k) {
        const Vec3 c = a.column[k].to<float>();
        lanes.column[k] = {splat(c.x), splat(c.y), splat(c.z)};
    }
    // From no turn and from three half turns: one of them is within a third of a turn of any.
    float turn[4][8] = {{0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 0, 1, 1, 1, 1}};
    const Quatx8 found = nearest_rotation(lanes, {load8(turn[0]), load8(turn[1]), load8(turn[2]), load8(turn[3])}, 40);
    store8(turn[0], found.x), store8(turn[1], found.y), store8(turn[2], found.z), store8(turn[3], found.w);
    Quat best{};
    double most = -1e300;
    for (int lane = 0; lane < 4; ++lane) {
        const Quat q{turn[0][lane], turn[1][lane], turn[2][lane], turn[3][lane]};
        const Mat3d r = matrix(q.to<double>());
        double fit = 0;
        for (int k = 0; k < 3; ++k) fit += dot(r.column[k], a.column[k]);
        if (fit > most) most = fit, best = q;
    }
    return {(to - best.to<double>() * from).to<float>(), best};
}

Transform rigid_fit(const Body& body) {
    const Model& whole = body.whole_model();
    std::vector<Vec3> rest(whole.particle_count);
    for (u32 p = 0; p < rest.size(); ++p) rest[p] = whole.rest_position(p);
    return rigid_fit(rest, body);
}

// Solves I w = L by the adjugate of the inertia tensor. Where that is singular, as for a straight line of particles,
// the angular velocity is not defined, and zero is returned.
static Vec3d angular_velocity(const Mat3d& inertia, const Vec3d& angular_momentum) {
    const Vec3d *c = inertia.column, cofactor[3] = {cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
    const double determinant = dot(c[0], cofactor[0]), trace = c[0].x + c[1].y + c[2].z;
    if (!(determinant > 1e-12 * trace * trace * trace)) return {};
    return Vec3d{dot(cofactor[0], angular_momentum), dot(cofactor[1], angular_momentum),
                 dot(cofactor[2], angular_momentum)} /
           determinant;
}

RigidVelocity mean_velocity(const Body& body) {
    const Vec3d center = center_of_mass(body), linear = momentum(body) / mass(body);
    Mat3d inertia{};
    Vec3d angular_momentum;
    for (u32 p = 0; p < body.view.count; ++p) {
        const double m = body.matter->mass(p);
        const Vec3d x = body.view.position[p].xyz().to<double>() - center,
                    v = body.view.velocity[p].xyz().to<double>() - linear;
        angular_momentum += cross(x, v) * m;
        inertia.column[0] += (Vec3d{dot(x, x), 0, 0} - x * x.x) * m;
        inertia.column[1] += (Vec3d{0, dot(x, x), 0} - x * x.y) * m;
        inertia.column[2] += (Vec3d{0, 0, dot(x, x)} - x * x.z) * m;
    }
    RigidVelocity velocity;
    velocity.linear = linear.to<float>();
    velocity.angular = angular_velocity(inertia, angular_momentum).to<float>();
    return velocity;
}

}  // namespace pliant
