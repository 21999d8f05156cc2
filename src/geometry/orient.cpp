#include "geometry/orient.h"

#include <algorithm>

#include "core/contract.h"
#include "core/disjoint_sets.h"
#include "core/trig.h"

namespace pliant {
namespace {

void turn_round(TrianglePoints& t) { std::swap(t[1], t[2]); }

struct Neighbour {
    u32 triangle = no_index;
    bool agrees = true;  // faces the same way
};

std::vector<std::array<Neighbour, 3>> neighbours(std::span<const TrianglePoints> triangles) {
    std::vector<std::array<Neighbour, 3>> result(triangles.size());
    for_each_edge(edge_uses(triangles), [&](std::span<const EdgeUse> edge) {
        if (edge.size() != 2) return;
        for (int i = 0; i < 2; ++i)
            result[edge[i].triangle()][edge[i].corner % 3] = {edge[1 - i].triangle(), balanced(edge)};
    });
    return result;
}

// One surface: the triangles reached from a first one, and which of them face the other way than it.
struct Patch {
    std::vector<u32> triangles;
    size_t other_way = 0;
    bool has_two_sides = true;
};

Patch walk(u32 first, const std::vector<std::array<Neighbour, 3>>& next, std::vector<u8>& reached,
           std::vector<u8>& other_way) {
    Patch patch;
    patch.triangles.push_back(first);
    reached[first] = 1;
    for (size_t i = 0; i < patch.triangles.size(); ++i) {
        const u32 t = patch.triangles[i];
        patch.other_way += other_way[t];
        for (const Neighbour& n : next[t]) {
            if (n.triangle == no_index) continue;
            const u8 way = other_way[t] ^ !n.agrees;
            if (reached[n.triangle]) {
                patch.has_two_sides &= other_way[n.triangle] == way;
                continue;
            }
            reached[n.triangle] = 1;
            other_way[n.triangle] = way;
            patch.triangles.push_back(n.triangle);
        }
    }
    return patch;
}

}  // namespace

void face_like_neighbours(std::vector<TrianglePoints>& triangles, Turned& turned) {
    const auto next = neighbours(triangles);
    std::vector<u8> reached(triangles.size(), 0), other_way(triangles.size(), 0);
    for (u32 first = 0; first < triangles.size(); ++first) {
        if (reached[first]) continue;
        const Patch patch = walk(first, next, reached, other_way);
        turned.one_sided += !patch.has_two_sides;
        if (!patch.has_two_sides || !patch.other_way) continue;
        const bool turn_others = 2 * patch.other_way <= patch.triangles.size();
        for (const u32 t : patch.triangles) {
            if (other_way[t] != turn_others) continue;
            turn_round(triangles[t]);
            ++turned.triangles;
        }
    }
}

double enclosed_volume(std::span<const TrianglePoints> triangles, std::span<const Vec3> points) {
    PL_ASSERT(all_below(triangles, points.size()));
    if (triangles.empty()) return 0;
    // From a point of the mesh, not from the origin, which may be far away.
    const Vec3d origin = points[triangles[0][0]].to<double>();
    double six_volumes = 0;
    for (const TrianglePoints& t : triangles) {
        const Vec3d a = points[t[0]].to<double>() - origin, b = points[t[1]].to<double>() - origin,
                    c = points[t[2]].to<double>() - origin;
        six_volumes += dot(a, cross(b, c));
    }
    return six_volumes / 6;
}

namespace {

// Triangles that hang together by edges.
struct Shell {
    std::vector<u32> members;
    std::vector<TrianglePoints> triangles;
    Box bounds;
    bool closed = true;
    double volume = 0;
    bool turn = false;
};

std::vector<Shell> find_shells(std::span<const TrianglePoints> triangles, std::span<const Vec3> points) {
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    DisjointSets sets(triangles.size());
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        for (const EdgeUse& use : edge) sets.join(edge[0].triangle(), use.triangle());
    });
    std::vector<u32> shell_of(triangles.size());
    std::vector<Shell> shells;
    for (u32 t = 0; t < triangles.size(); ++t) {
        const u32 first = sets.find(t);  // the lowest of its set, so its shell is known
        if (first == t) {
            shell_of[t] = static_cast<u32>(shells.size());
            shells.emplace_back();
        }
        shell_of[t] = shell_of[first];
        Shell& shell = shells[shell_of[t]];
        shell.members.push_back(t);
        shell.triangles.push_back(triangles[t]);
        for (const u32 p : triangles[t]) shell.bounds.add(points[p]);
    }
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        if (!balanced(edge)) shells[shell_of[edge[0].triangle()]].closed = false;
    });
    for (Shell& shell : shells) {
        shell.volume = enclosed_volume(shell.triangles, points);
        // Two layers on each other enclose rounding errors only.
        const double size = length(shell.bounds.size().to<double>());
        if (std::abs(shell.volume) <= 1e-9 * size * size * size) shell.closed = false;
    }
    return shells;
}

