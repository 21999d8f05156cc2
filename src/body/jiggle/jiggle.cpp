#include "body/jiggle/jiggle.h"

#include "body/jiggle/jiggle_matter.h"
#include "body/jiggle/jiggle_model.h"

namespace pliant::jiggle {

static std::shared_ptr<const Model> load_model(Reader& reader) {
    auto model = std::make_shared<JiggleModel>();
    model->load(reader);
    return model;
}

static std::unique_ptr<Matter> make_matter(std::shared_ptr<const Model> model, const ParameterSet& parameters) {
    return std::make_unique<JiggleMatter>(std::static_pointer_cast<const JiggleModel>(std::move(model)), parameters);
}

static std::vector<std::pair<std::string, std::string>> without_effect(const ParameterSet& p) {
    std::vector<std::pair<std::string, std::string>> found;
    if (p.given(P::stiffness) && p.decided(P::frequency))
        found.emplace_back("stiffness", "frequency is given and takes its place");
    if (p.given(P::damping) && p.decided(P::damping_ratio))
        found.emplace_back("damping", "damping_ratio is given and takes its place");
    return found;
}

const Kind kind{
    "jiggle",       "Jiggle: every vertex swings about its animated place, as painted; for bellies, cheeks and ears.",
    table,          cook,
    load_model,     make_matter,
    without_effect, false,
    false};

}  // namespace pliant::jiggle
