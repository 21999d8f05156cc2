// Patches of contacts solved eight at a time, compiled once per instruction set. The eight share no body that moves.
//
// Each point keeps the sides from coming nearer than they are allowed to; friction acts on the patch as a whole, at the
// middle of its points, in two directions across the normal and about it (the torque that a face can take is what its
// points' loads can give at their distances from the middle).
//
//   constraint   C = n · (v_b + ω_b × r_b - v_a - ω_a × r_a) - wanted >= 0
//   gradient     n and r × n, with generalised inverse mass k
//   multiplier   λ' = max((λ - C / k) keep, 0);  friction is shortened to μ Σ λ
//   correction   velocities += M⁻¹ Jᵀ (λ' - λ)
//
// `wanted` is -gap / h while there is room: the sides may come so near that they touch at the end of the substep, and
// nothing tunnels. What overlaps is held by a spring and a damper that are strong for the substep, not by something
// rigid: `keep` is then 0.94 (in the terms of constraint/attachment.h softness is 0.06 k), and the spring brings back 4
// % of the overlap. It is what makes stacks calm: with one round a substep, rigid contacts that start from the last
// impulses hand errors back and forth without end. Speed that only parted an overlap is taken out again by `relax`,
// when poses have moved.
#pragma once

#include "core/cpu.h"
#include "core/types.h"

namespace pliant::rigid {

// A patch's state as rows of four floats: see PatchState.
struct PatchRows {
    static constexpr u32 normal = 4, friction = 5, on_a = 6, on_b = 10, count = 14;
};
// A body in a substep, as rows of four floats.
struct BodyRows {
    static constexpr u32 position = 0;         // w: inverse mass
    static constexpr u32 axes = 1;             // three columns; w: friction, restitution, least size
    static constexpr u32 inverse_inertia = 4;  // I⁻¹ in the world: xx xy xz yy, yz zz
    static constexpr u32 count = 6;
};

struct Vec3Lanes {
    float x[8], y[8], z[8];
};

struct alignas(32) ContactBatch {
    u32 a[8], b[8];  // bodies; 0 where there is no patch
    u32 patch[8];
    u32 patches;
    u32 pad[7];
    float has_friction[8];                        // 0: without friction or restitution
    float pair_friction[8], pair_restitution[8];  // of this pair; negative: what the bodies' own values make
    float mass_a[8], mass_b[8], friction_limit[8], restitution[8], hit[8];
    Vec3Lanes normal, tangent[2];
    Vec3Lanes turn_a[2], turn_b[2], spin_a[2], spin_b[2];  // of friction: arm × tangent, and I⁻¹ of that
    Vec3Lanes twist_a, twist_b;                            // I⁻¹ normal
    float inverse_k[2][8], inverse_twist[8];
    float friction[2][8], twist[8];
    struct Point {
        Vec3Lanes turn_a, turn_b, spin_a, spin_b;
        float inverse_k[8], wanted[8], relaxed[8], keep[8], impulse[8], arm[8], closing[8];
    } point[4];
};

struct ContactArguments {
    const float* states;  // PatchRows
    const float* bodies;  // BodyRows
    float* velocities;    // two rows each: linear, angular
    float h;              // [s]
    float hit_speed;      // [m/s] beyond which it is a hit
    float bounce_speed;   // [m/s] beyond which it bounces
};

struct ContactKernels {
    void (*prepare)(ContactBatch*, u32 count, const ContactArguments&);
    void (*warm_start)(ContactBatch*, u32 count, const ContactArguments&);
    void (*solve)(ContactBatch*, u32 count, const ContactArguments&);
    void (*relax)(ContactBatch*, u32 count, const ContactArguments&);
    void (*bounce)(ContactBatch*, u32 count, const ContactArguments&);
};
PLIANT_DECLARE_KERNELS(ContactKernels, contact_kernels)

}  // namespace pliant::rigid
