#include "assets/gltf_character.h"

#include <span>

#include "assets/gltf_animation.h"
#include "assets/gltf_meshes.h"
#include "assets/pliant_body.h"
#include "assets/unique_names.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

class GltfCharacterReader {
  public:
    GltfCharacterReader(const GltfModel& model, u64 limit, const std::string& name, FileCharacter& result)
        : model_(model), file_(model.structure()), limit_(limit), result_(result), character_(result.character) {
        meshes_ = read_gltf_meshes(model, limit, name, result.file);
    }

    std::vector<u32> read() {
        read_nodes();
        read_skins();
        result_.influences.resize(result_.file.mesh.vertex_point.size());
        result_.fallback.resize(result_.influences.size());
        for (const GltfPrimitive& p : meshes_.primitives) bind(p);
        read_morphs();
        for (size_t a = 0; a < file_.animations.size(); ++a)
            read_gltf_animation(model_, limit_, static_cast<int>(a), node_number_, character_, result_.file.notes);
        UniqueNames names;
        for (RigClip& clip : character_.clips) clip.name = names.take(clip.name);
        return node_number_;
    }

  private:
    // Nodes in an order in which parents come first; those outside of the scene too, for joints may be there.
    void read_nodes() {
        node_number_.assign(file_.nodes.size(), Node::none);
        std::vector<std::pair<int, u32>> left;
        const auto add = [&](const std::vector<int>& nodes, u32 parent) {
            for (auto n = nodes.rbegin(); n != nodes.rend(); ++n) left.emplace_back(*n, parent);
        };
        const auto take_all = [&] {
            while (!left.empty()) {
                const auto [number, parent] = left.back();
                left.pop_back();
                const size_t n = static_cast<size_t>(number);
                if (n >= file_.nodes.size() || node_number_[n] != Node::none) continue;
                node_number_[n] = static_cast<u32>(character_.nodes.size());
                add_node(number, parent);
                add(file_.nodes[n].children, node_number_[n]);
            }
        };
        add(gltf_roots(file_), Node::none);
        take_all();
        std::vector<u8> is_child(file_.nodes.size(), 0);
        for (const tinygltf::Node& node : file_.nodes)
            for (const int child : node.children)
                if (static_cast<size_t>(child) < is_child.size()) is_child[static_cast<size_t>(child)] = 1;
        for (size_t n = 0; n < is_child.size(); ++n)
            if (!is_child[n]) {
                add({static_cast<int>(n)}, Node::none);
                take_all();
            }
    }

    void add_node(int number, u32 parent) {
        const tinygltf::Node& from = file_.nodes[static_cast<size_t>(number)];
        const std::string where = "node " + std::to_string(number);
        Node node;
        node.name = names_.take(from.name.empty() ? where : from.name);
        node.parent = parent;
        const Affine place = gltf_place(from, model_, where);
        double sheared = 0;
        node.rest = pose_of(place, &sheared);
        if (from.matrix.empty()) {  // as given: a scale of zero has no turn, but its turn may be animated
            if (!from.rotation.empty())
                node.rest.rotation =
                    normalized(Quatd{from.rotation[0], from.rotation[1], from.rotation[2], from.rotation[3]});
            else
                node.rest.rotation = {};
            if (!from.scale.empty()) node.rest.scale = {from.scale[0], from.scale[1], from.scale[2]};
        } else if (sheared > 1e-4) {
            result_.file.notes.push_back("the node " + in_quotes(node.name) + " is sheared; the shear is left out");
        }
        if (!is_finite(affine_of(node.rest))) model_.fail(where, "its place is not finite", "numbers");
        character_.nodes.push_back(std::move(node));
        places_.push_back(parent == Node::none ? place : places_[parent] * place);
    }

    u32 node_at(int number, const std::string& where) const {
        const size_t n = static_cast<size_t>(number);
        if (n >= node_number_.size() || node_number_[n] == Node::none)
            model_.fail(where, "there is no node " + std::to_string(number) + " in the tree", "a node of the file");
        return node_number_[n];
    }

    void read_skins() {
        UniqueNames names;
        for (size_t s = 0; s < file_.skins.size(); ++s) {
            const tinygltf::Skin& from = file_.skins[s];
            const std::string where = "skin " + std::to_string(s);
            if (from.joints.empty()) model_.fail(where, "it has no joints", "the nodes that move its mesh");
            Skin skin{names.take(from.name.empty() ? where : from.name), static_cast<u32>(character_.joints.size()),
                      static_cast<u32>(from.joints.size())};
            const std::vector<float> binds = inverse_binds(from, skin.name, where);
            for (size_t j = 0; j < from.joints.size(); ++j) {
                Joint joint{node_at(from.joints[j], where), {}};
                const float* m = binds.data() + 16 * j;
                for (int c = 0; c < 3 && !binds.empty(); ++c)
                    for (int r = 0; r < 3; ++r) joint.inverse_bind.linear(r, c) = m[4 * c + r];
                if (!binds.empty()) joint.inverse_bind.translation = {m[12], m[13], m[14]};
                if (!is_finite(joint.inverse_bind))
                    model_.fail(where, "the inverse bind matrix of joint " + std::to_string(j) + " is not finite",
                                "numbers", "export it again");
                character_.joints.push_back(joint);
            }
            character_.skins.push_back(std::move(skin));
        }
    }

