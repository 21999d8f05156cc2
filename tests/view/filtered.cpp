// Hidden objects are not drawn, and objects that are shown again are.
#include "pliant/view/filtered.h"

#include <gtest/gtest.h>

namespace pliant::view {
namespace filtered_tests {
namespace {

std::shared_ptr<const render::Moment> moment_with(std::initializer_list<const char*> colliders) {
    auto moment = std::make_shared<render::Moment>();
    moment->number = render::next_moment_number();
    for (const char* name : colliders) moment->colliders.push_back({{}, name});
    return moment;
}

std::string names(const render::Moment& moment) {
    std::string all;
    for (const render::ShownCollider& c : moment.colliders) all += (all.empty() ? "" : " ") + c.name;
    return all;
}

TEST(Filtered, WhatWasIsolatedGivesTheOthersBack) {
    Filtered filtered;
    const auto all = moment_with({"floor", "post"});
    EXPECT_EQ(names(*filtered.of(all, {{"post"}, ""})), "floor");
    EXPECT_EQ(names(*filtered.of(all, {{"post"}, "bob"})), "");
    EXPECT_EQ(names(*filtered.of(all, {{"post"}, ""})), "floor") << "of the same moment: nothing plays";
    EXPECT_EQ(names(*filtered.of(all, {{"post"}, "post"})), "post");
    EXPECT_EQ(filtered.of(all, {}), all);
}

TEST(Filtered, TheSameMomentIsMadeOnce) {
    Filtered filtered;
    const auto all = moment_with({"floor", "post"});
    for (const Hiding& hiding : {Hiding{{"post"}, ""}, Hiding{{}, "bob"}}) {
        const auto first = filtered.of(all, hiding);
        EXPECT_EQ(filtered.of(all, hiding), first) << "otherwise it is sent to the graphics card again and again";
        EXPECT_NE(filtered.of(moment_with({"floor", "post"}), hiding), first);
    }
}

TEST(Filtered, AFamilyIsHiddenWithItsName) {
    const Hiding family{{"post"}, ""}, one{{"post/1"}, ""}, alone{{}, "post"};
    EXPECT_TRUE(family.has("post/1") && family.has("post") && !family.has("poster"));
    EXPECT_TRUE(one.has("post/1") && !one.has("post/2"));
    EXPECT_TRUE(!alone.has("post/2") && alone.has("floor"));
}

}  // namespace
}  // namespace filtered_tests
}  // namespace pliant::view
