// Version, sizes, tables, settings: what a program asks before it makes anything.
#include "unit/capi/support.h"

extern "C" int pliant_life_in_c(void);

namespace pliant {
namespace library_tests {
namespace {

TEST(Library, ProgramInC) { EXPECT_EQ(pliant_life_in_c(), 0) << "line of header.c; " << pliant_last_error(); }

TEST(Library, VersionAndSizesAreCompared) {
    EXPECT_EQ(pliant_version(), static_cast<uint32_t>(PLIANT_VERSION));
    EXPECT_OK(pliant_check());
    EXPECT_FAILS(pliant_check_version(PLIANT_VERSION + 100, PLIANT_DEF_SIZES), PLIANT_BAD_ARGUMENT, "the header is");
    EXPECT_FAILS(pliant_check_version(PLIANT_VERSION, PLIANT_DEF_SIZES + 8), PLIANT_BAD_ARGUMENT, "differ in size");
    EXPECT_OK(pliant_check_version(PLIANT_VERSION + 1, PLIANT_DEF_SIZES));  // a patch changes no struct
}

TEST(Library, ParametersCanBeListed) {
    for (const char* table : {"world", "body", "lattice", "collider", "pair"}) {
        const size_t count = pliant_parameter_count(table);
        EXPECT_GT(count, 0u) << table;
        for (size_t i = 0; i < count; ++i) {
            pliant_parameter p{};
            ASSERT_OK(pliant_parameter_at(table, i, &p));
            EXPECT_NE(std::string(p.name), "");
            EXPECT_NE(std::string(p.help), "") << p.name;
            EXPECT_NE(std::string(p.takes), "") << p.name;
            EXPECT_LE(p.low, p.high) << p.name;
        }
        pliant_parameter p{};
        EXPECT_FAILS(pliant_parameter_at(table, count, &p), PLIANT_BAD_ARGUMENT, "no such parameter");
        EXPECT_FAILS(pliant_parameter_at(table, 0, nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    }
    EXPECT_EQ(pliant_parameter_count("soup"), 0u);
    EXPECT_EQ(pliant_parameter_count(nullptr), 0u);
}

TEST(Library, Texts) {
    EXPECT_NE(std::string(pliant_schema()).find("\"bodies\""), std::string::npos);
    for (const char* style : {"text", "markdown", "json", "tables"})
        EXPECT_NE(std::string(pliant_parameter_reference("", style)).find("spacing"), std::string::npos) << style;
    EXPECT_EQ(pliant_parameter_reference("soup", "text"), nullptr);
    EXPECT_NE(std::string(pliant_last_error()), "");
    EXPECT_EQ(pliant_parameter_reference("", "html"), nullptr);
    EXPECT_NE(std::string(pliant_last_error()).find("there is no style 'html'"), std::string::npos);
    EXPECT_NE(pliant_parameter_reference(nullptr, nullptr), nullptr);
}

TEST(Library, StagesHaveNames) {
    EXPECT_EQ(pliant_stage_count(), 7u);
    EXPECT_EQ(std::string(pliant_stage_name(0)), "drive");
    EXPECT_EQ(std::string(pliant_stage_name(7)), "");
    EXPECT_EQ(std::string(pliant_stage_name(SIZE_MAX)), "");
}

TEST(Settings, OfTablesThatThereAre) {
    pliant_settings s{};
    EXPECT_FAILS(pliant_settings_create("soup", &s), PLIANT_BAD_ARGUMENT, "there is no table 'soup'");
    EXPECT_FAILS(pliant_settings_create(nullptr, &s), PLIANT_BAD_ARGUMENT, "table is NULL");
    EXPECT_FAILS(pliant_settings_create("world", nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    for (const char* table : {"world", "collider", "lattice"}) {
        ASSERT_OK(pliant_settings_create(table, &s));
        pliant_settings_destroy(s);
    }
}

TEST(Settings, WrongNamesAndValues) {
    const cpp::Settings s = cpp::make_settings("lattice");
    EXPECT_FAILS(pliant_settings_set_number(s, "spacin", 1), PLIANT_BAD_INPUT, "did you mean \"spacing\"?");
    EXPECT_FAILS(pliant_settings_set_number(s, "frictoin", 1), PLIANT_BAD_INPUT, "did you mean \"friction\"?");
    EXPECT_FAILS(pliant_settings_set_number(s, "spacing", -1), PLIANT_BAD_INPUT, "spacing: found -1");
    EXPECT_FAILS(pliant_settings_set_number(s, "spacing", not_a_number), PLIANT_BAD_INPUT, "not finite");
    EXPECT_FAILS(pliant_settings_set_number(s, "spacing", infinity), PLIANT_BAD_INPUT, "not finite");
    EXPECT_FAILS(pliant_settings_set_number(s, nullptr, 1), PLIANT_BAD_ARGUMENT, "name is NULL");
    EXPECT_FAILS(pliant_settings_set_text(s, "spacing", "wide"), PLIANT_BAD_INPUT, "a number");
    EXPECT_FAILS(pliant_settings_set_text(s, "spacing", nullptr), PLIANT_BAD_ARGUMENT, "value is NULL");
    EXPECT_FAILS(pliant_settings_set_number(s, "position", 1), PLIANT_BAD_INPUT, "a single number");
    EXPECT_FAILS(pliant_settings_set_vector(s, "position", 0, not_a_number, 0), PLIANT_BAD_INPUT, "not finite");
    EXPECT_FAILS(pliant_settings_set_vector(s, "friction", 1, 2, 3), PLIANT_BAD_INPUT, "a vector");
    EXPECT_FAILS(pliant_settings_set_preset(s, "jely"), PLIANT_BAD_INPUT, "did you mean \"jelly\"?");
    EXPECT_FAILS(pliant_settings_set_preset(s, nullptr), PLIANT_BAD_ARGUMENT, "preset is NULL");
    EXPECT_OK(pliant_settings_set_preset(s, "jelly"));
    const char* layers[] = {"props", nullptr};
    EXPECT_OK(pliant_settings_set_names(s, "collides_with", layers, 1));
    EXPECT_FAILS(pliant_settings_set_names(s, "collides_with", layers, 2), PLIANT_BAD_ARGUMENT, "a name is NULL");
    EXPECT_FAILS(pliant_settings_set_names(s, "collides_with", nullptr, 2), PLIANT_BAD_ARGUMENT, "names is NULL");
    EXPECT_OK(pliant_settings_set_names(s, "collides_with", nullptr, 0));
}

TEST(Settings, KeysAndMaps) {
    const cpp::Settings s = cpp::make_settings("lattice");
    const double times[] = {0, 1}, backwards[] = {1, 0}, values[] = {0.1, 0, 0, 0.9, 0, 0};
    EXPECT_OK(pliant_settings_set_keys(s, "friction", times, values, 2, PLIANT_SMOOTH, true));
    EXPECT_FAILS(pliant_settings_set_keys(s, "friction", backwards, values, 2, PLIANT_LINEAR, false), PLIANT_BAD_INPUT,
                 "increasing times");
    EXPECT_FAILS(pliant_settings_set_keys(s, "friction", times, values, 0, PLIANT_LINEAR, false), PLIANT_BAD_INPUT,
                 "empty list of keys");
    EXPECT_FAILS(pliant_settings_set_keys(s, "friction", nullptr, values, 2, PLIANT_LINEAR, false), PLIANT_BAD_ARGUMENT,
                 "times is NULL");
    EXPECT_FAILS(pliant_settings_set_keys(s, "spacing", times, values, 2, PLIANT_LINEAR, false), PLIANT_BAD_INPUT,
                 "cannot change in time");
    EXPECT_OK(pliant_settings_set_map(s, "youngs_modulus", "soft", 1e4, 1e5, true));
    EXPECT_FAILS(pliant_settings_set_map(s, "youngs_modulus", "soft", 0, 1e5, true), PLIANT_BAD_INPUT, "");
    EXPECT_FAILS(pliant_settings_set_map(s, "youngs_modulus", "soft", not_a_number, 1e5, false), PLIANT_BAD_INPUT,
                 "not finite");
    EXPECT_FAILS(pliant_settings_set_map(s, "youngs_modulus", nullptr, 1e4, 1e5, true), PLIANT_BAD_ARGUMENT,
                 "attribute is NULL");
    EXPECT_FAILS(pliant_settings_set_map(s, "friction", "soft", 0, 1, false), PLIANT_BAD_INPUT, "cannot be painted");
}

TEST(Settings, NullAndStale) {
    EXPECT_FAILS(pliant_settings_set_number({}, "spacing", 1), PLIANT_NO_SUCH_ID, "null");
    pliant_settings s{};
    ASSERT_OK(pliant_settings_create("lattice", &s));
    pliant_settings_destroy(s);
    pliant_settings_destroy(s);
    EXPECT_FAILS(pliant_settings_set_number(s, "spacing", 1), PLIANT_NO_SUCH_ID, "any more");
    pliant_settings reused{};
    ASSERT_OK(pliant_settings_create("lattice", &reused));
    EXPECT_FAILS(pliant_settings_set_number(s, "spacing", 1), PLIANT_NO_SUCH_ID, "any more");
    pliant_settings_destroy(reused);
}

}  // namespace
}  // namespace library_tests
}  // namespace pliant
