#include "rig/bone_capsules.h"

#include <algorithm>
#include <array>

#include "core/contract.h"
#include "core/error.h"
#include "core/trig.h"
#include "geometry/winding.h"
#include "rig/bone_surface.h"

namespace pliant {

namespace {

constexpr u32 fewest_vertices = 8;
constexpr double sample_spacing = 1.0 / 64;  // of the size of the character
constexpr size_t sample_count = 500;         // of a bone: more do not change what comes out
// Shares of the samples that a capsule holds: with all of them one ear would make a head into a barrel.
constexpr double radius_shares[] = {0.9, 0.75, 0.95}, end_share = 0.95;
// Skin outside of its capsule shows through cloth; a capsule that protrudes does not. Weight of the former: of eight
// characters 2 leaves 2.0 … 5.6 % of the volume bare with 20 … 65 % around it, 4 leaves 1.5 … 4.4 % with 21 … 71 %, 8
// leaves 1.0 … 3.0 % with 23 … 91 %.
constexpr double bare_counts = 4;
constexpr size_t shuffling = 7919;  // a prime: places of samples times this, modulo their number, are in no order
constexpr double min_size = 0.05;   // of the size of the character: smaller parts are no limbs

struct Fit {
    Vec3d center, axis;
    double radius = 0, half_height = 0;
    double volume() const { return pi * radius * radius * (2 * half_height + radius * 4 / 3); }  // [m³]
};

double area_of(const std::vector<BoneSurfacePiece>& pieces) {
    double area = 0;
    for (const BoneSurfacePiece& p : pieces) area += p.area;
    return area;
}

// Places that stand for equal shares of a surface.
std::vector<Vec3d> even_samples(const std::vector<BoneSurfacePiece>& pieces) {
    double sum = 0;
    const double share = area_of(pieces) / sample_count;
    std::vector<Vec3d> samples;
    for (const BoneSurfacePiece& p : pieces) {
        sum += p.area;
        while (samples.size() < sample_count && sum > (static_cast<double>(samples.size()) + 0.5) * share)
            samples.push_back(p.at);
    }
    return samples;
}

// The direction in which points lie furthest apart: the largest eigenvector of their covariance, by repeated
// multiplication. From any start that is not at a right angle to it; three starts, so that one is not.
Vec3d longest_axis(const std::vector<Vec3d>& samples) {
    Vec3d center;
    for (const Vec3d& s : samples) center += s;
    center = center / static_cast<double>(samples.size());
    Mat3d covariance{};
    for (const Vec3d& s : samples) covariance = covariance + outer(s - center, s - center);
    Vec3d best{0, 1, 0};
    double most = -1;
    for (const Vec3d& start : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
        Vec3d v = start;
        for (int round = 0; round < 40; ++round) v = direction(covariance * v, v);
        const double spread = dot(v, covariance * v);
        if (spread > most * (1 + 1e-9)) {
            most = spread;
            best = v;
        }
    }
    return best;
}

double quantile(std::vector<double>& values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

double away_squared(const Vec3d& p, const Vec3d& center, const Vec3d& axis) {
    const double t = dot(p - center, axis);
    return std::max(0.0, length_squared(p - center) - t * t);
}

using Point2 = std::array<double, 2>;

struct Circle {
    double x = 0, y = 0, squared = 0;  // middle, radius²

    bool holds(const Point2& p) const {
        const double dx = p[0] - x, dy = p[1] - y;
        return dx * dx + dy * dy <= squared * (1 + 1e-9);
    }
};
Circle circle_on(const Point2& a, const Point2& b) {
    const double dx = (b[0] - a[0]) / 2, dy = (b[1] - a[1]) / 2;
    return {a[0] + dx, a[1] + dy, dx * dx + dy * dy};
}
Circle circle_on(const Point2& a, const Point2& b, const Point2& c) {
    const double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];
    const double twice = 2 * (bx * cy - by * cx), bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    if (twice == 0) return bb > cc ? circle_on(a, b) : circle_on(a, c);
    const double x = (cy * bb - by * cc) / twice, y = (bx * cc - cx * bb) / twice;
    return {a[0] + x, a[1] + y, x * x + y * y};
}

// The least circle around points (Welzl 1991): a point outside the circle of the points before it lies on the new one.
// They should come in no order.
Circle min_circle(const std::vector<Point2>& p) {
    Circle best{p[0][0], p[0][1], 0};
    for (size_t i = 1; i < p.size(); ++i) {
        if (best.holds(p[i])) continue;
        best = {p[i][0], p[i][1], 0};
        for (size_t j = 0; j < i; ++j) {
            if (best.holds(p[j])) continue;
            best = circle_on(p[i], p[j]);
            for (size_t k = 0; k < j; ++k)
                if (!best.holds(p[k])) best = circle_on(p[i], p[j], p[k]);
        }
    }
    return best;
}

// The line of that direction from which the samples that are nearer than `within` are no further than need be.
Vec3d middle(const std::vector<Vec3d>& samples, const Vec3d& center, const Vec3d& axis, double within) {
    const Vec3d u = direction(cross(axis, std::fabs(axis.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}), {1, 0, 0});
    const Vec3d v = cross(axis, u);
    std::vector<Point2> flat;
    for (size_t i = 0; i < samples.size(); ++i) {
        const Vec3d& s = samples[i * shuffling % samples.size()];
        if (away_squared(s, center, axis) <= within * within) flat.push_back({dot(s - center, u), dot(s - center, v)});
    }
    if (flat.empty()) return center;
    const Circle c = min_circle(flat);
    return center + u * c.x + v * c.y;
}

Fit fit_along(const std::vector<Vec3d>& samples, const Vec3d& axis, double radius_share) {
    Fit fit;
    fit.axis = axis;
    std::vector<double> values(samples.size());
    Vec3d center = middle(samples, samples.front(), axis, 1e150);
    for (int round = 0; round < 3; ++round) {
        for (size_t i = 0; i < samples.size(); ++i) values[i] = std::sqrt(away_squared(samples[i], center, axis));
        fit.radius = quantile(values, radius_share);
        if (round < 2) center = middle(samples, center, axis, fit.radius * (1 + 1e-9));
    }
    // An end is as far out as its ball must be to hold the points there.
    double end[2];
    for (int k = 0; k < 2; ++k) {
        for (size_t i = 0; i < samples.size(); ++i) {
            const double t = dot(samples[i] - center, axis) * (k ? 1 : -1);
            values[i] = t - std::sqrt(std::max(0.0, fit.radius * fit.radius - away_squared(samples[i], center, axis)));
        }
        end[k] = quantile(values, end_share);
    }
    if (end[1] < -end[0]) {
        end[1] = (end[1] - end[0]) / 2;
        end[0] = -end[1];
    }
    fit.center = center + axis * ((end[1] - end[0]) / 2);
    fit.half_height = (end[1] + end[0]) / 2;
    return fit;
}

// How much of a capsule stands out of the mesh [m³]: what its ends reach into the next limb costs nothing. By 16 slices
// with eight places each, in two rings of equal area.
double excess(const Fit& f, const WindingNumber& mesh) {
    const Vec3d u = direction(cross(f.axis, std::fabs(f.axis.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}), {1, 0, 0});
    const Vec3d v = cross(f.axis, u);
    constexpr int slices = 16, around = 4;
    const double reach = f.half_height + f.radius, thickness = 2 * reach / slices;
    double volume = 0;
    for (int i = 0; i < slices; ++i) {
        const double t = -reach + (i + 0.5) * thickness, beyond = std::max(0.0, std::fabs(t) - f.half_height);
        const double squared = std::max(0.0, f.radius * f.radius - beyond * beyond);
        for (int k = 0; k < 2 * around; ++k) {
            const double r = std::sqrt(squared * (k % 2 ? 0.75 : 0.25)), angle = pi * (k + 0.3 * i) / around;
            const Vec3d p = f.center + f.axis * t + u * (r * cosine(angle)) + v * (r * sine(angle));
            if (mesh.at(p.to<float>()) < 0.5) volume += pi * squared * thickness / (2 * around);
        }
    }
    return volume;
}

// The volume around it that it should hold [m³]: the surface outside, times its distance.
double bare(const Fit& f, const std::vector<Vec3d>& samples, double area) {
    double sum = 0;
    for (const Vec3d& s : samples) {
        const double t = std::clamp(dot(s - f.center, f.axis), -f.half_height, f.half_height);
        sum += std::max(0.0, length(s - f.center - f.axis * t) - f.radius);
    }
    return sum * area / static_cast<double>(samples.size());
}

// Of all directions and radii those that stand out least and leave least bare; the first, if others are not clearly
// better.
Fit fit(const std::vector<Vec3d>& samples, const std::vector<Vec3d>& directions, const WindingNumber& mesh,
        double area) {
    Fit best;
    double least = 1e300;
    for (const double share : radius_shares)
        for (const Vec3d& axis : directions) {
            const Fit f = fit_along(samples, axis, share);
            const double cost = excess(f, mesh) + 0.05 * f.volume() + bare_counts * bare(f, samples, area);
            if (cost < 0.95 * least) {
                least = cost;
                best = f;
            }
        }
    return best;
}

// A turn that takes y to a unit vector.
Quatd turn_from_y(const Vec3d& to) {
    const Vec3d y{0, 1, 0}, axis = cross(y, to);
    if (to.y < -0.999999) return {1, 0, 0, 0};
    return normalized(Quatd{axis.x, axis.y, axis.z, 1 + to.y});
}

// Where a limb may lie: to the joints below, along itself, or along the axes of the bone.
std::vector<Vec3d> likely_axes(const Character& c, u32 node, const std::vector<PlacedNode>& nodes, double size,
                               const std::vector<Vec3d>& samples) {
    std::vector<Vec3d> axes;
    for (u32 child = node + 1; child < c.nodes.size(); ++child) {
        if (c.nodes[child].parent != node) continue;
        const Vec3d way = nodes[child].place.translation - nodes[node].place.translation;
        if (length(way) > 1e-3 * size) axes.push_back(way / length(way));
    }
    axes.push_back(longest_axis(samples));
    for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) axes.push_back(nodes[node].turn * axis);
    return axes;
}

double diagonal(const std::vector<BoneSurfacePiece>& pieces) {
    Box box;
    for (const BoneSurfacePiece& p : pieces) box.add(p.at.to<float>());
    return length(box.high.to<double>() - box.low.to<double>());
}

// Parents stand before their children: from the last to the first, whole fingers go up joint by joint.
void give_small_ones_to_parents(const Character& c, double least, std::vector<std::vector<BoneSurfacePiece>>& of_node,
                                std::vector<u32>& vertices) {
    for (u32 n = static_cast<u32>(c.nodes.size()); n-- > 0;) {
        if (of_node[n].empty() || diagonal(of_node[n]) >= least) continue;
        u32 up = c.nodes[n].parent;
        while (up != Node::none && of_node[up].empty()) up = c.nodes[up].parent;
        if (up == Node::none) continue;
        of_node[up].insert(of_node[up].end(), of_node[n].begin(), of_node[n].end());
        vertices[up] += vertices[n];
        of_node[n].clear();
    }
}

BoneCapsule in_frame_of(u32 node, const PlacedNode& placed, const Fit& f) {
    const Quatd back = conjugate(placed.turn);
    return {node,
            {(back * (f.center - placed.place.translation)).to<float>(), turn_from_y(back * f.axis).to<float>()},
            static_cast<float>(f.radius),
            static_cast<float>(f.half_height)};
}

}  // namespace

