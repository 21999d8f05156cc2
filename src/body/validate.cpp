// Invariants of models, of whatever kind.

#include "body/kind.h"
#include "core/contract.h"

namespace pliant {

const char* validate(const Model& m) {
    if (m.particle_count == 0) return "model: there are no particles";
    if (!is_finite(m.center) || !is_finite(m.size) || !is_not_negative(m.volume))
        return "model: the centre, the size or the volume is not finite";
    if (m.surface.vertex_count() > 0)  // a model can be made without anything to draw or to touch
        if (const char* broken = validate(m.surface)) return broken;
    if (m.contact.point_count() > 0)
        if (const char* broken = validate(m.contact, m.particle_count)) return broken;
    if (m.embedded)
        if (const char* broken = first_fault([&](const Soundness& sound) { m.embedded->check(m.surface, sound); }))
            return broken;
    if (m.whole && (m.particle_from.size() != m.particle_count || !all_below(m.particle_from, m.whole->particle_count)))
        return "model: a particle of a piece comes from none of the whole";
    for (u32 p = 0; p < m.particle_count; ++p)
        if (!is_finite(m.rest_position(p))) return "model: a particle at rest is not finite";
    return nullptr;
}

}  // namespace pliant
