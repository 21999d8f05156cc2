#include "geometry/tet_surface.h"

#include <algorithm>

#include "core/assert.h"
#include "core/disjoint_sets.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

// Corners of the face opposite each corner, outward.
constexpr int face_corner[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

TrianglePoints face_of(const TetPoints& tet, u32 face) {
    return {tet[face_corner[face][0]], tet[face_corner[face][1]], tet[face_corner[face][2]]};
}

TrianglePoints sorted(TrianglePoints t) {
    std::sort(t.begin(), t.end());
    return t;
}

// Faces, as 4 tet + face, grouped by their lowest point: equal faces are in one group, and groups are small.
struct FaceGroups {
    std::vector<u32> start, face;
    explicit FaceGroups(const TetMesh& mesh) : start(mesh.points.size() + 1, 0), face(mesh.tets.size() * 4) {
        const auto lowest = [&](u32 f) {
            const TrianglePoints t = face_of(mesh.tets[f / 4], f % 4);
            return std::min({t[0], t[1], t[2]});
        };
        for (u32 f = 0; f < face.size(); ++f) ++start[lowest(f) + 1];
        for (size_t p = 1; p < start.size(); ++p) start[p] += start[p - 1];
        std::vector<u32> next(start.begin(), start.end() - 1);
        for (u32 f = 0; f < face.size(); ++f) face[next[lowest(f)]++] = f;
    }
};

// Calls f(face, face) for faces of the same three points.
template <class F>
void for_each_shared_face(const TetMesh& mesh, F&& f) {
    PL_ASSERT(mesh.tets.size() < 0x40000000u);
    const FaceGroups groups(mesh);
    std::vector<std::pair<TrianglePoints, u32>> group;
    for (size_t p = 0; p < mesh.points.size(); ++p) {
        group.clear();
        for (u32 i = groups.start[p]; i < groups.start[p + 1]; ++i)
            group.push_back({sorted(face_of(mesh.tets[groups.face[i] / 4], groups.face[i] % 4)), groups.face[i]});
        std::sort(group.begin(), group.end());
        for (size_t i = 1; i < group.size(); ++i)
            if (group[i].first == group[i - 1].first) f(group[i - 1].second, group[i].second);
    }
}

}  // namespace

std::vector<u32> tet_pieces(const TetMesh& mesh) {
    DisjointSets pieces(mesh.tets.size());
    for_each_shared_face(mesh, [&](u32 a, u32 b) { pieces.join(a / 4, b / 4); });
    std::vector<u32> piece(mesh.tets.size());
    u32 count = 0;
    for (u32 t = 0; t < piece.size(); ++t) piece[t] = pieces.find(t) == t ? count++ : piece[pieces.find(t)];
    return piece;
}

std::vector<TrianglePoints> boundary_triangles(const TetMesh& mesh, std::vector<u32>* of_tet) {
    std::vector<u8> shared(mesh.tets.size() * 4, 0);
    for_each_shared_face(mesh, [&](u32 a, u32 b) { shared[a] = shared[b] = 1; });
    std::vector<TrianglePoints> boundary;
    if (of_tet) of_tet->clear();
    for (u32 f = 0; f < shared.size(); ++f) {
        if (shared[f]) continue;
        boundary.push_back(face_of(mesh.tets[f / 4], f % 4));
        if (of_tet) of_tet->push_back(f / 4);
    }
    return boundary;
}

struct TetEmbedding::Found {
    u32 tet = 0xffffffffu;
    double distance_squared = std::numeric_limits<double>::infinity();
    double least_weight = 0;
    double weight[4] = {};
};

TetEmbedding::TetEmbedding(const TetMesh& mesh) : mesh_(mesh) {
    PL_ASSERT(!mesh.tets.empty());
    std::vector<Box> boxes(mesh.tets.size());
    for (size_t t = 0; t < boxes.size(); ++t)
        for (const u32 p : mesh.tets[t]) boxes[t].add(mesh.points[p]);
    tree_ = Bvh(boxes);
}

// A point near a shared face, edge or corner is as near to several tets; it goes where its weights stretch least.
void TetEmbedding::consider(u32 tet, const Vec3d& point, Found& best) const {
    std::array<Vec3d, 4> p;
    for (int k = 0; k < 4; ++k) p[k] = mesh_.points[mesh_.tets[tet][k]].to<double>();
    Found here;
    here.tet = tet;
    double volume = 0;
    for (int k = 0; k < 4; ++k) {
        const int* const f = face_corner[k];
        here.weight[k] = dot(cross(p[f[1]] - p[f[0]], p[f[2]] - p[f[0]]), p[f[0]] - point);
        volume += here.weight[k];
    }
    if (!(volume > 0)) return;
    here.least_weight = 1;
    for (double& w : here.weight) w /= volume, here.least_weight = std::min(here.least_weight, w);
    if (here.least_weight >= 0) {
        here.distance_squared = 0;
    } else {
        for (const auto& f : face_corner)
            here.distance_squared =
                std::min(here.distance_squared, closest_on_triangle(point, p[f[0]], p[f[1]], p[f[2]]).distance_squared);
    }
    constexpr double doubt = 1e-6;
    const bool nearer = here.distance_squared < best.distance_squared * (1 - doubt);
    const bool as_near = here.distance_squared <= best.distance_squared * (1 + doubt);
    if (nearer || (as_near && here.least_weight > best.least_weight)) best = here;
}

TetPlace TetEmbedding::find(const Vec3& point) const {
    PL_ASSERT(is_finite(point));
    Found best;
    const Vec3d at = point.to<double>();
    tree_.overlap({point, point}, [&](u32 tet) { consider(tet, at, best); });
    if (best.distance_squared > 0)
        tree_.closest(point, std::numeric_limits<float>::infinity(), [&](u32 tet, float bound) {
            consider(tet, at, best);
            return std::min(bound, static_cast<float>(best.distance_squared * 1.00001));
        });
    PL_ASSERT(best.tet < mesh_.tets.size());
    TetPlace place{best.tet, {}};
    for (int k = 0; k < 4; ++k) place.weight[k] = static_cast<float>(best.weight[k]);
    return place;
}

std::vector<TetPlace> embed(const TetMesh& mesh, std::span<const Vec3> points) {
    const TetEmbedding embedding(mesh);
    std::vector<TetPlace> places;
    places.reserve(points.size());
    for (const Vec3& p : points) places.push_back(embedding.find(p));
    return places;
}

}  // namespace pliant
