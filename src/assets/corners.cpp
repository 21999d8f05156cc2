#include "assets/corners.h"

#include <algorithm>
#include <map>

namespace pliant {
namespace {

void reorder(CornerMesh& faces, const std::vector<u32>& part) {
    std::vector<u32> order(part.size());
    for (u32 f = 0; f < order.size(); ++f) order[f] = f;
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return part[a] != part[b] ? part[a] < part[b] : a < b; });
    CornerMesh sorted;
    for (const u32 f : order) {
        for (u32 c = faces.face_start[f]; c < faces.face_start[f + 1]; ++c) sorted.corners.push_back(faces.corners[c]);
        sorted.face_start.push_back(static_cast<u32>(sorted.corners.size()));
        sorted.face_material.push_back(faces.face_material[f]);
    }
    faces.corners = std::move(sorted.corners);
    faces.face_start = std::move(sorted.face_start);
    faces.face_material = std::move(sorted.face_material);
}

void make_parts(Mesh& mesh, CornerMesh& faces) {
    const std::vector<FaceRun>& runs = faces.runs;
    if (runs.empty()) return;
    std::map<std::string, u32> part_number;
    std::vector<u32> part(faces.face_count());
    for (size_t r = 0; r <= runs.size(); ++r) {  // run 0 is what comes before the first name
        const u32 first = r ? runs[r - 1].first_face : 0,
                  last = r < runs.size() ? runs[r].first_face : faces.face_count();
        if (first == last) continue;
        const std::string name = r == 0 || runs[r - 1].name.empty() ? "unnamed" : runs[r - 1].name;
        const auto [at, is_new] = part_number.try_emplace(name, static_cast<u32>(mesh.parts.size()));
        if (is_new) mesh.parts.push_back({name, 0, 0});
        mesh.parts[at->second].face_count += last - first;
        std::fill(part.begin() + first, part.begin() + last, at->second);
    }
    for (size_t p = 1; p < mesh.parts.size(); ++p)
        mesh.parts[p].first_face = mesh.parts[p - 1].first_face + mesh.parts[p - 1].face_count;
    if (!std::is_sorted(part.begin(), part.end())) reorder(faces, part);
}

// The corners at each point: those of point p from start[p] on.
struct CornersOfPoints {
    std::vector<u32> start, corner;

    CornersOfPoints(const std::vector<FaceCorner>& corners, size_t points)
        : start(points + 1, 0), corner(corners.size()) {
        for (const FaceCorner& c : corners) ++start[c.point + 1];
        for (size_t p = 0; p < points; ++p) start[p + 1] += start[p];
        std::vector<u32> next(start.begin(), start.end() - 1);
        for (u32 i = 0; i < corners.size(); ++i) corner[next[corners[i].point]++] = i;
    }
};

void make_vertices(Mesh& mesh, const CornerMesh& faces, bool has_uv, bool has_normals) {
    const std::vector<FaceCorner>& corners = faces.corners;
    CornersOfPoints at(corners, mesh.points.size());
    const auto add = [&](const FaceCorner& c) {
        mesh.vertex_point.push_back(c.point);
        if (has_uv) mesh.uv.push_back(c.uv == no_index ? Vec2{} : faces.uv[c.uv]);
        if (has_normals) mesh.normals.push_back(c.normal == no_index ? Vec3{0, 1, 0} : faces.normals[c.normal]);
    };
    const auto differs = [&](const FaceCorner& a, const FaceCorner& b) {
        return a.uv != b.uv || (has_normals && a.normal != b.normal);
    };
    mesh.face_vertex.resize(corners.size());
    for (u32 p = 0; p < mesh.points.size(); ++p) {
        if (at.start[p] == at.start[p + 1]) add({p});
        const auto first = at.corner.begin() + at.start[p], last = at.corner.begin() + at.start[p + 1];
        std::sort(first, last, [&](u32 i, u32 j) {
            const FaceCorner &a = corners[i], &b = corners[j];
            return a.uv != b.uv ? a.uv < b.uv : a.normal != b.normal ? a.normal < b.normal : i < j;
        });
        for (auto i = first; i != last; ++i) {
            if (i == first || differs(corners[*i], corners[*(i - 1)])) add(corners[*i]);
            mesh.face_vertex[*i] = static_cast<u32>(mesh.vertex_point.size() - 1);
        }
    }
}

}  // namespace

void add_faces(FileMesh& file, CornerMesh faces) {
    size_t with_uv = 0, with_normal = 0;
    for (const FaceCorner& c : faces.corners) {
        with_uv += c.uv != no_index;
        with_normal += c.normal != no_index;
    }
    const bool has_normals = with_normal && with_normal == faces.corners.size();
    if (with_normal && !has_normals)
        file.notes.push_back("only some faces have normals; all are computed from the shape instead");
    make_parts(file.mesh, faces);
    make_vertices(file.mesh, faces, with_uv > 0, has_normals);
    file.mesh.face_start = std::move(faces.face_start);
    file.mesh.face_material = std::move(faces.face_material);
}

}  // namespace pliant
