// What contacts did is felt: guides read the impulses on their particles, programs those on objects.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/soundness.h"
#include "world/guides/guides.h"
#include "worlds.h"

namespace pliant::testing {
namespace contact_impulses_tests {
namespace {

// A guide that shrinks the body when it was hit, and lets it grow again: by 1 % for each N s, at most to 80 %.
class FlinchingGuide : public Guide, public ContactListener {
  public:
    explicit FlinchingGuide(const Body& body) {
        for (u32 p = 0; p < body.view.count; ++p) rest_.push_back(body.model->rest_position(p));
        targets_ = before_ = rest_;
    }
    std::unique_ptr<Guide> clone() const override { return std::make_unique<FlinchingGuide>(*this); }
    bool advance(double seconds, const GuideSettings&, const GuidedMatter& matter) override {
        fastest_ = 0;
        for (const Float4& v : matter.velocity) fastest_ = std::max(fastest_, length(v.xyz()));
        const float size = std::max(0.8f, 1 - 0.01f * felt_);
        felt_ *= 1 - static_cast<float>(seconds);
        before_ = targets_;
        for (size_t p = 0; p < rest_.size(); ++p) targets_[p] = rest_[p] * size;
        return moving();
    }
    std::span<const Vec3> targets() const override { return targets_; }
    std::span<const Vec3> targets_before() const override { return before_; }
    bool moving() const override { return targets_ != before_; }
    void save(Writer& w) const override { w.value(felt_), w.array(targets_), w.array(before_); }
    void load(Reader& r) override {
        felt_ = r.value<float>();
        r.array(targets_), r.array(before_);
    }
    void hash(Hasher& h) const override { h.value(felt_), h.array(std::span<const Vec3>(targets_)); }
    ContactListener* contact_listener() override { return this; }
    void read_contact_impulses(const ParticleView& particles, std::span<const Vec3> impulses) override {
        ASSERT_EQ(impulses.size(), particles.count);
        for (const Vec3& i : impulses) felt_ += length(i), sum += i.to<double>();
    }

    Vec3d sum;           // [N s] since it was set to zero
    float fastest_ = 0;  // [m/s] particle when the step began

  private:
    std::vector<Vec3> rest_, targets_, before_;
    float felt_ = 0;  // [N s] that fade
};

const char* const two_things = R"({ "world": { "sleep": { "enabled": false } },
    "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
    "bodies": { "jelly": { "asset": "box", "kind": "lattice", "spacing": 0.1, "position": [0, 0.5, 0] } },
    "colliders": { "floor": {}, "ball": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "mass": 2,
        "position": [0, 1.2, 0] }, "stone": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "mass": 3,
        "position": [2, 0.11, 0] } } })";

FlinchingGuide& add_guide(World& world) {
    const BodyId id = world.find_body("jelly");
    auto guide = std::make_unique<FlinchingGuide>(*world.body(id));
    FlinchingGuide& made = *guide;
    world.guides().set_guide(id, std::move(guide));
    return made;
}

// At rest the impulses of a step are m g dt, on every object and as the guide feels them.
TEST(ContactImpulses, BearTheWeight) {
    const auto world = world_of(two_things);
    const BodyId jelly = world->find_body("jelly");
    const ObjectId ball = object_id(world->find_collider("ball")), stone = object_id(world->find_collider("stone"));
    FlinchingGuide& guide = add_guide(*world);
    EXPECT_TRUE(world->events().impulses.empty());
    for (const ObjectId o : {object_id(jelly), ball, stone}) world->objects().enable_contact_impulses(o, true);
    for (int i = 0; i < 600; ++i) world->step();
    guide.sum = {};
    std::map<ObjectId, Vec3d> on, others;
    constexpr int steps = 60;
    for (int i = 0; i < steps; ++i) {
        world->step();
        for (const ObjectImpulse& felt : world->events().impulses) {
            on[felt.object] += felt.impulse.to<double>();
            if (felt.object == object_id(jelly) && felt.other == ball) others[ball] += felt.impulse.to<double>();
            EXPECT_LT(felt.substep, 4u);
        }
    }
    // The jelly bears its own weight: what the ball presses on it, the floor gives it back.
    const double seconds = steps / 60.0, weight = world->bodies().mass(jelly) * 9.81 * seconds;
    std::printf("jelly %.4f N s of %.4f, as felt by its guide %.4f; ball %.4f of %.4f; stone %.4f of %.4f\n",
                on[object_id(jelly)].y, weight, guide.sum.y, on[ball].y, 2 * 9.81 * seconds, on[stone].y,
                3 * 9.81 * seconds);
    EXPECT_NEAR(on[object_id(jelly)].y, weight, 0.01 * weight);
    EXPECT_NEAR(guide.sum.y, on[object_id(jelly)].y, 1e-4 * weight);
    EXPECT_NEAR(on[stone].y, 3 * 9.81 * seconds, 0.01 * 3 * 9.81);
    if (others[ball].y != 0) {  // if it has not rolled off
        EXPECT_NEAR(on[ball].y, 2 * 9.81 * seconds, 0.01 * 2 * 9.81);
        EXPECT_NEAR(others[ball].y, -on[ball].y, 1e-4 * weight);
    }
    for (const ObjectId o : {object_id(jelly), ball, stone}) world->objects().enable_contact_impulses(o, false);
    world->step();
    EXPECT_TRUE(world->events().impulses.empty());
}

// It shrinks after the fall, and a snapshot from the middle goes on with the same bits: what it felt is state.
TEST(ContactImpulses, AGuideReacts) {
    const auto world = world_of(two_things);
    const FlinchingGuide& guide = add_guide(*world);
    std::vector<std::byte> saved;
    std::vector<u64> hashes;
    float smallest = 1, fastest = 0;
    for (int i = 0; i < 120; ++i) {
        if (i == 20) saved = world->save();
        world->step();
        if (i >= 20) hashes.push_back(world->hash());
        smallest = std::min(smallest, length(guide.targets()[0]) /
                                          length(world->body(world->find_body("jelly"))->model->rest_position(0)));
        fastest = std::max(fastest, guide.fastest_);
    }
    std::printf("shrinks to %.3f; was %.2f m/s fast\n", static_cast<double>(smallest), static_cast<double>(fastest));
    EXPECT_LT(smallest, 0.95f);
    EXPECT_GT(fastest, 2);  // it saw itself fall 0.3 m: sqrt(2 g h)
    world->restore(saved);
    for (size_t i = 0; i < hashes.size(); ++i) {
        world->step();
        ASSERT_EQ(world->hash(), hashes[i]) << "step " << 20 + i;
    }
}

}  // namespace
}  // namespace contact_impulses_tests
}  // namespace pliant::testing
