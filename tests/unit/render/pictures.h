// What tests of pictures share: a small scene that has something of everything, and a renderer without a display.
#pragma once

#include <gtest/gtest.h>

#include "render/context.h"
#include "render/renderer.h"
#include "worlds.h"

namespace pliant::render::testing {

constexpr u32 width = 320, height = 180;

// A pressed block, a ball above it, a post that is not a body, a floor.
inline std::unique_ptr<World> small_world() {
    auto world = pliant::testing::world_of(R"({ "format": 1, "behaviour": 1,
      "assets": { "block": { "shape": "box", "size": [0.6, 0.4, 0.6] }, "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4] } },
      "bodies": {
        "block": { "asset": "block", "kind": "lattice", "spacing": 0.1, "youngs_modulus": 15000, "position": [0, 0.2, 0] },
        "ball": { "asset": "ball", "kind": "lattice", "spacing": 0.08, "position": [0.05, 0.8, 0], "density": 1000 } },
      "colliders": { "floor": { "shape": "plane" },
        "post": { "shape": "capsule", "radius": 0.08, "height": 0.7, "position": [-0.75, 0.35, -0.1] } } })");
    for (int i = 0; i < 30; ++i) world->step();
    return world;
}

inline Camera small_camera() {
    Camera camera;
    camera.eye = {1.1f, 1.0f, 2.2f};
    camera.target = {-0.1f, 0.35f, 0};
    return camera;
}

// One context for the whole program: making one takes longer than most tests.
inline Renderer& renderer() {
    static OffscreenContext context;
    static Renderer one;
    return one;
}

inline Image picture_of(const World& world, const Look& look, const Camera& camera = small_camera()) {
    Moment moment;
    take_moment(world, look.layers, moment);
    renderer().draw(moment, camera, look, width, height);
    return renderer().read();
}

// The pixels that differ by more than a rounding.
struct Change {
    u64 pixels = 0;
    u32 left = width, right = 0, top = height, bottom = 0;
};
inline Change change(const Image& a, const Image& b) {
    Change c;
    for (u32 y = 0; y < a.height; ++y)
        for (u32 x = 0; x < a.width; ++x) {
            int most = 0;
            for (int i = 0; i < 4; ++i) most = std::max(most, std::abs(int{a.at(x, y)[i]} - int{b.at(x, y)[i]}));
            if (most <= 6) continue;
            ++c.pixels;
            c.left = std::min(c.left, x);
            c.right = std::max(c.right, x);
            c.top = std::min(c.top, y);
            c.bottom = std::max(c.bottom, y);
        }
    return c;
}

}  // namespace pliant::render::testing
