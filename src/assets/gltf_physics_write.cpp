#include <fmt/format.h>

#include <cmath>
#include <map>

#include "assets/gltf_physics.h"
#include "assets/pliant_body.h"
#include "core/text.h"
#include "core/trig.h"

namespace pliant {
namespace {

std::string number(double v) { return number_json(on_grid(v)); }
std::string vector(const Vec3d& v) { return fmt::format("[{}, {}, {}]", number(v.x), number(v.y), number(v.z)); }

// Each text once.
class TextList {
  public:
    u32 add(const std::string& text) {
        const auto [at, is_new] = numbers_.try_emplace(text, static_cast<u32>(numbers_.size()));
        if (is_new) list_.add(text);
        return at->second;
    }
    std::string named(const char* key) const {
        return list_.count() ? fmt::format("\"{}\": [\n{} ]", key, list_.text()) : "";
    }

  private:
    std::map<std::string, u32> numbers_;
    GltfWriter::List list_;
};

std::string joined(std::initializer_list<std::string> members) {
    std::string text;
    for (const std::string& m : members)
        if (!m.empty()) text += (text.empty() ? "" : ", ") + m;
    return text;
}

class PhysicsWriter {
  public:
    PhysicsWriter(const Creature& creature, GltfWriter& g) : c_(creature), g_(g) {
        const std::vector<Transformd> poses = poses_in_file(creature);
        for (size_t b = 0; b < poses.size(); ++b) pose_of_[creature.bones[b].name] = poses[b];
    }

    std::vector<u32> write() {
        std::vector<u32> nodes;
        for (const Bone& bone : c_.bones) nodes.push_back(bone_node_[bone.name] = add_bone(bone));
        hang_bones();
        for (const BoneJoint& joint : c_.joints) add_joint(joint);
        write_nodes();
        g_.add_extension("KHR_implicit_shapes", "{ " + shapes_.named("shapes") + " }");
        g_.add_extension("KHR_physics_rigid_bodies",
                         "{ " + joined({materials_.named("physicsMaterials"), joints_.named("physicsJoints")}) + " }");
        if (has_extras_) g_.add_extension(pliant_body);
        return nodes;
    }

  private:
    struct Node {
        std::string name;
        Transformd pose;  // in its parent
        std::string physics, ours;
        std::vector<u32> children;
        bool hangs = false;
    };

    // Numbers of nodes, before they are written: those that the document has already come first.
    u32 add_node(const std::string& name, const Transformd& pose) {
        nodes_.push_back({name, on_grid(pose), "", "", {}, false});
        return g_.nodes.count() + static_cast<u32>(nodes_.size()) - 1;
    }
    Node& node(u32 n) { return nodes_[n - g_.nodes.count()]; }
    void hang(u32 child, u32 parent) {
        node(parent).children.push_back(child);
        node(child).hangs = true;
    }

    u32 add_bone(const Bone& bone) {
        const u32 n = add_node(bone.name, frame_in_file(bone.parent, bone.pose));
        node(n).ours = bone_extension(bone);
        std::string motion;
        if (bone.motion != BoneMotion::fixed)
            motion = "\"motion\": {" +
                     joined({bone.motion == BoneMotion::kinematic ? " \"isKinematic\": true" : "",
                             bone.mass ? " \"mass\": " + number_json(*bone.mass) : "",
                             bone.gravity_scale != 1 ? " \"gravityFactor\": " + number_json(bone.gravity_scale) : ""}) +
                     " }";
        const bool in_place = bone.pieces.size() == 1 && on_grid(bone.pieces[0].pose) == Transformd{};
        node(n).physics = joined({motion, in_place ? collider(bone, bone.pieces[0]) : ""});
        if (in_place) return n;
        for (size_t p = 0; p < bone.pieces.size(); ++p) {
            const u32 piece = add_node(bone.name + " piece " + std::to_string(p + 1), bone.pieces[p].pose);
            node(piece).physics = collider(bone, bone.pieces[p]);
            hang(piece, n);
        }
        return n;
    }

    // A skin wants one node above all its bones.
    void hang_bones() {
        std::vector<u32> roots;
        for (const Bone& bone : c_.bones)
            if (bone.parent.empty())
                roots.push_back(bone_node_[bone.name]);
            else
                hang(bone_node_[bone.name], bone_node_.at(bone.parent));
        if (c_.skin.empty() || roots.size() < 2) return;
        const u32 skeleton = add_node("skeleton", {});
        for (const u32 root : roots) hang(root, skeleton);
    }

