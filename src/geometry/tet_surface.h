// The outside of a tetrahedral mesh, and points that are carried by its tetrahedra.
#pragma once

#include <span>
#include <vector>

#include "geometry/bvh.h"
#include "geometry/tet_mesh.h"
#include "geometry/triangle_edges.h"

namespace pliant {

// The faces that only one tet has, outward, in the order of the tets; `of_tet`, where given, says which tet each is of.
std::vector<TrianglePoints> boundary_triangles(const TetMesh& mesh, std::vector<u32>* of_tet = nullptr);

// For each tet the number of its piece, from 0 in the order of the tets. Tets of a piece hang together by faces; what
// shares only an edge or a point with another piece turns about it like a door.
std::vector<u32> tet_pieces(const TetMesh& mesh);
u32 piece_count(const TetMesh& mesh);

// Leaves only tets with a 1 and the points that these use, in their order.
void keep_tets(TetMesh& mesh, std::span<const u8> kept);

// A point is the sum of weight[k] times corner k of its tet. The weights add up to 1; outside the tet some are
// negative, so that a point keeps its distance from a surface it does not lie on.
struct TetPlace {
    u32 tet;
    float weight[4];
};

class TetEmbedding {
  public:
    explicit TetEmbedding(const TetMesh& mesh);  // must have tets, and must outlive this
    TetPlace find(const Vec3& point) const;      // in the tet that contains the point, or else in the nearest one

  private:
    struct Found;
    void consider(u32 tet, const Vec3d& point, Found& best) const;
    const TetMesh& mesh_;
    Bvh tree_;
};

std::vector<TetPlace> embed(const TetMesh& mesh, std::span<const Vec3> points);

}  // namespace pliant
