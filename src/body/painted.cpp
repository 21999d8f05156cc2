#include "body/painted.h"

#include "core/text.h"

namespace pliant {

[[noreturn]] static void no_such_attribute(const Model& model, const std::string& wanted) {
    std::vector<std::string> names;
    for (const Attribute& a : model.surface.attributes) names.push_back(a.name);
    no_such_name("", "attribute", wanted, names, "a mesh with vertex attributes; it has none");
}

std::vector<float> carried_attribute(const Model& model, const std::string& attribute) {
    const Model& cooked = model.whole ? *model.whole : model;
    for (const Attribute& a : cooked.surface.attributes) {
        if (a.name != attribute) continue;
        std::vector<float> values = cooked.carry_to_particles(a.values);
        if (model.whole) {
            const std::vector<float> of_whole = std::move(values);
            values.clear();
            for (const u32 p : model.particle_from) values.push_back(of_whole[p]);
        }
        return values;
    }
    no_such_attribute(model, attribute);
}

std::vector<float> painted(const Model& model, const ParameterSet& parameters, u16 id) {
    const Map* map = parameters.map(id);
    if (!map) return {};
    std::vector<float> values = carried_attribute(model, map->attribute);
    for (float& v : values) v = static_cast<float>(map->apply(v));
    return values;
}

}  // namespace pliant
