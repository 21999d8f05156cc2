// Clips along their timeline, and the targets that a guide moves.

#include "guide/clip_guide.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/random.h"

namespace pliant {
namespace guide_tests {
namespace {

// Poses at frames 0, 12 and 36 of 24 in a second: two points that stand at x = 0, 1 and 3.
std::shared_ptr<Clip> clip(const std::string& name = "walk", float scale = 1) {
    auto c = std::make_shared<Clip>();
    c->name = name, c->point_count = 2, c->frames = {0, 12, 36};
    for (const float x : {0.0f, 1.0f, 3.0f}) c->points.insert(c->points.end(), {{scale * x, 0, 0}, {scale * x, 1, 0}});
    return c;
}

std::vector<Vec3> rest() { return {{0, 0, 0}, {0, 1, 0}}; }

std::string complaint(const Clip& c) {
    ClipGuide guide(rest());
    try {
        guide.set_clips({std::make_shared<Clip>(c)});
    } catch (const Error& e) {
        EXPECT_TRUE(guide.clip_list().empty()) << "nothing was changed";
        return e.what();
    }
    return "";
}

TEST(Clips, BlendBetweenPoses) {
    const auto c = clip();
    EXPECT_EQ(c->length(), 1.5);
    std::vector<Vec3> at(2);
    for (const auto& [seconds, x] : std::initializer_list<std::pair<double, float>>{
             {-1, 0}, {0, 0}, {0.25, 0.5f}, {0.5, 1}, {1, 2}, {1.5, 3}, {9, 3}}) {
        c->sample(seconds, at);
        EXPECT_NEAR(at[0].x, x, 1e-6f) << seconds;
        EXPECT_NEAR(at[1].x, x, 1e-6f) << seconds;
        EXPECT_EQ(at[1].y, 1);
    }
}

TEST(Clips, HoldPosesWhereAsked) {
    auto c = clip();
    c->interpolate = false;
    std::vector<Vec3> at(2);
    c->sample(0.49, at);
    EXPECT_EQ(at[0].x, 0);
    c->sample(0.5, at);
    EXPECT_EQ(at[0].x, 1);
}

TEST(Clips, BadOnesAreASentence) {
    Clip c = *clip();
    c.point_count = 3;
    EXPECT_NE(complaint(c).find("3 points in a pose; expected 2"), std::string::npos) << complaint(c);
    c = *clip(), c.frames = {0, 12, 12};
    EXPECT_NE(complaint(c).find("its timeline makes no sense"), std::string::npos);
    c = *clip(), c.frames.clear(), c.points.clear();
    EXPECT_NE(complaint(c), "");
    c = *clip(), c.fps = 0;
    EXPECT_NE(complaint(c), "");
    c = *clip(), c.points[3].y = NAN;
    EXPECT_NE(complaint(c).find("not finite"), std::string::npos);
    EXPECT_EQ(complaint(*clip()), "");
}

TEST(Guides, WithoutAClipStayAtRest) {
    ClipGuide guide(rest());
    EXPECT_FALSE(guide.play("walk", 0));
    EXPECT_FALSE(guide.advance(0.1, {}, {}));
    EXPECT_EQ(guide.motion(), GuideMotion::stopped);
    EXPECT_EQ(guide.targets()[1], (Vec3{0, 1, 0}));
    guide.resume(), guide.seek(1), guide.pause();
    EXPECT_EQ(guide.motion(), GuideMotion::stopped);
}

TEST(Guides, PlayPauseAndStop) {
    ClipGuide guide(rest());
    guide.set_clips({clip("walk"), clip("run", 2)});
    EXPECT_FALSE(guide.play("jump", 0));
    EXPECT_TRUE(guide.play("run", 0));
    EXPECT_EQ(guide.clip()->name, "run");
    EXPECT_TRUE(guide.advance(0.5, {}, {}));
    EXPECT_NEAR(guide.targets()[0].x, 2, 1e-6f);
    EXPECT_EQ(guide.targets_before()[0].x, 0);
    guide.pause();
    EXPECT_FALSE(guide.advance(0.5, {}, {})) << "nothing moves";
    guide.resume();
    guide.advance(0.5, {}, {});
    EXPECT_NEAR(guide.targets()[0].x, 4, 1e-6f);
    guide.stop();
    guide.advance(0.5, {}, {});
    EXPECT_NEAR(guide.targets()[0].x, 4, 1e-6f) << "the pose is held";
    guide.resume();
    EXPECT_EQ(guide.time(), 0) << "from the beginning";
}

TEST(Guides, LoopOrStayInTheLastPose) {
    for (const bool loop : {true, false}) {
        ClipGuide guide(rest());
        guide.set_clips({clip()});
        guide.play("walk", 0);
        for (int i = 0; i < 20; ++i) guide.advance(0.1, {.loop = loop}, {});
        EXPECT_NEAR(guide.time(), loop ? 0.5 : 1.5, 1e-9);
        EXPECT_NEAR(guide.targets()[0].x, loop ? 1 : 3, 1e-5f);
    }
    ClipGuide backwards(rest());
    backwards.set_clips({clip()});
    backwards.play("walk", 0);
    backwards.advance(0.25, {.speed = -1}, {});
    EXPECT_NEAR(backwards.time(), 1.25, 1e-9);
}

TEST(Guides, FadeFromWhatIsAskedForNow) {
    ClipGuide guide(rest());
    guide.set_clips({clip("walk"), clip("run", 2)});
    guide.play("walk", 0);
    guide.advance(0.5, {.speed = 1}, {});
    guide.play("run", 1);
    float before = guide.targets()[0].x;
    EXPECT_NEAR(before, 1, 1e-6f);
    for (int i = 1; i <= 100; ++i) {
        guide.advance(0.01, {.loop = false}, {});
        const double share = 0.01 * i, smooth = share * share * (3 - 2 * share);
        const double run = guide.time() < 0.5 ? 4 * guide.time() : 2 + 4 * (guide.time() - 0.5);
        EXPECT_NEAR(guide.targets()[0].x, 1 + (run - 1) * smooth, 1e-5);
        EXPECT_LT(std::fabs(guide.targets()[0].x - before), 0.1f) << "without a jump";
        before = guide.targets()[0].x;
    }
}

TEST(Guides, StrengthIsTheShareOfTheWay) {
    ClipGuide guide(rest());
    guide.set_clips({clip()});
    guide.play("walk", 0);
    const std::vector<float> map{1, 0.5f};
    guide.advance(0.5, {.strength = 0.5f, .strength_map = map}, {});
    EXPECT_NEAR(guide.targets()[0].x, 0.5f, 1e-6f);
    EXPECT_NEAR(guide.targets()[1].x, 0.25f, 1e-6f);
    EXPECT_NEAR(guide.targets()[1].y, 1, 1e-6f);
}

TEST(Guides, KeepToTheirSpeed) {
    ClipGuide guide(rest());
    guide.set_clips({clip()});
    guide.play("walk", 0);
    guide.seek(1.5);
    for (int i = 1; i <= 10; ++i) {
        guide.advance(0.1, {.speed = 0, .loop = false, .max_speed = 2}, {});
        EXPECT_NEAR(guide.targets()[0].x, 0.2f * static_cast<float>(i), 1e-5f);
        EXPECT_TRUE(guide.moving());
    }
    guide.jump({.loop = false, .max_speed = 2});
    EXPECT_NEAR(guide.targets()[0].x, 3, 1e-6f) << "at once";
    EXPECT_NEAR(guide.targets_before()[0].x, 3, 1e-6f) << "and without speed";
}

TEST(Guides, PosesOnlyChangeAtPoses) {
    ClipGuide guide(rest());
    guide.set_clips({clip()});
    guide.play("walk", 0);
    int changes = 0;
    for (int i = 0; i < 15; ++i) changes += guide.advance(0.099, {.loop = false, .poses_only = true}, {});
    EXPECT_EQ(changes, 1);
    EXPECT_EQ(guide.targets()[0].x, 1);
}

// Saved in the middle of a fade: what goes on from there is the same to the bit.
TEST(Guides, GoOnFromWhatWasSaved) {
    const auto make = [] {
        ClipGuide guide(rest());
        guide.set_clips({clip("walk"), clip("run", 2)});
        return guide;
    };
    ClipGuide one = make(), other = make();
    one.play("walk", 0), one.advance(0.3, {}, {});
    one.play("run", 0.5), one.advance(0.1, {.max_speed = 1}, {});
    std::vector<std::byte> bytes;
    Writer w(bytes);
    one.save(w);
    Reader r(bytes, "memory");
    other.load(r);
    EXPECT_TRUE(r.at_end());
    for (int i = 0; i < 30; ++i) {
        one.advance(0.05, {.max_speed = 1}, {}), other.advance(0.05, {.max_speed = 1}, {});
        Hasher a, b;
        one.hash(a), other.hash(b);
        ASSERT_EQ(a.result(), b.result());
        ASSERT_EQ(one.targets()[1], other.targets()[1]);
    }
    ClipGuide longer({{0, 0, 0}});
    Reader again(bytes, "memory");
    EXPECT_THROW(longer.load(again), Error) << "it is of another body";
    EXPECT_EQ(longer.targets().size(), 1u);
}

TEST(Guides, DamagedBytesChangeNothing) {
    ClipGuide guide(rest());
    guide.set_clips({clip()});
    guide.play("walk", 0.5), guide.advance(0.2, {}, {});
    std::vector<std::byte> bytes;
    Writer w(bytes);
    guide.save(w);
    Hasher before;
    guide.hash(before);
    Random random(3);
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        ClipGuide copy(rest());
        copy.set_clips({clip()});
        std::vector<std::byte> damaged(bytes.begin(), bytes.begin() + random.below(static_cast<u32>(bytes.size())));
        Reader r(damaged, "memory");
        try {
            copy.load(r);
        } catch (const Error&) {
            ++refused;
            EXPECT_EQ(copy.motion(), GuideMotion::stopped);
            EXPECT_EQ(copy.targets()[0], Vec3{});
        }
    }
    EXPECT_EQ(refused, 300) << "every prefix lacks something";
}

}  // namespace
}  // namespace guide_tests
}  // namespace pliant
