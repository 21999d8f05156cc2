#include "body/lattice/lattice.h"

#include "body/forecast.h"
#include "body/lattice/lattice_matter.h"
#include "body/lattice/lattice_model.h"

namespace pliant::lattice {

static std::shared_ptr<Model> load_model(Reader& reader) {
    auto model = std::make_shared<LatticeModel>();
    model->load(reader);
    return model;
}

static std::unique_ptr<Matter> make_matter(std::shared_ptr<const Model> model, const ParameterSet& parameters) {
    return std::make_unique<LatticeMatter>(std::static_pointer_cast<const LatticeModel>(std::move(model)), parameters);
}

static std::vector<std::pair<std::string, std::string>> without_effect(const ParameterSet& p) {
    std::vector<std::pair<std::string, std::string>> found;
    if (p.is_explicit(P::half_width) && p.has_value(P::reach))
        found.emplace_back("half_width", "reach is given and takes its place");
    if (p.is_explicit(P::youngs_modulus) && p.has_value(P::alpha))
        found.emplace_back("youngs_modulus", "alpha is given and takes its place");
    return found;
}

const Kind kind{.name = "lattice",
                .help = "Jelly: any closed or open mesh, springy, as soft or stiff as you like.",
                .parameters = table,
                .cook = cook,
                .load = load_model,
                .make_matter = make_matter,
                .without_effect = without_effect,
                .forecast = forecast_solid,
                .stiffer_with = "a larger half_width",
                .carried_with = "a larger spacing or half_width"};

}  // namespace pliant::lattice
