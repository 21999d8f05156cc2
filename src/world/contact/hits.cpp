#include "world/contact/hits.h"

#include <cmath>
#include <limits>

#include "rigid/system.h"

namespace pliant {

namespace {

constexpr int rounds = 10;

double sound_speed(const Body& body) {
    const std::optional<Stiffness> s = body.matter->stiffness();
    if (!s) return std::numeric_limits<double>::infinity();  // no hit is too fast for it
    return s->density > 0 ? std::sqrt(std::min(s->wanted, s->attainable) / s->density) : 0;
}

}  // namespace

float hardest_hit(const Body& body, const Body* other) {
    // Against something solid the particles inside are guarded one by one, which allows for more.
    if (!other || other->immovable()) return static_cast<float>(2 * sound_speed(body));
    if (body.immovable()) return static_cast<float>(2 * sound_speed(*other));
    return static_cast<float>(0.4 * (sound_speed(body) + sound_speed(*other)));
}

double HitSolver::Mover::effective_inverse_mass(const Vec3d& place, const Vec3d& n) const {
    const Vec3d arm = cross(place - center, n);
    return inverse_mass + dot(arm, inverse_inertia * arm);
}

void HitSolver::Mover::push(const Vec3d& place, const Vec3d& impulse) {
    velocity += impulse * inverse_mass;
    spin += inverse_inertia * cross(place - center, impulse);
}

// The body as a rigid one: its mass, centre and inertia, and the motion that has its momenta.
u32 HitSolver::mover_of(Body* body, const Particles& particles) {
    if (!body || body->immovable()) return none;
    for (u32 i = 0; i < bodies_.size(); ++i)
        if (bodies_[i].body == body) return i;
    Mover m{};
    m.body = body;
    const u32 begin = body->first_particle, end = begin + body->view.count;
    double mass = 0;
    Vec3d momentum, spin_momentum;
    for (u32 p = begin; p < end; ++p) {
        if (!(particles.position[p].w > 0)) continue;  // held
        const double w = 1.0 / particles.position[p].w;
        mass += w, m.center += particles.previous[p].xyz().to<double>() * w;
        momentum += particles.velocity[p].xyz().to<double>() * w;
    }
    if (!(mass > 0)) return none;
    m.center = m.center / mass, m.inverse_mass = 1 / mass, m.velocity = momentum / mass;
    Mat3d inertia{};
    double turning = 0;
    for (u32 p = begin; p < end; ++p) {
        if (!(particles.position[p].w > 0)) continue;
        const double w = 1.0 / particles.position[p].w;
        const Vec3d r = particles.previous[p].xyz().to<double>() - m.center;
        spin_momentum += cross(r, particles.velocity[p].xyz().to<double>() - m.velocity) * w;
        const double rr = dot(r, r);
        turning += w * rr;
        for (int k = 0; k < 3; ++k) {
            Vec3d axis;
            axis[k] = 1;
            inertia.column[k] += (axis * rr - r * r[k]) * w;
        }
    }
    // A body on one line has no inertia about it; a little keeps the inverse finite.
    for (int k = 0; k < 3; ++k) inertia.column[k][k] += 1e-3 * turning + 1e-30;
    const double det = determinant(inertia);
    if (det > 0) {
        m.inverse_inertia = cofactor(inertia);  // symmetric
        for (int k = 0; k < 3; ++k) m.inverse_inertia.column[k] = m.inverse_inertia.column[k] / det;
    }
    m.spin = m.inverse_inertia * spin_momentum;
    m.first_velocity = m.velocity, m.first_spin = m.spin;
    bodies_.push_back(m);
    return static_cast<u32>(bodies_.size() - 1);
}

u32 HitSolver::mover_of(u32 number, const rigid::System& rigid) {
    for (u32 i = 0; i < bodies_.size(); ++i)
        if (!bodies_[i].body && bodies_[i].rigid == number) return i;
    const rigid::Bodies& bodies = rigid.bodies();
    Mover m{};
    m.rigid = number;
    m.inverse_mass = bodies.inverse_mass[number];
    m.center = bodies.pose[number].position.to<double>();
    m.velocity = bodies.velocity[number].linear.to<double>(), m.spin = bodies.velocity[number].angular.to<double>();
    for (int k = 0; k < 3; ++k)
        m.inverse_inertia.column[k] = bodies.world_inverse_inertia[number].column[k].to<double>();
    bodies_.push_back(m);
    return static_cast<u32>(bodies_.size() - 1);
}

void HitSolver::add(const Contact& c, std::span<const Support> supports, float hardest, Body* body, Body* other,
                    const Particles& particles, const rigid::System* rigid) {
    Hit hit{};
    for (u32 s = 0; s < c.own_supports; ++s)
        hit.place += particles.previous[supports[s].particle].xyz().to<double>() * supports[s].weight;
    hit.normal = c.normal.to<double>(), hit.other_velocity = c.other_velocity.to<double>();
    hit.hardest = hardest, hit.contact = &c;
    hit.mover = mover_of(body, particles);
    hit.other = c.rigid ? mover_of(c.rigid, *rigid) : mover_of(other, particles);
    if (hit.mover != none || hit.other != none) hits_.push_back(hit);
}

void HitSolver::solve(Particles& particles, float h) {
    for (int round = 0; round < rounds; ++round)
        for (Hit& hit : hits_) {
            double k = 0;
            Vec3d v = -hit.other_velocity;
            if (hit.mover != none) {
                k += bodies_[hit.mover].effective_inverse_mass(hit.place, hit.normal),
                    v += bodies_[hit.mover].at(hit.place);
            }
            if (hit.other != none) {
                k += bodies_[hit.other].effective_inverse_mass(hit.place, hit.normal),
                    v -= bodies_[hit.other].at(hit.place);
            }
            const double wanted = std::max(0.0, hit.impulse - (dot(hit.normal, v) + hit.hardest) / k);
            const Vec3d change = hit.normal * (wanted - hit.impulse);
            hit.impulse = wanted;
            if (hit.mover != none) bodies_[hit.mover].push(hit.place, change);
            if (hit.other != none) bodies_[hit.other].push(hit.place, -change);
        }
    for (const Mover& m : bodies_) {
        if (!m.body) continue;
        const Vec3d velocity = m.velocity - m.first_velocity, spin = m.spin - m.first_spin;
        const u32 begin = m.body->first_particle, end = begin + m.body->view.count;
        float fastest = 0;
        for (u32 p = begin; p < end; ++p) {
            if (!(particles.position[p].w > 0)) continue;
            const Vec3d arm = particles.previous[p].xyz().to<double>() - m.center;
            const Vec3 change = (velocity + cross(spin, arm)).to<float>();
            particles.velocity[p].set_xyz(particles.velocity[p].xyz() + change);
            particles.position[p].set_xyz(particles.position[p].xyz() + change * h);
            m.body->motion.bounds.add(particles.position[p].xyz());
            fastest = std::max(fastest, length_squared(particles.velocity[p].xyz()));
        }
        m.body->motion.greatest_speed = std::max(m.body->motion.greatest_speed, std::sqrt(fastest));
    }
}

}  // namespace pliant
