// Prints hashes of cooked models and of the states of all test scenes, one thread: what every compiler, instruction set
// and platform must agree on. `./test --long` compares the output of GCC, Clang and WebAssembly.
//
//   model NAME HASH
//   SCENE STEP HASH

#include <cstdio>

#include "core/hash.h"
#include "scenes.h"

using namespace pliant;
using namespace pliant::testing;

static void print_models() {
    for (const auto& [name, recipe] : recipes()) {
        const std::string bytes = model_bytes(*cooked(name, recipe));
        std::printf("model %s %016llx\n", name.c_str(),
                    static_cast<unsigned long long>(hash_bytes(bytes.data(), bytes.size())));
    }
}

static void print_scene(const Scene& scene) {
    const auto world = make_world(scene, settings_of(scene));
    while (world->step_count() < scene.steps) {
        step(scene, *world);
        if (world->step_count() % 10 != 0) continue;
        std::printf("%s %llu %016llx\n", scene.name, static_cast<unsigned long long>(world->step_count()),
                    static_cast<unsigned long long>(world->hash()));
        std::fflush(stdout);
    }
}

int main() {
    try {
        print_models();
        for (const Scene& scene : scenes()) print_scene(scene);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
