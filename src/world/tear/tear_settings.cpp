#include "world/tear/tear_settings.h"

#include "core/text.h"

namespace pliant {

bool can_tear(const ParameterSet& p) {
    return p.has_value(BodyP::tear_stretch) || p.has_value(BodyP::tear_squash) || p.has_value(BodyP::tear_bend);
}

Material inside_of(const Body& body) {
    const ParameterSet& p = body.common;
    const std::vector<Material>& of_mesh = body.whole_model().surface.materials;
    if (p.has_value(BodyP::tear_material)) {
        const std::string& wanted = p.text(BodyP::tear_material);
        std::vector<std::string> names;
        for (const Material& m : of_mesh) {
            if (m.name != wanted) {
                names.push_back(m.name);
                continue;
            }
            Material found = m;
            found.keeps_color = true;
            return found;
        }
        throw_unknown_name(body.name + ".tear.material", "material", wanted, names, "a mesh with materials");
    }
    Material inside;
    inside.name = "inside", inside.keeps_color = true;
    const Vec3 shown = p.vector(BodyP::tear_color).to<float>();
    for (int k = 0; k < 3; ++k)  // from what is shown to what is computed with, nearly
        inside.color[k] = shown[k] * (shown[k] * (shown[k] * 0.3053f + 0.6822f) + 0.0125f);
    return inside;
}

}  // namespace pliant
