#include "body/smooth_fit.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>

#include "core/contract.h"
#include "core/error.h"

namespace pliant {

namespace {

constexpr int rounds = 3;
// What is left of an affine deformation is the rounding of floats; to fit that would only magnify it.
constexpr double rounding = 4 * 0x1p-23;
constexpr double flat = 1e-8;  // share of the greatest variance below which points lie in a plane

using Sparse = Eigen::SparseMatrix<double>;
using Columns = Eigen::Matrix<double, Eigen::Dynamic, 3>;

Eigen::RowVector3d row_of(const Vec3& v) { return {v.x, v.y, v.z}; }

Columns rows_of(std::span<const Vec3> places) {
    Columns rows(places.size(), 3);
    for (size_t p = 0; p < places.size(); ++p) rows.row(static_cast<int>(p)) = row_of(places[p]);
    return rows;
}

Sparse sparse(std::span<const FitEntry> entries, size_t rows, size_t particles) {
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(entries.size());
    for (const FitEntry& e : entries)
        triplets.emplace_back(static_cast<int>(e.row), static_cast<int>(e.particle), e.weight);
    Sparse matrix(static_cast<int>(rows), static_cast<int>(particles));
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    return matrix;
}

// The affine map of displacements that fits the points best. Across a plane in which all points lie it keeps its
// distance and turns with the plane; otherwise a sheet that is turned upright would fold its lattice flat.
class BestAffine {
  public:
    explicit BestAffine(const Columns& points) : center_(points.colwise().mean()) {
        const Columns q = points.rowwise() - center_;
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(q.transpose() * q);
        const Eigen::Vector3d variance = axes.eigenvalues();  // ascending
        Eigen::Vector3d inverse = Eigen::Vector3d::Zero();
        for (int i = 0; i < 3; ++i)
            if (variance[i] > flat * variance[2]) inverse[i] = 1 / variance[i];
        weights_ = q * (axes.eigenvectors() * inverse.asDiagonal() * axes.eigenvectors().transpose());
        plane_ = inverse[0] == 0 && inverse[1] > 0;
        along_[0] = axes.eigenvectors().col(1), along_[1] = axes.eigenvectors().col(2);
    }
    void fit(const Columns& displacements) {
        linear_.noalias() = weights_.transpose() * displacements;
        constant_ = displacements.colwise().mean();
        if (plane_) turn_normal();
    }
    void add_to(Columns& displacements, const Columns& places, double sign) const {
        displacements += sign * ((places.rowwise() - center_) * linear_);
        displacements.rowwise() += sign * constant_;
    }

  private:
    void turn_normal() {
        const Eigen::Vector3d normal = along_[0].cross(along_[1]);
        const auto moved = [&](const Eigen::Vector3d& v) -> Eigen::Vector3d { return v + linear_.transpose() * v; };
        const Eigen::Vector3d turned = moved(along_[0]).cross(moved(along_[1]));
        if (turned.norm() > flat) linear_ += normal * (turned.normalized() - normal).transpose();
    }

    Eigen::RowVector3d center_, constant_;
    Eigen::Matrix3d linear_;  // rows of places to rows of displacements
    Columns weights_;
    bool plane_ = false;
    Eigen::Vector3d along_[2];
};

class SmoothFit final : public PoseFit {
  public:
    explicit SmoothFit(const SmoothFitInput& in)
        : points_(in.points),
          rest_(rows_of(in.rest)),
          weights_(sparse(in.weights, in.points.size(), in.rest.size())),
          transposed_(weights_.transpose()),
          rest_points_(weights_ * rest_),
          affine_(rest_points_) {
        const Sparse rows = sparse(in.smooth, in.smooth_rows, in.rest.size());
        const Sparse of_points = transposed_ * weights_;
        const double mean_weight = of_points.diagonal().sum() / static_cast<double>(in.rest.size());
        factor_.compute(of_points + in.smoothness * mean_weight * Sparse(rows.transpose() * rows));
        if (factor_.info() != Eigen::Success)
            throw Error(
                {"fit", "the equations of the matter have no solution", "", "another size of its cells may help"});
    }

    void solve(std::span<const Vec3> points, std::span<Vec3> particles) override {
        PL_ASSERT(particles.size() == static_cast<size_t>(rest_.rows()));
        left_.resize(rest_points_.rows(), 3);
        for (size_t i = 0; i < points_.size(); ++i) left_.row(static_cast<int>(i)) = row_of(points[points_[i]]);
        const double greatest = std::max(left_.cwiseAbs().maxCoeff(), rest_points_.cwiseAbs().maxCoeff());
        left_ -= rest_points_;
        affine_.fit(left_);
        affine_.add_to(left_, rest_points_, -1);
        found_.setZero(rest_.rows(), 3);
        const bool affine = left_.cwiseAbs().maxCoeff() <= rounding * greatest;
        for (int round = 0; round < rounds && !affine; ++round) {
            if (round > 0) left_.noalias() -= weights_ * step_;
            right_.noalias() = transposed_ * left_;
            step_ = factor_.solve(right_);
            found_ += step_;
        }
        affine_.add_to(found_, rest_, 1);
        found_ += rest_;
        for (size_t p = 0; p < particles.size(); ++p) {
            const Eigen::RowVector3d at = found_.row(static_cast<int>(p));
            particles[p] = Vec3d{at[0], at[1], at[2]}.to<float>();
        }
    }

  private:
    std::vector<u32> points_;
    Columns rest_;
    Sparse weights_, transposed_;
    Columns rest_points_;
    BestAffine affine_;
    Eigen::SimplicialLDLT<Sparse> factor_;
    Columns left_, right_, step_, found_;
};

}  // namespace

std::unique_ptr<PoseFit> make_smooth_fit(const SmoothFitInput& in) {
    PL_ASSERT(is_positive(in.smoothness));
    return std::make_unique<SmoothFit>(in);
}

}  // namespace pliant
