#include "pliant/view/grab.h"

#include "world/world.h"

namespace pliant::view {

static std::string name_of(HandNumber hand) { return "hand " + std::to_string(hand); }

// Enough to swing it about, too little to tear it in two.
double hand_strength(double mass) { return 40 * 9.81 * mass; }

void take_hold(World& world, HandNumber hand, const Grip& grip) {
    let_go(world, hand);
    const BodyId body = world.find_body(grip.body);
    if (!body) return;
    ParameterSet parameters(attachment_table);
    parameters.set(AttachmentP::position, grip.at.to<double>());
    parameters.set(AttachmentP::max_force, hand_strength(world.bodies().mass(body)));
    world.attachments().add(name_of(hand), body, {grip.rest, grip.radius}, parameters);
}

void move_hand(World& world, HandNumber hand, const Vec3& target) {
    if (const AttachmentId id = world.find_attachment(name_of(hand))) world.attachments().move(id, target);
}

void let_go(World& world, HandNumber hand) {
    if (const AttachmentId id = world.find_attachment(name_of(hand))) world.attachments().remove(id);
}

}  // namespace pliant::view
