#include "body/tearable_surface.h"

#include "body/kind.h"
#include "core/contract.h"

namespace pliant {

TearableSurface make_tearable(const CookInput& in) {
    PL_VALIDATE(in.simulation);
    TearableSurface t;
    t.points = in.simulation.points, t.triangles = in.simulation.triangles, t.closed = in.repair.closed;
    for (size_t s = 0; s < t.triangles.size(); ++s) {
        const u32 source = in.simulation.source_triangle[s];
        t.face.push_back(in.triangulation.face[source]);
        t.material.push_back(in.mesh.face_material[in.triangulation.face[source]]);
        std::array<u32, 3> vertex = in.triangulation.triangles[source];
        for (size_t k = 0; k < 3; ++k)  // repair may have turned it round
            for (const u32 v : in.triangulation.triangles[source])
                if (in.simulation.point_of[in.mesh.vertex_point[v]] == t.triangles[s][k]) vertex[k] = v;
        t.vertex.push_back(vertex);
    }
    return t;
}

void TearableSurface::save(Writer& w) const {
    w.array(points), w.array(triangles), w.array(vertex), w.array(face), w.array(material);
    w.array(cell), w.array(beyond);
    w.value(static_cast<u8>(closed));
}

void TearableSurface::load(Reader& r) {
    r.array(points), r.array(triangles), r.array(vertex), r.array(face), r.array(material);
    r.array(cell), r.array(beyond);
    closed = r.value<u8>() != 0;
}

void TearableSurface::check(const Soundness& sound, u32 vertices, u32 materials, u32 cells, u32 particles) const {
    const char* const what = "the surface that may tear";
    sound.numbers(points, what);
    sound.require(
        vertex.size() == triangles.size() && face.size() == triangles.size() && material.size() == triangles.size(),
        what);
    for (const auto& t : triangles)
        for (const u32 p : t) sound.require(p < points.size(), what);
    for (const auto& t : vertex)
        for (const u32 v : t) sound.require(v < vertices, what);
    sound.below(material, materials, what);
    sound.require((cell.empty() || cell.size() == triangles.size()) && (beyond.empty() || beyond.size() == particles),
                  what);
    sound.below(cell, cells, what);
    if (!closed) return;
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) { sound.require(balanced(edge), what); });
}

}  // namespace pliant
