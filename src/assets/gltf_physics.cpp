#include "assets/gltf_physics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "assets/gltf_meshes.h"
#include "assets/pliant_body.h"
#include "assets/scene_name.h"
#include "core/error.h"
#include "core/text.h"
#include "core/trig.h"
#include "rig/node.h"

namespace pliant {
namespace {

constexpr const char *shapes_extension = "KHR_implicit_shapes", *bodies_extension = "KHR_physics_rigid_bodies";

std::string name_for_scene(const std::string& given, const std::string& fallback, std::set<std::string>& taken) {
    const std::string name = scene_name(given, fallback);
    std::string result = name;
    for (int n = 2; !taken.insert(result).second; ++n) result = name + "_" + std::to_string(n);
    return result;
}

class PhysicsReader {
  public:
    PhysicsReader(const GltfModel& model, const Json& document, const std::string& name, Creature& creature)
        : model_(model),
          document_(document),
          name_(name),
          creature_(creature),
          nodes_(model.structure().nodes.size()) {}

    std::vector<size_t> read() {
        JsonPlace place{name_, ""};
        shapes_ = list_of(extension_of(document_, shapes_extension, place), "shapes");
        place = {name_, ""};
        const Json* top = extension_of(document_, bodies_extension, place);
        materials_ = list_of(top, "physicsMaterials");
        joints_ = list_of(top, "physicsJoints");
        node_json_ = list_of(&document_, "nodes");
        if (!node_json_ || node_json_->items.size() != nodes_.size()) return {};
        walk();
        sort_bones();
        std::sort(joint_nodes_.begin(), joint_nodes_.end());  // as they were written, and not as bones lead to them
        for (const size_t n : joint_nodes_) read_joint(n);
        return bone_nodes_;
    }

  private:
    struct Placed {
        Transformd pose;
        Vec3d scale{1, 1, 1};
        int bone = -1;  // that the node is a part of
        bool reached = false;
    };

    static const Json* list_of(const Json* object, const char* key) {
        const Json* list = object ? object->find(key) : nullptr;
        return list && list->is(Json::Type::array) ? list : nullptr;
    }
    JsonPlace place_of(size_t node) const { return {name_, "nodes." + std::to_string(node)}; }
    const Json& item(const Json* list, int number, const char* what, const Json& at, const JsonPlace& place) const {
        if (list && static_cast<size_t>(number) < list->items.size())
            return expect(list->items[static_cast<size_t>(number)], Json::Type::object, place);
        throw Error(
            {place.at(at), std::string("there is no ") + what + " " + std::to_string(number),
             list ? "0 to " + std::to_string(static_cast<i64>(list->items.size()) - 1) : "none, for there are none",
             ""});
    }
    void note(const std::string& sentence) {
        if (std::find(creature_.notes.begin(), creature_.notes.end(), sentence) == creature_.notes.end())
            creature_.notes.push_back(sentence);
    }

    void walk() {
        std::vector<std::pair<int, int>> left;
        const auto add = [&](const std::vector<int>& nodes, int parent) {
            for (auto n = nodes.rbegin(); n != nodes.rend(); ++n) left.emplace_back(*n, parent);
        };
        add(gltf_roots(model_.structure()), -1);
        while (!left.empty()) {
            const auto [number, parent] = left.back();
            left.pop_back();
            const size_t n = static_cast<size_t>(number);
            if (n >= nodes_.size())
                model_.fail("node " + std::to_string(number), "there is no such node", "a node of the file");
            if (nodes_[n].reached)
                model_.fail("node " + std::to_string(number), "it is reached twice", "nodes that form a tree");
            nodes_[n] = placed(n, parent < 0 ? Placed{} : nodes_[static_cast<size_t>(parent)]);
            read_node(n);
            add(model_.structure().nodes[n].children, number);
        }
    }

    // As they were written, and not as the tree leads to them.
    void sort_bones() {
        std::vector<size_t> order(bone_nodes_.size()), place(bone_nodes_.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return bone_nodes_[a] < bone_nodes_[b]; });
        std::vector<Bone> sorted;
        for (size_t b = 0; b < order.size(); ++b) {
            sorted.push_back(std::move(creature_.bones[order[b]]));
            place[order[b]] = b;
        }
        creature_.bones = std::move(sorted);
        std::sort(bone_nodes_.begin(), bone_nodes_.end());
        for (Placed& node : nodes_)
            if (node.bone >= 0) node.bone = static_cast<int>(place[static_cast<size_t>(node.bone)]);
    }

