// Every kernel by itself: the same bits from every instruction set, for all that it can be asked to do. A scene would
// show a difference too, but not where it comes from.

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_matter.h"
#include "core/hash.h"
#include "core/random.h"
#include "geometry/shapes.h"
#include "geometry/winding.h"
#include "scenes.h"

namespace pliant {
namespace kernels_tests {
namespace {

void expect_same_hashes(const char* what, const std::function<u64()>& compute) {
    set_active_isa(best_isa());
    const u64 wide = compute();
    set_active_isa(Isa::v2);
    const u64 narrow = compute();
    set_active_isa(best_isa());
    EXPECT_EQ(wide, narrow) << what;
    std::printf("%-36s %016llx\n", what, static_cast<unsigned long long>(wide));
}

// ---- lattice

struct LatticeCase {
    const char* name;
    bool damped, painted, small;
};

u64 lattice_hash(const LatticeCase& c) {
    using namespace lattice;
    const testing::BodyRecipe octopus{{"octopus", {0, 0.7f, 0}, 0}, 0.06, 3, true};
    const auto model = std::static_pointer_cast<const LatticeModel>(
        c.small ? testing::cooked("painted octopus", octopus) : testing::cooked("slab"));
    ParameterSet parameters(lattice::table);
    parameters.set(P::youngs_modulus, c.painted ? Value(Map{"soft", 2e4, 3e5, true}) : Value(5e4));
    parameters.set(P::damping, !c.damped ? Value(0.0) : c.painted ? Value(Map{"soft", 0.001, 0.1, true}) : Value(0.02));
    LatticeMatter matter(model, parameters);
    EXPECT_EQ(matter.predict_phases() == 1, c.small);
    Array<Float4> position(model->particle_count + 16), previous(position), velocity(position);
    const ParticleView view{position.data(), previous.data(), velocity.data(), model->particle_count};
    Array<std::byte> scratch(matter.scratch_bytes());
    const float h = 1.0f / 240;
    matter.place(view, {{{0.3f, 2, -1}, normalized(Quat{0.1f, 0.5f, -0.3f, 0.8f})}, {1, 2, 3}, {4, -3, 2}});
    matter.begin_step(parameters, 0, h, true);
    Random random(9);
    for (u32 p = 0; p < view.count; ++p) {
        const Vec3 noise{random.real(-0.04f, 0.04f), random.real(-0.04f, 0.04f), random.real(-0.04f, 0.04f)};
        view.position[p].set_xyz(view.position[p].xyz() + noise);
        if (p % 37 == 0) view.position[p].w = 0;  // held
    }
    Hasher hasher;
    for (int i = 0; i < 20; ++i) {
        for (u32 phase = 0; phase < matter.predict_phases(); ++phase)
            for (u32 block = 0; block < matter.predict_blocks(phase); ++block)
                matter.predict(phase, block, view, {h, {0, -9.81f, 0}, {2, 0, 1}, 0.1f}, scratch.data());
        matter.end_substep(view);
        const Motion motion = matter.motion();
        hasher.value(motion.bounds), hasher.value(motion.greatest_speed);
        hasher.array(std::span<const Float4>(view.position, view.count));
        hasher.array(std::span<const Float4>(view.previous, view.count));
        hasher.array(std::span<const Float4>(view.velocity, view.count));
        std::vector<std::byte> state;
        Writer writer(state);
        matter.save(writer);
        hasher.bytes(state.data(), state.size());
    }
    return hasher.result();
}

TEST(Kernels, Lattice) {
    const LatticeCase cases[] = {{"lattice, plain, small", false, false, true},
                                 {"lattice, damped, small", true, false, true},
                                 {"lattice, plain, in blocks", false, false, false},
                                 {"lattice, damped, in blocks", true, false, false},
                                 {"lattice, painted, small", false, true, true},
                                 {"lattice, painted, damped, small", true, true, true},
                                 {"lattice, painted, in blocks", false, true, false},
                                 {"lattice, painted, damped, in blocks", true, true, false}};
    for (const LatticeCase& c : cases) expect_same_hashes(c.name, [&] { return lattice_hash(c); });
}

// ---- winding numbers

TEST(Kernels, Winding) {
    for (const char* name : {"octopus", "penguin", "torus"}) {
        const Mesh mesh = make_shape({name, {0, 1, 0}, 0});
        std::vector<std::array<u32, 3>> triangles = triangulate(mesh).triangles;
        for (auto& t : triangles)
            for (u32& v : t) v = mesh.vertex_point[v];
        const WindingNumber winding(mesh.points, triangles);
        const Box box = mesh.bounds().grown(0.2f);
        expect_same_hashes((std::string("winding, ") + name).c_str(), [&] {
            Random random(3);
            Hasher hasher;
            for (int i = 0; i < 3000; ++i) {
                const Vec3 p{random.real(box.low.x, box.high.x), random.real(box.low.y, box.high.y),
                             random.real(box.low.z, box.high.z)};
                hasher.value(winding.at(p));
            }
            for (size_t i = 0; i < mesh.points.size(); i += 11) hasher.value(winding.at(mesh.points[i]));  // on it
            return hasher.result();
        });
    }
}

}  // namespace
}  // namespace kernels_tests
}  // namespace pliant
