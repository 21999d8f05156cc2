// The fast solver of jiggle against the plain reference.

#include <gtest/gtest.h>

#include "body/jiggle/jiggle.h"
#include "body/jiggle/jiggle_matter.h"
#include "core/contract.h"
#include "core/random.h"
#include "core/trig.h"
#include "geometry/shapes.h"
#include "reference/jiggle_reference.h"

namespace pliant::jiggle {
namespace jiggle_solver_tests {
namespace {

using Vector = Eigen::Vector3d;

Vector vector(const Vec3& v) { return {v.x, v.y, v.z}; }

struct Sample {
    ParameterSet parameters{table};
    std::shared_ptr<const JiggleModel> model;
    std::unique_ptr<JiggleMatter> matter;
    Array<Float4> position, previous, velocity;
    ParticleView view{};
    std::vector<Vec3> from, to;

    explicit Sample(ParameterSet given) : parameters(std::move(given)) {
        const Mesh mesh = make_shape({.name = "sphere", .size = {0.4f, 0.4f, 0.4f}, .detail = 6});
        const Triangulation triangulation = triangulate(mesh);
        RepairReport repaired;
        const SimulationMesh simulation = repair(mesh, triangulation, repaired);
        Report report;
        model = std::dynamic_pointer_cast<const JiggleModel>(
            cook({mesh, triangulation, simulation, repaired, parameters, report}));
        EXPECT_EQ(validate(*model), nullptr);
        EXPECT_TRUE(model->closed);
        matter = std::make_unique<JiggleMatter>(model, parameters);
        for (auto* a : {&position, &previous, &velocity}) a->resize(model->particle_count + 16);
        view = {position.data(), previous.data(), velocity.data(), model->particle_count};
        matter->place(view, {});
        from = to = model->rest;
    }
    void substep(float h, const Vec3& gravity) {
        matter->begin_step(parameters, 0, h, false);
        GuideTargets::Frame before{Mat3::identity(), {}, 0}, now{Mat3::identity(), {}, 1};
        matter->set_guide_targets({from, to, before, now});
        for (u32 phase = 0; phase < matter->predict_phases(); ++phase)
            for (u32 block = 0; block < matter->predict_blocks(phase); ++block)
                matter->predict(phase, block, view, {.length = h, .gravity = gravity}, nullptr);
        matter->end_substep(view);
    }
};

// The largest difference of positions after five substeps; `moved`: how far particles went off their places.
double difference(const ParameterSet& parameters, bool held, u64 seed, double& moved) {
    Sample fast(parameters);
    reference::Jiggle slow;
    slow.volume = parameters.number(P::volume);
    for (const TrianglePoints& t : fast.model->triangles)
        slow.triangles.push_back({static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2])});
    Random random(seed);
    for (u32 p = 0; p < fast.view.count; ++p) {
        const Vec3 off{random.real(-0.02f, 0.02f), random.real(-0.02f, 0.02f), random.real(-0.02f, 0.02f)};
        fast.view.position[p].set_xyz(fast.view.position[p].xyz() + off), fast.view.velocity[p].set_xyz(off * 20.0f);
        if (held && p % 5 == 2) fast.view.position[p].w = 0, fast.view.velocity[p] = {};
        slow.vertices.push_back({.mass = parameters.number(P::mass),
                                 .stiffness = parameters.number(P::stiffness),
                                 .damping = parameters.number(P::damping),
                                 .weight = parameters.number(P::weight),
                                 .position = vector(fast.view.position[p].xyz()),
                                 .velocity = vector(fast.view.velocity[p].xyz()),
                                 .held = fast.view.position[p].w == 0 && parameters.number(P::mass) > 0});
    }
    const float h = 1.0f / 120;
    const Quat turn = rotation_from_degrees(Vec3d{0, 0, 3}).to<float>();
    std::vector<Vector> begin, end;
    for (int i = 0; i < 5; ++i) {
        fast.from = fast.to;
        for (Vec3& p : fast.to) p = turn * p * 0.99f + Vec3{0.01f, 0.005f, 0};
        begin.clear(), end.clear();
        for (const Vec3& p : fast.from) begin.push_back(vector(p));
        for (const Vec3& p : fast.to) end.push_back(vector(p));
        fast.substep(h, {0, -9.81f, 1});
        slow.substep(begin, end, static_cast<double>(h), {0, -9.81, 1});
    }
    double worst = 0;
    for (u32 p = 0; p < fast.view.count; ++p) {
        worst = std::max(worst, (vector(fast.view.position[p].xyz()) - slow.vertices[p].position).norm());
        moved = std::max(moved, (slow.vertices[p].position - vector(fast.to[p])).norm());
    }
    return worst;
}

ParameterSet parameters_of(double mass, double stiffness, double damping, double weight, double volume) {
    ParameterSet p(table);
    p.set(P::mass, mass), p.set(P::stiffness, stiffness), p.set(P::damping, damping);
    p.set(P::weight, weight), p.set(P::volume, volume);
    return p;
}

TEST(JiggleSolver, EqualsTheReference) {
    double worst = 0, moved = 0;
    u64 seed = 0;
    for (const double volume : {0.0, 0.7, 1.0})
        for (const bool held : {false, true})
            for (const auto& [stiffness, damping] : std::initializer_list<std::pair<double, double>>{
                     {4, 0.06}, {400, 0.5}, {0, 0}, {4, 0.4}, {40, 60}})  // swinging, stiff, free, critical, creeping
                for (const double weight : {1.0, 0.3})
                    worst = std::max(worst, difference(parameters_of(0.01, stiffness, damping, weight, volume), held,
                                                       ++seed, moved));
    std::printf("off their places by up to %.3f m; largest difference %.2g m\n", moved, worst);
    EXPECT_GT(moved, 0.02);
    // Positions below 0.5 m are rounded to 3e-8 m, in five substeps of a dozen operations.
    EXPECT_LT(worst, 1e-6);
}

// What is not simulated is where the guide has it.
TEST(JiggleSolver, EqualsTheReferenceWhereNothingSwings) {
    double moved = 0;
    EXPECT_LT(difference(parameters_of(0, 4, 0.06, 1, 0), false, 3, moved), 1e-7);
    EXPECT_LT(difference(parameters_of(0.01, 4, 0.06, 0, 0), false, 4, moved), 1e-7);
    EXPECT_LT(moved, 1e-7);
}

}  // namespace
}  // namespace jiggle_solver_tests
}  // namespace pliant::jiggle
