#include "world/names.h"

#include <gtest/gtest.h>

namespace pliant {
namespace names_tests {
namespace {

TEST(Names, EqualNamesHaveOneId) {
    Names names;
    EXPECT_EQ(names.id("octopus"), names.id("octopus"));
    EXPECT_NE(names.id("octopus"), names.id("octopus/1"));
}

TEST(Names, AThingBelongsToEveryPartOfItsNameBeforeASlash) {
    Names names;
    const std::vector<u32> groups = names.ids_of_groups("ada/arm/left");
    EXPECT_EQ(groups, (std::vector<u32>{names.id("ada"), names.id("ada/arm"), names.id("ada/arm/left")}));
    EXPECT_FALSE(have_common_id(groups, std::vector<u32>{names.id("ad")}));
}

TEST(Names, PiecesAreCalledLikeTheirBodyByRulesAndByTheirOwnNameByFields) {
    Names names;
    const ThingNames piece = names_of_body(names, "ollie/2.1", "ollie/2");
    EXPECT_EQ(piece.rule, names.id("ollie/2"));
    for (const char* name : {"ollie/2.1", "ollie/2", "ollie"})
        EXPECT_TRUE(have_common_id(piece.fields, std::vector<u32>{names.id(name)})) << name;
    EXPECT_FALSE(have_common_id(piece.groups, std::vector<u32>{names.id("ollie/2.1")}));
}

TEST(Names, BonesArePushedByTheFieldsOfTheirBody) {
    Names names;
    const ThingNames bone = names_of_collider(names, "kobold/1/Hips");
    EXPECT_EQ(bone.fields, (std::vector<u32>{names.id("kobold/1"), names.id("kobold")}));
    EXPECT_EQ(bone.rule, names.id("kobold/1/Hips"));
}

TEST(Names, NothingIsInCommonWithAnEmptyList) { EXPECT_FALSE(have_common_id({}, std::vector<u32>{0})); }

}  // namespace
}  // namespace names_tests
}  // namespace pliant
