// A creature: everything that one file says of a body. Its drawn mesh, the tetrahedra that fill it, its material, its
// bones and their joints, and how these move. Both kinds of file, .glb and .xml, are read to this and written from it.
//
//   mesh         the drawn mesh, with texture coordinates, materials, images, painted attributes
//   volume       tetrahedra (mesh.volume), and where the points of the mesh hang in them (places)
//   body         "kind", "preset" and parameters, as an entry of a scene's "bodies"
//   bones        rigid bodies, each of one or several convex pieces
//   joints       connections of two bones, with limits and drives
//   attachments  which places of the flesh a bone holds, as entries of a scene's "attachments"; none given: every bone
//                holds the flesh inside it
//   skin, poses  how the mesh follows the bones where nothing is simulated, and other shapes of it; for viewers, guides
//   clips        how bones and poses move along a timeline
//   model        the body cooked, so that loading need not do it
//
// Everything is in the space of the mesh: metres, +Y up, as it stands at rest.
#pragma once

#include <limits>
#include <optional>

#include "assets/file_mesh.h"
#include "assets/json.h"
#include "geometry/tet_surface.h"
#include "rig/influences.h"
#include "rig/rig_clip.h"

namespace pliant {

class Model;

using Transformd = RigidTransform<double>;  // rotations as the file has them: unit length but for its digits
constexpr double unlimited = std::numeric_limits<double>::infinity();

struct BonePiece {
    enum class Shape : u8 { sphere, capsule, box, hull };
    Shape shape = Shape::sphere;
    Transformd pose;                             // in the bone
    double radius = 0;                           ///< [m] of spheres and capsules
    double length = 0;                           ///< [m] between the two centres of a capsule, along y
    Vec3d size;                                  ///< [m] of a box
    std::vector<Vec3> points;                    ///< [m] of a hull
    std::vector<u32> face_start{0}, face_point;  // polygons of a hull, as in Mesh; may be none
};

enum class BoneMotion : u8 { moving, kinematic, fixed };  // "dynamic", "kinematic", "static" in scenes

struct Bone {
    std::string name;
    std::string parent;  // the bone whose node has its node, and clips move it in that one's frame; empty: none
    Transformd pose;
    std::vector<BonePiece> pieces;
    BoneMotion motion = BoneMotion::moving;
    std::optional<double> mass;                   ///< [kg]; none: by density
    std::optional<double> density;                ///< [kg/m³]; none: as a collider has it
    std::optional<double> friction, restitution;  // none: as a collider has it
    double gravity_scale = 1;
};

struct JointRange {
    double low = 0, high = 0;
    bool is_locked() const { return low == 0 && high == 0; }
    bool is_free() const { return low == -unlimited && high == unlimited; }
    bool is_symmetric() const { return low == -high; }
    bool operator==(const JointRange&) const = default;
};
constexpr JointRange free_range{-unlimited, unlimited};

struct JointDrive {
    double stiffness = 0;          ///< [N/m] or [N m/rad]
    double damping = 0;            ///< [N s/m] or [N m s/rad]
    double max_force = unlimited;  ///< [N] or [N m]
    double target = 0;             ///< [m] or [°] of the one axis that is not locked
    bool any() const { return stiffness > 0 || damping > 0; }
    bool operator==(const JointDrive&) const = default;
};

// As in rigid/joint.h: three axes along which bodies move and three about which they turn; or a distance, or a pulley.
struct BoneJoint {
    enum class Rows : u8 { axes, distance, pulley };
    std::string name;
    std::string a, b;  // bones; empty: the world
    Transformd pose;   // of the joint's frame: x is the axis of hinges, slides and twist
    Rows rows = Rows::axes;
    JointRange move[3];          ///< [m]
    JointRange turn[3];          ///< [°] twist about x, swing about y and z
    JointRange distance;         ///< [m] of the frame's two origins
    Vec3d wheel_a, wheel_b;      ///< [m] of a pulley
    double rope = 0, ratio = 1;  ///< [m] length a + ratio × length b at most
    JointDrive drive;
    double strength = 1;                                       // of the drive, 0 … 1
    double break_force = unlimited, break_torque = unlimited;  ///< [N], [N m]
    bool collide = false;                                      // its two bones with each other

    std::string kind() const;  // "revolute", …, by what its axes allow; "six_dof" where no other name fits
};

// Another shape of the mesh: a morph target of glTF.
struct ShapePose {
    std::string name;
    std::vector<Vec3> moved;  ///< [m] of each point, from where it is at rest
};

struct Creature {
    std::string name;
    Mesh mesh;
    std::vector<TetPlace> places;  // of the points of the mesh in mesh.volume, or none
    Json body;                     // an object
    std::vector<Bone> bones;
    std::vector<BoneJoint> joints;
    Json attachments;                          // an object: by name, without "body"
    std::vector<std::vector<Influence>> skin;  // of each point: numbers of bones, four at most; or none
    std::vector<ShapePose> poses;
    // Nodes of channels are numbers of bones, in their parents; weights of poses are of the node `of_mesh`.
    static constexpr u32 of_mesh = Node::none;
    std::vector<RigClip> clips;
    std::shared_ptr<const Model> model;  // cooked from all this; or none
    std::string model_trouble;           // why the one in the file cannot be used, or nothing
    std::vector<std::string> notes;

    Creature();
    const Bone* bone(const std::string& wanted) const;
};

// Throws Error, with `name`: an unknown kind, parameters that are unknown or out of range, names that are missing
// or occur twice, joints of missing bones or of one bone, sizes that are not positive, masses, limits out of
// order, attachments to anything but a bone, places outside their tets, weights that do not add up to 1, clips of
// missing nodes.
void check_creature(const Creature& creature, const std::string& name);

// Numbers of bones and joints in a .glb are on a grid of 1e-9. So a pose that goes from a bone's frame to the world and
// back, or an angle from radians to degrees, comes out as the same text.
double on_grid(double v, double step = 1e-9);
Transformd on_grid(const Transformd& pose, double step = 1e-9);
Transformd in_frame(const Transformd& frame, const Transformd& world);    // of a world pose, seen from the frame
Transformd from_frame(const Transformd& frame, const Transformd& local);  // and back

// Repairs the volume of a file: tets that are inside out are turned, with their weights, which is noted.
// Throws Error, with `where`: missing corners, tets without volume.
void set_volume(Creature& creature, TetMesh volume, const std::string& where);
TetPlace place_in_tet(u32 tet, const Vec3& weights);  // the fourth weight is what the others leave of 1

// Vertices that faces use, or the first of a point that none does, by points and then as they stand: one order for all
// files.
std::vector<u32> vertices_by_point(const Mesh& mesh);
// As a .glb has them: the points first, so that vertex i is point i; then those that seams double.
std::vector<u32> vertices_of_file(const Mesh& mesh);
Vec3 unit_normal(const Vec3& n);  // unit to a float's digits stays as it is

}  // namespace pliant