    Placed placed(size_t n, const Placed& parent) {
        const tinygltf::Node& node = model_.structure().nodes[n];
        const std::string where = "node " + std::to_string(n);
        const Affine place = gltf_place(node, model_, where);
        Placed result;
        Transformd local{place.translation, {}};
        if (node.matrix.empty()) {  // as stored: by way of a matrix digits would be lost
            if (!node.rotation.empty())
                local.rotation = {node.rotation[0], node.rotation[1], node.rotation[2], node.rotation[3]};
            if (!node.scale.empty()) result.scale = {node.scale[0], node.scale[1], node.scale[2]};
        } else {
            const NodePose pose = pose_of(place);
            local.rotation = pose.rotation;
            result.scale = pose.scale;
        }
        const bool uniform = parent.scale.x == parent.scale.y && parent.scale.y == parent.scale.z;
        if (!uniform && !(local.rotation == Quatd{}))
            note("a turned node under one that is stretched is taken without its shear");
        local.position = scaled(parent.scale, local.position);
        result.pose = from_frame(parent.pose, local);
        result.scale = scaled(parent.scale, result.scale);
        result.bone = parent.bone;
        result.reached = true;
        return result;
    }

    void read_node(size_t n) {
        JsonPlace place = place_of(n), ours_place = place;
        const Json& node = expect(node_json_->items[n], Json::Type::object, place);
        const Json* physics = extension_of(node, bodies_extension, place);
        const Json* ours = extension_of(node, pliant_body, ours_place);
        if (const Json* motion = physics ? physics->find("motion") : nullptr)
            read_motion(n, expect(*motion, Json::Type::object, place.inside("motion")), place.inside("motion"));
        else if (ours && ours->find("motion"))
            start_bone(n);
        if (ours && nodes_[n].bone >= 0 && bone_node_ == n) read_bone_extras(*ours, ours_place, creature_.bones.back());
        if (!physics) return;
        if (physics->find("trigger")) note("triggers are left out");
        if (physics->find("joint")) joint_nodes_.push_back(n);
        if (const Json* collider = physics->find("collider"))
            read_collider(n, expect(*collider, Json::Type::object, place.inside("collider")), place.inside("collider"));
    }

    Bone& start_bone(size_t n) {
        Bone bone;
        bone.name = name_for_scene(model_.structure().nodes[n].name, "bone " + std::to_string(n), bone_names_);
        bone.pose = nodes_[n].pose;
        bone.parent = bone_at(n);
        bone_nodes_.push_back(n);
        nodes_[n].bone = static_cast<int>(creature_.bones.size());
        bone_node_ = n;
        creature_.bones.push_back(std::move(bone));
        return creature_.bones.back();
    }

    void read_motion(size_t n, const Json& motion, const JsonPlace& place) {
        Bone& bone = start_bone(n);
        const Json* kinematic = motion.find("isKinematic");
        if (kinematic && expect(*kinematic, Json::Type::boolean, place.inside("isKinematic")).number != 0)
            bone.motion = BoneMotion::kinematic;
        if (motion.find("mass")) {
            bone.mass = number_in(motion, "mass", 0, place);
            if (*bone.mass == 0) {  // the draft of the extension writes an infinite mass as 0
                bone.mass.reset();
                bone.motion = BoneMotion::kinematic;
            }
        }
        bone.gravity_scale = number_in(motion, "gravityFactor", 1, place);
        for (const char* key : {"centerOfMass", "inertiaDiagonal", "inertiaOrientation"})
            if (motion.find(key)) note(std::string(key) + " is left out: mass is spread as the shape is");
        for (const char* key : {"linearVelocity", "angularVelocity"})
            if (motion.find(key)) note(std::string(key) + " is left out: bones start at rest");
    }

