#include "geometry/stuffing.h"

#include <algorithm>

#include "core/assert.h"
#include "geometry/for_all.h"
#include "geometry/stuffing_stencils.h"

namespace pliant {

namespace {

constexpr u32 none = 0xffffffffu;

// A site with an edge that is cut.
struct NearSite {
    Vec3i site;
    double depth = 0;
    Vec3d moved;                             // from its place in the lattice [m]
    std::array<float, bcc_edges> cut;        // how far along each edge, 0 … 1; negative where it is not cut
    std::array<u32, bcc_edges / 2> point{};  // of the result, for the cut of each even edge
};

// Where depth passes through zero between p, which is inside, and q, which is not: 0 … 1. False position after the
// Illinois rule, whose bracket shrinks from both ends; the first step is exact where the surface is flat.
double find_cut(const DepthFunction& depth, const Vec3d& p, const Vec3d& q, double at_p, double at_q,
                double tolerance) {
    constexpr int most_steps = 5;
    double low = 0, high = 1, cut = 0.5;
    for (int step = 0; step < most_steps; ++step) {
        const double fall = at_p - at_q;
        cut = fall > 0 ? low + (high - low) * (at_p / fall) : (low + high) / 2;
        const double here = depth(p + (q - p) * cut);
        if (std::fabs(here) < tolerance) break;
        if (here > 0) {
            low = cut, at_p = here, at_q *= 0.5;
        } else {
            high = cut, at_q = here, at_p *= 0.5;
        }
    }
    return cut;
}

class Stuffing {
  public:
    Stuffing(const BccLattice& lattice, std::span<const u8> inside, const DepthFunction& depth, Team* team)
        : lattice_(lattice), depth_(depth), team_(team), sign_(inside.size()), near_of_(inside.size(), none) {
        PL_ASSERT(inside.size() == lattice.site_count() && inside.size() < none);
        for (size_t s = 0; s < inside.size(); ++s) sign_[s] = inside[s] ? 1 : -1;
    }

    TetMesh run() {
        find_near_sites();
        cut_edges();
        for (NearSite& n : near_) draw_to_surface(n);
        point_of_.assign(sign_.size(), none);
        for (Vec3i cube; cube.z < lattice_.cubes.z; ++cube.z)
            for (cube.y = 0; cube.y < lattice_.cubes.y; ++cube.y)
                for (cube.x = 0; cube.x < lattice_.cubes.x; ++cube.x)
                    for (int axis = 0; axis < 3; ++axis)
                        if (cube[axis] + 1 < lattice_.cubes[axis]) fill_between(cube, axis);
        return std::move(mesh_);
    }

  private:
    template <class F>
    void for_each_site(F&& f) const {
        for (int start = 0; start < 2; ++start) {  // corners, then centres
            const Vec3i end = lattice_.cubes + Vec3i{1 - start, 1 - start, 1 - start};
            for (i32 z = 0; z < end.z; ++z)
                for (i32 y = 0; y < end.y; ++y)
                    for (i32 x = 0; x < end.x; ++x) f(Vec3i{2 * x + start, 2 * y + start, 2 * z + start});
        }
    }

    void find_near_sites() {
        std::vector<u8> near(sign_.size(), 0);
        for_each_site([&](const Vec3i& site) {
            const size_t here = lattice_.index(site);
            for (int edge = 0; edge < bcc_edges; edge += 2) {
                const Vec3i end = site + bcc_edge[edge];
                if (!lattice_.contains(end)) continue;
                const size_t there = lattice_.index(end);
                if (sign_[here] != sign_[there]) near[here] = near[there] = 1;
            }
        });
        for_each_site([&](const Vec3i& site) {
            const size_t s = lattice_.index(site);
            if (!near[s]) return;
            near_of_[s] = static_cast<u32>(near_.size());
            near_.push_back({});
            near_.back().site = site;
        });
    }

    void cut_edges() {
        for_all(team_, near_.size(), [&](size_t n) { near_[n].depth = depth_(lattice_.position(near_[n].site)); });
        for_all(team_, near_.size(), [&](size_t n) {
            for (int edge = 0; edge < bcc_edges; edge += 2) near_[n].cut[edge] = cut_of(near_[n], edge);
        });
        for (NearSite& n : near_)
            for (int edge = 1; edge < bcc_edges; edge += 2) {
                const NearSite* back = neighbour(n, edge);
                const float cut = back ? back->cut[edge - 1] : -1.0f;
                n.cut[edge] = cut < 0 ? -1.0f : 1 - cut;
            }
    }

    const NearSite* neighbour(const NearSite& n, int edge) const {
        const Vec3i end = n.site + bcc_edge[edge];
        const u32 near = lattice_.contains(end) ? near_of_[lattice_.index(end)] : none;
        return near == none ? nullptr : &near_[near];
    }

