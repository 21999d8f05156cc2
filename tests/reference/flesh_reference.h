// Flesh the plain way: one tet after another in the order that is given, dense matrices, double precision. The measure
// of the fast solver. Constraints as in constraint/neo_hookean.h; their gradients are checked against differences
// there.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "geometry/tet_mesh.h"

namespace pliant::reference {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

inline double deviatoric(const Matrix& f) {
    const double j = f.determinant();
    return std::sqrt(std::max(f.squaredNorm() + j * j - 4 * j, 0.0));
}

inline Matrix cofactors(const Matrix& f) {
    Matrix c;
    c.col(0) = f.col(1).cross(f.col(2)), c.col(1) = f.col(2).cross(f.col(0)), c.col(2) = f.col(0).cross(f.col(1));
    return c;
}

struct Flesh {
    std::vector<Vector> position, velocity;
    std::vector<double> inverse_mass;
    std::vector<TetPoints> tets;  // in the order in which they are projected
    std::vector<Matrix> inverse;  // of the edges at rest
    std::vector<double> volume;
    double mu, lambda;

    Flesh(const std::vector<Vec3>& rest, std::vector<TetPoints> in_order, double youngs_modulus, double poisson_ratio,
          double density)
        : velocity(rest.size(), Vector::Zero()),
          inverse_mass(rest.size(), 0),
          tets(std::move(in_order)),
          mu(youngs_modulus / (2 * (1 + poisson_ratio))),
          lambda(youngs_modulus * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio))) {
        for (const Vec3& p : rest) position.emplace_back(p.x, p.y, p.z);
        std::vector<double> mass(rest.size(), 0);
        for (const TetPoints& t : tets) {
            inverse.push_back(edges(t).inverse());
            volume.push_back(edges(t).determinant() / 6);
            for (const u32 p : t) mass[p] += density * volume.back() / 4;
        }
        for (size_t p = 0; p < mass.size(); ++p) inverse_mass[p] = 1 / mass[p];
    }

    Matrix edges(const TetPoints& t) const {
        Matrix d;
        for (int k = 0; k < 3; ++k) d.col(k) = position[t[static_cast<size_t>(k) + 1]] - position[t[0]];
        return d;
    }

    void step(double h, const Vector& gravity) {
        const std::vector<Vector> before = position;
        for (size_t p = 0; p < position.size(); ++p)
            if (inverse_mass[p] > 0) position[p] += h * (velocity[p] + h * gravity);
        for (size_t t = 0; t < tets.size(); ++t) project(t, h);
        for (size_t p = 0; p < position.size(); ++p) velocity[p] = (position[p] - before[p]) / h;
    }

    // (A + compliance) multipliers = -C for both constraints at once.
    void project(size_t t, double h) {
        const Matrix f = edges(tets[t]) * inverse[t], cof = cofactors(f);
        const double j = f.determinant(), cd = deviatoric(f);
        if (cd < 1e-12) return;
        Eigen::Matrix<double, 12, 2> gradient;
        const Matrix at_corners[2] = {(f + (j - 2) * cof) / cd * inverse[t].transpose(), cof * inverse[t].transpose()};
        for (int c = 0; c < 2; ++c) {
            gradient.col(c).segment<3>(0) = -at_corners[c].rowwise().sum();
            for (int k = 0; k < 3; ++k) gradient.col(c).segment<3>(3 * k + 3) = at_corners[c].col(k);
        }
        Eigen::Matrix<double, 12, 1> w;
        for (int k = 0; k < 4; ++k) w.segment<3>(3 * k).setConstant(inverse_mass[tets[t][static_cast<size_t>(k)]]);
        Eigen::Matrix2d system = gradient.transpose() * w.asDiagonal() * gradient;
        system(1, 1) *= 1.001;  // as the fast one
        system(0, 0) += 1 / (mu * volume[t] * h * h), system(1, 1) += 1 / (lambda * volume[t] * h * h);
        const Eigen::Matrix<double, 12, 1> move =
            w.asDiagonal() * gradient * system.ldlt().solve(Eigen::Vector2d(-cd, 1 - j));
        for (int k = 0; k < 4; ++k) position[tets[t][static_cast<size_t>(k)]] += move.segment<3>(3 * k);
    }
};

}  // namespace pliant::reference
