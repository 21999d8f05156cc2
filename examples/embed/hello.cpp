// The same in C++20: ids clean up after themselves, and what goes wrong is an exception.
#include <cstdio>
#include <exception>

#include "pliant/pliant.hpp"

static void fall() {
    using namespace pliant;
    check(pliant_check());

    Asset asset;
    check(pliant_asset_from_shape("octopus", {}, 0, asset.out()));
    const Settings settings = make_settings("lattice");
    check(pliant_settings_set_preset(settings, "jelly"));
    check(pliant_settings_set_number(settings, "spacing", 0.12));
    const Model model = cook(asset, settings);

    const World world = make_world();
    const pliant_collider_def floor_def = pliant_default_collider_def();
    pliant_collider floor{};
    check(pliant_collider_create(world, &floor_def, &floor));

    pliant_body_def def = pliant_default_body_def();
    def.name = "ollie";
    def.model = model;
    def.use_placement = true;
    def.placement.position.y = 1;
    pliant_body ollie{};
    check(pliant_body_create(world, &def, &ollie));

    pliant_body_info info{};
    for (int step = 0; step < 120; ++step) check(pliant_world_step(world));
    check(pliant_body_get_info(world, ollie, &info));
    std::printf("%s of %u particles and %.1f kg is %.3f m high after two seconds\n", info.name, info.particles,
                info.mass, static_cast<double>(info.bounds.high.y));
}

int main() {
    try {
        fall();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
