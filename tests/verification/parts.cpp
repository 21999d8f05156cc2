// Parts of a mesh that share cells: they move by themselves, stay one body, and do all that bodies do.
#include "parts.h"

#include <gtest/gtest.h>

#include "body/lattice/lattice_fit.h"
#include "body/lattice/lattice_model.h"
#include "body/registry.h"
#include "cook/cook.h"
#include "cook/model_bytes.h"
#include "geometry/triangle_edges.h"
#include "worlds.h"

namespace pliant::testing {
namespace parts_tests {
namespace {

using Numbers = std::map<std::string, Value>;

std::shared_ptr<const Model> cooked(const Mesh& mesh, const Numbers& of_kind) {
    ParameterSet own(find_kind("lattice")->parameters);
    own.set("spacing", 0.05), own.set("half_width", 1.0);
    for (const auto& [name, value] : of_kind) own.set(name, value);
    return cook_model(mesh, *find_kind("lattice"), own, {1, 1, 1}).model;
}

// In free space, with hooks.
struct Body {
    Body(const Mesh& mesh, const Numbers& of_kind, const Numbers& of_body = {}, u32 threads = 1) {
        WorldSettings settings;
        settings.threads = threads;
        settings.parameters.set(WorldP::gravity, Vec3d{});
        settings.parameters.set(WorldP::sleep_enabled, 0.0);
        world = std::make_unique<World>(settings);
        ParameterSet common(body_table), own(find_kind("lattice")->parameters);
        common.set("drag", 0.0);
        for (const auto& [name, value] : of_body) common.set(name, value);
        own.set("spacing", 0.05), own.set("half_width", 1.0), own.set("damping", 0.05), own.set("youngs_modulus", 5e4);
        for (const auto& [name, value] : of_kind) own.set(name, value);
        id = world->bodies().add("body", cooked(mesh, of_kind), common, own);
    }
    void hook(const std::string& name, const Vec3& at, const Vec3d& to, double seconds = 1) {
        ParameterSet p(attachment_table);
        p.set("position", Keys{{0, seconds}, {at.to<double>(), to}, Ease::linear, false});
        world->attachments().add(name, id, {at, 0.03f}, p);
    }
    void run(double seconds) {
        while (world->time() < seconds) world->step();
    }
    // Where the surface is now that was near a place at rest.
    Vec3 surface_at(const Vec3& rest) const {
        const auto& model = static_cast<const lattice::LatticeModel&>(*world->body(id)->model);
        const ParticleView& view = world->body(id)->view;
        u32 nearest = 0;
        for (u32 v = 0; v < model.surface.vertex_count(); ++v)
            if (length(model.surface.positions[v] - rest) < length(model.surface.positions[nearest] - rest))
                nearest = v;
        Vec3 at;
        for (int c = 0; c < 8; ++c)
            at += view.position[model.lattice.cell_corner[model.vertex_cell[nearest]][static_cast<size_t>(c)]].xyz() *
                  trilinear_weight(model.vertex_place[nearest], c);
        return at;
    }
    std::unique_ptr<World> world;
    BodyId id;
};

// Two bars with a gap of half a cell; one end of the upper bar is pulled up. The other bar stays where it is, or comes
// along.
double parted_ends(bool fuse) {
    Body bars(two_bars(0.025f), {{"fuse", fuse ? 1.0 : 0.0}});
    bars.hook("up", {1, 0.175f, 0.05f}, {1, 0.475, 0.05});
    bars.hook("left low", {0, 0.05f, 0.05f}, {0, 0.05, 0.05});
    bars.hook("left high", {0, 0.175f, 0.05f}, {0, 0.175, 0.05});
    bars.run(2);
    return static_cast<double>(bars.surface_at({1, 0.125f, 0.05f}).y - bars.surface_at({1, 0.1f, 0.05f}).y);
}

TEST(Parts, BarsPullApartFreely) {
    const double free = parted_ends(false), glued = parted_ends(true);
    std::printf("ends %.3f m apart, with fuse %.3f m\n", free, glued);
    EXPECT_NEAR(free, 0.325, 0.02) << "the way that the end was pulled, and the gap";
    EXPECT_LT(glued, 0.06) << "half a cell, stretched at most twice";
}

TEST(Parts, OneBodyWithAllThatBelongsToIt) {
    const auto model = std::static_pointer_cast<const lattice::LatticeModel>(cooked(two_bars(0.025f), {}));
    const auto fused = std::static_pointer_cast<const lattice::LatticeModel>(cooked(two_bars(0.025f), {{"fuse", 1.0}}));
    EXPECT_NE(model->content_hash, fused->content_hash);
    EXPECT_NEAR(model->volume, 0.02, 0.001);
    EXPECT_GT(model->particle_count, fused->particle_count);
    // Painted: 0 on the lower bar, 1 on the upper. No particle is in between.
    std::vector<float> paint;
    for (u32 p = 0; p < model->surface.point_count(); ++p)
        paint.push_back(model->surface.positions[model->surface.point_vertex[p]].y > 0.11f ? 1.0f : 0.0f);
    for (const float value : model->carry_to_particles(paint)) EXPECT_TRUE(value == 0 || value == 1) << value;
    // Written and read.
    const std::string bytes = model_bytes(*model);
    EXPECT_EQ(model_bytes(*model_from_bytes(bytes, "bars")), bytes);
    // Fitted, with cells as wide as the bars, to bars that have moved by themselves: exactly, while the fused ones
    // cannot.
    std::vector<Vec3> wanted, found(paint.size());
    for (u32 p = 0; p < paint.size(); ++p)
        wanted.push_back(model->surface.positions[model->surface.point_vertex[p]] + Vec3{0, 0, 0.2f} * paint[p]);
    const auto error = [&](const lattice::LatticeModel& m) {
        std::vector<Vec3> particles(m.particle_count);
        m.make_pose_fit()->solve(wanted, particles);
        const std::vector<LatticePlace> places = lattice::point_places(m);
        lattice::follow_cells(m.lattice, places, particles, found);
        return lattice::fit_error(places, wanted, found).greatest;
    };
    const auto with_wide_cells = [&](double fuse) {
        return error(
            static_cast<const lattice::LatticeModel&>(*cooked(two_bars(0.025f), {{"spacing", 0.1}, {"fuse", fuse}})));
    };
    EXPECT_LT(with_wide_cells(0), 1e-4);
    EXPECT_GT(with_wide_cells(1), 0.02);
}

Body shaken_hand(u32 threads) {
    Body body(hand(0.02f), {{"youngs_modulus", 2e4}},
              {{"self_contact", 1.0}, {"tear.stretch", 0.6}, {"plasticity.yield_strain", 0.1}}, threads);
    body.hook("first", {0.05f, 0.7f, 0.05f}, {0.05, 0.8, 0.4}, 0.5);
    body.hook("third", {0.29f, 0.7f, 0.05f}, {0.29, 0.6, -0.3}, 0.5);
    body.hook("palm", {0.29f, 0, 0.05f}, {0.29, -0.2, 0.05}, 0.5);
    return body;
}

TEST(Parts, SameBitsForAnyNumberOfThreadsAndFromSnapshots) {
    std::vector<u64> first;
    std::vector<std::byte> snapshot;
    for (const u32 threads : {1u, 2u, 8u}) {
        Body body = shaken_hand(threads);
        std::vector<u64> hashes;
        for (int i = 0; i < 40; ++i) {
            body.world->step();
            hashes.push_back(body.world->hash());
            if (threads == 2 && i == 19) snapshot = body.world->save();
        }
        if (first.empty()) first = hashes;
        EXPECT_EQ(first, hashes) << threads;
    }
    Body body = shaken_hand(1);
    body.world->restore(snapshot);
    for (size_t i = 20; i < 40; ++i) {
        body.world->step();
        EXPECT_EQ(body.world->hash(), first[i]) << i;
    }
}

void expect_closed(const World& world) {
    world.contents().bodies.each([&](BodyId, const pliant::Body& body) {
        const SurfaceModel& s = body.model->surface;
        std::vector<TrianglePoints> triangles;
        for (size_t i = 0; i < s.indices.size(); i += 3)
            triangles.push_back(
                {s.vertex_point[s.indices[i]], s.vertex_point[s.indices[i + 1]], s.vertex_point[s.indices[i + 2]]});
        const std::vector<EdgeUse> uses = edge_uses(triangles);
        u32 open = 0;
        for_each_edge(uses, [&](std::span<const EdgeUse> edge) { open += !balanced(edge); });
        EXPECT_EQ(open, 0u) << body.name;
    });
}

TEST(Parts, TornWatertight) {
    Body bars(two_bars(0.025f), {}, {{"tear.stretch", 0.3}});
    bars.hook("right", {1, 0.175f, 0.05f}, {2, 0.175, 0.05});
    bars.hook("left", {0, 0.175f, 0.05f}, {-1, 0.175, 0.05});
    bars.hook("low left", {0, 0.05f, 0.05f}, {0, 0.05, 0.05});
    bars.hook("low right", {1, 0.05f, 0.05f}, {1, 0.05, 0.05});
    bars.run(1);
    EXPECT_GE(bars.world->contents().bodies.size(), 2u) << "the upper bar has torn";
    expect_closed(*bars.world);
    Body five = shaken_hand(1);
    five.run(1);
    expect_closed(*five.world);
}

// Parts that are close to each other at rest do not push each other away.
TEST(Parts, RestAsTheyWereMade) {
    Body body(hand(0.01f), {}, {{"self_contact", 1.0}});
    const Vec3 before = body.surface_at({0.1f, 0.7f, 0.05f});
    body.run(1);
    EXPECT_LT(length(body.surface_at({0.1f, 0.7f, 0.05f}) - before), 1e-3f);
}

}  // namespace
}  // namespace parts_tests
}  // namespace pliant::testing
