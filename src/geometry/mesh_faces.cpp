#include "geometry/mesh_faces.h"

#include <algorithm>
#include <tuple>

#include "core/assert.h"
#include "core/contract.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace {

constexpr u32 unused = 0xffffffffu;

std::vector<u8> some(const Mesh& mesh, std::vector<u8> faces, const std::string& what) {
    if (std::find(faces.begin(), faces.end(), u8{1}) == faces.end())
        throw Error({mesh.name, "no face is " + what, "some faces", ""});
    return faces;
}

template <class F>
void each_corner(const Mesh& mesh, size_t face, F&& f) {
    for (u32 c = mesh.face_start[face]; c < mesh.face_start[face + 1]; ++c) f(mesh.face_vertex[c]);
}

}  // namespace

std::vector<u8> faces_of_material(const Mesh& mesh, const std::string& wanted) {
    std::vector<std::string> names;
    for (const Material& m : mesh.materials) names.push_back(m.name);
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found == names.end())
        throw_unknown_name(mesh.name, "material", wanted, names, "a mesh with materials; it has none");
    std::vector<u8> faces(mesh.face_count());
    for (size_t f = 0; f < faces.size(); ++f) faces[f] = mesh.materials[mesh.face_material[f]].name == wanted;
    return some(mesh, std::move(faces), "of the material " + in_quotes(wanted));
}

std::vector<u8> faces_of_attribute(const Mesh& mesh, const std::string& wanted) {
    PL_VALIDATE(mesh);
    const Attribute* paint = mesh.attribute(wanted);
    if (!paint) {
        std::vector<std::string> names;
        for (const Attribute& a : mesh.attributes) names.push_back(a.name);
        throw_unknown_name(mesh.name, "attribute", wanted, names, "a mesh with vertex attributes; it has none");
    }
    std::vector<u8> faces(mesh.face_count(), 1);
    for (size_t f = 0; f < faces.size(); ++f)
        each_corner(mesh, f, [&](u32 v) { faces[f] = faces[f] && paint->values[mesh.vertex_point[v]] > 0.5f; });
    return some(mesh, std::move(faces), "painted with " + in_quotes(wanted) + " above a half at all its corners");
}

Mesh take_faces(const Mesh& mesh, std::span<const u8> faces) {
    PL_ASSERT(faces.size() == mesh.face_count());
    Mesh out;
    out.name = mesh.name;
    out.materials = mesh.materials;
    std::vector<u32> new_point(mesh.points.size(), unused), new_vertex(mesh.vertex_point.size(), unused);
    for (size_t f = 0; f < faces.size(); ++f)
        if (faces[f])
            each_corner(mesh, f, [&](u32 v) {
                new_vertex[v] = 0;
                new_point[mesh.vertex_point[v]] = 0;
            });
    for (const Attribute& a : mesh.attributes) out.attributes.push_back({a.name, {}});
    for (u32 p = 0; p < mesh.points.size(); ++p) {
        if (new_point[p] == unused) continue;
        new_point[p] = static_cast<u32>(out.points.size());
        out.points.push_back(mesh.points[p]);
        for (size_t a = 0; a < mesh.attributes.size(); ++a)
            out.attributes[a].values.push_back(mesh.attributes[a].values[p]);
    }
    for (u32 v = 0; v < mesh.vertex_point.size(); ++v) {
        if (new_vertex[v] == unused) continue;
        new_vertex[v] = static_cast<u32>(out.vertex_point.size());
        out.vertex_point.push_back(new_point[mesh.vertex_point[v]]);
        if (!mesh.uv.empty()) out.uv.push_back(mesh.uv[v]);
        if (!mesh.second_uv.empty()) out.second_uv.push_back(mesh.second_uv[v]);
        if (!mesh.normals.empty()) out.normals.push_back(mesh.normals[v]);
    }
    for (size_t f = 0; f < faces.size(); ++f) {
        if (!faces[f]) continue;
        each_corner(mesh, f, [&](u32 v) { out.face_vertex.push_back(new_vertex[v]); });
        out.face_start.push_back(static_cast<u32>(out.face_vertex.size()));
        out.face_material.push_back(mesh.face_material[f]);
    }
    return out;
}

Mesh without_faces(const Mesh& mesh, std::span<const u8> faces) {
    PL_ASSERT(faces.size() == mesh.face_count());
    Mesh out = mesh;
    out.parts.clear();
    out.face_vertex.clear();
    out.face_material.clear();
    out.face_start.assign(1, 0);
    for (size_t f = 0; f < faces.size(); ++f) {
        if (faces[f]) continue;
        each_corner(mesh, f, [&](u32 v) { out.face_vertex.push_back(v); });
        out.face_start.push_back(static_cast<u32>(out.face_vertex.size()));
        out.face_material.push_back(mesh.face_material[f]);
    }
    return out;
}

std::vector<float> border_of(const Mesh& mesh, std::span<const u8> faces) {
    PL_ASSERT(faces.size() == mesh.face_count());
    std::vector<u32> order(mesh.points.size());
    for (u32 p = 0; p < order.size(); ++p) order[p] = p;
    const auto key = [&](u32 p) { return std::tuple(mesh.points[p].x, mesh.points[p].y, mesh.points[p].z); };
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
    std::vector<u32> one(order.size());  // the first point in the same place
    for (size_t i = 0; i < order.size(); ++i)
        one[order[i]] = i > 0 && key(order[i]) == key(order[i - 1]) ? one[order[i - 1]] : order[i];
    std::vector<u8> in(order.size()), out(order.size());
    for (size_t f = 0; f < faces.size(); ++f)
        each_corner(mesh, f, [&](u32 v) { (faces[f] ? in : out)[one[mesh.vertex_point[v]]] = 1; });
    std::vector<float> border(order.size());
    for (u32 p = 0; p < border.size(); ++p) border[p] = in[one[p]] && out[one[p]] ? 1.0f : 0.0f;
    return border;
}

}  // namespace pliant
