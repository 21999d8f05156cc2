#include "rigid/manifold.h"

#include <algorithm>
#include <utility>

#include "core/contract.h"

namespace pliant::rigid {

namespace {

void box_side(const Vec3& half, const Transform& pose, const Vec3& direction, SupportingFace& out) {
    const Mat3 axes = matrix(pose.rotation);
    const Vec3 local{dot(axes.column[0], direction), dot(axes.column[1], direction), dot(axes.column[2], direction)};
    const Vec3 size{std::fabs(local.x), std::fabs(local.y), std::fabs(local.z)};
    const int k = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const float sign = local[k] < 0 ? -1.0f : 1.0f;
    out.normal = axes.column[k] * sign;
    const Vec3 center = pose.position + out.normal * half[k];
    const Vec3 u = axes.column[i] * half[i], v = axes.column[j] * (half[j] * sign);
    out.corner[0] = center - u - v;
    out.corner[1] = center + u - v;
    out.corner[2] = center + u + v;
    out.corner[3] = center - u + v;
    out.count = 4;
    out.number = static_cast<u32>(2 * k + (sign < 0));
}

void hull_side(const Hull& hull, const Transform& pose, const Vec3& direction, SupportingFace& out) {
    const Vec3 local = conjugate(pose.rotation) * direction;
    size_t best = 0;
    for (size_t f = 1; f < hull.face_count(); ++f)
        if (dot(hull.face_normal[f], local) > dot(hull.face_normal[best], local)) best = f;
    const u32 first = hull.face_start[best], corners = hull.face_start[best + 1] - first;
    out.count = std::min(corners, SupportingFace::max_corners);
    for (u32 i = 0; i < out.count; ++i)  // a face with too many corners loses some
        out.corner[i] = pose * hull.points[hull.face_point[first + i * corners / out.count]].xyz();
    out.normal = pose.rotation * hull.face_normal[best];
    out.number = static_cast<u32>(best);
}

// The segment where it lies across the direction to a few degrees, otherwise the end that looks there.
void capsule_side(const Shape& shape, const Transform& pose, const Vec3& direction, SupportingFace& out) {
    const Vec3 axis = pose.rotation * Vec3{0, 1, 0}, out_to = pose.position + direction * shape.radius;
    const float along = dot(axis, direction);
    const Vec3 end = axis * shape.half_height;
    out.count = 1;
    out.number = 0;
    if (std::fabs(along) < 0.1f && shape.half_height > 0) {
        out.count = 2;
        out.corner[0] = out_to - end;
        out.corner[1] = out_to + end;
    } else {
        out.corner[0] = along < 0 ? out_to - end : out_to + end;
    }
}

struct Clipped {
    Vec3 at;
    u32 feature;
};

// What of a polygon (or segment) is behind the plane through `origin`.
u32 cut(const Clipped* in, u32 count, bool closed, const Vec3& origin, const Vec3& outward, u32 plane, Clipped* out) {
    u32 kept = 0;
    const u32 edges = closed ? count : count - 1;
    if (count == 1) {
        if (dot(in[0].at - origin, outward) <= 0) out[kept++] = in[0];
        return kept;
    }
    for (u32 i = 0; i < edges; ++i) {
        const Clipped &from = in[i], &to = in[i + 1 == count ? 0 : i + 1];
        const float d0 = dot(from.at - origin, outward), d1 = dot(to.at - origin, outward);
        if (d0 <= 0) out[kept++] = from;
        if ((d0 <= 0) != (d1 <= 0)) {
            const float t = d0 / (d0 - d1);
            out[kept++] = {from.at + (to.at - from.at) * t, (from.feature & 0xff) | (plane + 1) << 8};
        }
        if (!closed && i + 1 == edges && d1 <= 0) out[kept++] = to;
    }
    return kept;
}

// Four of many: the deepest, the farthest from it, the farthest from their line, and the farthest on its other side.
void reduce(ManifoldPoint* points, u32& count, const Vec3& normal) {
    if (count <= max_points) return;
    const auto bring = [&](u32 to, auto&& worth) {
        u32 best = to;
        float most = worth(points[to]);
        for (u32 i = to + 1; i < count; ++i)
            if (const float w = worth(points[i]); w > most) {
                most = w;
                best = i;
            }
        std::swap(points[to], points[best]);
    };
    bring(0, [](const ManifoldPoint& p) { return -p.gap; });
    bring(1, [&](const ManifoldPoint& p) { return length_squared(p.on_b - points[0].on_b); });
    const Vec3 across = cross(normal, points[1].on_b - points[0].on_b);
    const auto side = [&](const ManifoldPoint& p) { return dot(across, p.on_b - points[0].on_b); };
    bring(2, [&](const ManifoldPoint& p) { return std::fabs(side(p)); });
    const float other = side(points[2]) < 0 ? 1.0f : -1.0f;
    bring(3, [&](const ManifoldPoint& p) { return side(p) * other; });
    count = max_points;
}

void single_point(const Closest& nearest, Manifold& out) {
    out.count = 1;
    out.point[0] = {nearest.on_a, nearest.on_b, nearest.gap, 0xffffffffu};
}

}  // namespace

void swap_sides(Manifold& m) {
    PL_ASSERT(m.count <= max_points);
    m.normal = -m.normal;
    for (u32 i = 0; i < m.count; ++i) std::swap(m.point[i].on_a, m.point[i].on_b);
}

void supporting_face(const Piece& piece, const Transform& pose, const Vec3& direction, SupportingFace& out) {
    PL_ASSERT(piece.is_convex() && is_unit(direction));
    if (piece.hull) return hull_side(*piece.hull, pose, direction, out);
    if (piece.shape.kind == ShapeKind::box) return box_side(piece.shape.half_size, pose, direction, out);
    capsule_side(piece.shape, pose, direction, out);  // a sphere is one without a segment
}

void clip_faces(const SupportingFace& a, const SupportingFace& b, const Closest& nearest, float speculative_distance,
                Manifold& out) {
    PL_ASSERT(a.count > 0 && a.count <= SupportingFace::max_corners && b.count > 0 &&
              b.count <= SupportingFace::max_corners);
    PL_ASSERT(is_unit(nearest.normal) && speculative_distance >= 0);
    const Vec3 n = nearest.normal;
    out.normal = n;
    const float flat_a = a.count > 2 ? dot(a.normal, n) : 0, flat_b = b.count > 2 ? -dot(b.normal, n) : 0;
    // Ties go to a: otherwise the two would take turns.
    const bool a_holds = flat_a >= flat_b * 0.999f;
    const SupportingFace &holder = a_holds ? a : b, &other = a_holds ? b : a;
    const float flat = a_holds ? flat_a : flat_b;
    if (!(flat > 0.1f) || other.count == 1) return single_point(nearest, out);

    constexpr u32 room = 2 * SupportingFace::max_corners + 4;
    Clipped buffers[2][room];
    Clipped *from = buffers[0], *to = buffers[1];
    u32 count = other.count;
    for (u32 i = 0; i < count; ++i) from[i] = {other.corner[i], i};
    for (u32 e = 0; e < holder.count && count > 0; ++e) {
        const Vec3 &p = holder.corner[e], &q = holder.corner[e + 1 == holder.count ? 0 : e + 1];
        count = cut(from, count, other.count > 2, p, cross(q - p, holder.normal), e, to);
        std::swap(from, to);
    }
    ManifoldPoint points[room];
    u32 kept = 0;
    const float sign = a_holds ? 1.0f : -1.0f;
    const u32 mark = (a_holds ? 0u : 1u) << 31 | (holder.number & 0x7f) << 24;
    for (u32 i = 0; i < count; ++i) {
        const Vec3& p = from[i].at;  // on the other; the holder's plane is met along the normal
        const float gap = dot(p - holder.corner[0], holder.normal) / flat;
        if (!(gap <= speculative_distance)) continue;
        const Vec3 on_holder = p - n * (gap * sign);
        points[kept++] = {a_holds ? on_holder : p, a_holds ? p : on_holder, gap, mark | (from[i].feature & 0xffffff)};
    }
    reduce(points, kept, n);
    if (kept == 0) return single_point(nearest, out);
    out.count = kept;
    std::copy(points, points + kept, out.point);
}

}  // namespace pliant::rigid
