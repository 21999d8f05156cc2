// Bodies come, change and go, between steps.

#include <algorithm>
#include <optional>

#include "body/painted.h"
#include "core/text.h"
#include "core/trig.h"
#include "rigid/system.h"
#include "world/hold.h"
#include "world/world.h"

namespace pliant {

static u32 worker_count(const WorldSettings& s) { return s.jobs ? s.jobs->workers : std::max(1u, s.threads); }

World::World(WorldSettings settings)
    : parameters_(std::move(settings.parameters)),
      team_(settings.jobs ? Team(*settings.jobs) : Team(settings.threads)),
      particles_(static_cast<u32>(parameters_.number(WorldP::max_particles))),
      worker_scratch_(worker_count(settings)),
      collider_finders_(worker_count(settings)),
      pair_finders_(worker_count(settings)),
      sheet_finders_(worker_count(settings)) {}

World::~World() = default;

Placement placement_of(const ParameterSet& p) {
    Placement placement;
    const Quatd rotation = rotation_from_degrees(p.vector(BodyP::rotation));
    placement.transform = {p.vector(BodyP::position).to<float>(), rotation.to<float>()};
    placement.velocity = p.vector(BodyP::velocity).to<float>();
    const Vec3d spin = p.vector(BodyP::spin);
    placement.spin = (spin * (pi / 180)).to<float>();
    return placement;
}

// What a kind cannot do is said, and not left out.
static void check_aspects(const Body& body, const ParameterSet& common) {
    const Kind& kind = body.model->kind();
    const auto refuse = [&](const char* aspect, const char* does) {
        throw Error({aspect, std::string("bodies of the kind ") + kind.name + " do not " + does + " yet", "",
                     std::string("leave ") + aspect + " out, or take another kind"});
    };
    if (!kind.tears && (World::tears(common) || !common.lines(BodyP::tear_lines).empty())) refuse("tear", "tear");
    if (!kind.yields && common.decided(BodyP::plasticity_yield_strain)) refuse("plasticity", "bend for good");
    if (!body.matter->follows_places()) return;
    for (const u16 row : {BodyP::guide_stiffness, BodyP::guide_damping, BodyP::guide_response})
        if (common.decided(row))
            throw Error({common.table().rows[row].name,
                         std::string("bodies of the kind ") + kind.name +
                             " are drawn to their places by springs of "
                             "their own",
                         "", "leave it out, and give stiffness and damping of the body itself"});
}

BodyId World::add_body(std::string name, std::shared_ptr<const Model> model, ParameterSet common, ParameterSet own) {
    const u32 first = particles_.allocate(model->particle_count);
    if (first == Particles::no_room)
        throw RoomError({name, with_commas(model->particle_count) + " more particles do not fit the world",
                         "at most " + with_commas(particles_.capacity()) + " in all", "raise world.max_particles"});
    auto matter = model->kind().make_matter(model, own);
    auto [id, body] = bodies_.add(std::move(name), std::move(model), std::move(common), std::move(own));
    body.id = id;
    body.matter = std::move(matter);
    body.painted_at = time_;
    take_range(body, first);
    try {
        // Parameters are tried out now, so that a wrong one is an error here and not in the middle of a step.
        body.matter->begin_step(body.own, time_, static_cast<float>(step_length() / substep_count()), true);
        check_together(body.common);
        check_aspects(body, body.common);
        paint(body, body.common);
        follow_character(body);
        inside_of(body);
        layer_bit(body.common.text(BodyP::layer));
        for (const std::string& other : body.common.names(BodyP::collides_with)) layer_bit(other);
    } catch (...) {
        particles_.release(first, body.model->particle_count);
        bodies_.take_back(id);
        throw;
    }
    start_guide(body);
    put_at_rest(id, placement_of(body.common));
    return id;
}

// Particles from `first` on are the body's.
void World::take_range(Body& body, u32 first) {
    body.first_particle = first;
    body.view = particles_.view(first, body.model->particle_count);
    body.surface = MovingSurface(body.model->contact, body.view);
    body.sheet = {};
    body.leashes.clear();
    body.surface.scale_spheres(static_cast<float>(body.common.number(BodyP::particle_scale, time_)));
    for (auto& scratch : worker_scratch_)
        if (scratch.size() < body.matter->scratch_bytes()) scratch.resize(body.matter->scratch_bytes());
}

// What is painted on a body, from its mesh to its particles. Throws Error, and changes nothing then.
void World::paint(Body& body, const ParameterSet& common) {
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
    take_touch(body, common);
    body.weak_links = std::move(weak);
    body.hold_map = std::move(held);
    if (!body.hold_map.empty()) body.held.resize(body.view.count);
    body.guide_maps = std::move(guide_maps);
    body.guide_strength = std::move(guide), body.yield_strain = std::move(yield), body.tear_strength = std::move(tear);
    if (common.decided(BodyP::sleep_beyond)) body.kept_velocity.reserve(body.view.count);  // steps do not allocate
}

bool World::remove_body(BodyId id) {
    Body* body = bodies_.find(id);
    if (!body) return false;
    ++revision_;
    particles_.release(body->first_particle, body->view.count);
    const Box where = body->motion.bounds;
    remove_attachments_of(id);
    bodies_.remove(id);
    contact_set_.clear();  // it may speak of the body
    wake_near(where);      // what lay on it must notice
    return true;
}

BodyId World::find_body(std::string_view name) const {
    BodyId found;
    bodies_.each([&](BodyId id, const Body& b) {
        if (!found && b.name == name) found = id;
    });
    return found;
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

void World::set_parameter(BodyId id, std::string_view name, Value value) {
    std::vector<NamedValue> one;
    one.push_back({std::string(name), std::move(value)});
    set_parameters(id, std::move(one));
}

void World::set_parameters(BodyId id, std::vector<NamedValue> values) {
    Body* body = bodies_.find(id);
    PL_ASSERT(body);
    for (const NamedValue& v : values) live_row(*body, v.name);
    take_maps(*body);
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
        layer_bit(common->text(BodyP::layer));
        for (const std::string& layer : common->names(BodyP::collides_with)) layer_bit(layer);
        paint(*body, *common);
    }
    if (own) {
        body->matter->begin_step(*own, time_, static_cast<float>(step_length() / substep_count()), true);
        take_masses(*body);
    }
    if (common) body->common = std::move(*common);
    if (own) body->own = std::move(*own);
    body->parameters_changed = body->parameters_changed || common;
    if (common) start_guide(*body);
    if (leans) wake_near(body->motion.bounds);
    wake(id);
}

void World::put_at_rest(BodyId id, const Placement& placement) {
    Body* body = bodies_.find(id);
    PL_ASSERT(body);
    ++revision_;
    wake_near(body->motion.bounds);
    let_go(id);
    // Where its guide has it, and its bones, come along: from where the body began, or from where it was put since.
    const Transform root = root_of(*body, time_);
    const Transform began = placement_of(body->common).transform;
    for (Collider* c : skeleton_of(*body)) {
        put(*c, placement.transform *
                    Transform{began.inverse(c->began.position), conjugate(began.rotation) * c->began.rotation});
        rigid_->set_velocity(c->rigid, placement.velocity, {});
    }
    // A scene that begins leaves it to the guide where that stands.
    const bool begins = step_count_ == 0 && placement.transform == began;
    if (body->guide && body->matter->follows_places() && !begins)
        move_guide(*body, placement.transform * Transform{root.inverse(Vec3{}), conjugate(root.rotation)});
    body->matter->place(body->view, placement);
    if (body->character_guide) put_on_character(*body);
    std::fill(body->held.begin(), body->held.end(), u8{0});
    hold_by_parameters(*body);
    body->quarantined = false;
    body->asleep = body->paused = false;
    body->kept_velocity.clear();
    body->quiet_time = 0;
    start_detail(*body);
    body->motion = {};
    for (u32 p = 0; p < body->view.count; ++p) body->motion.bounds.add(body->view.position[p].xyz());
    present(*body, body->frames[body->shown], true);
    body->frames[(body->shown + 2) % 3] = body->frames[body->shown];
}

void World::teleport(BodyId id, const Transform& by) {
    Body* body = bodies_.find(id);
    PL_ASSERT(body);
    let_go(id);
    wake_near(body->motion.bounds);  // what lay on it must notice
    move_skeleton(*body, by);
    if (body->guide && body->matter->follows_places()) move_guide(*body, by);
    move_rigidly(*body, by);
    wake(id);
    show_at_once(*body);
}

void World::show_at_once(Body& body) {
    ++revision_;
    present(body, body.frames[body.shown]);
    body.frames[(body.shown + 2) % 3] = body.frames[body.shown];
}

void World::move_rigidly(Body& body, const Transform& by) {
    body.motion.bounds = {};
    for (u32 p = 0; p < body.view.count; ++p) {
        body.view.position[p].set_xyz(by * body.view.position[p].xyz());
        body.view.previous[p] = body.view.position[p];
        body.view.velocity[p].set_xyz(by.rotation * body.view.velocity[p].xyz());
        body.motion.bounds.add(body.view.position[p].xyz());
    }
    for (std::vector<Vec3>* all : {&body.kept_velocity, &body.detail.offset, &body.detail.drift})
        for (Vec3& v : *all) v = by.rotation * v;
    body.detail.place = by * body.detail.place;
    body.matter->follow(by);
}

void World::set_velocity(BodyId id, const Vec3& velocity, const Vec3& spin) {
    Body* body = bodies_.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    const Vec3 center = center_of_mass(id).to<float>();
    std::fill(body->kept_velocity.begin(), body->kept_velocity.end(), Vec3{});
    for (u32 p = 0; p < body->view.count; ++p)
        if (body->view.position[p].w > 0)
            body->view.velocity[p].set_xyz(velocity + cross(spin, body->view.position[p].xyz() - center));
    wake(id);
}

void World::wake(BodyId id) {
    Body* body = bodies_.find(id);
    if (!body) return;
    body->quiet_time = 0;
    if (body->paused) keep_pushes(*body);
    if (!body->asleep) return;
    body->asleep = false;
    if (!body->paused) coming_body_events_.push_back({id, BodyChange::woke});
}

void World::wake_all() {
    bodies_.each([&](BodyId id, const Body&) { wake(id); });
    if (rigid_) rigid_->wake_all();
}

// Those that may lean on what is there, or stand in its way.
void World::wake_near(const Box& where) {
    bodies_.each([&](BodyId id, const Body& b) {
        if (b.asleep && b.motion.bounds.grown(b.model->contact.spacing).overlaps(where)) wake(id);
    });
    wake_rigid_in(where);
}

u32 World::layer_bit(std::string_view name) {
    for (size_t i = 0; i < layers_.size(); ++i)
        if (layers_[i] == name) return 1u << i;
    if (layers_.size() == 32)
        throw Error({"layer " + in_quotes(name), "there are 32 layers already", "at most 32", ""});
    layers_.emplace_back(name);
    return 1u << (layers_.size() - 1);
}

}  // namespace pliant
