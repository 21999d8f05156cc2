// A lattice that has been bent for good: what every cell has become, and the shape that all of them together want.
//
// A cell keeps, for each of its corners, how far it has flowed away from the box it was cooked as: so it can be
// stretched, sheared, bent or twisted. Cells do not fit together any more after that. The shape X that regions are
// matched to is the one in which every cell is nearest to what it has become, turned as suits it:
//
//     min over X, Q, t    sum over cells and corners  |X_k - t_c - Q_c W_k|^2
//
// by Newton's method from the shape of the last step, a round a step, each by conjugate gradients.
// Where a guide moves the wanted shape, cells carry what they have become along with it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "body/kind.h"
#include "body/plastic.h"
#include "core/archive.h"
#include "geometry/lattice_mesh.h"

namespace pliant::lattice {

class PlasticShape {
  public:
    explicit PlasticShape(const LatticeMesh& mesh);

    // What is beyond yield becomes the cells' own. `turned`: about how each cell is turned. True when something flowed.
    bool flow(const Float4* particles, std::span<const Vec3> wanted, std::span<const Quat> turned, const PlasticFlow&);
    // One round towards the shape that suits all cells. False when there is nothing left to do.
    bool settle(std::span<const Vec3> wanted, std::span<Vec3> shape);

    double volume(std::span<const Vec3> shape) const;  // [m³] of all cells
    void save(Writer&) const;
    void check(Reader&) const;
    void load(Reader&);
    void forget();                                                                 // cells are as they were cooked
    void take_over(const PlasticShape& before, std::span<const u32> cell_before);  // of a piece

  private:
    using Corners = std::array<Vec3, 8>;
    Corners become(u32 cell, std::span<const Vec3> wanted) const;  // W, about its middle
    Corners corners(u32 cell, const Float4* particles) const;
    Mat3 undone(u32 cell, std::span<const Vec3> wanted) const;
    bool take_over(u32 cell, const Corners& elastic, const Mat3& share, const PlasticRule&);
    void turn(std::span<Quat> rotations);  // nearest to matrix_, from what they were
    void keep_volume(Corners& offset) const;
    float strain_of(const Corners& offset) const;
    void gather(std::span<const Vec3> wanted, std::span<const Vec3> shape);
    void apply(std::span<const Vec3> x, std::span<Vec3> out) const;
    void solve();

    const LatticeMesh& mesh_;
    Corners box_;  // a cell as cooked, about its middle

    // State.
    std::vector<Corners> offset_;  // of each cell
    std::vector<Quat> turned_;     // Q of each cell

    // Scratch.
    std::vector<Mat3> matrix_;
    std::vector<Quat> rotations_;
    std::vector<Corners> arm_;
    std::vector<Vec3> displacement_, residual_, search_, image_;
    std::vector<float> inverse_diagonal_;
};

}  // namespace pliant::lattice
