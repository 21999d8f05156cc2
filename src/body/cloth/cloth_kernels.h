// The inner loops of cloth, compiled once per instruction set. Plain pointers and numbers only. Positions are x y z
// 1/m.
#pragma once

#include "constraint/bend.h"
#include "core/cpu.h"

namespace pliant::cloth {

// Pairs of particles of one colour.
struct LinkArguments {
    float* position;
    const u32* a;
    const u32* b;
    const float* rest;        // [m]
    const float* compliance;  // [m/N], or null: none gives
    u32 count;
    float inverse_h2;  // [1/s²]
};

// Bends of one colour: three or four particles each, number k of bend i at particle[k][i]; of three the fourth is null.
struct BendArguments {
    float* position;
    const u32* particle[4];
    const float* coefficient[4];
    const float* rest;        // t of constraint/bend.h
    const float* compliance;  // [1/(N m)], by what energy says: E = C² / (2 compliance)
    u32 count;
    float inverse_h2;
};

// Long-range attachments: no particle is further from an anchor than along the cloth.
struct TetherArguments {
    float* position;      // from the first particle of the block on
    const float* anchor;  // positions of all anchors
    const u32* which;     // anchors of each particle, `each` arrays one after another, `stride` apart
    const float* length;  // [m] likewise
    u32 each, stride, count;
    float scale;    // of lengths
    float* pulled;  // takes on how far each tether has drawn its particle, four floats each; or null
};

// What air does to triangles, as a force on each of their corners.
struct FaceArguments {
    const float* position;
    const float* velocity;
    const u32* corner[3];  // of each triangle
    float* force;          // [N] on a corner, four floats a triangle
    u32 count;
    float step;           // [s] for which the force will act
    float air[3];         // [m/s]
    float drag;           // [kg/m³] half the density of the air times the drag coefficient
    float areal_density;  // [kg/m²] of the cloth
    float pressure;       // [Pa]
    float turbulence;     // [m/s]
    float eddy;           // [m] size of the largest eddies
    float phase[4];       // of the waves that stand for eddies, in turns
};

// Particles of a block start into a small step.
struct MoveArguments {
    float* position;            // from the first particle of the block on
    float* before;              // takes the positions of the small step's beginning
    float* lost;                // takes what rounding took from the way that follows
    float* previous;            // takes those of the substep's beginning; null except in its first small step
    const float* velocity;      // in the first small step; later ones are from `before` to `position`
    const float* haste;         // what is added to velocities in the first small step, or null
    const float* acceleration;  // [m/s²] of each particle besides gravity, or null
    u32 count;
    float step;                           // [s] small
    float gravity[3];                     // [m/s²]
    float air[3];                         // [m/s]
    float drag;                           // 0 … 1 of the way to the velocity of the air
    float damping;                        // 0 … 1 of the way to the rigid motion
    float center[3], motion[3], spin[3];  // that motion
};

// And come to the end of the substep.
struct EndArguments {
    const float* position;
    const float* before;    // at the beginning of the last small step
    const float* lost;      // of the way since
    const float* previous;  // at the beginning of the substep
    float* velocity;        // takes the mean velocity of the substep
    float* haste;           // takes how much faster they are in the end
    u32 count;
    float small_step, step;  // [s]
};

struct EndResult {
    float low[3], high[3];  // of positions
    float greatest_speed2;  // [m²/s²]
    u32 wild;               // some position or velocity is not finite or beyond all bounds
};

struct Kernels {
    void (*links)(const LinkArguments&);
    void (*limits)(const LinkArguments&);
    void (*bends[4])(const BendArguments&);  // by BendRule
    void (*tethers)(const TetherArguments&);
    void (*faces)(const FaceArguments&);
    void (*move)(const MoveArguments&);
    EndResult (*end)(const EndArguments&);
};
PLIANT_DECLARE_KERNELS(Kernels, kernels)

}  // namespace pliant::cloth
