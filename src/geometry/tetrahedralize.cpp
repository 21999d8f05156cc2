#include "geometry/tetrahedralize.h"

#include <algorithm>

#include "core/contract.h"
#include "core/error.h"
#include "core/text.h"
#include "core/trig.h"
#include "geometry/for_all.h"
#include "geometry/solid_field.h"
#include "geometry/stuffing.h"
#include "geometry/tet_fit.h"
#include "geometry/tet_surface.h"
#include "geometry/voxel_grid.h"

namespace pliant {

namespace {

constexpr double default_cells_across = 12;  // where no cell is given
constexpr double max_sites = 1u << 26;
constexpr double off_at_most = 0.493;  // [cells] that the surface may be off: half a cell, and rounding
constexpr double margin = 2;           // [cells] around the surface: 0.7 for thin parts, the rest stays outside

// The soup is moved to the origin, where floats are finest: the result does not depend on the place of the mesh.
struct Input {
    TriangleSoup soup;
    Vec3d centre;  // of the mesh [m]
    u32 not_finite = 0, without_area = 0;
};

Input usable(std::span<const Vec3> points, std::span<const TrianglePoints> triangles) {
    Input input;
    std::vector<TrianglePoints> kept;
    for (const TrianglePoints& t : triangles) {
        const Vec3d a = points[t[0]].to<double>(), b = points[t[1]].to<double>(), c = points[t[2]].to<double>();
        if (!is_finite(a) || !is_finite(b) || !is_finite(c))
            ++input.not_finite;
        else if (!(length_squared(cross(b - a, c - a)) > 0))
            ++input.without_area;
        else
            kept.push_back(t);
    }
    if (kept.empty()) throw Error({"", "the mesh has no triangle with an area", "a surface", ""});
    Box box;
    for (const TrianglePoints& t : kept)
        for (const u32 p : t) box.add(points[p]);
    input.centre = (box.low.to<double>() + box.high.to<double>()) * 0.5;
    std::vector<Vec3> around_origin;
    around_origin.reserve(points.size());
    for (const Vec3& p : points) around_origin.push_back((p.to<double>() - input.centre).to<float>());
    input.soup = sorted_soup(around_origin, kept);
    return input;
}

float chosen_cell(const TetrahedralizeOptions& options, const Box& box) {
    if (!(options.cell >= 0) || !std::isfinite(options.cell))
        throw Error(
            {"cell", "the cell is " + short_number(options.cell) + " m", "more than 0, or 0 to have it chosen", ""});
    if (options.cell > 0) return options.cell;
    const Vec3d size = box.high.to<double>() - box.low.to<double>();
    return static_cast<float>(std::max({size.x, size.y, size.z}) / default_cells_across);
}

void check_grading(int grading) {
    constexpr int most = 10;
    if (grading >= 0 && grading <= most) return;
    throw Error(
        {"grading", "cells would double " + std::to_string(grading) + " times", "0 to " + std::to_string(most), ""});
}

BccLattice fit_lattice(const Box& box, float cell) {
    const auto sites = [&](float h) { return 2 * grid_sites(box.grown(static_cast<float>(margin * h)), {h, h, h}); };
    if (sites(cell) > max_sites) {
        float fits = std::max(cell, 1e-6f * length(box.size()));
        while (sites(fits) > max_sites) fits *= 1.05f;
        throw Error({"cell", "the lattice would have " + short_number(sites(cell)) + " sites",
                     "at most " + with_commas(static_cast<u64>(max_sites)),
                     "a cell of " + short_number(fits) + " m would fit"});
    }
    const VoxelGrid grid = fit_grid(box.grown(static_cast<float>(margin * cell)), {cell, cell, cell});
    return {grid.origin.to<double>(), cell, grid.count};
}

// Crumbs are what little the lattice sees of something: a few tets that hang on the rest by an edge or a point.
u32 drop_crumbs(TetMesh& mesh) {
    constexpr u32 least = 12;  // tets of a part
    const std::vector<u32> piece = tet_pieces(mesh);
    std::vector<u32> size(mesh.tets.size(), 0);
    for (const u32 p : piece) ++size[p];
    if (*std::max_element(size.begin(), size.end()) < least) return 0;
    u32 crumbs = 0;
    for (const u32 s : size) crumbs += s > 0 && s < least;
    if (crumbs == 0) return 0;
    std::vector<u8> kept(mesh.tets.size());
    for (size_t t = 0; t < kept.size(); ++t) kept[t] = size[piece[t]] >= least;
    keep_tets(mesh, kept);
    return crumbs;
}

void tell(const Input& input, const SolidField& field, double cell, Tetrahedralized& result) {
    const TetQuality& q = result.quality;
    result.facts.push_back(with_commas(q.tets) + " tets and " + with_commas(q.points) + " points, from cells of " +
                           short_number(cell) + " m");
    result.facts.push_back("angles of " + short_number(degrees(q.smallest_angle)) + " to " +
                           short_number(degrees(q.largest_angle)) + " degrees, worst aspect " +
                           short_number(q.worst_aspect));
    result.facts.push_back("the surface is within " + short_number(q.hausdorff_open) + " m of the mesh, " +
                           short_number(q.hausdorff_open / cell) + " cells");
    if (q.hausdorff > q.hausdorff_open)
        result.facts.push_back("gaps narrower than a cell were closed: " + short_number(100 * q.closed_gaps) +
                               " % of the mesh lies within them, up to " + short_number(q.hausdorff) + " m deep, " +
                               short_number(q.hausdorff / cell) + " cells");
    if (input.not_finite)
        result.warnings.push_back("triangles left out because a point is not a finite number: " +
                                  with_commas(input.not_finite));
    if (!field.solid())
        result.warnings.push_back("the mesh encloses nothing; it was filled as a sheet, one cell thick");
    else if (!field.closed())
        result.warnings.push_back("the mesh is open; its holes were closed where its winding number is 1/2");
    if (field.solid() && field.thickened() > 0.001)
        result.warnings.push_back(short_number(100 * field.thickened()) +
                                  " % of the surface is of parts that are too thin for these cells; they were made "
                                  "thicker, by less than half a "
                                  "cell to each side");
}

// Helpers of the team are awake while there is one of these.
class Awake {
  public:
    explicit Awake(Team* team) : team_(team) {
        if (team_) team_->begin_step();
    }
    ~Awake() {
        if (team_) team_->end_step();
    }
    Awake(const Awake&) = delete;
    Awake& operator=(const Awake&) = delete;

