#include "core/text.h"
#include "world/fields/field.h"

namespace pliant {

using enum ParameterType;  // number, vector, …

static const Parameter field_rows[] = {
    {.id = FieldP::type,
     .name = "type",
     .type = choice,
     .initial_text = "directional",
     .choices = "directional|radial|vortex|drag",
     .scope = ParameterScope::field,
     .effect = Effect::start,
     .help =
         "What it does: pushes one way; pushes away from its middle; whirls about its axis; or makes everything take "
         "on a velocity."},
    {.id = FieldP::region,
     .name = "region",
     .type = choice,
     .initial_text = "everywhere",
     .choices = "everywhere|ball|box",
     .scope = ParameterScope::field,
     .effect = Effect::start,
     .help = "Where it is felt."},
    {.id = FieldP::position,
     .name = "position",
     .type = vector,
     .unit = "m",
     .low = -1e7,
     .high = 1e7,
     .scope = ParameterScope::field,
     .keyed = true,
     .help = "Its middle."},
    {.id = FieldP::rotation,
     .name = "rotation",
     .type = vector,
     .unit = "°",
     .low = -1e6,
     .high = 1e6,
     .scope = ParameterScope::field,
     .keyed = true,
     .help = "Turns the box, its direction and its velocity about x, then y, then z."},
    {.id = FieldP::size,
     .name = "size",
     .type = vector,
     .unit = "m",
     .low = 0,
     .high = 1e6,
     .above_low = true,
     .initial = {1, 1, 1},
     .scope = ParameterScope::field,
     .keyed = true,
     .help = "Side lengths of a box."},
    {.id = FieldP::radius,
     .name = "radius",
     .unit = "m",
     .low = 0,
     .high = 1e6,
     .above_low = true,
     .initial = {1, 0, 0},
     .scope = ParameterScope::field,
     .keyed = true,
     .help = "Of a ball."},
    {.id = FieldP::falloff,
     .name = "falloff",
     .unit = "m",
     .low = 0,
     .high = 1e6,
     .scope = ParameterScope::field,
     .keyed = true,
     .help = "How far outside of its ball or box it fades to nothing; at 0 it ends there."},
    {.id = FieldP::strength,
     .name = "strength",
     .unit = "m/s², of drag 1/s",
     .low = -1e8,
     .high = 1e8,
     .initial = {1, 0, 0},
     .scope = ParameterScope::field,
     .keyed = true,
     .help = "Acceleration, whatever the mass; below 0 a radial field draws to its middle. Of drag: the share of the "
             "velocity that is taken on in a second."},
    {.id = FieldP::direction,
     .name = "direction",
     .type = vector,
     .low = -1e6,
     .high = 1e6,
     .initial = {0, 1, 0},
     .scope = ParameterScope::field,
     .keyed = true,
     .help =
         "Where a directional field pushes, or the axis of a vortex, about which it whirls as a right hand's fingers "
         "point; its length does not matter."},
    {.id = FieldP::velocity,
     .name = "velocity",
     .type = vector,
     .unit = "m/s",
     .low = -1e6,
     .high = 1e6,
     .scope = ParameterScope::field,
     .keyed = true,
     .help = "What drag makes everything take on: at 0 it slows down, otherwise it carries along."},
    {.id = FieldP::bodies,
     .name = "bodies",
     .type = names,
     .if_unset = "all of them",
     .scope = ParameterScope::field,
     .help = "Who feels it, by name; a body with instances stands for all of them."},
};

const ParameterTable field_table{"field", field_rows};
static_assert(std::size(field_rows) == FieldP::count);

void check_field(const ParameterSet& p) {
    const std::string type = p.text(FieldP::type), region = p.text(FieldP::region);
    const auto only_for = [&](u16 row, bool right, const char* expected) {
        if (p.is_explicit(row) && !right)
            throw Error({field_table.rows[row].name,
                         "given for a field of type " + in_quotes(type) + ", region " + in_quotes(region), expected,
                         "leave it out"});
    };
    only_for(FieldP::size, region == "box", "it only with \"region\": \"box\"");
    only_for(FieldP::radius, region == "ball", "it only with \"region\": \"ball\"");
    only_for(FieldP::falloff, region != "everywhere", "it only with a ball or a box");
    only_for(FieldP::direction, type == "directional" || type == "vortex", "it only where there is a direction");
    only_for(FieldP::velocity, type == "drag", "it only with \"type\": \"drag\"");
    if (p.is_explicit(FieldP::direction) && !p.keyed(FieldP::direction) && length(p.vector(FieldP::direction)) == 0)
        throw Error({"direction", "a vector of no length", "where the field points", ""});
    if (type == "drag" && !p.keyed(FieldP::strength) && p.number(FieldP::strength) < 0)
        throw Error({"strength", short_number(p.number(FieldP::strength)) + " 1/s of drag", "0 or more",
                     "drag takes velocity away"});
}

}  // namespace pliant
