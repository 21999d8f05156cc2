// Lattice shape matching as published, the plain way: a search for every region, sums by loops, double precision.
// The measure of the fast solver. Equations as in Sullivan 2011, 3-1 to 3-4, with the particle weights m / |R| and the
// region damping of Rivers & James 2007.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "geometry/lattice_mesh.h"

namespace pliant::reference {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

struct Lattice {
    std::vector<Vector> rest, position, velocity;
    std::vector<double> mass;
    std::vector<std::vector<int>> region;  // particles of the region around each particle

    // Every particle within w steps, where a step leads to any particle of a cell that the particle belongs to.
    Lattice(const LatticeMesh& mesh, int w, double density) {
        const size_t n = mesh.particle_count();
        std::vector<std::vector<int>> cells(n);
        mass.assign(n, 0);
        const double corner_mass = density / 8 * mesh.spacing.x * mesh.spacing.y * mesh.spacing.z;
        for (size_t c = 0; c < mesh.cell_count(); ++c)
            for (auto p : mesh.cell_corner[c]) cells[p].push_back(static_cast<int>(c)), mass[p] += corner_mass;
        for (size_t p = 0; p < n; ++p) {
            const auto at = mesh.rest_position(static_cast<unsigned>(p));
            rest.emplace_back(at.x, at.y, at.z);
            std::vector<int> found{static_cast<int>(p)};
            std::vector<char> seen(n, 0);
            seen[p] = 1;
            for (int step = 0, begin = 0; step < w; ++step)
                for (int end = static_cast<int>(found.size()); begin < end; ++begin)
                    for (int c : cells[found[begin]])
                        for (auto q : mesh.cell_corner[c])
                            if (!seen[q]) seen[q] = 1, found.push_back(static_cast<int>(q));
            region.push_back(found);
        }
        position = rest;
        velocity.assign(n, Vector::Zero());
    }

    static Matrix nearest_rotation(const Matrix& a) {
        const Eigen::JacobiSVD<Matrix> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
        Matrix d = Matrix::Identity();
        d(2, 2) = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
        return svd.matrixU() * d * svd.matrixV().transpose();
    }

    // One substep of length h: alpha and damping are the shares of the way to the goal and to the region's rigid
    // motion.
    void substep(double h, double alpha, double damping, const Vector& gravity, double crush_resistance = 0) {
        const size_t n = rest.size();
        std::vector<Vector> goal(n, Vector::Zero()), rigid(n, Vector::Zero());
        for (const auto& members : region) {
            double total = 0;
            Vector cm0 = Vector::Zero(), cm = cm0, momentum = cm0, angular = cm0;
            for (int i : members) {
                const double m = mass[i] / static_cast<double>(region[i].size());
                total += m, cm0 += m * rest[i], cm += m * position[i], momentum += m * velocity[i];
            }
            cm0 /= total, cm /= total;
            Matrix apq = Matrix::Zero(), rest_covariance = apq, inertia = apq;
            for (int i : members) {
                const double m = mass[i] / static_cast<double>(region[i].size());
                const Vector q = rest[i] - cm0, p = position[i] - cm;
                apq += m * p * q.transpose();
                rest_covariance += m * q * q.transpose();
                angular += m * p.cross(velocity[i]);
                inertia += m * (p.squaredNorm() * Matrix::Identity() - p * p.transpose());
            }
            // Below 0.75 of its volume a region wants to grow.
            const double volume = std::max(apq.determinant() / rest_covariance.determinant(), 0.0);
            const double growth = 1 + crush_resistance * std::max(0.75 - volume, 0.0);
            const Matrix r = growth * nearest_rotation(apq);
            const Vector spin = inertia.ldlt().solve(angular), v = momentum / total;
            for (int i : members) {
                goal[i] += (r * (rest[i] - cm0) + cm) / static_cast<double>(region[i].size());
                rigid[i] += (v + spin.cross(position[i] - cm)) / static_cast<double>(region[i].size());
            }
        }
        for (size_t i = 0; i < n; ++i) {
            velocity[i] += alpha * (goal[i] - position[i]) / h + damping * (rigid[i] - velocity[i]) + h * gravity;
            position[i] += h * velocity[i];
        }
    }
};

}  // namespace pliant::reference
