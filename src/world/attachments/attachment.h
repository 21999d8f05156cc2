// Attachments: places of a body that are pulled to a target.
//
// Every kind is seen through its contact surface, so there is one mechanism for all: a held place is a place on the
// skin, which hangs on particles by weights, and a pull on it is one more thing that the solver of contacts goes
// through. Pulls act twice in a substep. First in predict, so that contacts are looked for along the way on which
// particles are really going to be drawn: without that, a fast hand would draw a body through the floor. Then in
// project, together with contacts, which have the last word.
//
// The target is a place in the world that moves in a straight line during a step; or a collider, a bone of a character
// or a triangle of its surface, with which a grip moves and turns from where it was when it took hold. All these do not
// feel the pull, but a collider that is a rigid body does: it gets the opposite impulse where the grip hangs on it.
// Another body does too: there a grip is tied to particles of it, whose weights are negative among the supports of the
// pull, as contacts between bodies have them.
//
//     grip  x = Σ w_i x_i          tied to  y = Σ u_j y_j          Σ w = Σ u = 1,  x = y when it takes hold
//
// Weights u that give any place y, on the skin or off it, from particles around the nearest place of the skin, move and
// turn with them. Both bodies then feel opposite forces in one place: neither momentum nor spin comes from nowhere, but
// for the spin that damping makes where a spring has let the two places part. Every grip has its own target, so that an
// attachment to several things is no other than one to one of them.
#pragma once

#include <string>
#include <vector>

#include "collide/contact.h"
#include "world/contact/contact_set.h"
#include "world/items.h"

namespace pliant {

// Which places of a body are held, given on the body at rest, in the space of its mesh: never as an index, so that it
// means the same for a finer mesh.
struct AttachmentWhere {
    Vec3 point;                  // [m] where the skin is nearest to it
    float radius = 0;            // [m] and all points of the skin within this distance
    Box box{};                   // [m] and all that are in it
    std::string attribute;       // and all where this is above a half
    bool by_point = true;        // or only by box and attribute: then `point` is the first of what they hold
    bool overlap = false;        // and all particles that lie in what it is attached to when it is made: these
    std::vector<u32> particles;  // of the whole body, ascending
    bool on_skin() const { return by_point || radius > 0 || !box.empty() || !attribute.empty(); }
};
AttachmentWhere where_of(const ParameterSet& attachment);
void check_where(const ParameterSet& attachment);  // throws Error

// The target of a grip that is not a place in the world.
struct AttachmentTarget {
    static constexpr u32 surface = 0xffffffffu;
    BodyId body;
    CharacterId character;
    u32 node = 0;  // of the character, or its surface
    ColliderId collider;
    explicit operator bool() const { return body || character || collider; }
    bool operator==(const AttachmentTarget&) const = default;
    bool on_surface() const { return character && node == surface; }
    bool has_frame() const { return collider || (character && node != surface); }
};

// A particle of another body that a grip is tied to.
struct Tie {
    u32 particle = 0;  // of the body
    float weight = 0;  // in the place of the grip, across the gap
    float foot = 0;    // in the nearest place of the skin: where the grip comes when the gap is closed
    float across(float gap) const { return foot + (weight - foot) * gap; }
};

// How one grip hangs on its target, since it took hold.
struct GripHold {
    static constexpr u32 most_ties = 24;  // three points of a skin, eight particles each
    AttachmentTarget target;              // none: it has let go
    SkinPlace on{};                       // where: points of the body's skin, or vertices of the character
    Vec3 rest;                            // [m] that place on the body or character at rest, in the space of its mesh
    u32 tie_count = 0;                    // of a body
    Tie ties[most_ties];
};

struct AttachmentState {
    bool holding = false;  // it has taken hold: offsets and place mean something
    bool broken = false;   // for good
    // [m] of each grip from the target, as it was when it took hold: in the frame of what has one, of its triangle on a
    // surface, in the world otherwise.
    std::vector<Vec3> offset;
    std::vector<Vec3> impulses;   // [N s] of each grip in the last substep
    Vec3 home;                    // [m] where the first grip was when it took hold
    Vec3 place;                   // [m] of the target of the first grip, at the end of the last step
    Vec3 force;                   // [N] on the body, mean over the last step
    bool lost = false;            // what it hung on is gone: it does not take hold by itself
    std::vector<Vec3> from;       // [m] where a target wants each grip, at the end of the last step; of a tie: x - y
    std::vector<GripHold> holds;  // of each grip, where there are targets

    static bool has_targets(const AttachmentState& a) { return !a.holds.empty(); }
    static constexpr auto fields() {
        return std::tuple{field("holding", &AttachmentState::holding),
                          field("broken", &AttachmentState::broken),
                          field("offset", &AttachmentState::offset),
                          field("impulses", &AttachmentState::impulses),
                          field("home", &AttachmentState::home),
                          field("place", &AttachmentState::place),
                          field("force", &AttachmentState::force),
                          field("lost", &AttachmentState::lost).hashed_if(has_targets),
                          field("from", &AttachmentState::from).hashed_if(has_targets),
                          field("holds", &AttachmentState::holds).hashed_if(has_targets)};
    }
};

struct Attachment : AttachmentState {
    Attachment(std::string attachment_name, BodyId attached, const AttachmentWhere& places, ParameterSet values)
        : name(std::move(attachment_name)), body(attached), where(places), parameters(std::move(values)) {}

    AttachmentId id;
    std::string name;
    BodyId body;
    AttachmentWhere where;
    ParameterSet parameters;
    std::vector<SkinPlace> grips;           // the first is the one nearest to where.point
    std::vector<Vec3> rest;                 // [m] of each grip, on the body at rest
    double body_mass = 0;                   // [kg]
    std::vector<AttachmentTarget> targets;  // what grips may hang on, or empty: a place in the world

    // Scratch of a step.
    Vec3 goal;                                        // [m] of a place in the world, at the end of this step
    std::vector<Vec3> goals;                          // [m] as `from`, at the end of this step
    bool moving = false;                              // the target does not stay where it is
    Vec3 impulse;                                     // [N s] so far
    float stiffness = 0, damping = 0, max_force = 0;  // of one grip; stiffness 0: rigid
    float gap = 1;                                    // how much of it is kept

    void resize_grips();
    bool holds_grip(size_t grip) const { return targets.empty() || holds[grip].target; }
    // How far the target wants a grip to come in the whole step, and where when a share of it is over.
    Vec3 displacement(size_t grip) const { return targets.empty() ? goal - place : goals[grip] - from[grip]; }
    Vec3 wanted(size_t grip, float share) const {
        return targets.empty() ? place + displacement(grip) * share + offset[grip]
                               : from[grip] + displacement(grip) * share;
    }
};

// Points of another body's skin that stitches may take, of each of them: 1 where they may; empty: all of it. Throws
// Error.
std::vector<u8> stitchable(const Model& model, const ParameterSet& attachment);
// Where the skin is nearest to a place in the space of the mesh, and its points around it.
std::vector<SkinPlace> find_grips(const Model& model, const AttachmentWhere& where);
// Finds its grips, and where they are on the body at rest.
void find_places(Attachment& attachment, const Model& model);

}  // namespace pliant
