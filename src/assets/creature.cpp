#include "assets/creature.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "assets/creature_rig.h"
#include "assets/value_reader.h"
#include "body/registry.h"
#include "core/text.h"
#include "geometry/tet_quality.h"
#include "world/parameters.h"

namespace pliant {

Creature::Creature() { body.type = attachments.type = Json::Type::object; }

const Bone* Creature::bone(const std::string& wanted) const {
    for (const Bone& b : bones)
        if (b.name == wanted) return &b;
    return nullptr;
}

// The table of rigid/joint.h, read backwards.
std::string BoneJoint::kind() const {
    if (rows == Rows::distance) return "distance";
    if (rows == Rows::pulley) return "pulley";
    const bool slides = move[1].is_locked() && move[2].is_locked(), stays = slides && move[0].is_locked();
    const bool hinges = turn[1].is_locked() && turn[2].is_locked(), looks_ahead = hinges && turn[0].is_locked();
    const bool tumbles = turn[0].is_free() && turn[1].is_free() && turn[2].is_free();
    if (stays && looks_ahead) return "fixed";
    if (stays && hinges) return "revolute";
    if (stays && turn[1].is_symmetric() && turn[2].is_symmetric()) return "spherical";
    if (slides && looks_ahead) return "prismatic";
    if (slides && hinges && turn[0].is_free()) return "cylindrical";
    if (slides && tumbles) return "point_on_line";
    if (move[0].is_locked() && move[1].is_free() && move[2].is_free() && tumbles) return "point_in_plane";
    return "six_dof";
}

// Divided by whole numbers, so that 0.3 is the number that is written so.
double on_grid(double v, double step) {
    const double per_unit = std::round(1 / step);
    return std::round(v * per_unit) / per_unit;
}

Transformd on_grid(const Transformd& t, double step) {
    const auto g = [&](double v) { return on_grid(v, step); };
    const Quatd& q = t.rotation;
    return {{g(t.position.x), g(t.position.y), g(t.position.z)}, {g(q.x), g(q.y), g(q.z), g(q.w)}};
}

Transformd from_frame(const Transformd& frame, const Transformd& local) {
    return Transformd{frame.position, normalized(frame.rotation)} * local;
}

Transformd in_frame(const Transformd& frame, const Transformd& world) {
    const Quatd back = conjugate(normalized(frame.rotation));
    return {back * (world.position - frame.position), back * world.rotation};
}

TetPlace place_in_tet(u32 tet, const Vec3& w) { return {tet, {w.x, w.y, w.z, 1 - (w.x + w.y + w.z)}}; }

void set_volume(Creature& creature, TetMesh volume, const std::string& where) {
    std::vector<u8> turned(volume.tets.size(), 0);
    u64 count = 0;
    for (size_t t = 0; t < volume.tets.size(); ++t) {
        TetPoints& tet = volume.tets[t];
        const std::string which = where + ", tet " + with_commas(t + 1);
        for (const u32 p : tet)
            if (p >= volume.points.size() || !is_finite(volume.points[p]))
                throw Error({which, "a corner that is not there or not finite", "points of the volume", ""});
        turned[t] = tet_volume(volume, tet) < 0;
        count += turned[t];
        if (turned[t]) std::swap(tet[2], tet[3]);
        if (!(tet_volume(volume, tet) > 0)) throw Error({which, "it has no volume", "four corners apart", ""});
    }
    if (volume.tets.empty()) throw Error({where, "there are no tets in it", "a volume", ""});
    for (TetPlace& place : creature.places)
        if (place.tet < turned.size() && turned[place.tet]) std::swap(place.weight[2], place.weight[3]);
    if (count) creature.notes.push_back(counted(count, "tets") + " inside out; turned");
    creature.mesh.volume = std::make_shared<const TetMesh>(std::move(volume));
}

std::vector<u32> vertices_by_point(const Mesh& mesh) {
    std::vector<u8> used(mesh.vertex_point.size(), 0), has_used(mesh.points.size(), 0);
    for (const u32 v : mesh.face_vertex) used[v] = has_used[mesh.vertex_point[v]] = 1;
    for (u32 v = 0; v < used.size(); ++v)
        if (!has_used[mesh.vertex_point[v]]) used[v] = has_used[mesh.vertex_point[v]] = 1;
    std::vector<u32> order;
    for (u32 v = 0; v < used.size(); ++v)
        if (used[v]) order.push_back(v);
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) {
        return mesh.vertex_point[a] != mesh.vertex_point[b] ? mesh.vertex_point[a] < mesh.vertex_point[b] : a < b;
    });
    return order;
}

std::vector<u32> vertices_of_file(const Mesh& mesh) {
    std::vector<u32> vertices, doubled;
    for (const u32 v : vertices_by_point(mesh))
        (mesh.vertex_point[v] == vertices.size() ? vertices : doubled).push_back(v);
    vertices.insert(vertices.end(), doubled.begin(), doubled.end());
    return vertices;
}

