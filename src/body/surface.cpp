#include "body/surface.h"

#include "body/surface_shading.h"
#include "core/contract.h"

namespace pliant {

SurfaceModel make_surface_model(Mesh mesh, const Triangulation& triangulation) {
    PL_VALIDATE(mesh);
    add_missing_normals(mesh, triangulation);
    SurfaceModel s;
    s.vertex_point = mesh.vertex_point;
    for (u32 p : s.vertex_point) s.positions.push_back(mesh.points[p]);
    s.normals = std::move(mesh.normals);
    s.uv = std::move(mesh.uv);
    s.materials = std::move(mesh.materials);
    if (s.materials.empty()) s.materials.emplace_back();
    for (u32 m = 0; m < s.materials.size(); ++m) {
        const u32 first = static_cast<u32>(s.indices.size());
        for (size_t t = 0; t < triangulation.triangles.size(); ++t)
            if (mesh.face_material[triangulation.face[t]] == m)
                s.indices.insert(s.indices.end(), triangulation.triangles[t].begin(), triangulation.triangles[t].end());
        const u32 count = static_cast<u32>(s.indices.size()) - first;
        if (count) s.ranges.push_back({m, first, count});
    }
    s.point_vertex.assign(mesh.points.size(), 0);
    for (u32 v = static_cast<u32>(s.vertex_point.size()); v-- > 0;) s.point_vertex[s.vertex_point[v]] = v;
    s.face_start = std::move(mesh.face_start), s.face_vertex = std::move(mesh.face_vertex),
    s.face_material = std::move(mesh.face_material);
    s.attributes = std::move(mesh.attributes);
    s.tangents.resize(s.uv.empty() ? 0 : s.positions.size());
    if (!s.uv.empty()) find_tangents(s, s.positions, s.normals, s.tangents);
    return s;
}

static void save_material(Writer& w, const Material& m) {
    w.text(m.name), w.value(m.color), w.value(m.opacity), w.value(m.roughness), w.value(m.metallic),
        w.value(m.two_sided), w.value(static_cast<u8>(m.keeps_color)), w.text(m.texture), w.array(m.texture_bytes);
}
static Material load_material(Reader& r) {
    Material m;
    m.name = r.text(), m.color = r.value<Vec3>(), m.opacity = r.value<float>(), m.roughness = r.value<float>(),
    m.metallic = r.value<float>();
    m.two_sided = r.value<u8>() != 0, m.keeps_color = r.value<u8>() != 0, m.texture = r.text(),
    r.array(m.texture_bytes);
    return m;
}

void SurfaceModel::save(Writer& w) const {
    w.array(positions), w.array(normals), w.array(tangents), w.array(uv), w.array(vertex_point), w.array(indices),
        w.array(ranges);
    w.array(point_vertex), w.array(face_start), w.array(face_vertex), w.array(face_material);
    w.value(static_cast<u64>(materials.size()));
    for (const Material& m : materials) save_material(w, m);
    w.value(static_cast<u64>(attributes.size()));
    for (const Attribute& a : attributes) w.text(a.name), w.array(a.values);
}

void SurfaceModel::load(Reader& r) {
    r.array(positions), r.array(normals), r.array(tangents), r.array(uv), r.array(vertex_point), r.array(indices),
        r.array(ranges);
    r.array(point_vertex), r.array(face_start), r.array(face_vertex), r.array(face_material);
    materials.clear(), attributes.clear();
    for (u64 n = r.value<u64>(); n > 0; --n) materials.push_back(load_material(r));
    for (u64 n = r.value<u64>(); n > 0; --n) {
        Attribute a{r.text(), {}};
        r.array(a.values);
        attributes.push_back(std::move(a));
    }
    check(Soundness(r.name()));
}

}  // namespace pliant
