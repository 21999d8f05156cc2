// Guides: in `drive` they learn what shape is wanted at the end of the step; the matter wants it from then on, and
// where a guide says so particles are drawn to their places in the world as well.

#include "world/guides/guides.h"

#include "body/rest_shape.h"
#include "core/rotation.h"
#include "core/text.h"
#include "core/trig.h"
#include "world/bodies/bodies.h"
#include "world/paths.h"

namespace pliant {

std::span<const Vec3> GuideSystem::guided_shape(const Body& body) {
    return body.guide ? body.guide->targets() : std::span<const Vec3>(body.detail_scratch.rest);
}

namespace {

enum Follow { shape, place };

// The guide that plays the body's clips; it is made where there is none.
ClipGuide& clip_guide_of(Body* body) {
    PL_ASSERT(body && (!body->guide || body->guide->clips()));
    if (!body->guide) {
        const Model& whole = body->whole_model();
        std::vector<Vec3> rest(whole.particle_count);
        for (u32 p = 0; p < rest.size(); ++p) rest[p] = whole.rest_position(p);
        body->guide = std::make_unique<ClipGuide>(std::move(rest));
    }
    return *body->guide->clips();
}

GuideSettings settings_of(const Body& body, double time) {
    const ParameterSet& p = body.common;
    GuideSettings s;
    s.speed = p.number(BodyP::guide_speed, time), s.loop = p.flag(BodyP::guide_loop);
    s.poses_only = p.choice(BodyP::guide_update) == 1;
    s.max_speed = p.has_value(BodyP::guide_max_speed) ? static_cast<float>(p.number(BodyP::guide_max_speed, time)) : 0;
    s.strength = body.guide_strength.empty() ? static_cast<float>(p.number(BodyP::guide_strength, time)) : 1;
    s.strength_map = body.guide_strength;
    return s;
}

// 0 … 1: how much places in the world count.
float place_share(const ParameterSet& p, double time) {
    if (p.has_value(BodyP::guide_place)) return static_cast<float>(p.number(BodyP::guide_place, time));
    const bool drawn = p.choice(BodyP::guide_follow) == Follow::place || p.has_value(BodyP::guide_stiffness);
    return drawn ? 1.0f : 0.0f;
}

// Spring constants per kilogram.
struct Drive {
    float stiffness, damping;  // [1/s²], [1/s]
};
Drive drive_of(const Body& body, u32 particle, double time) {
    const auto value = [&](const std::vector<float>& map, u16 row) {
        return map.empty() ? static_cast<float>(body.common.number(row, time)) : map[particle];
    };
    if (!body.common.has_value(BodyP::guide_stiffness)) {
        const float rate = 1 / value({}, BodyP::guide_response);
        return {rate * rate, 2 * rate};
    }
    const float stiffness = value(body.guide_maps.stiffness, BodyP::guide_stiffness);
    const bool damped = body.common.has_value(BodyP::guide_damping);
    return {stiffness, damped ? value(body.guide_maps.damping, BodyP::guide_damping) : 2 * std::sqrt(stiffness)};
}

}  // namespace

// Places are followed even when there are no clips: those of the rest shape.
void GuideSystem::start(Body& body) {
    const ParameterSet& p = body.common;
    if (body.character_guide) return;
    const bool in_place = p.has_value(BodyP::guide_place) || p.has_value(BodyP::guide_stiffness) ||
                          p.has_value(BodyP::guide_max_distance) || p.choice(BodyP::guide_follow) == Follow::place;
    if (!body.guide && (in_place || body.matter->guide_springs())) clip_guide_of(&body);
}

void GuideSystem::set_guide(BodyId id, std::unique_ptr<Guide> guide) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body && guide && guide->targets().size() == body->whole_model().particle_count);
    body->guide = std::move(guide);
    set_rest_shape(*body, body->guide->targets());
    waking_.wake(id);
}

void GuideSystem::set_clips(BodyId id, std::vector<std::shared_ptr<const Clip>> clips) {
    Body* body = contents_.bodies.find(id);
    ClipGuide& guide = clip_guide_of(body);
    guide.set_clips(std::move(clips));
    const ParameterSet& p = body->common;
    const std::string& first = p.text(BodyP::guide_clip);
    if (!guide.clip_list().empty()) {
        if (!guide.play(first.empty() ? guide.clip_list()[0]->name : first, 0)) no_such_clip(*body, first);
        if (!p.flag(BodyP::guide_autoplay)) guide.stop();
    }
    guide.jump(settings_of(*body, contents_.time));
    set_rest_shape(*body, guide.targets());
    waking_.wake(id);
}

