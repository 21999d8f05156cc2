#include "cook/bone_weights.h"

#include "core/error.h"

namespace pliant {

std::vector<float> bone_weights(const Character& character, const std::string& bone) {
    std::vector<u8> meant;
    std::vector<std::string> names;
    bool found = false;
    for (const Joint& joint : character.joints) {
        const std::string& name = character.nodes[joint.node].name;
        meant.push_back(name == bone);
        found = found || name == bone;
        names.push_back(name);
    }
    if (!found) throw_unknown_name("", "bone", bone, names, "a mesh with bones; it has none");
    const Mesh& mesh = character.mesh;
    std::vector<float> values(mesh.points.size()), count(mesh.points.size());
    for (u32 v = 0; v < mesh.vertex_point.size(); ++v) {
        character.influences.each(v, [&](u32 joint, float weight) {
            if (meant[joint]) values[mesh.vertex_point[v]] += weight;
        });
        ++count[mesh.vertex_point[v]];
    }
    for (size_t p = 0; p < values.size(); ++p)
        if (count[p] > 1) values[p] /= count[p];
    return values;
}

}  // namespace pliant
