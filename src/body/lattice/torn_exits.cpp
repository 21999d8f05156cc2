#include "body/lattice/torn_exits.h"

#include "body/lattice/near_by.h"
#include "core/assert.h"
#include "geometry/triangle_queries.h"

namespace pliant::lattice {

namespace {

// Looks on in a tree whose items are numbered from `first`; ours(item) may leave some out.
template <class Corners, class Ours>
void look(const Bvh& tree, u32 first, const Vec3& at, Corners&& corners, Ours&& ours, NearestPlace& best) {
    tree.closest(at, best.distance2, [&](u32 item, float bound) {
        if (!ours(item)) return bound;
        const std::array<Vec3, 3> c = corners(item);
        const TrianglePoint<float> on = closest_on_triangle(at, c[0], c[1], c[2]);
        if (on.distance_squared > bound || (on.distance_squared == bound && best.triangle <= first + item))
            return bound;
        best = {first + item, on.distance_squared, on.weights};
        return best.distance2;
    });
}

template <class Corners>
Bvh tree_of(size_t count, Corners&& corners) {
    std::vector<Box> boxes(count);
    for (u32 t = 0; t < count; ++t)
        for (const Vec3& p : corners(t)) boxes[t].add(p);
    return Bvh(boxes);
}

auto corners_of(const TearableSurface& surface) {
    return [&surface](u32 t) -> std::array<Vec3, 3> {
        const auto& [a, b, c] = surface.triangles[t];
        return {surface.points[a], surface.points[b], surface.points[c]};
    };
}

}  // namespace

SurfaceExits::SurfaceExits(const LatticeModel& whole)
    : tree(tree_of(whole.tearable_surface.triangles.size(), corners_of(whole.tearable_surface))),
      nearest(whole.particle_count) {
    for (u32 p = 0; p < whole.particle_count; ++p)
        look(
            tree, 0, whole.lattice.rest_position(p), corners_of(whole.tearable_surface), [](u32) { return true; },
            nearest[p]);
}

void find_torn_exits(LatticeModel& m, std::span<const Vec3> points, std::span<const u32> triangle,
                     const std::vector<u8>& inside) {
    PL_ASSERT(m.torn && triangle.size() >= m.torn->triangles.size() && points.size() == m.contact.point_count());
    constexpr u32 none = TearMap::none;
    const LatticeModel& whole = *m.torn->whole;
    const SurfaceExits& of_whole = whole.surface_exits();
    const std::vector<u32>& ours = m.torn->triangles;
    const u32 on_surface = static_cast<u32>(whole.tearable_surface.triangles.size()),
              walls = static_cast<u32>(triangle.size() - ours.size());
    std::vector<u32> now(on_surface + walls, none);  // in the skin, or none
    for (u32 i = 0; i < ours.size(); ++i) now[ours[i]] = triangle[i];
    for (u32 w = 0; w < walls; ++w) now[on_surface + w] = triangle[ours.size() + w];
    const auto wall_corners = [&](u32 w) -> std::array<Vec3, 3> {
        const auto& [a, b, c] = m.contact.triangles[now[on_surface + w]];
        return {points[a], points[b], points[c]};
    };
    const Bvh wall_tree = tree_of(walls, wall_corners);

    ContactVolume& volume = m.contact.volume;
    volume.boxes = m.lattice.cell_corner;
    volume.depth.resize(m.particle_count), volume.exits.resize(m.particle_count);
    const bool broken_links = !whole.tearable_surface.beyond.empty();
    NearBy near_by(m.lattice);
    for (u32 p = 0; p < m.particle_count; ++p) {
        const Vec3 at = whole.lattice.rest_position(m.particle_from[p]);
        NearestPlace best;
        const auto search = [&](auto&& is_ours) {
            look(
                of_whole.tree, 0, at, corners_of(whole.tearable_surface),
                [&](u32 t) { return now[t] != none && is_ours(t); }, best);
            look(
                wall_tree, on_surface, at, wall_corners, [&](u32 w) { return is_ours(on_surface + w); }, best);
        };
        const auto any = [](u32) { return true; };
        if (broken_links && is_shared(m.lattice, p)) {
            near_by.start(p);
            search([&](u32 t) { return near_by.carries(m.contact, now[t]); });
        } else if (const NearestPlace& known = of_whole.nearest[m.particle_from[p]]; now[known.triangle] != none) {
            best = known;
            look(wall_tree, on_surface, at, wall_corners, any, best);
        }
        if (best.triangle == none) search(any);
        volume.exits[p] = {now[best.triangle], best.weights};
        volume.depth[p] = inside[p] ? std::sqrt(best.distance2) : -std::sqrt(best.distance2);
    }
}

}  // namespace pliant::lattice
