// The published way to fit a lattice to points (Sullivan 2011, equations 5-4 to 5-6).
//
// For each cell, the affine map that brings its points nearest to where they should be:
//
//     x̃ = A (x⁰ - t₀) + t,   t₀ and t the means at rest and deformed,   A = (Σ p qᵀ)(Σ q qᵀ)⁻¹,  q = x⁰ - t₀,  p = x -
//     t
//
// Where the points of a cell do not span space, those of the cells around it are taken in, ring by ring, until they do;
// in the end those of the whole body, since parts of it may hang together nowhere.
// Sums are made once for each cell and frame; a cell with a pool adds up those of its pool.

#include <Eigen/Eigenvalues>

#include <algorithm>

#include "body/lattice/fit_methods.h"
#include "core/assert.h"
#include "core/contract.h"
#include "core/error.h"

namespace pliant::lattice {

namespace {

// The least variance of a pool along any direction, as a share of the greatest. Exactly none is what the paper asks
// for; points of a nearly flat patch would give a map whose error across it is that of their roundness, many times
// over.
constexpr double regular = 1e-3;

// Sums over points of a cell: their number, x⁰, x, x⁰ x⁰ᵀ and x x⁰ᵀ.
struct RestSums {
    double count = 0;
    Eigen::Vector3d place = Eigen::Vector3d::Zero();
    Eigen::Matrix3d square = Eigen::Matrix3d::Zero();
    void add(const RestSums& o) { count += o.count, place += o.place, square += o.square; }
    Eigen::Vector3d mean() const { return place / count; }
    Eigen::Matrix3d spread() const { return square - place * place.transpose() / count; }  // Σ q qᵀ
};
struct FrameSums {
    Eigen::Vector3d place = Eigen::Vector3d::Zero();
    Eigen::Matrix3d product = Eigen::Matrix3d::Zero();
};

Eigen::Vector3d column(const Vec3& v) { return {v.x, v.y, v.z}; }

bool spans_space(const RestSums& sums) {
    if (sums.count < 4) return false;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(sums.spread(), Eigen::EigenvaluesOnly);
    return axes.eigenvalues()[0] > regular * axes.eigenvalues()[2];
}

// Cells that share a particle, found by particle.
class CellsAround {
  public:
    explicit CellsAround(const LatticeMesh& lattice) : lattice_(lattice), start_(lattice.particle_count() + 1, 0) {
        for (const auto& corners : lattice.cell_corner)
            for (u32 p : corners) ++start_[p + 1];
        for (size_t p = 1; p < start_.size(); ++p) start_[p] += start_[p - 1];
        cells_.resize(start_.back());
        std::vector<u32> at(start_.begin(), start_.end() - 1);
        for (u32 c = 0; c < lattice.cell_count(); ++c)
            for (u32 p : lattice.cell_corner[c]) cells_[at[p]++] = c;
        seen_.resize(lattice.cell_count(), 0);
    }
    // Adds to `pool` the neighbours of its cells from `from` on; `mark` tells pools apart.
    void grow(std::vector<u32>& pool, size_t from, u32 mark) {
        if (from == 0) seen_[pool[0]] = mark;
        for (size_t i = from, end = pool.size(); i < end; ++i)
            for (u32 p : lattice_.cell_corner[pool[i]])
                for (u32 k = start_[p]; k < start_[p + 1]; ++k)
                    if (seen_[cells_[k]] != mark) seen_[cells_[k]] = mark, pool.push_back(cells_[k]);
    }
    void add_all(std::vector<u32>& pool, u32 mark) {
        for (u32 c = 0; c < seen_.size(); ++c)
            if (seen_[c] != mark) seen_[c] = mark, pool.push_back(c);
    }

  private:
    const LatticeMesh& lattice_;
    std::vector<u32> start_, cells_, seen_;
};

class CellsFit final : public LatticeFit {
  public:
    CellsFit(const LatticeMesh& lattice, std::span<const LatticePlace> places)
        : lattice_(lattice), points_(fitted_points(places)), sums_(lattice.cell_count()) {
        for (u32 p : points_) {
            point_cell_.push_back(places[p].cell);
            Eigen::Vector3d at = Eigen::Vector3d::Zero();
            for (int c = 0; c < 8; ++c)
                at += trilinear_weight(places[p].at, c) *
                      column(lattice.rest_position(lattice.cell_corner[places[p].cell][c]));
            point_rest_.push_back(at);
        }
        make_pools();
        share_.assign(lattice.particle_count(), 0);
        for (const auto& corners : lattice.cell_corner)
            for (u32 p : corners) share_[p] += 1;
        found_.resize(lattice.particle_count());
    }