    // 16 numbers a joint; none where the file has none, which by glTF's rules means that nothing is to be undone.
    std::vector<float> inverse_binds(const tinygltf::Skin& skin, const std::string& name, const std::string& where) {
        if (skin.inverseBindMatrices < 0) {
            result_.file.notes.push_back("the skin " + in_quotes(name) +
                                         " has no inverse bind matrices; its mesh is taken to be in the joints' space");
            return {};
        }
        std::vector<float> binds = model_.matrices(skin.inverseBindMatrices, limit_, where + ", inverse bind matrices");
        if (binds.size() < 16 * skin.joints.size())
            model_.fail(where, with_commas(binds.size() / 16) + " inverse bind matrices",
                        std::to_string(skin.joints.size()) + ", one for each joint", "export it again");
        return binds;
    }

    void bind(const GltfPrimitive& p) {
        const tinygltf::Node& node = file_.nodes[static_cast<size_t>(p.node)];
        const std::string where = "node " + std::to_string(p.node);
        if (node.skin >= 0) {
            if (static_cast<size_t>(node.skin) >= character_.skins.size())
                model_.fail(where, "there is no skin " + std::to_string(node.skin), "a skin of the file");
            return bind_to_skin(p, character_.skins[static_cast<size_t>(node.skin)], where);
        }
        // It hangs on its node: what the node did to its points at rest is undone first.
        const u32 number = node_at(p.node, where);
        if (character_.joints.empty() || character_.joints.back().node != number || !hanging_) {
            const std::optional<Affine> back = inverse(places_[number]);
            if (!back)
                result_.file.notes.push_back("the mesh at node " + in_quotes(character_.nodes[number].name) +
                                             " is flat at rest and stays so");
            character_.joints.push_back({number, back.value_or(Affine{})});
        }
        hanging_ = true;
        const u32 joint = static_cast<u32>(character_.joints.size() - 1);
        for (u32 v = 0; v < p.vertex_count; ++v) {
            result_.influences[p.first_vertex + v] = {{joint, 1}};
            result_.fallback[p.first_vertex + v] = joint;
        }
    }

    void bind_to_skin(const GltfPrimitive& p, const Skin& skin, const std::string& where) {
        for (u32 v = 0; v < p.vertex_count; ++v) result_.fallback[p.first_vertex + v] = skin.first_joint;
        for (u32 set = 0; set < 4; ++set) {
            const std::string number = std::to_string(set);
            const auto joints_at = p.primitive->attributes.find("JOINTS_" + number);
            const auto weights_at = p.primitive->attributes.find("WEIGHTS_" + number);
            if (joints_at == p.primitive->attributes.end() || weights_at == p.primitive->attributes.end()) return;
            const std::string of_joints = where + ", JOINTS_" + number, of_weights = where + ", WEIGHTS_" + number;
            const std::vector<float> joints = model_.floats(joints_at->second, 4, 4, limit_, of_joints);
            const std::vector<float> weights = model_.floats(weights_at->second, 4, 4, limit_, of_weights);
            for (const auto& [numbers, what] : {std::pair{&joints, of_joints}, std::pair{&weights, of_weights}})
                if (numbers->size() != 4 * u64{p.vertex_count})
                    model_.fail(what, "it has " + with_commas(numbers->size() / 4) + " elements",
                                with_commas(p.vertex_count) + ", as many as POSITION");
            for (size_t i = 0; i < joints.size(); ++i) {
                if (weights[i] == 0) continue;
                if (!(joints[i] >= 0 && joints[i] < static_cast<float>(skin.joint_count)))
                    model_.fail(
                        of_joints, "vertex " + with_commas(i / 4) + " follows joint " + short_number(joints[i], 9),
                        "0 to " + std::to_string(skin.joint_count - 1) + ", the joints of the skin", "export it again");
                result_.influences[p.first_vertex + i / 4].push_back(
                    {skin.first_joint + static_cast<u32>(joints[i]), weights[i]});
            }
        }
    }

    // The targets of a node's mesh: each moves the vertices of all its primitives.
    void read_morphs() {
        for (size_t begin = 0, end; begin < meshes_.primitives.size(); begin = end) {
            end = begin;
            size_t targets = 0;
            for (; end < meshes_.primitives.size() && meshes_.primitives[end].node == meshes_.primitives[begin].node;
                 ++end)
                targets = std::max(targets, meshes_.primitives[end].primitive->targets.size());
            const std::span<const GltfPrimitive> primitives(meshes_.primitives.data() + begin, end - begin);
            Node& node = character_.nodes[node_at(primitives[0].node, "a mesh")];
            node.first_morph = static_cast<u32>(character_.morphs.size());
            node.morph_count = static_cast<u32>(targets);
            for (size_t t = 0; t < targets; ++t) character_.morphs.push_back(morph_of(primitives, t, node.name));
        }
    }

