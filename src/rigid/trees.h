// Joints that form trees, solved exactly and at once.
//
// Bodies and joints without loops (a limb, a chain, a rag doll) are a tree. Gone through from the leaves to the root,
// each joint adds to its parent the inertia that the parent feels of what hangs on it, and on the way back every joint
// knows its impulse: Featherstone's articulated bodies (1983), or Baraff's elimination without fill-in (1996), for
// impulses. A chain with a thousand kilograms at its end costs as little as one that is empty, which rounds over single
// joints would need hundreds of to hold.
//
//        root          A_p += J_pᵀ W⁻¹ J_p          A   articulated inertia: own, and of what hangs on it
//         │ joint      W = J_c A_c⁻¹ J_cᵀ + S       W   how a joint gives way; S is its softness
//        child
//
// Limits, and drives at their maximum force, are rows that are active or not: an active row whose impulse has the wrong
// sign is released, a limit that is violated while inactive is added, and the tree is solved again.
//
// A light link under a large force oscillates so fast that a substep cannot resolve it. Its joints' force times their
// arms is the stiffness K of that oscillation (Andrews, Teichmann & Kry 2017); where h² K is more than a substep
// allows, the link gets that much more inertia, and is damped by it. Other links are not affected.
//
// Joints that close a loop are left to rounds (joint_rows.h).
#pragma once

#include <span>

#include "rigid/joint_rows.h"

namespace pliant::rigid {

// A body of a tree and the joint above it. Parents come before their children.
struct TreeLink {
    static constexpr u32 no_joint = 0xffffffffu;
    u32 body = 0;
    u32 joint = no_joint;  // none: a root that nothing holds
    u32 parent = 0;        // body at the other end of the joint
    bool is_b = true;      // the body is b of its joint, and the parent a
    u32 link = 0;          // of the parent among the links of the tree; of no meaning where the parent does not move
};

// Scratch of a link while its tree is solved.
struct LinkWork {
    double mass, own_inertia[3][3];  // its own [kg], [kg m²]
    double inertia[6][6];            // A, then its factors
    double momentum[6];  // what the tree up to here has, then the velocity it would have without the joint above
    double velocity[6];
    double gradient[max_rows][6];   // J of the body, of the rows that take part
    double to_parent[max_rows][6];  // J of its parent
    double response[max_rows][6];   // A⁻¹ Jᵀ
    double factor[max_rows][max_rows];
    double missing[max_rows];  // speed that the joint lacks without an impulse
    double change[max_rows];   // of its impulses
    u8 part[max_rows];         // which rows take part
    u32 parts;
};

// Brings the velocities of a tree's bodies to what all its joints want. `factored`: the work is of these poses and
// rows; it becomes so. Velocities change between the rounds of a substep and rows do not, and factors are most of what
// a round costs.
void solve_tree(std::span<const TreeLink> links, std::span<LinkWork> work, std::span<Joint> joints, Bodies& bodies,
                float h, bool& factored);

}  // namespace pliant::rigid
