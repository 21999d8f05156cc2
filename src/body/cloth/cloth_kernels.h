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

struct Kernels {
    void (*links)(const LinkArguments&);
    void (*limits)(const LinkArguments&);
    void (*bends[4])(const BendArguments&);  // by BendRule
    void (*tethers)(const TetherArguments&);
    void (*faces)(const FaceArguments&);
};
PLIANT_DECLARE_KERNELS(Kernels, kernels)

}  // namespace pliant::cloth
