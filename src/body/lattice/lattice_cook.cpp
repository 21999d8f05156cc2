// From a mesh to a lattice model.

#include <algorithm>
#include <optional>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_model.h"
#include "body/lattice/lattice_skin.h"
#include "core/text.h"
#include "core/trig.h"
#include "geometry/coarsen.h"
#include "geometry/parted_lattice.h"
#include "geometry/refine.h"
#include "geometry/voxelize.h"
#include "geometry/winding.h"

namespace pliant::lattice {

namespace {

constexpr u64 comfortable_particles = 4000;

std::string length_text(double metres) { return short_number(metres) + " m"; }

Vec3 choose_spacing(const CookInput& in, const Vec3& size) {
    const auto& p = in.parameters;
    if (p.has_value(P::spacing)) return p.vector(P::spacing).to<float>();
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
    if (!p.has_value(P::reach)) return static_cast<i32>(p.number(P::half_width));
    const double cells = p.number(P::reach) / cube_root(static_cast<double>(s.x) * s.y * s.z);
    const i32 w = std::clamp(static_cast<i32>(std::floor(cells + 0.5)), 1, max_half_width);
    if (cells < 0.75 || cells > max_half_width + 0.5)
        in.report.warnings.push_back("reach " + length_text(p.number(P::reach)) + " is " + short_number(cells) +
                                     " cells, and regions can be 1 to " + std::to_string(max_half_width) +
                                     " wide: " + std::to_string(w) + " is used");
    return w;
}

// Where points of the mesh stand in the lattice.
class Placing {
  public:
    Placing(const LatticeMesh& lattice, const PartedLattice* parts, const CookInput& in)
        : embedding_(lattice), parts_(parts && parts->parted ? parts : nullptr) {
        if (!parts_) return;
        start_.assign(in.simulation.points.size() + 1, 0);
        for (const auto& t : in.simulation.triangles)
            for (const u32 p : t) ++start_[p + 1];
        for (size_t p = 1; p < start_.size(); ++p) start_[p] += start_[p - 1];
        triangle_.resize(start_.back());
        std::vector<u32> next(start_.begin(), start_.end() - 1);
        for (u32 t = 0; t < in.simulation.triangles.size(); ++t)
            for (const u32 p : in.simulation.triangles[t]) triangle_[next[p]++] = t;
    }
    bool parted() const { return parts_; }
    LatticePlace find(const Vec3& at, std::span<const u32> triangles) const {
        return parts_ ? parts_->find(at, triangles) : embedding_.find(at);
    }
    // `point` of the simulation mesh, or no_point.
    LatticePlace of_point(const Vec3& at, u32 point) const {
        if (!parts_ || point == SimulationMesh::no_point) return find(at, {});
        return parts_->find(at, {triangle_.data() + start_[point], triangle_.data() + start_[point + 1]});
    }
    LatticePlace facing(const Vec3& at, const Vec3& normal) const {
        return parts_ ? parts_->find(at, normal) : embedding_.find(at);
    }
    // A particle that stands in the matter of another part is not inside its own.
    bool beyond(u32 particle) const { return parts_ && parts_->beyond[particle]; }