Vec3 unit_normal(const Vec3& n) {
    const double l = length_squared(n.to<double>());
    return std::fabs(l - 1) < 1e-6 ? n : direction(n.to<double>(), Vec3d{0, 1, 0}).to<float>();
}

namespace {

class Checks {
  public:
    Checks(const Creature& creature, const std::string& name) : c_(creature), name_(name) {}

    void run() {
        check_body();
        check_places();
        for (const Bone& bone : c_.bones) check_bone(bone);
        for (const Bone& bone : c_.bones) check_parents(bone);
        std::set<std::string> names;
        for (const BoneJoint& joint : c_.joints) {
            const std::string where = "joint " + in_quotes(joint.name);
            check_name(names, joint.name, where);
            check_joint(joint, where);
        }
        check_attachments();
        check_rig(c_, name_);
    }

  private:
    [[noreturn]] void fail(const std::string& where, const std::string& wrong, const std::string& expected) const {
        throw Error({name_ + ": " + where, wrong, expected, ""});
    }
    void need(bool right, const std::string& where, const std::string& what, double v, const char* expected) const {
        if (!right) fail(where, what + " is " + short_number(v, 9), expected);
    }
    void check_name(std::set<std::string>& names, const std::string& name, const std::string& where) const {
        if (name.empty() || name.find_first_of("./") != std::string::npos)
            fail(where, name.empty() ? "it has no name" : "the name " + in_quotes(name),
                 "a name without dots and slashes");
        if (!names.insert(name).second) fail(where, "there are two of that name", "a name of its own");
    }

    void check_body() const {
        const Json* kind_name = c_.body.find("kind");
        const Kind* kind = kind_name ? find_kind(kind_name->text) : nullptr;
        if (kind_name && !kind)
            fail("kind", "there is no kind " + in_quotes(kind_name->text), "one of: " + kind_names());
        if (!kind) kind = &default_kind();
        ParameterSet common(body_table), own(kind->parameters);
        const JsonPlace place{name_, "body"};
        if (const Json* preset = c_.body.find("preset")) {
            try {
                own.set_preset(expect(*preset, Json::Type::text, place.inside("preset")).text);
            } catch (const Error& e) {
                throw e.trouble().where.empty() ? e.inside(place.inside("preset").at(*preset)) : e;
            }
        }
        ParameterSet* const sets[] = {&own, &common};
        static const std::vector<std::string> others = {"kind", "preset"};
        read_members(c_.body, place, sets, others);
    }

    void check_places() const {
        if (c_.places.empty()) return;
        const u64 tets = c_.mesh.volume ? c_.mesh.volume->tets.size() : 0;
        if (c_.places.size() != c_.mesh.points.size())
            fail("barycentric", with_commas(c_.places.size()) + " places",
                 with_commas(c_.mesh.points.size()) + ", one a point");
        const double tolerance = 1e-3 * length(c_.mesh.bounds().size().to<double>());
        for (size_t p = 0; p < c_.places.size(); ++p) {
            const TetPlace& place = c_.places[p];
            const std::string where = "barycentric place of point " + with_commas(p + 1);
            if (place.tet >= tets) fail(where, "tet " + with_commas(place.tet + 1ull), "one of " + with_commas(tets));
            Vec3d at;
            for (int k = 0; k < 4; ++k)
                at += c_.mesh.volume->points[c_.mesh.volume->tets[place.tet][k]].to<double>() * place.weight[k];
            const double off = length(at - c_.mesh.points[p].to<double>());
            need(off <= tolerance, where, "the distance from the point", off,
                 "the point itself, within a thousandth of the size");
        }
    }

    void check_bone(const Bone& bone) {
        const std::string where = "bone " + in_quotes(bone.name);
        check_name(bones_, bone.name, where);
        check_pose(bone.pose, where);
        if (bone.pieces.empty()) fail(where, "it has no shape", "a sphere, capsule, box or hull");
        for (const BonePiece& piece : bone.pieces) check_piece(piece, where);
        if (bone.mass) need(*bone.mass > 0 && *bone.mass < 1e12, where, "mass", *bone.mass, "more than 0 [kg]");
        if (bone.density)
            need(*bone.density > 0 && *bone.density < 1e9, where, "density", *bone.density, "more than 0 [kg/m³]");
        if (bone.friction)
            need(*bone.friction >= 0 && *bone.friction <= 10, where, "friction", *bone.friction, "0 to 10");
        if (bone.restitution)
            need(*bone.restitution >= 0 && *bone.restitution <= 1, where, "restitution", *bone.restitution, "0 to 1");
        need(std::fabs(bone.gravity_scale) <= 1e6, where, "gravity_scale", bone.gravity_scale, "a finite number");
    }

