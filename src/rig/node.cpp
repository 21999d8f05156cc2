#include "rig/node.h"

#include <algorithm>

#include "core/contract.h"
#include "core/trig.h"

namespace pliant {

Affine affine_of(const NodePose& pose) {
    PL_ASSERT(is_finite(pose.translation) && is_finite(pose.rotation) && is_finite(pose.scale));
    Affine a{matrix(pose.rotation), pose.translation};
    for (int c = 0; c < 3; ++c) a.linear.column[c] *= pose.scale[c];
    return a;
}

NodePose pose_of(const Affine& place, double* sheared) {
    NodePose pose;
    pose.translation = place.translation;
    for (int c = 0; c < 3; ++c) pose.scale[c] = length(place.linear.column[c]);
    if (determinant(place.linear) < 0) pose.scale.x = -pose.scale.x;
    // Right angles one after the other; the first axis keeps its direction.
    const double sign = pose.scale.x < 0 ? -1 : 1;
    const Vec3d x = direction(place.linear.column[0] * sign, Vec3d{1, 0, 0});
    const Vec3d across = place.linear.column[1] - x * dot(x, place.linear.column[1]);
    const Vec3d y = direction(across, perpendicular(x));
    pose.rotation = rotation_of({{x, y, cross(x, y)}});
    if (sheared) {
        const Affine back = affine_of(pose);
        double off = 0, size = 1e-200;
        for (int c = 0; c < 3; ++c) {
            off = std::max(off, length(back.linear.column[c] - place.linear.column[c]));
            size = std::max(size, length(place.linear.column[c]));
        }
        *sheared = off / size;
    }
    return pose;
}

// Of the four components the largest is found from the diagonal, so that nothing is divided by a small number.
Quatd rotation_of(const Mat3d& m) {
    const double xx = m(0, 0), yy = m(1, 1), zz = m(2, 2);
    const double four[4] = {1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz};
    const int most = static_cast<int>(std::max_element(four, four + 4) - four);
    const double xy = m(1, 0) + m(0, 1), xz = m(2, 0) + m(0, 2), yz = m(2, 1) + m(1, 2);
    const double wx = m(2, 1) - m(1, 2), wy = m(0, 2) - m(2, 0), wz = m(1, 0) - m(0, 1);
    const Quatd rows[4] = {{four[0], xy, xz, wx}, {xy, four[1], yz, wy}, {xz, yz, four[2], wz}, {wx, wy, wz, four[3]}};
    return normalized(rows[most]);
}

Quatd turn_between(const Quatd& a, const Quatd& b, double share) {
    PL_ASSERT(is_unit(a) && is_unit(b) && is_share(share));
    const double along = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, near = std::fabs(along);
    if (near > 0.9999) return blend(a, b, share);  // differs by less than 1e-9, and nothing is divided by zero
    const double angle = arc_cosine(near), whole = sine(angle);
    const double r = sine((1 - share) * angle) / whole, s = sine(share * angle) / (along < 0 ? -whole : whole);
    return normalized(Quatd{a.x * r + b.x * s, a.y * r + b.y * s, a.z * r + b.z * s, a.w * r + b.w * s});
}

}  // namespace pliant
