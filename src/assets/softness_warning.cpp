// Warnings about bodies that are softer than their parameters say.

#include <cmath>

#include "assets/scene_build.h"
#include "body/forecast.h"
#include "core/text.h"

namespace pliant {

// The stiffness that matter attains falls with the size of its cells and with the length of substeps: a small body may
// be softer than its parameters say, or not even be able to stand.
void SceneBuilder::warn_of_softness(const PreparedBody& prepared, const World& world, const Stiffness& s) {
    const std::string& name = prepared.body->name;
    const Kind& kind = *prepared.body->kind;
    const auto or_else = [](const char* remedy) {
        return remedy ? std::string(", or ") + remedy + "," : std::string();
    };
    const auto substeps_for = [&](double modulus) {
        return short_number(std::ceil(world.contents().substep_count() * std::sqrt(modulus / s.attainable)), 6);
    };
    if (s.wanted > s.attainable * 1.0001) {
        report_.warnings.push_back(name + ": youngs_modulus " + short_number(s.wanted) + " Pa is more than " +
                                   std::to_string(world.contents().substep_count()) +
                                   " substeps can attain: " + short_number(s.attainable) + " Pa (world.substeps " +
                                   substeps_for(s.wanted) + or_else(kind.stiffer_with) + " would do)");
    }
    // Under its own weight a column of height l becomes shorter by rho g l / (2 E) of its height.
    const double g = length(world.parameters().vector(WorldP::gravity)) *
                     std::fabs(prepared.body->common.number(BodyP::gravity_scale));
    const double weight = s.density * g * prepared.model->size.y;  // [Pa] at its foot
    const ParameterSet& common = prepared.body->common;
    const bool is_carried = common.is_explicit(BodyP::guide_character) || !prepared.clips.empty() ||
                            common.has_value(BodyP::hold_point) || common.has_value(BodyP::hold_low) ||
                            common.is_explicit(BodyP::hold_where);
    if (s.wanted > 0 && s.wanted < s.attainable && weight / (2 * s.wanted) > 0.5 && !is_carried)
        report_.warnings.push_back(name + ": youngs_modulus " + short_number(s.wanted) +
                                   " Pa is too soft to carry its own weight: standing on the ground it would sag by " +
                                   (weight < 2 * s.wanted ? percent_text(weight / (2 * s.wanted)) : "all") +
                                   " of its height (with a youngs_modulus of " + short_number(5 * weight, 2) +
                                   " it would sag by a tenth)");
    else if (weight / (2 * s.attainable) > 0.5)
        report_.warnings.push_back(name + ": its cells are so small that " +
                                   std::to_string(world.contents().substep_count()) + " substeps only give it " +
                                   short_number(s.attainable) +
                                   " Pa, and it will lie flat under its own weight (world.substeps " +
                                   substeps_for(5 * weight) + or_else(kind.carried_with) + " would carry it)");
}

}  // namespace pliant