    void read_collider(size_t n, const Json& collider, const JsonPlace& place) {
        if (nodes_[n].bone < 0) start_bone(n).motion = BoneMotion::fixed;
        Bone& bone = creature_.bones[static_cast<size_t>(nodes_[n].bone)];
        const int material = index_in(collider, "physicsMaterial", place);
        if (material >= 0) {
            const JsonPlace in{name_, std::string("extensions.") + bodies_extension + ".physicsMaterials"};
            const Json& m = item(materials_, material, "physics material", collider, place);
            if (m.find("dynamicFriction") || m.find("staticFriction"))
                bone.friction = number_in(m, "dynamicFriction", number_in(m, "staticFriction", 0, in), in);
            if (m.find("restitution")) bone.restitution = number_in(m, "restitution", 0, in);
        }
        if (collider.find("collisionFilter")) note("collision filters are left out");
        BonePiece piece = read_geometry(n, collider, place);
        piece.pose = bone_node_ == n && bone.pieces.empty() ? Transformd{} : in_frame(bone.pose, nodes_[n].pose);
        bone.pieces.push_back(std::move(piece));
    }

    BonePiece read_geometry(size_t n, const Json& collider, const JsonPlace& place) {
        const Json* given = collider.find("geometry");
        const Json& geometry = given ? expect(*given, Json::Type::object, place.inside("geometry")) : collider;
        const Vec3d& s = nodes_[n].scale;
        const Vec3d scale{std::fabs(s.x), std::fabs(s.y), std::fabs(s.z)};
        const int shape = index_in(geometry, "shape", place), node = index_in(geometry, "node", place);
        int mesh = index_in(geometry, "mesh", place);
        if (node >= 0) {
            if (static_cast<size_t>(node) >= nodes_.size())
                throw Error({place.at(geometry), "there is no node " + std::to_string(node), "a node of the file", ""});
            mesh = model_.structure().nodes[static_cast<size_t>(node)].mesh;
        }
        if (shape >= 0) return shape_piece(item(shapes_, shape, "shape", geometry, place), scale, place);
        if (mesh < 0) throw Error({place.at(geometry), "a collider without geometry", "\"shape\" or \"mesh\"", ""});
        const Json* convex = geometry.find("convexHull");
        if (!convex || convex->number == 0) note("colliders of triangles are taken as their convex hulls");
        return hull_of_mesh(mesh, scale);
    }

    BonePiece shape_piece(const Json& shape, const Vec3d& scale, const JsonPlace& place) {
        const std::string type = text_in(shape, "type", place);
        static const Json none = parse_json("{}", "");
        const Json* given = shape.find(type);
        const Json& values = given ? expect(*given, Json::Type::object, place) : none;
        const double widest = std::max(scale.x, scale.z);
        BonePiece piece;
        if (type == "sphere") {
            piece.radius = number_in(values, "radius", 0.5, place) * std::max(widest, scale.y);
        } else if (type == "box") {
            piece.shape = BonePiece::Shape::box;
            piece.size = {1, 1, 1};
            if (const Json* size = values.find("size")) {
                if (!size->is(Json::Type::array) || size->items.size() != 3)
                    throw Error({place.at(*size), "the size of a box", "three numbers", ""});
                for (int k = 0; k < 3; ++k)
                    piece.size[k] = expect(size->items[static_cast<size_t>(k)], Json::Type::number, place).number;
            }
            piece.size = scaled(piece.size, scale);
        } else if (type == "capsule" || type == "cylinder") {
            const double top = number_in(values, "radiusTop", 0.25, place),
                         bottom = number_in(values, "radiusBottom", 0.25, place);
            const double height = number_in(values, "height", 0.5, place);
            if (type == "cylinder" || top != bottom) return turned_hull(type == "capsule", bottom, top, height, scale);
            piece.shape = BonePiece::Shape::capsule;
            piece.radius = top * widest;
            piece.length = height * scale.y;
        } else {
            throw Error({place.at(shape), "a shape of type " + in_quotes(type), "sphere, box, capsule or cylinder",
                         "a bone cannot be endless"});
        }
        return piece;
    }

    // Cylinders, and capsules that taper, as the hull of points on them.
    BonePiece turned_hull(bool capsule, double bottom, double top, double height, const Vec3d& scale) {
        note("cylinders and capsules of two radii are taken as hulls");
        BonePiece piece;
        piece.shape = BonePiece::Shape::hull;
        constexpr int around = 16, rings = 5;
        const auto ring = [&](double y, double radius) {
            for (int k = 0; k < around; ++k) {
                const double angle = 2 * pi * k / around;
                piece.points.push_back(scaled({radius * cosine(angle), y, radius * sine(angle)}, scale).to<float>());
            }
        };
        if (!capsule) {
            ring(-height / 2, bottom);
            ring(height / 2, top);
        }
        for (int r = 0; capsule && r < rings; ++r) {
            const double angle = pi / 2 * r / (rings - 1);
            ring(-height / 2 - bottom * sine(angle), bottom * cosine(angle));
            ring(height / 2 + top * sine(angle), top * cosine(angle));
        }
        return piece;
    }

