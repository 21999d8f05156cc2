#include "assets/other_kinds.h"

#include <algorithm>
#include <array>

#include "body/registry.h"
#include "world/parameters.h"

namespace pliant {

namespace {

// Parameters of different kinds that are turned for the same reason.
using Group = std::array<const char*, 4>;
constexpr Group same_purpose[] = {
    {"spacing", "cell"},
    {"youngs_modulus", "stretch_stiffness", "stretching_stiffness", "frequency"},
    {"stiffness", "stretch_stiffness", "youngs_modulus"},
    {"alpha", "youngs_modulus", "stretch_stiffness", "stiffness"},
    {"damping_ratio", "damping"},
    {"density", "mass"},
    {"mass_scale", "density", "mass"},
    {"volume_stiffness", "volume", "poisson_ratio"},
    {"air_drag", "drag"},
    {"material_thickness", "thickness"},
};

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

// Others of the groups that the parameter is in, which the asked kind or every body has.
std::vector<std::string> called_here(const std::string& parameter, const ParameterTable& asked) {
    std::vector<std::string> found;
    for (const Group& group : same_purpose) {
        if (std::none_of(group.begin(), group.end(), [&](const char* n) { return n && parameter == n; })) continue;
        for (const char* name : group)
            if (name && parameter != name && (asked.find(name) || body_table.find(name)) &&
                std::find(found.begin(), found.end(), name) == found.end())
                found.emplace_back(name);
    }
    return found;
}

template <class F>
std::vector<std::string> kinds_where(const ParameterTable& asked, F&& has) {
    std::vector<std::string> names;
    for (const Kind* kind : kinds())
        if (&kind->parameters != &asked && has(kind->parameters)) names.emplace_back(kind->name);
    return names;
}

}  // namespace

bool is_table_of_a_kind(const ParameterTable& table) {
    const auto all = kinds();
    return std::any_of(all.begin(), all.end(), [&](const Kind* kind) { return &kind->parameters == &table; });
}

std::string owner_of_parameter(const std::string& parameter, const ParameterTable& asked) {
    const auto owners = kinds_where(asked, [&](const ParameterTable& t) { return t.find(parameter) != nullptr; });
    if (owners.empty()) return "";
    std::string text = parameter + " is a parameter of " + listed(owners);
    const auto here = called_here(parameter, asked);
    return text + "; " + asked.name + (here.empty() ? " has nothing like it" : " has " + listed(here));
}

std::string owner_of_preset(const std::string& preset, const ParameterTable& asked) {
    const auto owners = kinds_where(asked, [&](const ParameterTable& t) { return t.find_preset(preset) != nullptr; });
    return owners.empty() ? "" : preset + " is a preset of " + listed(owners);
}

}  // namespace pliant
