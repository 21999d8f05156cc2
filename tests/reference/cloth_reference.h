// Cloth the plain way: one constraint after another in the order that is given, double precision. The measure of the
// fast solver. XPBD with one projection in a small step (Macklin et al. 2016, 2019), in the order bends, diagonals,
// spans, edges; bends take part in every other small step, for two at once. What is projected, in which order, and the
// area or weight that each stands for come from outside; rest lengths and curvatures are found here.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <vector>

namespace pliant::reference {

struct Cloth {
    using Vector = Eigen::Vector3d;

    struct Link {
        int a, b;
        double compliance;  // [m/N]
        double rest = 0;    // [m]
    };
    // S = Σ c_i x_i is a multiple of the curvature; C = S - |S at rest| S / |S|, or S where the cloth is flat at rest.
    struct Bend {
        std::vector<int> particle;
        std::vector<double> coefficient;
        double compliance;
        double rest = 0;
    };

    std::vector<Vector> position, velocity;
    std::vector<double> inverse_mass;  // 0: held
    std::vector<Link> edges, diagonals, spans;
    std::vector<Bend> bends;
    double damping = 0;  // [1/s] towards the motion as one rigid thing

    explicit Cloth(std::vector<Vector> rest)
        : position(std::move(rest)), velocity(position.size(), Vector::Zero()), inverse_mass(position.size(), 0) {}

    // Once all are listed, and while particles are at rest.
    void measure() {
        for (auto* links : {&edges, &diagonals})
            for (Link& l : *links) l.rest = (position[l.b] - position[l.a]).norm();
        for (Bend& b : bends) {
            b.rest = sum(b).norm();
            if (b.rest < 1e-6) b.rest = 0;
        }
    }

    void substep(double length, int small_steps, const Vector& gravity) {
        const double h = length / small_steps, two = length / ((small_steps + 1) / 2);
        if (damping > 0) damp(damping * length / (1 + damping * length));
        for (int s = 0; s < small_steps; ++s) {
            const std::vector<Vector> before = position;
            for (size_t p = 0; p < position.size(); ++p)
                if (inverse_mass[p] > 0) position[p] += h * (velocity[p] + h * gravity);
            if (s % 2 == 0)
                for (const Bend& b : bends) project(b, h * two);
            for (const Link& l : diagonals) project(l, h, false);
            for (const Link& l : spans) project(l, h, true);
            for (const Link& l : edges) project(l, h, false);
            for (size_t p = 0; p < position.size(); ++p) velocity[p] = (position[p] - before[p]) / h;
        }
    }

  private:
    Vector sum(const Bend& b) const {
        Vector s = Vector::Zero();
        for (size_t k = 0; k < b.particle.size(); ++k) s += b.coefficient[k] * position[b.particle[k]];
        return s;
    }

    // constraint |b - a| - rest, or only where it is positive; gradient -n and n; multiplier; correction.
    void project(const Link& l, double h, bool limit) {
        const double wa = inverse_mass[l.a], wb = inverse_mass[l.b];
        const Vector way = position[l.b] - position[l.a];
        const double error = way.norm() - l.rest;
        if (wa + wb == 0 || (limit && error < 0)) return;
        const Vector n = way.normalized();
        const double multiplier = -error / (wa + wb + (limit ? 0 : l.compliance / (h * h)));
        position[l.a] -= wa * multiplier * n;
        position[l.b] += wb * multiplier * n;
    }

    // constraint S - rest S/|S|; gradient c_i; multiplier, a vector; correction.
    void project(const Bend& b, double h2) {
        const Vector s = sum(b);
        const Vector error = b.rest > 0 ? Vector(s * (1 - b.rest / s.norm())) : s;
        double mobility = b.compliance / h2;
        for (size_t k = 0; k < b.particle.size(); ++k)
            mobility += inverse_mass[b.particle[k]] * b.coefficient[k] * b.coefficient[k];
        const Vector multiplier = -error / mobility;
        for (size_t k = 0; k < b.particle.size(); ++k)
            position[b.particle[k]] += inverse_mass[b.particle[k]] * b.coefficient[k] * multiplier;
    }

    // Müller et al. 2007: velocities are drawn to v + ω × r, which has the momentum and the angular momentum of all.
    void damp(double share) {
        double mass = 0;
        Vector center = Vector::Zero(), momentum = center, spin = center;
        Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
        for (size_t p = 0; p < position.size(); ++p)
            mass += 1 / inverse_mass[p], center += position[p] / inverse_mass[p],
                momentum += velocity[p] / inverse_mass[p];
        center /= mass;
        for (size_t p = 0; p < position.size(); ++p) {
            const Vector r = position[p] - center;
            spin += r.cross(velocity[p]) / inverse_mass[p];
            inertia += (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose()) / inverse_mass[p];
        }
        const Vector turning = inertia.ldlt().solve(spin);
        for (size_t p = 0; p < position.size(); ++p)
            velocity[p] += share * (momentum / mass + turning.cross(position[p] - center) - velocity[p]);
    }
};

}  // namespace pliant::reference
