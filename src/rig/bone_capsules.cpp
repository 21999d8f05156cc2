#include "rig/bone_capsules.h"

#include <algorithm>

#include "core/trig.h"
#include "rig/skinning.h"

namespace pliant {

namespace {

constexpr size_t fewest_vertices = 8;
constexpr double inside_share = 0.75;  // of the vertices; with all of them one ear would make a head into a barrel

struct Fit {
    Vec3d center, axis;
    double radius = 0, half_height = 0;
    double volume() const { return radius * radius * (2 * half_height + radius * 4 / 3); }
};

Vec3d mean(const std::vector<Vec3d>& points) {
    Vec3d sum;
    for (const Vec3d& p : points) sum += p;
    return sum / static_cast<double>(points.size());
}

// The direction in which points lie furthest apart: the largest eigenvector of their covariance, by repeated
// multiplication. From any start that is not at a right angle to it; three starts, so that one is not.
Vec3d longest_axis(const std::vector<Vec3d>& points, const Vec3d& center) {
    Mat3d covariance{};
    for (const Vec3d& p : points) covariance = covariance + outer(p - center, p - center);
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

Fit fit_along(const std::vector<Vec3d>& points, const Vec3d& center, const Vec3d& axis) {
    std::vector<double> away;
    double low = 1e300, high = -1e300;
    for (const Vec3d& p : points) {
        const double t = dot(p - center, axis);
        low = std::min(low, t), high = std::max(high, t);
        away.push_back(length(p - center - axis * t));
    }
    std::sort(away.begin(), away.end());
    Fit fit;
    fit.radius = away[static_cast<size_t>(inside_share * static_cast<double>(away.size() - 1))];
    fit.axis = axis, fit.center = center + axis * ((low + high) / 2);
    fit.half_height = std::max(0.0, (high - low) / 2 - fit.radius);
    return fit;
}

Fit fit(const std::vector<Vec3d>& points) {
    const Vec3d center = mean(points);
    Fit best = fit_along(points, center, longest_axis(points, center));
    for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {  // artists lay limbs along these
        const Fit other = fit_along(points, center, axis);
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

}  // namespace

std::vector<BoneCapsule> fit_capsules(const Character& c, double scale) {
    CharacterPose pose;
    std::vector<PlacedNode> nodes;
    SkinningScratch scratch;
    std::vector<Vec3> positions(c.vertex_count()), normals(c.vertex_count());
    rest_pose(c, pose);
    place_nodes(c, {{}, {}, Vec3d{scale, scale, scale}}, pose, nodes);
    skin(c, nodes, pose, scratch, positions, normals);

    std::vector<std::vector<Vec3d>> of_node(c.nodes.size());
    for (u32 v = 0; v < c.vertex_count(); ++v) {
        const u32 n = c.joints[c.influences.strongest(v)].node;
        const Vec3d p = positions[v].to<double>();
        if (is_finite(p)) of_node[n].push_back(conjugate(nodes[n].turn) * (p - nodes[n].place.translation));
    }
    std::vector<BoneCapsule> capsules;
    for (u32 n = 0; n < c.nodes.size(); ++n) {
        if (of_node[n].size() < fewest_vertices) continue;
        const Fit f = fit(of_node[n]);
        if (!(f.radius > 1e-6 * scale)) continue;
        capsules.push_back({n,
                            {f.center.to<float>(), turn_from_y(f.axis).to<float>()},
                            static_cast<float>(f.radius),
                            static_cast<float>(f.half_height)});
    }
    return capsules;
}

}  // namespace pliant
