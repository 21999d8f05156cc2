#include "rigid/narrow_phase.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "core/hash.h"
#include "geometry/triangle_queries.h"
#include "rigid/separating_axis.h"

namespace pliant::rigid {

namespace {

bool is_box(const Piece& piece) { return !piece.hull && piece.shape.kind == ShapeKind::box; }
bool is_round(const Piece& piece) {
    return !piece.hull && (piece.shape.kind == ShapeKind::sphere || piece.shape.kind == ShapeKind::capsule);
}
bool is_sphere(const Piece& piece) { return !piece.hull && piece.shape.kind == ShapeKind::sphere; }

// `room` holds the points of pieces without a hull.
Core core_of(const Piece& piece, Point4 (&room)[8]) {
    if (piece.hull) return {piece.hull->points.data(), static_cast<u32>(piece.hull->points.size()), 0};
    const Shape& s = piece.shape;
    if (s.kind == ShapeKind::box) {
        for (u32 k = 0; k < 8; ++k)
            room[k] = {k & 1 ? s.half_size.x : -s.half_size.x, k & 2 ? s.half_size.y : -s.half_size.y,
                       k & 4 ? s.half_size.z : -s.half_size.z, 0};
        return {room, 8, 0};
    }
    room[0] = {0, s.half_height, 0, 0};
    room[1] = {0, -s.half_height, 0, 0};
    return {room, is_sphere(piece) ? 1u : 2u, s.radius};
}

// Two rounds: nearest points of their axes.
bool divide_rounds(const Shape& a, const Transform& pose_a, const Shape& b, const Transform& pose_b,
                   float speculative_distance, Closest& out) {
    const Vec3 end_a = pose_a.rotation * Vec3{0, a.half_height, 0}, end_b = pose_b.rotation * Vec3{0, b.half_height, 0};
    const Vec3 apart = pose_b.position - pose_a.position;
    const SegmentPair<float> pair = closest_between_segments(-end_a, end_a, apart - end_b, apart + end_b);
    const Vec3 on_a = end_a * (2 * pair.s - 1), on_b = apart + end_b * (2 * pair.t - 1);
    out.normal = direction(on_b - on_a, direction(apart, Vec3{0, 1, 0}));
    out.gap = dot(on_b - on_a, out.normal) - a.radius - b.radius;
    out.on_a = pose_a.position + on_a + out.normal * a.radius;
    out.on_b = pose_a.position + on_b - out.normal * b.radius;
    return out.gap <= speculative_distance;
}

// A sphere (b) and a box (a).
bool divide_box_sphere(const Vec3& half, const Transform& pose_a, float radius, const Transform& pose_b,
                       float speculative_distance, Closest& out) {
    const Vec3 p = pose_a.inverse(pose_b.position);
    const Vec3 nearest = greatest(-half, least(p, half));
    Vec3 normal = p - nearest;
    float gap;
    if (const float away = length(normal); away > 1e-6f * (half.x + half.y + half.z)) {
        normal = normal / away;
        gap = away - radius;
    } else {  // the centre is inside: out by the nearest face
        const Vec3 room{half.x - std::fabs(p.x), half.y - std::fabs(p.y), half.z - std::fabs(p.z)};
        const int k = room.x <= room.y && room.x <= room.z ? 0 : room.y <= room.z ? 1 : 2;
        normal = {};
        normal[k] = p[k] < 0 ? -1.0f : 1.0f;
        gap = -room[k] - radius;
    }
    out.normal = pose_a.rotation * normal;
    out.gap = gap;
    out.on_b = pose_b.position - out.normal * radius;
    out.on_a = out.on_b - out.normal * gap;
    return gap <= speculative_distance;
}

// a is the plane.
void collide_plane(const Transform& plane, const Piece& b, const Transform& pose_b, float speculative_distance,
                   Manifold& out) {
    const Vec3 up = plane.rotation * Vec3{0, 1, 0};
    SupportingFace side;
    supporting_face(b, pose_b, -up, side);
    out.normal = up;
    // A square about the side, in the plane: the same cutting as between any two sides.
    SupportingFace floor;
    const Vec3 u = perpendicular(up), v = cross(up, u);
    Vec3 center;
    for (u32 i = 0; i < side.count; ++i) center += side.corner[i] / static_cast<float>(side.count);
    float reach = 1e-6f;
    for (u32 i = 0; i < side.count; ++i) reach = std::max(reach, 2 * length(side.corner[i] - center));
    center -= up * dot(center - plane.position, up);
    floor.corner[0] = center - (u + v) * reach;
    floor.corner[1] = center + (u - v) * reach;
    floor.corner[2] = center + (u + v) * reach;
    floor.corner[3] = center + (v - u) * reach;
    floor.count = 4;
    floor.normal = up;
    Closest nearest{up, {}, side.corner[0], std::numeric_limits<float>::infinity()};
    for (u32 i = 0; i < side.count; ++i)
        if (const float gap = dot(side.corner[i] - plane.position, up); gap < nearest.gap) {
            nearest.gap = gap;
            nearest.on_b = side.corner[i];
        }
    if (!(nearest.gap <= speculative_distance)) return;
    nearest.on_a = nearest.on_b - up * nearest.gap;
    clip_faces(floor, side, nearest, speculative_distance, out);
}

// GJK's normals are good to a thousandth, and what lies on a face would roll off by that: where a face is as near, its
// normal is taken.
void lay_flat(const Piece& a, const Transform& pose_a, const Piece& b, const Transform& pose_b, Closest& out) {
    constexpr float same = 0.9998f;  // a degree
    SupportingFace side;
    supporting_face(a, pose_a, out.normal, side);
    Vec3 normal = out.normal;
    if (side.count > 2 && dot(side.normal, normal) > same) {
        normal = side.normal;
    } else {
        supporting_face(b, pose_b, -out.normal, side);
        if (!(side.count > 2 && -dot(side.normal, normal) > same)) return;
        normal = -side.normal;
    }
    out.normal = normal;
    out.gap = dot(normal, out.on_b - out.on_a);
}

bool divide(const Piece& a, const Transform& pose_a, const Piece& b, const Transform& pose_b,
            float speculative_distance, Closest& out) {
    if (is_box(a) && is_box(b))
        return find_separating_axis(a.shape.half_size, pose_a, b.shape.half_size, pose_b, speculative_distance, out);
    if (is_round(a) && is_round(b)) return divide_rounds(a.shape, pose_a, b.shape, pose_b, speculative_distance, out);
    if (is_box(a) && is_sphere(b))
        return divide_box_sphere(a.shape.half_size, pose_a, b.shape.radius, pose_b, speculative_distance, out);
    Point4 room_a[8], room_b[8];
    if (!closest_points(core_of(a, room_a), pose_a, core_of(b, room_b), pose_b, speculative_distance, out))
        return false;
    lay_flat(a, pose_a, b, pose_b, out);
    return true;
}

}  // namespace

void collide_pieces(const Piece& a, const Transform& pose_a, const Piece& b, const Transform& pose_b,
                    float speculative_distance, Manifold& out) {
    PL_ASSERT(!a.shape.is_triangle_set() && !b.shape.is_triangle_set() && !(a.is_infinite() && b.is_infinite()) &&
              speculative_distance >= 0);
    out.count = 0;
    const bool turned = b.is_infinite() || (is_sphere(a) && is_box(b));
    if (turned) {
        collide_pieces(b, pose_b, a, pose_a, speculative_distance, out);
        return swap_sides(out);
    }
    if (a.is_infinite()) return collide_plane(pose_a, b, pose_b, speculative_distance, out);
    Closest nearest;
    if (!divide(a, pose_a, b, pose_b, speculative_distance, nearest)) return;
    SupportingFace side_a, side_b;
    supporting_face(a, pose_a, nearest.normal, side_a);
    supporting_face(b, pose_b, -nearest.normal, side_b);
    clip_faces(side_a, side_b, nearest, speculative_distance, out);
}

void collect_near_triangles(const Piece& convex, const Transform& pose, const Piece& mesh, const Transform& pose_mesh,
                            float speculative_distance, std::vector<ColliderTriangle>& out) {
    PL_ASSERT(convex.is_convex() && mesh.shape.is_triangle_set() && speculative_distance >= 0);
    const Quat back = conjugate(pose_mesh.rotation);
    const Transform in_mesh{pose_mesh.inverse(pose.position), back * pose.rotation};
    const Box near = convex.bounds(in_mesh).grown(speculative_distance);
    out.clear();
    if (mesh.shape.kind == ShapeKind::mesh)
        mesh.shape.mesh->collect_triangles(near, out);
    else
        mesh.shape.height_field->collect_triangles(near, out);
}

u32 triangle_key(const ColliderTriangle& triangle) {
    return static_cast<u32>(hash_bytes(triangle.corner, sizeof triangle.corner));
}

namespace {

// A triangle as a convex piece sees it: in the world, facing the piece.
struct FacedTriangle {
    Vec3 corner[3], face;
    bool behind;  // the piece is on its back

