// Stage drive: parameters take their value at this time, and animated colliders learn where they will be at its end.

#include "body/strain_limiting.h"
#include "world/bodies/bodies.h"

namespace pliant {

static LayerMask layer_mask(Contents& contents, const ParameterSet& set, u16 layer, u16 collides_with) {
    LayerMask mask;
    mask.layer = contents.layer_bit(set.text(layer));
    if (set.is_explicit(collides_with)) {
        mask.touches = 0;
        for (const std::string& name : set.names(collides_with)) mask.touches |= contents.layer_bit(name);
    }
    return mask;
}

void BodySystem::update_parameters(Body& body) {
    update_common_parameters(body);
    begin_matter(body);
}

void BodySystem::update_common_parameters(Body& body) {
    const ParameterSet& p = body.common;
    if (body.parameters_changed || p.any_keys()) {
        body.friction = static_cast<float>(p.number(BodyP::friction, contents_.time));
        body.restitution = static_cast<float>(p.number(BodyP::restitution, contents_.time));
        body.gravity_scale = static_cast<float>(p.number(BodyP::gravity_scale, contents_.time));
        body.drag = static_cast<float>(p.number(BodyP::drag, contents_.time));
        body.thickness = p.has_value(BodyP::thickness) ? static_cast<float>(p.number(BodyP::thickness))
                                                       : 0.02f * body.model->contact.spacing;
        body.surface.scale_spheres(static_cast<float>(p.number(BodyP::particle_scale, contents_.time)));
        body.sensor = p.flag(BodyP::sensor);
        body.self_contact = p.flag(BodyP::self_contact) && !body.sensor;
        if (body.parameters_changed) {
            body.layers = layer_mask(contents_, p, BodyP::layer, BodyP::collides_with);
            body.ignored = contents_.names.ids(p.names(BodyP::ignores));
        }
    }
    body.parameters_changed = false;
}

void BodySystem::begin_matter(Body& body) {
    // Matter was told of new parameters when they were set, because that may fail and may take memory; here it follows
    // keys and the length of the substep.
    if (StrainLimiting* limiting = body.matter->strain_limiting()) {
        const bool tears = body.common.has_value(BodyP::tear_stretch);
        limiting->set_failure_limits(
            tears ? static_cast<float>(body.common.number(BodyP::tear_stretch, contents_.time)) : 0.0f,
            body.common.has_value(BodyP::plasticity_yield_strain));
    }
    const u32 all = contents_.substep_count(), substeps = body.substeps ? body.substeps : all;
    if (SubstepStride* stride = body.matter->substep_stride())
        stride->set_substep_stride(substeps < all ? all / substeps : 1);
    body.matter->begin_step(body.own, contents_.time, static_cast<float>(contents_.step_length() / substeps), false);
    if (body.own.any_keys()) update_masses(body);
}

// Animated maps. The current ones may be older than a step, if a snapshot was restored.
void BodySystem::update_maps(Body& body) {
    const double before = body.painted_at;
    if (before == contents_.time) return;
    body.painted_at = contents_.time;
    const bool common = body.common.maps_change_between(before, contents_.time),
               own = body.own.maps_change_between(before, contents_.time);
    if (common) paint(body, body.common);
    if (own) {
        body.matter->begin_step(body.own, contents_.time,
                                static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
        update_masses(body);
    }
    step_.statistics.painted += common || own;
}

// Matter that holds particles itself may let them go while it runs; those that others hold stay held.
void BodySystem::update_masses(Body& body) {
    if (!body.matter->guide_springs()) return;
    for (u32 p = 0; p < body.view.count; ++p) {
        const double mass = body.matter->mass(p);
        const bool held = !body.held.empty() && body.held[p];
        body.view.position[p].w = held || !(mass > 0) ? 0 : static_cast<float>(1 / mass);
    }
}

}  // namespace pliant
