// Rollback, as fighting games on a network have it: inputs of the other player arrive eight frames late, so the world
// goes back eight frames and repeats them with the inputs known now. A frame has 16 ms for that.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <vector>

#include "pliant/pliant.hpp"

namespace {

using namespace pliant;
constexpr int late = 8;  // frames

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// A crowd of jellies, about ten thousand particles together.
struct Arena {
    World world;
    std::vector<Body> bodies;
    uint32_t particles = 0;

    Arena() {
        Settings settings("world");
        settings.set("substeps", 1);
        pliant_world_def def = pliant_default_world_def();
        def.threads = 0;
        def.settings = settings;  // all threads
        world = World::make(def);
        world.add(pliant_default_collider_def());
        Settings jelly("lattice");
        jelly.set("spacing", 0.07).set("youngs_modulus", 3000);
        const Model model = Model::cook(Asset::from_shape("sphere", {0.7f, 0.7f, 0.7f}), jelly);
        pliant_body_def body = pliant_default_body_def();
        body.model = model;
        body.use_placement = true;
        while (particles < 10000) {
            const size_t n = bodies.size();
            body.placement.position = {static_cast<float>(n % 4), 0.6f, static_cast<float>(n / 4)};
            bodies.push_back(world.add(body));
            particles += bodies.back().info().particles;
        }
    }
    // What the players do in a frame, which depends on nothing but its number.
    void frame(int number) const {
        const Body& pushed = bodies[static_cast<size_t>(number) % bodies.size()];
        if (number % 3 == 0) pushed.apply_impulse({0.4f, 1.5f, 0.2f});
        world.step();
    }
};

void play() {
    check(pliant_check());
    const Arena arena;
    constexpr int frames = 96;
    std::vector<std::vector<std::byte>> ring(late);
    std::vector<double> saving, rolling;
    std::vector<uint64_t> hashes;
    bool same = true;
    for (int f = 0; f < frames; ++f) {
        const auto start = std::chrono::steady_clock::now();
        ring[static_cast<size_t>(f) % late] = arena.world.save();  // before the frame
        saving.push_back(milliseconds_since(start));
        arena.frame(f);
        hashes.push_back(arena.world.hash());
        if (f < late || f % late) continue;
        const auto back = std::chrono::steady_clock::now();
        const int first = f - late + 1;
        arena.world.restore(ring[static_cast<size_t>(first) % late]);
        for (int again = first; again <= f; ++again) arena.frame(again);
        rolling.push_back(milliseconds_since(back));
        same = same && arena.world.hash() == hashes.back();
    }
    std::sort(saving.begin(), saving.end());
    std::sort(rolling.begin(), rolling.end());
    std::printf("%u particles in %zu bodies, %zu bytes a snapshot\n", arena.particles, arena.bodies.size(),
                ring[0].size());
    std::printf("saving: %.2f ms; back %d frames and forth again: %.1f ms, at best %.1f, at worst %.1f\n",
                saving[saving.size() / 2], late, rolling[rolling.size() / 2], rolling.front(), rolling.back());
    std::printf("%s\n", same ? "the same bits as without going back" : "something else came out");
}

}  // namespace

int main() {
    try {
        play();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