    FacedTriangle(const ColliderTriangle& t, const Transform& pose, const Vec3& seen_from) {
        face = pose.rotation * t.normal;
        for (int i = 0; i < 3; ++i) corner[i] = pose * t.corner[i];
        behind = dot(seen_from - corner[0], face) < 0;
        if (!behind) return;
        face = -face;
        std::swap(corner[1], corner[2]);
    }
};

// The cosine by which a normal at this place of a triangle may lean away from the face's: to the mean of both faces at
// an edge, of all at a corner. Beyond that it is a neighbour's.
float widest_lean(const ColliderTriangle& t, const Vec3& at) {
    constexpr float rim = 1e-3f;  // of a weight: seen from there the nearest point may lie on any feature
    const TrianglePoint<float> place = closest_on_triangle(at, t.corner[0], t.corner[1], t.corner[2]);
    float widest = 1;
    for (int k = 0; k < 3; ++k) {
        if (place.weights[k] <= rim) widest = std::min(widest, dot(t.edge_normal[(k + 1) % 3], t.normal));
        if (place.weights[k] >= 1 - rim) widest = std::min(widest, dot(t.point_normal[k], t.normal));
    }
    return widest;
}

// Lets a piece touch the face itself. False where its lowest point lies beside the triangle: there a neighbour is
// touched. A whole side of the piece is cut to the triangle later.
bool turn_to_face(const Piece& convex, const Transform& pose, const FacedTriangle& t, Closest& nearest) {
    SupportingFace lowest;
    supporting_face(convex, pose, -t.face, lowest);
    nearest.normal = -t.face;
    nearest.gap = std::numeric_limits<float>::infinity();
    for (u32 i = 0; i < lowest.count; ++i)
        if (const float gap = dot(lowest.corner[i] - t.corner[0], t.face); gap < nearest.gap) {
            nearest.gap = gap;
            nearest.on_a = lowest.corner[i];
        }
    nearest.on_b = nearest.on_a - t.face * nearest.gap;
    constexpr float beside = 1e-5f;  // [m]
    return lowest.count > 2 ||
           closest_on_triangle(nearest.on_b, t.corner[0], t.corner[1], t.corner[2]).distance_squared <= beside * beside;
}

}  // namespace

void collide_triangle(const Piece& convex, const Transform& pose, const ColliderTriangle& triangle, bool closed,
                      const Transform& pose_mesh, float speculative_distance, Manifold& out) {
    PL_ASSERT(convex.is_convex() && speculative_distance >= 0);
    out.count = 0;
    const FacedTriangle t(triangle, pose_mesh, pose.position);
    if (closed && t.behind) return;  // seen from behind, a solid's triangle is not there
    Point4 room[8], corners[3];
    for (int i = 0; i < 3; ++i) corners[i] = {triangle.corner[i].x, triangle.corner[i].y, triangle.corner[i].z, 0};
    Closest nearest;
    if (!closest_points(core_of(convex, room), pose, {corners, 3, 0}, pose_mesh, speculative_distance, nearest)) return;
    if (-dot(nearest.normal, t.face) < widest_lean(triangle, pose_mesh.inverse(nearest.on_b)) - 1e-5f &&
        !(turn_to_face(convex, pose, t, nearest) && nearest.gap <= speculative_distance))
        return;
    SupportingFace side, flat;
    supporting_face(convex, pose, nearest.normal, side);
    flat.count = 3;
    flat.normal = t.face;
    std::copy(t.corner, t.corner + 3, flat.corner);
    clip_faces(side, flat, nearest, speculative_distance, out);
}

}  // namespace pliant::rigid
