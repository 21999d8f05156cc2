// Which objects may touch, by layers, rules of pairs and lists of ignored objects; the same for bodies and colliders.
#pragma once

#include "world/contents.h"

namespace pliant {

// What the rules of a world say about two objects.
struct PairRuling {
    bool collide = true;
    float friction = -1, restitution = -1;  // negative: no rule gives them
};
PairRuling ruling_of(const Contents& contents, const ContactProperties& a, const ContactProperties& b);

struct PairFilter {
    bool collide = false;
    bool sensor = false;  // contacts are reported and push nothing
    float friction = 0, restitution = 0;
};
// Of an object with itself, layers and rules do not count.
PairFilter filter_pair(const Contents& contents, const ContactProperties& a, const ContactProperties& b);
// Whether an attachment holds what of the body lies in the collider: then the two do not collide.
bool is_held_inside(const Contents& contents, const Body& body, const Collider& collider);

}  // namespace pliant
