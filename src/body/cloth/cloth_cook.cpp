// From a mesh to a sheet.

#include "body/cloth/cloth.h"
#include "body/cloth/cloth_model.h"
#include "core/contract.h"
#include "core/text.h"

namespace pliant::cloth {

namespace {

// Where u of the texture runs on a triangle; else x of the mesh, or z where that is along the normal.
Vec3 warp_of(const CookInput& in, u32 triangle) {
    const TrianglePoints& t = in.simulation.triangles[triangle];
    const Vec3 *x = in.simulation.points.data(), e1 = x[t[1]] - x[t[0]], e2 = x[t[2]] - x[t[0]];
    const Vec3 normal = direction(cross(e1, e2), Vec3{0, 1, 0});
    Vec3 warp;
    if (!in.mesh.uv.empty()) {
        const std::array<u32, 3>& v = in.triangulation.triangles[in.simulation.source_triangle[triangle]];
        Vec2 uv[3];
        for (size_t k = 0; k < 3; ++k)  // repair may have turned it round
            for (const u32 vertex : v)
                if (in.simulation.point_of[in.mesh.vertex_point[vertex]] == t[k]) uv[k] = in.mesh.uv[vertex];
        const float v1 = uv[1].y - uv[0].y, v2 = uv[2].y - uv[0].y, u1 = uv[1].x - uv[0].x, u2 = uv[2].x - uv[0].x;
        const float det = u1 * v2 - u2 * v1;
        if (std::fabs(det) > 1e-12f) warp = (e1 * v2 - e2 * v1) * (det > 0 ? 1.0f : -1.0f);
    }
    if (!(length_squared(warp) > 0)) {
        warp = std::fabs(normal.x) > 0.9f ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
        warp = warp - normal * dot(warp, normal);
    }
    return direction(warp, Vec3{1, 0, 0});
}

}  // namespace

std::shared_ptr<Model> cook(const CookInput& in) {
    PL_VALIDATE(in.simulation);
    const u64 most = static_cast<u64>(in.parameters.number(P::max_particles));
    if (in.simulation.points.size() > most)
        throw Error({in.mesh.name, with_commas(in.simulation.points.size()) + " points",
                     "at most " + with_commas(most) + " (max_particles)", "a coarser mesh, or a larger max_particles"});
    auto model = std::make_shared<ClothModel>();
    model->take_points(in);
    model->closed = in.repair.closed, model->volume = in.repair.closed ? in.repair.volume : 0;
    for (u32 t = 0; t < model->triangles.size(); ++t) model->warp.push_back(warp_of(in, t));
    model->surface = make_surface_model(in.mesh, in.triangulation);
    for (Material& m : model->surface.materials) m.two_sided = true;
    model->build();
    const Fabric& f = model->fabric;
    in.report.facts.push_back(with_commas(model->particle_count) + " particles, " +
                              with_commas(f.edges.count() + f.diagonals.count()) + " links, " +
                              with_commas(f.dihedral.count()) + " bends");
    if (in.repair.non_manifold_edges > 0)
        in.report.warnings.push_back(with_commas(in.repair.non_manifold_edges) +
                                     " edges have more than two triangles: they do not resist bending");
    return model;
}

}  // namespace pliant::cloth
