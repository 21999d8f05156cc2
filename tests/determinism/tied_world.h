// A world in which bodies hang on each other, on the surface of a character, and on the nearest of several things.
#pragma once

#include "scenes.h"
#include "tube.h"

namespace pliant::testing {

inline void tie(World& world, const std::string& name, const std::string& body, const AttachmentWhere& where, Value to,
                const Numbers& numbers) {
    ParameterSet parameters(attachment_table);
    parameters.set(AttachmentP::to, std::move(to));
    for (const auto& [key, value] : numbers) parameters.set(key, value);
    world.attachments().add(name, world.find_body(body), where, std::move(parameters));
}

inline std::unique_ptr<World> tied_world(u32 threads) {
    auto world = std::make_unique<World>(settings_of(scenes()[0], threads));
    add_collider(*world, "floor", {}, {});
    add_collider(*world, "post", capsule(0.1f, 0.5f), {{"position", Vec3d{1.2, 0.5, 0}}});
    static const auto tube = make_character_model(tube_character());
    ParameterSet ada(character_table);
    ada.set("clip", "Wave"), ada.set("scale", 0.4);
    world->characters().add("ada", tube, ada);
    add(*world, "block", "block", {{0.7, 1.0, 0}}, {}, {{"youngs_modulus", 1e5}, {"damping", 0.01}});
    add(*world, "ball", "ball", {{0.7, 0.5, 0.1}}, {}, {{"youngs_modulus", 2e5}});
    add(*world, "ring", "ring", {{-0.9, 1.0, 0}}, {}, {{"youngs_modulus", 8e4}, {"damping", 0.01}});
    add(*world, "brick", "brick", {{-0.9, 0.5, 0.5}}, {}, {{"youngs_modulus", 4e4}});
    tie(*world, "pack", "block", {{-0.2f, 0, 0}, 0.2f}, std::vector<std::string>{"ada", "post"},
        {{"stiffness", 4000.0}});
    tie(*world, "weight", "ball", {{0, 0.1f, 0}, 0.1f}, "block", {});
    tie(*world, "belt", "ring", {{0.3f, 0, 0}, 0.1f}, "ada", {{"break_force", 5000.0}});
    tie(*world, "rope", "brick", {{0, 0.1f, 0}, 0.2f}, std::vector<std::string>{"ring", "ball"},
        {{"stiffness", 900.0}, {"enabled", keys({0, 0.3, 0.6}, {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}})}});
    tie(*world, "point", "ball", {{0, -0.1f, 0}, 0}, "brick", {{"stiffness", 50.0}, {"to_point", Vec3d{0, 0.1, 0}}});
    return world;
}

}  // namespace pliant::testing
