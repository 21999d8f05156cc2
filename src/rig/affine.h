// Places with scale and shear, in double: hierarchies are short, and errors add up along them.
#pragma once

#include <cmath>
#include <optional>

#include "core/vec.h"

namespace pliant {

struct Affine {  // p -> linear p + translation
    Mat3d linear = Mat3d::identity();
    Vec3d translation;

    Vec3d operator*(const Vec3d& p) const { return linear * p + translation; }
    Affine operator*(const Affine& o) const { return {linear * o.linear, linear * o.translation + translation}; }
};

inline bool is_finite(const Affine& a) {
    return is_finite(a.linear.column[0]) && is_finite(a.linear.column[1]) && is_finite(a.linear.column[2]) &&
           is_finite(a.translation);
}

// None of a place that is flat.
inline std::optional<Affine> inverse(const Affine& a) {
    const double d = determinant(a.linear);
    if (!(std::fabs(d) > 1e-200) || !is_finite(a)) return std::nullopt;
    const Mat3d linear = transposed(cofactor(a.linear)) * (1 / d);
    return Affine{linear, linear * -a.translation};
}

}  // namespace pliant
