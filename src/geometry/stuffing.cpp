#include "geometry/stuffing.h"

#include <algorithm>

#include "core/assert.h"
#include "core/trig.h"
#include "geometry/bcc_grading.h"
#include "geometry/for_all.h"
#include "geometry/stuffing_stencils.h"
#include "geometry/tet_quality.h"

namespace pliant {

namespace {

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
    constexpr int max_steps = 5;
    double low = 0, high = 1, cut = 0.5;
    for (int step = 0; step < max_steps; ++step) {
        const double fall = at_p - at_q;
        cut = fall > 0 ? low + (high - low) * (at_p / fall) : (low + high) / 2;
        const double here = depth(p + (q - p) * cut);
        if (std::fabs(here) < tolerance) break;
        if (here > 0) {
            low = cut;
            at_p = here;
            at_q *= 0.5;
        } else {
            high = cut;
            at_q = here;
            at_p *= 0.5;
        }
    }
    return cut;
}

class Stuffing {
  public:
    Stuffing(const BccLattice& lattice, std::span<const u8> inside, const DepthFunction& depth, Team* team)
        : lattice_(lattice), depth_(depth), team_(team), sign_(inside.size()), near_of_(inside.size(), no_index) {
        PL_ASSERT(inside.size() == lattice.site_count() && inside.size() < no_index);
        for (size_t s = 0; s < inside.size(); ++s) sign_[s] = inside[s] ? 1 : -1;
    }

    TetMesh run(int times) {
        find_near_sites();
        cut_edges();
        for (NearSite& n : near_) draw_to_surface(n);
        point_of_.assign(sign_.size(), no_index);
        const BccGrading grading(lattice_, inner_cubes(), times);
        for_each_cube([&](const Vec3i& cube) {
            if (grading.first(cube) == cube) fill_around(cube, grading);
        });
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
        const u32 near = lattice_.contains(end) ? near_of_[lattice_.index(end)] : no_index;
        return near == no_index ? nullptr : &near_[near];
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
            if (distance < nearest) {
                nearest = distance;
                chosen = edge;
            }
        }
        if (chosen < 0) return;
        n.moved = bcc_edge[chosen].to<double>() * (n.cut[chosen] * lattice_.cell / 2);
        sign = 0;
    }

    template <class F>
    void for_each_cube(F&& f) const {
        for (i32 z = 0; z < lattice_.cubes.z; ++z)
            for (i32 y = 0; y < lattice_.cubes.y; ++y)
                for (i32 x = 0; x < lattice_.cubes.x; ++x) f(Vec3i{x, y, z});
    }

    // 1 for each cube that has only inner, unmoved sites, itself and at all its neighbours: merging these
    // leaves the tetrahedra at the surface as they are.
    std::vector<u8> inner_cubes() const {
        std::vector<u8> deep(lattice_.cube_count(), 0), inner(lattice_.cube_count(), 0);
        for_each_cube([&](const Vec3i& cube) {
            const Vec3i centre{2 * cube.x + 1, 2 * cube.y + 1, 2 * cube.z + 1};
            bool all = sign_[lattice_.index(centre)] > 0;
            for (int edge = bcc_long_edges; edge < bcc_edges; ++edge)
                all = all && sign_[lattice_.index(centre + bcc_edge[edge])] > 0;
            deep[lattice_.cube_index(cube)] = all;
        });
        for_each_cube([&](const Vec3i& cube) {
            bool all = deep[lattice_.cube_index(cube)];
            for (i32 z = -1; z <= 1 && all; ++z)
                for (i32 y = -1; y <= 1; ++y)
                    for (i32 x = -1; x <= 1; ++x) {
                        const Vec3i next = cube + Vec3i{x, y, z};
                        const bool within = next.x >= 0 && next.y >= 0 && next.z >= 0 && next.x < lattice_.cubes.x &&
                                            next.y < lattice_.cubes.y && next.z < lattice_.cubes.z;
                        all = all && within && deep[lattice_.cube_index(next)];
                    }
            inner[lattice_.cube_index(cube)] = all;
        });
        return inner;
    }

    // What lies between a cube and its neighbours: those behind it if they are as large, and all that are larger.
    void fill_around(const Vec3i& cube, const BccGrading& grading) {
        const int level = grading.level(cube);
        for (int axis = 0; axis < 3; ++axis)
            for (const i32 side : {1, -1}) {
                Vec3i next = cube;
                next[axis] += side > 0 ? 1 << level : -1;
                if (next[axis] < 0 || next[axis] >= lattice_.cubes[axis]) continue;
                if (grading.level(next) > level)
                    fill_to_larger(cube, next, axis, side, grading);
                else if (side > 0 && grading.level(next) == level)
                    fill_between(cube, next, axis, grading);
            }
    }

