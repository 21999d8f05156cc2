// All contacts of a substep, ready to be solved: sorted by island, then in the order in which pairs found them, with
// the particles they act on. Two contacts in different islands share no particle that can move.
#pragma once

#include <span>
#include <vector>

#include "body/particles.h"
#include "constraint/contact.h"
#include "core/array.h"
#include "core/state_fields.h"

namespace pliant {

struct Support {
    u32 particle;
    float weight;                 // negative on the other side
    float weighted_inverse_mass;  // weight times inverse mass
};

struct Contact {
    Vec3 normal;
    float least_speed;    // [m/s]
    Vec3 other_velocity;  // [m/s]
    float inverse_k;      // [kg] effective mass
    float inverse_k_across;
    float friction, restitution;
    float found_gap, found_separation;  // [m] as detected, at the beginning of the search stretch
    float found_speed;                  // [m/s] the bound on the relative speed along the normal, as detected
    Vec3 rigid_anchor, anchor_start;    // [m] `place` when it was detected, in the frame of the rigid body and the world
    bool closed;                        // it pushed in the substep before
    float unrepeated;                   // [N s] of `impulse`: a bounce is no guess for the next substep
    bool by_edge;                       // an edge or a triangle of ours touches, and not a point
    float approach;  // [m/s] speed along the normal before anything was solved; negative when closing
    float gap;       // [m] at the start, beyond the thickness
    ContactImpulse impulse;
    float separation;  // [m] at the end of the substep: separation + n . (relative displacement)
    float thickness;   // [m] that is kept
    u32 first_support, support_count;
    u32 own_supports;  // the first of them are on our side
    // Of a change of the relative speed, when all particles of a side move together; of a rigid body the impulse for it
    // [kg].
    float own_share, other_share;
    float min_separation;  // [m] the distance at the end must not be less, whatever happens
    float slop;            // [m] between bodies: by how much they may come closer than they should, for now
    bool swapped;          // found from the other body: its point against our skin
    bool deep;             // bodies are inside each other here
    // Of a rigid body that can move, the velocity is not known beforehand: bounds and separation are then against it,
    // and its velocity at `place` is read, and changed, whenever the contact is solved.
    u32 rigid;   // its number, or 0
    Vec3 place;  // [m] of our side when the substep began: there both sides get their impulse
    u32 pair;
    u32 feature;   // of the pair: the same contact in the next substep has the same one, as a rule
    u32 triangle;  // of the other body's skin, or none
};

inline bool is_sound(const ContactImpulse& i) { return is_sound(i.normal) && is_sound(i.friction); }

// The impulse of a contact in the last substep: the best guess for the next one. State, because results depend on it.
struct WarmImpulse {
    BodyId body, other_body;
    ColliderId collider;
    u32 feature, triangle;
    Vec3 normal;
    ContactImpulse impulse;
    float resting_friction;  // the friction with which a particle may rest there (resting_contacts.cpp), or negative

    static constexpr auto fields() {
        return std::tuple{
            field("body", &WarmImpulse::body),         field("other body", &WarmImpulse::other_body),
            field("collider", &WarmImpulse::collider), field("feature", &WarmImpulse::feature),
            field("triangle", &WarmImpulse::triangle), field("normal", &WarmImpulse::normal),
            field("impulse", &WarmImpulse::impulse),   field("resting friction", &WarmImpulse::resting_friction)};
    }
};

struct Island {
    u32 contact_begin, contact_end;
    u32 pulled_begin, pulled_end;    // in ContactSet::pulled
    u32 coupled_begin, coupled_end;  // in ContactSet::coupled
    bool rigid;                      // with rigid bodies that move: solved in alternation with their own contacts
};

// The impulse of a resting contact (resting_contacts.cpp).
struct RestingImpulse {
    const struct Body* body;
    const struct Collider* collider;
    u32 particle;  // of the world
    Vec3 normal;
    float impulse;  // [N s]
};

struct ContactSet {
    std::vector<Contact> contacts;
    std::vector<Support> supports;
    std::vector<Island> islands;
    std::vector<u32> pulled;  // bodies with attachments, by their number in PullSet::groups, sorted by island
    // Contacts that share a particle with another, or with an attachment. All others act on one particle that nothing
    // else acts on, as most of cloth on a table do: once they are solved, they stay so.
    std::vector<u32> coupled;
    std::vector<RestingImpulse> resting_impulses;
    std::vector<Vec3> crossings;     // [m] where sheets pass through each other
    std::vector<u32> rigid_islands;  // islands with rigid bodies in them

    std::span<const u32> pulls_in(const Island& island) const {
        return {pulled.data() + island.pulled_begin, island.pulled_end - island.pulled_begin};
    }
    std::span<const u32> coupled_in(const Island& island) const {
        return {coupled.data() + island.coupled_begin, island.coupled_end - island.coupled_begin};
    }
    Vec3 own_place(const Contact& contact, const Particles& particles) const;  // [m] where its side is now
    void clear() {
        contacts.clear(), supports.clear(), islands.clear(), pulled.clear(), coupled.clear(), resting_impulses.clear(),
            crossings.clear();
    }
};

}  // namespace pliant
