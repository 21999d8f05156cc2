// Hands, hooks and nails through the C interface.
#include "unit/capi/support.h"

namespace pliant {
namespace attachment_tests {
namespace {

class AttachmentTest : public CapiTest {
  protected:
    pliant_attachment grab(pliant_vec3 point, const char* name = "hand") {
        pliant_attachment_def def = pliant_default_attachment_def();
        def.name = name, def.body = body, def.point = point, def.use_point = true;
        pliant_attachment id{};
        EXPECT_OK(pliant_attachment_create(world, &def, &id));
        return id;
    }
    pliant_attachment_info info(pliant_attachment id) {
        pliant_attachment_info i{};
        EXPECT_OK(pliant_attachment_get_info(world, id, &i));
        return i;
    }
};

// As a viewer does it: a ray finds a place, the hand takes hold there, drags, and lets go.
TEST_F(AttachmentTest, AMouseGrabsDragsAndLetsGo) {
    const pliant_ray ray{{0.1f, 3, 0.05f}, {0, -1, 0}, 0};
    pliant_hit hit{};
    ASSERT_OK(pliant_world_cast_rays(world, &ray, 1, &hit));
    ASSERT_EQ(hit.object.slot, body.slot);
    const pliant_attachment hand = grab(hit.point);
    EXPECT_NEAR(info(hand).place.x, 0.1f, 1e-3f);
    EXPECT_NEAR(info(hand).place.y, 0.2f, 1e-3f) << "on the top of the box at rest";
    EXPECT_NEAR(info(hand).held_at.y, 0.7f, 1e-3f);
    for (int i = 1; i <= 60; ++i) {
        ASSERT_OK(pliant_attachment_move(world, hand, {0.1f + 0.01f * static_cast<float>(i), 0.9f, 0.05f}));
        step(1);
    }
    EXPECT_NEAR(info(hand).held_at.x, 0.7f, 0.01f);
    EXPECT_NEAR(info(hand).held_at.y, 0.9f, 0.01f);
    EXPECT_TRUE(info(hand).holding);
    step(600);
    pliant_vec3 force{};
    bool broken = true;
    ASSERT_OK(pliant_attachment_force(world, hand, &force, &broken));
    EXPECT_NEAR(force.y, 9.81 * info_of(body).mass, 0.05 * 9.81 * info_of(body).mass) << "it hangs there";
    EXPECT_FALSE(broken);
    ASSERT_OK(pliant_attachment_destroy(world, hand));
    step(60);
    EXPECT_LT(info_of(body).center.y, 0.4f) << "it fell";
    EXPECT_FAILS(pliant_attachment_move(world, hand, {}), PLIANT_NO_SUCH_ID, "no such attachment");
}

TEST_F(AttachmentTest, SettingsNamesAndLists) {
    const cpp::Settings soft = cpp::make_settings("attachment");
    ASSERT_OK(pliant_settings_set_vector(soft, "where.point", 0, 0.2, 0));
    ASSERT_OK(pliant_settings_set_number(soft, "where.radius", 0.15));
    ASSERT_OK(pliant_settings_set_number(soft, "stiffness", 500));
    ASSERT_OK(pliant_settings_set_vector(soft, "position", 0, 1, 0));
    pliant_attachment_def def = pliant_default_attachment_def();
    def.name = "spring", def.body = body, def.settings = soft;
    pliant_attachment spring{}, found{};
    ASSERT_OK(pliant_attachment_create(world, &def, &spring));
    EXPECT_GT(info(spring).points, 4u);
    const pliant_attachment hand = grab({0, 0.7f, 0});
    EXPECT_EQ(info(hand).points, 1u);
    pliant_attachment all[3]{};
    EXPECT_EQ(pliant_world_attachments(world, all, 3), 2u);
    EXPECT_EQ(all[1].slot, hand.slot);
    ASSERT_OK(pliant_world_find_attachment(world, "spring", &found));
    EXPECT_EQ(found.slot, spring.slot);
    EXPECT_FAILS(pliant_world_find_attachment(world, "sprang", &found), PLIANT_NO_SUCH_ID, "sprang");
    EXPECT_EQ(std::string(info(spring).name), "spring");
    EXPECT_EQ(pliant_parameter_count("attachment"), 19u);
    ASSERT_OK(pliant_body_destroy(world, body));
    EXPECT_EQ(pliant_world_attachments(world, nullptr, 0), 0u) << "they go with their body";
    step(1);
}

TEST_F(AttachmentTest, BreaksAndSaysSo) {
    const pliant_attachment thread = grab({0, 0.7f, 0}, "thread");
    ASSERT_OK(pliant_attachment_set_number(world, thread, "break_force", 0.3 * 9.81 * info_of(body).mass));
    const pliant_attachment_event* events = nullptr;
    size_t count = 0;
    for (int i = 0; i < 60 && count == 0; ++i) {
        step(1);
        count = pliant_world_attachment_events(world, &events);
    }
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(events[0].attachment.slot, thread.slot);
    EXPECT_EQ(events[0].body.slot, body.slot);
    EXPECT_GT(events[0].force.y, 0.29f * 9.81f * static_cast<float>(info_of(body).mass));
    EXPECT_TRUE(info(thread).broken);
    step(1);
    EXPECT_EQ(pliant_world_attachment_events(world, &events), 0u);
}

TEST_F(AttachmentTest, SwitchedOffAndOn) {
    const pliant_attachment hand = grab({0, 0.7f, 0});
    step(5);
    EXPECT_TRUE(info(hand).holding);
    ASSERT_OK(pliant_attachment_set_flag(world, hand, "enabled", false));
    step(10);
    EXPECT_FALSE(info(hand).holding);
    const float fallen = info(hand).held_at.y;
    EXPECT_LT(fallen, 0.69f);
    ASSERT_OK(pliant_attachment_set_flag(world, hand, "enabled", true));
    step(60);
    EXPECT_NEAR(info(hand).held_at.y, fallen, 1e-3f) << "it takes hold where the body is then";
}

// A hand that has gone is back after a restore, under its old id, and everything goes on to the bit.
TEST_F(AttachmentTest, SnapshotsHoldThemWhole) {
    const pliant_attachment hand = grab({0.1f, 0.7f, 0});
    ASSERT_OK(pliant_attachment_set_number(world, hand, "stiffness", 2000));
    ASSERT_OK(pliant_attachment_move(world, hand, {0.5f, 1.2f, 0.3f}));
    step(10);
    size_t size = 0;
    ASSERT_OK(pliant_world_save(world, nullptr, 0, &size));
    std::string bytes(size, 0);
    ASSERT_OK(pliant_world_save(world, bytes.data(), size, &size));
    step(20);
    const uint64_t expected = hash();
    ASSERT_OK(pliant_attachment_destroy(world, hand));
    const pliant_attachment late = grab({0, 0.5f, 0}, "late");
    EXPECT_EQ(late.slot, hand.slot) << "the test wants the slot to be used again";
    EXPECT_NE(late.generation, hand.generation);
    step(5);
    ASSERT_OK(pliant_world_restore(world, bytes.data(), bytes.size()));
    EXPECT_FAILS(pliant_attachment_force(world, late, nullptr, nullptr), PLIANT_NO_SUCH_ID, "no such attachment");
    EXPECT_EQ(std::string(info(hand).name), "hand");
    step(20);
    EXPECT_EQ(hash(), expected);
    ASSERT_OK(pliant_attachment_destroy(world, hand));
    const pliant_attachment newest = grab({0, 0.5f, 0}, "newest");
    EXPECT_NE(newest.generation, late.generation) << "no id is given twice";
    EXPECT_NE(newest.generation, hand.generation);
}

// A body is tied to another by name, and every held point says what it hangs on.
TEST_F(AttachmentTest, HangsOnAnotherBody) {
    const pliant_body other = add_body("other", {0, 1.1f, 0});
    const cpp::Settings tie = cpp::make_settings("attachment");
    ASSERT_OK(pliant_settings_set_vector(tie, "where.point", 0, 0.2, 0));
    ASSERT_OK(pliant_settings_set_text(tie, "to", "other"));
    pliant_attachment_def def = pliant_default_attachment_def();
    def.name = "tie", def.body = body, def.settings = tie;
    pliant_attachment id{};
    ASSERT_OK(pliant_attachment_create(world, &def, &id));
    const char* const names[] = {"other", "nobody"};
    ASSERT_OK(pliant_settings_set_names(tie, "to", names, 2));
    pliant_attachment wrong{};
    EXPECT_FAILS(pliant_attachment_create(world, &def, &wrong), PLIANT_BAD_INPUT, "'nobody'");
    step(1);
    pliant_grip_info grip{};
    ASSERT_OK(pliant_attachment_get_grip(world, id, 0, &grip));
    EXPECT_TRUE(grip.holding);
    EXPECT_EQ(grip.to, other);
    EXPECT_EQ(grip.to_character, nullptr);
    EXPECT_NEAR(grip.place.y, 0.2f, 1e-3f);
    EXPECT_NEAR(grip.to_place.y, -0.2f, 1e-3f) << "the bottom of the one above";
    EXPECT_NEAR(grip.target.y, grip.held_at.y, 0.02f);
    EXPECT_FAILS(pliant_attachment_get_grip(world, id, 1, &grip), PLIANT_BAD_ARGUMENT, "point 1 of 1");
    EXPECT_FAILS(pliant_attachment_get_grip(world, id, 0, nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    EXPECT_FAILS(pliant_attachment_move(world, id, {}), PLIANT_BAD_INPUT, "hangs on 'other'");
    ASSERT_OK(pliant_body_destroy(world, other));
    step(1);
    ASSERT_OK(pliant_attachment_get_grip(world, id, 0, &grip));
    EXPECT_FALSE(grip.holding);
    EXPECT_EQ(grip.to.slot, 0u);
}

TEST_F(AttachmentTest, WrongThingsAreRefused) {
    const pliant_attachment hand = grab({0, 0.7f, 0});
    const uint64_t before = hash();
    pliant_attachment made{};
    pliant_attachment_def def = pliant_default_attachment_def();
    def.body = body;
    EXPECT_FAILS(pliant_attachment_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "where.point");
    def.use_point = true, def.point = {0, not_a_number, 0};
    EXPECT_FAILS(pliant_attachment_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "point is not finite");
    def.point = {0, 3e7f, 0};
    EXPECT_FAILS(pliant_attachment_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "further away than 1e7 m");
    def.point = {}, def.settings = settings;
    EXPECT_FAILS(pliant_attachment_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "not of \"attachment\"");
    def.settings = {}, def.body = {99, 1};
    EXPECT_FAILS(pliant_attachment_create(world, &def, &made), PLIANT_NO_SUCH_ID, "no such body");
    def.cookie = 0;
    EXPECT_FAILS(pliant_attachment_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "pliant_default_attachment_def");
    EXPECT_FAILS(pliant_attachment_create(world, nullptr, &made), PLIANT_BAD_ARGUMENT, "def is NULL");
    EXPECT_FAILS(pliant_attachment_move(world, hand, {infinity, 0, 0}), PLIANT_BAD_ARGUMENT, "to is not finite");
    EXPECT_FAILS(pliant_attachment_move(world, hand, {0, 0, -2e7f}), PLIANT_BAD_ARGUMENT, "further away");
    EXPECT_FAILS(pliant_attachment_set_number(world, hand, "stiffnes", 1), PLIANT_BAD_INPUT, "did you mean");
    EXPECT_FAILS(pliant_attachment_set_number(world, hand, "stiffness", -1), PLIANT_BAD_INPUT, "found -1");
    EXPECT_FAILS(pliant_attachment_set_number(world, hand, "where.radius", 1), PLIANT_BAD_INPUT, "anew");
    EXPECT_FAILS(pliant_attachment_set_number(world, hand, "position", 1), PLIANT_BAD_INPUT, "a single number");
    EXPECT_FAILS(pliant_attachment_set_number(world, hand, nullptr, 1), PLIANT_BAD_ARGUMENT, "parameter is NULL");
    for (const pliant_attachment id : {pliant_attachment{}, pliant_attachment{7, 1}, pliant_attachment{1, 9}}) {
        pliant_attachment_info i{};
        EXPECT_EQ(pliant_attachment_move(world, id, {}), PLIANT_NO_SUCH_ID);
        EXPECT_EQ(pliant_attachment_set_number(world, id, "stiffness", 1), PLIANT_NO_SUCH_ID);
        EXPECT_EQ(pliant_attachment_set_flag(world, id, "enabled", true), PLIANT_NO_SUCH_ID);
        EXPECT_EQ(pliant_attachment_force(world, id, nullptr, nullptr), PLIANT_NO_SUCH_ID);
        EXPECT_EQ(pliant_attachment_get_info(world, id, &i), PLIANT_NO_SUCH_ID);
        EXPECT_EQ(pliant_attachment_destroy(world, id), PLIANT_NO_SUCH_ID);
    }
    EXPECT_EQ(pliant_world_attachments({}, nullptr, 0), 0u);
    EXPECT_EQ(pliant_world_attachment_events(world, nullptr), 0u);
    EXPECT_EQ(hash(), before) << "a call that fails changes nothing";
}

}  // namespace
}  // namespace attachment_tests
}  // namespace pliant
