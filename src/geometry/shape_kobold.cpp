// A kobold, in the part of an armadillo: upright on two legs, with arms held away from the body, a long tail, large
// ears and a snout. Bones for it are in assets/kobold.h.
#include "geometry/distance_shapes.h"
#include "geometry/kobold_landmarks.h"
#include "geometry/sculpt.h"
#include "geometry/shape_builders.h"

namespace pliant {

namespace {

using namespace kobold;

enum KoboldMaterial : u32 { hide, belly_scales, ear_inside, nose, kobold_eye, kobold_glint };

Vec3d kobold_mirrored(const Vec3d& p) { return {std::fabs(p.x), p.y, p.z}; }

double kobold_distance(const Vec3d& p) {
    const Vec3d m = kobold_mirrored(p);
    double body = ellipsoid_distance(p - Vec3d{0, 0.46, 0.0}, {0.165, 0.16, 0.15});
    body = smooth_union(body, ellipsoid_distance(p - chest, {0.155, 0.135, 0.125}), 0.1);
    body = smooth_union(body, cone_distance(p, neck, head, 0.085, 0.085), 0.06);
    body = smooth_union(body, ellipsoid_distance(p - head, {0.135, 0.125, 0.13}), 0.05);
    body = smooth_union(body, cone_distance(p, head - Vec3d{0, 0.03, -0.04}, snout, 0.08, 0.055), 0.06);
    body = smooth_union(body, cone_distance(m, ear, ear_tip, 0.05, 0.042), 0.04);

    double arm = cone_distance(m, shoulder, elbow, 0.072, 0.056);
    arm = smooth_union(arm, cone_distance(m, elbow, wrist, 0.058, 0.05), 0.03);
    arm = smooth_union(arm, cone_distance(m, wrist, fingers, 0.056, 0.05), 0.03);
    body = smooth_union(body, arm, 0.1);

    double leg = cone_distance(m, thigh, knee, 0.098, 0.072);
    leg = smooth_union(leg, cone_distance(m, knee, ankle, 0.072, 0.058), 0.04);
    leg = smooth_union(leg, cone_distance(m, ankle - Vec3d{0, 0.03, 0}, toes, 0.055, 0.048), 0.04);
    body = smooth_union(body, leg, 0.07);

    double tail_part = cone_distance(p, tail, tail_middle, 0.095, 0.068);
    tail_part = smooth_union(tail_part, cone_distance(p, tail_middle, tail_tip, 0.068, 0.042), 0.04);
    return smooth_union(body, tail_part, 0.07);
}

// A patch that is oval when seen from the front.
double kobold_patch(const Vec3d& p, double x, double y, double width, double height) {
    const double u = (p.x - x) / width, v = (p.y - y) / height;
    return p.z < 0.02 ? 1 : (std::sqrt(u * u + v * v) - 1) * std::min(width, height);
}

double kobold_belly_level(const Vec3d& p) { return kobold_patch(p, 0, 0.53, 0.1, 0.17); }
double kobold_eye_level(const Vec3d& p) { return kobold_patch(kobold_mirrored(p), 0.068, 0.915, 0.026, 0.032); }
double kobold_glint_level(const Vec3d& p) {
    return kobold_patch(p, (p.x < 0 ? -0.068 : 0.068) - 0.008, 0.925, 0.012, 0.012);
}
double nose_level(const Vec3d& p) { return sphere_distance(p, snout + Vec3d{0, 0.025, 0.05}, 0.042); }
double ear_level(const Vec3d& p) {
    const Vec3d m = kobold_mirrored(p), middle = (ear + ear_tip) * 0.5 + Vec3d{0.012, 0.008, 0.04};
    return ellipsoid_distance(m - middle, {0.062, 0.062, 0.022});
}

float kobold_longest_edge(const Vec3& at) {
    const Vec3d p = at.to<double>();
    if (kobold_eye_level(p) < 0.002) return 0.03f;
    if (nose_level(p) < 0.005) return 0.045f;
    const Vec3d m = kobold_mirrored(p);
    for (const Vec3d& end : {fingers, ear_tip, toes, tail_tip})  // round ends, which long edges would cut off
        if (length(m - end) < 0.055) return 0.065f;
    return 1.0f;
}

std::vector<Material> kobold_materials() {
    return {plain_material("hide", {0.13f, 0.30f, 0.22f}, 0.55f),
            plain_material("belly", {0.72f, 0.62f, 0.36f}, 0.6f),
            plain_material("ear inside", {0.62f, 0.25f, 0.22f}, 0.6f),
            plain_material("nose", {0.05f, 0.03f, 0.03f}, 0.3f),
            plain_material("eyes", {0.85f, 0.42f, 0.02f}, 0.1f),
            plain_material("glint", {0.95f, 0.95f, 0.95f}, 0.1f)};
}

}  // namespace

Mesh build_kobold(u32 detail) {
    Sculpture s;
    s.distance = kobold_distance;
    s.box = {{-0.65f, -0.1f, -0.65f}, {0.65f, 1.25f, 0.35f}};
    s.cell = 1.1f / static_cast<float>(std::max(detail, 14u));  // wider cells would lose hands and ears
    s.grown = 0.4f;
    s.materials = kobold_materials();
    s.regions = {{belly_scales, kobold_belly_level},
                 {ear_inside, ear_level},
                 {nose, nose_level},
                 {kobold_eye, kobold_eye_level},
                 {kobold_glint, kobold_glint_level}};
    s.longest_edge = kobold_longest_edge;
    s.charts = 2;
    s.chart_of = [](const Vec3d& p) { return p.z > 0 ? 0u : 1u; };
    s.place_on = [](const Vec3d& p, u32 chart) { return place_on_disc(p - Vec3d{0, 0.5, 0}, chart == 1); };
    Mesh mesh = sculpt(s);
    transform(mesh, Mat3d::identity(), {0, -mesh.bounds().low.y, 0});  // by less than a centimetre: bones fit as before
    return mesh;
}

}  // namespace pliant
