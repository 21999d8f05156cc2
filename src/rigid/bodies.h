// The bodies of a rigid system, as arrays. Number 0 is the world itself: it never moves, and a joint without a second
// body is tied to it.
#pragma once

#include <memory>
#include <vector>

#include "constraint/rigid.h"
#include "core/particle_view.h"
#include "rigid/joint.h"
#include "rigid/shape.h"

namespace pliant::rigid {

enum class Motion : u8 { fixed, kinematic, dynamic };

struct BodyDef {
    std::shared_ptr<const RigidShape> shape;
    Motion motion = Motion::dynamic;
    Transform pose;         ///< of the own frame
    Vec3 velocity;          ///< [m/s] of the centre of mass
    Vec3 angular_velocity;  ///< [rad/s]
    float density = 1000;   ///< [kg/m³]
    float mass = 0;         ///< [kg] instead of a density, where it is not 0
    float gravity_scale = 1;
    float friction = 0.5f;  ///< of two: the geometric mean
    float restitution = 0;  ///< of two: the larger
    u32 layers = 1;         ///< bits; two touch if each collides with a layer of the other
    u32 collides_with = 0xffffffffu;
    bool hosted = false;    ///< the host moves it (hosted.h); dynamic
    bool may_sleep = true;  ///< whether put_to_sleep may be called for it: else it never rests
    u64 owner = 0;          ///< a number by which the owner knows it
};

// A substep goes through constraints twice: `solve` before poses move, `relax` after.
enum class Pass : u8 { solve, relax };

struct Bodies {
    // State, saved in snapshots.
    std::vector<Transform> pose;          // of the mass frame
    std::vector<RigidVelocity> velocity;  // of the centre of mass
    std::vector<Transform> target;        // of a kinematic body, at the end of the step
    std::vector<u8> frozen;               // was not finite: does not move
    std::vector<u8> asleep;               // rests with all that touch it: left out until something happens
    std::vector<float> rest_time;         // [s] for which it has rested
    std::vector<float> opposing_load;     // [N s] by which it was pressed from opposite sides in the last substep

    // Properties of a body.
    std::vector<std::shared_ptr<const RigidShape>> shape;  // null: there is no body in this slot
    std::vector<Motion> motion;
    std::vector<float> inverse_mass;    // [1/kg] 0 unless dynamic
    std::vector<Vec3> inverse_inertia;  // [1/(kg m²)] about the principal axes
    std::vector<u8> may_sleep;
    std::vector<u8> is_isotropic;  // the same about all axes: cubes and balls do not wobble
    std::vector<float> gravity_scale, friction, restitution;
    std::vector<u32> layers, collides_with, generation;
    std::vector<u64> owner;

    // Scratch of a substep.
    std::vector<float>
        effective_inverse_mass;  // [1/kg] inverse mass as constraints feel it: less than its own where it is squeezed
    std::vector<float> load;     // [N s] sum of the sizes of all impulses on it in this substep
    std::vector<Vec3> load_vector;              // and of these themselves
    std::vector<Float4> rows;                   // BodyRows of each: what contacts read
    std::vector<Mat3> world_inverse_inertia;    // inverse inertia in the world's axes; 0 for what does not move
    std::vector<Vec3> gyroscopic_change;        // [rad/s] by which predict changed the spin: not an impulse
    std::vector<float> joint_stiffness;         // [N m] how joints under load resist its turning: force times arm
    std::vector<RigidVelocity> split_velocity;  // parts what overlaps, without giving it speed
    std::vector<Transform> start;               // pose when the substep began

    u32 size() const { return static_cast<u32>(pose.size()); }
    bool moves(u32 i) const { return inverse_mass[i] > 0 && !frozen[i] && !asleep[i]; }
    // It can move, or its owner moves it in this step.
    bool is_in_motion(u32 i) const {
        return moves(i) ||
               (motion[i] == Motion::kinematic && !(velocity[i].linear == Vec3{} && velocity[i].angular == Vec3{}));
    }
    void resize(u32 count);
};

}  // namespace pliant::rigid
