#include "geometry/repair.h"

#include <algorithm>

#include "core/contract.h"
#include "core/disjoint_sets.h"
#include "core/text.h"
#include "geometry/duplicate_triangles.h"
#include "geometry/flat_triangles.h"
#include "geometry/orient.h"
#include "geometry/weld.h"

namespace pliant {
namespace {

// The work in progress: triangles of points of the mesh, before points are renumbered.
struct Draft {
    const Mesh& mesh;
    RepairReport& report;
    std::vector<TrianglePoints> triangles;
    std::vector<u32> source;
    std::vector<u32> welded;  // the point that each point is one with
    double tolerance = 0;     // [m]

    template <class Keep>
    u32 keep_if(Keep keep) {
        size_t kept = 0;
        for (u32 t = 0; t < triangles.size(); ++t) {
            if (!keep(t)) continue;
            triangles[kept] = triangles[t];
            source[kept++] = source[t];
        }
        const u32 dropped = static_cast<u32>(triangles.size() - kept);
        triangles.resize(kept);
        source.resize(kept);
        return dropped;
    }
};

void take_finite_triangles(Draft& draft, const Triangulation& triangulation) {
    const Mesh& mesh = draft.mesh;
    for (const Vec3& p : mesh.points) draft.report.non_finite_points += !is_finite(p);
    for (u32 t = 0; t < triangulation.triangles.size(); ++t) {
        TrianglePoints points;
        for (int i = 0; i < 3; ++i) points[i] = mesh.vertex_point[triangulation.triangles[t][i]];
        if (std::all_of(points.begin(), points.end(), [&](u32 p) { return is_finite(mesh.points[p]); })) {
            draft.triangles.push_back(points);
            draft.source.push_back(t);
        } else {
            ++draft.report.degenerate_triangles;
        }
    }
}

void weld(Draft& draft) {
    std::vector<u8> used(draft.mesh.points.size(), 0);
    Box bounds;
    for (const TrianglePoints& t : draft.triangles)
        for (const u32 p : t) {
            used[p] = 1;
            bounds.add(draft.mesh.points[p]);
        }
    if (!bounds.empty()) draft.tolerance = 1e-6 * length(bounds.high.to<double>() - bounds.low.to<double>());
    draft.welded = weld_points(draft.mesh.points, used, draft.tolerance);
    for (u32 p = 0; p < draft.welded.size(); ++p) draft.report.welded_points += draft.welded[p] != p;
    for (TrianglePoints& t : draft.triangles)
        for (u32& p : t) p = draft.welded[p];
}

void drop_flat_triangles(Draft& draft) {
    draft.report.degenerate_triangles +=
        absorb_flat_triangles(draft.triangles, draft.source, draft.mesh.points, draft.tolerance);
    draft.report.degenerate_triangles +=
        draft.keep_if([&](u32 t) { return !is_flat(draft.triangles[t], draft.mesh.points, draft.tolerance); });
}

void drop_duplicates(Draft& draft) {
    const std::vector<u8> again = find_duplicates(draft.triangles);
    draft.report.duplicate_triangles = draft.keep_if([&](u32 t) { return !again[t]; });
}

// The same three points from both sides: either a sheet modelled twice to be seen from both sides, or a fin of no
// thickness on a body. Of a part that is such pairs throughout one layer is kept, for two would weigh and resist twice;
// a fin keeps both, for without one of them the body would no longer be closed.
void merge_sheets(Draft& draft) {
    const std::vector<u32> twin = opposite_twins(draft.triangles);
    for (u32 t = 0; t < twin.size(); ++t) draft.report.opposite_triangles += twin[t] != no_index && t < twin[t];
    if (!draft.report.opposite_triangles) return;
    DisjointSets parts(draft.mesh.points.size());
    for (const TrianglePoints& t : draft.triangles) {
        parts.join(t[0], t[1]);
        parts.join(t[1], t[2]);
    }
    std::vector<u8> has_single(draft.mesh.points.size(), 0), counted(draft.mesh.points.size(), 0);
    for (u32 t = 0; t < twin.size(); ++t)
        if (twin[t] == no_index) has_single[parts.find(draft.triangles[t][0])] = 1;
    draft.keep_if([&](u32 t) {
        const u32 part = parts.find(draft.triangles[t][0]);
        if (has_single[part]) return true;
        draft.report.merged_sheets += !counted[part];
        counted[part] = 1;
        return t < twin[t];
    });
}

void count_edges(const SimulationMesh& mesh, RepairReport& report) {
    DisjointSets rims(mesh.points.size()), parts(mesh.points.size());
    std::vector<u8> on_rim(mesh.points.size(), 0);
    report.closed = !mesh.triangles.empty();
    for_each_edge(edge_uses(mesh.triangles), [&](std::span<const EdgeUse> edge) {
        const u32 low = edge[0].low, high = edge[0].high;
        parts.join(low, high);
        report.closed &= balanced(edge);
        report.non_manifold_edges += edge.size() > 2;
        if (edge.size() != 1) return;
        ++report.boundary_edges;
        rims.join(low, high);
        on_rim[low] = on_rim[high] = 1;
    });
    for (u32 p = 0; p < mesh.points.size(); ++p) {
        report.parts += parts.find(p) == p;
        report.holes += on_rim[p] && rims.find(p) == p;
    }
    if (report.closed) report.volume = enclosed_volume(mesh.triangles, mesh.points);
}

SimulationMesh renumbered(Draft& draft) {
    SimulationMesh result;
    std::vector<u32> number(draft.mesh.points.size(), no_index);
    for (const TrianglePoints& t : draft.triangles)
        for (const u32 p : t) number[p] = 0;
    for (u32 p = 0; p < number.size(); ++p) {
        if (number[p] == no_index) continue;
        number[p] = static_cast<u32>(result.points.size());
        result.points.push_back(draft.mesh.points[p]);
    }
    for (TrianglePoints& t : draft.triangles)
        for (u32& p : t) p = number[p];
    result.triangles = std::move(draft.triangles);
    result.source_triangle = std::move(draft.source);
    result.point_of.resize(number.size());
    for (u32 p = 0; p < number.size(); ++p) {
        result.point_of[p] = number[draft.welded[p]];
        draft.report.unused_points += result.point_of[p] == no_index && is_finite(draft.mesh.points[p]);
    }
    return result;
}

}  // namespace

SimulationMesh repair(const Mesh& mesh, const Triangulation& triangulation, RepairReport& report) {
    PL_VALIDATE(mesh);
    PL_ASSERT(all_below(triangulation.triangles, mesh.vertex_point.size()));
    report = {};
    Draft draft{mesh, report, {}, {}, {}};
    take_finite_triangles(draft, triangulation);
    weld(draft);
    drop_flat_triangles(draft);
    drop_duplicates(draft);
    merge_sheets(draft);
    Turned turned;
    face_like_neighbours(draft.triangles, turned);
    face_outwards(draft.triangles, mesh.points, turned);
    report.turned_triangles = turned.triangles;
    report.one_sided_surfaces = turned.one_sided;
    report.inverted_parts = turned.inverted_parts;
    SimulationMesh result = renumbered(draft);
    count_edges(result, report);
    PL_VALIDATE(result);
    return result;
}

std::vector<std::string> RepairReport::sentences() const {
    std::vector<std::string> out;
    const auto say = [&](u32 n, const char* one, const char* many) {
        if (n) out.push_back(with_commas(n) + " " + (n == 1 ? one : many));
    };
    say(non_finite_points, "point is not a finite number; its triangles are left out",
        "points are not finite numbers; their triangles are left out");
    say(welded_points, "duplicate point welded", "duplicate points welded");
    say(unused_points, "point belongs to no triangle", "points belong to no triangle");
    say(degenerate_triangles, "triangle without area removed", "triangles without area removed");
    say(duplicate_triangles, "duplicate triangle removed", "duplicate triangles removed");
    if (merged_sheets)
        say(opposite_triangles,
            "triangle is there from both sides; where a part is nothing else one layer is simulated",
            "triangles are there from both sides; where a part is nothing else one layer is simulated");
    else
        say(opposite_triangles, "triangle lies flat on its back side", "triangles lie flat on their back sides");
    say(non_manifold_edges, "edge between more than two triangles", "edges between more than two triangles");
    say(turned_triangles, "triangle turned to face like its neighbours",
        "triangles turned to face like their neighbours");
    say(one_sided_surfaces, "surface has no two sides", "surfaces have no two sides");
    say(inverted_parts, "closed part that was inside out turned round",
        "closed parts that were inside out turned round");
    if (holes)
        out.push_back(with_commas(holes) + (holes == 1 ? " hole or rim (" : " holes or rims (") +
                      with_commas(boundary_edges) + (boundary_edges == 1 ? " edge)" : " edges)"));
    if (parts > 1) out.push_back(with_commas(parts) + " separate parts");
    return out;
}

}  // namespace pliant
