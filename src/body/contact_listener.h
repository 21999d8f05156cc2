// A capability of matter and of guides: to read the impulses that contacts gave to particles.
#pragma once

#include <span>

#include "core/particle_view.h"

namespace pliant {

class ContactListener {
  public:
    virtual ~ContactListener() = default;

    // After the contacts of a substep are solved, and only where there were any. `impulses` has one for each particle
    // of the body [N s], in the world: those of contacts with other bodies and colliders, friction included, of resting
    // contacts, and of the body with itself. Several bodies are told at once, each on one thread.
    virtual void read_contact_impulses(const ParticleView& particles, std::span<const Vec3> impulses) = 0;
};

}  // namespace pliant
