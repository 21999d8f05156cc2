// Runs of the scenes of tests/scenes.h, with the state's hash after every step.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>

#include "scenes.h"

namespace pliant::testing {

using Hashes = std::vector<u64>;

// Steps until the world has made `until` steps.
inline Hashes go_on(const Scene& scene, World& world, u64 until) {
    Hashes hashes;
    while (world.step_count() < until) {
        step(scene, world);
        hashes.push_back(world.hash());
    }
    return hashes;
}

inline Hashes run(const Scene& scene, const WorldSettings& settings) {
    return go_on(scene, *make_world(scene, settings), scene.steps);
}

// The run that all others are compared with: one thread, the best instruction set.
inline const Hashes& plain_run(const Scene& scene) {
    static std::map<std::string, Hashes> runs;
    Hashes& hashes = runs[scene.name];
    if (hashes.empty()) hashes = run(scene, settings_of(scene));
    return hashes;
}

inline void print(const Scene& scene, const char* how, u64 hash) {
    std::printf("%-9s %-28s %016llx\n", scene.name, how, static_cast<unsigned long long>(hash));
}

// Says the first step that differs, rather than two hundred numbers.
inline void expect_same(const Scene& scene, const char* how, const Hashes& expected, const Hashes& found,
                        u64 first_step = 0) {
    ASSERT_EQ(expected.size(), found.size()) << scene.name << ", " << how;
    for (size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(expected[i], found[i]) << scene.name << ", " << how << ": first difference after step "
                                         << first_step + i + 1;
    print(scene, how, found.back());
}

inline Hashes from_step(const Hashes& all, u64 step) {
    return {all.begin() + static_cast<std::ptrdiff_t>(step), all.end()};
}

class EveryScene : public ::testing::TestWithParam<const Scene*> {};

inline std::vector<const Scene*> scene_pointers() {
    std::vector<const Scene*> all;
    for (const Scene& s : scenes()) all.push_back(&s);
    return all;
}

inline std::string scene_name(const ::testing::TestParamInfo<const Scene*>& info) { return info.param->name; }

}  // namespace pliant::testing
