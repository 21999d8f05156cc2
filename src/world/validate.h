// What must hold of a world between two stages, whatever happened before. Debug builds check it in every step.
#pragma once

#include <string>

#include "world/contact/contact_set.h"
#include "world/contents.h"

namespace pliant {

// Empty, or a sentence about the first thing that does not hold.
std::string validate(const Contents& contents);
std::string validate(const ContactSet& contacts, const Particles& particles);

}  // namespace pliant
