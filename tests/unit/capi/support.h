// What the tests of the C interface share: a small world to talk to.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "capi/cpp_layer.h"

namespace pliant {

#define EXPECT_OK(call) EXPECT_EQ((call), PLIANT_OK) << pliant_last_error()
#define ASSERT_OK(call) ASSERT_EQ((call), PLIANT_OK) << pliant_last_error()

// The call fails in this way, and the sentence mentions the part.
#define EXPECT_FAILS(call, result, part)                                          \
    do {                                                                          \
        EXPECT_EQ((call), result) << pliant_last_error();                         \
        EXPECT_NE(std::string(pliant_last_error()).find(part), std::string::npos) \
            << "no mention of: " << (part) << "\nin: " << pliant_last_error();    \
        EXPECT_EQ(std::string(pliant_last_error()).find('\n'), std::string::npos) \
            << "more than one line: " << pliant_last_error();                     \
    } while (false)

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr pliant_quat no_turn{0, 0, 0, 1};

// A jelly box of 0.4 m above a floor.
class CapiTest : public ::testing::Test {
  protected:
    void SetUp() override {
        ASSERT_OK(pliant_asset_from_shape("box", {0.4f, 0.4f, 0.4f}, 4, asset.out()));
        settings = cpp::make_settings("lattice");
        ASSERT_OK(pliant_settings_set_number(settings, "spacing", 0.1));
        ASSERT_OK(pliant_model_cook(asset, settings, model.out()));
        world = cpp::make_world();
        const pliant_collider_def floor_def = pliant_default_collider_def();
        ASSERT_OK(pliant_collider_create(world, &floor_def, &floor));
        body = add_body("box", {0, 0.5f, 0});
    }

    pliant_body add_body(const char* name, pliant_vec3 at) {
        pliant_body_def def = pliant_default_body_def();
        def.name = name, def.model = model, def.use_placement = true, def.placement.position = at;
        pliant_body id{};
        EXPECT_OK(pliant_body_create(world, &def, &id));
        return id;
    }
    void step(int count) {
        for (int i = 0; i < count; ++i) ASSERT_OK(pliant_world_step(world));
    }
    uint64_t hash() {
        uint64_t value = 0;
        EXPECT_OK(pliant_world_hash(world, &value));
        return value;
    }
    pliant_body_info info_of(pliant_body id) {
        pliant_body_info info{};
        EXPECT_OK(pliant_body_get_info(world, id, &info));
        return info;
    }

    cpp::Asset asset;
    cpp::Settings settings;
    cpp::Model model;
    cpp::World world;
    pliant_collider floor{};
    pliant_body body{};
};

}  // namespace pliant