std::pair<Vec3d, Vec3d> capsule_ends(const BoneCapsule& capsule, const PlacedNode& node) {
    PL_ASSERT(capsule.half_height >= 0 && all_finite(capsule.local));
    const Vec3d center = node.place.translation + node.turn * capsule.local.position.to<double>();
    const Vec3d half =
        node.turn * (capsule.local.rotation.to<double>() * Vec3d{0, 1, 0}) * static_cast<double>(capsule.half_height);
    return {center - half, center + half};
}

std::vector<BoneCapsule> fit_capsules(const Character& c, double scale) {
    PL_ASSERT(is_positive(scale));
    const RestVertices rest = rest_vertices(c, scale);
    const double size = rest.size();
    std::vector<BoneCapsule> capsules;
    if (!(size > 0) || !std::isfinite(size)) return capsules;
    std::vector<std::vector<BoneSurfacePiece>> of_node = surface_of_nodes(c, rest, sample_spacing * size);
    const WindingNumber mesh(rest.positions, rest.triangles(c));
    std::vector<u32> vertices(c.nodes.size());
    for (u32 v = 0; v < c.vertex_count(); ++v) ++vertices[c.joints[c.influences.strongest(v)].node];
    give_small_ones_to_parents(c, min_size * size, of_node, vertices);
    for (u32 n = 0; n < c.nodes.size(); ++n) {
        const std::vector<Vec3d> samples = even_samples(of_node[n]);
        if (samples.empty() || vertices[n] < fewest_vertices) continue;
        const Fit f = fit(samples, likely_axes(c, n, rest.nodes, size, samples), mesh, area_of(of_node[n]));
        if (f.radius > 1e-6 * size) capsules.push_back(in_frame_of(n, rest.nodes[n], f));
    }
    return capsules;
}

