#include "body/cloth/cloth.h"

#include <algorithm>
#include <cmath>

#include "body/cloth/cloth_matter.h"
#include "body/cloth/cloth_model.h"
#include "body/forecast.h"
#include "core/text.h"

namespace pliant::cloth {

static std::shared_ptr<Model> load_model(Reader& reader) {
    auto model = std::make_shared<ClothModel>();
    model->load(reader);
    return model;
}

static std::unique_ptr<Matter> make_matter(std::shared_ptr<const Model> model, const ParameterSet& parameters) {
    return std::make_unique<ClothMatter>(std::static_pointer_cast<const ClothModel>(std::move(model)), parameters);
}

static std::vector<std::pair<std::string, std::string>> without_effect(const ParameterSet& p) {
    std::vector<std::pair<std::string, std::string>> found;
    if (p.is_explicit(P::curl) && p.choice(P::bend_model) != 3)
        found.emplace_back("curl", "only bend_model \"curl\" asks for it");
    if (p.is_explicit(P::bend_stiffness) && p.choice(P::bend_model) == 4)
        found.emplace_back("bend_stiffness", "bend_model is \"none\"");
    return found;
}

// A strip of length l that hangs stretches by rho g l / (2 k) of it. One that sticks out by (B / (rho g))^(1/3) bends
// by about an eighth of that: folds are a few such lengths wide.
static std::vector<std::string> forecast(const ForecastInput& in) {
    const double weight = in.own.number(P::density) * in.gravity;  // [N/m²]
    const double length = static_cast<double>(std::max({in.model->size.x, in.model->size.y, in.model->size.z}));
    const double stretch = in.own.number(P::stretch_stiffness), bend = in.own.number(P::bend_stiffness);
    std::vector<std::string> lines;
    if (stretch > 0)
        lines.push_back("hung by one end it stretches by about " + percent_text(weight * length / (2 * stretch)) +
                        " under its own weight");
    if (weight > 0 && bend > 0)
        lines.push_back("it bends under its own weight within about " + short_number(std::cbrt(bend / weight)) +
                        " m; folds are a few times as wide");
    return lines;
}

const Kind kind{.name = "cloth",
                .help = "Cloth: any mesh as a sheet that hardly stretches and folds easily.",
                .parameters = table,
                .cook = cook,
                .load = load_model,
                .make_matter = make_matter,
                .without_effect = without_effect,
                .forecast = forecast};

}  // namespace pliant::cloth
