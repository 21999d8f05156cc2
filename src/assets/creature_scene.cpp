#include "assets/creature_scene.h"

#include <algorithm>

#include "assets/value_reader.h"
#include "core/trig.h"
#include "world/parameters.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {
namespace {

// On the grid of files, so that a creature stands for the same whether it was read or made.
Vec3d gridded(const Vec3d& v) { return {on_grid(v.x) + 0.0, on_grid(v.y) + 0.0, on_grid(v.z) + 0.0}; }

class PartsBuilder {
  public:
    PartsBuilder(const Creature& creature, const std::string& body, const CreaturePlace& place,
                 const ParameterSet* drives)
        : c_(creature), body_(body), place_(place), drives_(drives) {}

    CreatureParts build() {
        for (const Bone& bone : c_.bones) add_bone(bone);
        for (const BoneJoint& joint : c_.joints) add_joint(joint);
        add_attachments();
        return std::move(parts_);
    }

  private:
    std::string full(const std::string& name) const { return body_ + "/" + name; }
    std::string where(const char* section, const std::string& name) const {
        return c_.name + ": " + section + "." + full(name);
    }
    // Sets values of an entry; errors say which one.
    template <class F>
    static void in(const std::string& where, F&& f) {
        try {
            f();
        } catch (const Error& e) {
            throw e.inside(where);
        }
    }
    Transformd placed(const Transformd& pose) const {
        return from_frame(place_.pose, {pose.position * place_.scale, pose.rotation});
    }
    static void set_pose(ParameterSet& p, u16 position, u16 rotation, const Transformd& pose) {
        p.set(position, gridded(pose.position));
        p.set(rotation, gridded(degrees_from_rotation(pose.rotation)));
    }

    // ---- bones

