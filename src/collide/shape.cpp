#include "collide/shape.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

static Box turned_box(const Transform& pose, const Vec3& center, const Vec3& half) {
    const Mat3 r = matrix(pose.rotation);
    const auto extent = [&](int row) {
        return std::fabs(r(row, 0)) * half.x + std::fabs(r(row, 1)) * half.y + std::fabs(r(row, 2)) * half.z;
    };
    const Vec3 middle = pose * center, half_extent{extent(0), extent(1), extent(2)};
    return {middle - half_extent, middle + half_extent};
}

Box Shape::bounds(const Transform& pose) const {
    PL_ASSERT(all_finite(pose));
    switch (kind) {
        case ShapeKind::plane: break;
        case ShapeKind::sphere: return Box{pose.position, pose.position}.grown(radius);
        case ShapeKind::capsule: {
            Box box;
            box.add(pose * Vec3{0, half_height, 0});
            box.add(pose * Vec3{0, -half_height, 0});
            return box.grown(radius);
        }
        case ShapeKind::box: return turned_box(pose, {}, half_size);
        case ShapeKind::mesh: return turned_box(pose, mesh->bounds().center(), mesh->bounds().size() * 0.5f);
        case ShapeKind::height_field:
            return turned_box(pose, height_field->bounds().center(), height_field->bounds().size() * 0.5f);
        case ShapeKind::compound: {
            Box box;
            for (const ShapePart& part : *parts) box.add(part.shape.bounds(pose * part.frame));
            return box;
        }
    }
    constexpr float all = 3e38f;
    return {{-all, -all, -all}, {all, all, all}};
}

static SignedDistance distance_to_box(const Vec3& half, const Vec3& p) {
    const Vec3 outside{std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
    const Vec3 sign{p.x < 0 ? -1.0f : 1.0f, p.y < 0 ? -1.0f : 1.0f, p.z < 0 ? -1.0f : 1.0f};
    if (outside.x > 0 || outside.y > 0 || outside.z > 0) {
        const Vec3 gap = greatest(outside, Vec3{});
        const float d = length(gap);
        return {d, scaled(sign, gap) / d};
    }
    if (outside.x >= outside.y && outside.x >= outside.z) return {outside.x, {sign.x, 0, 0}};
    if (outside.y >= outside.z) return {outside.y, {0, sign.y, 0}};
    return {outside.z, {0, 0, sign.z}};
}

static SignedDistance distance_to_parts(const std::vector<ShapePart>& parts, const Vec3& p) {
    SignedDistance nearest{3e38f, {0, 1, 0}};
    for (const ShapePart& part : parts) {
        const SignedDistance d = signed_distance(part.shape, part.frame.inverse(p));
        if (d.distance < nearest.distance) nearest = {d.distance, part.frame.rotation * d.normal};
    }
    return nearest;
}

SignedDistance signed_distance(const Shape& shape, const Vec3& p) {
    PL_ASSERT(is_finite(p));
    switch (shape.kind) {
        case ShapeKind::sphere: {
            const float d = length(p);
            return {d - shape.radius, d > 0 ? p / d : Vec3{0, 1, 0}};
        }
        case ShapeKind::capsule: {
            const Vec3 q{p.x, p.y - std::clamp(p.y, -shape.half_height, shape.half_height), p.z};
            const float d = length(q);
            return {d - shape.radius, d > 0 ? q / d : Vec3{1, 0, 0}};
        }
        case ShapeKind::box: return distance_to_box(shape.half_size, p);
        case ShapeKind::compound: return distance_to_parts(*shape.parts, p);
        default: break;
    }
    PL_ASSERT(shape.kind == ShapeKind::plane);
    return {p.y, {0, 1, 0}};
}

static void add_box_edges(const Vec3& h, std::vector<FeatureEdge>& out) {
    for (int axis = 0; axis < 3; ++axis)
        for (int corner = 0; corner < 4; ++corner) {
            Vec3 a = h, b = h;
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            a[axis] = -h[axis];
            if (corner & 1) a[u] = b[u] = -h[u];
            if (corner & 2) a[v] = b[v] = -h[v];
            out.push_back({a, b, 0});
        }
}

void collect_feature_edges(const Shape& shape, const Box& near, std::vector<FeatureEdge>& out) {
    switch (shape.kind) {
        case ShapeKind::plane: return;
        case ShapeKind::sphere: out.push_back({{}, {}, shape.radius}); return;
        case ShapeKind::capsule:
            out.push_back({{0, -shape.half_height, 0}, {0, shape.half_height, 0}, shape.radius});
            return;
        case ShapeKind::box: add_box_edges(shape.half_size, out); return;
        case ShapeKind::mesh:
            shape.mesh->ridges(near, [&](const Vec3& a, const Vec3& b) { out.push_back({a, b, 0}); });
            return;
        case ShapeKind::height_field:
            shape.height_field->ridges(near, [&](const Vec3& a, const Vec3& b) { out.push_back({a, b, 0}); });
            return;
        case ShapeKind::compound:
            for (const ShapePart& part : *shape.parts) {
                const size_t first = out.size();
                collect_feature_edges(part.shape, near, out);  // solids give all that they have
                for (size_t i = first; i < out.size(); ++i) {
                    out[i].from = part.frame * out[i].from;
                    out[i].to = part.frame * out[i].to;
                }
            }
            return;
    }
}

}  // namespace pliant
