#include "world/skin_places.h"

#include "geometry/bvh.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

// Most triangles are further off than the best so far, as their boxes tell.
bool may_be_nearer(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& point, float bound) {
    return distance_squared(least(least(a, b), c), greatest(greatest(a, b), c), point) < bound;
}

void take_if_nearer(const u32 (&t)[3], std::span<const Vec3> at, const Vec3& point, NearestPlace& best) {
    const Vec3 &a = at[t[0]], &b = at[t[1]], &c = at[t[2]];
    if (!may_be_nearer(a, b, c, point, best.distance_squared)) return;
    const TrianglePoint<float> on = closest_on_triangle(point, a, b, c);
    if (on.distance_squared >= best.distance_squared) return;
    best.distance_squared = on.distance_squared;
    best.place = {{t[0], t[1], t[2]}, {on.weights.x, on.weights.y, on.weights.z}, 3};
}

}  // namespace

NearestPlace nearest_on_triangles(std::span<const u32> corners, std::span<const Vec3> at, const Vec3& point) {
    NearestPlace best;
    for (size_t i = 0; i + 2 < corners.size(); i += 3) {
        const u32 t[3] = {corners[i], corners[i + 1], corners[i + 2]};
        const Vec3 normal = cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]]);
        if (length_squared(normal) > 0) take_if_nearer(t, at, point, best);
    }
    return best;
}

NearestPlace nearest_on_skin(const ContactSurface& skin, std::span<const Vec3> at, const Vec3& point) {
    NearestPlace best;
    for (const auto& t : skin.triangles) take_if_nearer({t[0], t[1], t[2]}, at, point, best);
    if (!skin.triangles.empty()) return best;
    for (u32 p = 0; p < skin.point_count(); ++p) {  // particles that collide themselves
        const float d = length_squared(at[p] - point);
        if (skin.role[p] != PointRole::guard && d < best.distance_squared)
            best.distance_squared = d, best.place.point[0] = p;
    }
    return best;
}

Vec3 place_of(const SkinPlace& place, std::span<const Vec3> at) {
    Vec3 x;
    for (u32 k = 0; k < place.count; ++k) x += at[place.point[k]] * place.weight[k];
    return x;
}

Vec3 place_now(const Body& body, const SkinPlace& place) {
    if (place.count == SkinPlace::at_particle) return body.view.position[place.point[0]].xyz();
    Vec3 x;
    for (u32 k = 0; k < place.count; ++k)
        x += skin_point(body.model->contact, place.point[k], body.view.position) * place.weight[k];
    return x;
}

Vec3 skin_point_at_rest(const Model& model, u32 point) {
    const ContactSurface& skin = model.contact;
    Vec3 x;
    for (u32 k = point * skin.supports; k < (point + 1) * skin.supports; ++k)
        x += model.rest_position(skin.particle[k]) * skin.weight[k];
    return x;
}

void skin_at_rest(const Model& model, std::vector<Vec3>& points) {
    points.resize(model.contact.point_count());
    for (u32 p = 0; p < points.size(); ++p) points[p] = skin_point_at_rest(model, p);
}

std::vector<Vec3> skin_at_rest(const Model& model) {
    std::vector<Vec3> points;
    skin_at_rest(model, points);
    return points;
}

void skin_now(const Body& body, std::vector<Vec3>& points) {
    points.resize(body.model->contact.point_count());
    for (u32 p = 0; p < points.size(); ++p) points[p] = skin_point(body.model->contact, p, body.view.position);
}

Mat3 triangle_axes(const Vec3 (&corner)[3]) {
    const Vec3 side = direction(corner[1] - corner[0], Vec3{1, 0, 0});
    const Vec3 normal = direction(cross(side, corner[2] - corner[0]), perpendicular(side));
    return {{side, normal, cross(side, normal)}};
}

}  // namespace pliant