// How many times the surface goes round a place: the sum of the solid angles of its triangles over 4 pi
// (van Oosterom and Strackee 1983).
double winding_number(std::span<const TrianglePoints> triangles, std::span<const Vec3> points, const Vec3d& place) {
    double half_angles = 0;
    for (const TrianglePoints& t : triangles) {
        const Vec3d a = points[t[0]].to<double>() - place, b = points[t[1]].to<double>() - place,
                    c = points[t[2]].to<double>() - place;
        const double la = length(a), lb = length(b), lc = length(c);
        half_angles +=
            arc_tangent(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return half_angles / (2 * pi);
}

bool holds(const Shell& outer, const Shell& inner, std::span<const Vec3> points) {
    if (!outer.bounds.contains(inner.bounds.low) || !outer.bounds.contains(inner.bounds.high)) return false;
    const TrianglePoints& t = inner.triangles[0];
    const Vec3d place = (points[t[0]].to<double>() + points[t[1]].to<double>() + points[t[2]].to<double>()) / 3.0;
    return std::abs(winding_number(outer.triangles, points, place)) > 0.5;
}

}  // namespace

void face_outwards(std::vector<TrianglePoints>& triangles, std::span<const Vec3> points, Turned& turned) {
    PL_ASSERT(all_below(triangles, points.size()));
    std::vector<Shell> shells = find_shells(triangles, points);
    shells.erase(std::remove_if(shells.begin(), shells.end(), [](const Shell& s) { return !s.closed; }), shells.end());
    if (std::none_of(shells.begin(), shells.end(), [](const Shell& s) { return s.volume < 0; })) return;
    std::sort(shells.begin(), shells.end(), [](const Shell& a, const Shell& b) {
        const double va = std::abs(a.volume), vb = std::abs(b.volume);
        return va != vb ? va > vb : a.members[0] < b.members[0];
    });
    std::vector<size_t> outermost;     // largest first, so what holds a shell comes before it
    size_t comparisons = 400'000'000;  // then parts are taken as lying side by side, as in any soup of so many
    for (size_t s = 0; s < shells.size(); ++s) {
        const size_t looked_at = std::min(outermost.size(), comparisons);
        comparisons -= looked_at;
        const auto last = outermost.begin() + static_cast<std::ptrdiff_t>(looked_at);
        const auto holder =
            std::find_if(outermost.begin(), last, [&](size_t o) { return holds(shells[o], shells[s], points); });
        if (holder == last) {
            shells[s].turn = shells[s].volume < 0;
            outermost.push_back(s);
        } else {
            shells[s].turn = shells[*holder].turn;
        }
        if (!shells[s].turn) continue;
        for (const u32 t : shells[s].members) turn_round(triangles[t]);
        ++turned.inverted_parts;
    }
}

}  // namespace pliant