void GuideSystem::no_such_clip(const Body& body, std::string_view name) {
    std::vector<std::string> names;
    if (const ClipGuide* guide = clip_guide(body))
        for (const auto& clip : guide->clip_list()) names.push_back(clip->name);
    throw_unknown_name(body.name + ".guide", "clip", name, names, "a body with keyframes; it has none");
}

void GuideSystem::play(BodyId id, std::string_view clip, double fade) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    ClipGuide* guide = clip_guide(*body);
    if (!guide || !guide->play(clip, fade)) no_such_clip(*body, clip);
    waking_.wake(id);
}

void GuideSystem::play(BodyId id, std::string_view clip) {
    const Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    play(id, clip, body->common.number(BodyP::guide_fade));
}

// A body without a guide has nothing to pause.
void GuideSystem::pause(BodyId id) {
    if (ClipGuide* guide = clip_guide(*contents_.bodies.find(id))) guide->pause();
}

void GuideSystem::stop(BodyId id) {
    if (ClipGuide* guide = clip_guide(*contents_.bodies.find(id))) guide->stop();
}

void GuideSystem::resume(BodyId id) {
    if (ClipGuide* guide = clip_guide(*contents_.bodies.find(id))) guide->resume(), waking_.wake(id);
}

void GuideSystem::seek(BodyId id, double seconds) {
    if (ClipGuide* guide = clip_guide(*contents_.bodies.find(id))) guide->seek(seconds), waking_.wake(id);
}

// A clip is of the whole body; a piece takes its part of it.
void GuideSystem::set_rest_shape(Body& body, std::span<const Vec3> targets) {
    RestShape* shape = body.matter->rest_shape();
    if (!shape) return;
    if (!body.model->whole) return shape->set_rest_shape(targets);
    body.targets.resize(body.view.count);
    for (u32 p = 0; p < body.view.count; ++p) body.targets[p] = targets[body.whole_particle(p)];
    shape->set_rest_shape(body.targets);
}

void GuideSystem::drive() {
    guided_bodies_.clear();
    contents_.bodies.each([&](BodyId, Body& body) {
        if (body.guide && !body.guide_released && !body.quarantined && !body.paused) guided_bodies_.push_back(&body);
    });
    step_.team.run(static_cast<u32>(guided_bodies_.size()), [&](u32 i, u32) {
        Body& body = *guided_bodies_[i];
        const std::span<const Float4> position(body.view.position, body.view.count),
            velocity(body.view.velocity, body.view.count);
        const GuidedMatter matter{position, velocity, body.model->particle_from};
        if (body.guide->advance(contents_.clock_step(), settings_of(body, contents_.time), matter))
            set_rest_shape(body, body.guide->targets());
    });
    for (Body* body : guided_bodies_)
        if (body->guide->moving()) waking_.wake_in_step(*body);
}

// Rows that say where a guide's space stands in the world: its own, or the body's.
static u16 position_row(const ParameterSet& p) {
    return p.has_value(BodyP::guide_position) ? BodyP::guide_position : BodyP::position;
}
static u16 rotation_row(const ParameterSet& p) {
    return p.has_value(BodyP::guide_rotation) ? BodyP::guide_rotation : BodyP::rotation;
}

Transform GuideSystem::root_of(const Body& body, double time) {
    const ParameterSet& p = body.common;
    return {p.vector(position_row(p), time).to<float>(),
            rotation_from_degrees(p.vector(rotation_row(p), time)).to<float>()};
}

// Where a guide stands, and the path that it takes, moved and turned.
void GuideSystem::move(Body& body, const Transform& by) {
    const Quatd turn_by = by.rotation.to<double>();
    const Value place = moved_path(body.common, position_row(body.common),
                                   [&](const Vec3d& v) { return turn_by * v + by.position.to<double>(); });
    const Value turned = moved_path(body.common, rotation_row(body.common), [&](const Vec3d& v) {
        return degrees_from_rotation(turn_by * rotation_from_degrees(v));
    });
    body.common.set(BodyP::guide_position, place);
    body.common.set(BodyP::guide_rotation, turned);
}

