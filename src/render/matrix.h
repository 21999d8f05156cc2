// 4x4 matrices as GL takes them: columns one after another.
#pragma once

#include <cmath>

#include "core/vec.h"

namespace pliant::render {

struct Mat4 {
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    Mat4 operator*(const Mat4& o) const {
        Mat4 r;
        for (int c = 0; c < 4; ++c)
            for (int row = 0; row < 4; ++row) {
                float sum = 0;
                for (int k = 0; k < 4; ++k) sum += m[4 * k + row] * o.m[4 * c + k];
                r.m[4 * c + row] = sum;
            }
        return r;
    }
    // A point, and the number to divide it by.
    struct Projected {
        Vec3 xyz;
        float w;
    };
    Projected operator*(const Vec3& p) const {
        const auto row = [&](int i) { return m[i] * p.x + m[4 + i] * p.y + m[8 + i] * p.z + m[12 + i]; };
        return {{row(0), row(1), row(2)}, row(3)};
    }
};

inline Mat4 matrix_of(const Transform& t) {
    const Mat3 r = matrix(t.rotation);
    return {{r.column[0].x, r.column[0].y, r.column[0].z, 0, r.column[1].x, r.column[1].y, r.column[1].z, 0,
             r.column[2].x, r.column[2].y, r.column[2].z, 0, t.position.x, t.position.y, t.position.z, 1}};
}

inline Mat4 look_at(const Vec3& eye, const Vec3& right, const Vec3& up, const Vec3& forward) {
    return {{right.x, up.x, -forward.x, 0, right.y, up.y, -forward.y, 0, right.z, up.z, -forward.z, 0, -dot(right, eye),
             -dot(up, eye), dot(forward, eye), 1}};
}

inline Mat4 perspective(float fov, float aspect, float near, float far) {
    const float f = 1 / std::tan(fov / 2);
    return {{f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0,
             2 * far * near / (near - far), 0}};
}

inline Mat4 orthographic(float half_width, float half_height, float near, float far) {
    return {{1 / half_width, 0, 0, 0, 0, 1 / half_height, 0, 0, 0, 0, 2 / (near - far), 0, 0, 0,
             (far + near) / (near - far), 1}};
}

}  // namespace pliant::render
