// A penguin: a round body and head in one, flippers, orange beak and feet, a white belly and a white face round the
// eyes.
#include "core/trig.h"
#include "geometry/distance_shapes.h"
#include "geometry/sculpt.h"
#include "geometry/shape_builders.h"

namespace pliant {

namespace {

enum PenguinMaterial : u32 { feathers, belly, orange, penguin_eye, penguin_glint };

Vec3d penguin_mirrored(const Vec3d& p) { return {std::fabs(p.x), p.y, p.z}; }

// Into the frame of a part at `center` that is turned about z by `angle`.
Vec3d turned(const Vec3d& p, const Vec3d& center, double angle) {
    const Vec3d d = p - center;
    const double c = cosine(angle), s = sine(angle);
    return {c * d.x + s * d.y, c * d.y - s * d.x, d.z};
}

double penguin_distance(const Vec3d& p) {
    const Vec3d m = penguin_mirrored(p);
    const double trunk = ellipsoid_distance(p - Vec3d{0, 0.205, 0}, {0.15, 0.175, 0.138});
    const double head = ellipsoid_distance(p - Vec3d{0, 0.385, 0.012}, {0.114, 0.112, 0.108});
    const double flipper = ellipsoid_distance(turned(m, {0.182, 0.228, -0.005}, radians(36)), {0.037, 0.112, 0.052});
    const double tail = cone_distance(p, {0, 0.08, -0.09}, {0, 0.055, -0.165}, 0.05, 0.02);
    const double foot = ellipsoid_distance(m - Vec3d{0.069, 0.026, 0.06}, {0.049, 0.027, 0.07});
    const double beak = ellipsoid_distance(p - Vec3d{0, 0.372, 0.115}, {0.036, 0.022, 0.058});
    double body = smooth_union(trunk, head, 0.09);
    body = smooth_union(body, tail, 0.08);
    body = smooth_union(body, flipper, 0.06);
    body = smooth_union(body, foot, 0.045);
    return smooth_union(body, beak, 0.022);
}

// A patch that is round (or oval) when seen from the front.
double penguin_patch(const Vec3d& p, double x, double y, double width, double height) {
    const double u = (p.x - x) / width, v = (p.y - y) / height;
    return p.z < 0 ? 1 : (std::sqrt(u * u + v * v) - 1) * std::min(width, height);
}

double penguin_belly_level(const Vec3d& p) { return penguin_patch(p, 0, 0.16, 0.106, 0.132); }
double face_level(const Vec3d& p) {
    const Vec3d m = penguin_mirrored(p);
    return p.y < 0.28 ? 1
                      : smooth_union(penguin_patch(m, 0.043, 0.398, 0.048, 0.056),
                                     penguin_patch(m, 0.03, 0.355, 0.05, 0.045), 0.02);
}
double penguin_eye_level(const Vec3d& p) { return penguin_patch(penguin_mirrored(p), 0.044, 0.4, 0.018, 0.022); }
double penguin_glint_level(const Vec3d& p) {
    const double side = p.x < 0 ? -1 : 1;
    return penguin_patch(p, side * 0.044 - 0.006, 0.408, 0.0065, 0.0065);
}
double beak_level(const Vec3d& p) { return penguin_patch(p, 0, 0.372, 0.039, 0.027); }
double foot_level(const Vec3d& p) {
    const double u = (std::fabs(p.x) - 0.069) / 0.058, v = (p.z - 0.06) / 0.082;
    return std::max((std::sqrt(u * u + v * v) - 1) * 0.06, p.y - 0.056);
}

float penguin_longest_edge(const Vec3& at) {
    const Vec3d p = at.to<double>();
    if (penguin_eye_level(p) < 0.004) return 0.0125f;
    if (std::fabs(p.x) > 0.2 || p.z < -0.145) return 0.028f;  // ends of flippers and tail
    return beak_level(p) < 0.01 ? 0.024f : face_level(p) < 0.01 ? 0.032f : 1.0f;
}

std::vector<Material> penguin_materials() {
    return {plain_material("feathers", {0.022f, 0.028f, 0.045f}, 0.5f),
            plain_material("belly", {0.88f, 0.87f, 0.84f}, 0.6f),
            plain_material("beak and feet", {0.90f, 0.30f, 0.03f}, 0.45f),
            plain_material("eyes", {0.008f, 0.008f, 0.01f}, 0.1f),
            plain_material("glint", {0.95f, 0.95f, 0.95f}, 0.1f)};
}

}  // namespace

Mesh build_penguin(u32 detail) {
    Sculpture s;
    s.distance = penguin_distance;
    s.box = {{-0.32f, -0.06f, -0.26f}, {0.32f, 0.57f, 0.26f}};
    s.cell = 0.5f / static_cast<float>(std::max(detail, 14u));  // wider cells would lose the flippers
    s.grown = 0.35f;
    s.materials = penguin_materials();
    s.regions = {{belly, penguin_belly_level},
                 {belly, face_level},
                 {orange, beak_level},
                 {orange, foot_level},
                 {penguin_eye, penguin_eye_level},
                 {penguin_glint, penguin_glint_level}};
    s.longest_edge = penguin_longest_edge;
    s.charts = 2;
    s.chart_of = [](const Vec3d& p) { return p.z > 0 ? 0u : 1u; };
    s.place_on = [](const Vec3d& p, u32 chart) { return place_on_disc(p - Vec3d{0, 0.25, 0}, chart == 1); };
    Mesh mesh = sculpt(s);
    transform(mesh, Mat3d::identity(), {0, -mesh.bounds().low.y, 0});
    return mesh;
}

}  // namespace pliant
