// How far the boundary of tetrahedra is from the surface they were made from, and where it is too far: both ways.
//
//     there    from places of the boundary to the nearest place of the given surface
//     back     from places of the solid's border, as it was given, to the nearest place of the boundary
//
// Places are corners, centres and middles of edges: of the boundary's triangles, and of pieces of the given surface no
// longer than a cell.
//
// A gap that is narrower than a cell is closed over, as a hole is: the lattice cannot see it. Its walls are then inside
// the tetrahedra, as far from the boundary as the gap is deep. A place counts as lying in a closed gap if it is inside
// the tetrahedra, and no ball of one cell's diameter that is clear of the solid comes as near to it as a quarter of a
// cell (SolidField::has_room). Those are told apart, and left out of nothing else.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "geometry/solid_field.h"
#include "geometry/tet_mesh.h"
#include "geometry/triangle_edges.h"

namespace pliant {

class Team;

// A place where the two are farther apart than they may be.
struct Stray {
    TrianglePoints points;  // of the boundary's triangle ...
    Vec3d weights;          // ... and the place on it
    Vec3d goal;             // on the given surface
    double distance = 0;    // [m]
    u32 piece = none;       // of the border that is too far away; none where it is the boundary that is
    static constexpr u32 none = 0xffffffffu;
};

struct SurfaceOffset {
    double there = 0, back = 0;  // [m] the largest; `back` without closed gaps
    double in_gaps = 0;          // [m] the largest distance of a wall of a closed gap
    double gap_share = 0;        // of the border's area, that is beyond the limit and in closed gaps, 0 … 1
    std::vector<Stray> strays;   // places beyond the limit that are in no closed gap, in the order of the surfaces
    double largest() const { return there > back ? there : back; }
};

// Measures once, and again where points have moved since.
class OffsetMeter {
  public:
    // [m] `limit`: beyond it, a place is a stray. All must outlive this.
    OffsetMeter(const TetMesh& mesh, const SolidField& field, double limit, Team* team);
    // After points of the mesh have moved: strays are exact, distances below the limit may be told too large ...
    void update();
    void settle();  // ... until this

    SurfaceOffset offset() const;
    std::span<const TrianglePoints> boundary() const { return boundary_; }

  private:
    static constexpr int places = 7;
    // The classification of places of the border beyond the limit; each is found once. Unknown ones count as strays.
    enum class Far : u8 { unknown, stray, covered, in_gap };
    struct Places {
        std::array<float, places> distance;  // [m]; -1 where it is surely less than what needs a look
        std::array<u32, places> nearest{};   // triangle of the boundary
        std::array<Far, places> far{};
        bool exact = true;  // or the distances are bounds from above
    };

    TriangleCorners corners(size_t triangle) const;
    void look_there(size_t triangle, bool centre_only);
    void look_back(size_t piece, bool centre_only);
    bool still_near(Places& found, const std::array<float, places>& moved) const;
    static double largest_known(const std::vector<Places>& surface);
    bool is_stray(const Places& found, int k) const;
    void find_far(bool thin);
    void add_back(SurfaceOffset& result) const;
    Far what_is(const SurfacePiece& piece, const Vec3d& p) const;

    const TetMesh& mesh_;
    const SolidField& field_;
    const double limit_;
    Team* const team_;
    const std::vector<TrianglePoints> boundary_;
    TriangleTree tree_;                      // of the boundary
    std::unique_ptr<WindingNumber> inside_;  // the tetrahedra; once it was needed
    bool updated_ = false;
    std::vector<Places> there_, back_;       // of each triangle, of each piece
    double look_there_ = 0, look_back_ = 0;  // [m] distances that are surely less than this need no search
};

}  // namespace pliant
