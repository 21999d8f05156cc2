// The default way to fit a lattice to points.
//
// Displacements d of the particles are sought with
//
//     | W d - (points - W rest) |²  +  λ ( |second differences of d|² + ε |twists, first differences of d|² + ε² |d|² )
//
// least, where a row of W has the eight trilinear weights of a point. Second differences are those along lattice lines;
// a trilinear map of the whole body has none. They leave free what happens across bodies of one cell, and hinges, where
// cells touch in an edge or a corner: the twists of cell faces and first differences hold these. So that they cost an
// affine deformation nothing, the affine map that fits all points best is taken off beforehand and put back in the end:
// what remains of an affine deformation is zero, whatever λ.
//
// λ pulls what the points do tell by about λ. Solving again for what is left of the points takes that back (iterated
// Tikhonov regularisation): after k rounds it is λ to the power of k. All of it is linear in the points, so what moves
// smoothly from frame to frame is followed smoothly.
//
// λ = 1e-4 was chosen with an octopus and a ball, bent, waved and shaken: at 1e-5 the surface comes hardly nearer, and
// particles that few points tell of begin to fly (edges stretched twice as far).

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>

#include "body/lattice/fit_methods.h"
#include "core/assert.h"
#include "core/error.h"

namespace pliant::lattice {

namespace {

constexpr double weak = 1e-3;  // ε
constexpr int rounds = 3;
// What is left of an affine deformation is the rounding of floats; to fit that would only magnify it.
constexpr double rounding = 4 * 0x1p-23;
constexpr double flat = 1e-8;  // share of the greatest variance below which points lie in a plane

using Sparse = Eigen::SparseMatrix<double>;
using Columns = Eigen::Matrix<double, Eigen::Dynamic, 3>;

Eigen::RowVector3d row_of(const Vec3& v) { return {v.x, v.y, v.z}; }

Columns rest_of(const LatticeMesh& lattice) {
    Columns rest(lattice.particle_count(), 3);
    for (u32 p = 0; p < lattice.particle_count(); ++p) rest.row(p) = row_of(lattice.rest_position(p));
    return rest;
}

Sparse weights_of(const LatticeMesh& lattice, std::span<const LatticePlace> places, const std::vector<u32>& points) {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(8 * points.size());
    for (size_t i = 0; i < points.size(); ++i) {
        const LatticePlace& place = places[points[i]];
        for (int c = 0; c < 8; ++c)
            entries.emplace_back(static_cast<int>(i), static_cast<int>(lattice.cell_corner[place.cell][c]),
                                 trilinear_weight(place.at, c));
    }
    Sparse weights(static_cast<int>(points.size()), static_cast<int>(lattice.particle_count()));
    weights.setFromTriplets(entries.begin(), entries.end());
    return weights;
}

// Rows of differences that should be small, each row with the square root of its weight.
class SmoothRows {
  public:
    explicit SmoothRows(const LatticeMesh& lattice) : lattice_(lattice) {
        add_lines();
        add_twists();
        for (u32 p = 0; p < lattice.particle_count(); ++p) add({{p, weak}});
    }
    Sparse matrix() const {
        Sparse m(rows_, static_cast<int>(lattice_.particle_count()));
        m.setFromTriplets(entries_.begin(), entries_.end());
        return m;
    }

  private:
    struct Entry {
        u32 particle;
        double weight;
    };
    void add(std::initializer_list<Entry> row) {
        for (const Entry& e : row) entries_.emplace_back(rows_, static_cast<int>(e.particle), e.weight);
        ++rows_;
    }

    // Along each axis: edges, and pairs of edges that follow each other.
    void add_lines() {
        const double w = std::sqrt(weak);
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<std::array<u32, 2>> edges;  // where parts meet, several begin at one particle
            for (const std::array<u32, 8>& corner : lattice_.cell_corner)
                for (u32 c = 0; c < 8; ++c)
                    if (!(c >> axis & 1)) edges.push_back({corner[c], corner[c | 1u << axis]});
            std::sort(edges.begin(), edges.end());
            edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
            for (const auto& [a, b] : edges) {
                add({{a, -w}, {b, w}});
                auto next = std::lower_bound(edges.begin(), edges.end(), std::array<u32, 2>{b, 0});
                for (; next != edges.end() && (*next)[0] == b; ++next) add({{a, 1}, {b, -2}, {(*next)[1], 1}});
            }
        }
    }

    // A face of cells has one twist, however many cells share it; it stands for two entries of the Hessian.
    void add_twists() {
        std::vector<std::array<u32, 4>> faces;
        for (const std::array<u32, 8>& corner : lattice_.cell_corner)
            for (u32 axis = 0; axis < 3; ++axis) {
                const u32 u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3;
                for (u32 base : {0u, 1u << axis})
                    faces.push_back({corner[base], corner[base | u], corner[base | v], corner[base | u | v]});
            }
        std::sort(faces.begin(), faces.end());
        faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
        const double w = std::sqrt(2 * weak);
        for (const auto& [a, b, c, d] : faces) add({{a, w}, {b, -w}, {c, -w}, {d, w}});
    }

    const LatticeMesh& lattice_;
    std::vector<Eigen::Triplet<double>> entries_;
    int rows_ = 0;
};

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

class SmoothFit final : public LatticeFit {
  public:
    SmoothFit(const LatticeMesh& lattice, std::span<const LatticePlace> places, double smoothness)
        : points_(fitted_points(places)),
          rest_(rest_of(lattice)),
          weights_(weights_of(lattice, places, points_)),
          transposed_(weights_.transpose()),
          rest_points_(weights_ * rest_),
          affine_(rest_points_) {
        const Sparse rows = SmoothRows(lattice).matrix();
        const Sparse of_points = transposed_ * weights_;
        const double mean_weight = of_points.diagonal().sum() / static_cast<double>(lattice.particle_count());
        factor_.compute(of_points + smoothness * mean_weight * Sparse(rows.transpose() * rows));
        if (factor_.info() != Eigen::Success)
            throw Error({"fit", "the equations of the lattice have no solution", "", "another spacing may help"});
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

std::vector<u32> fitted_points(std::span<const LatticePlace> places) {
    std::vector<u32> points;
    for (u32 p = 0; p < places.size(); ++p)
        if (can_be_fitted(places[p])) points.push_back(p);
    if (points.empty())
        throw Error({"fit", "no point of the mesh stands in the lattice", "a lattice around the mesh",
                     "do the scale and the unit of the mesh fit the lattice?"});
    return points;
}

std::unique_ptr<LatticeFit> make_smooth_fit(const LatticeMesh& lattice, std::span<const LatticePlace> places,
                                            double smoothness) {
    return std::make_unique<SmoothFit>(lattice, places, smoothness);
}

}  // namespace pliant::lattice
