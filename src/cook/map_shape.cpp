#include "cook/map_shape.h"

#include "geometry/triangle_edges.h"
#include "geometry/weld.h"

namespace pliant {

std::vector<u32> points_as_one(const Mesh& mesh) {
    std::vector<u8> finite(mesh.points.size());
    Box box;
    for (size_t p = 0; p < finite.size(); ++p)
        if ((finite[p] = is_finite(mesh.points[p]))) box.add(mesh.points[p]);
    return weld_points(mesh.points, finite, 1e-6 * static_cast<double>(length(box.size())));
}

namespace {

// Triangles of points that are one where they stand in one place.
struct WeldedTriangles {
    std::vector<u32> one;  // of each point of the mesh
    std::vector<TrianglePoints> triangles;

    explicit WeldedTriangles(const Mesh& mesh) : one(points_as_one(mesh)) {
        const auto finite = [&](u32 p) { return is_finite(mesh.points[p]); };
        for (const auto& t : triangulate(mesh).triangles) {
            const TrianglePoints points{mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]};
            if (finite(points[0]) && finite(points[1]) && finite(points[2]))
                triangles.push_back({one[points[0]], one[points[1]], one[points[2]]});
        }
    }
};

}  // namespace

// How much normals turn along an edge, over its length, is the curvature that way: (n' - n) (x' - x) / |x' - x|². By
// length, so that short edges that merely cut a face in two count little. Normals by the weights of Max 1999 (Weights
// for computing vertex normals from facet normals), with which both are exact on a ball, however it is meshed.
std::vector<float> curvature_of_points(const Mesh& mesh) {
    const WeldedTriangles welded(mesh);
    std::vector<Vec3d> normals(mesh.points.size());
    const auto place = [&](u32 p) { return mesh.points[p].to<double>(); };
    for (const TrianglePoints& t : welded.triangles)
        for (size_t k = 0; k < 3; ++k) {
            const Vec3d a = place(t[(k + 1) % 3]) - place(t[k]), b = place(t[(k + 2) % 3]) - place(t[k]);
            const double weight = length_squared(a) * length_squared(b);
            if (weight > 0) normals[t[k]] += cross(a, b) / weight;
        }
    for (Vec3d& n : normals) n = direction(n, Vec3d{});
    std::vector<double> sum(mesh.points.size()), lengths(mesh.points.size());
    const std::vector<EdgeUse> uses = edge_uses(welded.triangles);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        const u32 a = edge[0].low, b = edge[0].high;
        const Vec3d chord = place(b) - place(a);
        const double far = length(chord);
        if (!(far > 0)) return;
        const double turned = dot(normals[b] - normals[a], chord) / far;  // the curvature, times the length
        for (const u32 p : {a, b}) {
            sum[p] += turned;
            lengths[p] += far;
        }
    });
    std::vector<float> values(mesh.points.size());
    for (size_t p = 0; p < values.size(); ++p) {
        const u32 q = welded.one[p];
        values[p] = lengths[q] > 0 ? static_cast<float>(sum[q] / lengths[q]) : 0;
    }
    return values;
}

std::vector<float> smoothed(const Mesh& mesh, std::vector<float> values, u32 rounds) {
    const WeldedTriangles welded(mesh);
    const std::vector<EdgeUse> uses = edge_uses(welded.triangles);
    std::vector<double> sum(values.size()), count(values.size());
    for (size_t p = 0; p < values.size(); ++p) {
        sum[welded.one[p]] += static_cast<double>(values[p]);
        ++count[welded.one[p]];
    }
    std::vector<double> now(values.size());
    for (size_t p = 0; p < values.size(); ++p) now[p] = count[p] > 0 ? sum[p] / count[p] : 0;
    for (u32 round = 0; round < rounds; ++round) {
        sum.assign(values.size(), 0);
        count.assign(values.size(), 0);
        for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
            const u32 a = edge[0].low, b = edge[0].high;
            sum[a] += now[b];
            sum[b] += now[a];
            ++count[a];
            ++count[b];
        });
        for (size_t p = 0; p < values.size(); ++p)
            if (count[p] > 0) now[p] = 0.5 * (now[p] + sum[p] / count[p]);
    }
    for (size_t p = 0; p < values.size(); ++p) values[p] = static_cast<float>(now[welded.one[p]]);
    return values;
}

}  // namespace pliant
