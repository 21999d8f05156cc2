#include "geometry/tet_surface.h"

#include <algorithm>

#include "core/contract.h"
#include "core/disjoint_sets.h"
#include "geometry/tet_faces.h"
#include "geometry/triangle_queries.h"

namespace pliant {

std::vector<u32> tet_pieces(const TetMesh& mesh) {
    DisjointSets pieces(mesh.tets.size());
    for (const TetFace& f : tet_faces(mesh.tets))
        if (f.tet[1] != TetFace::outside) pieces.join(f.tet[0], f.tet[1]);
    std::vector<u32> piece(mesh.tets.size());
    u32 count = 0;
    for (u32 t = 0; t < piece.size(); ++t) piece[t] = pieces.find(t) == t ? count++ : piece[pieces.find(t)];
    return piece;
}

u32 piece_count(const TetMesh& mesh) {
    u32 count = 0;
    for (const u32 piece : tet_pieces(mesh)) count = std::max(count, piece + 1);
    return count;
}

std::vector<TrianglePoints> boundary_triangles(const TetMesh& mesh, std::vector<u32>* of_tet) {
    PL_ASSERT(all_below(mesh.tets, mesh.points.size()));
    std::vector<TrianglePoints> boundary;
    if (of_tet) of_tet->clear();
    for (const TetFace& f : tet_faces(mesh.tets)) {
        if (f.tet[1] != TetFace::outside) continue;
        boundary.push_back(f.points);
        if (of_tet) of_tet->push_back(f.tet[0]);
    }
    return boundary;
}

void keep_tets(TetMesh& mesh, std::span<const u8> kept) {
    PL_ASSERT(kept.size() == mesh.tets.size());
    std::vector<u32> number(mesh.points.size(), 0);
    size_t tets = 0;
    for (size_t t = 0; t < kept.size(); ++t) {
        if (!kept[t]) continue;
        for (const u32 p : mesh.tets[t]) number[p] = 1;
        mesh.tets[tets++] = mesh.tets[t];
    }
    mesh.tets.resize(tets);
    u32 used = 0;
    for (u32 p = 0; p < number.size(); ++p) {
        if (!number[p]) continue;
        mesh.points[used] = mesh.points[p];
        number[p] = used++;
    }
    mesh.points.resize(used);
    for (TetPoints& tet : mesh.tets)
        for (u32& p : tet) p = number[p];
}

struct TetEmbedding::Found {
    u32 tet = 0xffffffffu;
    double distance_squared = std::numeric_limits<double>::infinity();
    double min_weight = 0;
    double weight[4] = {};
};

TetEmbedding::TetEmbedding(const TetMesh& mesh) : mesh_(mesh) {
    PL_ASSERT(all_finite(mesh.points) && all_below(mesh.tets, mesh.points.size()));
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
        const TrianglePoints f = tet_face({0, 1, 2, 3}, static_cast<u32>(k));
        here.weight[k] = dot(cross(p[f[1]] - p[f[0]], p[f[2]] - p[f[0]]), p[f[0]] - point);
        volume += here.weight[k];
    }
    if (!(volume > 0)) return;
    here.min_weight = 1;
    for (double& w : here.weight) {
        w /= volume;
        here.min_weight = std::min(here.min_weight, w);
    }
    if (here.min_weight >= 0) {
        here.distance_squared = 0;
    } else {
        for (u32 k = 0; k < 4; ++k) {
            const TrianglePoints f = tet_face({0, 1, 2, 3}, k);
            here.distance_squared =
                std::min(here.distance_squared, closest_on_triangle(point, p[f[0]], p[f[1]], p[f[2]]).distance_squared);
        }
    }
    constexpr double doubt = 1e-6;
    const bool nearer = here.distance_squared < best.distance_squared * (1 - doubt);
    const bool as_near = here.distance_squared <= best.distance_squared * (1 + doubt);
    if (nearer || (as_near && here.min_weight > best.min_weight)) best = here;
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
    PL_ASSERT(all_finite(points));
    const TetEmbedding embedding(mesh);
    std::vector<TetPlace> places;
    places.reserve(points.size());
    for (const Vec3& p : points) places.push_back(embedding.find(p));
    return places;
}

}  // namespace pliant
