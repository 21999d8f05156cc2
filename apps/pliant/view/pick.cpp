#include "pliant/view/pick.h"

#include <algorithm>

#include "collide/shape_mesh.h"
#include "geometry/triangle_queries.h"

namespace pliant::view {

namespace {

bool meets(const Box& box, const PickRay& ray, float most) {
    float in = 0, out = most;
    for (int k = 0; k < 3; ++k) {
        const float inverse = 1 / ray.direction[k];
        float a = (box.low[k] - ray.origin[k]) * inverse, b = (box.high[k] - ray.origin[k]) * inverse;
        if (a > b) std::swap(a, b);
        in = std::max(in, a);
        out = std::min(out, b);
    }
    return in <= out;
}

// A body, or a character.
void pick_surface(const render::ShownBody& body, Picked::What what, const PickRay& ray, std::optional<Picked>& best) {
    const float most = best ? best->distance : 1e30f;
    if (!body.surface || !meets(body.bounds.grown(1e-4f), ray, most)) return;
    const SurfaceModel& s = *body.surface;
    for (size_t i = 0; i + 2 < s.indices.size(); i += 3) {
        const u32 a = s.indices[i], b = s.indices[i + 1], c = s.indices[i + 2];
        const auto hit = ray_triangle(ray.origin, ray.direction, best ? best->distance : 1e30f, body.positions[a],
                                      body.positions[b], body.positions[c]);
        if (!hit) continue;
        const Vec3& w = hit->weights;
        best = Picked{what, body.name, hit->t, ray.origin + ray.direction * hit->t,
                      s.positions[a] * w.x + s.positions[b] * w.y + s.positions[c] * w.z};
    }
}

// Planes have no end, so they are not triangles here.
void pick_plane(const render::ShownCollider& collider, const PickRay& ray, std::optional<Picked>& best) {
    const Vec3 origin = collider.pose.inverse(ray.origin), along = conjugate(collider.pose.rotation) * ray.direction;
    if (origin.y <= 0 || along.y >= 0) return;
    const float t = -origin.y / along.y;
    if (best && best->distance <= t) return;
    best = Picked{Picked::What::collider, collider.name, t, ray.origin + ray.direction * t, {}};
}

void pick_collider(const render::ShownCollider& collider, const PickRay& ray, std::optional<Picked>& best) {
    if (collider.shape.kind == ShapeKind::plane) return pick_plane(collider, ray, best);
    if (!meets(collider.shape.bounds(collider.pose), ray, best ? best->distance : 1e30f)) return;
    const Vec3 origin = collider.pose.inverse(ray.origin), along = conjugate(collider.pose.rotation) * ray.direction;
    const TriangleList mesh = shape_mesh(collider.shape, 1);
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const auto hit = ray_triangle(origin, along, best ? best->distance : 1e30f, mesh.positions[mesh.indices[i]],
                                      mesh.positions[mesh.indices[i + 1]], mesh.positions[mesh.indices[i + 2]]);
        if (hit) best = Picked{Picked::What::collider, collider.name, hit->t, ray.origin + ray.direction * hit->t, {}};
    }
}

}  // namespace

std::optional<Picked> pick(const render::Moment& moment, const PickRay& ray, const Hidden& hidden) {
    std::optional<Picked> best;
    for (const render::ShownBody& body : moment.bodies)
        if (!hidden || !hidden(body.name)) pick_surface(body, Picked::What::body, ray, best);
    for (const render::ShownBody& character : moment.characters)
        if (!hidden || !hidden(character.name)) pick_surface(character, Picked::What::character, ray, best);
    for (const render::ShownCollider& collider : moment.colliders)
        if (!collider.hidden() && (!hidden || !hidden(collider.name))) pick_collider(collider, ray, best);
    return best;
}

float surface_distance(const render::ShownBody& body, const PickRay& ray, float most) {
    float nearest = most;
    if (!body.surface || !meets(body.bounds.grown(1e-4f), ray, most)) return nearest;
    const std::vector<u32>& indices = body.surface->indices;
    for (size_t i = 0; i + 2 < indices.size(); i += 3)
        if (const auto hit = ray_triangle(ray.origin, ray.direction, nearest, body.positions[indices[i]],
                                          body.positions[indices[i + 1]], body.positions[indices[i + 2]]))
            nearest = hit->t;
    return nearest;
}

Grip grip_at(const Picked& picked, const render::Moment& moment) {
    float size = 0;
    for (const render::ShownBody& body : moment.bodies)
        if (body.name == picked.name && body.surface) {
            Box rest;
            for (const Vec3& p : body.surface->positions) rest.add(p);
            size = length(rest.size());
        }
    return {picked.name, picked.rest, picked.point, 0.07f * size};
}

}  // namespace pliant::view
