#include "assets/creature_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/trig.h"

namespace pliant {
namespace {

std::string numbers(const Vec3d& v) {
    return fmt::format("[{}, {}, {}]", number_json(on_grid(v.x)), number_json(on_grid(v.y)), number_json(on_grid(v.z)));
}

class Sections {
  public:
    Sections(const Creature& creature, const std::string& body, const CreaturePlace& place, const Json* drives)
        : c_(creature), body_(body), place_(place), drives_(drives) {}

    Json read() const {
        std::string colliders, joints;
        for (const Bone& bone : c_.bones) add_bone(bone, colliders, joints);
        for (const BoneJoint& joint : c_.joints) add(joints, joint.name, joint_entry(joint));
        const std::string text = fmt::format(
            "{{ \"bodies\": {{ {}: {} }}, \"colliders\": {{ {} }}, \"joints\": {{ {} }}, \"attachments\": {{ {} }} }}",
            quoted_json(body_), json_text(c_.body), colliders, joints, attachments());
        return parse_json(text, c_.name);
    }

  private:
    std::string full(const std::string& name) const { return body_ + "/" + name; }
    void add(std::string& list, const std::string& name, const std::string& json) const {
        list += (list.empty() ? "" : ",\n") + quoted_json(full(name)) + ": " + json;
    }
    std::string pose_keys(const Transformd& pose) const {
        return fmt::format("\"position\": {}, \"rotation\": {}", numbers(pose.position),
                           numbers(degrees_from_rotation(pose.rotation)));
    }
    Transformd placed(const Transformd& pose) const {
        return from_frame(place_.pose, {pose.position * place_.scale, pose.rotation});
    }

    std::string shape_keys(const BonePiece& piece) const {
        const double s = place_.scale;
        switch (piece.shape) {
            case BonePiece::Shape::sphere: return "\"shape\": \"sphere\", \"radius\": " + number_json(piece.radius * s);
            case BonePiece::Shape::capsule:
                return fmt::format("\"shape\": \"capsule\", \"radius\": {}, \"height\": {}",
                                   number_json(piece.radius * s),
                                   number_json(on_grid((piece.length + 2 * piece.radius) * s)));
            case BonePiece::Shape::box: return "\"shape\": \"box\", \"size\": " + numbers(piece.size * s);
            case BonePiece::Shape::hull: break;
        }
        std::string points;
        for (const Vec3& p : piece.points) points += (points.empty() ? "" : ", ") + numbers(p.to<double>() * s);
        return "\"shape\": \"hull\", \"points\": [" + points + "]";
    }

    // How much of a bone's mass falls to a piece; that of a hull is guessed by its box.
    static double volume(const BonePiece& piece) {
        const double r = piece.radius;
        switch (piece.shape) {
            case BonePiece::Shape::sphere: return 4 * pi / 3 * r * r * r;
            case BonePiece::Shape::capsule: return pi * r * r * (4 * r / 3 + piece.length);
            case BonePiece::Shape::box: return piece.size.x * piece.size.y * piece.size.z;
            case BonePiece::Shape::hull: break;
        }
        Box box;
        for (const Vec3& p : piece.points) box.add(p);
        return 0.5 * static_cast<double>(box.size().x) * box.size().y * box.size().z;
    }

