#include "body/jiggle/jiggle.h"

namespace pliant::jiggle {

static const Parameter rows[] = {
    {.id = P::mass,
     .name = "mass",
     .unit = "kg",
     .low = 0,
     .high = 1e9,
     .initial = {0.01, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Of each vertex: the heavier, the slower it swings. At 0 it is not simulated: it is where the guide has "
             "it."},
    {.id = P::stiffness,
     .name = "stiffness",
     .unit = "N/m",
     .low = 0,
     .high = 1e12,
     .initial = {4, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Spring that draws each vertex to where the guide has it. At 0 it never returns."},
    {.id = P::damping,
     .name = "damping",
     .unit = "N s/m",
     .low = 0,
     .high = 1e12,
     .initial = {0.06, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Against the velocity of each vertex, seen from the place that it is drawn to."},
    {.id = P::weight,
     .name = "weight",
     .low = 0,
     .high = 1,
     .initial = {1, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "How much of the guide's motion each vertex has to catch up with: at 1 all of it, at 0.2 it is carried "
             "along with four fifths, and at 0 it is not simulated."},
    {.id = P::frequency,
     .name = "frequency",
     .unit = "Hz",
     .low = 0,
     .high = 1e6,
     .if_unset = "stiffness and mass say",
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "How often it would swing in a second without damping; takes the place of stiffness, which is then mass "
             "times (2 π frequency)²."},
    {.id = P::damping_ratio,
     .name = "damping_ratio",
     .low = 0,
     .high = 1e6,
     .if_unset = "damping says",
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "1 comes to rest without swinging, 0 swings for ever; takes the place of damping, which is then twice "
             "this times √(stiffness mass)."},
    {.id = P::volume,
     .name = "volume",
     .low = 0,
     .high = 1,
     .keyed = true,
     .help = "How much of the volume of the guide's shape a closed mesh keeps: what is squeezed in one place swells "
             "in others."},
    {.id = P::max_particles,
     .name = "max_particles",
     .type = ParameterType::integer,
     .low = 3,
     .high = 20e6,
     .initial = {4e6, 0, 0},
     .effect = Effect::recook,
     .help = "Cooking stops when the mesh has more points than this."},
};

static const PresetValue belly[] = {{P::frequency, 2.5}, {P::damping_ratio, 0.15}};
static const PresetValue ears[] = {{P::frequency, 4}, {P::damping_ratio, 0.1}};
static const PresetValue cheeks[] = {{P::frequency, 6}, {P::damping_ratio, 0.3}};
static const PresetValue gelatine[] = {{P::frequency, 5}, {P::damping_ratio, 0.05}, {P::volume, 0.8}};
static const Preset presets[] = {
    {"belly", "Slow and heavy.", belly},
    {"ears", "Light, swing for a while.", ears},
    {"cheeks", "Quick and short.", cheeks},
    {"gelatine", "Trembles long, keeps its volume.", gelatine},
};

const ParameterTable table{"jiggle", rows, presets};
static_assert(std::size(rows) == P::count);

}  // namespace pliant::jiggle