    std::string collider(const Bone& bone, const BonePiece& piece) {
        const std::string geometry = piece.shape == BonePiece::Shape::hull
                                         ? fmt::format("\"mesh\": {}, \"convexHull\": true", hull_mesh(bone, piece))
                                         : fmt::format("\"shape\": {}", shapes_.add(shape(piece)));
        std::string material;
        if (bone.friction)
            material = fmt::format("\"staticFriction\": {0}, \"dynamicFriction\": {0}", number_json(*bone.friction));
        if (bone.restitution) material = joined({material, "\"restitution\": " + number_json(*bone.restitution)});
        if (!material.empty())
            material = fmt::format("\"physicsMaterial\": {}", materials_.add("{ " + material + " }"));
        return "\"collider\": { " + joined({"\"geometry\": { " + geometry + " }", material}) + " }";
    }

    static std::string shape(const BonePiece& piece) {
        switch (piece.shape) {
            case BonePiece::Shape::sphere:
                return fmt::format("{{ \"type\": \"sphere\", \"sphere\": {{ \"radius\": {} }} }}",
                                   number(piece.radius));
            case BonePiece::Shape::box:
                return fmt::format("{{ \"type\": \"box\", \"box\": {{ \"size\": {} }} }}", vector(piece.size));
            default:
                return fmt::format(
                    "{{ \"type\": \"capsule\", \"capsule\": {{ \"radiusBottom\": {0}, \"radiusTop\": {0}, "
                    "\"height\": {1} }} }}",
                    number(piece.radius), number(piece.length));
        }
    }

    u32 hull_mesh(const Bone& bone, const BonePiece& piece) {
        std::string rest = ", \"mode\": 0";  // points alone
        if (!piece.face_point.empty()) {
            std::vector<u32> triangles;
            for (size_t f = 0; f + 1 < piece.face_start.size(); ++f)
                for (u32 k = piece.face_start[f] + 2; k < piece.face_start[f + 1]; ++k)
                    triangles.insert(triangles.end(), {piece.face_point[piece.face_start[f]], piece.face_point[k - 1],
                                                       piece.face_point[k]});
            rest = fmt::format(", \"indices\": {}", g_.add_indices(triangles));
        }
        return g_.meshes.add(
            fmt::format("{{ \"name\": {}, \"primitives\": [ {{ \"attributes\": {{ \"POSITION\": {} }}{} }} ] }}",
                        quoted_json(bone.name + " hull"), g_.add_positions(piece.points), rest));
    }

    // ---- joints
    // ------------------------------------------------------------------------------------------------------

    // As it will be read: from what stands in the file.
    Transformd frame_in_file(const std::string& bone, const Transformd& world) const {
        return on_grid(bone.empty() ? world : in_frame(pose_of_.at(bone), world));
    }
    u32 add_frame(const std::string& name, const std::string& bone, const Transformd& world) {
        const u32 n = add_node(name, frame_in_file(bone, world));
        if (!bone.empty()) hang(n, bone_node_.at(bone));
        return n;
    }

    void add_joint(const BoneJoint& j) {
        const Transformd in_a = frame_in_file(j.a, j.pose);
        const Transformd world = j.a.empty() ? in_a : from_frame(pose_of_.at(j.a), in_a);
        const u32 a = add_frame(j.name, j.a, j.pose), b = add_frame(j.name + " b", j.b, world);
        node(a).physics = fmt::format("\"joint\": {{ \"connectedNode\": {}, \"joint\": {}{} }}", b,
                                      joints_.add("{ " + joined({limits(j), drives(j)}) + " }"),
                                      j.collide ? ", \"enableCollision\": true" : "");
        node(a).ours = joint_extension(j);
    }

    static std::string limit(const char* key, const std::string& axes, const std::string& low,
                             const std::string& high) {
        return fmt::format("{{ \"{}\": [{}]{}{} }}", key, axes, low.empty() ? "" : ", \"min\": " + low,
                           high.empty() ? "" : ", \"max\": " + high);
    }

    // Axes that are locked are one limit, a cone is another, and every range on an axis of its own.
    static void add_limits(std::string& list, const char* key, const JointRange (&ranges)[3], bool angular) {
        const auto add = [&](const std::string& json) { list += (list.empty() ? "" : ", ") + json; };
        const auto end = [&](double v) {
            return std::isinf(v) ? std::string() : number_json(angular ? radians(v) : v);
        };
        std::string locked;
        for (int k = 0; k < 3; ++k)
            if (ranges[k].is_locked()) locked += (locked.empty() ? "" : ", ") + std::to_string(k);
        if (!locked.empty()) add(limit(key, locked, "0", "0"));
        const bool is_cone = angular && ranges[1] == ranges[2] && ranges[1].is_symmetric() && ranges[1].high > 0 &&
                             std::isfinite(ranges[1].high);
        if (is_cone) add(limit(key, "1, 2", "0", end(ranges[1].high)));
        for (int k = 0; k < 3; ++k)
            if (!ranges[k].is_locked() && !ranges[k].is_free() && !(is_cone && k > 0))
                add(limit(key, std::to_string(k), end(ranges[k].low), end(ranges[k].high)));
    }

