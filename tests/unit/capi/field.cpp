// Fields by the C interface.

#include <gtest/gtest.h>

#include "support.h"

namespace field_tests {

namespace {

TEST(CField, IsMadeChangedFoundAndDestroyed) {
    pliant_world_def def = pliant_default_world_def();
    pliant_world world;
    ASSERT_EQ(pliant_world_create(&def, &world), PLIANT_OK);
    pliant_settings settings;
    ASSERT_EQ(pliant_settings_create("field", &settings), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_text(settings, "type", "vortex"), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_number(settings, "strength", 3), PLIANT_OK);
    pliant_field field, found;
    ASSERT_EQ(pliant_field_create(world, "whirl", settings, &field), PLIANT_OK);
    ASSERT_EQ(pliant_world_find_field(world, "whirl", &found), PLIANT_OK);
    EXPECT_EQ(found.slot, field.slot);
    EXPECT_EQ(pliant_field_set_number(world, field, "strength", -2), PLIANT_OK);
    EXPECT_EQ(pliant_field_set_vector(world, field, "direction", 1, 0, 0), PLIANT_OK);
    EXPECT_EQ(pliant_field_set_number(world, field, "type", 1), PLIANT_BAD_INPUT);
    EXPECT_EQ(pliant_field_set_vector(world, field, "velocity", 1, 0, 0), PLIANT_BAD_INPUT) << "it is no drag";
    EXPECT_EQ(pliant_field_set_number(world, field, "stregth", 1), PLIANT_BAD_INPUT);
    EXPECT_EQ(pliant_field_destroy(world, field), PLIANT_OK);
    EXPECT_EQ(pliant_field_destroy(world, field), PLIANT_NO_SUCH_ID);
    EXPECT_EQ(pliant_world_find_field(world, "whirl", &found), PLIANT_NO_SUCH_ID);
    EXPECT_EQ(pliant_field_create(world, "none", settings, nullptr), PLIANT_BAD_ARGUMENT);
    pliant_settings_destroy(settings);
    pliant_world_destroy(world);
}

}  // namespace

}  // namespace field_tests
