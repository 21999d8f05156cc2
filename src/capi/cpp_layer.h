// pliant.hpp for code that sees the engine's own classes too: its classes are in pliant::cpp.
#pragma once

#define PLIANT_CPP_SEPARATE
#include "pliant/pliant.hpp"
