// Every table of parameters: rows in the order of their ids, a sentence of help, defaults and presets within range.
#include <gtest/gtest.h>

#include "assets/scene.h"
#include "body/registry.h"
#include "world/characters/character_parameters.h"
#include "world/fields/field.h"
#include "world/parameters.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {
namespace tables_tests {
namespace {

TEST(ParameterTables, AreSound) {
    std::vector<const ParameterTable*> all = {&asset_table,     &camera_table,   &joint_table, &world_table,
                                              &body_table,      &collider_table, &pair_table,  &attachment_table,
                                              &character_table, &capsule_table,  &field_table};
    for (const Kind* kind : kinds()) all.push_back(&kind->parameters);
    for (const ParameterTable* table : all) {
        EXPECT_NO_THROW(table->verify()) << table->name;
        EXPECT_FALSE(table->rows.empty()) << table->name;
    }
}

constexpr Parameter swapped_rows[] = {{.id = 1, .name = "a", .help = "A."}, {.id = 0, .name = "b", .help = "B."}};
constexpr Parameter wild_default[] = {{.id = 0, .name = "a", .low = 0, .high = 1, .initial = {2, 0, 0}, .help = "A."}};

TEST(ParameterTables, UnsoundOnesAreFound) {
    EXPECT_THROW((ParameterTable{"swapped", swapped_rows}.verify()), Error);
    EXPECT_THROW((ParameterTable{"wild", wild_default}.verify()), Error);
}

}  // namespace
}  // namespace tables_tests
}  // namespace pliant