    void set_shape(SceneCollider& collider, ParameterSet& p, const BonePiece& piece) const {
        const double s = place_.scale;
        switch (piece.shape) {
            case BonePiece::Shape::sphere:
                p.set(ColliderP::shape, "sphere");
                p.set(ColliderP::radius, piece.radius * s);
                break;
            case BonePiece::Shape::capsule:
                p.set(ColliderP::shape, "capsule");
                p.set(ColliderP::radius, piece.radius * s);
                p.set(ColliderP::height, on_grid((piece.length + 2 * piece.radius) * s));
                break;
            case BonePiece::Shape::box:
                p.set(ColliderP::shape, "box");
                p.set(ColliderP::size, gridded(piece.size * s));
                break;
            case BonePiece::Shape::hull:
                p.set(ColliderP::shape, "hull");
                for (const Vec3& point : piece.points)
                    collider.points.push_back(gridded(point.to<double>() * s).to<float>());
        }
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
    void set_bone(ParameterSet& p, const Bone& bone, const Transformd& pose, double share) const {
        static constexpr const char* motions[] = {"dynamic", "kinematic", "static"};
        set_pose(p, ColliderP::position, ColliderP::rotation, pose);
        p.set(ColliderP::motion, motions[static_cast<size_t>(bone.motion)]);
        p.set(ColliderP::collides_with, std::vector<std::string>{});
        const double volume_scale = place_.scale * place_.scale * place_.scale;
        if (bone.mass) p.set(ColliderP::mass, *bone.mass * volume_scale * share);
        if (bone.density) p.set(ColliderP::density, *bone.density);
        if (bone.friction) p.set(ColliderP::friction, *bone.friction);
        if (bone.restitution) p.set(ColliderP::restitution, *bone.restitution);
        if (bone.gravity_scale != 1) p.set(ColliderP::gravity_scale, bone.gravity_scale);
    }

    void add_compound(const Bone& bone) {
        SceneCollider collider{full(bone.name), where("colliders", bone.name), ParameterSet(collider_table)};
        in(collider.where, [&] {
            collider.parameters.set(ColliderP::shape, "compound");
            for (const BonePiece& piece : bone.pieces) {
                ParameterSet& part = collider.parts.emplace_back(collider_table);
                set_shape(collider, part, piece);
                set_pose(part, ColliderP::position, ColliderP::rotation,
                         {piece.pose.position * place_.scale, piece.pose.rotation});
            }
            set_bone(collider.parameters, bone, placed(bone.pose), 1);
        });
        parts_.colliders.push_back(std::move(collider));
    }

    void add_piece(const Bone& bone, const BonePiece& piece, const std::string& name, double share) {
        SceneCollider collider{full(name), where("colliders", name), ParameterSet(collider_table)};
        in(collider.where, [&] {
            set_shape(collider, collider.parameters, piece);
            set_bone(collider.parameters, bone, placed(from_frame(bone.pose, piece.pose)), share);
        });
        parts_.colliders.push_back(std::move(collider));
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
    void add_bone(const Bone& bone) {
        if (is_compound(bone)) return add_compound(bone);
        double all = 0;
        for (const BonePiece& piece : bone.pieces) all += volume(piece);
        for (size_t i = 0; i < bone.pieces.size(); ++i) {
            const std::string name = piece_name(bone, i);
            add_piece(bone, bone.pieces[i], name, all > 0 ? volume(bone.pieces[i]) / all : 1.0);
            if (i > 0 && bone.motion == BoneMotion::moving) add_bond(bone, name);
        }
    }
    // Between the pieces of a bone.
    void add_bond(const Bone& bone, const std::string& piece) {
        SceneJoint joint{full(piece), where("joints", piece), ParameterSet(joint_table)};
        in(joint.where, [&] {
            ParameterSet& p = joint.parameters;
            p.set(JointP::kind, "fixed");
            p.set(JointP::a, full(bone.name));
            p.set(JointP::b, full(piece));
            set_pose(p, JointP::position, JointP::rotation, placed(bone.pose));
        });
        parts_.joints.push_back(std::move(joint));
    }

    // ---- joints

    static void set_number(ParameterSet& p, u16 row, double v) {
        if (std::isfinite(v)) p.set(row, v + 0.0);
    }
    static void set_axes(ParameterSet& p, u16 modes_row, u16 low_row, u16 high_row, const JointRange (&r)[3],
                         double scale) {
        constexpr double far = 1e6;  // one side of a range may have no end
        std::vector<std::string> modes;
        Vec3d low, high;
        for (int k = 0; k < 3; ++k) {
            modes.push_back(r[k].is_locked() ? "locked" : r[k].is_free() ? "free" : "limited");
            if (modes.back() != "limited") continue;
            low[k] = std::max(r[k].low * scale, -far);
            high[k] = std::min(r[k].high * scale, far);
        }
        p.set(modes_row, modes);
        p.set(low_row, gridded(low));
        p.set(high_row, gridded(high));
    }

    void set_limits(ParameterSet& p, const BoneJoint& j) const {
        const std::string kind = j.kind();
        const double s = place_.scale;
        if (kind == "spherical") {
            set_number(p, JointP::swing_y, j.turn[1].high);
            set_number(p, JointP::swing_z, j.turn[2].high);
            set_number(p, JointP::twist_low, j.turn[0].low);
            set_number(p, JointP::twist_high, j.turn[0].high);
        } else if (kind == "revolute") {
            set_number(p, JointP::low, j.turn[0].low);
            set_number(p, JointP::high, j.turn[0].high);
        } else if (kind == "distance") {
            set_number(p, JointP::low, j.distance.low * s);
            set_number(p, JointP::high, j.distance.high * s);
        } else if (kind == "pulley") {
            p.set(JointP::wheel_a, gridded(placed({j.wheel_a, {}}).position));
            p.set(JointP::wheel_b, gridded(placed({j.wheel_b, {}}).position));
            set_number(p, JointP::high, j.rope * s);
            set_number(p, JointP::ratio, j.ratio);
        } else if (kind == "six_dof") {
            set_axes(p, JointP::move_modes, JointP::move_low, JointP::move_high, j.move, s);
            set_axes(p, JointP::turn_modes, JointP::turn_low, JointP::turn_high, j.turn, 1);
        } else {
            set_number(p, JointP::low, j.move[0].low * s);
            set_number(p, JointP::high, j.move[0].high * s);
        }
    }

    void add_joint(const BoneJoint& j) {
        SceneJoint joint{full(j.name), where("joints", j.name), ParameterSet(joint_table)};
        in(joint.where, [&] { set_joint(joint.parameters, j); });
        parts_.joints.push_back(std::move(joint));
    }
    void set_joint(ParameterSet& p, const BoneJoint& j) const {
        const std::string kind = j.kind();
        p.set(JointP::kind, kind);
        if (!j.a.empty()) p.set(JointP::a, full(j.a));
        if (!j.b.empty()) p.set(JointP::b, full(j.b));
        set_pose(p, JointP::position, JointP::rotation, placed(j.pose));
        if (kind != "fixed" && kind != "point_in_plane") set_limits(p, j);
        if (is_driven(j)) {
            set_drives(p, j);
        } else if (j.drive.any()) {
            set_number(p, JointP::stiffness, j.drive.stiffness);
            set_number(p, JointP::damping, j.drive.damping);
            set_number(p, JointP::max_force, j.drive.max_force);
            set_number(p, JointP::target, j.drive.target);
            set_number(p, JointP::strength, j.strength);
        }
        set_number(p, JointP::break_force, j.break_force);
        set_number(p, JointP::break_torque, j.break_torque);
        if (j.collide) p.set(JointP::collide, 1.0);
    }

    // With the values for all joints. Bones in the opposite order to that of the joint follow nothing.
    bool is_driven(const BoneJoint& j) const {
        const std::string kind = j.kind();
        return drives_ && (kind == "spherical" || kind == "revolute" || kind == "six_dof") && c_.bone(j.b) &&
               c_.bone(j.b)->parent == j.a;
    }
    void set_drives(ParameterSet& p, const BoneJoint& j) const {
        for (const Parameter& row : joint_table.rows)
            if (drives_->is_explicit(row.id))
                p.set(row.id,
                      row.id == JointP::follow ? Value(drives_->text(row.id) + "/" + j.b) : drives_->value(row.id));
    }

    // ---- attachments

    void add_attachments() {
        for (const auto& [name, given] : c_.attachments.members) {
            SceneAttachment attachment{full(name), where("attachments", name), body_, ParameterSet(attachment_table)};
            ParameterSet* const sets[] = {&attachment.parameters};
            read_members(given, {c_.name, "attachments." + full(name)}, sets, {});
            if (given.find("to"))
                attachment.parameters.set(AttachmentP::to, full(*attachment.parameters.value(AttachmentP::to).text()));
            parts_.attachments.push_back(std::move(attachment));
        }
        if (!c_.attachments.members.empty() || c_.bones.empty()) return;
        // Each particle to one bone alone: two that both hold it would pull at it where they bend.
        std::vector<std::string> bones;
        for (const Bone& bone : c_.bones)
            for (size_t i = 0; i < colliders_of(bone); ++i) bones.push_back(full(piece_name(bone, i)));
        SceneAttachment all{full("bones"), where("attachments", "bones"), body_, ParameterSet(attachment_table)};
        all.parameters.set(AttachmentP::where_overlap, 1.0);
        all.parameters.set(AttachmentP::to, bones);
        parts_.attachments.push_back(std::move(all));
    }

    const Creature& c_;
    const std::string& body_;
    const CreaturePlace& place_;
    const ParameterSet* drives_;
    CreatureParts parts_;
};

}  // namespace

CreatureParts creature_parts(const Creature& creature, const std::string& body, const CreaturePlace& place,
                             const ParameterSet* drives) {
    return PartsBuilder(creature, body, place, drives).build();
}

}  // namespace pliant
