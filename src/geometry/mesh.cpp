#include "geometry/mesh.h"

#include <algorithm>

#include "core/contract.h"
#include "core/error.h"
#include "core/text.h"
#include "geometry/ear_cut.h"
#include "geometry/mesh_faces.h"

namespace pliant {

Box Mesh::bounds() const {
    Box box;
    for (const Vec3& p : points)
        if (is_finite(p)) box.add(p);
    return box;
}

const Attribute* Mesh::attribute(const std::string& wanted) const {
    for (const Attribute& a : attributes)
        if (a.name == wanted) return &a;
    return nullptr;
}

namespace {

// Newell's normal: right for any polygon, planar or not.
Vec3d polygon_normal(const Mesh& mesh, const u32* corner, size_t n) {
    Vec3d normal;
    for (size_t i = 0; i < n; ++i) {
        const Vec3d a = mesh.points[mesh.vertex_point[corner[i]]].to<double>(),
                    b = mesh.points[mesh.vertex_point[corner[(i + 1) % n]]].to<double>();
        normal += Vec3d{(a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x), (a.x - b.x) * (a.y + b.y)};
    }
    return normal;
}

void triangulate_face(const Mesh& mesh, const u32* corner, size_t n, std::vector<std::array<u32, 3>>& out) {
    if (n == 3) {
        out.push_back({corner[0], corner[1], corner[2]});
        return;
    }
    const Vec3d normal = direction(polygon_normal(mesh, corner, n), Vec3d{0, 0, 1});
    const Vec3d u = perpendicular(normal), v = cross(normal, u);
    std::vector<std::array<double, 2>> flat(n);
    for (size_t i = 0; i < n; ++i) {
        const Vec3d p = mesh.points[mesh.vertex_point[corner[i]]].to<double>();
        flat[i] = {dot(p, u), dot(p, v)};
    }
    for (const auto& t : cut_ears(flat)) out.push_back({corner[t[0]], corner[t[1]], corner[t[2]]});
}

}  // namespace

Triangulation triangulate(const Mesh& mesh) {
    PL_VALIDATE(mesh);
    Triangulation result;
    result.triangles.reserve(mesh.face_vertex.size());
    for (size_t f = 0; f < mesh.face_count(); ++f) {
        const size_t n = mesh.face_start[f + 1] - mesh.face_start[f];
        if (n < 3) continue;
        triangulate_face(mesh, mesh.face_vertex.data() + mesh.face_start[f], n, result.triangles);
        result.face.resize(result.triangles.size(), static_cast<u32>(f));
    }
    PL_ASSERT(all_below(result.triangles, mesh.vertex_point.size()) && result.face.size() == result.triangles.size());
    return result;
}

void add_missing_normals(Mesh& mesh, const Triangulation& triangulation) {
    PL_ASSERT(all_below(triangulation.triangles, mesh.vertex_point.size()));
    if (!mesh.normals.empty()) return;
    std::vector<Vec3d> sum(mesh.points.size());
    for (const auto& t : triangulation.triangles) {
        const u32 a = mesh.vertex_point[t[0]], b = mesh.vertex_point[t[1]], c = mesh.vertex_point[t[2]];
        const Vec3d p = mesh.points[a].to<double>();
        const Vec3d n = cross(mesh.points[b].to<double>() - p, mesh.points[c].to<double>() - p);
        sum[a] += n;
        sum[b] += n;
        sum[c] += n;
    }
    mesh.normals.resize(mesh.vertex_point.size());
    for (size_t v = 0; v < mesh.vertex_point.size(); ++v)
        mesh.normals[v] = direction(sum[mesh.vertex_point[v]], Vec3d{0, 1, 0}).to<float>();
}

Mesh take_part(const Mesh& mesh, const std::string& wanted) {
    PL_VALIDATE(mesh);
    std::vector<std::string> names;
    const MeshPart* part = nullptr;
    for (const MeshPart& p : mesh.parts) {
        names.push_back(p.name);
        if (p.name == wanted) part = &p;
    }
    if (!part) throw_unknown_name(mesh.name, "mesh", wanted, names, "no \"mesh\": the file has only one");
    std::vector<u8> faces(mesh.face_count());
    std::fill_n(faces.begin() + part->first_face, part->face_count, u8{1});
    Mesh out = take_faces(mesh, faces);
    out.name = mesh.name + "/" + wanted;
    return out;
}

void transform(Mesh& mesh, const Mat3d& linear, const Vec3d& translation) {
    PL_ASSERT(all_finite(linear.column[0]) && all_finite(linear.column[1]) && all_finite(linear.column[2]));
    PL_ASSERT(is_finite(translation));
    for (Vec3& p : mesh.points) p = (linear * p.to<double>() + translation).to<float>();
    const Mat3d for_normals = cofactor(linear);
    const bool mirrored = determinant(linear) < 0;
    for (Vec3& n : mesh.normals)
        n = direction(for_normals * n.to<double>() * (mirrored ? -1.0 : 1.0), Vec3d{0, 1, 0}).to<float>();
    if (mesh.volume) {
        TetMesh volume = *mesh.volume;
        for (Vec3& p : volume.points) p = (linear * p.to<double>() + translation).to<float>();
        if (mirrored)
            for (TetPoints& t : volume.tets) std::swap(t[2], t[3]);
        mesh.volume = std::make_shared<const TetMesh>(std::move(volume));
    }
    if (!mirrored) return;
    for (size_t f = 0; f < mesh.face_count(); ++f)
        std::reverse(mesh.face_vertex.begin() + mesh.face_start[f], mesh.face_vertex.begin() + mesh.face_start[f + 1]);
}

}  // namespace pliant
