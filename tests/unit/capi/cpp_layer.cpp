// pliant.hpp: all of pliant.h, and nothing gets lost on the way.
#include <fstream>
#include <regex>

#include "unit/capi/support.h"

namespace pliant {
namespace cpp_layer_tests {
namespace {

std::string text_of(const char* name) {
    std::ifstream file(std::string(PLIANT_SOURCE_DIR "/include/pliant/") + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(CppLayer, HasEveryFunctionOfTheHeader) {
    // Called as they are: they need no id and cannot fail, or are given before there is anything.
    const std::regex as_it_is(
        "pliant_(version|check_version|schema|parameter_reference|stage_name|default_\\w+_def|set_\\w+)");
    const std::string header = text_of("pliant.h"), layer = text_of("pliant.hpp");
    const std::regex declaration("PLIANT_API[^;(]*?(pliant_\\w+)\\(");
    size_t found = 0;
    for (std::sregex_iterator it(header.begin(), header.end(), declaration), end; it != end; ++it, ++found) {
        const std::string name = (*it)[1];
        EXPECT_TRUE(std::regex_match(name, as_it_is) || std::regex_search(layer, std::regex(name + "\\b"))) << name;
    }
    EXPECT_GT(found, 120u);
}

TEST_F(CapiTest, MembersDoWhatFunctionsDo) {
    using namespace cpp;
    const Body box{world, body};
    box.set("friction", 0.7);
    EXPECT_EQ(box.get("friction"), 0.7);
    box.set("friction", 1);               // a whole number is a number
    Settings("collider").set("drag", 0);  // and so is none
    EXPECT_EQ(box.get("friction"), 1);
    box.set("sleep.enabled", false);
    EXPECT_EQ(box.get("sleep.enabled"), 0);
    EXPECT_EQ(box.particles().positions.size(), 4u * box.info().particles);
    EXPECT_EQ(box.particles_in({-9, -9, -9}, 99).size(), box.info().particles);
    EXPECT_EQ(box.particles_in(pliant_box{{-9, -9, -9}, {9, 9, 9}}).size(), box.info().particles);
    EXPECT_EQ(world.bodies().size(), 1u);
    EXPECT_EQ(world.body("box").id.slot, body.slot);
    const std::vector<std::byte> before = world.save();
    const uint64_t hash = world.hash();
    size_t hits = 0;
    for (int i = 0; i < 30; ++i) {
        world.step();
        for (const pliant_contact_event& e : world.contact_events()) hits += e.hit;
    }
    EXPECT_EQ(hits, 1u);
    EXPECT_NE(world.hash(), hash);
    const pliant_ray down{{0, 5, 0}, {0, -1, 0}, 0};
    EXPECT_EQ(world.cast_rays({&down, 1})[0].object.slot, body.slot);
    world.restore(before);
    EXPECT_EQ(world.hash(), hash);
    const Collider ground{world, floor};
    ground.set_pose({{0, -1, 0}, no_turn});
    EXPECT_EQ(ground.pose().position.y, -1);
    ground.teleport({{0, 1, 0}, no_turn});
    EXPECT_STREQ(box.name(), "box");
    EXPECT_NEAR(box.mass(), box.info().mass, 1e-9);
    box.set_velocity({1, 0, 0});
    box.apply_impulse({static_cast<float>(box.mass()), 0, 0});
    EXPECT_NEAR(box.velocity().linear.x, 2, 1e-5);
    box.apply_impulse({0, 0, 0.1f}, box.pose().position);
    box.apply_force({0, 0, 1}, box.pose().position);
    box.enable_contact_impulses();
    box.wake();
    EXPECT_FALSE(box.is_asleep());
    EXPECT_TRUE(box.contact_impulses().empty());
    const Model copy = Model::load(model.save());
    EXPECT_EQ(copy.info().hash, model.info().hash);
    try {
        (void)world.body("nobody");
        FAIL();
    } catch (const Failure& e) {
        EXPECT_EQ(e.result(), PLIANT_NO_SUCH_ID);
        EXPECT_NE(std::string(e.what()).find("nobody"), std::string::npos);
    }
    Settings s("lattice");
    s.set("spacing", 0.2).set("position", 1, 2, 3).set("self_contact", true).set("layer", "ghosts").set_preset("jelly");
    EXPECT_THROW(s.set("spacing", -1), Failure);
    EXPECT_EQ(parameters("lattice").size(), pliant_parameter_count("lattice"));
}

}  // namespace
}  // namespace cpp_layer_tests
}  // namespace pliant
