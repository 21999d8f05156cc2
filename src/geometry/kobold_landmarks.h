// Where the parts of the kobold are: its shape is modelled around these places, and its bones lie between them. It
// stands on y = 0 and looks towards +z; sides are given for its left, +x.
#pragma once

#include "core/vec.h"

namespace pliant::kobold {

constexpr Vec3d hips{0, 0.44, -0.02}, waist{0, 0.53, -0.01}, chest{0, 0.63, 0};
constexpr Vec3d neck{0, 0.755, 0.015}, head{0, 0.885, 0.03}, snout{0, 0.855, 0.18};
constexpr Vec3d ear{0.095, 0.965, 0.0}, ear_tip{0.215, 1.085, -0.04};
constexpr Vec3d shoulder{0.15, 0.69, 0}, elbow{0.305, 0.6, -0.01}, wrist{0.43, 0.535, 0.06}, fingers{0.5, 0.5, 0.095};
constexpr Vec3d thigh{0.105, 0.4, -0.005}, knee{0.135, 0.235, 0.045}, ankle{0.135, 0.085, -0.02},
    toes{0.15, 0.045, 0.13};
constexpr Vec3d tail{0, 0.38, -0.13}, tail_middle{0, 0.235, -0.29}, tail_tip{0, 0.2, -0.5};

constexpr Vec3d right(const Vec3d& left) { return {-left.x, left.y, left.z}; }

}  // namespace pliant::kobold
