// Attachments: places of a body that are pulled to a target.
//
// Every kind is seen through its contact surface, so there is one mechanism for all: a held place is a place on the
// skin, which hangs on particles by weights, and a pull on it is one more thing that the solver of contacts goes
// through. Pulls act twice in a substep. First in predict, so that contacts are looked for along the way on which
// particles are really going to be drawn: without that, a fast hand would draw a body through the floor. Then in
// project, together with contacts, which have the last word.
//
// The target is a place in the world that moves in a straight line during a step; or a collider or a bone of a
// character, with which every grip moves and turns from where it was when it took hold. What else can be a target later
// (a triangle, another body) gives its own `goal`, and where it is to feel the pull, supports with negative weights, as
// contacts between bodies have them.
#pragma once

#include <string>
#include <vector>

#include "collide/contact.h"
#include "world/contact_set.h"
#include "world/items.h"

namespace pliant {

// Which places of a body are held, given on the body at rest, in the space of its mesh: never as an index, so that it
// means the same for a finer mesh.
struct AttachmentWhere {
    Vec3 point;        // [m] where the skin is nearest to it
    float radius = 0;  // [m] and all points of the skin within this distance
};
AttachmentWhere where_of(const ParameterSet& attachment);

// What an attachment hangs on, where that is not a place in the world.
struct AttachmentTarget {
    CharacterId character;
    u32 node = 0;  // of the character
    ColliderId collider;
    explicit operator bool() const { return character || collider; }
};

struct Attachment {
    Attachment(std::string attachment_name, BodyId attached, const AttachmentWhere& places, ParameterSet values)
        : name(std::move(attachment_name)), body(attached), where(places), parameters(std::move(values)) {}

    AttachmentId id;
    std::string name;
    BodyId body;
    AttachmentWhere where;
    ParameterSet parameters;
    std::vector<SkinPlace> grips;  // the first is the one nearest to where.point
    double body_mass = 0;          // [kg]
    AttachmentTarget target;

    // State.
    bool holding = false;        // it has taken hold: offsets and place mean something
    bool broken = false;         // for good
    std::vector<Vec3> offset;    // [m] of each grip from the target (in its frame), as it was when it took hold
    std::vector<Vec3> impulses;  // [N s] of each grip in the last substep
    Vec3 home;                   // [m] where the first grip was then
    Vec3 place;                  // [m] of the target, at the end of the last step
    Transform frame;             // of a target that moves, at the end of the last step
    Vec3 force;                  // [N] on the body, mean over the last step

    // Scratch of a step.
    Vec3 goal;                                        // [m] of the target, at the end of this step
    Transform goal_frame;                             // of a target that moves, at the end of this step
    Vec3 impulse;                                     // [N s] so far
    float stiffness = 0, damping = 0, max_force = 0;  // of one grip; stiffness 0: rigid

    bool moving() const { return holding && !(place == goal && frame == goal_frame); }
    // How far the target wants a grip to come in the whole step, and where when a share of it is over.
    Vec3 way(size_t grip) const { return target ? goal_frame * offset[grip] - frame * offset[grip] : goal - place; }
    Vec3 wanted(size_t grip, float share) const {
        return target ? frame * offset[grip] + way(grip) * share : place + way(grip) * share + offset[grip];
    }
};

// A grip in a step, ready to be solved.
struct Pull {
    Attachment* attachment;
    Body* body;
    u32 grip;                          // of the attachment
    u32 first_support, support_count;  // in PullSet::supports
    float k;                           // [1/kg] effective inverse mass
    Vec3 wanted;                       // [m/s] in this substep
    float softness, most;              // [1/kg], [N s]
    float nearness;                    // 1 on the target, 0 a cell or more away from it
    Vec3 impulse;                      // [N s] in this substep
};

// All pulls of a step, sorted by body, then in the order of attachments and grips.
struct PullSet {
    struct OfBody {
        Body* body;
        u32 begin, end;  // pulls
    };
    std::vector<Pull> pulls;
    std::vector<Support> supports;
    std::vector<OfBody> bodies;
    void clear() { pulls.clear(), supports.clear(), bodies.clear(); }
};

// Where the skin is nearest to a place in the space of the mesh, and its points around it.
std::vector<SkinPlace> find_grips(const Model& model, const AttachmentWhere& where);
float distance_to_skin(const Model& model, const Vec3& point);  // [m] at rest; from a place in the space of the mesh

}  // namespace pliant
