// All pulls of attachments in a step, ready to be solved.
#pragma once

#include <vector>

#include "world/attachments/attachment.h"
#include "world/contact/contact_set.h"
#include "world/items.h"

namespace pliant {

// A grip in a step, ready to be solved.
struct Pull {
    Attachment* attachment;
    Body* body;
    Body* other;                       // that it is tied to, or null
    u32 grip;                          // of the attachment
    u32 first_support, support_count;  // in PullSet::supports
    u32 own_supports;                  // the first of them are particles of the body, the rest of the other
    float k;                           // [1/kg] effective inverse mass; 0: nothing here can move
    Vec3 wanted;                       // [m/s] in this substep
    float softness, most;              // [1/kg], [N s]
    float nearness;                    // 1 on the target, 0 a cell or more away from it
    Vec3 impulse;                      // [N s] in this substep
    u32 rigid;                         // number of the rigid body that it hangs on, or 0
    Vec3 hook;                         // [m] where on it, as the substep begins
    Mat3 inverse_k;                    // [kg] then: inverse of effective inverse mass and softness
    bool kinematic;                    // the matter itself moves the grip along its path (body/kinematic_targets.h)
    u32 target;                        // its number among the kinematic targets of the body
    bool is_tied() const { return other || rigid; }  // to something that feels the pull
};

// All pulls of a step. Bodies that are tied to each other, directly or through others, are one group, so that groups
// can be solved side by side. Sorted by group, then by body, then in the order of attachments and grips.
struct PullSet {
    struct Group {
        u32 begin, end;                // pulls
        u32 member_begin, member_end;  // in `members`
        u32 rigid;                     // number of one of its rigid bodies, or 0
    };
    std::vector<Pull> pulls;
    std::vector<Support> supports;
    std::vector<Group> groups;
    std::vector<Body*> members;  // those that are not held as a whole, by number
    void clear() { pulls.clear(), supports.clear(), groups.clear(), members.clear(); }
};

}  // namespace pliant
