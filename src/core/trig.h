// Our own elementary functions: the C library's differ in the last bit between systems, and a simulation that must give
// the same bits everywhere may only use what IEEE 754 fixes (+ - * / sqrt). Series in double, error about 1e-16.
#pragma once

#include "core/vec.h"

namespace pliant {

constexpr double pi = 3.14159265358979323846;
constexpr double radians(double degrees) { return degrees * (pi / 180.0); }
constexpr double degrees(double radians) { return radians * (180.0 / pi); }

double sine(double x);
double cosine(double x);
double arc_tangent(double y, double x);  // the angle of the point (x, y), in (-pi, pi]
double arc_cosine(double x);             // x is clamped to [-1, 1]
double exponential(double x);
double logarithm(double x);  // natural; x must be positive
double cube_root(double x);  // x must be positive

// A turn by `angle` about a unit axis.
Quatd turn(const Vec3d& axis, double angle);
// Angles about x, then y, then z of the fixed axes, in degrees, as scene files give them (Blender's "XYZ Euler").
Quatd rotation_from_degrees(const Vec3d& angles);
Vec3d degrees_from_rotation(const Quatd& rotation);  // the other way round

}  // namespace pliant
