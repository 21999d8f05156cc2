// Filling meshes with tetrahedra, on one core: how it grows with the cells along the longest side, with and without
// larger cells inside, for a mesh that is closed, one with thin legs, and a sheet.

#include "geometry/tetrahedralize.h"

#include <algorithm>

#include "bench/bench.h"
#include "core/trig.h"
#include "geometry/mesh.h"
#include "geometry/shapes.h"

namespace pliant::bench {

namespace {

struct Surface {
    std::vector<Vec3> points;
    std::vector<TrianglePoints> triangles;
    float size;  // [m] along the longest side
};

Surface surface_of(const char* shape) {
    const Mesh mesh = make_shape({.name = shape});
    const Vec3 size = mesh.bounds().size();
    Surface surface{mesh.points, {}, std::max({size.x, size.y, size.z})};
    for (const auto& t : triangulate(mesh).triangles)
        surface.triangles.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
    return surface;
}

void add_row(Report& report, const char* shape, u32 cells, int grading) {
    const Surface surface = surface_of(shape);
    const TetrahedralizeOptions options{.cell = surface.size / static_cast<float>(cells), .grading = grading};
    Tetrahedralized made;
    const double seconds = median_seconds(
        {[&] { made = pliant::tetrahedralize(surface.points, surface.triangles, options); }}, cells > 50 ? 3 : 7)[0];
    const TetQuality& q = made.quality;
    report.row({{"shape", text(shape)},
                {"triangles", number(static_cast<double>(surface.triangles.size()), 8)},
                {"cells", number(cells)},
                {"grading", number(grading)},
                {"tets", number(q.tets, 9)},
                {"ms", number(seconds * 1e3)},
                {"million_tets_per_minute", number(q.tets / seconds * 60e-6)},
                {"smallest_deg", number(degrees(q.smallest_angle))},
                {"largest_deg", number(degrees(q.largest_angle))},
                {"off_by_cells", number(q.hausdorff_open / options.cell, 3)},
                {"in_closed_gaps_cells", number(q.hausdorff / options.cell, 3)}});
}

}  // namespace

void tetrahedralize(const Options& options) {
    Report report("tetrahedralize", options.json);
    for (const u32 cells : {12u, 24u, 48u, 96u}) {
        if (options.quick && cells > 24) break;
        for (const int grading : {0, 2}) add_row(report, "penguin", cells, grading);
        add_row(report, "octopus", cells, 2);
        add_row(report, "plane", cells, 2);
    }
}

}  // namespace pliant::bench