    Morph morph_of(std::span<const GltfPrimitive> primitives, size_t target, const std::string& node_name) {
        const tinygltf::Node& node = file_.nodes[static_cast<size_t>(primitives[0].node)];
        const tinygltf::Mesh& mesh = file_.meshes[static_cast<size_t>(node.mesh)];
        Morph morph;
        morph.name = target_name(mesh, target);
        if (morph.name.empty()) morph.name = node_name + "." + std::to_string(target);
        const std::vector<double>& weights = node.weights.empty() ? mesh.weights : node.weights;
        if (target < weights.size() && std::isfinite(weights[target])) morph.rest_weight = weights[target];
        const u32 first = primitives.front().first_vertex,
                  last = primitives.back().first_vertex + primitives.back().vertex_count;
        morph.first_vertex = first;
        morphed_ += last - first;  // of honest files a share of their bytes
        if (morphed_ > limit_)
            model_.fail("morph " + in_quotes(morph.name), "morphs move more than " + with_commas(limit_) + " vertices",
                        "fewer", "the file may be damaged");
        morph.positions.resize(last - first);
        for (const GltfPrimitive& p : primitives) {
            if (target >= p.primitive->targets.size()) continue;
            const std::map<std::string, int>& from = p.primitive->targets[target];
            const std::string where = "morph " + in_quotes(morph.name) + " of node " + in_quotes(node_name);
            const Mat3d linear = node.skin >= 0 ? Mat3d::identity() : places_[node_at(p.node, where)].linear;
            if (const auto at = from.find("POSITION"); at != from.end())
                add_differences(at->second, p, linear, where + ", POSITION",
                                morph.positions.data() + (p.first_vertex - first));
            const auto normal = from.find("NORMAL");
            if (normal == from.end()) continue;
            morph.normals.resize(morph.positions.size());
            add_differences(normal->second, p, linear, where + ", NORMAL",
                            morph.normals.data() + (p.first_vertex - first));
        }
        return morph;
    }

    void add_differences(int accessor, const GltfPrimitive& p, const Mat3d& linear, const std::string& where,
                         Vec3* out) const {
        const std::vector<float> d = model_.floats(accessor, 3, 3, limit_, where);
        if (d.size() != 3 * u64{p.vertex_count})
            model_.fail(where, "it has " + with_commas(d.size() / 3) + " elements",
                        with_commas(p.vertex_count) + ", as many as POSITION");
        for (u32 v = 0; v < p.vertex_count; ++v) {
            const Vec3d by{d[3 * v], d[3 * v + 1], d[3 * v + 2]};
            if (!is_finite(by)) model_.fail(where, "vertex " + with_commas(v) + " has no finite place", "numbers");
            out[v] = (linear * by).to<float>();
        }
    }

    static std::string target_name(const tinygltf::Mesh& mesh, size_t target) {
        if (!mesh.extras.Has("targetNames")) return "";
        const tinygltf::Value& names = mesh.extras.Get("targetNames");
        if (!names.IsArray() || target >= names.ArrayLen()) return "";
        const tinygltf::Value& name = names.Get(static_cast<int>(target));
        return name.IsString() ? name.Get<std::string>() : "";
    }

    const GltfModel& model_;
    const tinygltf::Model& file_;
    const u64 limit_;
    FileCharacter& result_;
    Character& character_;
    GltfMeshes meshes_;
    UniqueNames names_;
    std::vector<u32> node_number_;  // ours, of a node of the file
    std::vector<Affine> places_;    // of our nodes at rest, in the file's space
    u64 morphed_ = 0;               // vertices of all morphs so far
    bool hanging_ = false;          // the last joint is of a mesh that hangs on its node
};

}  // namespace

FileCharacter read_gltf_character(std::string_view bytes, const std::string& name, const FileResolver& resolve) {
    FileCharacter result;
    const GltfModel model(open_gltf(bytes, name, resolve, GltfParts::meshes_and_animation), name, result.file.notes);
    const u64 limit = gltf_limit(bytes.size(), model);
    GltfCharacterReader(model, limit, name, result).read();
    const bool is_body = read_body_mesh(model, name, limit, result.file);  // points that seams doubled are one
    result.file.skinned = !result.character.skins.empty() && !is_body;
    return result;
}

FileCharacter read_gltf_character(const GltfModel& model, u64 limit, const std::string& name,
                                  std::vector<u32>& node_number) {
    FileCharacter result;
    node_number = GltfCharacterReader(model, limit, name, result).read();
    return result;
}

}  // namespace pliant
