#include "body/flesh/flesh.h"

#include "body/flesh/flesh_matter.h"
#include "body/flesh/flesh_model.h"
#include "body/forecast.h"

namespace pliant::flesh {

static std::shared_ptr<Model> load_model(Reader& reader) {
    auto model = std::make_shared<FleshModel>();
    model->load(reader);
    return model;
}

static std::unique_ptr<Matter> make_matter(std::shared_ptr<const Model> model, const ParameterSet& parameters) {
    return std::make_unique<FleshMatter>(std::static_pointer_cast<const FleshModel>(std::move(model)), parameters);
}

static std::vector<std::pair<std::string, std::string>> without_effect(const ParameterSet& p) {
    std::vector<std::pair<std::string, std::string>> found;
    if (p.is_explicit(P::youngs_modulus) && p.has_value(P::stretching_stiffness))
        found.emplace_back("youngs_modulus", "stretching_stiffness is given and takes its place");
    if (p.is_explicit(P::poisson_ratio) && p.has_value(P::volume_stiffness))
        found.emplace_back("poisson_ratio", "volume_stiffness is given and takes its place");
    return found;
}

const Kind kind{.name = "flesh",
                .help = "Flesh: tetrahedra that fill a mesh, with the stiffness and the volume of real matter.",
                .parameters = table,
                .cook = cook,
                .load = load_model,
                .make_matter = make_matter,
                .without_effect = without_effect,
                .forecast = forecast_solid,
                .stiffer_with = "more small_steps or a larger cell",
                .carried_with = "more small_steps or a larger cell"};

}  // namespace pliant::flesh
