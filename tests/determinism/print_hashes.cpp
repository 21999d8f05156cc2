// Prints hashes of cooked models and of the states of all test scenes, one thread: what every compiler, instruction set
// and platform must agree on. `./test --long` compares the output of GCC, Clang and WebAssembly.
//
//   model NAME HASH
//   tets SHAPE HASH
//   character CLIP HASH
//   SCENE STEP HASH
//
// `pliant_hashes --behaviour` prints the version of results that they belong to (scripts/golden_hashes.sh).
// `pliant_hashes SCENE` prints a scene step by step and body by body, to find where two builds part.

#include <cstdio>

#include "cook/model_bytes.h"
#include "core/hash.h"
#include "geometry/shapes.h"
#include "geometry/tetrahedralize.h"
#include "scenes.h"
#include "tube.h"
#include "world/behaviour.h"

using namespace pliant;
using namespace pliant::testing;

static void print_models() {
    for (const auto& [name, recipe] : recipes()) {
        const std::string bytes = model_bytes(*cooked(name, recipe));
        std::printf("model %s %016llx\n", name.c_str(),
                    static_cast<unsigned long long>(hash_bytes(bytes.data(), bytes.size())));
    }
}

static void print_tets() {
    for (const char* name : {"octopus", "penguin", "plane"}) {
        const Mesh mesh = make_shape({.name = name});
        std::vector<TrianglePoints> triangles;
        for (const auto& t : triangulate(mesh).triangles)
            triangles.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
        const Tetrahedralized made = tetrahedralize(mesh.points, triangles, {.cell = 0.04f});
        Hasher h;
        h.array(std::span<const Vec3>(made.mesh.points)), h.array(std::span<const TetPoints>(made.mesh.tets));
        std::printf("tets %s %016llx\n", name, static_cast<unsigned long long>(h.result()));
    }
}

static void print_character() {
    const Character c = tube_character();
    for (const RigClip& clip : c.clips) {
        Hasher h;
        for (double t = 0; t < clip.length(); t += 0.05) {
            const Posed now = posed(c, clip.name, t);
            h.array(std::span<const Vec3>(now.positions)), h.array(std::span<const Vec3>(now.normals));
        }
        std::printf("character %s %016llx\n", clip.name.c_str(), static_cast<unsigned long long>(h.result()));
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

static std::vector<float> collider_numbers(const World& world) {
    std::vector<float> numbers;
    world.contents().colliders.each([&](ColliderId, const Collider& c) {
        if (!c.kinematic) return;
        const Quat& q = c.pose.rotation;
        numbers.insert(numbers.end(), {c.pose.position.x, c.pose.position.y, c.pose.position.z, q.x, q.y, q.z, q.w});
    });
    return numbers;
}

static void print_details(const Scene& scene) {
    const auto world = make_world(scene, settings_of(scene));
    while (world->step_count() < scene.steps) {
        step(scene, *world);
        std::printf("%s %llu", scene.name, static_cast<unsigned long long>(world->step_count()));
        world->contents().bodies.each([&](BodyId id, const Body& body) {
            std::printf(" %s %016llx", body.name.c_str(), static_cast<unsigned long long>(world->bodies().hash(id)));
        });
        for (const float x : collider_numbers(*world)) std::printf(" %a", static_cast<double>(x));
        std::printf("\n");
    }
}

int main(int count, char** words) {
    try {
        if (count > 1 && std::string_view(words[1]) == "--behaviour") return std::printf("%u\n", behaviour_version), 0;
        for (const Scene& scene : scenes())
            if (count > 1 && std::string_view(words[1]) == scene.name) return print_details(scene), 0;
        print_models();
        print_tets();
        print_character();
        for (const Scene& scene : scenes()) print_scene(scene);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