    // The corners of the face of a cube, going round +axis.
    std::array<Vec3i, 4> face_corners(const Vec3i& centre, i32 half, int axis, i32 side) const {
        constexpr i32 ring[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        std::array<Vec3i, 4> corner;
        for (int k = 0; k < 4; ++k) {
            corner[k] = centre;
            corner[k][axis] += side * half;
            corner[k][(axis + 1) % 3] += ring[k][0] * half;
            corner[k][(axis + 2) % 3] += ring[k][1] * half;
        }
        return corner;
    }

    // The four tetrahedra of two cubes of a size: both centres, and each edge of the face between them.
    void fill_between(const Vec3i& cube, const Vec3i& next, int axis, const BccGrading& grading) {
        const int level = grading.level(cube);
        const Vec3i centre = grading.centre(cube), second = grading.centre(next);
        const auto corner = face_corners(centre, 1 << level, axis, 1);
        bool any = sign_[lattice_.index(centre)] >= 0 || sign_[lattice_.index(second)] >= 0;
        for (const Vec3i& c : corner) any = any || sign_[lattice_.index(c)] >= 0;
        if (!any) return;
        for (int k = 0; k < 4; ++k) {
            const Vec3i &from = corner[k], &to = corner[(k + 1) % 4];
            if (level > 0 && is_split(from, to, level, grading)) {
                const Vec3i middle{(from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2};
                fill({centre, second, from, middle});
                fill({centre, second, middle, to});
            } else {
                fill({centre, second, from, to});
            }
        }
    }

    // Whether one of the four cubes around an edge is smaller than it.
    bool is_split(const Vec3i& from, const Vec3i& to, int level, const BccGrading& grading) const {
        const int along = from.x != to.x ? 0 : from.y != to.y ? 1 : 2;
        for (const i32 u : {-1, 1})
            for (const i32 v : {-1, 1}) {
                Vec3i site = from;  // the centre of a cube of the lattice beside the edge
                site[along] += to[along] > from[along] ? 1 : -1;
                site[(along + 1) % 3] += u;
                site[(along + 2) % 3] += v;
                if (grading.level({site.x >> 1, site.y >> 1, site.z >> 1}) < level) return true;
            }
        return false;
    }

    // A cube and a larger one: their face in two halves, each with either centre.
    void fill_to_larger(const Vec3i& cube, const Vec3i& next, int axis, i32 side, const BccGrading& grading) {
        const Vec3i centre = grading.centre(cube), larger = grading.centre(next);
        auto corner = face_corners(centre, 1 << grading.level(cube), axis, side);
        const auto is_middle = [&](const Vec3i& c) {
            return c[(axis + 1) % 3] == larger[(axis + 1) % 3] && c[(axis + 2) % 3] == larger[(axis + 2) % 3];
        };
        while (!is_middle(corner[0])) std::rotate(corner.begin(), corner.begin() + 1, corner.end());
        const Vec3i &above = side > 0 ? larger : centre, &below = side > 0 ? centre : larger;
        for (int half = 1; half <= 2; ++half) {
            fill({corner[0], corner[half], corner[half + 1], above});
            fill({corner[0], corner[half + 1], corner[half], below});
        }
    }

    void fill(const std::array<Vec3i, 4>& sites) {
        std::array<i8, 4> sign;
        for (int k = 0; k < 4; ++k) sign[k] = sign_[lattice_.index(sites[k])];
        if (sign == std::array<i8, 4>{}) return keep_if_inside(sites);
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

    // All corners on the surface. Elsewhere that is a flat piece of it, but in a thin part corners were drawn to both
    // of its sides, and without the tetrahedra between them it would be connected by edges alone.
    void keep_if_inside(const std::array<Vec3i, 4>& sites) {
        std::array<Vec3d, 4> p;
        for (int k = 0; k < 4; ++k)
            p[k] = lattice_.position(sites[k]) + near_[near_of_[lattice_.index(sites[k])]].moved;
        constexpr double min_depth = 0.1;  // [cells]
        const Vec3d middle = (p[0] + p[1] + p[2] + p[3]) * 0.25;
        if (!good_angles(p) || depth_(middle) < min_depth * lattice_.cell) return;
        TetPoints tet;
        for (int k = 0; k < 4; ++k) tet[k] = site_point(sites[k]);
        mesh_.tets.push_back(tet);
    }

    static bool good_angles(const std::array<Vec3d, 4>& p) {
        TetMesh alone;
        for (const Vec3d& q : p) alone.points.push_back(q.to<float>());
        alone.tets = {{0, 1, 2, 3}};
        const TetQuality q = measure(alone);
        return q.inverted == 0 && q.smallest_angle > radians(15) && q.largest_angle < radians(155);
    }

    u32 add_point(const Vec3d& p) {
        mesh_.points.push_back(p.to<float>());
        return static_cast<u32>(mesh_.points.size() - 1);
    }

    u32 site_point(const Vec3i& site) {
        const size_t s = lattice_.index(site);
        if (point_of_[s] == no_index) {
            const Vec3d moved = near_of_[s] == no_index ? Vec3d{} : near_[near_of_[s]].moved;
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

TetMesh stuff(const BccLattice& lattice, std::span<const u8> inside, const DepthFunction& depth, int grading,
              Team* team) {
    PL_ASSERT(inside.size() == lattice.site_count() && depth && grading >= 0);
    return Stuffing(lattice, inside, depth, team).run(grading);
}

}  // namespace pliant