  private:
    Team* const team_;
};

}  // namespace

Tetrahedralized tetrahedralize(std::span<const Vec3> points, std::span<const TrianglePoints> triangles,
                               const TetrahedralizeOptions& options, Team* team) {
    PL_ASSERT(all_below(triangles, points.size()));
    check_grading(options.grading);
    const Input input = usable(points, triangles);
    const Box box = input.soup.bounds();
    const float cell = chosen_cell(options, box);
    const BccLattice lattice = fit_lattice(box, cell);
    const Awake awake(team);
    const SolidField field(input.soup, lattice, team);
    Tetrahedralized result;
    result.cell = cell;
    result.mesh = stuff(
        lattice, field.inside_sites(team), [&](const Vec3d& p) { return field.depth(p); }, options.grading, team);
    if (result.mesh.tets.empty())
        throw Error({"cell", "cells of " + short_number(cell) + " m are too large to find anything inside the mesh",
                     "smaller cells", ""});
    const u32 crumbs = drop_crumbs(result.mesh);
    if (crumbs) result.warnings.push_back("parts of fewer than 12 tets left out: " + with_commas(crumbs));
    const SurfaceOffset offset = fit_boundary(result.mesh, field, off_at_most * cell, team);
    for (Vec3& p : result.mesh.points) p = (p.to<double>() + input.centre).to<float>();
    result.quality = measure(result.mesh);
    result.quality.hausdorff = static_cast<float>(std::max(offset.largest(), offset.in_gaps));
    result.quality.hausdorff_open = static_cast<float>(offset.largest());
    result.quality.closed_gaps = static_cast<float>(offset.gap_share);
    if (result.quality.inverted)
        throw Error({"cell", "cells of " + short_number(cell) + " m are lost in rounding so far from the origin",
                     "a mesh near the origin, or larger cells", ""});
    tell(input, field, cell, result);
    PL_VALIDATE(result.mesh);
    return result;
}

}  // namespace pliant
