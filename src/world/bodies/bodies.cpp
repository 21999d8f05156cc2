// Bodies come, change and go, between steps.

#include "world/bodies/bodies.h"

#include <algorithm>
#include <optional>

#include "body/painted.h"
#include "body/tearable.h"
#include "core/text.h"
#include "core/trig.h"
#include "rigid/system.h"
#include "world/bodies/hold_map.h"
#include "world/bodies/rigid_moves.h"
#include "world/skin_places.h"
#include "world/tear/tear_settings.h"

namespace pliant {

Vec3 BodySystem::rest_place(BodyId id, const Vec3& point) const {
    const Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    std::vector<Vec3> now;
    skin_now(*body, now);
    if (now.empty()) return {};
    return place_of(nearest_on_skin(body->model->contact, now, point).place, skin_at_rest(*body->model));
}

Placement placement_of(const ParameterSet& p) {
    Placement placement;
    const Quatd rotation = rotation_from_degrees(p.vector(BodyP::rotation));
    placement.transform = {p.vector(BodyP::position).to<float>(), rotation.to<float>()};
    placement.velocity = p.vector(BodyP::velocity).to<float>();
    const Vec3d spin = p.vector(BodyP::spin);
    placement.spin = (spin * (pi / 180)).to<float>();
    return placement;
}

// Throws Error for what the kind of the body cannot do.
static void check_aspects(const Body& body, const ParameterSet& common) {
    const Kind& kind = body.model->kind();
    const auto refuse = [&](const char* aspect, const char* does) {
        throw Error({aspect, std::string("bodies of the kind ") + kind.name + " do not " + does + " yet", "",
                     std::string("leave ") + aspect + " out, or take another kind"});
    };
    if (!body.matter->tearable() && (can_tear(common) || !common.lines(BodyP::tear_lines).empty()))
        refuse("tear", "tear");
    if (!body.matter->plastic() && common.has_value(BodyP::plasticity_yield_strain))
        refuse("plasticity", "bend for good");
    if (!body.matter->guide_springs()) return;
    for (const u16 row : {BodyP::guide_stiffness, BodyP::guide_damping, BodyP::guide_response})
        if (common.has_value(row))
            throw Error({common.table().rows[row].name,
                         std::string("bodies of the kind ") + kind.name +
                             " are drawn to their places by springs of "
                             "their own",
                         "", "leave it out, and give stiffness and damping of the body itself"});
}

BodyId BodySystem::add(std::string name, std::shared_ptr<const Model> model, ParameterSet common, ParameterSet own) {
    const u32 first = contents_.particles.allocate(model->particle_count);
    if (first == Particles::no_room)
        throw CapacityError({name, with_commas(model->particle_count) + " more particles do not fit the world",
                             "at most " + with_commas(contents_.particles.capacity()) + " in all",
                             "raise world.max_particles"});
    auto matter = model->kind().make_matter(model, own);
    auto [id, body] = contents_.bodies.add(std::move(name), std::move(model), std::move(common), std::move(own));
    body.id = id;
    body.matter = std::move(matter);
    body.painted_at = contents_.time;
    body.names = names_of_body(contents_.names, body.name, body.scene_name());
    set_range(body, first);
    try {
        // Parameters are tried out now, so that a wrong one is an error here and not in the middle of a step.
        body.matter->begin_step(body.own, contents_.time,
                                static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
        check_together(body.common);
        check_aspects(body, body.common);
        paint(body, body.common);
        following_.follow(body);
        inside_of(body);
        contents_.layer_bit(body.common.text(BodyP::layer));
        for (const std::string& other : body.common.names(BodyP::collides_with)) contents_.layer_bit(other);
    } catch (...) {
        contents_.particles.release(first, body.model->particle_count);
        contents_.bodies.undo_add(id);
        throw;
    }
    guides_.start(body);
    reset(id, placement_of(body.common));
    return id;
}

// Particles from `first` on are the body's.
void BodySystem::set_range(Body& body, u32 first) {
    body.first_particle = first;
    body.view = contents_.particles.view(first, body.model->particle_count);
    body.surface = MovingSurface(body.model->contact, body.view);
    body.sheet = {};
    body.motion_limits.clear();
    body.surface.scale_spheres(static_cast<float>(body.common.number(BodyP::particle_scale, contents_.time)));
    for (auto& scratch : step_.worker_scratch)
        if (scratch.size() < body.matter->scratch_bytes()) scratch.resize(body.matter->scratch_bytes());
}

// Carries painted parameters from the mesh of a body to its particles. If it throws, nothing has changed.
void BodySystem::paint(Body& body, const ParameterSet& common) {
    const double time = body.painted_at;
    std::vector<float> guide = painted(body.whole_model(), common, BodyP::guide_strength, time),
                       yield = painted(*body.model, common, BodyP::plasticity_yield_strain, time),
                       tear = painted(*body.model, common, BodyP::tear_strength, time);
    const auto of_guide = [&](u16 row) { return painted(body.whole_model(), common, row, time); };
    GuideMaps guide_maps{of_guide(BodyP::guide_stiffness),       of_guide(BodyP::guide_damping),
                         of_guide(BodyP::guide_max_distance),    of_guide(BodyP::guide_backstop_distance),
                         of_guide(BodyP::guide_backstop_radius), of_guide(BodyP::guide_border)};
    std::vector<u8> held = hold_map_of(*body.model, common, time);
    // Looked for when lines are others than before, and not for every piece.
    const std::span<const Line> lines = common.lines(BodyP::tear_lines);
    std::shared_ptr<const WeakLinks> weak = body.weak_links;
    const std::span<const Line> before = weak ? std::span<const Line>(weak->lines) : std::span<const Line>();
    if (!std::equal(lines.begin(), lines.end(), before.begin(), before.end()))
        weak = weak_links(body.whole_model(), lines);
    update_contact_map(body, common);
    body.weak_links = std::move(weak);
    body.hold_map = std::move(held);
    if (!body.hold_map.empty()) body.held.resize(body.view.count);
    body.guide_maps = std::move(guide_maps);
    body.guide_strength = std::move(guide), body.yield_strain = std::move(yield), body.tear_strength = std::move(tear);
    if (common.has_value(BodyP::sleep_beyond)) body.kept_velocity.reserve(body.view.count);  // steps do not allocate
}

bool BodySystem::remove(BodyId id) {
    Body* body = contents_.bodies.find(id);
    if (!body) return false;
    ++contents_.revision;
    contents_.particles.release(body->first_particle, body->view.count);
    const Box where = body->motion.bounds;
    attachment_system_.remove_of(id);
    contents_.bodies.remove(id);
    contact_set_.clear();      // it may speak of the body
    waking_.wake_near(where);  // what lay on it must notice
    return true;
}

// The row of a parameter that a body has and that is felt at the next step.
static const Parameter& live_row(const Body& body, const std::string& name) {
    const bool is_common = body_table.find(name) != nullptr;
    const Parameter* row = (is_common ? body.common : body.own).table().find(name);
    if (!row) {
        const ParameterTable* const tables[] = {&body.own.table(), &body_table};
        no_such_parameter(name, tables);
    }
    if (row->effect != Effect::next_step) {
        const char* why = row->effect == Effect::recook ? "cooked into the model" : "only used when the body starts";
        throw Error({body.name + "." + name, std::string("this parameter is ") + why, "",
                     "make the body anew with the other value"});
    }
    return *row;
}

void BodySystem::set_parameter(BodyId id, std::string_view name, Value value) {
    std::vector<NamedValue> one;
    one.push_back({std::string(name), std::move(value)});
    set_parameters(id, std::move(one));
}

void BodySystem::set_parameters(BodyId id, std::vector<NamedValue> values) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    for (const NamedValue& v : values) live_row(*body, v.name);
    update_maps(*body);
    std::optional<ParameterSet> common, own;  // those that change
    bool leans = false;                       // what leaned on it may have nothing to lean on any more
    for (NamedValue& v : values) {
        const u16 row = live_row(*body, v.name).id;
        const bool is_common = body_table.find(v.name) != nullptr;
        std::optional<ParameterSet>& tried = is_common ? common : own;
        if (!tried) tried = is_common ? body->common : body->own;
        try {
            tried->set(row, std::move(v.value));
        } catch (const Error& e) {
            if (values.size() == 1) throw;  // the caller knows which one it is
            throw e.inside(v.name);
        }
        leans =
            leans || (is_common && (row == BodyP::ignores || row == BodyP::collide || row == BodyP::particle_scale));
    }
    if (common) {  // too many layers throw here, not in the step
        check_distances(*common), check_guide(*common);
        check_aspects(*body, *common);
        contents_.layer_bit(common->text(BodyP::layer));
        for (const std::string& layer : common->names(BodyP::collides_with)) contents_.layer_bit(layer);
        paint(*body, *common);
    }
    if (own) {
        body->matter->begin_step(*own, contents_.time,
                                 static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
        update_masses(*body);
    }
    if (common) body->common = std::move(*common);
    if (own) body->own = std::move(*own);
    body->parameters_changed = body->parameters_changed || common;
    if (common) guides_.start(*body);
    if (leans) waking_.wake_near(body->motion.bounds);
    waking_.wake(id);
}

void BodySystem::reset(BodyId id, const Placement& placement) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    ++contents_.revision;
    waking_.wake_near(body->motion.bounds);
    holds_.release(id);
    // Where its guide has it, and its bones, come along: from where the body began, or from where it was put since.
    const Transform root = guides_.root_of(*body, contents_.time);
    const Transform began = placement_of(body->common).transform;
    for (Collider* c : skeletons_.of(*body)) {
        set_pose(contents_, *c,
                 placement.transform *
                     Transform{began.inverse(c->began.position), conjugate(began.rotation) * c->began.rotation});
        contents_.rigid->set_velocity(c->rigid, placement.velocity, {});
    }
    // A scene that begins leaves it to the guide where that stands.
    const bool begins = contents_.step_count == 0 && placement.transform == began;
    if (body->guide && body->matter->guide_springs() && !begins)
        guides_.move(*body, placement.transform * Transform{root.inverse(Vec3{}), conjugate(root.rotation)});
    body->matter->place(body->view, placement);
    if (body->character_guide) following_.put_on_character(*body);
    std::fill(body->held.begin(), body->held.end(), u8{0});
    hold_by_parameters(*body);
    body->quarantined = false;
    body->asleep = body->paused = false;
    body->kept_velocity.clear();
    body->quiet_time = 0;
    detail_.start(*body);
    body->motion = {};
    for (u32 p = 0; p < body->view.count; ++p) body->motion.bounds.add(body->view.position[p].xyz());
    presentation_.present_body(*body, body->frames[body->shown], true);
    body->frames[(body->shown + 2) % 3] = body->frames[body->shown];
}

void BodySystem::teleport(BodyId id, const Transform& by) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    holds_.release(id);
    waking_.wake_near(body->motion.bounds);  // what lay on it must notice
    skeletons_.move(*body, by);
    if (body->guide && body->matter->guide_springs()) guides_.move(*body, by);
    move_rigidly(*body, by);
    waking_.wake(id);
    presentation_.show_at_once(*body);
}

void BodySystem::set_velocity(BodyId id, const Vec3& velocity, const Vec3& spin) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    const Vec3 center = center_of_mass(id).to<float>();
    std::fill(body->kept_velocity.begin(), body->kept_velocity.end(), Vec3{});
    for (u32 p = 0; p < body->view.count; ++p)
        if (body->view.position[p].w > 0)
            body->view.velocity[p].set_xyz(velocity + cross(spin, body->view.position[p].xyz() - center));
    waking_.wake(id);
}

void BodySystem::set_guide_clips(BodyId id, std::vector<std::shared_ptr<const Clip>> clips) {
    guides_.set_clips(id, std::move(clips));
    if (contents_.step_count == 0) reset(id, placement_of(get(id).common));  // a scene begins in the first pose
}

Body& BodySystem::get(BodyId id) const {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    return *body;
}

u64 BodySystem::hash(BodyId id) const {
    Hasher hasher;
    hash_body(hasher, get(id), contents_.substep_count());
    return hasher.result();
}

}  // namespace pliant
