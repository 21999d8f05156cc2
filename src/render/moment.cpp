#include "render/moment.h"

#include <atomic>

namespace pliant::render {

Box Moment::bounds() const {
    Box box;
    for (const std::vector<ShownBody>* list : {&bodies, &characters})
        for (const ShownBody& body : *list)
            if (!body.bounds.empty()) {
                box.add(body.bounds.low);
                box.add(body.bounds.high);
            }
    if (box.empty())
        for (const ShownCollider& c : colliders)
            if (c.shape.kind != ShapeKind::plane) {
                const Box b = c.shape.bounds(c.pose);
                box.add(b.low);
                box.add(b.high);
            }
    if (box.empty()) box = {{-1, 0, -1}, {1, 1, 1}};
    return box;
}

u64 next_moment_number() {
    static std::atomic<u64> last{0};
    return ++last;
}

static std::optional<Vec3> given_color(const ParameterSet& p, u16 id) {
    return p.is_explicit(id) ? std::optional(p.vector(id).to<float>()) : std::nullopt;
}

static void take_characters(const World& world, Moment& moment) {
    moment.characters.clear();
    SurfaceFrame frame;
    world.contents().characters.each([&](CharacterId id, const CharacterInstance& c) {
        world.characters().surface_of(id, frame);
        ShownBody& shown = moment.characters.emplace_back();
        shown.name = c.name;
        shown.surface = {c.model, &c.model->surface};
        shown.positions.assign(frame.positions.data(), frame.positions.data() + frame.positions.size());
        shown.normals.assign(frame.normals.data(), frame.normals.data() + frame.normals.size());
        shown.bounds = frame.bounds;
    });
}

static void take_reaches(const World& world, Moment& moment) {
    moment.reaches.clear();
    world.contents().joints.each([&](JointId id, const RigidJoint& joint) {
        if (joint.parameters.text(JointP::kind) != "reach" || joint.broken) return;
        const auto [on_a, on_b] = world.joints().frames(id);
        moment.reaches.push_back(
            {joint.name, on_b.position, on_a * world.joints().definition(id).target.position,
             joint.a ? on_a : Transform{},
             joint.parameters.keyed(JointP::target) || joint.parameters.is_explicit(JointP::follow)});
    });
}

static void take_particles(const Body& body, bool wanted, ShownBody& shown) {
    shown.particles.clear();
    shown.particle_state.clear();
    for (u32 p = 0; wanted && p < body.view.count; ++p) {
        shown.particles.push_back(body.view.position[p].xyz());
        const bool held = body.view.position[p].w == 0,
                   no_contact = p < body.contact_disabled.size() && body.contact_disabled[p];
        shown.particle_state.push_back(
            static_cast<u8>((held ? ParticleState::held : 0) | (no_contact ? ParticleState::contact_disabled : 0)));
    }
}

// Faces that are stretched far, after layers have set their values at the surface's own vertices.
static void tessellate(const Body& body, ShownBody& shown) {
    shown.split.reset();
    if (!body.common.has_value(BodyP::tessellation_stretch)) return;
    if (!shown.tessellation || shown.tessellation->of() != shown.surface.get())
        shown.tessellation = std::make_shared<const Tessellation>(*shown.surface);
    TessellatedSurface split =
        shown.tessellation->split(shown.positions, shown.normals,
                                  {static_cast<float>(body.common.number(BodyP::tessellation_stretch)),
                                   static_cast<u32>(body.common.number(BodyP::tessellation_levels))});
    if (split.parents.empty()) return;
    if (!shown.field.empty()) split.carry(shown.field);
    shown.split = std::move(split);
}

void take_moment(const World& world, LayerSet set, Moment& moment, const std::string& particles_of) {
    moment.time = world.time();
    moment.step = world.step_count();
    moment.number = next_moment_number();
    moment.marks.clear();
    moment.field_layer = nullptr;
    moment.bodies.resize(world.contents().bodies.size());
    moment.colliders.resize(world.contents().colliders.size());
    size_t i = 0;
    world.contents().bodies.each([&](BodyId id, const Body& body) {
        const SurfaceFrame& frame = body.frame();
        ShownBody& shown = moment.bodies[i++];
        shown.id = id;
        shown.name = body.name;
        shown.surface = {body.model, &body.model->render_surface()};
        shown.topology_version = body.topology_version;
        shown.positions.assign(frame.positions.data(), frame.positions.data() + frame.positions.size());
        shown.normals.assign(frame.normals.data(), frame.normals.data() + frame.normals.size());
        shown.field.clear();
        shown.bounds = frame.bounds;
        shown.asleep = body.sleeps();
        shown.quarantined = body.quarantined;
        shown.piece = static_cast<bool>(body.torn_from);
        shown.color = given_color(body.common, BodyP::color);
        take_particles(body, body.name == particles_of, shown);
    });
    i = 0;
    world.contents().colliders.each([&](ColliderId id, const Collider& c) {
        moment.colliders[i++] = {id,
                                 c.name,
                                 c.shape,
                                 c.pose,
                                 c.sensor,
                                 c.parameters.choice(ColliderP::look),
                                 given_color(c.parameters, ColliderP::color)};
    });
    take_characters(world, moment);
    take_reaches(world, moment);
    const std::span<const Layer> all = layers();
    for (size_t l = 0; l < all.size(); ++l)
        if (set.has(l) && all[l].collect) all[l].collect(world, moment);
    i = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) { tessellate(body, moment.bodies[i++]); });
}

}  // namespace pliant::render
