#include "body/painted.h"

#include "core/assert.h"
#include "core/text.h"

namespace pliant {

[[noreturn]] static void no_such_attribute(const Model& model, const std::string& wanted) {
    std::vector<std::string> names;
    for (const Attribute& a : model.surface.attributes) names.push_back(a.name);
    throw_unknown_name("", "attribute", wanted, names, "a mesh with vertex attributes; it has none");
}

static const Model& cooked(const Model& model) { return model.whole ? *model.whole : model; }

static std::vector<float> to_particles(const Model& model, const std::vector<float>& of_points) {
    std::vector<float> values = cooked(model).carry_to_particles(of_points);
    if (!model.whole) return values;
    std::vector<float> of_piece;
    for (const u32 p : model.particle_from) of_piece.push_back(values[p]);
    return of_piece;
}

std::vector<float> carried_attribute(const Model& model, const std::string& attribute) {
    for (const Attribute& a : cooked(model).surface.attributes)
        if (a.name == attribute) return to_particles(model, a.values);
    no_such_attribute(model, attribute);
}

static std::vector<float> carried_values(const Model& model, const std::vector<float>& values) {
    const size_t points = cooked(model).surface.point_count();
    if (values.size() != points)
        throw Error({"", "the map has " + with_commas(values.size()) + " values",
                     with_commas(points) + ", one for each point of the mesh", ""});
    return to_particles(model, values);
}

std::vector<float> painted(const Model& model, const ParameterSet& parameters, u16 id, double time) {
    PL_ASSERT(std::isfinite(time));
    if (!parameters.map(id)) return {};
    const Map map = parameters.map(id)->at(time);
    std::vector<float> values =
        map.values ? carried_values(model, *map.values) : carried_attribute(model, map.attribute);
    for (float& v : values) v = static_cast<float>(map.apply(v));
    return values;
}

}  // namespace pliant
