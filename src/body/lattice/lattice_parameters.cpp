#include "body/lattice/lattice.h"
#include "geometry/lattice_regions.h"

namespace pliant::lattice {

static const Parameter rows[] = {
    {.id = P::spacing,
     .name = "spacing",
     .type = ParameterType::number_or_vector,
     .unit = "m",
     .low = 0,
     .high = 1e6,
     .above_low = true,
     .if_unset = "a twentieth of the longest side, more for bodies that would need over 4,000 particles",
     .effect = Effect::recook,
     .help = "Edge length of the lattice cells; a vector gives each axis its own."},
    {.id = P::half_width,
     .name = "half_width",
     .type = ParameterType::integer,
     .low = 1,
     .high = max_half_width,
     .initial = {2, 0, 0},
     .effect = Effect::recook,
     .help = "Half-width w of the regions that keep their shape, in cells: the larger, the more of the body moves as "
             "one, and a given step can be stiffer."},
    {.id = P::reach,
     .name = "reach",
     .unit = "m",
     .low = 0,
     .above_low = true,
     .if_unset = "half_width counts",
     .effect = Effect::recook,
     .help = "Half-width of the regions in metres, so that the look does not change with the spacing; takes the place "
             "of half_width."},
    {.id = P::youngs_modulus,
     .name = "youngs_modulus",
     .unit = "Pa",
     .low = 0,
     .if_unset = "chosen so that the body sags by 4 % of its height under gravity, or less stiff where the substeps "
                 "do not allow it",
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Stiffness: the pull, per cross-section, that would stretch the body to twice its length."},
    {.id = P::alpha,
     .name = "alpha",
     .low = 0,
     .high = 1,
     .if_unset = "youngs_modulus counts",
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
     .help = "Stiffness as the share of the way to its goal that a particle goes in 1/60 s; independent of density. "
             "Takes the place of youngs_modulus."},
    {.id = P::damping,
     .name = "damping",
     .unit = "s",
     .low = 0,
     .high = 10,
     .initial = {0.02, 0, 0},
     .scope = ParameterScope::particle,
     .keyed = true,
     .painted = true,
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
     .help = "Mass per volume of the mesh."},
    {.id = P::fill,
     .name = "fill",
     .type = ParameterType::choice,
     .initial_text = "auto",
     .choices = "auto|surface|solid",
     .effect = Effect::recook,
     .help = "Which cells are matter: those the surface passes through, or those inside too; auto is solid for meshes "
             "that enclose something."},
    {.id = P::contact,
     .name = "contact",
     .type = ParameterType::choice,
     .initial_text = "surface",
     .choices = "surface|particles|trimmed",
     .effect = Effect::recook,
     .help = "What touches: the mesh's surface; spheres around the outer particles as in the published system; or "
             "spheres without the outermost layer, which stands beyond the mesh."},
    {.id = P::max_particles,
     .name = "max_particles",
     .type = ParameterType::integer,
     .low = 8,
     .high = 20e6,
     .initial = {200000, 0, 0},
     .effect = Effect::recook,
     .help = "Cooking stops with a spacing that fits when the body would need more particles than this."},
    {.id = P::mass_scale,
     .name = "mass_scale",
     .low = 0,
     .high = 1e6,
     .above_low = true,
     .initial = {1, 0, 0},
     .scope = ParameterScope::particle,
     .painted = true,
     .effect = Effect::start,
     .help = "Times the mass that density gives: heavy feet, a light head."},
    {.id = P::fuse,
     .name = "fuse",
     .type = ParameterType::boolean,
     .effect = Effect::recook,
     .help = "Parts of the mesh that merely share a cell, as two fingers side by side, become one there, as in the "
             "published system; otherwise each part has a cell of its own."},
};

static const PresetValue jelly[] = {{P::youngs_modulus, 3e4}, {P::damping, 0.02}, {P::density, 1000}};
static const PresetValue gummy[] = {{P::youngs_modulus, 1.5e5}, {P::damping, 0.01}, {P::density, 1300}};
static const PresetValue rubber[] = {{P::youngs_modulus, 6e5}, {P::damping, 0.004}, {P::density, 1100}};
static const PresetValue sponge[] = {{P::youngs_modulus, 2e4}, {P::damping, 0.06}, {P::density, 80}};
static const PresetValue dough[] = {{P::youngs_modulus, 8e3}, {P::damping, 0.15}, {P::density, 1200}};
static const Preset presets[] = {
    {"jelly", "Wobbles for a second or two.", jelly}, {"gummy", "A firm sweet: springs back fast.", gummy},
    {"rubber", "As stiff as a soft eraser.", rubber}, {"sponge", "Light, soft and quickly quiet.", sponge},
    {"dough", "Heavy and slow to come back.", dough},
};

const ParameterTable table{"lattice", rows, presets};
static_assert(std::size(rows) == P::count);

}  // namespace pliant::lattice