    // Bones touch nothing: the body does that for them, and they feel it through what holds the body to them.
    std::string collider(const Bone& bone, const BonePiece& piece, double share) const {
        return collider(bone, shape_keys(piece), placed(from_frame(bone.pose, piece.pose)), share);
    }
    std::string compound(const Bone& bone) const {
        std::string parts;
        for (const BonePiece& piece : bone.pieces)
            parts += (parts.empty() ? "{ " : ", { ") + shape_keys(piece) + ", " +
                     pose_keys({piece.pose.position * place_.scale, piece.pose.rotation}) + " }";
        return collider(bone, "\"shape\": \"compound\", \"parts\": [" + parts + "]", placed(bone.pose), 1);
    }
    std::string collider(const Bone& bone, const std::string& shape, const Transformd& pose, double share) const {
        std::string keys = shape + ", " + pose_keys(pose);
        static constexpr const char* motions[] = {"dynamic", "kinematic", "static"};
        keys += fmt::format(", \"motion\": \"{}\", \"collides_with\": []", motions[static_cast<size_t>(bone.motion)]);
        const double volume_scale = place_.scale * place_.scale * place_.scale;
        if (bone.mass) keys += ", \"mass\": " + number_json(*bone.mass * volume_scale * share);
        if (bone.density) keys += ", \"density\": " + number_json(*bone.density);
        if (bone.friction) keys += ", \"friction\": " + number_json(*bone.friction);
        if (bone.restitution) keys += ", \"restitution\": " + number_json(*bone.restitution);
        if (bone.gravity_scale != 1) keys += ", \"gravity_scale\": " + number_json(bone.gravity_scale);
        return "{ " + keys + " }";
    }

    static bool is_compound(const Bone& bone) {
        const auto is_hull = [](const BonePiece& piece) { return piece.shape == BonePiece::Shape::hull; };
        return bone.pieces.size() > 1 && std::none_of(bone.pieces.begin(), bone.pieces.end(), is_hull);
    }
    // A bone of several pieces, of which one is a hull, is several that do not move against each other.
    static size_t colliders_of(const Bone& bone) { return is_compound(bone) ? 1 : bone.pieces.size(); }
    static std::string piece_name(const Bone& bone, size_t piece) {
        return piece == 0 ? bone.name : bone.name + "/" + std::to_string(piece);
    }
    void add_bone(const Bone& bone, std::string& colliders, std::string& joints) const {
        if (is_compound(bone)) return add(colliders, bone.name, compound(bone));
        double all = 0;
        for (const BonePiece& piece : bone.pieces) all += volume(piece);
        for (size_t i = 0; i < bone.pieces.size(); ++i) {
            const std::string name = piece_name(bone, i);
            add(colliders, name, collider(bone, bone.pieces[i], all > 0 ? volume(bone.pieces[i]) / all : 1.0));
            if (i == 0 || bone.motion != BoneMotion::moving) continue;
            add(joints, name,
                fmt::format("{{ \"kind\": \"fixed\", \"a\": {}, \"b\": {}, {} }}", quoted_json(full(bone.name)),
                            quoted_json(full(name)), pose_keys(placed(bone.pose))));
        }
    }

    static void add_number(std::string& keys, const char* key, double v) {
        if (std::isfinite(v)) keys += fmt::format(", \"{}\": {}", key, number_json(v));
    }
    // "move": ["locked", …], "move_low": […], "move_high": […]
    static void add_axes(std::string& keys, const char* name, const JointRange (&r)[3], double scale) {
        constexpr double far = 1e6;  // one side of a range may have no end
        std::string modes;
        double low[3], high[3];
        for (size_t k = 0; k < 3; ++k) {
            modes += std::string(k ? ", " : "") + (r[k].is_locked() ? "\"locked\""
                                                   : r[k].is_free() ? "\"free\""
                                                                    : "\"limited\"");
            const bool limited = !r[k].is_locked() && !r[k].is_free();
            low[k] = limited ? std::max(r[k].low * scale, -far) : 0;
            high[k] = limited ? std::min(r[k].high * scale, far) : 0;
        }
        keys += fmt::format(", \"{0}\": [{1}], \"{0}_low\": {2}, \"{0}_high\": {3}", name, modes,
                            numbers({low[0], low[1], low[2]}), numbers({high[0], high[1], high[2]}));
    }

