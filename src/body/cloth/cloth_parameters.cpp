#include "body/cloth/cloth.h"

namespace pliant::cloth {

static const Parameter rows[] = {
    {.id = P::density,
     .name = "density",
     .unit = "kg/m²",
     .low = 0,
     .above_low = true,
     .initial = {0.2, 0, 0},
     .scope = ParameterScope::particle,
     .painted = true,
     .effect = Effect::start,
     .help = "Mass per area of the cloth."},
    {.id = P::stretch_stiffness,
     .name = "stretch_stiffness",
     .unit = "N/m",
     .low = 0,
     .high = 1e15,
     .initial = {5000, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Pull per width of the cloth that would stretch it to twice its length along the warp (the u of texture "
             "coordinates, else x of the mesh), and across it unless weft_stiffness is given."},
    {.id = P::weft_stiffness,
     .name = "weft_stiffness",
     .unit = "N/m",
     .low = 0,
     .high = 1e15,
     .if_unset = "as along the warp",
     .keyed = true,
     .help = "Pull per width that would stretch the cloth to twice its length across the warp."},
    {.id = P::shear_stiffness,
     .name = "shear_stiffness",
     .unit = "N/m",
     .low = 0,
     .high = 1e15,
     .initial = {250, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Resistance of squares of cloth to becoming lozenges. Woven cloth gives way here, which lets it fall in "
             "soft folds on the bias; a third of stretch_stiffness or more makes a sheet that is alike in all "
             "directions."},
    {.id = P::bend_stiffness,
     .name = "bend_stiffness",
     .unit = "N m",
     .low = 0,
     .high = 1e9,
     .initial = {5e-5, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Moment per width that bends the cloth to a radius of one metre."},
    {.id = P::bend_model,
     .name = "bend_model",
     .type = ParameterType::choice,
     .initial_text = "auto",
     .choices = "auto|dihedral|triangle|curl|none",
     .effect = Effect::start,
     .help = "What resists bending: angles between triangles; or rows of three particles (Kelager), which keep the "
             "curvature they have at rest, or, as curl, are at least that curved and by `curl` more. Auto is triangle "
             "for what is flat at rest, and dihedral, which knows which way it was bent, for what is not, for what a "
             "guide bends and for what creases: with plasticity."},
    {.id = P::curl,
     .name = "curl",
     .unit = "m",
     .low = -1e3,
     .high = 1e3,
     .keyed = true,
     .help = "The paper's κ: how much further than at rest the middle of three particles in a row stands from their "
             "centroid; with bend_model curl, for leaves and stiff curls."},
    {.id = P::damping,
     .name = "damping",
     .unit = "1/s",
     .low = 0,
     .high = 1e4,
     .initial = {0.2, 0, 0},
     .keyed = true,
     .help = "How fast all motion dies out that is not the rigid motion of the whole cloth."},
    {.id = P::stretch_limit,
     .name = "stretch_limit",
     .low = 0,
     .high = 100,
     .if_unset = "three times what the cloth would stretch hanging by its own weight, and at least 0.002; where "
                 "cloth may tear, as far as it takes to tear it",
     .keyed = true,
     .help = "How much longer than at rest threads may become over many links, however hard they are pulled."},
    {.id = P::tethers,
     .name = "tethers",
     .type = ParameterType::boolean,
     .initial = {1, 0, 0},
     .help = "Whether no part gets further from where the cloth is held than along the cloth."},
    {.id = P::air_drag,
     .name = "air_drag",
     .low = 0,
     .high = 100,
     .initial = {1, 0, 0},
     .keyed = true,
     .help = "Drag coefficient of its faces: 1 to 1.3 for a plate that stands across the wind, 0 for a vacuum."},
    {.id = P::pressure,
     .name = "pressure",
     .unit = "Pa",
     .low = -1e7,
     .high = 1e7,
     .keyed = true,
     .help = "Pushes every face along its normal: inflates what is closed. There it falls as the cloth becomes "
             "larger than at rest, and is gone once that has torn."},
    {.id = P::material_thickness,
     .name = "material_thickness",
     .unit = "m",
     .low = 0,
     .high = 10,
     .initial = {5e-4, 0, 0},
     .help = "How thick the material is, for creases: bent to a radius r, its outer side is strained by "
             "material_thickness / 2r, and what is strained beyond plasticity.yield_strain stays bent. Contact has a "
             "thickness of its own."},
    {.id = P::small_steps,
     .name = "small_steps",
     .type = ParameterType::integer,
     .low = 1,
     .high = 200,
     .if_unset = "8 in a sixtieth of a second, up to 32 for fine meshes and for cloth that may tear, up to 64 for "
                 "cloth that its "
                 "own weight stretches",
     .help = "Steps of the cloth alone in each substep of the world: the more, the less it stretches."},
    {.id = P::max_particles,
     .name = "max_particles",
     .type = ParameterType::integer,
     .low = 3,
     .high = 20e6,
     .initial = {400000, 0, 0},
     .effect = Effect::recook,
     .help = "Cooking stops when the mesh has more points than this."},
};

// Weights and stiffnesses as textile handbooks have them, rounded.
static const PresetValue silk[] = {{P::density, 0.06},        {P::stretch_stiffness, 3000},  {P::shear_stiffness, 60},
                                   {P::bend_stiffness, 4e-6}, {P::material_thickness, 1e-4}, {P::damping, 0.1}};
static const PresetValue cotton[] = {
    {P::density, 0.15},        {P::stretch_stiffness, 5000},  {P::shear_stiffness, 250},
    {P::bend_stiffness, 2e-5}, {P::material_thickness, 3e-4}, {P::damping, 0.2}};
static const PresetValue denim[] = {{P::density, 0.4},         {P::stretch_stiffness, 15000}, {P::shear_stiffness, 800},
                                    {P::bend_stiffness, 2e-4}, {P::material_thickness, 8e-4}, {P::damping, 0.4}};
static const PresetValue leather[] = {
    {P::density, 0.9},         {P::stretch_stiffness, 2e4},   {P::shear_stiffness, 8e3},
    {P::bend_stiffness, 2e-3}, {P::material_thickness, 2e-3}, {P::damping, 1}};
static const PresetValue rubber[] = {
    {P::density, 1.1},         {P::stretch_stiffness, 800},   {P::shear_stiffness, 300},
    {P::bend_stiffness, 1e-4}, {P::material_thickness, 1e-3}, {P::damping, 0.3}};
static const Preset presets[] = {
    {"silk", "Light and flowing, fine folds.", silk},
    {"cotton", "A shirt, a bed sheet.", cotton},
    {"denim", "Heavy and stiff, few large folds.", denim},
    {"leather", "Stiff in all directions; creases stay round.", leather},
    {"rubber sheet", "Stretches, and comes back.", rubber},
};

const ParameterTable table{"cloth", rows, presets};
static_assert(std::size(rows) == P::count);

}  // namespace pliant::cloth