    BonePiece hull_of_mesh(int number, const Vec3d& scale) {
        const auto& meshes = model_.structure().meshes;
        const std::string where = "collider, mesh " + std::to_string(number);
        if (static_cast<size_t>(number) >= meshes.size())
            model_.fail(where, "there is no such mesh", "a mesh of the file");
        BonePiece piece;
        piece.shape = BonePiece::Shape::hull;
        constexpr u64 limit = 1u << 20;
        for (const tinygltf::Primitive& primitive : meshes[static_cast<size_t>(number)].primitives) {
            const auto position = primitive.attributes.find("POSITION");
            if (position == primitive.attributes.end())
                model_.fail(where, "it has no POSITION", "positions of vertices");
            const std::vector<float> p = model_.floats(position->second, 3, 3, limit, where);
            const u32 first = static_cast<u32>(piece.points.size()), count = static_cast<u32>(p.size() / 3);
            for (u32 i = 0; i < count; ++i)
                piece.points.push_back(scaled(Vec3d{p[3 * i], p[3 * i + 1], p[3 * i + 2]}, scale).to<float>());
            if (primitive.mode != TINYGLTF_MODE_TRIANGLES || primitive.indices < 0) continue;
            const std::vector<u32> indices = model_.indices(primitive.indices, limit, where);
            for (size_t i = 0; i + 2 < indices.size(); i += 3) {
                for (size_t k = 0; k < 3; ++k) {
                    if (indices[i + k] >= count)
                        model_.fail(where, "an index names vertex " + with_commas(indices[i + k]),
                                    "a vertex of the mesh");
                    piece.face_point.push_back(first + indices[i + k]);
                }
                piece.face_start.push_back(static_cast<u32>(piece.face_point.size()));
            }
        }
        return piece;
    }

    // ---- joints
    // ------------------------------------------------------------------------------------------------------

    std::string bone_at(size_t n) const {
        const int bone = nodes_[n].bone;
        return bone < 0 ? "" : creature_.bones[static_cast<size_t>(bone)].name;
    }

    void read_joint(size_t n) {
        JsonPlace place = place_of(n), ours_place = place;
        const Json& node = node_json_->items[n];
        const Json& given = *extension_of(node, bodies_extension, place)->find("joint");
        place = place.inside("joint");
        expect(given, Json::Type::object, place);
        const int other = index_in(given, "connectedNode", place), number = index_in(given, "joint", place);
        if (static_cast<size_t>(other) >= nodes_.size() || !nodes_[static_cast<size_t>(other)].reached)
            throw Error(
                {place.at(given), "it is connected to node " + std::to_string(other), "a node of the scene", ""});
        BoneJoint joint;
        joint.name = name_for_scene(model_.structure().nodes[n].name, "joint " + std::to_string(n), joint_names_);
        joint.a = bone_at(n);
        joint.b = bone_at(static_cast<size_t>(other));
        joint.pose = nodes_[n].pose;
        const Transformd b = nodes_[static_cast<size_t>(other)].pose;
        const Quatd apart = conjugate(normalized(joint.pose.rotation)) * normalized(b.rotation);
        if (length(joint.pose.position - b.position) > 1e-4 || std::fabs(apart.w) < 0.99999)
            note("the two frames of joint " + in_quotes(joint.name) +
                 " differ at the start; the first counts for both");
        if (const Json* collide = given.find("enableCollision"))
            joint.collide = expect(*collide, Json::Type::boolean, place.inside("enableCollision")).number != 0;
        const JsonPlace in{name_,
                           std::string("extensions.") + bodies_extension + ".physicsJoints." + std::to_string(number)};
        read_limits(item(joints_, number, "physics joint", given, place), in, joint);
        if (const Json* ours = extension_of(node, pliant_body, ours_place)) read_joint_extras(*ours, ours_place, joint);
        creature_.joints.push_back(std::move(joint));
    }

