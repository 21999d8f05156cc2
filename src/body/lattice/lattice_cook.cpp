// From a mesh to a lattice model.

#include <algorithm>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_model.h"
#include "core/text.h"
#include "core/trig.h"
#include "geometry/bvh.h"
#include "geometry/coarsen.h"
#include "geometry/refine.h"
#include "geometry/triangle_queries.h"
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

std::vector<Vec3> rest_positions(const LatticeModel& m) {
    std::vector<Vec3> all(m.particle_count);
    for (u32 p = 0; p < m.particle_count; ++p) all[p] = m.lattice.rest_position(p);
    return all;
}

void add_point(ContactSurface& contact, const std::array<u32, 8>& corners, const Vec3& at) {
    const Vec3 inside = least(greatest(at, Vec3{0, 0, 0}), Vec3{1, 1, 1});
    for (int c = 0; c < 8; ++c) {
        contact.particle.push_back(corners[c]);
        contact.weight.push_back(trilinear_weight(inside, c));
    }
    contact.role.push_back(PointRole::skin);
}

// Guards: particles inside the mesh with matter on all sides.
void add_guards(LatticeModel& m, const std::vector<u8>& inside, std::vector<Vec3>& points) {
    std::vector<u8> cells_around(m.particle_count, 0);
    for (const auto& corners : m.lattice.cell_corner)
        for (u32 p : corners) ++cells_around[p];
    for (u32 p = 0; p < m.particle_count; ++p) {
        if (cells_around[p] < 8 || !inside[p]) continue;
        add_point(m.contact, {p, p, p, p, p, p, p, p}, {0, 0, 0});
        m.contact.role.back() = PointRole::guard;
        points.push_back(m.lattice.rest_position(p));
    }
}

// The nearest place on the skin, at rest, for every particle: the way out of the body for what has got in.
void find_exits(LatticeModel& m, const std::vector<u8>& inside, const std::vector<Vec3>& points) {
    std::vector<Box> boxes(m.contact.triangles.size());
    for (size_t t = 0; t < boxes.size(); ++t)
        for (u32 p : m.contact.triangles[t]) boxes[t].add(points[p]);
    const Bvh tree(boxes);
    ContactVolume& volume = m.contact.volume;
    volume.cells = m.lattice.cell_corner;
    volume.depth.resize(m.particle_count);
    volume.exits.resize(m.particle_count);
    for (u32 p = 0; p < m.particle_count; ++p) {
        const Vec3 at = m.lattice.rest_position(p);
        const float nearest = tree.closest(at, 3e38f, [&](u32 t, float bound) {
            const auto& [a, b, c] = m.contact.triangles[t];
            const TrianglePoint<float> on = closest_on_triangle(at, points[a], points[b], points[c]);
            if (on.distance_squared >= bound) return bound;
            volume.exits[p] = {t, on.weights};
            return on.distance_squared;
        });
        volume.depth[p] = inside[p] ? std::sqrt(nearest) : -std::sqrt(nearest);
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
        add_point(m.contact, m.lattice.cell_corner[place.cell], place.at);
    }
    thin_out(m.contact, points, 0.5f * m.contact.spacing);
    std::vector<u8> inside(m.particle_count, 0);
    if (in.repair.closed) {
        const WindingNumber winding(in.simulation.points, in.simulation.triangles);
        for (u32 p = 0; p < m.particle_count; ++p) inside[p] = winding.at(m.lattice.rest_position(p)) > 0.5;
        add_guards(m, inside, points);
    }
    const std::vector<u32> number = arrange(m.contact, points, rest_positions(m));
    if (!in.repair.closed) return;
    std::vector<Vec3> sorted(points.size());
    for (u32 p = 0; p < points.size(); ++p) sorted[number[p]] = points[p];
    find_exits(m, inside, sorted);
}

// Spheres around the outer particles, as published.
void make_spheres(LatticeModel& m) {
    std::vector<u8> cells_around(m.particle_count, 0);
    for (const auto& corners : m.lattice.cell_corner)
        for (u32 p : corners) ++cells_around[p];
    std::vector<Vec3> points;
    m.contact.supports = 1;
    m.contact.radius = m.contact.spacing / 2;
    for (u32 p = 0; p < m.particle_count; ++p) {
        m.contact.particle.push_back(p);
        m.contact.weight.push_back(1);
        m.contact.role.push_back(cells_around[p] == 8 ? PointRole::guard : PointRole::skin);
        points.push_back(m.lattice.rest_position(p));
    }
    arrange(m.contact, points, rest_positions(m));
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
    if (in.parameters.choice(P::contact) == 0) {
        make_skin(*model, in, embedding);
    } else {
        make_spheres(*model);
    }
    return model;
}

}  // namespace pliant::lattice