void GuideSystem::shift(Body& body, const Vec3& by) {
    if (body.character_guide)
        for (Vec3& place : body.character_guide->places) place -= by;
    if (!body.guide) return;
    const auto shifted = [&](const Vec3d& v) { return v - by.to<double>(); };
    body.common.set(BodyP::guide_position, moved_path(body.common, position_row(body.common), shifted));
}

std::optional<GuidedPlaces> GuideSystem::places(const Body& body) const {
    if (body.guide_released) return std::nullopt;
    const double end = contents_.time + contents_.clock_step() * (step_.substep + 1.0) / step_.substeps;
    GuidedPlaces g;
    g.share = static_cast<float>(step_.substep + 1) / static_cast<float>(step_.substeps);
    g.share_before = g.share - 1 / static_cast<float>(step_.substeps);
    if (const CharacterGuide* c = body.character_guide.get()) {
        if (!contents_.characters.find(c->character)) return std::nullopt;
        g.from = c->places_before, g.to = c->places;
        g.normal_from = c->normals_before, g.normal_to = c->normals;
    } else if (body.guide) {
        g.to = body.guide->targets();
        g.from = body.guide->moving() ? body.guide->targets_before() : g.to;
        const double begin = contents_.prerolling ? end : end - step_.h;
        g.root_before = root_of(body, begin), g.root = root_of(body, end);
        g.scale_before = body.common.vector(BodyP::guide_scale, begin).to<float>();
        g.scale = body.common.vector(BodyP::guide_scale, end).to<float>();
    } else {
        return std::nullopt;
    }
    return g;
}

// The places to which its guide moves a body: those in the world, or the rest shape where the body was.
GuidedPlaces GuideSystem::kinematic_places(const Body& body) const {
    if (body.character_guide || body.matter->guide_springs() || place_share(body.common, contents_.time) > 0)
        if (const std::optional<GuidedPlaces> guided = places(body)) return *guided;
    GuidedPlaces g;
    g.to = guided_shape(body);
    g.from = body.guide && body.guide->moving() ? body.guide->targets_before() : g.to;
    g.root = g.root_before = body.detail.place;
    g.share = static_cast<float>(step_.substep + 1) / static_cast<float>(step_.substeps);
    g.share_before = g.share - 1 / static_cast<float>(step_.substeps);
    return g;
}

// An implicit spring for every particle. With `guide.response` it is critically damped and gets there in about that
// time. It is stable for any substep and independent of mass. Gravity is anticipated; it would pull particles further
// down than the spring says otherwise.
void GuideSystem::apply_springs() {
    const Vec3 gravity = contents_.parameters.vector(WorldP::gravity, contents_.time).to<float>();
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.moving_bodies[i];
        const double end = contents_.time + contents_.clock_step() * (step_.substep + 1.0) / step_.substeps;
        const float share = place_share(body.common, end);
        if (!(share > 0) || body.matter->guide_springs()) return;
        const std::optional<GuidedPlaces> guided = places(body);
        if (!guided) return;
        const Vec3 fall = gravity * (body.gravity_scale * step_.h);
        const bool one_for_all = body.guide_maps.stiffness.empty() && body.guide_maps.damping.empty();
        const float uniform_strength = static_cast<float>(body.common.number(BodyP::guide_strength, end));
        Drive drive = drive_of(body, 0, end);
        for (u32 p = 0; p < body.view.count; ++p) {
            if (!(body.view.position[p].w > 0)) continue;
            const u32 w = body.whole_particle(p);
            if (!one_for_all) drive = drive_of(body, w, end);
            const float strength = share * (body.guide_strength.empty() ? uniform_strength : body.guide_strength[w]);
            const float k = strength * drive.stiffness * step_.h, c = std::sqrt(strength) * drive.damping * step_.h;
            const Vec3 goal = guided->at(w), goal_before = guided->before(w);
            const Vec3 x = body.view.position[p].xyz(), v = body.view.velocity[p].xyz() + fall;
            const Vec3 wanted = v + (goal - x) * k + (goal - goal_before) * (c / step_.h);
            body.view.velocity[p].set_xyz(wanted / (1 + c + k * step_.h) - fall);
        }
    });
}

}  // namespace pliant
