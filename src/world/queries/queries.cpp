#include "world/queries/queries.h"

#include <algorithm>

#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

std::vector<Box> triangle_boxes(const ContactSurface& s, const std::vector<Vec3>& points) {
    std::vector<Box> boxes(s.triangles.size());
    for (size_t t = 0; t < boxes.size(); ++t)
        for (u32 p : s.triangles[t]) boxes[t].add(points[p]);
    return boxes;
}

Vec3 triangle_normal(const std::vector<Vec3>& p, const std::array<u32, 3>& t) {
    return direction(cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]), Vec3{0, 1, 0});
}

std::vector<ColliderTriangle> soup_near(const Shape& shape, const Box& box) {
    std::vector<ColliderTriangle> soup;
    if (shape.mesh) shape.mesh->collect_triangles(box, soup);
    if (shape.height_field) shape.height_field->collect_triangles(box, soup);
    return soup;
}

// Rays against shapes in their own frame: the first hit from outside, at the origin where that is inside.
bool cast_plane(const Vec3& o, const Vec3& d, float& t, Vec3& normal) {
    normal = {0, 1, 0};
    t = o.y <= 0 ? 0 : d.y < 0 ? -o.y / d.y : -1;
    return t >= 0;
}

bool cast_ball(const Vec3& center, float radius, const Vec3& o, const Vec3& d, float& t, Vec3& normal) {
    const Vec3 from = o - center;
    const float b = dot(from, d), c = dot(from, from) - radius * radius;
    const float root = b * b - c;
    if (c > 0 && (b > 0 || root < 0)) return false;
    t = c > 0 ? -b - std::sqrt(root) : 0;
    normal = direction(from + d * t, Vec3{0, 1, 0});
    return true;
}

// The round wall between two balls, which are cast apart.
bool cast_wall(float half_height, float radius, const Vec3& o, const Vec3& d, float& t, Vec3& normal) {
    const float a = d.x * d.x + d.z * d.z, b = o.x * d.x + o.z * d.z, c = o.x * o.x + o.z * o.z - radius * radius;
    const float root = b * b - a * c;
    if (!(a > 0) || root < 0 || (c > 0 && b > 0)) return false;
    t = c > 0 ? (-b - std::sqrt(root)) / a : 0;
    const Vec3 at = o + d * t;
    normal = direction(Vec3{at.x, 0, at.z}, Vec3{1, 0, 0});
    return std::fabs(at.y) <= half_height;
}

bool cast_capsule(const Shape& s, const Vec3& o, const Vec3& d, float& t, Vec3& normal) {
    bool hit = false;
    t = 3e38f;
    const auto take = [&](bool met, float at, const Vec3& n) {
        if (met && at < t) t = at, normal = n, hit = true;
    };
    float at = 0;
    Vec3 n;
    for (const float y : {-s.half_height, s.half_height}) take(cast_ball({0, y, 0}, s.radius, o, d, at, n), at, n);
    take(cast_wall(s.half_height, s.radius, o, d, at, n), at, n);
    return hit;
}

bool cast_box(const Vec3& half, const Vec3& o, const Vec3& d, float& t, Vec3& normal) {
    float in = 0, out = 3e38f;
    normal = {0, 1, 0};  // of an origin inside
    for (int k = 0; k < 3; ++k) {
        if (d[k] == 0) {
            if (std::fabs(o[k]) > half[k]) return false;
            continue;
        }
        const float side = d[k] > 0 ? -1.0f : 1.0f;  // of the face where it goes in
        const float enter = (side * half[k] - o[k]) / d[k], leave = (-side * half[k] - o[k]) / d[k];
        if (enter > in) {
            in = enter;
            normal = {};
            normal[k] = side;
        }
        out = std::min(out, leave);
    }
    t = in;
    return in <= out;
}

bool cast_solid(const Shape& shape, const Vec3& o, const Vec3& d, float& t, Vec3& normal);

