// The default way to fit a lattice to points.
//
// What should be small (body/smooth_fit.h) are second differences along lattice lines; a trilinear map of the whole
// body has none. They leave free what happens across bodies of one cell, and hinges, where cells touch in an edge or a
// corner: the twists of cell faces and first differences hold these, times ε, and ε² holds every particle.
//
// λ = 1e-4 was chosen with an octopus and a ball, bent, waved and shaken: at 1e-5 the surface comes hardly nearer, and
// particles that few points tell of begin to fly (edges stretched twice as far).

#include <algorithm>

#include "body/lattice/fit_methods.h"
#include "body/smooth_fit.h"
#include "core/contract.h"
#include "core/error.h"

namespace pliant::lattice {

namespace {

constexpr double weak = 1e-3;  // ε

// Rows of differences that should be small, each row with the square root of its weight.
class SmoothRows {
  public:
    explicit SmoothRows(const LatticeMesh& lattice) : lattice_(lattice) {
        add_lines();
        add_twists();
        for (u32 p = 0; p < lattice.particle_count(); ++p) add({{p, weak}});
    }
    std::vector<FitEntry>& entries() { return entries_; }
    u32 rows() const { return rows_; }

  private:
    struct Entry {
        u32 particle;
        double weight;
    };
    void add(std::initializer_list<Entry> row) {
        for (const Entry& e : row) entries_.push_back({rows_, e.particle, e.weight});
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
    std::vector<FitEntry> entries_;
    u32 rows_ = 0;
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
    PL_ASSERT(is_positive(smoothness));
    SmoothFitInput in;
    in.points = fitted_points(places), in.smoothness = smoothness;
    for (u32 p = 0; p < lattice.particle_count(); ++p) in.rest.push_back(lattice.rest_position(p));
    for (u32 i = 0; i < in.points.size(); ++i) {
        const LatticePlace& place = places[in.points[i]];
        for (int c = 0; c < 8; ++c)
            in.weights.push_back({i, lattice.cell_corner[place.cell][c], trilinear_weight(place.at, c)});
    }
    SmoothRows smooth(lattice);
    in.smooth = std::move(smooth.entries()), in.smooth_rows = smooth.rows();
    return pliant::make_smooth_fit(in);
}

}  // namespace pliant::lattice
