#include "body/flesh/flesh.h"

namespace pliant::flesh {

static const Parameter rows[] = {
    {.id = P::cell,
     .name = "cell",
     .unit = "m",
     .low = 0,
     .high = 1e6,
     .above_low = true,
     .if_unset = "a twelfth of the longest side",
     .effect = Effect::recook,
     .help = "Size of the tets that fill the mesh, at its surface. A file that has tets of its own keeps those."},
    {.id = P::grading,
     .name = "grading",
     .type = ParameterType::integer,
     .low = 0,
     .high = 6,
     .initial = {0, 0, 0},
     .effect = Effect::recook,
     .help = "How many times tets may double in size towards the inside: fewer tets, and less detail in how the "
             "inside gives."},
    {.id = P::youngs_modulus,
     .name = "youngs_modulus",
     .unit = "Pa",
     .low = 0,
     .initial = {30000, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Stiffness: the pull, per cross-section, that would stretch the body to twice its length."},
    {.id = P::poisson_ratio,
     .name = "poisson_ratio",
     .low = 0,
     .high = 0.499,
     .initial = {0.45, 0, 0},
     .keyed = true,
     .help = "How much thinner the body becomes when it is stretched, against how much longer: 0 for cork, 0.3 for "
             "sponge, 0.45 to 0.499 for what keeps its volume, as flesh and rubber do."},
    {.id = P::stretching_stiffness,
     .name = "stretching_stiffness",
     .low = 0,
     .high = 0.999,
     .if_unset = "youngs_modulus counts",
     .keyed = true,
     .help = "Stiffness as the share s of the way back to its shape that a tet of mean size goes in 1/60 s: Lamé's mu "
             "is s / (1 - s) density (60 edge / s)². Takes the place of youngs_modulus."},
    {.id = P::volume_stiffness,
     .name = "volume_stiffness",
     .low = 0,
     .high = 0.999,
     .if_unset = "poisson_ratio counts",
     .keyed = true,
     .help = "The same for volume: Lamé's lambda is s / (1 - s) density (60 edge / s)². Takes the place of "
             "poisson_ratio."},
    {.id = P::damping,
     .name = "damping",
     .unit = "s",
     .low = 0,
     .high = 10,
     .initial = {0.01, 0, 0},
     .keyed = true,
     .help = "Viscosity divided by stiffness: a wobble of angular frequency f gets the damping ratio f * damping / 2; "
             "rigid motion is not damped."},
    {.id = P::density,
     .name = "density",
     .unit = "kg/m³",
     .low = 0,
     .above_low = true,
     .initial = {1000, 0, 0},
     .scope = ParameterScope::particle,
     .painted = true,
     .effect = Effect::start,
     .help = "Mass per volume of the matter."},
    {.id = P::small_steps,
     .name = "small_steps",
     .type = ParameterType::integer,
     .low = 1,
     .high = 200,
     .if_unset = "as many as sound needs through a tet, from 4 to 60 in a sixtieth of a second",
     .help = "Steps of the flesh alone in each substep of the world: the more, the stiffer it can be."},
    {.id = P::max_particles,
     .name = "max_particles",
     .type = ParameterType::integer,
     .low = 4,
     .high = 20e6,
     .initial = {400000, 0, 0},
     .effect = Effect::recook,
     .help = "Cooking stops when the body would need more particles than this."},
};

// Moduli as handbooks of soft tissue and of materials have them, rounded.
static const PresetValue jelly[] = {
    {P::youngs_modulus, 2e4}, {P::poisson_ratio, 0.48}, {P::damping, 0.01}, {P::density, 1000}};
static const PresetValue fat[] = {
    {P::youngs_modulus, 5e3}, {P::poisson_ratio, 0.48}, {P::damping, 0.05}, {P::density, 920}};
static const PresetValue muscle[] = {
    {P::youngs_modulus, 6e4}, {P::poisson_ratio, 0.47}, {P::damping, 0.02}, {P::density, 1060}};
static const PresetValue rubber[] = {
    {P::youngs_modulus, 1e6}, {P::poisson_ratio, 0.49}, {P::damping, 0.002}, {P::density, 1100}};
static const PresetValue sponge[] = {
    {P::youngs_modulus, 2e4}, {P::poisson_ratio, 0.1}, {P::damping, 0.04}, {P::density, 80}};
static const PresetValue clay[] = {
    {P::youngs_modulus, 1e5}, {P::poisson_ratio, 0.45}, {P::damping, 0.1}, {P::density, 1800}};
static const Preset presets[] = {
    {"jelly", "Wobbles, and keeps its volume.", jelly},
    {"fat", "Very soft, and slow to come to rest.", fat},
    {"muscle", "Firm flesh.", muscle},
    {"rubber", "As stiff as a soft eraser.", rubber},
    {"sponge", "Light; becomes smaller where it is pressed, not wider elsewhere.", sponge},
    {"clay", "Heavy and dull; give it plasticity, and it keeps its dents.", clay},
};

const ParameterTable table{"flesh", rows, presets};
static_assert(std::size(rows) == P::count);

}  // namespace pliant::flesh
