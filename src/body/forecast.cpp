#include "body/forecast.h"

#include <algorithm>
#include <cmath>

#include "core/contract.h"
#include "core/text.h"

namespace pliant {

std::string percent_text(double share) { return short_number(100 * share) + " %"; }

std::vector<std::string> forecast_solid(const ForecastInput& in) {
    PL_ASSERT(in.model && is_positive(in.substep));
    const auto matter = in.model->kind().make_matter(in.model, in.own);
    matter->begin_step(in.own, 0, static_cast<float>(in.substep), true);
    const std::optional<Stiffness> stiffness = matter->stiffness();
    PL_ASSERT(stiffness);  // of kinds that have one
    const Stiffness& s = *stiffness;
    const double height = static_cast<double>(in.model->size.y), modulus = std::min(s.wanted, s.attainable);
    std::vector<std::string> lines;
    if (modulus > 0)
        lines.push_back("Young's modulus " + short_number(modulus) + " Pa; standing on the ground it sags by about " +
                        percent_text(s.density * in.gravity * height / (2 * modulus)) + " of its height");
    std::string attained = std::to_string(in.substeps) + " substeps can attain " + short_number(s.attainable) + " Pa";
    if (s.wanted > s.attainable * 1.0001)
        attained += "; " + short_number(s.wanted) + " Pa need " +
                    short_number(std::ceil(in.substeps * std::sqrt(s.wanted / s.attainable)), 6) + " substeps";
    lines.push_back(attained);
    const double wave = std::sqrt(modulus / s.density);
    lines.push_back("a push travels through it at " + short_number(wave) + " m/s; it swings about " +
                    short_number(wave / (4 * std::max(height, 1e-6))) + " times a second");
    return lines;
}

}  // namespace pliant