    void check_parents(const Bone& bone) const {
        const std::string where = "bone " + in_quotes(bone.name);
        size_t steps = 0;
        for (const Bone* b = &bone; !b->parent.empty(); b = c_.bone(b->parent)) {
            if (!bones_.count(b->parent))
                fail("bone " + in_quotes(b->name), "there is no bone " + in_quotes(b->parent), "a bone as its parent");
            if (++steps > c_.bones.size()) fail(where, "it is its own parent", "bones that form a tree");
        }
    }

    void check_pose(const Transformd& pose, const std::string& where) const {
        if (!is_finite(pose.position) || length(pose.position) > 1e6)
            fail(where, "its position is not finite or far away", "a place [m]");
        const Quatd& q = pose.rotation;
        const double l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        need(std::fabs(l - 1) < 1e-3, where, "the length of its rotation", l, "1: a unit quaternion");
    }

    void check_piece(const BonePiece& piece, const std::string& where) const {
        check_pose(piece.pose, where);
        const auto size = [&](const char* what, double v) {
            need(v > 0 && v < 1e6, where, what, v, "more than 0 [m]");
        };
        switch (piece.shape) {
            case BonePiece::Shape::capsule:
                need(piece.length >= 0 && piece.length < 1e6, where, "height", piece.length, "0 or more [m]");
                [[fallthrough]];
            case BonePiece::Shape::sphere: size("radius", piece.radius); break;
            case BonePiece::Shape::box:
                size("size x", piece.size.x);
                size("size y", piece.size.y);
                size("size z", piece.size.z);
                break;
            case BonePiece::Shape::hull:
                if (piece.points.size() < 4)
                    fail(where, "a hull of " + counted(piece.points.size(), "points"), "4 or more");
                for (const Vec3& p : piece.points)
                    if (!is_finite(p)) fail(where, "a point of its hull is not finite", "places of points [m]");
        }
    }

    void check_joint(const BoneJoint& j, const std::string& where) const {
        check_pose(j.pose, where);
        for (const std::string* end : {&j.a, &j.b}) {
            if (end->empty() || bones_.count(*end)) continue;
            const std::string meant = nearest_name(*end, {bones_.begin(), bones_.end()});
            throw Error({name_ + ": " + where, "there is no bone " + in_quotes(*end), "",
                         meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?"});
        }
        if (j.a == j.b)
            fail(where, j.a.empty() ? "it holds no bone" : "it holds " + in_quotes(j.a) + " to itself",
                 "two bones, or one and the world");
        for (const JointRange& r : j.move) check_range(r, 1e6, where);
        for (const JointRange& r : j.turn) check_range(r, 360, where);
        if (j.rows == BoneJoint::Rows::distance) {
            check_range(j.distance, 1e6, where);
            need(j.distance.low >= 0, where, "least distance", j.distance.low, "0 or more [m]");
        }
        if (j.rows == BoneJoint::Rows::pulley)
            need(j.rope > 0 && j.rope < 1e6 && j.ratio > 0 && j.ratio < 1e6 && is_finite(j.wheel_a) &&
                     is_finite(j.wheel_b),
                 where, "rope", j.rope, "a rope and a ratio above 0, wheels at finite places");
        for (const double v : {j.drive.stiffness, j.drive.damping, j.drive.max_force, j.break_force, j.break_torque})
            need(v >= 0, where, "a stiffness, damping or force", v, "0 or more");
        need(std::isfinite(j.drive.stiffness + j.drive.damping + j.drive.target), where, "its drive", j.drive.target,
             "finite numbers");
        need(j.strength >= 0 && j.strength <= 1, where, "strength", j.strength, "0 to 1");
    }
    void check_range(const JointRange& r, double most, const std::string& where) const {
        if (!(r.low <= r.high))
            fail(where, "a limit from " + short_number(r.low, 6) + " to " + short_number(r.high, 6),
                 "the low end first");
        for (const double v : {r.low, r.high})
            need(std::fabs(v) <= most || std::isinf(v), where, "a limit", v,
                 most == 360 ? "at most 360 degrees" : "a distance [m]");
    }

    void check_attachments() const {
        std::set<std::string> names;
        for (const auto& [name, entry] : c_.attachments.members) {
            const std::string where = "attachment " + in_quotes(name);
            check_name(names, name, where);
            const JsonPlace place{name_, "attachments." + name};
            if (const Json* body = expect(entry, Json::Type::object, place).find("body"))
                throw Error({place.inside("body").at(*body), "\"body\" in a file of one body", "", "leave it out"});
            const Json* to = entry.find("to");
            if (to && !bones_.count(expect(*to, Json::Type::text, place.inside("to")).text))
                throw_unknown_name(name_ + ": " + where, "bone", to->text, {bones_.begin(), bones_.end()},
                                   "bones in the file");
        }
    }

    const Creature& c_;
    const std::string& name_;
    std::set<std::string> bones_;
};

}  // namespace

void check_creature(const Creature& creature, const std::string& name) { Checks(creature, name).run(); }

}  // namespace pliant
