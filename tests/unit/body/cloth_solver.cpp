// The fast solver of cloth against the plain reference.

#include <gtest/gtest.h>

#include "body/cloth/cloth.h"
#include "body/cloth/cloth_matter.h"
#include "core/contract.h"
#include "core/random.h"
#include "geometry/shapes.h"
#include "reference/cloth_reference.h"

namespace pliant::cloth {
namespace cloth_solver_tests {
namespace {

using Vector = Eigen::Vector3d;

Vector vector(const Vec3& v) { return {v.x, v.y, v.z}; }

struct Sample {
    ParameterSet parameters{table};
    std::shared_ptr<const ClothModel> model;
    std::unique_ptr<ClothMatter> matter;
    Array<Float4> position, previous, velocity;
    ParticleView view{};

    // A sheet of 1 m by 0.8 m, which a bend deforms before it is cooked.
    Sample(ParameterSet given, float bend) : parameters(std::move(given)) {
        Mesh mesh = make_shape({.name = "plane", .size = {1, 0, 0.8f}, .detail = 8});
        for (Vec3& p : mesh.points) p.y = bend * (p.x * p.x - 0.5f * p.z);
        mesh.normals.clear();
        const Triangulation triangulation = triangulate(mesh);
        RepairReport repaired;
        const SimulationMesh simulation = repair(mesh, triangulation, repaired);
        Report report;
        model = std::dynamic_pointer_cast<const ClothModel>(
            cook({mesh, triangulation, simulation, repaired, parameters, report}));
        EXPECT_EQ(validate(*model), nullptr);
        matter = std::make_unique<ClothMatter>(model, parameters);
        for (auto* a : {&position, &previous, &velocity}) a->resize(model->particle_count + 16);
        view = {position.data(), previous.data(), velocity.data(), model->particle_count};
        matter->place(view, {});
    }
    void substep(float h, const Vec3& gravity) {
        matter->begin_step(parameters, 0, h, false);
        for (u32 phase = 0; phase < matter->predict_phases(); ++phase)
            for (u32 block = 0; block < matter->predict_blocks(phase); ++block)
                matter->predict(phase, block, view, {.length = h, .gravity = gravity}, nullptr);
        matter->end_substep(view);
    }
};

struct Stiffness {
    double warp = 60, weft = 25, shear = 4, bend = 0.02, limit = 0.03;
};

ParameterSet parameters_of(const Stiffness& k, int small_steps, double damping) {
    ParameterSet p(table);
    p.set(P::density, 0.4), p.set(P::stretch_stiffness, k.warp), p.set(P::weft_stiffness, k.weft);
    p.set(P::shear_stiffness, k.shear), p.set(P::bend_stiffness, k.bend), p.set(P::stretch_limit, k.limit);
    p.set("bend_model", "triangle"), p.set(P::air_drag, 0.0), p.set(P::damping, damping);
    p.set(P::small_steps, static_cast<double>(small_steps));
    return p;
}

// The order of constraints, and the areas and weights that they stand for, are those of the fabric (see its own tests);
// masses, stiffnesses, lengths and curvatures at rest are found again.
reference::Cloth plain(const Sample& s, const Stiffness& k) {
    const ClothModel& m = *s.model;
    std::vector<Vector> rest;
    for (const Vec3& p : m.rest) rest.push_back(vector(p));
    reference::Cloth c(rest);
    std::vector<double> mass(rest.size(), 0);
    for (const TrianglePoints& t : m.triangles) {
        const double area = 0.5 * (rest[t[1]] - rest[t[0]]).cross(rest[t[2]] - rest[t[0]]).norm();
        for (const u32 p : t) mass[p] += 0.4 * area / 3;
    }
    for (size_t p = 0; p < mass.size(); ++p) c.inverse_mass[p] = 1 / mass[p];
    const auto add = [&](const Links& links, std::vector<reference::Cloth::Link>& out) {
        for (u32 i = 0; i < links.count(); ++i) {
            const int a = static_cast<int>(links.a[i]), b = static_cast<int>(links.b[i]);
            const double c2 = links.warp[i], s2 = 1 - c2, l2 = (rest[links.b[i]] - rest[links.a[i]]).squaredNorm();
            const double per = c2 * c2 / k.warp + s2 * s2 / k.weft + c2 * s2 / k.shear;  // of a plate, [m/N] per width
            out.push_back({a, b, l2 * per / static_cast<double>(links.area[i])});
        }
    };
    add(m.fabric.edges, c.edges), add(m.fabric.diagonals, c.diagonals);
    const Links& spans = m.fabric.spans;
    for (u32 i = 0; i < spans.count(); ++i)
        c.spans.push_back({static_cast<int>(spans.a[i]), static_cast<int>(spans.b[i]), 0,
                           static_cast<double>(spans.rest[i]) * (1 + k.limit)});
    const Bends& bends = m.fabric.triangle;
    for (u32 i = 0; i < bends.count(); ++i) {
        c.bends.push_back({{}, {}, static_cast<double>(bends.weight[i]) / k.bend});
        for (u32 j = 0; j < bends.size; ++j) {
            c.bends.back().particle.push_back(static_cast<int>(bends.particle[j][i]));
            c.bends.back().coefficient.push_back(static_cast<double>(bends.coefficient[j][i]));
        }
    }
    c.measure();
    return c;
}

// The largest difference of positions after three substeps from a random deformation; `moved`: how far particles went.
double difference(float bend, int small_steps, double damping, bool held, u64 seed, double& moved) {
    const Stiffness k;
    Sample fast(parameters_of(k, small_steps, damping), bend);
    reference::Cloth slow = plain(fast, k);
    slow.damping = damping;
    Random random(seed);
    for (u32 p = 0; p < fast.view.count; ++p) {
        const Vec3 off{random.real(-0.02f, 0.02f), random.real(-0.02f, 0.02f), random.real(-0.02f, 0.02f)};
        Vec3 at = fast.view.position[p].xyz() * 1.05f + off;
        fast.view.position[p].set_xyz(at), fast.view.velocity[p].set_xyz(off * 30.0f + Vec3{at.z, 1, -at.x});
        if (held && p % 7 == 3) fast.view.position[p].w = 0, fast.view.velocity[p] = {};
        EXPECT_NEAR(fast.view.position[p].w, p % 7 == 3 && held ? 0 : slow.inverse_mass[p],
                    1e-5 * slow.inverse_mass[p]);
        if (fast.view.position[p].w == 0) slow.inverse_mass[p] = 0;
        slow.position[p] = vector(fast.view.position[p].xyz());
        slow.velocity[p] = vector(fast.view.velocity[p].xyz());
    }
    const std::vector<Vector> began = slow.position;
    for (int i = 0; i < 3; ++i) {
        fast.substep(1.0f / 240, {0.5f, -9.81f, 0});
        slow.substep(1.0 / 240, small_steps, {0.5, -9.81, 0});
    }
    double worst = 0;
    for (u32 p = 0; p < fast.view.count; ++p) {
        worst = std::max(worst, (vector(fast.view.position[p].xyz()) - slow.position[p]).norm());
        moved = std::max(moved, (slow.position[p] - began[p]).norm());
    }
    return worst;
}

TEST(ClothSolver, EqualsTheReference) {
    double moved = 0, flat = 0, bent = 0, damped = 0, held = 0;
    for (u64 seed = 0; seed < 6; ++seed) {
        const int small_steps = 1 + static_cast<int>(seed);
        flat = std::max(flat, difference(0, small_steps, 0, false, seed, moved));
        bent = std::max(bent, difference(0.3f, small_steps, 0, false, seed, moved));
        damped = std::max(damped, difference(0.3f, small_steps, 2, false, seed, moved));
        held = std::max(held, difference(0, small_steps, 0, true, seed, moved));
    }
    std::printf("moved by up to %.3f m; largest difference %.2g m flat, %.2g m bent, %.2g m damped, %.2g m held\n",
                moved, flat, bent, damped, held);
    EXPECT_GT(moved, 0.02);
    // A position of 1 m is rounded to 6e-8 m at each of some hundred projections of a particle; errors of one are
    // evened out by the next.
    EXPECT_LT(flat, 5e-6);
    EXPECT_LT(bent, 5e-6);
    EXPECT_LT(damped, 5e-6);
    EXPECT_LT(held, 5e-6);
}

// The comparison sees a mistake of five per cent in any of the stiffnesses.
TEST(ClothSolver, DiffersFromAReferenceWithOtherStiffness) {
    for (double Stiffness::*which : {&Stiffness::warp, &Stiffness::weft, &Stiffness::shear, &Stiffness::bend}) {
        const Stiffness k;
        Sample fast(parameters_of(k, 3, 0), 0.3f);
        Stiffness other = k;
        other.*which *= 1.05;
        reference::Cloth right = plain(fast, k), wrong = plain(fast, other);
        for (reference::Cloth* c : {&right, &wrong}) {
            for (size_t p = 0; p < c->position.size(); ++p) {
                const double x = c->position[p].x(), z = c->position[p].z();
                c->position[p] += Vector(0.1 * z, 0.1 * x * z, 0.02 * z + 0.05 * x);
            }
            for (int i = 0; i < 3; ++i) c->substep(1.0 / 240, 3, {0, -9.81, 0});
        }
        double apart = 0;
        for (size_t p = 0; p < right.position.size(); ++p)
            apart = std::max(apart, (right.position[p] - wrong.position[p]).norm());
        EXPECT_GT(apart, 5e-6) << "the tolerance of the comparison";
    }
}

}  // namespace
}  // namespace cloth_solver_tests
}  // namespace pliant::cloth