    static std::string limits(const BoneJoint& j) {
        std::string list;
        if (j.rows == BoneJoint::Rows::distance)
            list = limit("linearAxes", "0, 1, 2", number_json(j.distance.low),
                         std::isinf(j.distance.high) ? "" : number_json(j.distance.high));
        if (j.rows == BoneJoint::Rows::axes) {
            add_limits(list, "linearAxes", j.move, false);
            add_limits(list, "angularAxes", j.turn, true);
        }
        return list.empty() ? "" : "\"limits\": [" + list + "]";
    }

    static std::string drives(const BoneJoint& j) {
        if (!j.drive.any()) return "";
        std::string list;
        const auto add = [&](bool angular, int axis) {
            const double target = angular ? radians(j.drive.target) : j.drive.target;
            list += fmt::format(
                "{}{{ \"type\": \"{}\", \"mode\": \"force\", \"axis\": {}, \"stiffness\": {}, \"damping\": {}{}{} }}",
                list.empty() ? "" : ", ", angular ? "angular" : "linear", axis, number_json(j.drive.stiffness),
                number_json(j.drive.damping),
                std::isinf(j.drive.max_force) ? "" : ", \"maxForce\": " + number_json(j.drive.max_force),
                target == 0 ? "" : ", \"positionTarget\": " + number_json(target));
        };
        const bool axes = j.rows == BoneJoint::Rows::axes;
        for (int k = 0; k < 3; ++k)
            if (axes ? !j.move[k].is_locked() : k == 0) add(false, k);
        for (int k = 0; axes && k < 3; ++k)
            if (!j.turn[k].is_locked()) add(true, k);
        return "\"drives\": [" + list + "]";
    }

    void write_nodes() {
        for (const Node& n : nodes_) {
            std::string children, extensions;
            for (const u32 child : n.children) children += (children.empty() ? "" : ", ") + std::to_string(child);
            if (!n.physics.empty()) extensions = "\"KHR_physics_rigid_bodies\": { " + n.physics + " }";
            if (!n.ours.empty()) {
                extensions = joined({extensions, fmt::format("\"{}\": {}", pliant_body, n.ours)});
                has_extras_ = true;
            }
            const Quatd& q = n.pose.rotation;
            const std::string rotation = q == Quatd{} ? ""
                                                      : fmt::format("\"rotation\": [{}, {}, {}, {}]", number(q.x),
                                                                    number(q.y), number(q.z), number(q.w));
            const u32 number_of_node =
                g_.nodes.add("{ " +
                             joined({"\"name\": " + quoted_json(n.name),
                                     n.pose.position == Vec3d{} ? "" : "\"translation\": " + vector(n.pose.position),
                                     rotation, children.empty() ? "" : "\"children\": [" + children + "]",
                                     extensions.empty() ? "" : "\"extensions\": { " + extensions + " }"}) +
                             " }");
            if (n.hangs) g_.hang(number_of_node);
        }
        nodes_.clear();
    }

    const Creature& c_;
    GltfWriter& g_;
    std::vector<Node> nodes_;
    std::map<std::string, u32> bone_node_;
    std::map<std::string, Transformd> pose_of_;  // of bones, as they will be read
    TextList shapes_, materials_, joints_;
    bool has_extras_ = false;
};

}  // namespace

std::vector<Transformd> poses_in_file(const Creature& creature) {
    std::map<std::string, Transformd> known;
    const auto pose = [&](const auto& self, const Bone& bone) -> Transformd {
        if (const auto at = known.find(bone.name); at != known.end()) return at->second;
        if (bone.parent.empty()) return known[bone.name] = on_grid(bone.pose);
        const Transformd parent = self(self, *creature.bone(bone.parent));
        return known[bone.name] = from_frame(parent, on_grid(in_frame(parent, bone.pose)));
    };
    std::vector<Transformd> poses;
    for (const Bone& bone : creature.bones) poses.push_back(pose(pose, bone));
    return poses;
}

std::vector<u32> write_gltf_physics(const Creature& creature, GltfWriter& document) {
    if (creature.bones.empty() && creature.joints.empty()) return {};
    return PhysicsWriter(creature, document).write();
}

}  // namespace pliant
