#include "record/torn_mesh.h"

#include "core/assert.h"

namespace pliant {

TornMesh torn_mesh(const std::vector<PieceFrame>& pieces) {
    TornMesh mesh;
    for (const PieceFrame& piece : pieces) {
        const SurfaceModel& s = *piece.surface;
        PL_ASSERT(piece.normals.size() == s.vertex_count() && piece.velocities.size() == s.vertex_count());
        const u32 before = static_cast<u32>(mesh.points.size());
        for (size_t f = 0; f + 1 < s.face_start.size(); ++f) {
            mesh.faces.size.push_back(s.face_start[f + 1] - s.face_start[f]);
            mesh.faces.material.push_back(s.face_material[f]);
        }
        for (const u32 v : s.face_vertex) {
            mesh.faces.point.push_back(before + s.vertex_point[v]);
            if (!s.uv.empty()) mesh.faces.uv.push_back(s.uv[v]);
            mesh.normals.push_back(piece.normals[v]);
        }
        for (const u32 v : s.point_vertex) {
            mesh.points.push_back(piece.positions[v]);
            mesh.velocities.push_back(piece.velocities[v]);
        }
    }
    return mesh;
}

void TornMesh::Faces::save(Writer& w) const {
    w.array(size);
    w.array(material);
    w.array(point);
    w.array(uv);
}

void TornMesh::Faces::load(Reader& r) {
    r.array(size);
    r.array(material);
    r.array(point);
    r.array(uv);
    u64 corners = 0;
    for (const u32 n : size) corners += n;
    Soundness(r.name()).require(
        material.size() == size.size() && point.size() == corners && (uv.empty() || uv.size() == corners),
        "faces of pieces");
}

void TornMesh::save_frame(Writer& w) const {
    w.array(points);
    w.array(velocities);
    w.array(normals);
}

void TornMesh::load_frame(Reader& r) {
    r.array(points);
    r.array(velocities);
    r.array(normals);
    const Soundness sound(r.name());
    sound.below(faces.point, points.size(), "faces of pieces");
    sound.require(velocities.size() == points.size() && normals.size() == faces.point.size(), "points of pieces");
}

}  // namespace pliant
