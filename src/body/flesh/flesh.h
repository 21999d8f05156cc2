// The kind `flesh`: matter that fills a mesh as tetrahedra, with the stiffness and the volume of what it is made of
// (Lubiszewska et al. 2012; Smith et al. 2018; Macklin & Müller 2021).
#pragma once

#include "body/kind.h"

namespace pliant::flesh {

extern const Kind kind;

// The rows of the parameter table: P::density and so on.
struct P {
    enum : u16 {
        cell,
        grading,
        youngs_modulus,
        poisson_ratio,
        stretching_stiffness,
        volume_stiffness,
        damping,
        density,
        small_steps,
        max_particles,
        count
    };
};
extern const ParameterTable table;

}  // namespace pliant::flesh
