// Making animations: fitting a lattice to a mesh that moves, and the surface that follows a posed lattice. The first
// rows are of about the size of the paper's example, 690 vertices and 420 particles, with the paper's times beside them
// (Sullivan 2011, chapter 7: Python in Maya, on a machine of 2011).

#include <cmath>

#include "bench/bench.h"
#include "body/lattice/lattice.h"
#include "body/lattice/lattice_fit.h"
#include "body/lattice/lattice_model.h"
#include "cook/cook.h"
#include "geometry/shapes.h"

namespace pliant::bench {

using lattice::FitMethod;
using lattice::LatticeModel;

namespace {

struct AuthoringCase {
    const char* shape;
    u32 detail;
    double spacing;  // [m]
    bool as_published;
};

std::shared_ptr<const Model> cooked(const AuthoringCase& c) {
    ShapeSettings shape;
    shape.name = c.shape;
    shape.detail = c.detail;
    ParameterSet own(lattice::kind.parameters);
    own.set(lattice::P::spacing, Value(Vec3d{c.spacing, c.spacing, c.spacing}));
    return cook_model(make_shape(shape), lattice::kind, own, {1, 1, 1}).model;
}

// The mesh bent about its longest side, with waves on it: what no lattice reproduces.
std::vector<Vec3> bent(const LatticeModel& model, float size) {
    std::vector<Vec3> points;
    for (u32 v : model.surface.point_vertex) {
        const Vec3 p = model.surface.positions[v] * (1 / size);
        const float turn = 1.2f * p.y, wave = 0.02f * std::sin(14 * p.x);
        points.push_back(
            Vec3{p.x * std::cos(turn) - p.y * std::sin(turn), p.x * std::sin(turn) + p.y * std::cos(turn), p.z + wave} *
            size);
    }
    return points;
}

void add_rows_of_authoring(Report& report, const AuthoringCase& c) {
    const std::shared_ptr<const Model> model = cooked(c);
    const auto& m = static_cast<const LatticeModel&>(*model);
    const std::vector<LatticePlace> places = lattice::point_places(m);
    const float size = std::max({m.size.x, m.size.y, m.size.z});
    const std::vector<Vec3> points = bent(m, size);
    std::vector<Vec3> particles(m.particle_count), seen(points.size());
    for (FitMethod method : {FitMethod::smooth, FitMethod::cells}) {
        const auto fit = lattice::make_fit({method}, m.lattice, places);
        const std::vector<double> s =
            median_seconds({[&] { lattice::make_fit({method}, m.lattice, places)->solve(points, particles); },
                            [&] { fit->solve(points, particles); },
                            [&] { lattice::follow_cells(m.lattice, places, particles, seen); }});
        const lattice::FitError error = lattice::fit_error(places, points, seen);
        Row row = {{"shape", text(c.shape)},
                   {"method", text(method == FitMethod::smooth ? "smooth" : "cells")},
                   {"points", number(static_cast<double>(points.size()), 8)},
                   {"particles", number(m.particle_count, 8)},
                   {"rms_share", number(error.rms / size, 3)},
                   {"max_share", number(error.greatest / size, 3)},
                   {"first_ms", number(s[0] * 1e3)},
                   {"frame_ms", number(s[1] * 1e3)},
                   {"preview_ms", number(s[2] * 1e3)}};
        if (c.as_published)
            row.insert(row.end(),
                       {{"paper_first_ms", "2309"}, {"paper_frame_ms", "815"}, {"paper_preview_ms", "22.6"}});
        report.row(row);
    }
}

}  // namespace

void authoring(const Options& options) {
    Report report("authoring", options.json);
    add_rows_of_authoring(report, {"torus", 15, 0.105, true});
    if (options.quick) return;
    for (double spacing : {0.1, 0.06, 0.04}) add_rows_of_authoring(report, {"octopus", 0, spacing, false});
}

}  // namespace pliant::bench
