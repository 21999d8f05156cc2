#include "import/assimp_units.h"

#include <assimp/scene.h>

#include <cmath>

#include "core/text.h"

namespace pliant {
namespace {

bool is_unit(double metres) { return metres > 0 && std::isfinite(metres); }

// <asset> … <unit name="centimeter" meter="0.01"/> <up_axis>Z_UP</up_axis> … </asset>
FileUnits collada_units(std::string_view text) {
    FileUnits units;
    text = text.substr(0, text.find("</asset>"));
    const size_t unit = text.find("<unit");
    if (unit != std::string_view::npos) {
        const std::string_view tag = text.substr(unit, text.find('>', unit) - unit);
        const size_t meter = tag.find("meter=");
        if (meter != std::string_view::npos && meter + 7 < tag.size()) {
            const std::string_view value = tag.substr(meter + 7, tag.find(tag[meter + 6], meter + 7) - meter - 7);
            const double number = parse_number(trimmed(value)).value_or(1);
            if (is_unit(number)) units.unit = units.applied = number;
        }
    }
    const size_t up = text.find("<up_axis>");
    if (up != std::string_view::npos) {
        const std::string_view axis = trimmed(text.substr(up + 9, 16)).substr(0, 4);
        units.up = axis == "X_UP" ? 'x' : axis == "Z_UP" ? 'z' : 'y';
    }
    return units;
}

// Centimetres times a factor, and the number of an axis.
FileUnits fbx_units(const aiScene& scene) {
    FileUnits units;
    units.unit = 0.01;
    if (!scene.mMetaData) return units;
    float factor = 0;
    double factor_double = 0;
    int up = 1;
    if (scene.mMetaData->Get("UnitScaleFactor", factor_double) && is_unit(factor_double))
        units.unit = 0.01 * factor_double;
    else if (scene.mMetaData->Get("UnitScaleFactor", factor) && is_unit(factor))
        units.unit = 0.01 * static_cast<double>(factor);
    if (scene.mMetaData->Get("UpAxis", up)) units.up = up == 0 ? 'x' : up == 2 ? 'z' : 'y';
    return units;
}

}  // namespace

FileUnits units_of(const aiScene& scene, const std::string& format, std::string_view bytes) {
    if (format == "dae") return collada_units(bytes);
    if (format == "fbx") return fbx_units(scene);
    if (format == "3mf" || format == "amf") return {0.001, 'z', 1};  // for printers: millimetres, and z is up
    return {};
}

}  // namespace pliant
