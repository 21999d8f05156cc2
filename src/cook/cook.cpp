#include "cook/cook.h"

#include <algorithm>

#include "core/hash.h"
#include "core/text.h"
#include "geometry/subdivide.h"

namespace pliant {

static void hash_value(Hasher& hasher, const Value& value) {
    hasher.value(static_cast<u32>(value.data.index()));
    if (const double* n = value.number()) hasher.value(*n);
    if (const Vec3d* v = value.vector()) hasher.value(*v);
    if (const std::string* t = value.text()) hasher.text(*t);
}

static void hash_mesh(Hasher& hasher, const Mesh& mesh) {
    hasher.array(std::span<const Vec3>(mesh.points));
    hasher.array(std::span<const u32>(mesh.vertex_point));
    hasher.array(std::span<const Vec2>(mesh.uv));
    hasher.array(std::span<const Vec3>(mesh.normals));
    hasher.array(std::span<const u32>(mesh.face_start));
    hasher.array(std::span<const u32>(mesh.face_vertex));
    hasher.array(std::span<const u32>(mesh.face_material));
    for (const Attribute& a : mesh.attributes) {
        hasher.text(a.name);
        hasher.array(std::span<const float>(a.values));
    }
    for (const Material& m : mesh.materials) {
        hasher.text(m.name);
        hasher.value(m.color);
        hasher.text(m.texture);
        hasher.array(std::span<const u8>(m.texture_bytes));
    }
    if (mesh.volume) {
        hasher.array(std::span<const Vec3>(mesh.volume->points));
        hasher.array(std::span<const TetPoints>(mesh.volume->tets));
    }
}

u64 cook_hash(const Mesh& mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale,
              const RenderMeshSettings& drawn) {
    Hasher hasher(2);  // grows when cooking changes
    hasher.text(kind.name);
    hasher.value(scale);
    for (const Parameter& row : own.table().rows)
        if (row.effect == Effect::recook) hash_value(hasher, own.value(row.id));
    hash_mesh(hasher, mesh);
    if (drawn.any()) {
        hasher.value(drawn.subdivide);
        hasher.value(drawn.thickness);
        if (drawn.mesh) hash_mesh(hasher, *drawn.mesh);
    }
    return hasher.result();
}

static void scale_mesh(Mesh& mesh, const Vec3d& scale) {
    if (!(scale == Vec3d{1, 1, 1})) transform(mesh, {{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}}, {});
}

static Mesh drawn_mesh(const Mesh& own, const RenderMeshSettings& drawn, const Vec3d& scale) {
    Mesh mesh = own;
    if (drawn.mesh) {
        mesh = *drawn.mesh;
        scale_mesh(mesh, scale);
    }
    mesh.volume = nullptr;
    const u64 triangles = static_cast<u64>(triangulate(mesh).triangles.size()) << (2 * drawn.subdivide);
    constexpr u64 most = 8'000'000;
    if (triangles > most)
        throw Error({mesh.name, with_commas(triangles) + " triangles to be drawn", "at most " + with_commas(most),
                     "a smaller subdivide"});
    mesh = subdivided(std::move(mesh), drawn.subdivide);
    return drawn.thickness > 0 ? thickened(std::move(mesh), drawn.thickness) : mesh;
}

// A sheet is seen from both sides, also where another mesh is drawn for it.
static void keep_two_sided(Mesh& mesh, const SurfaceModel& of_body) {
    const bool both =
        std::all_of(of_body.materials.begin(), of_body.materials.end(), [](const Material& m) { return m.two_sided; });
    for (Material& m : mesh.materials) m.two_sided = m.two_sided || both;
}

// The matter has none of the triangles of points that are not finite. These points take the place of a finite corner of
// such a triangle, or the centre of the mesh, so that the surface stays finite and the triangles have no area.
static void replace_non_finite_points(Mesh& mesh, const Triangulation& triangulation) {
    std::vector<u8> replaced(mesh.points.size());
    Box bounds;
    for (size_t p = 0; p < mesh.points.size(); ++p) {
        replaced[p] = !is_finite(mesh.points[p]);
        if (!replaced[p]) bounds.add(mesh.points[p]);
    }
    for (size_t p = 0; p < mesh.points.size(); ++p)
        if (replaced[p]) mesh.points[p] = bounds.center();
    for (const auto& triangle : triangulation.triangles)
        for (const u32 from : triangle)
            for (const u32 to : triangle)
                if (const u32 a = mesh.vertex_point[from], b = mesh.vertex_point[to]; !replaced[a] && replaced[b])
                    mesh.points[b] = mesh.points[a];
    for (Vec3& n : mesh.normals)
        if (!is_finite(n)) n = {0, 1, 0};
}

CookedModel cook_model(Mesh mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale,
                       const RenderMeshSettings& drawn) {
    CookedModel cooked;
    const u64 hash = cook_hash(mesh, kind, own, scale, drawn);
    scale_mesh(mesh, scale);
    const Triangulation triangulation = triangulate(mesh);
    const SimulationMesh simulation = repair(mesh, triangulation, cooked.repair);
    for (const std::string& sentence : cooked.repair.sentences()) cooked.report.facts.push_back(sentence);
    if (simulation.triangles.empty())
        throw Error({mesh.name, "no triangle is left after repair", "a mesh with faces that have an area", ""});
    if (cooked.repair.non_finite_points > 0) replace_non_finite_points(mesh, triangulation);
    const std::shared_ptr<Model> model =
        kind.cook({mesh, triangulation, simulation, cooked.repair, own, cooked.report});
    model->content_hash = hash;
    if (drawn.any()) {
        Mesh seen = drawn_mesh(mesh, drawn, scale);
        if (drawn.thickness == 0) keep_two_sided(seen, model->surface);
        model->embedded = std::make_shared<const EmbeddedSurface>(model->surface, std::move(seen));
        cooked.report.facts.push_back(with_commas(model->render_surface().indices.size() / 3) + " triangles are drawn");
    }
    cooked.model = model;
    return cooked;
}

}  // namespace pliant