    float cut_of(const NearSite& from, int edge) const {
        const NearSite* to = neighbour(from, edge);
        if (!to) return -1;
        const bool outwards = sign_[lattice_.index(from.site)] > 0;
        if (outwards == (sign_[lattice_.index(to->site)] > 0)) return -1;
        const NearSite &p = outwards ? from : *to, &q = outwards ? *to : from;
        const double cut = find_cut(depth_, lattice_.position(p.site), lattice_.position(q.site),
                                    std::max(p.depth, 0.0), std::min(q.depth, 0.0), 1e-3 * lattice_.cell);
        return static_cast<float>(outwards ? cut : 1 - cut);
    }

    // To the nearest of the cuts that are too near, if there is one. Which sites moved before matters, so this goes in
    // the order of the lattice.
    void draw_to_surface(NearSite& n) {
        double nearest = 1;
        int chosen = -1;
        i8& sign = sign_[lattice_.index(n.site)];
        for (int edge = 0; edge < bcc_edges; ++edge) {
            if (n.cut[edge] < 0 || sign_[lattice_.index(n.site + bcc_edge[edge])] == 0) continue;
            if (n.cut[edge] >= (edge < bcc_long_edges ? stuffing_near_long : stuffing_near_short)) continue;
            const double distance = n.cut[edge] * bcc_edge_length(edge);
            if (distance < nearest) nearest = distance, chosen = edge;
        }
        if (chosen < 0) return;
        n.moved = bcc_edge[chosen].to<double>() * (n.cut[chosen] * lattice_.cell / 2);
        sign = 0;
    }

    // The four tetrahedra of two neighbouring cubes: both centres, and each edge of the face between them.
    void fill_between(const Vec3i& cube, int axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const Vec3i first{2 * cube.x + 1, 2 * cube.y + 1, 2 * cube.z + 1};
        Vec3i second = first, corner[4];
        second[axis] += 2;
        constexpr int ring[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        bool any = sign_[lattice_.index(first)] > 0 || sign_[lattice_.index(second)] > 0;
        for (int k = 0; k < 4; ++k) {
            corner[k] = first;
            corner[k][axis] += 1, corner[k][u] += ring[k][0], corner[k][v] += ring[k][1];
            any = any || sign_[lattice_.index(corner[k])] > 0;
        }
        if (!any) return;
        for (int k = 0; k < 4; ++k) fill({first, second, corner[k], corner[(k + 1) % 4]});
    }

    void fill(const std::array<Vec3i, 4>& sites) {
        std::array<i8, 4> sign;
        for (int k = 0; k < 4; ++k) sign[k] = sign_[lattice_.index(sites[k])];
        const bool odd = (sites[0].x > sites[2].x) ^ (sites[0].y > sites[2].y) ^ (sites[0].z > sites[2].z);
        const Stencil& stencil = stuffing_stencils()[stencil_number(sign, odd)];
        for (u32 t = 0; t < stencil.count; ++t) {
            TetPoints tet;
            for (int k = 0; k < 4; ++k) {
                const StencilCorner c = stencil.tets[t][k];
                tet[k] = c.from == c.to ? site_point(sites[c.from]) : cut_point(sites[c.from], sites[c.to]);
            }
            mesh_.tets.push_back(tet);
        }
    }

    u32 add_point(const Vec3d& p) {
        mesh_.points.push_back(p.to<float>());
        return static_cast<u32>(mesh_.points.size() - 1);
    }

    u32 site_point(const Vec3i& site) {
        const size_t s = lattice_.index(site);
        if (point_of_[s] == none) {
            const Vec3d moved = near_of_[s] == none ? Vec3d{} : near_[near_of_[s]].moved;
            point_of_[s] = add_point(lattice_.position(site) + moved);
        }
        return point_of_[s];
    }

    u32 cut_point(const Vec3i& inner, const Vec3i& outer) {
        const int edge = bcc_edge_towards(outer - inner);
        const Vec3i& start = edge & 1 ? outer : inner;  // where the edge is an even one
        NearSite& n = near_[near_of_[lattice_.index(start)]];
        u32& point = n.point[static_cast<size_t>(edge / 2)];
        if (point == 0) {
            const Vec3d way = bcc_edge[edge & ~1].to<double>() * (lattice_.cell / 2);
            point = 1 + add_point(lattice_.position(start) + way * static_cast<double>(n.cut[edge & ~1]));
        }
        return point - 1;
    }

    const BccLattice& lattice_;
    const DepthFunction& depth_;
    Team* const team_;
    std::vector<i8> sign_;        // of each site: 1 inside, 0 on the surface, -1 outside
    std::vector<u32> near_of_;    // of each site: its place in near_, or none
    std::vector<u32> point_of_;   // of each site: its point in the mesh, or none
    std::vector<NearSite> near_;  // in the order of the lattice
    TetMesh mesh_;
};

}  // namespace

TetMesh stuff(const BccLattice& lattice, std::span<const u8> inside, const DepthFunction& depth, Team* team) {
    return Stuffing(lattice, inside, depth, team).run();
}

}  // namespace pliant
