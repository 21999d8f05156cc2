#include "body/jiggle/jiggle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "body/forecast.h"
#include "body/jiggle/jiggle_matter.h"
#include "body/jiggle/jiggle_model.h"
#include "core/text.h"

namespace pliant::jiggle {

static std::shared_ptr<Model> load_model(Reader& reader) {
    auto model = std::make_shared<JiggleModel>();
    model->load(reader);
    return model;
}

static std::unique_ptr<Matter> make_matter(std::shared_ptr<const Model> model, const ParameterSet& parameters) {
    return std::make_unique<JiggleMatter>(std::static_pointer_cast<const JiggleModel>(std::move(model)), parameters);
}

static std::vector<std::pair<std::string, std::string>> without_effect(const ParameterSet& p) {
    std::vector<std::pair<std::string, std::string>> found;
    if (p.is_explicit(P::stiffness) && p.has_value(P::frequency))
        found.emplace_back("stiffness", "frequency is given and takes its place");
    if (p.is_explicit(P::damping) && p.has_value(P::damping_ratio))
        found.emplace_back("damping", "damping_ratio is given and takes its place");
    return found;
}

// A mass m on a spring k with a damper d: it hangs m g / k lower, swings sqrt(k/m) / 2 pi times a second, and its
// swing falls to a half in 2 m ln 2 / d.
static std::vector<std::string> forecast(const ForecastInput& in) {
    const double mass = in.own.number(P::mass), two_pi = 2 * std::numbers::pi;
    const double omega = in.own.has_value(P::frequency)
                             ? two_pi * in.own.number(P::frequency)
                             : std::sqrt(in.own.number(P::stiffness) / std::max(mass, 1e-12));
    const double decay = in.own.has_value(P::damping_ratio) ? 2 * in.own.number(P::damping_ratio) * omega
                                                            : in.own.number(P::damping) / std::max(mass, 1e-12);
    std::vector<std::string> lines;
    if (omega > 0)
        lines.push_back("it swings " + short_number(omega / two_pi) + " times a second and hangs " +
                        short_number(in.gravity / (omega * omega)) + " m below its animated place");
    if (decay > 0) lines.push_back("a swing falls to a half in " + short_number(2 * std::numbers::ln2 / decay) + " s");
    return lines;
}

const Kind kind{
    .name = "jiggle",
    .help = "Jiggle: every vertex swings about its animated place, as painted; for bellies, cheeks and ears.",
    .parameters = table,
    .cook = cook,
    .load = load_model,
    .make_matter = make_matter,
    .without_effect = without_effect,
    .forecast = forecast,
    .needs_guide = true};

}  // namespace pliant::jiggle
