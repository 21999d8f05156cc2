// The rows of a joint in a substep.
#pragma once

#include "rigid/bodies.h"

namespace pliant::rigid {

// Six axes and six drives at most; each has a place of its own, so that impulses find it again.
constexpr u32 max_rows = 12;

struct Joint {
    JointDef def;
    Transform frame_a, frame_b;  // in the mass frames
    u32 a = 0, b = 0;            // numbers of the bodies
    bool alive = false;
    u32 generation = 0;

    // State.
    bool broken = false;
    float impulse[max_rows] = {};

    // Scratch: which rows there are now. Those that lock come first and are solved together.
    RigidRow row[max_rows];
    u8 place[max_rows] = {};
    u32 rows = 0, locked_rows = 0, reachable_rows = 0;  // behind reachable_rows are limits that are far away
    i8 bound[max_rows] = {};  // of rows in a tree: -1 at its least impulse, 1 at its most, 0 takes part (trees.h)
    bool in_tree = false;
    bool is_iterated() const { return rows && !in_tree; }
    float factor[6][6] = {};      // of their matrix J M⁻¹ Jᵀ: L below the diagonal, 1/D on it
    float force = 0, torque = 0;  // of the last substep, from rows that are not drives
};

// Whether a joint pulls a point to a place that may be far away: its bodies, and those joined to them, may turn by more
// than a limit allows within one substep.
bool has_distant_target(const Joint& joint);
// `any_distant_target`: some joint of the system has one, so distant limits get rows too.
void make_rows(Joint& joint, const Bodies& bodies, float h, bool any_distant_target);
void begin_tree_rows(Joint& joint,
                     Bodies& bodies);  // rows start without impulses: all that is kept of them is which took part
void warm_start(Joint& joint, Bodies& bodies);
// As of contacts: `solve` gives way a little, `relax` does not.
void solve(Joint& joint, Bodies& bodies, Pass pass);
void finish(Joint& joint, float h);  // keeps impulses, measures loads, breaks

}  // namespace pliant::rigid
