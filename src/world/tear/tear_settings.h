// What the parameters of a body say about tearing.
#pragma once

#include "world/items.h"

namespace pliant {

bool can_tear(const ParameterSet& common);  // whether a body with these parameters may
Material inside_of(const Body& body);       // the material that tearing lays open; throws Error

}  // namespace pliant
