// Creatures that move by their bones: bones stay in the flesh, joints keep their limits, and a skeleton carries.

#include <gtest/gtest.h>

#include "rigid/system.h"
#include "worlds.h"

namespace pliant {

namespace {

using testing::particle_bounds;
using testing::world_of;

std::string kobold(const std::string& more = "", const std::string& world = "") {
    return R"({ "world": { "substeps": 6, "sleep": { "enabled": false } )" + world + R"( },
        "assets": { "kobold": { "shape": "kobold" } }, "colliders": { "floor": {} },
        "bodies": { "k": { "asset": "kobold", "position": [0, 0.5, 0])" +
           more + " } } }";
}

// How far the bones are from where the flesh has them that they held when everything was made: the furthest.
class BonesInFlesh {
  public:
    explicit BonesInFlesh(const World& world) {
        const Body& body = *world.body(world.find_body("k"));
        world.each_collider([&](ColliderId id, const Collider& c) {
            if (!c.dynamic) return;
            Held held{id, {}, {}};
            for (u32 p = 0; p < body.view.count && c.shape.kind != ShapeKind::mesh; ++p) {
                const Vec3 place = c.pose.inverse(body.view.position[p].xyz());
                if (signed_distance(c.shape, place).distance > 0) continue;
                held.particles.push_back(p), held.places.push_back(place);
            }
            if (!held.particles.empty()) bones_.push_back(std::move(held));
        });
    }
    size_t count() const { return bones_.size(); }
    float furthest(const World& world) const {
        const Body& body = *world.body(world.find_body("k"));
        float most = 0;
        for (const Held& h : bones_)
            for (size_t i = 0; i < h.particles.size(); ++i)
                most = std::max(
                    most, length(world.collider(h.id)->pose * h.places[i] - body.view.position[h.particles[i]].xyz()));
        return most;
    }

  private:
    struct Held {
        ColliderId id;
        std::vector<u32> particles;
        std::vector<Vec3> places;
    };
    std::vector<Held> bones_;
};

}  // namespace

TEST(Creatures, HaveTheBonesOfTheirFile) {
    const auto world = world_of(kobold());
    u32 bones = 0, joints = 0;
    world->each_collider([&](ColliderId, const Collider& c) { bones += c.dynamic; });
    world->each_joint([&](JointId, const Joint&) { ++joints; });
    EXPECT_EQ(bones, 16u);   // the chest is of two pieces
    EXPECT_EQ(joints, 15u);  // which are joined
    EXPECT_GT(BonesInFlesh(*world).count(), 12u);
    const auto without = world_of(kobold(R"(, "bones": false)"));
    without->each_collider([&](ColliderId, const Collider& c) { EXPECT_FALSE(c.dynamic) << c.name; });
}

// Thrown through the flesh at 100 m/s, every bone in turn stays where it is held.
TEST(Creatures, BonesStayInTheFlesh) {
    const auto world = world_of(kobold());
    const BonesInFlesh bones(*world);
    const auto start = world->save();
    float most = 0, later = 0;
    std::vector<ColliderId> all;
    world->each_collider([&](ColliderId id, const Collider& c) {
        if (c.dynamic) all.push_back(id);
    });
    for (const ColliderId bone : all) {
        world->restore(start);
        world->set_velocity(bone, {60, 60, 50}, {});
        for (int i = 0; i < 30; ++i) {
            world->step();
            most = std::max(most, bones.furthest(*world));
        }
        later = std::max(later, bones.furthest(*world));
        EXPECT_FALSE(world->body(world->find_body("k"))->quarantined) << world->collider(bone)->name;
    }
    printf("at most %.4f m off what they hold, %.4f m half a second later\n", most, later);
    EXPECT_LT(most, 0.1f);
    EXPECT_LT(later, 0.01f);
}

// Dropped, it does not fall to a heap of jelly: its bones keep it longer than it is without them.
TEST(Creatures, ASkeletonCarries) {
    float longest[2];
    for (const bool bones : {false, true}) {
        const auto world = world_of(kobold(bones ? "" : R"(, "bones": false)"));
        const BodyId id = world->find_body("k");
        for (int i = 0; i < 180; ++i) world->step();
        const Box box = particle_bounds(*world, id);
        longest[bones] = length(box.size());
        printf("%s bones: lies %.2f x %.2f x %.2f m, lowest at %.4f m\n", bones ? "with" : "without", box.size().x,
               box.size().y, box.size().z, box.low.y);
        EXPECT_GT(box.low.y, -0.005f);
        EXPECT_FALSE(world->body(id)->quarantined);
    }
}

}  // namespace pliant
