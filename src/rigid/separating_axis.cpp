#include "rigid/separating_axis.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant::rigid {

namespace {

Vec3 corner_along(const Vec3& half, const Transform& pose, const Mat3& axes, const Vec3& direction) {
    Vec3 p = pose.position;
    for (int i = 0; i < 3; ++i) p += axes.column[i] * (dot(axes.column[i], direction) < 0 ? -half[i] : half[i]);
    return p;
}

}  // namespace

bool find_separating_axis(const Vec3& half_a, const Transform& pose_a, const Vec3& half_b, const Transform& pose_b,
                          float speculative_distance, Closest& out) {
    PL_ASSERT(half_a.x > 0 && half_a.y > 0 && half_a.z > 0 && half_b.x > 0 && half_b.y > 0 && half_b.z > 0);
    PL_ASSERT(is_unit(pose_a.rotation) && is_unit(pose_b.rotation) && speculative_distance >= 0);
    const Mat3 a = matrix(pose_a.rotation), b = matrix(pose_b.rotation);
    const Vec3 apart = pose_b.position - pose_a.position;
    const Vec3 t{dot(a.column[0], apart), dot(a.column[1], apart), dot(a.column[2], apart)};
    float r[3][3], size[3][3];  // r[i][j] = axis i of a · axis j of b
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            r[i][j] = dot(a.column[i], b.column[j]);
            size[i][j] = std::fabs(r[i][j]);
        }

    float best = -std::numeric_limits<float>::infinity();
    Vec3 normal;
    for (int i = 0; i < 3; ++i) {
        const float gap =
            std::fabs(t[i]) - half_a[i] - (size[i][0] * half_b.x + size[i][1] * half_b.y + size[i][2] * half_b.z);
        if (gap > speculative_distance) return false;
        if (gap > best) {
            best = gap;
            normal = t[i] < 0 ? -a.column[i] : a.column[i];
        }
    }
    // Faces before edges and those of a before those of b, unless the other is clearly better: otherwise boxes that lie
    // flat on each other would change their mind from one substep to the next.
    const float least = std::min({half_a.x, half_a.y, half_a.z, half_b.x, half_b.y, half_b.z});
    const float clearly = 0.002f * least;
    for (int j = 0; j < 3; ++j) {
        const float along = dot(b.column[j], apart);
        const float gap =
            std::fabs(along) - half_b[j] - (size[0][j] * half_a.x + size[1][j] * half_a.y + size[2][j] * half_a.z);
        if (gap > speculative_distance) return false;
        if (gap > best + clearly) {
            best = gap;
            normal = along < 0 ? -b.column[j] : b.column[j];
        }
    }
    const float flat = best;
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const float length2 = r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];  // of the product of the two axes
            if (length2 < 1e-4f) continue;
            const float along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
            const float reach = half_a[i1] * size[i2][j] + half_a[i2] * size[i1][j] + half_b[j1] * size[i][j2] +
                                half_b[j2] * size[i][j1];
            const float inverse = 1 / std::sqrt(length2), gap = (std::fabs(along) - reach) * inverse;
            if (gap > speculative_distance) return false;
            // Compared with the best edge exactly, with the best face only if clearly better.
            if (gap > best && gap > flat + 10 * clearly) {
                best = gap;
                const Vec3 n = cross(a.column[i], b.column[j]) * inverse;
                normal = dot(n, apart) < 0 ? -n : n;
            }
        }
    }
    out.normal = normal;
    out.gap = best;
    out.on_b = corner_along(half_b, pose_b, b, -normal);
    out.on_a = out.on_b - normal * best;
    return true;
}

}  // namespace pliant::rigid
