// Depth of a point inside the solid that a triangle soup represents: any soup, closed or not.
//
// Inside is where the winding number of the surface is beyond 1/2 or -1/2, so that holes are closed over and parts that
// overlap are one. A sheet, which has no inside, becomes one cell thick, and a part too thin to be seen by the lattice
// becomes 1.5 cells thick: a body would lose its ears and fins otherwise. A fit (tet_fit.h) removes the excess.
#pragma once

#include <memory>
#include <vector>

#include "geometry/bcc_lattice.h"
#include "geometry/enclosure.h"
#include "geometry/triangle_tree.h"

namespace pliant {

class Team;

// A small piece of the surface. Pieces are no longer than a cell, so that one number says how thick the solid is there.
struct SurfacePiece {
    TriangleCorners corner;
    double reach = 0;  // [m] that the solid goes beyond it after a fit, because it was too thin
    Vec3d centre() const { return (corner[0] + corner[1] + corner[2]) / 3.0; }
};

class SolidField {
  public:
    // All points of the soup must be finite, and there must be a triangle.
    SolidField(const TriangleSoup& soup, const BccLattice& lattice, Team* team);

    // [m] Positive inside. The distance to the surface, or less where the solid fades out at a hole.
    // Beyond two cells it says no more than that.
    double depth(const Vec3d& p) const;
    // 1 for each site that is inside.
    std::vector<u8> inside_sites(Team* team) const;

    // [m] To the surface as it was given, or to where a hole was closed; `bound` where that is farther.
    double distance_to_given(const Vec3d& p, double bound) const;
    // What of the given surface is a border of the solid: not what lies within it, also where that was made thicker.
    const std::vector<SurfacePiece>& border() const { return border_; }

    // Whether the solid is on one side of a place of a piece alone, and not made thicker by its neighbours beyond it.
    bool is_border(const SurfacePiece& piece, const Vec3d& p) const;
    // Whether a ball of one cell's diameter that is clear of the solid, as thick as it has to be, comes within a
    // quarter of a cell of a place of a piece.
    bool has_room(const SurfacePiece& piece, const Vec3d& p) const;
    Vec3d nearest_given(const Vec3d& p) const { return given_.nearest(p).on.point; }
    bool is_outside(const Vec3d& p) const { return enclosed(p) <= 0.5; }  // of the given soup
    double cell() const { return cell_; }

    bool solid() const { return enclosure_ != nullptr; }
    bool closed() const { return enclosure_ && enclosure_->closed; }
    double thickened() const { return thickened_; }  // share of the surface that was given thickness, 0 … 1

  private:
    double enclosed(const Vec3d& p) const;  // the absolute winding number
    Vec3d from_solid(const Vec3d& p, double bound) const;
    double thickness(const SurfacePiece& piece) const;
    void find_thin_parts(const TriangleSoup& soup, Team* team);
    std::vector<u8> lost_pieces(const std::vector<SurfacePiece>& pieces, const std::vector<double>& thickness,
                                Team* team) const;
    void fill_row(const std::vector<u8>& touched, i32 start, i32 y, i32 z, std::vector<u8>& inside) const;

    const BccLattice lattice_;
    const double cell_;
    std::shared_ptr<const Enclosure> enclosure_;
    std::unique_ptr<WindingNumber> winding_;
    TriangleTree given_;
    std::vector<SurfacePiece> border_;
    TriangleTree thin_;         // pieces where the solid is too thin ...
    std::vector<float> reach_;  // ... and how far it goes beyond each [m]
    std::vector<float> kept_;   // the same after a fit, which allows half a cell [m]
    double largest_reach_ = 0, largest_kept_ = 0, thickened_ = 0;
};

}  // namespace pliant
