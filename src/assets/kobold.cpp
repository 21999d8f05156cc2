#include "assets/kobold.h"

#include <algorithm>
#include <cmath>

#include "assets/kobold_rig.h"
#include "geometry/kobold_landmarks.h"
#include "geometry/shapes.h"
#include "geometry/tetrahedralize.h"
#include "rig/node.h"

namespace pliant {
namespace {

using namespace kobold;

// A frame whose x axis points along `x`, with y as near to `near_y` as can be. Limbs bend about z of such a frame.
Quatd frame(const Vec3d& x, const Vec3d& near_y) {
    const Vec3d a = direction(x, Vec3d{1, 0, 0}), c = direction(cross(a, near_y), Vec3d{0, 0, 1}), b = cross(c, a);
    return rotation_of({{a, b, c}});
}

struct Side {
    bool left;
    Vec3d operator()(const Vec3d& p) const { return left ? p : right(p); }
    std::string name(const char* part) const { return std::string(part) + (left ? " left" : " right"); }
};

class KoboldBuilder {
  public:
    Creature build() {
        creature_.name = "kobold";
        creature_.body = parse_json(R"({ "kind": "flesh", "youngs_modulus": 4e4, "poisson_ratio": 0.45, "density": 1000,
            "damping": 0.02, "friction": 0.8 })",
                                    "kobold");
        fill();
        add_trunk();
        for (const bool left : {true, false}) add_limbs({left});
        add_tail();
        for (const BoneJoint& joint : creature_.joints) bone(joint.b).parent = joint.a;
        add_kobold_skin(creature_);
        add_kobold_walk(creature_);
        return std::move(creature_);
    }

  private:
    void fill() {
        Mesh& mesh = creature_.mesh;
        mesh = make_shape({"kobold", {}, 0});
        std::vector<TrianglePoints> triangles;
        for (const auto& t : triangulate(mesh).triangles)
            triangles.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
        mesh.volume = std::make_shared<const TetMesh>(tetrahedralize(mesh.points, triangles, {0.0725f, 1}).mesh);
        creature_.places = embed(*mesh.volume, mesh.points);
        for (TetPlace& p : creature_.places) p = place_in_tet(p.tet, {p.weight[0], p.weight[1], p.weight[2]});
    }

    Bone& bone(const std::string& name) {
        return *std::find_if(creature_.bones.begin(), creature_.bones.end(),
                             [&](const Bone& b) { return b.name == name; });
    }
    Bone& add_bone(const std::string& name, const Transformd& pose) {
        Bone bone;
        bone.name = name;
        bone.pose = on_grid(pose);
        bone.density = 1100;
        bone.friction = 0.6;
        creature_.bones.push_back(std::move(bone));
        return creature_.bones.back();
    }

    // From near one place to near the other: joints have room between bones.
    void add_capsule(const std::string& name, const Vec3d& from, const Vec3d& to, double radius) {
        const Vec3d along = to - from;
        const Quatd about = frame(along, {0, 0, 1}),
                    to_y{0, 0, -std::sqrt(0.5), std::sqrt(0.5)};  // y of a capsule is x of a limb
        BonePiece piece;
        piece.shape = BonePiece::Shape::capsule;
        piece.radius = radius;
        piece.length = on_grid(std::max(0.01, 0.9 * length(along) - 2 * radius));
        add_bone(name, {(from + to) * 0.5, about * to_y}).pieces.push_back(std::move(piece));
    }

