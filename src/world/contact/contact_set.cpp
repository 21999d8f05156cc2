#include "world/contact/contact_set.h"

namespace pliant {

Vec3 ContactSet::own_place(const Contact& c, const Particles& particles) const {
    Vec3 at;
    for (u32 s = c.first_support; s < c.first_support + c.own_supports; ++s)
        at += particles.position[supports[s].particle].xyz() * supports[s].weight;
    return at;
}

}  // namespace pliant
