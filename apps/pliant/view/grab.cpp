#include "pliant/view/grab.h"

#include "world/world.h"

namespace pliant::view {

static std::string name_of(GrabId grab) { return "hand " + std::to_string(grab); }

// Enough to swing it about, too little to tear it in two.
double max_grab_force(double mass) { return 40 * 9.81 * mass; }

void begin_grab(World& world, GrabId grab, const Grip& grip) {
    end_grab(world, grab);
    const BodyId body = world.find_body(grip.body);
    if (!body) return;
    ParameterSet parameters(attachment_table);
    parameters.set(AttachmentP::position, grip.at.to<double>());
    parameters.set(AttachmentP::max_force, max_grab_force(world.bodies().mass(body)));
    world.attachments().add(name_of(grab), body, {grip.rest, grip.radius}, parameters);
}

void move_grab(World& world, GrabId grab, const Vec3& target) {
    if (const AttachmentId id = world.find_attachment(name_of(grab))) world.attachments().move(id, target);
}

void end_grab(World& world, GrabId grab) {
    if (const AttachmentId id = world.find_attachment(name_of(grab))) world.attachments().remove(id);
}

}  // namespace pliant::view
