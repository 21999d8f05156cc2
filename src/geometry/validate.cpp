// Invariants of meshes, of whatever they consist.

#include <algorithm>

#include "core/contract.h"
#include "geometry/lattice_mesh.h"
#include "geometry/mesh.h"
#include "geometry/repair.h"
#include "geometry/soup.h"
#include "geometry/tet_mesh.h"
#include "geometry/tet_quality.h"

namespace pliant {

static bool repeats(const TrianglePoints& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

const char* validate(const Mesh& m) {
    const size_t vertices = m.vertex_point.size();
    if (!all_below(m.vertex_point, m.points.size())) return "mesh: a vertex has a point that does not exist";
    if (!m.uv.empty() && m.uv.size() != vertices) return "mesh: there is not one texture coordinate per vertex";
    if (!m.second_uv.empty() && m.second_uv.size() != vertices) return "mesh: a second texture coordinate is missing";
    if (!m.normals.empty() && m.normals.size() != vertices) return "mesh: there is not one normal per vertex";
    if (m.face_start.empty() || !are_starts(m.face_start, m.face_count(), m.face_vertex.size()))
        return "mesh: faces do not follow each other";
    if (!all_below(m.face_vertex, vertices)) return "mesh: a face has a vertex that does not exist";
    if (m.face_material.size() != m.face_count() || !all_below(m.face_material, m.materials.size()))
        return "mesh: a face has a material that does not exist";
    for (const Attribute& a : m.attributes)
        if (a.values.size() != m.points.size()) return "mesh: an attribute does not have one value per point";
    for (const MeshPart& p : m.parts)
        if (p.first_face > m.face_count() || p.face_count > m.face_count() - p.first_face)
            return "mesh: a part has faces that do not exist";
    return nullptr;
}

const char* validate(const TriangleSoup& s) {
    if (!all_finite(s.points)) return "soup: a point is not finite";
    const auto before = [](const Vec3& a, const Vec3& b) {
        return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
    };
    for (size_t p = 1; p < s.points.size(); ++p)
        if (!before(s.points[p - 1], s.points[p])) return "soup: points are not sorted, or one is there twice";
    if (!all_below(s.triangles, s.points.size())) return "soup: a triangle has a point that does not exist";
    return nullptr;
}

const char* validate(const SimulationMesh& m) {
    if (!all_finite(m.points)) return "simulation mesh: a point is not finite";
    if (!all_below(m.triangles, m.points.size())) return "simulation mesh: a triangle has a point that does not exist";
    if (std::any_of(m.triangles.begin(), m.triangles.end(), repeats))
        return "simulation mesh: a triangle has a point twice";
    if (!all_below_or(m.point_of, m.points.size(), SimulationMesh::no_point))
        return "simulation mesh: a point of the mesh is tied to one that does not exist";
    if (m.source_triangle.size() != m.triangles.size()) return "simulation mesh: a triangle has no source";
    std::vector<u8> used(m.points.size(), 0);
    for (const TrianglePoints& t : m.triangles)
        for (const u32 p : t) used[p] = 1;
    if (std::find(used.begin(), used.end(), 0) != used.end()) return "simulation mesh: a point is in no triangle";
    return nullptr;
}

const char* validate(const TetMesh& m) {
    if (!all_finite(m.points)) return "tet mesh: a point is not finite";
    if (!all_below(m.tets, m.points.size())) return "tet mesh: a tet has a point that does not exist";
    for (const TetPoints& t : m.tets)
        if (!(tet_volume(m, t) > 0)) return "tet mesh: a tet has no volume, or is inside out";
    return nullptr;
}

const char* validate(const LatticeMesh& m) {
    if (!is_positive(m.spacing.x) || !is_positive(m.spacing.y) || !is_positive(m.spacing.z) || !is_finite(m.origin))
        return "lattice: the spacing is not positive, or the origin not finite";
    if (m.cell_corner.size() != m.cell_site.size()) return "lattice: a cell has no corners";
    if (!all_below(m.cell_corner, m.particle_count())) return "lattice: a cell has a particle that does not exist";
    const auto unsorted = [](const std::vector<Vec3i>& sites) {
        return !std::is_sorted(sites.begin(), sites.end(), comes_before);
    };
    if (unsorted(m.cell_site) || unsorted(m.particle_site)) return "lattice: cells or particles are not sorted";
    for (const Vec3i& s : m.particle_site)
        if (s.x < 0 || s.y < 0 || s.z < 0 || s.x >= m.sites.x || s.y >= m.sites.y || s.z >= m.sites.z)
            return "lattice: a particle is outside the grid";
    for (size_t c = 0; c < m.cell_count(); ++c)
        for (i32 k = 0; k < 8; ++k)
            if (m.particle_site[m.cell_corner[c][static_cast<size_t>(k)]] !=
                m.cell_site[c] + Vec3i{k & 1, k >> 1 & 1, k >> 2})
                return "lattice: a particle does not stand at the corner of its cell";
    return nullptr;
}

}  // namespace pliant