    BoneJoint& add_joint(const std::string& name, const std::string& a, const std::string& b, const Vec3d& at,
                         const Quatd& rotation) {
        BoneJoint joint;
        joint.name = name;
        joint.a = a;
        joint.b = b;
        joint.pose = on_grid({at, rotation});
        creature_.joints.push_back(std::move(joint));
        return creature_.joints.back();
    }
    void add_ball(const std::string& name, const std::string& a, const std::string& b, const Vec3d& at,
                  const Vec3d& along, double swing, double twist) {
        BoneJoint& joint = add_joint(name, a, b, at, frame(along, {0, 0, 1}));
        joint.turn[0] = {-twist, twist};
        joint.turn[1] = joint.turn[2] = {-swing, swing};
    }
    // About `axis`: from `low` to `high` degrees.
    void add_hinge(const std::string& name, const std::string& a, const std::string& b, const Vec3d& at,
                   const Vec3d& axis, double low, double high) {
        add_joint(name, a, b, at, frame(axis, {0, 1, 0})).turn[0] = {low, high};
    }

    void add_trunk() {
        BonePiece pelvis;  // a hull, wider above than below
        pelvis.shape = BonePiece::Shape::hull;
        for (const float y : {-0.05f, 0.05f})
            for (const float z : {-0.05f, 0.05f})
                for (const float x : {-1.0f, 1.0f}) pelvis.points.push_back({x * (y > 0 ? 0.085f : 0.055f), y, z});
        pelvis.face_point = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
        pelvis.face_start = {0, 4, 8, 12, 16, 20, 24};
        add_bone("hips", {hips, {}}).pieces = {pelvis};

        BonePiece ribs, shoulders;  // two pieces: a box and a bar across
        ribs.shape = BonePiece::Shape::box;
        ribs.size = {0.15, 0.13, 0.11};
        shoulders.shape = BonePiece::Shape::capsule;
        shoulders.radius = 0.03;
        shoulders.length = 0.18;
        shoulders.pose = on_grid({{0, 0.06, 0}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)}});
        add_bone("chest", {chest, {}}).pieces = {ribs, shoulders};

        BonePiece skull;
        skull.shape = BonePiece::Shape::sphere;
        skull.radius = 0.075;
        add_bone("head", {head, {}}).pieces = {skull};

        add_ball("waist", "hips", "chest", waist, {0, 1, 0}, 25, 20);
        add_ball("neck", "chest", "head", neck, {0, 1, 0}, 35, 50);
    }

    void add_limbs(const Side& side) {
        const auto n = [&](const char* part) { return side.name(part); };
        add_capsule(n("upper arm"), side(shoulder), side(elbow), 0.028);
        add_capsule(n("lower arm"), side(elbow), side(fingers), 0.026);
        add_capsule(n("thigh"), side(thigh), side(knee), 0.036);
        add_capsule(n("shin"), side(knee), side(ankle), 0.032);
        add_capsule(n("foot"), side(ankle) - Vec3d{0, 0.015, 0}, side(toes) + Vec3d{0, 0.01, -0.02}, 0.026);
        add_ball(n("shoulder"), "chest", n("upper arm"), side(shoulder), side(elbow) - side(shoulder), 70, 45);
        add_ball(n("hip"), "hips", n("thigh"), side(thigh), side(knee) - side(thigh), 50, 30);
        // Elbows bend forward, knees backward: a positive turn about these axes.
        const Vec3d fore = direction(side(wrist) - side(elbow), Vec3d{1, 0, 0});
        add_hinge(n("elbow"), n("upper arm"), n("lower arm"), side(elbow), cross(fore, {0, 0, 1}), -10, 130);
        add_hinge(n("knee"), n("thigh"), n("shin"), side(knee), {1, 0, 0}, -10, 120);
        add_hinge(n("ankle"), n("shin"), n("foot"), side(ankle), {1, 0, 0}, -30, 35);
    }

    void add_tail() {
        add_capsule("tail", tail, tail_middle, 0.036);
        add_capsule("tail tip", tail_middle, tail_tip, 0.028);
        add_ball("tail root", "hips", "tail", tail, tail_middle - tail, 35, 20);
        add_ball("tail middle", "tail", "tail tip", tail_middle, tail_tip - tail_middle, 45, 20);
    }

    Creature creature_;
};

}  // namespace

Creature make_kobold() { return KoboldBuilder().build(); }

}  // namespace pliant