bool cast_parts(const std::vector<ShapePart>& parts, const Vec3& o, const Vec3& d, float& t, Vec3& normal) {
    bool hit = false;
    for (const ShapePart& part : parts) {
        float at = 0;
        Vec3 n;
        if (!cast_solid(part.shape, part.frame.inverse(o), conjugate(part.frame.rotation) * d, at, n)) continue;
        if (hit && at >= t) continue;
        hit = true, t = at, normal = part.frame.rotation * n;
    }
    return hit;
}

bool cast_solid(const Shape& shape, const Vec3& o, const Vec3& d, float& t, Vec3& normal) {
    switch (shape.kind) {
        case ShapeKind::plane: return cast_plane(o, d, t, normal);
        case ShapeKind::sphere: return cast_ball({}, shape.radius, o, d, t, normal);
        case ShapeKind::capsule: return cast_capsule(shape, o, d, t, normal);
        case ShapeKind::box: return cast_box(shape.half_size, o, d, t, normal);
        case ShapeKind::compound: return cast_parts(*shape.parts, o, d, t, normal);
        default: return false;  // soups are cast triangle by triangle
    }
}

void cast_collider(const Ray& ray, const Vec3& along, const Collider& c, QueryHit& best) {
    const Vec3 origin = c.pose.inverse(ray.origin), local = conjugate(c.pose.rotation) * along;
    float t = 0;
    Vec3 normal;
    bool hit = false;
    if (c.shape.is_triangle_set()) {
        Box box;
        box.add(origin), box.add(origin + local * std::min(best.distance, 1e6f));
        t = best.distance;
        for (const ColliderTriangle& s : soup_near(c.shape, box))
            if (const auto h = ray_triangle(origin, local, t, s.corner[0], s.corner[1], s.corner[2]))
                t = h->t, normal = h->from_front ? s.normal : -s.normal, hit = true;
    } else {
        hit = cast_solid(c.shape, origin, local, t, normal);
    }
    if (!hit || t >= best.distance) return;
    best = {};
    best.collider = c.id, best.distance = t, best.point = ray.origin + along * t,
    best.normal = c.pose.rotation * normal;
}

}  // namespace

void closest_collider(const PointQuery& q, const Collider& c, QueryHit& best) {
    const Vec3 p = c.pose.inverse(q.point);
    float distance = best.distance;
    Vec3 on, normal;
    bool found = false;
    if (c.shape.is_triangle_set()) {
        const float reach = std::min(best.distance, 1e6f);
        for (const ColliderTriangle& s : soup_near(c.shape, Box{p, p}.grown(reach))) {
            const auto h = closest_on_triangle(p, s.corner[0], s.corner[1], s.corner[2]);
            if (h.distance_squared >= distance * distance) continue;
            distance = std::sqrt(h.distance_squared), on = h.point, normal = s.normal, found = true;
        }
    } else {
        const SignedDistance d = signed_distance(c.shape, p);
        found = d.distance < distance;
        distance = d.distance, on = p - d.normal * d.distance, normal = d.normal;
    }
    if (!found) return;
    best = {};
    best.collider = c.id, best.distance = distance, best.point = c.pose * on, best.normal = c.pose.rotation * normal;
}

void Queries::refresh() {
    if (revision_ == contents_.revision) return;
    revision_ = contents_.revision;
    std::map<std::pair<u32, u32>, Skin> fresh;
    contents_.bodies.each([&](BodyId id, const Body& body) {
        const ContactSurface& s = body.model->contact;
        Skin skin;
        if (auto old = skins_.find({id.slot, id.generation}); old != skins_.end()) skin = std::move(old->second);
        skin.points.resize(s.point_count());
        for (u32 p = 0; p < s.point_count(); ++p) {
            Vec3 at;
            for (u32 k = 0; k < s.supports; ++k)
                at += body.view.position[s.particle[p * s.supports + k]].xyz() * s.weight[p * s.supports + k];
            skin.points[p] = at;
        }
        const std::vector<Box> boxes = triangle_boxes(s, skin.points);
        if (skin.tree.size() == boxes.size()) {
            skin.tree.refit(boxes);
        } else {
            skin.tree = Bvh(boxes);
        }
        fresh.emplace(std::pair{id.slot, id.generation}, std::move(skin));
    });
    skins_ = std::move(fresh);
}

