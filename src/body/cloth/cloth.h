// The kind `cloth`: any mesh of triangles as a sheet that hardly stretches and easily bends (Rajagopalan 2013; Müller
// et al. 2007; Macklin et al. 2016).
#pragma once

#include "body/kind.h"

namespace pliant::cloth {

extern const Kind kind;

// The rows of the parameter table: P::density and so on.
struct P {
    enum : u16 {
        density,
        stretch_stiffness,
        weft_stiffness,
        shear_stiffness,
        bend_stiffness,
        bend_model,
        curl,
        damping,
        stretch_limit,
        tethers,
        air_drag,
        pressure,
        material_thickness,
        small_steps,
        max_particles,
        count
    };
};
extern const ParameterTable table;

}  // namespace pliant::cloth