    void solve(std::span<const Vec3> points, std::span<Vec3> particles) override {
        PL_ASSERT(particles.size() == found_.size());
        std::fill(sums_.begin(), sums_.end(), FrameSums{});
        for (size_t i = 0; i < points_.size(); ++i) {
            const Eigen::Vector3d x = column(points[points_[i]]);
            FrameSums& s = sums_[point_cell_[i]];
            s.place += x, s.product += x * point_rest_[i].transpose();
        }
        std::fill(found_.begin(), found_.end(), Eigen::Vector3d::Zero());
        for (u32 c = 0; c < pools_.size(); ++c) move_corners(c);
        for (size_t p = 0; p < particles.size(); ++p) {
            const Eigen::Vector3d at = found_[p] / share_[p];
            particles[p] = Vec3d{at[0], at[1], at[2]}.to<float>();
        }
    }

  private:
    struct Pool {
        u32 begin, end;           // in pool_cells_; only cells that have points
        double count;             // of points
        Eigen::Vector3d mean;     // t₀
        Eigen::Matrix3d inverse;  // (Σ q qᵀ)⁻¹
    };

    void make_pools() {
        std::vector<RestSums> rest(lattice_.cell_count());
        for (size_t i = 0; i < points_.size(); ++i) {
            const Eigen::Vector3d& x = point_rest_[i];
            rest[point_cell_[i]].add({1, x, x * x.transpose()});
        }
        CellsAround around(lattice_);
        std::vector<u32> cells;
        for (u32 c = 0; c < lattice_.cell_count(); ++c) {
            cells.assign(1, c);
            RestSums sums = rest[c];
            for (size_t from = 0; !spans_space(sums);) {
                const size_t known = cells.size();
                around.grow(cells, from, c + 1);
                if (cells.size() == known) around.add_all(cells, c + 1);
                if (cells.size() == known) fail_flat();
                for (size_t i = known; i < cells.size(); ++i) sums.add(rest[cells[i]]);
                from = known;
            }
            const u32 begin = static_cast<u32>(pool_cells_.size());
            for (u32 cell : cells)
                if (rest[cell].count > 0) pool_cells_.push_back(cell);
            pools_.push_back(
                {begin, static_cast<u32>(pool_cells_.size()), sums.count, sums.mean(), sums.spread().inverse()});
        }
    }
    [[noreturn]] static void fail_flat() {
        throw Error({"--method cells", "all points of the mesh lie in one plane", "a mesh with thickness",
                     "--method smooth has no need of it"});
    }

    void move_corners(u32 c) {
        const Pool& pool = pools_[c];
        FrameSums s;
        for (u32 i = pool.begin; i < pool.end; ++i)
            s.place += sums_[pool_cells_[i]].place, s.product += sums_[pool_cells_[i]].product;
        const Eigen::Matrix3d a = (s.product - s.place * pool.mean.transpose()) * pool.inverse;
        const Eigen::Vector3d t = s.place / pool.count;
        for (u32 p : lattice_.cell_corner[c]) found_[p] += a * (column(lattice_.rest_position(p)) - pool.mean) + t;
    }

    const LatticeMesh lattice_;
    std::vector<u32> points_, point_cell_, pool_cells_;
    std::vector<Eigen::Vector3d> point_rest_, found_;
    std::vector<Pool> pools_;
    std::vector<FrameSums> sums_;
    std::vector<double> share_;  // cells around each particle
};

}  // namespace

std::unique_ptr<LatticeFit> make_cells_fit(const LatticeMesh& lattice, std::span<const LatticePlace> places) {
    PL_VALIDATE(lattice);
    return std::make_unique<CellsFit>(lattice, places);
}

}  // namespace pliant::lattice
