// A creature from one file, simulated for two seconds. `pliant convert kobold -o kobold.glb` makes the file.
#include "pliant/pliant.hpp"

int main() {
    pliant::Scene scene;
    pliant::World world;
    pliant::check(
        pliant_scene_from_memory(R"({ "assets": { "kobold": { "file": "kobold.glb" } }, "colliders": { "floor": {} },
        "bodies": { "kobold": { "asset": "kobold", "position": [0, 1, 0] } } })",
                                 "creature", ".", nullptr, 0, scene.out()));
    pliant::check(pliant_scene_create_world(scene, nullptr, world.out()));
    for (int step = 0; step < 120; ++step) pliant::check(pliant_world_step(world));
}
