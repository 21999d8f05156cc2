#include "pliant/view/perform.h"

#include <algorithm>

#include "world/world.h"

namespace pliant::view {

namespace {

// A body that was rebuilt may have fewer particles.
std::vector<u32> those_there(const World& world, BodyId body, std::vector<u32> particles) {
    const u32 count = world.body(body)->view.count;
    std::erase_if(particles, [&](u32 p) { return p >= count; });
    return particles;
}

void direct_character(World& world, CharacterId id, const ControlClip& action) {
    switch (action.verb) {
        case ControlClip::Verb::play: return world.characters().play(id, action.clip, action.seconds);
        case ControlClip::Verb::pause: return world.characters().pause(id);
        case ControlClip::Verb::resume: return world.characters().resume(id);
        case ControlClip::Verb::stop: return world.characters().stop(id);
        case ControlClip::Verb::seek: return world.characters().seek(id, action.seconds);
    }
}

void direct_guide(World& world, BodyId id, const ControlClip& action) {
    switch (action.verb) {
        case ControlClip::Verb::play: return world.guides().play(id, action.clip, action.seconds);
        case ControlClip::Verb::pause: return world.guides().pause(id);
        case ControlClip::Verb::resume: return world.guides().resume(id);
        case ControlClip::Verb::stop: return world.guides().stop(id);
        case ControlClip::Verb::seek: return world.guides().seek(id, action.seconds);
    }
}

}  // namespace

void hold_particles(World& world, const HoldParticles& action) {
    if (const BodyId id = world.find_body(action.body))
        world.bodies().hold(id, those_there(world, id, action.particles), action.held);
}

void touch_particles(World& world, const TouchParticles& action) {
    if (const BodyId id = world.find_body(action.body))
        world.bodies().set_contact_enabled(id, those_there(world, id, action.particles), action.touching);
}

void control_clip(World& world, const ControlClip& action) {
    if (action.character) {
        if (const CharacterId id = world.find_character(action.name)) direct_character(world, id, action);
    } else if (const BodyId id = world.find_body(action.name)) {
        direct_guide(world, id, action);
    }
}

}  // namespace pliant::view
