// The kind `lattice`: jelly. A mesh in a lattice of cells whose regions want to keep their shape (Sullivan 2011; Rivers
// & James 2007).
#pragma once

#include "body/kind.h"

namespace pliant::lattice {

extern const Kind kind;

// The rows of the parameter table: P::spacing and so on.
struct P {
    enum : u16 {
        spacing,
        half_width,
        reach,
        youngs_modulus,
        alpha,
        damping,
        density,
        fill,
        contact,
        max_particles,
        mass_scale,
        fuse,
        count
    };
};
extern const ParameterTable table;

}  // namespace pliant::lattice
