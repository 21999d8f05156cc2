#include "assets/mesh_scale.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

struct Unit {
    const char* name;
    const char* plural;
    double metres;
};
constexpr Unit units[] = {{"km", "kilometres", 1000},  {"m", "metres", 1},       {"yd", "yards", 0.9144},
                          {"ft", "feet", 0.3048},      {"in", "inches", 0.0254}, {"dm", "decimetres", 0.1}, {"cm", "centimetres", 0.01},
                          {"mm", "millimetres", 0.001}};

constexpr double smallest_likely = 0.01, largest_likely = 20;  // [m]

double unit_of(const FileMesh& file, const AssetSettings& settings, const std::string& name) {
    if (settings.unit.empty()) return file.unit;
    const std::optional<double> unit = metres(settings.unit);
    if (unit) return *unit;
    std::vector<std::string> known;
    for (const Unit& u : units) known.push_back(u.name);
    const std::string meant = nearest_name(settings.unit, known);
    throw Error({name, "the unit is " + in_quotes(settings.unit), "m, dm, cm, mm, km, in, ft, yd or a number of metres",
                 meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?"});
}

Mat3d turn_up(char up) {
    if (up == 'x') return {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}};
    if (up == 'z') return {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
    return Mat3d::identity();
}

}  // namespace

std::optional<double> metres(const std::string& unit) {
    for (const Unit& u : units)
        if (unit == u.name) return u.metres;
    const std::optional<double> number = parse_number(unit);
    if (number && *number > 0 && std::isfinite(*number)) return number;
    return std::nullopt;
}

ToMetres to_metres(const FileMesh& file, const AssetSettings& settings, const std::string& name) {
    const double unit = unit_of(file, settings, name);
    const std::string up = settings.up.empty() ? std::string(1, file.up) : lower_case(settings.up);
    if (up != "x" && up != "y" && up != "z")
        throw Error({name, "the axis that points up is " + in_quotes(settings.up), "x, y or z", ""});
    if (!(settings.scale > 0) || !std::isfinite(settings.scale))
        throw Error({name, "the scale is " + short_number(settings.scale), "a positive number", ""});
    return {turn_up(up[0]), unit * settings.scale, unit};
}

double to_metres_and_y_up(FileMesh& file, const AssetSettings& settings, const std::string& name) {
    const ToMetres to = to_metres(file, settings, name);
    if (to.factor != 1 || to.turn(0, 0) != 1 || to.turn(1, 1) != 1) transform(file.mesh, to.turn * to.factor, {});
    return to.unit;
}

std::string size_text(const Vec3d& size) {
    const double largest = std::max({size.x, size.y, size.z});
    // Three digits of the largest; the others with as many places behind the point.
    const int before_point = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 1;
    std::string text;
    for (int axis = 0; axis < 3; ++axis) {
        char number[64];
        if (before_point > 9 || before_point < -6)
            std::snprintf(number, sizeof number, "%.3g", size[axis]);
        else
            std::snprintf(number, sizeof number, "%.*f", std::max(3 - before_point, 0), size[axis]);
        text += (axis ? " × " : "") + std::string(number);
    }
    return text + " m";
}

std::string size_advice(double largest, double metres_per_unit, const AssetSettings& settings) {
    if (largest >= smallest_likely && largest <= largest_likely) return "";
    const std::string found = "it is " + short_number(largest) + " m long; ";
    // The usual units, from the one that changes least.
    const auto likely = [&](const char* unit) {
        const double size = largest / metres_per_unit * *metres(unit);
        return size >= smallest_likely && size <= largest_likely;
    };
    const bool too_large = largest > largest_likely;
    std::vector<const char*> tried{"m", "cm", "mm"};
    if (!too_large) std::reverse(tried.begin(), tried.end());
    for (const char* unit : tried) {
        if (!likely(unit)) continue;
        const auto u = std::find_if(std::begin(units), std::end(units),
                                    [&](const Unit& k) { return k.name == std::string(unit); });
        return found + "if its numbers are " + u->plural + ", write \"unit\": \"" + unit +
               "\" in the scene or --unit " + unit + " on the command line";
    }
    const double scale = std::pow(10, -std::floor(std::log10(largest)));
    const std::string number = short_number(settings.scale * scale);
    return found + "if that is not meant, write \"scale\": " + number + " in the scene or --scale " + number +
           " on the command line";
}

}  // namespace pliant
