#include "assets/creature_character.h"

#include <algorithm>
#include <map>

#include "assets/creature_rig.h"
#include "assets/gltf_physics.h"
#include "assets/unique_names.h"

namespace pliant {
namespace {

class CharacterBuilder {
  public:
    explicit CharacterBuilder(const Creature& creature)
        : c_(creature), vertices_(vertices_of_file(creature.mesh)), node_of_(creature.bones.size(), Node::none) {}

    FileCharacter build() {
        add_mesh();
        add_nodes();
        add_skin();
        add_morphs();
        for (const RigClip& clip : c_.clips) add_clip(clip);
        return std::move(result_);
    }

  private:
    void add_mesh() {
        const Mesh& from = c_.mesh;
        Mesh& to = result_.file.mesh;
        to.points = from.points;
        std::vector<u32> number(from.vertex_point.size());
        for (u32 i = 0; i < vertices_.size(); ++i) {
            const u32 v = vertices_[i];
            number[v] = i;
            to.vertex_point.push_back(from.vertex_point[v]);
            if (!from.normals.empty()) to.normals.push_back(unit_normal(from.normals[v]));
            if (!from.uv.empty()) to.uv.push_back(from.uv[v]);
            if (!from.second_uv.empty()) to.second_uv.push_back(from.second_uv[v]);
        }
        add_triangles(number);
        to.attributes = from.attributes;
        std::sort(to.attributes.begin(), to.attributes.end(),
                  [](const Attribute& a, const Attribute& b) { return a.name < b.name; });
        to.parts = {{c_.name, 0, static_cast<u32>(to.face_count())}};
        to.volume = from.volume;
    }

    // Those of a material together, in the order of their first faces.
    void add_triangles(const std::vector<u32>& number) {
        Mesh& to = result_.file.mesh;
        const Triangulation triangles = triangulate(c_.mesh);
        std::vector<u32> materials;
        for (const u32 face : triangles.face)
            if (const u32 m = c_.mesh.face_material[face];
                std::find(materials.begin(), materials.end(), m) == materials.end())
                materials.push_back(m);
        for (const u32 material : materials) {
            for (size_t t = 0; t < triangles.triangles.size(); ++t) {
                if (c_.mesh.face_material[triangles.face[t]] != material) continue;
                for (const u32 v : triangles.triangles[t]) to.face_vertex.push_back(number[v]);
                to.face_start.push_back(static_cast<u32>(to.face_vertex.size()));
                to.face_material.push_back(static_cast<u32>(to.materials.size()));
            }
            to.materials.push_back(c_.mesh.materials[material]);
        }
    }

    // The mesh, then the bones, parents first.
    void add_nodes() {
        Node mesh;
        mesh.name = names_.take(c_.name);
        result_.character.nodes.push_back(std::move(mesh));
        const std::vector<Transformd> poses = poses_in_file(c_);
        for (const Bone& bone : c_.bones)
            if (bone.parent.empty()) add_bone(static_cast<u32>(&bone - c_.bones.data()), Node::none, poses);
    }

    void add_bone(u32 number, u32 parent, const std::vector<Transformd>& poses) {
        const Bone& bone = c_.bones[number];
        const Bone* above = bone.parent.empty() ? nullptr : c_.bone(bone.parent);
        const Transformd pose =
            on_grid(above ? in_frame(poses[static_cast<size_t>(above - c_.bones.data())], bone.pose) : bone.pose);
        Node node;
        node.name = names_.take(bone.name);
        node.parent = parent;
        const bool turned = !(pose.rotation == Quatd{});
        const Quatd rotation = turned ? normalized(pose.rotation) : Quatd{};
        Affine place;
        if (turned) place.linear = matrix(rotation);
        place.translation = pose.position;
        node.rest = pose_of(place);
        node.rest.rotation = rotation;
        node_of_[number] = static_cast<u32>(result_.character.nodes.size());
        result_.character.nodes.push_back(std::move(node));
        for (u32 b = 0; b < c_.bones.size(); ++b)
            if (c_.bones[b].parent == bone.name) add_bone(b, node_of_[number], poses);
    }

    void add_skin() {
        Character& to = result_.character;
        result_.influences.resize(vertices_.size()), result_.otherwise.resize(vertices_.size());
        if (c_.skin.empty()) {  // the mesh hangs on its own node
            to.joints.push_back({0, {}});
            for (auto& of_vertex : result_.influences) of_vertex = {{0, 1}};
            return;
        }
        to.skins.push_back({c_.name, 0, static_cast<u32>(c_.bones.size())});
        const std::vector<Transformd> poses = poses_in_file(c_);
        for (size_t b = 0; b < c_.bones.size(); ++b) {
            const std::vector<float> m = inverse_bind_matrix(poses[b]);
            Joint joint{node_of_[b], {}};
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r) joint.inverse_bind.linear(r, c) = m[static_cast<size_t>(4 * c + r)];
            joint.inverse_bind.translation = {m[12], m[13], m[14]};
            to.joints.push_back(joint);
        }
        for (size_t i = 0; i < vertices_.size(); ++i)
            for (const Influence& influence : c_.skin[c_.mesh.vertex_point[vertices_[i]]])
                if (influence.weight > 0) result_.influences[i].push_back(influence);
    }

    void add_morphs() {
        Character& to = result_.character;
        to.nodes[0].morph_count = static_cast<u32>(c_.poses.size());
        for (const ShapePose& pose : c_.poses) {
            Morph morph;
            morph.name = pose.name;
            for (const u32 v : vertices_) morph.positions.push_back(pose.moved[c_.mesh.vertex_point[v]]);
            to.morphs.push_back(std::move(morph));
        }
    }

    void add_clip(const RigClip& from) {
        RigClip clip;
        clip.name = clip_names_.take(from.name);
        for (const RigChannel& channel : from.channels) {
            RigChannel to = channel;
            to.node = channel.node == Creature::of_mesh ? 0 : node_of_[channel.node];
            round_channel(to);
            check_channel(to, c_.name + ": clip " + from.name);
            clip.channels.push_back(std::move(to));
        }
        find_length(clip);
        result_.character.clips.push_back(std::move(clip));
    }

    const Creature& c_;
    const std::vector<u32> vertices_;  // of the creature's mesh, in the order of the file
    std::vector<u32> node_of_;         // of each bone
    UniqueNames names_, clip_names_;
    FileCharacter result_;
};

}  // namespace

FileCharacter file_character(const Creature& creature) { return CharacterBuilder(creature).build(); }

LoadedCharacter load_character(const Creature& creature, const AssetSettings& settings) {
    return loaded_character(file_character(creature), creature.name + ".glb", settings, {});
}

}  // namespace pliant
