#include "assets/creature_glb.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "assets/asset_file.h"
#include "assets/creature_rig.h"
#include "assets/gltf_meshes.h"
#include "assets/gltf_physics.h"
#include "assets/pliant_body.h"
#include "core/text.h"

namespace pliant {

Creature read_creature_glb(std::string_view bytes, const std::string& name, const FileResolver& resolve) {
    Creature creature;
    FileMesh file;
    const GltfModel model(open_gltf(bytes, name, resolve, GltfParts::meshes_and_animation), name, file.notes);
    const Json document = parse_json(model.document(), name);
    const u64 limit = gltf_limit(bytes.size(), model);
    read_gltf_meshes(model, limit, name, file);
    check_content(file, name);
    bring_textures(file, resolve);
    creature.mesh = std::move(file.mesh);
    creature.notes = std::move(file.notes);
    if (!creature.mesh.parts.empty()) creature.name = creature.mesh.parts[0].name;
    read_pliant_body(model, document, name, limit, creature);
    const std::vector<size_t> bone_nodes = read_gltf_physics(model, document, name, creature);
    read_creature_rig(model, limit, name, bone_nodes, creature);
    check_creature(creature, name);
    return creature;
}

namespace {

class GlbWriter {
  public:
    explicit GlbWriter(const Creature& creature) : c_(creature), mesh_(creature.mesh) {
        vertices_ = vertices_of_file(mesh_);
        number_.resize(mesh_.vertex_point.size());
        for (u32 i = 0; i < vertices_.size(); ++i) number_[vertices_[i]] = i;
    }

    GltfWriter write() {
        const std::string attributes = add_attributes();
        const std::string targets = morph_targets(c_, vertices_, g_);
        std::string primitives;
        for (const auto& [material, indices] : triangles_by_material())
            primitives +=
                fmt::format("{}{{ \"attributes\": {{ {} }}, \"indices\": {}, \"material\": {}{} }}",
                            primitives.empty() ? "" : ",\n", attributes, g_.add_indices(indices), material, targets);
        const u32 mesh = g_.meshes.add(fmt::format("{{ \"name\": {}, \"primitives\": [ {} ]{} }}", quoted_json(c_.name),
                                                   primitives, morph_names(c_)));
        g_.add_extension(pliant_body);
        const u32 node = g_.nodes.add(
            fmt::format("{{ \"name\": {}, \"mesh\": {}{}, \"extensions\": {{ \"{}\": {} }} }}", quoted_json(c_.name),
                        mesh, c_.skin.empty() ? "" : ", \"skin\": 0", pliant_body, body_extension(c_, vertices_, g_)));
        write_creature_rig(c_, node, write_gltf_physics(c_, g_), g_);
        return std::move(g_);
    }

  private:
    std::string add_attributes() {
        std::vector<Vec3> positions, normals;
        std::vector<float> uv, second_uv;
        for (const u32 v : vertices_) {
            positions.push_back(mesh_.points[mesh_.vertex_point[v]]);
            if (!mesh_.normals.empty()) normals.push_back(unit_normal(mesh_.normals[v]));
            if (!mesh_.uv.empty()) uv.insert(uv.end(), {mesh_.uv[v].x, mesh_.uv[v].y});
            if (!mesh_.second_uv.empty())
                second_uv.insert(second_uv.end(), {mesh_.second_uv[v].x, mesh_.second_uv[v].y});
        }
        std::string text = fmt::format("\"POSITION\": {}", g_.add_positions(positions));
        if (!normals.empty()) text += fmt::format(", \"NORMAL\": {}", g_.add_normals(normals));
        if (!uv.empty())
            text += fmt::format(", \"TEXCOORD_0\": {}", g_.add_floats(uv, "VEC2", GltfWriter::Use::vertices));
        if (!second_uv.empty())
            text += fmt::format(", \"TEXCOORD_1\": {}", g_.add_floats(second_uv, "VEC2", GltfWriter::Use::vertices));
        std::vector<const Attribute*> painted;
        for (const Attribute& a : mesh_.attributes) painted.push_back(&a);
        // By name, which is how glTF readers give them back.
        std::sort(painted.begin(), painted.end(),
                  [](const Attribute* a, const Attribute* b) { return a->name < b->name; });
        for (const Attribute* a : painted) {
            std::vector<float> values;
            for (const u32 v : vertices_) values.push_back(a->values[mesh_.vertex_point[v]]);
            text += fmt::format(", {}: {}", quoted_json("_" + a->name),
                                g_.add_floats(values, "SCALAR", GltfWriter::Use::vertices));
        }
        return text + skin_attributes(c_, vertices_, g_);
    }

    std::vector<std::pair<u32, std::vector<u32>>> triangles_by_material() {
        std::vector<std::pair<u32, std::vector<u32>>> lists;  // in the order of their first face
        const Triangulation triangles = triangulate(mesh_);
        std::map<u32, u32> of_material;  // of the mesh: that of the document
        for (size_t t = 0; t < triangles.triangles.size(); ++t) {
            const u32 wanted = mesh_.face_material[triangles.face[t]];
            const auto [known, is_new] = of_material.try_emplace(wanted, 0);
            if (is_new) known->second = add_material(mesh_.materials[wanted]);
            const u32 material = known->second;
            auto list = std::find_if(lists.begin(), lists.end(), [&](const auto& l) { return l.first == material; });
            if (list == lists.end()) list = lists.insert(lists.end(), {material, {}});
            for (const u32 v : triangles.triangles[t]) list->second.push_back(number_[v]);
        }
        return lists;
    }

    u32 add_material(const Material& m) {
        int texture = -1;
        if (!m.texture_bytes.empty() && !mesh_.uv.empty()) {
            auto known = std::find_if(images_.begin(), images_.end(),
                                      [&](const auto& i) { return *i.first == m.texture_bytes; });
            if (known == images_.end())
                known = images_.insert(
                    images_.end(),
                    {&m.texture_bytes, g_.add_image(m.texture.empty() ? "texture" : m.texture, m.texture_bytes)});
            texture = known->second;
        }
        return g_.add_material(m, m.name, texture);
    }

    const Creature& c_;
    const Mesh& mesh_;
    std::vector<u32> vertices_, number_;  // in the file's order, and where each vertex of the mesh went
    std::vector<std::pair<const std::vector<u8>*, int>> images_;
    GltfWriter g_{0};
};

}  // namespace

std::string creature_glb(const Creature& creature, const std::string& path) {
    return glb_bytes(path, GlbWriter(creature).write());
}

}  // namespace pliant
