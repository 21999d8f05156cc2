// An octopus: a round head on a small waist, big eyes, and eight arms that run down to the ground, spread and curl up.
#include "core/trig.h"
#include "geometry/distance_shapes.h"
#include "geometry/sculpt.h"
#include "geometry/shape_builders.h"

namespace pliant {

namespace {

constexpr int arm_count = 8, arm_joints = 29;

enum OctopusMaterial : u32 { skin, underside, spot, blush, eye_white, pupil };

// An arm is a chain of tapering joints. `below` points to its underside, at right angles to the arm.
struct Arm {
    static constexpr int part = 7;  // this many links in a row have a bounding sphere, to skip distant ones
    Vec3d joint[arm_joints], below[arm_joints];
    double radius[arm_joints];
    Vec3d part_center[arm_joints / part];
    double part_radius[arm_joints / part];
};

struct ArmPlace {
    double distance;  // from the arm's surface
    double along;     // 0 at the body … 1 at the tip
    Vec3d offset;     // from its middle line
    Vec3d below, forward;
};

double smooth_step(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

// Walks outward from the body: steeply down, level along the ground, and up into a curl; the heading turns a little to
// one side on the way. Neighbours differ, so that it looks alive.
Arm make_arm(int number) {
    constexpr double curl[arm_count] = {250, 215, 235, 200, 245, 205, 260, 220};  // [degrees] up at the tip
    constexpr double sway[arm_count] = {0.5, 0.4, -0.5, 0.45, -0.45, 0.5, -0.4, -0.55};
    constexpr double step = 0.86 / (arm_joints - 1);
    const double heading = 2 * pi * (number + 0.5) / arm_count;
    Vec3d p = Vec3d{sine(heading), 0, cosine(heading)} * 0.05 + Vec3d{0, 0.2, 0};
    Arm arm{};
    for (int i = 0; i < arm_joints; ++i) {
        const double s = static_cast<double>(i) / (arm_joints - 1), rising = std::max(0.0, s - 0.5) / 0.5;
        const double pitch = radians(-60) * (1 - smooth_step(0, 0.4, s)) +
                             radians(curl[number]) * rising * rising * (1.6 - 0.6 * rising);
        const double yaw = heading + sway[number] * (smooth_step(0.2, 0.8, s) - 0.3 * s);
        const Vec3d out{sine(yaw), 0, cosine(yaw)}, up{0, 1, 0};
        arm.joint[i] = p;
        arm.below[i] = out * sine(pitch) - up * cosine(pitch);
        arm.radius[i] = 0.07 * (1 - s) + 0.019 * s + 0.02 * s * (1 - s);
        p += (out * cosine(pitch) + up * sine(pitch)) * step;
    }
    for (int k = 0; k < arm_joints / Arm::part; ++k) {
        const int first = k * Arm::part;
        arm.part_center[k] = (arm.joint[first] + arm.joint[first + Arm::part]) * 0.5;
        for (int i = first; i <= first + Arm::part; ++i)
            arm.part_radius[k] =
                std::max(arm.part_radius[k], length(arm.joint[i] - arm.part_center[k]) + arm.radius[i]);
    }
    return arm;
}

class Octopus {
  public:
    Octopus() {
        for (int i = 0; i < arm_count; ++i) arms_[i] = make_arm(i);
    }

    double distance(const Vec3d& p) const {
        const double head = ellipsoid_distance(p - head_center, head_radii);
        const double waist = ellipsoid_distance(p - Vec3d{0, 0.215, 0}, {0.12, 0.1, 0.115});
        double body = smooth_union(head, waist, 0.12);
        // Only the arm on this side and its neighbours come near.
        const int nearest = sector(p);
        double arms = 1e9;
        for (int k = -1; k <= 1; ++k) arms = smooth_union(arms, place_on_arm(p, nearest + k).distance, 0.08);
        body = smooth_union(body, arms, 0.07);
        return smooth_union(body, sphere_distance(mirrored(p), eye_center, eye_radius), 0.018);
    }

    // The light underside of the arms, narrower towards the body, where it is closed off.
    double underside_level(const Vec3d& p) const {
        const ArmPlace a = nearest_arm(p);
        return 0.3 * length(a.offset) - dot(a.offset, a.below);
    }

    static double eye_level(const Vec3d& p) { return disc(mirrored(p), eye_center, gaze, 0.066); }
    static double pupil_level(const Vec3d& p) { return disc(mirrored(p), eye_center, gaze, 0.043); }
    static double glint_level(const Vec3d& p) {  // the light comes from one side for both eyes
        const Vec3d side = p.x < 0 ? Vec3d{-1, 1, 1} : Vec3d{1, 1, 1};
        return disc(p, scaled(eye_center, side), direction(scaled(gaze, side) + Vec3d{-0.27, 0.33, 0}, Vec3d{}), 0.015);
    }
    static double blush_level(const Vec3d& p) {
        const Vec3d d = mirrored(p) - Vec3d{0.118, 0.325, 0.1};
        return length(Vec3d{d.x, d.y * 1.5, d.z}) - 0.034;
    }
    static double smile_level(const Vec3d& p) {  // the lower part of a ring in front of the face
        const double x = p.x, y = p.y - 0.345;
        const double ring = std::fabs(std::sqrt(x * x + y * y) - 0.05) - 0.0065;
        return p.z < 0.05 ? 1 : std::max(ring, y + 0.022);
    }
    static double spot_level(const Vec3d& p) {
        double level = 1;
        for (const auto& s : spots) level = std::min(level, sphere_distance(p, {s[0], s[1], s[2]}, s[3]));
        return level;
    }

    float longest_edge(const Vec3& at) const {
        const Vec3d p = at.to<double>();
        if (pupil_level(p) < 0.01) return 0.014f;
        if (nearest_arm(p).along > 0.85) return 0.02f;
        if (smile_level(p) < 0.008 && p.z > 0) return 0.009f;
        return std::min(eye_level(p), blush_level(p)) < 0.015 ? 0.024f : 1.0f;
    }

    // Charts 0 and 1 are the body from the front and from the back; the others are the arms, unrolled.
    u32 chart_of(const Vec3d& p) const {
        if (nearest_arm(p).along < 0.12 || p.y > 0.3) return p.z > 0 ? 0 : 1;
        return 2 + static_cast<u32>(nearest_arm_number(p));
    }
    ChartPlace place_on(const Vec3d& p, u32 chart) const {
        if (chart < 2) return place_on_disc(p - Vec3d{0, 0.35, 0}, chart == 1);
        const ArmPlace a = place_on_arm(p, static_cast<int>(chart) - 2);
        const Vec3d side = cross(a.forward, a.below);
        return {arc_tangent(dot(a.offset, side), -dot(a.offset, a.below)) / (2 * pi) + 0.5, a.along};
    }
    double along_arm(const Vec3d& p) const { return p.y > 0.3 ? 0 : smooth_step(0.1, 1, nearest_arm(p).along); }

  private:
    static constexpr Vec3d head_center{0, 0.44, -0.03}, head_radii{0.2, 0.225, 0.2};
    static constexpr Vec3d eye_center{0.092, 0.42, 0.132}, gaze{0.22, 0.03, 0.975};
    static constexpr double eye_radius = 0.074;
    static constexpr double spots[5][4] = {{0.06, 0.66, 0.02, 0.042},
                                           {-0.1, 0.62, -0.05, 0.05},
                                           {0.12, 0.57, -0.14, 0.045},
                                           {-0.03, 0.6, -0.19, 0.04},
                                           {0.0, 0.45, -0.24, 0.05}};

    static Vec3d mirrored(const Vec3d& p) { return {std::fabs(p.x), p.y, p.z}; }

    // A round patch of the sphere about `center`, seen along `axis`.
    static double disc(const Vec3d& p, const Vec3d& center, const Vec3d& axis, double radius) {
        const Vec3d d = p - center;
        const double depth = dot(d, axis);
        return depth > 0 ? length(d - axis * depth) - radius : 1;
    }

    static int sector(const Vec3d& p) {
        const double turn = arc_tangent(p.x, p.z) / (2 * pi) * arm_count;
        return static_cast<int>(std::floor(turn)) + arm_count;
    }

    ArmPlace place_on_arm(const Vec3d& p, int number) const {
        const Arm& arm = arms_[(number + arm_count) % arm_count];
        ArmPlace best{1e9, 0, {}, {}, {}};
        for (int k = 0; k < arm_joints / Arm::part; ++k)
            if (length(p - arm.part_center[k]) - arm.part_radius[k] < best.distance)
                for (int i = k * Arm::part; i < (k + 1) * Arm::part; ++i) improve(arm, i, p, best);
        best.forward = direction(best.forward, Vec3d{0, 0, 1});
        return best;
    }
    static void improve(const Arm& arm, int link, const Vec3d& p, ArmPlace& best) {
        const Vec3d d = arm.joint[link + 1] - arm.joint[link];
        const double t = std::clamp(dot(p - arm.joint[link], d) / length_squared(d), 0.0, 1.0);
        const Vec3d offset = p - arm.joint[link] - d * t;
        const double far = length(offset) - (arm.radius[link] + (arm.radius[link + 1] - arm.radius[link]) * t);
        if (far < best.distance)
            best = {far, (link + t) / (arm_joints - 1), offset,
                    arm.below[link] + (arm.below[link + 1] - arm.below[link]) * t, d};
    }

    int nearest_arm_number(const Vec3d& p) const {
        const int middle = sector(p);
        int best = middle;
        for (const int k : {-1, 1})
            if (place_on_arm(p, middle + k).distance < place_on_arm(p, best).distance) best = middle + k;
        return (best + arm_count) % arm_count;
    }
    ArmPlace nearest_arm(const Vec3d& p) const { return place_on_arm(p, nearest_arm_number(p)); }

    Arm arms_[arm_count];
};

std::vector<Material> octopus_materials() {
    return {plain_material("skin", {0.76f, 0.155f, 0.13f}, 0.45f),
            plain_material("underside", {0.92f, 0.56f, 0.42f}, 0.55f),
            plain_material("spots", {0.58f, 0.085f, 0.10f}, 0.45f),
            plain_material("blush", {0.90f, 0.24f, 0.22f}, 0.5f),
            plain_material("eye white", {0.92f, 0.92f, 0.90f}, 0.15f),
            plain_material("pupil", {0.012f, 0.010f, 0.014f}, 0.1f)};
}

}  // namespace

Mesh build_octopus(u32 detail) {
    const Octopus o;
    Sculpture s;
    s.distance = [&](const Vec3d& p) { return o.distance(p); };
    s.box = {{-0.75f, -0.15f, -0.75f}, {0.75f, 0.75f, 0.75f}};
    s.cell = 1.2f / static_cast<float>(std::max(detail, 38u));  // wider cells would lose the tips of the arms
    s.grown = 0.4f;
    s.materials = octopus_materials();
    s.regions = {{underside, [&](const Vec3d& p) { return o.underside_level(p); }},
                 {spot, Octopus::spot_level},
                 {blush, Octopus::blush_level},
                 {pupil, Octopus::smile_level},
                 {eye_white, Octopus::eye_level},
                 {pupil, Octopus::pupil_level},
                 {eye_white, Octopus::glint_level}};
    s.longest_edge = [&](const Vec3& p) { return o.longest_edge(p); };
    s.charts = 2 + arm_count;
    s.chart_of = [&](const Vec3d& p) { return o.chart_of(p); };
    s.place_on = [&](const Vec3d& p, u32 chart) { return o.place_on(p, chart); };
    Mesh mesh = sculpt(s);
    Attribute arms{"arms", {}};  // 0 on the body, 1 at the tips: to paint stiffness or weakness with
    for (const Vec3& p : mesh.points) arms.values.push_back(static_cast<float>(o.along_arm(p.to<double>())));
    mesh.attributes.push_back(std::move(arms));
    transform(mesh, Mat3d::identity(), {0, -mesh.bounds().low.y, 0});
    return mesh;
}

}  // namespace pliant
