// Which parameters of a body go together.

#include "core/text.h"
#include "world/parameters.h"

namespace pliant {

void check_distances(const ParameterSet& p) {
    if (!p.has_value(BodyP::sleep_beyond) || !p.has_value(BodyP::sleep_wake_within)) return;
    const double within = p.number(BodyP::sleep_wake_within), beyond = p.number(BodyP::sleep_beyond);
    if (within <= beyond) return;
    throw Error({"sleep.wake_within",
                 short_number(within) + " m, more than sleep.beyond, " + short_number(beyond) + " m",
                 "at most sleep.beyond", "what sleeps beyond one distance wakes at a shorter one"});
}

static void check_hold(const ParameterSet& p) {
    if (p.has_value(BodyP::hold_radius) && !p.has_value(BodyP::hold_point))
        throw Error({"hold.radius", "a radius without hold.point", "the middle of the ball", ""});
    if (p.has_value(BodyP::hold_low) != p.has_value(BodyP::hold_high))
        throw Error({"hold", "only one corner of a box", "both hold.low and hold.high", ""});
    if (!p.has_value(BodyP::hold_low)) return;
    const Vec3d low = p.vector(BodyP::hold_low), high = p.vector(BodyP::hold_high);
    for (int k = 0; k < 3; ++k)
        if (low[k] > high[k])
            throw Error({"hold.low", short_number(low[k]) + " is above " + short_number(high[k]) + " of hold.high",
                         "the lower corner of the box", ""});
}

static void check_lines(const ParameterSet& p) {
    const bool tears =
        p.has_value(BodyP::tear_stretch) || p.has_value(BodyP::tear_squash) || p.has_value(BodyP::tear_bend);
    if (!tears && !p.lines(BodyP::tear_lines).empty())
        throw Error({"tear.lines", "lines to tear along, and nothing that tears",
                     "tear.stretch, tear.squash or tear.bend", "lines multiply what it takes"});
}

void check_guide(const ParameterSet& p) {
    const bool character = p.has_value(BodyP::guide_character);
    for (const auto& [row, why] : {std::pair{BodyP::guide_backstop_distance, "a backstop is behind its surface"},
                                   std::pair{BodyP::guide_bind, "particles are bound to its surface"},
                                   std::pair{BodyP::guide_border, "a border is with its surface"}})
        if (p.has_value(row) && !character)
            throw Error({body_table.rows[row].name, "given without guide.character", "the name of a character", why});
}

static void check_guides_together(const ParameterSet& p) {
    const bool character = p.has_value(BodyP::guide_character);
    if (character && p.has_value(BodyP::guide_keyframes))
        throw Error({"guide", "both guide.character and guide.keyframes are given", "one of them", ""});
    if (p.has_value(BodyP::guide_backstop_radius) && !p.has_value(BodyP::guide_backstop_distance))
        throw Error({"guide.backstop_radius", "a radius without guide.backstop_distance",
                     "how far behind the surface the ball begins", ""});
    if (p.has_value(BodyP::guide_damping) && !p.has_value(BodyP::guide_stiffness))
        throw Error({"guide.damping", "damping without guide.stiffness", "a spring to damp", ""});
}

void check_together(const ParameterSet& body) {
    check_distances(body), check_hold(body), check_lines(body), check_guide(body), check_guides_together(body);
}

}  // namespace pliant