  private:
    LatticeEmbedding embedding_;
    const PartedLattice* parts_;
    std::vector<u32> start_, triangle_;  // of each point
};

void embed_surface(LatticeModel& m, const Placing& placing, const CookInput& in) {
    for (u32 v = 0; v < m.surface.positions.size(); ++v) {
        const u32 point = in.simulation.point_of[m.surface.vertex_point[v]];
        const LatticePlace place = placing.of_point(m.surface.positions[v], point);
        m.vertex_cell.push_back(place.cell);
        m.vertex_place.push_back(least(greatest(place.at, Vec3{-0.5f, -0.5f, -0.5f}), Vec3{1.5f, 1.5f, 1.5f}));
    }
}

// Where the mesh has parts, which cell each face goes with is a matter of its part.
void keep_for_tearing(LatticeModel& m, const Placing& placing, const CookInput& in) {
    m.tearable_surface = make_tearable(in);
    TearableSurface& t = m.tearable_surface;
    if (placing.parted())
        for (u32 p = 0; p < m.particle_count; ++p) t.beyond.push_back(placing.beyond(p));
    for (size_t first = 0, last; placing.parted() && first < t.triangles.size(); first = last) {
        std::vector<u32> of_face;
        for (last = first; last < t.triangles.size() && t.face[last] == t.face[first]; ++last)
            of_face.push_back(static_cast<u32>(last));
        t.cell.resize(last, placing.find(middle_of_face(t.points, t.triangles, first, last), of_face).cell);
    }
}

// The skin: the welded mesh, refined until its edges are hardly longer than a cell, since the lattice bends within
// that, and thinned out where points are much closer than that, since the lattice cannot tell them apart.
void make_skin(LatticeModel& m, const CookInput& in, const Placing& placing) {
    std::vector<Vec3> points = in.simulation.points;
    auto triangles = in.simulation.triangles;
    const float longest = std::max({m.lattice.spacing.x, m.lattice.spacing.y, m.lattice.spacing.z});
    coarsen_triangles(points, triangles, 0.75f * m.contact.spacing, 0.06f * m.contact.spacing);
    refine_triangles(points, triangles, 1.25f * longest, nullptr, 4'000'000);
    m.contact.supports = 8;
    m.contact.closed = in.repair.closed;
    std::vector<Vec3> normals(points.size());
    for (const auto& [a, b, c] : triangles)
        for (const u32 p : {a, b, c}) normals[p] += cross(points[b] - points[a], points[c] - points[a]);
    m.contact.triangles = std::move(triangles);
    for (u32 p = 0; p < points.size(); ++p) {
        const LatticePlace place = placing.facing(points[p], normals[p]);
        add_skin_point(m.contact, m.lattice.cell_corner[place.cell], place.at);
    }
    std::vector<u8> inside;
    if (in.repair.closed) {
        const WindingNumber winding(in.simulation.points, in.simulation.triangles);
        for (u32 p = 0; p < m.particle_count; ++p)
            inside.push_back(winding.at(m.lattice.rest_position(p)) > 0.5 && !placing.beyond(p));
    }
    std::vector<Vec3> apart = points;  // two parts that are close to each other are not the same place
    for (u32 p = 0; placing.parted() && p < points.size(); ++p)
        apart[p] -= direction(normals[p], Vec3{}) * (0.3f * m.contact.spacing);
    finish_skin(m, points, apart, inside);
}

}  // namespace

std::shared_ptr<Model> cook(const CookInput& in) {
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
    std::optional<PartedLattice> parts;
    if (!in.parameters.flag(P::fuse)) parts.emplace(voxels, in.simulation.points, in.simulation.triangles);
    LatticeMesh lattice = parts ? parts->lattice : make_lattice(voxels.cells, s, voxels.origin);
    refuse_too_many(in, s, lattice.particle_count());
    const i32 w = choose_half_width(in, s);
    in.report.facts.push_back(
        with_commas(lattice.particle_count()) + " particles in " + with_commas(lattice.cell_count()) + " cells (" +
        (voxels.solid ? "solid" : "surface only") + "), regions of half-width " + std::to_string(w));

    if (parts && parts->shared_cells)
        in.report.facts.push_back(
            with_commas(parts->shared_cells) +
            " cells are shared by parts of the mesh and divided among them (fuse makes them one)");
    const std::shared_ptr<LatticeModel> model =
        make_model(std::move(lattice), parts ? parts->fraction : voxels.fraction, w);
    model->reach = in.parameters.has_value(P::reach) ? static_cast<float>(in.parameters.number(P::reach)) : 0;
    model->size = box.size();
    model->surface = make_surface_model(in.mesh, in.triangulation);
    const Placing placing(model->lattice, parts ? &*parts : nullptr, in);
    embed_surface(*model, placing, in);
    keep_for_tearing(*model, placing, in);
    if (in.parameters.choice(P::contact) == 0) {
        make_skin(*model, in, placing);
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
