#include "core/trig.h"

#include <cmath>

#include "core/contract.h"

namespace pliant {

// sin and cos by their Taylor series on |x| <= pi/4, where the first term left out is below 1e-17.
static double sine_series(double x) {
    const double t = x * x;
    double sum = 0;
    for (int n = 17; n >= 3; n -= 2) sum = (1.0 + sum) * (-t / (n * (n - 1.0)));
    return x + x * sum;
}
static double cosine_series(double x) {
    const double t = x * x;
    double sum = 0;
    for (int n = 18; n >= 2; n -= 2) sum = (1.0 + sum) * (-t / (n * (n - 1.0)));
    return 1.0 + sum;
}

// x = quarter * (pi/2) + rest. The three parts of pi/2 have trailing zeros, so the products are exact for |x| < 1e6;
// beyond that the angle is reduced by the exact remainder first and loses digits that a float angle never had.
static double reduce(double x, int& quarter) {
    if (!(std::fabs(x) < 1e6)) x = std::fmod(x, 2 * pi);
    constexpr double a = 0x1.921fb54400000p+0, b = 0x1.0b4611a600000p-34, c = 0x1.3198a2e037073p-69;
    const double n = std::floor(x / (a + b) + 0.5);
    quarter = static_cast<int>(static_cast<i64>(n) & 3);
    return ((x - n * a) - n * b) - n * c;
}

double sine(double x) {
    if (!std::isfinite(x)) return std::nan("");
    int quarter;
    const double r = reduce(x, quarter);
    const double v = quarter & 1 ? cosine_series(r) : sine_series(r);
    return quarter & 2 ? -v : v;
}

double cosine(double x) {
    if (!std::isfinite(x)) return std::nan("");
    int quarter;
    const double r = reduce(x, quarter);
    const double v = quarter & 1 ? sine_series(r) : cosine_series(r);
    return quarter == 1 || quarter == 2 ? -v : v;
}

// atan for |t| <= 1: the half-angle formula twice brings t below 0.2, where the series is short.
static double arc_tangent_unit(double t) {
    const double h = t / (1.0 + std::sqrt(1.0 + t * t));
    const double q = h / (1.0 + std::sqrt(1.0 + h * h));
    const double s = q * q;
    double sum = 0;
    for (int n = 23; n >= 3; n -= 2) sum = -s * (1.0 / n + sum);
    return 4.0 * (q + q * sum);
}

double arc_tangent(double y, double x) {
    const double ax = std::fabs(x), ay = std::fabs(y);
    if (ax == 0 && ay == 0) return 0;
    double angle = ay <= ax ? arc_tangent_unit(ay / ax) : pi / 2 - arc_tangent_unit(ax / ay);
    if (x < 0) angle = pi - angle;
    return y < 0 ? -angle : angle;
}

double arc_cosine(double x) {
    if (x >= 1) return 0;
    if (x <= -1) return pi;
    return arc_tangent(std::sqrt((1.0 - x) * (1.0 + x)), x);
}

double exponential(double x) {
    if (std::isnan(x)) return x;
    if (x > 709.8) return INFINITY;
    if (x < -745.2) return 0;
    constexpr double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
    const double n = std::floor(x / (ln2_high + ln2_low) + 0.5);
    const double r = (x - n * ln2_high) - n * ln2_low;
    double sum = 0;
    for (int k = 14; k >= 1; --k) sum = (1.0 + sum) * (r / k);
    return std::ldexp(1.0 + sum, static_cast<int>(n));
}

double logarithm(double x) {
    if (!(x > 0)) return x == 0 ? -INFINITY : std::nan("");
    if (std::isinf(x)) return x;
    int exponent;
    double m = std::frexp(x, &exponent);  // [1/2, 1)
    if (m < 0.70710678118654752) {
        m *= 2;
        exponent -= 1;
    }
    const double s = (m - 1.0) / (m + 1.0), t = s * s;
    double sum = 0;
    for (int n = 23; n >= 3; n -= 2) sum = t * (1.0 / n + sum);
    constexpr double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
    return exponent * ln2_high + (2.0 * (s + s * sum) + exponent * ln2_low);
}

double cube_root(double x) { return exponential(logarithm(x) / 3); }

Quatd turn(const Vec3d& axis, double angle) {
    PL_ASSERT(is_unit(axis, 1e-6) || angle == 0);
    const double s = sine(angle / 2);
    return {axis.x * s, axis.y * s, axis.z * s, cosine(angle / 2)};
}

Quatd rotation_from_degrees(const Vec3d& angles) {
    return turn({0, 0, 1}, radians(angles.z)) *
           (turn({0, 1, 0}, radians(angles.y)) * turn({1, 0, 0}, radians(angles.x)));
}

Vec3d degrees_from_rotation(const Quatd& rotation) {
    const Mat3d m = matrix(normalized(rotation));
    const double across = std::sqrt(m(0, 0) * m(0, 0) + m(1, 0) * m(1, 0));
    if (across < 1e-9)  // x and z turn about the same axis: x alone says it
        return {degrees(arc_tangent(-m(1, 2), m(1, 1))), degrees(arc_tangent(-m(2, 0), across)), 0};
    return {degrees(arc_tangent(m(2, 1), m(2, 2))), degrees(arc_tangent(-m(2, 0), across)),
            degrees(arc_tangent(m(1, 0), m(0, 0)))};
}

}  // namespace pliant