// ---- as users want them

namespace {

BoneCapsule between_joints(const Character& c, u32 node, const std::vector<PlacedNode>& nodes, double radius) {
    Fit f;
    f.center = nodes[node].place.translation;
    f.axis = nodes[node].turn * Vec3d{0, 1, 0};
    f.radius = radius;
    for (u32 child = node + 1; child < c.nodes.size(); ++child) {
        if (c.nodes[child].parent != node) continue;
        const Vec3d way = nodes[child].place.translation - f.center;
        f.half_height = length(way) / 2;
        f.axis = direction(way, f.axis);
        f.center += way / 2.0;
        break;
    }
    return in_frame_of(node, nodes[node], f);
}

u32 node_called(const Character& c, const std::string& bone) {
    const u32 node = c.find_node(bone);
    if (node != Node::none) return node;
    std::vector<std::string> names;
    for (const Node& n : c.nodes) names.push_back(n.name);
    throw_unknown_name("capsules", "bone", bone, names, "no capsule, for there are no bones");
}

void edit(const CapsuleEdit& edit, BoneCapsule& capsule) {
    const double height = edit.height ? *edit.height
                                      : 2 * (static_cast<double>(capsule.half_height) +
                                             (edit.radius ? *edit.radius : static_cast<double>(capsule.radius)));
    if (edit.radius) capsule.radius = static_cast<float>(*edit.radius);
    capsule.half_height = static_cast<float>(std::max(0.0, height / 2 - static_cast<double>(capsule.radius)));
    if (edit.position) capsule.local.position = edit.position->to<float>();
}

}  // namespace

void edit_capsules(const Character& c, double scale, std::span<const CapsuleEdit> edits,
                   std::vector<BoneCapsule>& capsules) {
    PL_ASSERT(is_positive(scale));
    if (edits.empty()) return;
    const RestVertices rest = rest_vertices(c, scale);
    for (const CapsuleEdit& e : edits) {
        const u32 node = node_called(c, e.bone);
        auto at = std::lower_bound(capsules.begin(), capsules.end(), node,
                                   [](const BoneCapsule& capsule, u32 wanted) { return capsule.node < wanted; });
        const bool there = at != capsules.end() && at->node == node;
        if (e.removed) {
            if (there) capsules.erase(at);
            continue;
        }
        if (!there && !e.radius)
            throw Error({"capsules." + e.bone,
                         "no capsule was fitted to this bone, for it moves too little of the mesh", "its \"radius\"",
                         ""});
        if (!there) at = capsules.insert(at, between_joints(c, node, rest.nodes, *e.radius));
        edit(e, *at);
    }
}

}  // namespace pliant
