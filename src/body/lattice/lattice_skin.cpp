#include "body/lattice/lattice_skin.h"

#include <algorithm>

#include "body/lattice/near_by.h"
#include "body/lattice/torn_exits.h"
#include "core/assert.h"
#include "geometry/bvh.h"
#include "geometry/triangle_queries.h"

namespace pliant::lattice {

std::vector<Vec3> rest_positions(const LatticeModel& m) {
    std::vector<Vec3> all(m.particle_count);
    for (u32 p = 0; p < m.particle_count; ++p) all[p] = m.lattice.rest_position(p);
    return all;
}

void add_skin_point(ContactSurface& contact, const std::array<u32, 8>& corners, const Vec3& at) {
    PL_ASSERT(is_finite(at));
    const Vec3 inside = least(greatest(at, Vec3{0, 0, 0}), Vec3{1, 1, 1});
    for (int c = 0; c < 8; ++c) {
        contact.particle.push_back(corners[c]);
        contact.weight.push_back(trilinear_weight(inside, c));
    }
    contact.role.push_back(PointRole::skin);
}

namespace {

// Particles inside the mesh with matter on all sides.
std::vector<u32> guards_of(const LatticeModel& m, const std::vector<u8>& inside) {
    const std::vector<u8> outer = outermost(m.lattice);
    std::vector<u32> guards;
    guards.reserve(m.particle_count);
    for (u32 p = 0; p < m.particle_count; ++p)
        if (!outer[p] && inside[p]) guards.push_back(p);
    return guards;
}

// The nearest place on the skin, at rest, for every particle: the way out of the body for what has got in.
void find_exits(LatticeModel& m, const std::vector<u8>& inside, const std::vector<Vec3>& points) {
    std::vector<Box> boxes(m.contact.triangles.size());
    for (size_t t = 0; t < boxes.size(); ++t)
        for (u32 p : m.contact.triangles[t]) boxes[t].add(points[p]);
    const Bvh tree(boxes);
    ContactVolume& volume = m.contact.volume;
    volume.boxes = m.lattice.cell_corner;
    volume.depth.resize(m.particle_count);
    volume.exits.resize(m.particle_count);
    const bool has_parts = !m.tearable_surface.beyond.empty();
    NearBy near_by(m.lattice);
    for (u32 p = 0; p < m.particle_count; ++p) {
        const Vec3 at = m.lattice.rest_position(p);
        bool choose = has_parts && is_shared(m.lattice, p);
        if (choose) near_by.start(p);
        constexpr float anywhere = 3e38f;
        const auto nearer = [&](u32 t, float bound) {
            if (choose && !near_by.carries(m.contact, t)) return bound;
            const auto& [a, b, c] = m.contact.triangles[t];
            const TrianglePoint<float> on = closest_on_triangle(at, points[a], points[b], points[c]);
            if (on.distance_squared >= bound) return bound;
            volume.exits[p] = {t, on.weights};
            return on.distance_squared;
        };
        float nearest = tree.closest(at, anywhere, nearer);
        if (choose && nearest == anywhere) choose = false, nearest = tree.closest(at, anywhere, nearer);
        volume.depth[p] = inside[p] ? std::sqrt(nearest) : -std::sqrt(nearest);
    }
}

}  // namespace

void finish_skin(LatticeModel& m, const std::vector<Vec3>& points, std::span<const Vec3> apart,
                 const std::vector<u8>& inside, SkinStorage storage) {
    PL_ASSERT(points.size() == m.contact.point_count() && apart.size() == points.size());
    thin_out(m.contact, apart, 0.5f * m.contact.spacing);
    const bool closed = m.contact.closed;
    const std::vector<u32> guards = closed ? guards_of(m, inside) : std::vector<u32>();
    const Arranged now = arrange(m.contact, points, rest_positions(m), guards, std::move(storage));
    if (!closed) return;
    std::vector<Vec3> sorted(m.contact.point_count());  // guards are corners of no triangle
    for (u32 p = 0; p < points.size(); ++p) sorted[now.point[p]] = points[p];
    if (m.torn) {
        find_torn_exits(m, sorted, now.triangle, inside);
    } else {
        find_exits(m, inside, sorted);
    }
}

std::vector<u8> outermost(const LatticeMesh& lattice) {
    std::vector<u8> missing(lattice.particle_count(), 0xff);  // one bit for each of the eight places for a cell
    for (const auto& corners : lattice.cell_corner)
        for (size_t k = 0; k < 8; ++k) missing[corners[k]] &= static_cast<u8>(~(1u << k));
    for (u8& m : missing) m = m != 0;
    return missing;
}

// Inside are those that have matter with spheres on all sides.
void make_spheres(LatticeModel& m, const std::vector<u8>& without) {
    std::vector<u8> exposed = outermost(m.lattice);
    if (!without.empty())
        for (const auto& corners : m.lattice.cell_corner)
            if (std::any_of(corners.begin(), corners.end(), [&](u32 p) { return without[p]; }))
                for (u32 p : corners) exposed[p] = 1;
    std::vector<Vec3> points;
    m.contact.supports = 1;
    m.contact.radius = m.contact.spacing / 2;
    for (u32 p = 0; p < m.particle_count; ++p) {
        m.contact.particle.push_back(p);
        m.contact.weight.push_back(1);
        m.contact.role.push_back(!without.empty() && without[p] ? PointRole::corner
                                 : exposed[p]                   ? PointRole::skin
                                                                : PointRole::guard);
        points.push_back(m.lattice.rest_position(p));
    }
    arrange(m.contact, points, rest_positions(m));
}

std::vector<u8> without_spheres(const LatticeModel& m) {
    std::vector<u8> without;
    for (u32 p = 0; p < m.contact.point_count(); ++p) {
        if (m.contact.role[p] != PointRole::corner) continue;
        without.resize(m.particle_count);
        without[m.contact.particle[p]] = 1;
    }
    return without;
}

}  // namespace pliant::lattice
