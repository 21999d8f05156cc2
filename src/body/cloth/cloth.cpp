#include "body/cloth/cloth.h"

#include "body/cloth/cloth_matter.h"
#include "body/cloth/cloth_model.h"

namespace pliant::cloth {

static std::shared_ptr<const Model> load_model(Reader& reader) {
    auto model = std::make_shared<ClothModel>();
    model->load(reader);
    return model;
}

static std::unique_ptr<Matter> make_matter(std::shared_ptr<const Model> model, const ParameterSet& parameters) {
    return std::make_unique<ClothMatter>(std::static_pointer_cast<const ClothModel>(std::move(model)), parameters);
}

static std::vector<std::pair<std::string, std::string>> without_effect(const ParameterSet& p) {
    std::vector<std::pair<std::string, std::string>> found;
    if (p.given(P::curl) && p.choice(P::bend_model) != 3)
        found.emplace_back("curl", "only bend_model \"curl\" asks for it");
    if (p.given(P::bend_stiffness) && p.choice(P::bend_model) == 4)
        found.emplace_back("bend_stiffness", "bend_model is \"none\"");
    return found;
}

const Kind kind{"cloth",       "Cloth: any mesh as a sheet that hardly stretches and folds easily.",
                table,         cook,
                load_model,    make_matter,
                without_effect};

}  // namespace pliant::cloth
