#include <algorithm>
#include <cmath>

#include "assets/obj.h"
#include "assets/text_lines.h"
#include "core/text.h"

namespace pliant {
namespace {

std::optional<float> fraction(LineWords& words) {
    const std::optional<double> v = parse_number(words.next());
    if (!v || !std::isfinite(*v)) return std::nullopt;
    return static_cast<float>(std::clamp(*v, 0.0, 1.0));
}

// "map_Kd -s 2 2 2 -clamp on wood grain.png": options, each with values, then a name that may hold spaces.
std::string texture_name(LineWords words) {
    for (;;) {
        LineWords option = words;
        const std::string_view word = option.next();
        if (word.size() < 2 || word[0] != '-') return std::string(words.rest());
        const bool takes_text = word == "-clamp" || word == "-blendu" || word == "-blendv" || word == "-cc" ||
                                word == "-imfchan" || word == "-type" || word == "-colorspace";
        words = option;
        if (takes_text) words.next();
        for (LineWords value = words; parse_number(value.next()); words = value) {
        }
    }
}

bool set(Material& material, std::string_view key, LineWords words, bool& has_roughness) {
    if (key == "Kd") {
        const auto r = fraction(words), g = fraction(words), b = fraction(words);
        if (!r) return false;
        material.color = g && b ? Vec3{*r, *g, *b} : Vec3{*r, *r, *r};
    } else if (key == "map_Kd") {
        material.texture = texture_name(words);
    } else if (key == "Ns") {  // shininess, 0 … 1000, which Blender makes of roughness this way
        const std::optional<double> shininess = parse_number(words.next());
        if (!shininess || !(*shininess >= 0)) return false;
        if (!has_roughness) material.roughness = static_cast<float>(1 - std::sqrt(std::min(*shininess / 1000, 1.0)));
    } else {
        const auto v = fraction(words);
        if (!v) return false;
        if (key == "pliant_two_sided") material.two_sided = *v > 0;  // MTL has no word for it
        if (key == "d") material.opacity = *v;
        if (key == "Tr") material.opacity = 1 - *v;
        if (key == "Pm") material.metallic = *v;
        if (key == "Pr") {
            material.roughness = *v;
            has_roughness = true;
        }
    }
    return true;
}

}  // namespace

std::vector<Material> read_mtl(std::string_view text, const std::string& name, std::vector<std::string>& notes) {
    std::vector<Material> materials;
    bool has_roughness = false;
    std::string first_bad;
    u64 bad = 0;
    TextLines lines(text);
    while (lines.next()) {
        LineWords words(lines.line());
        const std::string_view key = words.next();
        if (key == "newmtl") {
            materials.emplace_back();
            materials.back().name = words.rest();
            has_roughness = false;
            continue;
        }
        const bool known = key == "Kd" || key == "map_Kd" || key == "Ns" || key == "d" || key == "Tr" || key == "Pm" ||
                           key == "Pr" || key == "pliant_two_sided";
        if (!known || materials.empty() || set(materials.back(), key, words, has_roughness)) continue;
        if (first_bad.empty())
            first_bad = name + ":" + std::to_string(lines.number()) + ": " + in_quotes(trimmed(lines.line()));
        ++bad;
    }
    if (bad == 1) notes.push_back(first_bad + " has no number; left out");
    if (bad > 1) notes.push_back(first_bad + " and " + counted(bad - 1, "other lines") + " have no number; left out");
    return materials;
}

}  // namespace pliant
