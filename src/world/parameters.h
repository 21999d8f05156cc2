// The parameters that every world, body, collider, pair and attachment has, whatever the kind.
#pragma once

#include "core/parameter.h"

namespace pliant {

struct WorldP {
    enum : u16 {
        rate,
        substeps,
        small_steps,
        duration,
        preroll,
        gravity,
        wind_velocity,
        wind_gusts,
        wind_turbulence,
        wind_eddies,
        contact_iterations,
        max_particles,
        sleep_enabled,
        sleep_speed,
        sleep_time,
        hit_speed,
        viewpoint,
        count
    };
};
extern const ParameterTable world_table;

struct BodyP {
    enum : u16 {
        position,
        rotation,
        scale,
        velocity,
        spin,
        friction,
        restitution,
        gravity_scale,
        drag,
        thickness,
        layer,
        collides_with,
        ignores,
        collide,
        particle_scale,
        hold_enabled,
        hold_where,
        hold_point,
        hold_radius,
        hold_low,
        hold_high,
        sensor,
        self_contact,
        sleep_enabled,
        sleep_beyond,
        sleep_wake_within,
        lower_rate_beyond,
        lower_rate_every,
        detail_level,
        detail_blend,
        tessellation_stretch,
        tessellation_levels,
        color,
        guide_keyframes,
        guide_clip,
        guide_autoplay,
        guide_loop,
        guide_speed,
        guide_update,
        guide_fade,
        guide_max_speed,
        guide_strength,
        guide_follow,
        guide_place,
        guide_response,
        guide_position,
        guide_rotation,
        guide_scale,
        guide_character,
        guide_bind,
        guide_stiffness,
        guide_damping,
        guide_max_distance,
        guide_backstop_distance,
        guide_backstop_radius,
        guide_border,
        plasticity_yield_strain,
        plasticity_creep,
        plasticity_hardening,
        plasticity_max,
        tear_stretch,
        tear_squash,
        tear_bend,
        tear_strength,
        tear_lines,
        tear_enabled,
        tear_material,
        tear_color,
        tear_min_piece,
        tear_max_pieces,
        tear_lifetime,
        guide_on_tear,
        count
    };
};
extern const ParameterTable body_table;
// What no single row can tell: whether values that were given go together. Throw Error.
void check_distances(const ParameterSet& body);  // of sleep; always
void check_guide(const ParameterSet& body);      // what needs a character; always
void check_together(const ParameterSet& body);   // all of them; of what is changed one by one, only in the end

struct ColliderP {
    enum : u16 {
        shape,
        motion,
        position,
        rotation,
        size,
        radius,
        height,
        density,
        mass,
        velocity,
        spin,
        gravity_scale,
        drag,
        friction,
        restitution,
        thickness,
        layer,
        collides_with,
        sensor,
        sleep,
        look,
        color,
        count
    };
};
extern const ParameterTable collider_table;

struct PairP {
    enum : u16 { friction, restitution, collide, count };
};
extern const ParameterTable pair_table;

struct AttachmentP {
    enum : u16 {
        where_point,
        where_radius,
        where_low,
        where_high,
        where_attribute,
        where_overlap,
        to,
        to_point,
        to_low,
        to_high,
        to_attribute,
        gap,
        position,
        stiffness,
        damping,
        max_force,
        break_force,
        break_each,
        enabled,
        count
    };
};
extern const ParameterTable attachment_table;

// For a name that none of the tables has: throws Error with the likeliest of all their names.
[[noreturn]] void no_such_parameter(std::string_view name, std::span<const ParameterTable* const> tables);

}  // namespace pliant
