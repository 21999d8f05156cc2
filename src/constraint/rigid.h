// Rigid bodies as constraints see them: how hard a body is to move at a point along a direction (the generalised
// inverse mass of Müller et al. 2020, "Detailed Rigid Body Simulation with Extended Position Based Dynamics"), and one
// row of a constraint between two bodies, solved for speeds.
//
// XPBD moves positions by multipliers λ = h² force. Solved for speeds the multiplier is h force, an impulse: the amount
// that was needed in the last substep is then a good first guess for the next one, which positions cannot have, and
// rows can be solved in turns with the contacts of particles (constraint/contact.h). The error C of a substep's
// beginning is asked for as a speed C/h, so that at its end C + h J·v = 0: the same equation, linearised at the
// beginning.
#pragma once

#include "core/assert.h"
#include "core/vec.h"

namespace pliant {

struct RigidVelocity {
    Vec3 linear;  // [m/s] of the centre of mass
    float pad_linear = 0;
    Vec3 angular;  // [rad/s]
    float pad_angular = 0;
};

// w = 1/m + (r × n) · I⁻¹ (r × n) [1/kg], for a unit direction n at `arm` from the centre of mass.
PL_INLINE float inverse_mass_at(float inverse_mass, const Mat3& inverse_inertia, const Vec3& arm, const Vec3& n) {
    PL_ASSERT(inverse_mass >= 0);
    const Vec3 turning = cross(arm, n);
    return inverse_mass + dot(turning, inverse_inertia * turning);
}

// The same for all directions at once: K = 1/m - [r]× I⁻¹ [r]×, from an impulse at the point to its change of velocity.
PL_INLINE Mat3 inverse_mass_matrix(float inverse_mass, const Mat3& inverse_inertia, const Vec3& arm) {
    PL_ASSERT(inverse_mass >= 0);
    Mat3 k;
    for (int i = 0; i < 3; ++i) {
        Vec3 impulse;
        impulse[i] = 1;
        k.column[i] = impulse * inverse_mass + cross(inverse_inertia * cross(arm, impulse), arm);
    }
    return k;
}

PL_INLINE Vec3 velocity_at(const RigidVelocity& v, const Vec3& arm) { return v.linear + cross(v.angular, arm); }

PL_INLINE void apply_impulse(RigidVelocity& v, float inverse_mass, const Mat3& inverse_inertia, const Vec3& arm,
                             const Vec3& impulse) {
    PL_ASSERT(inverse_mass >= 0);
    v.linear += impulse * inverse_mass;
    v.angular += inverse_inertia * cross(arm, impulse);
}

// How a row wants to move: at speed `wanted`, giving way by `softness` times its impulse.
struct SoftSpeed {
    float wanted = 0;
    float softness = 0;
};

// A spring of stiffness K and damping c, taken at the end of the substep (see constraint/attachment.h):
//   1 / softness = h² K + h c,   wanted = (h K (target - x) + h c v_target) softness
// `offset` is target - x. Stable for every stiffness and step.
PL_INLINE SoftSpeed implicit_spring(float stiffness, float damping, float offset, float target_speed, float h) {
    PL_ASSERT(stiffness >= 0 && damping >= 0 && h > 0);
    const float hard = h * (h * stiffness + damping);
    if (!(hard > 0)) return {0, 0};
    return {h * (stiffness * offset + damping * target_speed) / hard, 1 / hard};
}

// One row between bodies a and b.
//   constraint   C = J · (v_a, ω_a, v_b, ω_b) - wanted + softness λ = 0, with min_impulse <= λ <= max_impulse
//   gradient     J, with inverse mass k = J M⁻¹ Jᵀ
//   multiplier   λ' = λ - C / (k + softness), clamped
//   correction   velocities += M⁻¹ Jᵀ (λ' - λ)
struct RigidRow {
    Vec3 linear_a, angular_a, linear_b, angular_b;  // J
    Vec3 spin_a, spin_b;                            // I⁻¹ of its angular parts
    SoftSpeed speed;
    float inverse_k = 0;  // 1 / (k + softness), 0: nothing can move
    float min_impulse = 0, max_impulse = 0;
    float impulse = 0;  // λ [N s], or [N m s] where it turns
};

PL_INLINE void prepare_row(RigidRow& row, float mass_a, const Mat3& inertia_a, float mass_b, const Mat3& inertia_b) {
    PL_ASSERT(mass_a >= 0 && mass_b >= 0 && row.speed.softness >= 0);
    row.spin_a = inertia_a * row.angular_a;
    row.spin_b = inertia_b * row.angular_b;
    const float k = mass_a * length_squared(row.linear_a) + dot(row.angular_a, row.spin_a) +
                    mass_b * length_squared(row.linear_b) + dot(row.angular_b, row.spin_b) + row.speed.softness;
    row.inverse_k = k > 1e-30f && k < 1e30f ? 1 / k : 0;
}

PL_INLINE void apply_row(const RigidRow& row, float impulse, float mass_a, RigidVelocity& a, float mass_b,
                         RigidVelocity& b) {
    a.linear += row.linear_a * (impulse * mass_a);
    a.angular += row.spin_a * impulse;
    b.linear += row.linear_b * (impulse * mass_b);
    b.angular += row.spin_b * impulse;
}

PL_INLINE float row_speed(const RigidRow& row, const RigidVelocity& a, const RigidVelocity& b) {
    return dot(row.linear_a, a.linear) + dot(row.angular_a, a.angular) + dot(row.linear_b, b.linear) +
           dot(row.angular_b, b.angular);
}

// The change of its impulse.
PL_INLINE float solve_row(RigidRow& row, const RigidVelocity& a, const RigidVelocity& b) {
    PL_ASSERT(row.min_impulse <= row.max_impulse && row.inverse_k >= 0);
    const float free =
        row.impulse - (row_speed(row, a, b) - row.speed.wanted + row.speed.softness * row.impulse) * row.inverse_k;
    const float next = free < row.min_impulse ? row.min_impulse : free > row.max_impulse ? row.max_impulse : free;
    const float change = next - row.impulse;
    row.impulse = next;
    return change;
}

}  // namespace pliant
