// Units, axes and sizes of assets.
#pragma once

#include <optional>
#include <string>

#include "assets/mesh_file.h"

namespace pliant {

// [m] that a unit stands for: "cm", "ft", …, or a positive number of metres as text.
std::optional<double> metres(const std::string& unit);

// What takes a file's points to metres with +Y up.
struct ToMetres {
    Mat3d turn;
    double factor = 1;  // [m] per unit of the file, and the scale that was asked for
    double unit = 1;    // [m] per unit of the file
};
ToMetres to_metres(const FileMesh& file, const AssetSettings& settings, const std::string& name);

// Turns the mesh to metres and +Y up; returns the metres per unit of the file that it arrived at.
double to_metres_and_y_up(FileMesh& file, const AssetSettings& settings, const std::string& name);

// "1.83 × 0.90 × 0.41 m"
std::string size_text(const Vec3d& size);

// What to type where a size [m] is unlikely; empty where it is not.
std::string size_advice(double largest, double metres_per_unit, const AssetSettings& settings);

}  // namespace pliant
