// Volume, centre and inertia of pieces, all in the frame of the body.

#include "core/contract.h"
#include "core/trig.h"
#include "rigid/principal.h"
#include "rigid/shape.h"

namespace pliant::rigid {

namespace {

Mat3d diagonal(double x, double y, double z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

MassProperties of_box(const Vec3d& h) {
    const double volume = 8 * h.x * h.y * h.z, third = volume / 3;
    return {
        volume,
        {},
        diagonal(third * (h.y * h.y + h.z * h.z), third * (h.x * h.x + h.z * h.z), third * (h.x * h.x + h.y * h.y))};
}

// A cylinder, and the two halves of a ball at its ends; a sphere is a capsule without a cylinder.
MassProperties of_capsule(double r, double half) {
    const double cylinder = 2 * pi * r * r * half, ball = 4.0 / 3 * pi * r * r * r;
    const double along = cylinder * r * r / 2 + ball * 0.4 * r * r;
    // A half ball's centre is 3/8 r from its flat side: Steiner to its centre and from there to the capsule's.
    const double across =
        cylinder * (r * r / 4 + half * half / 3) + ball * (0.4 * r * r + half * half + 0.75 * r * half);
    return {cylinder + ball, {}, diagonal(across, along, across)};
}

// Sum over tetrahedra from the origin: with corners a, b, c and six times the volume d, the covariance is
// d/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s = a + b + c.
MassProperties of_hull(const Hull& hull) {
    const Vec3d origin = hull.bounds().center().to<double>();
    double volume = 0;
    Vec3d center;
    Mat3d covariance{};
    for (size_t f = 0; f < hull.face_count(); ++f) {
        const u32 first = hull.face_start[f];
        const auto corner = [&](u32 i) { return hull.points[hull.face_point[i]].xyz().to<double>() - origin; };
        for (u32 i = first + 1; i + 1 < hull.face_start[f + 1]; ++i) {
            const Vec3d a = corner(first), b = corner(i), c = corner(i + 1), s = a + b + c;
            const double d = dot(a, cross(b, c));
            volume += d / 6;
            center += s * (d / 24);
            covariance = covariance + (outer(a, a) + outer(b, b) + outer(c, c) + outer(s, s)) * (d / 120);
        }
    }
    center = center / volume;
    covariance = covariance - outer(center, center) * volume;
    const double trace = covariance(0, 0) + covariance(1, 1) + covariance(2, 2);
    return {volume, center + origin, Mat3d::identity() * trace - covariance};
}

MassProperties in_own_frame(const Piece& piece) {
    if (piece.hull) return of_hull(*piece.hull);
    const Shape& s = piece.shape;
    switch (s.kind) {
        case ShapeKind::sphere: return of_capsule(s.radius, 0);
        case ShapeKind::capsule: return of_capsule(s.radius, s.half_height);
        case ShapeKind::box: return of_box(s.half_size.to<double>());
        case ShapeKind::plane:
        case ShapeKind::mesh:
        case ShapeKind::height_field:
        case ShapeKind::compound: break;
    }
    return {};
}

}  // namespace

MassProperties mass_properties(const Piece& piece) {
    PL_ASSERT(piece.is_convex() && all_finite(piece.frame));
    MassProperties m = in_own_frame(piece);
    const Mat3d turned = matrix(normalized(piece.frame.rotation.to<double>()));
    m.center = turned * m.center + piece.frame.position.to<double>();
    m.inertia = turned * m.inertia * transposed(turned);
    return m;
}

PrincipalAxes principal_axes(Mat3d m) {
    PL_ASSERT(is_finite(m.column[0]) && is_finite(m.column[1]) && is_finite(m.column[2]));
    Quatd rotation;
    for (int sweep = 0; sweep < 12; ++sweep) {
        const double size = std::abs(m(0, 0)) + std::abs(m(1, 1)) + std::abs(m(2, 2));
        const double off = std::abs(m(0, 1)) + std::abs(m(0, 2)) + std::abs(m(1, 2));
        if (!(off > 1e-12 * size)) break;
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;  // turned about axis k
            if (m(i, j) == 0) continue;
            const double zeta = (m(j, j) - m(i, i)) / (2 * m(i, j));
            const double t = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
            // By the angle atan(-t) about k; half of it from its cosine.
            const double c = 1 / std::sqrt(1 + t * t), half = std::sqrt((1 + c) / 2);
            Quatd q{0, 0, 0, half};
            (&q.x)[k] = -t * c / (2 * half);
            const Mat3d r = matrix(q);
            m = transposed(r) * m * r;
            rotation = normalized(rotation * q);
        }
    }
    return {{m(0, 0), m(1, 1), m(2, 2)}, rotation};
}

}  // namespace pliant::rigid
