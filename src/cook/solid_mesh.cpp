#include "cook/solid_mesh.h"

#include "core/error.h"
#include "geometry/repair.h"
#include "rigid/hull.h"

namespace pliant {

std::shared_ptr<const MeshShape> solid_mesh(const Mesh& mesh) {
    RepairReport repaired;
    SimulationMesh made = repair(mesh, triangulate(mesh), repaired);
    if (made.triangles.empty())
        throw Error({mesh.name, "no triangle is left after repair", "a mesh with faces that have an area", ""});
    return std::make_shared<MeshShape>(std::move(made.points), std::move(made.triangles), repaired.closed);
}

// Its faces, in triangles about their first corners.
std::shared_ptr<const MeshShape> hull_mesh(const Mesh& mesh) {
    const std::shared_ptr<const rigid::Hull> hull = rigid::make_hull(mesh.points, mesh.name);
    std::vector<Vec3> points;
    for (const rigid::Point4& p : hull->points) points.push_back(p.xyz());
    std::vector<std::array<u32, 3>> triangles;
    for (size_t f = 0; f < hull->face_count(); ++f)
        for (u32 i = hull->face_start[f] + 1; i + 1 < hull->face_start[f + 1]; ++i)
            triangles.push_back({hull->face_point[hull->face_start[f]], hull->face_point[i], hull->face_point[i + 1]});
    return std::make_shared<MeshShape>(std::move(points), std::move(triangles), true);
}

}  // namespace pliant
