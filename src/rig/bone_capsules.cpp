#include "rig/bone_capsules.h"

#include <algorithm>

#include "core/error.h"
#include "core/trig.h"
#include "rig/bone_surface.h"

namespace pliant {

namespace {

constexpr u32 fewest_vertices = 8;
constexpr double sample_spacing = 1.0 / 64;  // of the size of the character
constexpr size_t sample_count = 500;         // of a bone: more do not change what comes out
// Shares of the samples that a capsule holds: with all of them one ear would make a head into a barrel. Measured over
// nine characters: more make capsules swell that lie across a chest, less bares the mesh between two of them.
constexpr double radius_share = 0.9, end_share = 0.95;
constexpr double least_size = 0.05;  // of the size of the character: what is smaller is no limb

struct Fit {
    Vec3d center, axis;
    double radius = 0, half_height = 0;
    double volume() const { return radius * radius * (2 * half_height + radius * 4 / 3); }
};

// Places that stand for equal shares of a surface.
std::vector<Vec3d> even_samples(const std::vector<SurfacePiece>& pieces) {
    double area = 0, sum = 0;
    for (const SurfacePiece& p : pieces) area += p.area;
    const double share = area / sample_count;
    std::vector<Vec3d> samples;
    for (const SurfacePiece& p : pieces) {
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
        if (spread > most * (1 + 1e-9)) most = spread, best = v;
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

// A line of that direction from which no sample is further than need be: a step towards the farthest, shorter every
// time (Badoiu & Clarkson 2003). Samples further than `within` are passed over.
Vec3d middle(const std::vector<Vec3d>& samples, Vec3d center, const Vec3d& axis, double within) {
    for (int round = 1; round <= 30; ++round) {
        const Vec3d* farthest = nullptr;
        double most = -1;
        for (const Vec3d& s : samples) {
            const double d = away_squared(s, center, axis);
            if (d > most && d <= within * within) most = d, farthest = &s;
        }
        if (!farthest) break;
        const Vec3d d = *farthest - center;
        center += (d - axis * dot(d, axis)) / (round + 1.0);
    }
    return center;
}

Fit fit_along(const std::vector<Vec3d>& samples, const Vec3d& axis) {
    Fit fit;
    fit.axis = axis;
    std::vector<double> values(samples.size());
    Vec3d center = middle(samples, samples.front(), axis, 1e150);
    for (int round = 0; round < 3; ++round) {
        for (size_t i = 0; i < samples.size(); ++i) values[i] = std::sqrt(away_squared(samples[i], center, axis));
        fit.radius = quantile(values, radius_share);
        if (round < 2) center = middle(samples, center, axis, fit.radius * (1 + 1e-9));
    }
    // An end lies as far out as its ball must, to hold what is there.
    double end[2];
    for (int k = 0; k < 2; ++k) {
        for (size_t i = 0; i < samples.size(); ++i) {
            const double t = dot(samples[i] - center, axis) * (k ? 1 : -1);
            values[i] = t - std::sqrt(std::max(0.0, fit.radius * fit.radius - away_squared(samples[i], center, axis)));
        }
        end[k] = quantile(values, end_share);
    }
    if (end[1] < -end[0]) end[1] = (end[1] - end[0]) / 2, end[0] = -end[1];
    fit.center = center + axis * ((end[1] - end[0]) / 2);
    fit.half_height = (end[1] + end[0]) / 2;
    return fit;
}

Fit fit(const std::vector<Vec3d>& samples, const std::vector<Vec3d>& directions) {
    Fit best = fit_along(samples, longest_axis(samples));
    for (const Vec3d& axis : directions) {
        const Fit other = fit_along(samples, axis);
        if (other.radius > 0 && other.volume() < 0.98 * best.volume()) best = other;
    }
    return best;
}

// A turn that takes y to a unit vector.
Quatd turn_from_y(const Vec3d& to) {
    const Vec3d y{0, 1, 0}, axis = cross(y, to);
    if (to.y < -0.999999) return {1, 0, 0, 0};
    return normalized(Quatd{axis.x, axis.y, axis.z, 1 + to.y});
}

// Directions in which artists lay limbs: to the joints below, and along the axes of the bone.
std::vector<Vec3d> likely_axes(const Character& c, u32 node, const std::vector<PlacedNode>& nodes, double size) {
    std::vector<Vec3d> axes;
    for (u32 child = node + 1; child < c.nodes.size(); ++child) {
        if (c.nodes[child].parent != node) continue;
        const Vec3d way = nodes[child].place.translation - nodes[node].place.translation;
        if (length(way) > 1e-3 * size) axes.push_back(way / length(way));
    }
    for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) axes.push_back(nodes[node].turn * axis);
    return axes;
}

double diagonal(const std::vector<SurfacePiece>& pieces) {
    Box box;
    for (const SurfacePiece& p : pieces) box.add(p.at.to<float>());
    return length(box.high.to<double>() - box.low.to<double>());
}

// Parents stand before their children: from the last to the first, whole fingers go up joint by joint.
void give_small_ones_to_parents(const Character& c, double least, std::vector<std::vector<SurfacePiece>>& of_node,
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
    const Vec3d center = node.place.translation + node.turn * capsule.local.position.to<double>();
    const Vec3d half =
        node.turn * (capsule.local.rotation.to<double>() * Vec3d{0, 1, 0}) * static_cast<double>(capsule.half_height);
    return {center - half, center + half};
}

std::vector<BoneCapsule> fit_capsules(const Character& c, double scale) {
    const RestVertices rest = rest_vertices(c, scale);
    const double size = rest.size();
    std::vector<BoneCapsule> capsules;
    if (!(size > 0) || !std::isfinite(size)) return capsules;
    std::vector<std::vector<SurfacePiece>> of_node = surface_of_nodes(c, rest, sample_spacing * size);
    std::vector<u32> vertices(c.nodes.size());
    for (u32 v = 0; v < c.vertex_count(); ++v) ++vertices[c.joints[c.influences.strongest(v)].node];
    give_small_ones_to_parents(c, least_size * size, of_node, vertices);
    for (u32 n = 0; n < c.nodes.size(); ++n) {
        const std::vector<Vec3d> samples = even_samples(of_node[n]);
        if (samples.empty() || vertices[n] < fewest_vertices) continue;
        const Fit f = fit(samples, likely_axes(c, n, rest.nodes, size));
        if (f.radius > 1e-6 * size) capsules.push_back(in_frame_of(n, rest.nodes[n], f));
    }
    return capsules;
}

// ---- as users want them

namespace {

BoneCapsule between_joints(const Character& c, u32 node, const std::vector<PlacedNode>& nodes, double radius) {
    Fit f;
    f.center = nodes[node].place.translation, f.axis = nodes[node].turn * Vec3d{0, 1, 0}, f.radius = radius;
    for (u32 child = node + 1; child < c.nodes.size(); ++child) {
        if (c.nodes[child].parent != node) continue;
        const Vec3d way = nodes[child].place.translation - f.center;
        f.half_height = length(way) / 2, f.axis = direction(way, f.axis), f.center += way / 2.0;
        break;
    }
    return in_frame_of(node, nodes[node], f);
}

u32 node_called(const Character& c, const std::string& bone) {
    const u32 node = c.find_node(bone);
    if (node != Node::none) return node;
    std::vector<std::string> names;
    for (const Node& n : c.nodes) names.push_back(n.name);
    no_such_name("capsules", "bone", bone, names, "no capsule, for there are no bones");
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
