// Bodies look only at what is near each other. They must find the very contacts that they would find among everything.

#include <gtest/gtest.h>

#include <cstring>

#include "body/flesh/flesh.h"
#include "body/lattice/lattice.h"
#include "collide/pair_contacts.h"
#include "cook/cook.h"
#include "core/random.h"
#include "geometry/shapes.h"

namespace pliant {
namespace near_patches_tests {
namespace {

struct Thing {
    std::shared_ptr<const Model> model;
    std::vector<Float4> position, previous, velocity;
    MovingSurface surface;

    explicit Thing(std::shared_ptr<const Model> m)
        : model(std::move(m)),
          position(model->particle_count),
          previous(model->particle_count),
          velocity(model->particle_count),
          surface(model->contact, {position.data(), previous.data(), velocity.data(), model->particle_count}) {}

    // Somewhere, bent, and on its way.
    void place(Random& random, float apart, float way) {
        const auto any = [&](float most) {
            return Vec3{random.real(-most, most), random.real(-most, most), random.real(-most, most)};
        };
        const Quat turn = normalized(Quat{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), 1});
        const Vec3 at = any(apart), motion = any(way), along = any(3), by = any(0.1f);
        for (u32 p = 0; p < position.size(); ++p) {
            const Vec3 rest = model->rest_position(p);
            const float bend = dot(rest, along);
            previous[p].set_xyz(turn * (rest + by * (bend * bend)) + at);
            position[p].set_xyz(previous[p].xyz() + motion + any(0.1f * way)), position[p].w = 1;
        }
    }
    void begin(const Thing* near, float margin) {
        surface.begin_substep();
        surface.update_bounds();
        if (near) near_ = near, margin_ = margin;
    }
    void make_ready(bool all) {
        for (u32 i = 0; all && i < model->contact.patches.size(); ++i) surface.prepare_patch(i);
        surface.prepare_near(near_->surface, margin_);
        surface.list_targets();
    }
    u32 ready() const {
        u32 count = 0;
        for (u32 i = 0; i < model->contact.patches.size(); ++i) count += surface.ready(i);
        return count;
    }

  private:
    const Thing* near_ = nullptr;
    float margin_ = 0;
};

std::vector<FoundContact> contacts(Thing& a, Thing& b, bool all) {
    const float spacing = std::max(a.model->contact.spacing, b.model->contact.spacing), thickness = 0.006f;
    const float margin = 4 * thickness + a.surface.radius() + b.surface.radius() + spacing;
    a.begin(&b, margin), b.begin(&a, margin);
    a.make_ready(all), b.make_ready(all);
    std::vector<FoundContact> of_a, of_b;
    PairContacts().find(a.surface, b.surface, {thickness, std::max(thickness, 0.05f * spacing), 1.0f / 240}, of_a,
                        of_b);
    of_a.insert(of_a.end(), of_b.begin(), of_b.end());
    return of_a;
}

bool same(const FoundContact& a, const FoundContact& b) {
    return a.feature == b.feature && a.triangle == b.triangle && a.on.point[0] == b.on.point[0] &&
           a.other.point[0] == b.other.point[0] && a.normal == b.normal && a.gap == b.gap && a.separation == b.separation &&
           a.deep == b.deep;
}

TEST(NearPatches, HaveAllTheContactsThatThereAre) {
    ParameterSet soft{lattice::table}, flesh{flesh::table};
    flesh.set(flesh::P::cell, Value{0.09});
    const auto octopus = [] { return make_shape({"octopus", {0, 0.7f, 0}, 0}); };
    const std::shared_ptr<const Model> models[] = {
        cook_model(octopus(), flesh::kind, flesh, {1, 1, 1}).model,
        cook_model(octopus(), lattice::kind, soft, {1, 1, 1}).model,
        cook_model(make_shape({"torus", {0.5f, 0, 0}, 0}), flesh::kind, flesh, {1, 1, 1}).model,
    };
    Random random(7);
    size_t found = 0, deep = 0, ready = 0, patches = 0;
    for (int round = 0; round < 300; ++round) {
        Thing a(models[random.below(3)]), b(models[random.below(3)]);
        const float way = round % 3 == 0 ? 0.3f : 0.004f;
        a.place(random, 0.4f, way), b.place(random, 0.4f, way);
        const std::vector<FoundContact> near = contacts(a, b, false);
        ready += a.ready() + b.ready(), patches += a.model->contact.patches.size() + b.model->contact.patches.size();
        const std::vector<FoundContact> all = contacts(a, b, true);
        ASSERT_EQ(near.size(), all.size()) << "round " << round;
        for (size_t i = 0; i < all.size(); ++i) ASSERT_TRUE(same(near[i], all[i])) << "round " << round << ", " << i;
        found += all.size();
        for (const FoundContact& c : all) deep += c.deep;
    }
    std::printf("%zu contacts, %zu of them deep inside, among %.0f %% of the patches\n", found, deep,
                100.0 * static_cast<double>(ready) / static_cast<double>(patches));
    EXPECT_GT(found, 10000u);
    EXPECT_GT(deep, 1000u);
    EXPECT_LT(ready, patches);
}

}  // namespace
}  // namespace near_patches_tests
}  // namespace pliant
