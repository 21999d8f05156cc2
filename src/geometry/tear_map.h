// Where the surface of a body made of cells can open.
//
// Triangles are never split: each belongs to one cell, that of its face's middle (Müller, Teschner & Gross 2004). So a
// surface is a map of cells, and its edges are borders; a border lies on the links between the two cells. Everything
// here is counted, not measured, and so the walls of any crack close exactly, whatever the mesh:
//
//     triangle     ->  cell             border     ->  links that are passed on the way from one cell to the other
//     fan of a     ->  the grid edges (four cells around each) that the way around the point encircles: there
//     point            the surface is pierced
//     grid point   ->  how often the surface encloses it, by counting pierced places along a line
//
// The wall in a link's face is bounded by borders on the surface and by stretches of grid edges inside.
//
// All of that is counted on a grid with one cell at a site. Parts of a body that hang together nowhere but share sites
// (parted_lattice.h) are laid out side by side on a grid of their own. Where a part meets itself, as two fingers of a
// hand do, its cells at one site are not told apart by counting: they hold on to their neighbours and never part from
// them.
#pragma once

#include <span>

#include "geometry/lattice_mesh.h"
#include "geometry/triangle_edges.h"

namespace pliant {

// Two cells with a face in common; `high` is the next one along the axis.
struct LatticeLink {
    u32 low, high;
    u32 axis;
};

class TearMap {
  public:
    struct Surface {
        std::span<const Vec3> points;
        std::span<const TrianglePoints> triangles;
        std::span<const u32> face;  // of each triangle: triangles of one face stay together
        bool closed;
        std::span<const u32> cell = {};  // of each triangle; or empty: those that contain the middles of their faces
    };
    TearMap(const LatticeMesh& lattice, const Surface& surface);

    static constexpr u32 none = 0xffffffffu;
    u32 link_of(u32 low_cell, u32 axis) const { return link_index_[3 * static_cast<size_t>(low_cell) + axis]; }
    u32 link_below(u32 high_cell, u32 axis) const { return below_index_[3 * static_cast<size_t>(high_cell) + axis]; }
    // Cells of which a particle of the lattice is a corner, ascending.
    void cells_of(const LatticeMesh& lattice, u32 particle, std::vector<u32>& cells) const;
    size_t cell_count() const { return link_index_.size() / 3; }
    Vec3i site(u32 index) const;  // of the lattice, where a node that is no point stands
    bool encloses(u32 particle) const { return inside_[particle_index_[particle]] != 0; }

    // A grid edge, by its low end on the map's own grid.
    struct GridEdge {
        Vec3i low;
        u32 axis;
        bool operator<(const GridEdge& o) const { return comes_before(low, o.low) || (low == o.low && axis < o.axis); }
        bool operator==(const GridEdge& o) const { return low == o.low && axis == o.axis; }
    };
    std::array<GridEdge, 4> edges_of(u32 link) const;  // around its face

    // A link that lies between the two triangles of an edge.
    struct Crossing {
        u32 link;
        bool upwards;  // from its low cell to its high one
    };
    // The way across half-edge h = 3 t + k, from its triangle to its twin's; for h < twin[h].
    std::span<const Crossing> way(u32 h) const {
        return {ways_.data() + way_start_[h], ways_.data() + way_start_[h + 1]};
    }

    // Half-edges whose way passes a link, ascending.
    std::span<const u32> passing(u32 link) const {
        return {passing_.data() + passing_start_[link], passing_.data() + passing_start_[link + 1]};
    }

    // Stretches of a grid edge inside the surface, from node to node. A node is a point, or point_count + a site.
    struct Stretch {
        u32 from, to;
    };
    // Around a grid edge, counter-clockwise about the axis from the low side of both others; none where there is none.
    std::array<u32, 4> cells_around(const GridEdge& edge) const;
    std::vector<Stretch> stretches(const GridEdge& edge) const;

    std::vector<LatticeLink> links;          // by low cell, then by axis
    std::vector<u32> triangle_cell;          // of the surface
    std::vector<u32> twin;                   // the half-edge on the other side, or none
    std::vector<std::array<u32, 2>> hinges;  // cells that hang together although they have no face in common
    u32 point_count = 0;
    bool walled = false;  // cracks have walls; a skin around nothing has none

  private:
    struct Pierced {
        u64 edge;
        u32 point;
        i32 leaving;  // how often the surface is left there, going up the axis
    };
    struct Island {  // a part of the body that is laid out by itself
        i32 first_x;
        Vec3i shift;  // from the lattice to the grid
    };
    u32 cell_at(const Vec3i& grid_site) const;  // by its low corner, or none; the first where there are several
    u32 site_index(const Vec3i& s) const { return static_cast<u32>((s.z * sites_.y + s.y) * sites_.x + s.x); }
    Vec3i grid_site(u32 index) const {
        const i32 i = static_cast<i32>(index);
        return {i % sites_.x, i / sites_.x % sites_.y, i / sites_.x / sites_.y};
    }
    u64 edge_key(const GridEdge& e) const { return 3 * static_cast<u64>(site_index(e.low)) + e.axis; }
    GridEdge grid_edge(u64 key) const { return {grid_site(static_cast<u32>(key / 3)), static_cast<u32>(key % 3)}; }
    void lay_out(const LatticeMesh&);
    u32 beside(const LatticeMesh&, u32 cell, const Vec3i& grid_site) const;
    void hold(u32 a, u32 b) { hinges.push_back({std::min(a, b), std::max(a, b)}); }
    void find_links(const LatticeMesh&);
    void find_cells(const LatticeMesh&, const Surface&);
    void find_twins(const Surface&);
    void find_ways(const LatticeMesh&);
    std::vector<Vec3i> route(const Vec3i& from, const Vec3i& to) const;
    void find_pierced(const Surface&);
    void pierce(const std::vector<Vec3i>& loop, u32 point);
    struct Filling;
    Filling fill(const std::vector<Vec3i>& loop, const Vec3i& apex, const int* order) const;
    void find_inside();
    void find_gaps(const LatticeMesh&);
    void hold_empty_cells(const LatticeMesh&);

    Vec3i sites_;  // of the grid; all that follows is per site of it
    std::vector<Island> islands_;
    std::vector<Vec3i> cell_site_;               // of each cell
    std::vector<u32> particle_index_;            // site of each particle
    std::vector<u32> cell_index_, next_cell_;    // first cell of each site; of each cell the next at its site
    std::vector<u8> shared_;                     // of each cell: it is not alone at its site
    std::vector<u32> link_index_, below_index_;  // of each cell and axis: the link to the next cell, and to the last
    std::vector<u32> way_start_;
    std::vector<Crossing> ways_;
    std::vector<u32> passing_start_, passing_;
    std::vector<std::vector<Vec3i>> routes_;  // scratch: of the half-edges whose way leads through other cells
    std::vector<u32> route_of_;
    std::vector<Pierced> pierced_;  // by edge, then by point
    std::vector<Vec3> points_;
    std::vector<i8> inside_;  // per site
};

// Of the triangles first … last - 1.
Vec3 middle_of_face(std::span<const Vec3> points, std::span<const TrianglePoints> triangles, size_t first, size_t last);

}  // namespace pliant
