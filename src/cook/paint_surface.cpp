#include "cook/paint_surface.h"

#include "cook/map_shape.h"
#include "core/error.h"
#include "geometry/triangle_edges.h"

namespace pliant {

PaintSurface::PaintSurface(Mesh mesh, UvSet set, const Vec3d& scale) : mesh_(std::move(mesh)), unwrapped_(mesh_, set) {
    const std::vector<u32> one = points_as_one(mesh_);
    const size_t count = unwrapped_.uv.size();
    std::vector<TrianglePoints> welded(count);
    std::vector<TriangleCorners> finite;
    for (u32 t = 0; t < count; ++t) {
        TriangleCorners c;
        for (size_t k = 0; k < 3; ++k) {
            const u32 p = unwrapped_.point(t, k);
            welded[t][k] = one[p];
            const Vec3d at = mesh_.points[p].to<double>();
            c[k] = {at.x * scale.x, at.y * scale.y, at.z * scale.z};
        }
        corners_.push_back(c);
        if (is_finite(c[0]) && is_finite(c[1]) && is_finite(c[2])) {
            finite.push_back(c);
            in_tree_.push_back(t);
        }
    }
    if (finite.empty()) throw Error({mesh_.name, "the mesh has no triangle", "a surface to paint", ""});
    tree_ = TriangleTree(std::move(finite));
    next_.resize(3 * count);
    for (u32 i = 0; i < next_.size(); ++i) next_[i] = i / 3;
    for_each_edge(edge_uses(welded), [&](std::span<const EdgeUse> edge) {
        for (size_t i = 0; i < edge.size(); ++i) next_[edge[i].corner] = edge[(i + 1) % edge.size()].triangle();
    });
}

Box PaintSurface::bounds() const {
    Box box;
    for (const u32 t : in_tree_)
        for (const Vec3d& corner : corners_[t]) box.add(corner.to<float>());
    return box;
}

PaintSurface::Place PaintSurface::nearest(const Vec3d& p) const {
    const TriangleTree::Nearest near = tree_.nearest(p);
    return {in_tree_[near.triangle], near.on.point};
}

void PaintSurface::gather(const Place& from, double reach, std::vector<u32>& triangles) const {
    triangles.assign(1, from.triangle);
    std::vector<u8> seen(corners_.size());
    seen[from.triangle] = 1;
    for (size_t i = 0; i < triangles.size(); ++i)
        for (u32 k = 0; k < 3; ++k) {
            const u32 t = next_[3 * triangles[i] + k];
            if (seen[t]) continue;
            seen[t] = 1;
            const TriangleCorners& c = corners_[t];
            if (closest_on_triangle(from.at, c[0], c[1], c[2]).distance_squared <= reach * reach)
                triangles.push_back(t);
        }
}

Vec3d weights_in_plane(const TriangleCorners& c, const Vec3d& p) {
    const Vec3d a = c[1] - c[0], b = c[2] - c[0], n = cross(a, b), to = p - c[0];
    const double area = dot(n, n);
    if (!(area > 0)) return {1, 0, 0};
    const double second = dot(cross(to, b), n) / area, third = dot(cross(a, to), n) / area;
    return {1 - second - third, second, third};
}

std::vector<UvTriangle> PaintSurface::uv_of_drawn(std::span<const Vec3> positions, std::span<const u32> indices) const {
    std::vector<UvTriangle> all;
    all.reserve(indices.size() / 3);
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        Vec3d p[3];
        for (size_t k = 0; k < 3; ++k) p[k] = positions[indices[i + k]].to<double>();
        // By the middle: corners may lie on a seam, and belong to two charts.
        const u32 t = nearest((p[0] + p[1] + p[2]) / 3.0).triangle;
        UvTriangle& uv = all.emplace_back();
        for (size_t k = 0; k < 3; ++k) uv[k] = uv_at(unwrapped_.uv[t], weights_in_plane(corners_[t], p[k]));
    }
    return all;
}

}  // namespace pliant
