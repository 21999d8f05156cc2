// The skin of flesh as contact sees it: the faces of tets that have matter on one side only.

#include <algorithm>

#include "body/flesh/flesh_model.h"
#include "geometry/bvh.h"
#include "geometry/tet_faces.h"
#include "geometry/triangle_queries.h"

namespace pliant::flesh {

namespace {

// Where particles are, so that both sides of a crack, which are one place at rest, are not taken for each other: the
// skin of what has torn is drawn in a little.
std::vector<Vec3> told_apart(const FleshModel& m) {
    std::vector<Vec3> places = m.rest, normal(m.particle_count);
    if (!m.torn) return places;
    for (const auto& [a, b, c] : m.contact.triangles) {
        const Vec3 n = cross(m.rest[b] - m.rest[a], m.rest[c] - m.rest[a]);
        for (const u32 p : {a, b, c}) normal[p] += n;
    }
    for (u32 p = 0; p < m.particle_count; ++p) places[p] -= direction(normal[p], Vec3{}) * (0.1f * m.mean_edge);
    return places;
}

// The nearest place on the skin, at rest, for every particle: the way out of the body for what has got in.
void find_exits(FleshModel& m, const std::vector<u32>& point_of, std::span<const Vec3> places) {
    ContactSurface& skin = m.contact;
    const auto at = [&](u32 point) { return places[skin.particle[point]]; };
    std::vector<Box> boxes(skin.triangles.size());
    for (size_t t = 0; t < boxes.size(); ++t)
        for (const u32 p : skin.triangles[t]) boxes[t].add(at(p));
    const Bvh tree(boxes);
    skin.volume.tets = m.tets;
    skin.volume.depth.resize(m.particle_count), skin.volume.exits.resize(m.particle_count);
    for (u32 p = 0; p < m.particle_count; ++p) {
        ContactVolume::Exit& exit = skin.volume.exits[p];
        const float nearest = tree.closest(places[p], 3e38f, [&](u32 t, float bound) {
            const auto& [a, b, c] = skin.triangles[t];
            const TrianglePoint<float> on = closest_on_triangle(places[p], at(a), at(b), at(c));
            if (on.distance_squared >= bound) return bound;
            exit = {t, on.weights};
            return on.distance_squared;
        });
        const bool outer = skin.role[point_of[p]] == PointRole::skin;
        skin.volume.depth[p] = outer ? 0 : std::sqrt(nearest);
    }
}

}  // namespace

void make_skin(FleshModel& m) {
    ContactSurface& skin = m.contact;
    skin = {};
    skin.supports = 1, skin.closed = true, skin.spacing = m.mean_edge;
    std::vector<u32> across;  // of each triangle: the corner of its tet behind it
    std::vector<u8> outer(m.particle_count, 0);
    for (const TetFace& f : tet_faces(m.tets)) {
        if (f.tet[1] != TetFace::outside) continue;
        skin.triangles.push_back(f.points);
        across.push_back(m.tets[f.tet[0]][corner_across(m.tets[f.tet[0]], f.points)]);
        for (const u32 p : f.points) outer[p] = 1;
    }
    for (u32 p = 0; p < m.particle_count; ++p) {
        skin.particle.push_back(p), skin.weight.push_back(1);
        skin.role.push_back(outer[p] ? PointRole::skin : PointRole::guard);
    }
    const std::vector<Vec3> places = told_apart(m);
    const Arranged now = arrange(skin, places, m.rest);
    for (u32 t = 0; t < across.size(); ++t) skin.behind[now.triangle[t]] = across[t];
    find_exits(m, now.point, places);
}

}  // namespace pliant::flesh