    void read_limits(const Json& json, const JsonPlace& place, BoneJoint& joint) {
        for (int k = 0; k < 3; ++k) joint.move[k] = joint.turn[k] = free_range;
        if (const Json* limits = json.find("limits"))
            for (const Json& limit : expect(*limits, Json::Type::array, place.inside("limits")).items)
                read_limit(expect(limit, Json::Type::object, place.inside("limits")), place.inside("limits"), joint);
        const Json* drives = json.find("drives");
        if (!drives) return;
        for (const Json& drive : expect(*drives, Json::Type::array, place.inside("drives")).items)
            read_drive(expect(drive, Json::Type::object, place.inside("drives")), place.inside("drives"), joint);
    }

    std::vector<int> axes_in(const Json& limit, const char* key, const JsonPlace& place) const {
        std::vector<int> axes;
        const Json* list = limit.find(key);
        if (!list) return axes;
        for (const Json& axis : expect(*list, Json::Type::array, place.inside(key)).items) {
            const double a = expect(axis, Json::Type::number, place.inside(key)).number;
            if (a != 0 && a != 1 && a != 2)
                throw Error({place.inside(key).at(axis), "axis " + short_number(a, 6), "0, 1 or 2", ""});
            axes.push_back(static_cast<int>(a));
        }
        return axes;
    }

    void read_limit(const Json& limit, const JsonPlace& place, BoneJoint& joint) {
        const std::vector<int> linear = axes_in(limit, "linearAxes", place),
                               angular = axes_in(limit, "angularAxes", place);
        if (linear.empty() == angular.empty())
            throw Error(
                {place.at(limit), "not one of \"linearAxes\" and \"angularAxes\"", "the axes that are limited", ""});
        if (limit.find("stiffness") || limit.find("damping")) note("soft limits of joints are taken as hard ones");
        const auto end = [&](const char* key, double fallback) {
            const double v = number_in(limit, key, fallback, place);
            return angular.empty() ? v : on_grid(degrees(v));
        };
        JointRange range{end("min", -unlimited), end("max", unlimited)};
        if (linear.size() == 3 && range.high > 0) {  // a distance, unless it is bound by something else
            joint.rows = BoneJoint::Rows::distance;
            joint.distance = {std::max(range.low, 0.0), range.high};
            return;
        }
        const std::vector<int>& axes = linear.empty() ? angular : linear;
        if (axes.size() > 1) {
            if (axes.size() == 3 && range.high > 0) note("limits about three axes at once are taken about each");
            if (linear.size() == 2 && range.high > 0) note("limits of a joint to a cylinder are taken as a box");
            range.low = -range.high;
        }
        for (const int axis : axes)
            (linear.empty() ? joint.turn : joint.move)[axis] = {range.low + 0.0, range.high + 0.0};
    }

    void read_drive(const Json& json, const JsonPlace& place, BoneJoint& joint) {
        const std::string type = text_in(json, "type", place);
        if (type != "angular" && type != "linear")
            throw Error({place.at(json), "a drive of type " + in_quotes(type), "\"linear\" or \"angular\"", ""});
        const bool angular = type == "angular";
        if (text_in(json, "mode", place) == "acceleration")
            note("drives that give accelerations are taken to give forces");
        if (number_in(json, "velocityTarget", 0, place) != 0) note("target speeds of drives are left out");
        JointDrive drive;
        drive.stiffness = number_in(json, "stiffness", 0, place);
        drive.damping = number_in(json, "damping", 0, place);
        drive.max_force = number_in(json, "maxForce", unlimited, place);
        const double target = number_in(json, "positionTarget", 0, place);
        drive.target = on_grid(angular ? degrees(target) : target);
        if (joint.drive.any() && !(joint.drive == drive))
            return note("drives of a joint that differ from its first are left out");
        joint.drive = drive;
    }

    const GltfModel& model_;
    const Json& document_;
    const std::string& name_;
    Creature& creature_;
    std::vector<Placed> nodes_;
    const Json *shapes_ = nullptr, *materials_ = nullptr, *joints_ = nullptr, *node_json_ = nullptr;
    std::vector<size_t> joint_nodes_, bone_nodes_;
    size_t bone_node_ = ~size_t{0};  // of the bone that was begun last
    std::set<std::string> bone_names_, joint_names_;
};

}  // namespace

std::vector<size_t> read_gltf_physics(const GltfModel& model, const Json& document, const std::string& name,
                                      Creature& creature) {
    return PhysicsReader(model, document, name, creature).read();
}

}  // namespace pliant