void Queries::cast_body(const Ray& ray, const Vec3& along, const Body& body, QueryHit& best) {
    const Skin& skin = skins_.at({body.id.slot, body.id.generation});
    const ContactSurface& s = body.model->contact;
    skin.tree.ray(ray.origin, {1 / along.x, 1 / along.y, 1 / along.z}, best.distance, [&](u32 t, float max_t) {
        const auto& [a, b, c] = s.triangles[t];
        const auto hit = ray_triangle(ray.origin, along, max_t, skin.points[a], skin.points[b], skin.points[c]);
        if (!hit || hit->t >= best.distance) return max_t;
        best = {};
        best.body = body.id, best.distance = hit->t, best.point = ray.origin + along * hit->t, best.triangle = t,
        best.weights = hit->weights;
        best.normal = triangle_normal(skin.points, s.triangles[t]) * (hit->from_front ? 1.0f : -1.0f);
        return hit->t;
    });
}

void Queries::closest_body(const PointQuery& q, const Body& body, QueryHit& best) {
    const Skin& skin = skins_.at({body.id.slot, body.id.generation});
    const ContactSurface& s = body.model->contact;
    const float start = best.distance < 1e18f ? best.distance * best.distance : 3e38f;
    skin.tree.closest(q.point, start, [&](u32 t, float bound) {
        const auto& [a, b, c] = s.triangles[t];
        const auto h = closest_on_triangle(q.point, skin.points[a], skin.points[b], skin.points[c]);
        if (h.distance_squared >= bound) return bound;
        best = {};
        best.body = body.id, best.distance = std::sqrt(h.distance_squared), best.point = h.point, best.triangle = t,
        best.weights = h.weights;
        best.normal = triangle_normal(skin.points, s.triangles[t]);
        return h.distance_squared;
    });
}

void Queries::cast(std::span<const Ray> rays, std::span<QueryHit> nearest) {
    PL_ASSERT(rays.size() == nearest.size());
    refresh();
    for (size_t i = 0; i < rays.size(); ++i) {
        const Vec3 along = direction(rays[i].direction, Vec3{0, 0, 1});
        QueryHit best;
        best.distance = rays[i].length;
        contents_.bodies.each([&](BodyId, const Body& body) {
            if (body.layers.layer & rays[i].touches) cast_body(rays[i], along, body, best);
        });
        contents_.colliders.each([&](ColliderId, const Collider& c) {
            if (c.layers.layer & rays[i].touches) cast_collider(rays[i], along, c, best);
        });
        nearest[i] = best ? best : QueryHit{};
    }
}

void Queries::closest(std::span<const PointQuery> points, std::span<QueryHit> nearest) {
    PL_ASSERT(points.size() == nearest.size());
    refresh();
    for (size_t i = 0; i < points.size(); ++i) {
        QueryHit best;
        best.distance = points[i].radius;
        contents_.bodies.each([&](BodyId, const Body& body) {
            if (body.layers.layer & points[i].touches) closest_body(points[i], body, best);
        });
        contents_.colliders.each([&](ColliderId, const Collider& c) {
            if (c.layers.layer & points[i].touches) closest_collider(points[i], c, best);
        });
        nearest[i] = best ? best : QueryHit{};
    }
}

void Queries::overlap(const PointQuery& ball, std::vector<QueryHit>& all) {
    refresh();
    all.clear();
    const auto keep = [&](const QueryHit& hit) {
        if (hit) all.push_back(hit);
    };
    contents_.bodies.each([&](BodyId, const Body& body) {
        QueryHit best;
        best.distance = ball.radius;
        if (body.layers.layer & ball.touches) closest_body(ball, body, best);
        keep(best);
    });
    contents_.colliders.each([&](ColliderId, const Collider& c) {
        QueryHit best;
        best.distance = ball.radius;
        if (c.layers.layer & ball.touches) closest_collider(ball, c, best);
        keep(best);
    });
}

}  // namespace pliant
