// Impulses of contacts, for those who listen: matter, guides, and programs, which ask for those of certain objects.
//
// Where nobody listens, this asks each body once a step and does nothing else.
#pragma once

#include "body/contact_listener.h"
#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class ContactImpulses {
  public:
    ContactImpulses(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set)
        : contents_(contents), step_(step), pairs_(pairs), contact_set_(contact_set) {}

    void begin_step();  // finds out who listens
    void collect();     // after the contacts of a substep are solved

  private:
    struct Listener {
        Body* body;
        ContactListener* matter;  // or null
        ContactListener* guide;   // or null
        std::vector<Vec3> impulses;
        bool touched;
    };
    void listen(Body& body, size_t& count);
    void add_to_particle(u32 particle, const Vec3& impulse);
    void collect_particles();
    void notify_listeners();
    void collect_skins();
    void collect_resting();
    void collect_colliders();
    void add(const ContactProperties& side, ObjectId object, ObjectId other, const Vec3& point, const Vec3& impulse);

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    std::vector<Listener> listeners_;  // by the particles of their bodies; the arrays keep their capacity
    size_t listener_count_ = 0;
    bool objects_listen_ = false;
};

}  // namespace pliant
