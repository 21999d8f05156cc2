// From a mesh to a lattice model.

#include <algorithm>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_model.h"
#include "body/lattice/lattice_skin.h"
#include "core/text.h"
#include "core/trig.h"
#include "geometry/coarsen.h"
#include "geometry/refine.h"
#include "geometry/voxelize.h"
#include "geometry/winding.h"

namespace pliant::lattice {

namespace {

constexpr u64 comfortable_particles = 4000;

std::string length_text(double metres) { return short_number(metres) + " m"; }

Vec3 choose_spacing(const CookInput& in, const Vec3& size) {
    const auto& p = in.parameters;
    if (p.decided(P::spacing)) return p.vector(P::spacing).to<float>();
    float s = std::max({size.x, size.y, size.z}) / 20;
    while (estimate_corners(in.simulation.points, in.simulation.triangles, {s, s, s}) > comfortable_particles)
        s *= 1.1f;
    in.report.facts.push_back("spacing " + length_text(s) + " chosen");
    return {s, s, s};
}

void refuse_too_many(const CookInput& in, const Vec3& s, u64 particles) {
    const u64 most = static_cast<u64>(in.parameters.number(P::max_particles));
    if (particles <= most) return;
    const double fits = s.x * cube_root(static_cast<double>(particles) / static_cast<double>(most)) * 1.02;
    throw Error({in.mesh.name, "spacing " + length_text(s.x) + " makes about " + with_commas(particles) + " particles",
                 "at most " + with_commas(most) + " (max_particles)",
                 "spacing " + short_number(fits, 2) + " would fit"});
}

i32 choose_half_width(const CookInput& in, const Vec3& s) {
    const auto& p = in.parameters;
    if (!p.decided(P::reach)) return static_cast<i32>(p.number(P::half_width));
    const double cells = p.number(P::reach) / cube_root(static_cast<double>(s.x) * s.y * s.z);
    const i32 w = std::clamp(static_cast<i32>(std::floor(cells + 0.5)), 1, max_half_width);
    if (cells < 0.75 || cells > max_half_width + 0.5)
        in.report.warnings.push_back("reach " + length_text(p.number(P::reach)) + " is " + short_number(cells) +
                                     " cells, and regions can be 1 to " + std::to_string(max_half_width) +
                                     " wide: " + std::to_string(w) + " is used");
    return w;
}

void embed_surface(LatticeModel& m, const LatticeEmbedding& embedding) {
    for (const Vec3& p : m.surface.positions) {
        const LatticePlace place = embedding.find(p);
        m.vertex_cell.push_back(place.cell);
        m.vertex_place.push_back(least(greatest(place.at, Vec3{-0.5f, -0.5f, -0.5f}), Vec3{1.5f, 1.5f, 1.5f}));
    }
}

// The repaired surface, with the vertices that are drawn at its corners.
void keep_for_tearing(LatticeModel& m, const CookInput& in) {
    TearableSurface& t = m.tearable;
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
}

// The skin: the welded mesh, refined until its edges are hardly longer than a cell, since the lattice bends within
// that, and thinned out where points are much closer than that, since the lattice cannot tell them apart.
void make_skin(LatticeModel& m, const CookInput& in, const LatticeEmbedding& embedding) {
    std::vector<Vec3> points = in.simulation.points;
    auto triangles = in.simulation.triangles;
    const float longest = std::max({m.lattice.spacing.x, m.lattice.spacing.y, m.lattice.spacing.z});
    coarsen_triangles(points, triangles, 0.75f * m.contact.spacing, 0.06f * m.contact.spacing);
    refine_triangles(points, triangles, 1.25f * longest, nullptr, 4'000'000);
    m.contact.supports = 8;
    m.contact.triangles = std::move(triangles);
    m.contact.closed = in.repair.closed;
    for (const Vec3& p : points) {
        const LatticePlace place = embedding.find(p);
        add_skin_point(m.contact, m.lattice.cell_corner[place.cell], place.at);
    }
    std::vector<u8> inside;
    if (in.repair.closed) {
        const WindingNumber winding(in.simulation.points, in.simulation.triangles);
        for (u32 p = 0; p < m.particle_count; ++p) inside.push_back(winding.at(m.lattice.rest_position(p)) > 0.5);
    }
    finish_skin(m, points, points, inside);
}

}  // namespace

std::shared_ptr<const Model> cook(const CookInput& in) {
    Box box;
    for (const Vec3& p : in.simulation.points) box.add(p);
    const Vec3 s = choose_spacing(in, box.size());
    const u64 estimate = estimate_corners(in.simulation.points, in.simulation.triangles, s);
    in.report.facts.push_back("about " + with_commas(estimate) + " particles expected");
    refuse_too_many(in, s, estimate);

    static constexpr Fill fills[] = {Fill::automatic, Fill::surface, Fill::solid};
    const Voxels voxels = voxelize(
        in.simulation.points, in.simulation.triangles,
        {s, fills[in.parameters.choice(P::fill)], 4 * static_cast<u64>(in.parameters.number(P::max_particles))});
    LatticeMesh lattice = make_lattice(voxels.cells, s, voxels.origin);
    refuse_too_many(in, s, lattice.particle_count());
    const i32 w = choose_half_width(in, s);
    in.report.facts.push_back(
        with_commas(lattice.particle_count()) + " particles in " + with_commas(lattice.cell_count()) + " cells (" +
        (voxels.solid ? "solid" : "surface only") + "), regions of half-width " + std::to_string(w));

    const std::shared_ptr<LatticeModel> model = make_model(std::move(lattice), voxels.fraction, w);
    model->reach = in.parameters.decided(P::reach) ? static_cast<float>(in.parameters.number(P::reach)) : 0;
    model->size = box.size();
    model->surface = make_surface_model(in.mesh, in.triangulation);
    const LatticeEmbedding embedding(model->lattice);
    embed_surface(*model, embedding);
    keep_for_tearing(*model, in);
    if (in.parameters.choice(P::contact) == 0) {
        make_skin(*model, in, embedding);
        return model;
    }
    std::vector<u8> without;
    if (in.parameters.choice(P::contact) == 2) without = outermost(model->lattice);
    if (!without.empty() && std::find(without.begin(), without.end(), u8{0}) == without.end())
        in.report.warnings.emplace_back(
            "contact is \"trimmed\", but all particles are outermost: nothing is left that touches (a smaller spacing, "
            "or \"particles\")");
    make_spheres(*model, without);
    return model;
}

}  // namespace pliant::lattice
