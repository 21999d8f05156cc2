#include "assets/creature_character.h"

#include <algorithm>
#include <map>

#include "assets/creature_rig.h"
#include "assets/gltf_physics.h"
#include "assets/unique_names.h"

namespace pliant {
namespace {

// A node of the .glb, in its order (gltf_physics_write.cpp).
struct FileNode {
    std::string name;
    Transformd pose = {};  // in its parent
    std::vector<u32> children = {};
    bool hangs = false;     // on another node
    u32 bone = Node::none;  // that it is
};

// The mesh, the bones with their pieces, a root where a skin wants one, and the frames of joints.
class FileNodes {
  public:
    explicit FileNodes(const Creature& creature) : c_(creature), poses_(poses_in_file(creature)) {}

    std::vector<FileNode> build() {
        nodes_.push_back({c_.name});
        for (u32 b = 0; b < c_.bones.size(); ++b) add_bone(b);
        std::vector<u32> roots;
        for (u32 b = 0; b < c_.bones.size(); ++b)
            if (c_.bones[b].parent.empty())
                roots.push_back(node_of_[b]);
            else
                hang(node_of_[b], node_of_[number_of(c_.bones[b].parent)]);
        if (!c_.skin.empty() && roots.size() > 1) {
            const u32 skeleton = add("skeleton", {});
            for (const u32 root : roots) hang(root, skeleton);
        }
        for (const BoneJoint& joint : c_.joints) add_joint(joint);
        return std::move(nodes_);
    }

  private:
    u32 number_of(const std::string& bone) const { return static_cast<u32>(c_.bone(bone) - c_.bones.data()); }
    u32 add(const std::string& name, const Transformd& pose) {
        Transformd p = on_grid(pose);
        p.position += Vec3d{};  // in a file, -0 becomes 0
        p.rotation = {p.rotation.x + 0.0, p.rotation.y + 0.0, p.rotation.z + 0.0, p.rotation.w + 0.0};
        nodes_.push_back({name, p});
        return static_cast<u32>(nodes_.size() - 1);
    }
    void hang(u32 child, u32 parent) {
        nodes_[parent].children.push_back(child);
        nodes_[child].hangs = true;
    }
    Transformd in_bone(const std::string& bone, const Transformd& world) const {
        return on_grid(bone.empty() ? world : in_frame(poses_[number_of(bone)], world));
    }

    void add_bone(u32 number) {
        const Bone& bone = c_.bones[number];
        node_of_.push_back(add(bone.name, in_bone(bone.parent, bone.pose)));
        nodes_.back().bone = number;
        if (bone.pieces.size() == 1 && on_grid(bone.pieces[0].pose) == Transformd{}) return;
        for (size_t p = 0; p < bone.pieces.size(); ++p)
            hang(add(bone.name + " piece " + std::to_string(p + 1), bone.pieces[p].pose), node_of_[number]);
    }

    void add_joint(const BoneJoint& j) {
        const Transformd in_a = in_bone(j.a, j.pose),
                         world = j.a.empty() ? in_a : from_frame(poses_[number_of(j.a)], in_a);
        add_frame(j.name, j.a, j.pose);
        add_frame(j.name + " b", j.b, world);
    }
    void add_frame(const std::string& name, const std::string& bone, const Transformd& world) {
        const u32 frame = add(name, in_bone(bone, world));
        if (!bone.empty()) hang(frame, node_of_[number_of(bone)]);
    }

    const Creature& c_;
    const std::vector<Transformd> poses_;  // of bones
    std::vector<u32> node_of_;             // likewise
    std::vector<FileNode> nodes_;
};

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

    void add_nodes() {
        const std::vector<FileNode> nodes = FileNodes(c_).build();
        for (u32 n = 0; n < nodes.size(); ++n)
            if (!nodes[n].hangs) add_node(nodes, n, Node::none);
    }

    // Parents first.
    void add_node(const std::vector<FileNode>& nodes, u32 number, u32 parent) {
        const FileNode& from = nodes[number];
        Node node;
        node.name = names_.take(from.name);
        node.parent = parent;
        const bool turned = !(from.pose.rotation == Quatd{});
        const Quatd rotation = turned ? normalized(from.pose.rotation) : Quatd{};
        Affine place;
        if (turned) place.linear = matrix(rotation);
        place.translation = from.pose.position;
        node.rest = pose_of(place);
        node.rest.rotation = rotation;
        const u32 ours = static_cast<u32>(result_.character.nodes.size());
        if (from.bone != Node::none) node_of_[from.bone] = ours;
        result_.character.nodes.push_back(std::move(node));
        for (const u32 child : from.children) add_node(nodes, child, ours);
    }

    void add_skin() {
        Character& to = result_.character;
        result_.influences.resize(vertices_.size());
        result_.fallback.resize(vertices_.size());
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