    void add_limits(std::string& keys, const BoneJoint& j) const {
        const std::string kind = j.kind();
        const double s = place_.scale;
        if (kind == "spherical") {
            add_number(keys, "swing_y", j.turn[1].high), add_number(keys, "swing_z", j.turn[2].high);
            add_number(keys, "twist_low", j.turn[0].low), add_number(keys, "twist_high", j.turn[0].high);
        } else if (kind == "revolute") {
            add_number(keys, "low", j.turn[0].low), add_number(keys, "high", j.turn[0].high);
        } else if (kind == "distance") {
            add_number(keys, "low", j.distance.low * s), add_number(keys, "high", j.distance.high * s);
        } else if (kind == "pulley") {
            keys += fmt::format(", \"wheel_a\": {}, \"wheel_b\": {}", numbers(placed({j.wheel_a, {}}).position),
                                numbers(placed({j.wheel_b, {}}).position));
            add_number(keys, "high", j.rope * s), add_number(keys, "ratio", j.ratio);
        } else if (kind == "six_dof") {
            add_axes(keys, "move", j.move, s), add_axes(keys, "turn", j.turn, 1);
        } else {
            add_number(keys, "low", j.move[0].low * s), add_number(keys, "high", j.move[0].high * s);
        }
    }

    std::string joint_entry(const BoneJoint& j) const {
        std::string keys = fmt::format("\"kind\": \"{}\"", j.kind());
        if (!j.a.empty()) keys += ", \"a\": " + quoted_json(full(j.a));
        if (!j.b.empty()) keys += ", \"b\": " + quoted_json(full(j.b));
        keys += ", " + pose_keys(placed(j.pose));
        if (j.kind() != "fixed" && j.kind() != "point_in_plane") add_limits(keys, j);
        if (is_driven(j)) {
            keys += driven_keys(j);
        } else if (j.drive.any()) {
            add_number(keys, "stiffness", j.drive.stiffness), add_number(keys, "damping", j.drive.damping);
            add_number(keys, "max_force", j.drive.max_force), add_number(keys, "target", j.drive.target);
            add_number(keys, "strength", j.strength);
        }
        add_number(keys, "break_force", j.break_force), add_number(keys, "break_torque", j.break_torque);
        if (j.collide) keys += ", \"collide\": true";
        return "{ " + keys + " }";
    }

    // By what is said for all. Bones that hang in the other order than the joint has them follow nothing.
    bool is_driven(const BoneJoint& j) const {
        const std::string kind = j.kind();
        return drives_ && (kind == "spherical" || kind == "revolute" || kind == "six_dof") && c_.bone(j.b) &&
               c_.bone(j.b)->parent == j.a;
    }
    std::string driven_keys(const BoneJoint& j) const {
        std::string keys;
        for (const auto& [key, value] : drives_->members)
            keys += fmt::format(", \"{}\": {}", key,
                                key == "follow" ? quoted_json(value.text + "/" + j.b) : json_text(value));
        return keys;
    }

    std::string attachments() const {
        std::string list;
        for (const auto& [name, given] : c_.attachments.members) {
            Json entry = given;
            if (Json* to = entry.find("to")) to->text = full(to->text);
            std::string keys = json_text(entry);
            add(list, name,
                "{ \"body\": " + quoted_json(body_) + (entry.members.empty() ? " }" : ", " + keys.substr(2)));
        }
        if (!c_.attachments.members.empty()) return list;
        // Each particle to one bone alone: two that both hold it would pull at it where they bend.
        std::string bones;
        for (const Bone& bone : c_.bones)
            for (size_t i = 0; i < colliders_of(bone); ++i)
                bones += (bones.empty() ? "" : ", ") + quoted_json(full(piece_name(bone, i)));
        if (!bones.empty())
            add(list, "bones",
                fmt::format("{{ \"body\": {}, \"where\": {{ \"overlap\": true }}, \"to\": [{}] }}", quoted_json(body_),
                            bones));
        return list;
    }

    const Creature& c_;
    const std::string& body_;
    const CreaturePlace& place_;
    const Json* drives_;
};

}  // namespace

Json creature_sections(const Creature& creature, const std::string& body, const CreaturePlace& place,
                       const Json* drives) {
    return Sections(creature, body, place, drives).read();
}

}  // namespace pliant
