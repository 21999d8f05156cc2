// A creature from one file, simulated for two seconds. `pliant convert kobold -o kobold.glb` makes the file.
#include "pliant/pliant.hpp"

int main() {
    pliant_cpp::Scene scene;
    pliant_cpp::World world;
    pliant_cpp::check(
        pliant_scene_from_memory(R"({ "assets": { "kobold": { "file": "kobold.glb" } }, "colliders": { "floor": {} },
        "bodies": { "kobold": { "asset": "kobold", "position": [0, 1, 0] } } })",
                                 "creature", ".", nullptr, 0, scene.out()));
    pliant_cpp::check(pliant_scene_create_world(scene, nullptr, world.out()));
    for (int step = 0; step < 120; ++step) pliant_cpp::check(pliant_world_step(world));
}
