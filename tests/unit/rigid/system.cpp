// A system as its users see it: hooks, kinematic bodies, snapshots, threads, and invalid states.

#include <gtest/gtest.h>

#include "core/cpu.h"
#include "rigid_systems.h"

namespace pliant::testing {
namespace system_tests {
namespace {

// Everything at once: piles of all shapes, a chain, a driven limb with limits, a closed loop, a kinematic pusher.
struct Busy : Rigid {
    RigidBodyId pusher;
    JointId motor;
    explicit Busy(u32 threads = 1) : threads_(threads) {
        floor();
        pusher = add({rigid::box({0.2f, 0.5f, 1})}, {.motion = Motion::kinematic, .pose = {{-4, 0.5f, 0}, {}}});
        const std::vector<Vec3> roof{
            {0.3f, 0, 0.3f}, {-0.3f, 0, 0.3f}, {0.3f, 0, -0.3f}, {-0.3f, 0, -0.3f}, {0, 0.4f, 0}};
        for (int i = 0; i < 60; ++i) {
            const Vec3 at{-1 + 0.7f * float(i % 4), 0.5f + 0.6f * float(i / 12), -1 + 0.7f * float(i / 4 % 3)};
            const rigid::Piece piece = i % 4 == 0   ? rigid::box({0.3f, 0.2f, 0.25f})
                                       : i % 4 == 1 ? rigid::sphere(0.25f)
                                       : i % 4 == 2 ? rigid::capsule(0.15f, 0.2f)
                                                    : rigid::hull(roof);
            add({piece}, {.pose = {at, turn({0, 0.6, 0.8}, 0.1 * i).to<float>()}, .restitution = 0.1f * float(i % 3)});
        }
        RigidBodyId before;
        for (int i = 0; i < 6; ++i) {
            const RigidBodyId link = box({0.15f, 0.05f, 0.05f}, {2.15f + 0.3f * float(i), 2.5f, 0});
            const Transform at = i ? Transform{{0.15f, 0, 0}, {}} : Transform{{2, 2.5f, 0}, {}};
            JointDef def = rigid::spherical({.a = before, .b = link, .frame_a = at, .frame_b = {{-0.15f, 0, 0}, {}}},
                                            0.7f, 0.5f, -0.3f, 0.3f);
            def.turn_drive = {.stiffness = 5, .damping = 0.2f, .max_force = 4};
            motor = join(def);
            before = link;
        }
        join(rigid::distance({.b = before, .frame_a = {{3, 3.5f, 0}, {}}}, 0, 1.4f));  // closes a loop
    }
    void run_steps(int from, int to) {
        Team crew(threads_);
        crew.begin_step();
        for (int i = from; i < to; ++i) {
            system.move_to(pusher, {{-4 + 0.03f * float(i), 0.5f, 0}, turn({0, 1, 0}, 0.01 * i).to<float>()});
            rigid::DriveTarget target;
            target.rotation = turn({0, 0, 1}, 0.4 * sine(0.1 * i)).to<float>();
            target.strength = float(i % 40) / 40;
            system.set_target(motor, target);
            system.step(seconds, substeps, gravity, crew);
        }
        crew.end_step();
    }

  private:
    u32 threads_;
};

TEST(RigidSystem, StaysValid) {
    Busy busy;
    EXPECT_STREQ(validate(busy.system), nullptr);
    for (int i = 0; i < 60; ++i) {
        busy.run_steps(i, i + 1);
        ASSERT_STREQ(validate(busy.system), nullptr) << i;
    }
    std::vector<std::byte> bytes;
    Writer w(bytes);
    busy.system.save(w);
    busy.run_steps(60, 70);
    Reader r(bytes, "memory");
    busy.system.restore(r);
    EXPECT_STREQ(validate(busy.system), nullptr) << "restored";
    busy.system.remove_joint(busy.motor);
    busy.system.remove_body(busy.pusher);
    EXPECT_STREQ(validate(busy.system), nullptr) << "less in it";
}

TEST(RigidSystem, SameBitsForAnyNumberOfThreads) {
    Busy one;
    one.run_steps(0, 90);
    EXPECT_GT(one.touching(), 60u);
    for (const u32 threads : {2u, 3u, 4u}) {
        Busy other(threads);
        other.run_steps(0, 90);
        EXPECT_EQ(other.system.hash(), one.system.hash()) << threads << " threads";
    }
}

TEST(RigidSystem, SameBitsOnBothInstructionSets) {
    Busy best;
    best.run_steps(0, 60);
    const Isa before = active_isa();
    set_active_isa(Isa::v2);
    Busy plain;
    plain.run_steps(0, 60);
    set_active_isa(before);
    EXPECT_EQ(plain.system.hash(), best.system.hash());
}

TEST(RigidSystem, SnapshotsAreWhole) {
    Busy run;
    run.run_steps(0, 40);
    std::vector<std::byte> bytes;
    Writer out(bytes);
    run.system.save(out);
    const u64 there = run.system.hash();
    run.run_steps(40, 80);
    const u64 wanted = run.system.hash();

    Busy fresh;  // made in the same way, never stepped
    Reader in(bytes, "snapshot");
    fresh.system.restore(in);
    EXPECT_TRUE(in.at_end());
    EXPECT_EQ(fresh.system.hash(), there);
    fresh.run_steps(40, 80);
    EXPECT_EQ(fresh.system.hash(), wanted);

    Reader again(bytes, "snapshot");
    run.system.restore(again);
    run.run_steps(40, 80);
    EXPECT_EQ(run.system.hash(), wanted);
}

TEST(RigidSystem, DamagedSnapshotsChangeNothing) {
    Busy run;
    run.run_steps(0, 10);
    std::vector<std::byte> bytes;
    Writer out(bytes);
    run.system.save(out);
    const u64 there = run.system.hash();
    int refused = 0, tried = 0;
    for (size_t cut = 0; cut < bytes.size(); cut += bytes.size() / 50) {
        Reader in(std::span<const std::byte>(bytes).first(cut), "snapshot");
        EXPECT_THROW(run.system.restore(in), Error);
    }
    for (size_t at = 0; at + 8 < bytes.size(); at += 61) {  // NaN wherever
        std::vector<std::byte> damaged = bytes;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        // Flags of bodies are bytes: what comes after them, contacts above all, ends where the whole does.
        std::memcpy(damaged.data() + at / 4 * 4 + (at > bytes.size() / 2 ? bytes.size() % 4 : 0), &nan, 4);
        ++tried;
        Busy other;
        Reader in(damaged, "snapshot");
        try {
            other.system.restore(in);
            other.run_steps(10, 12);  // what was not refused does no harm
        } catch (const Error&) {
            ++refused;
        }
    }
    std::printf("%d of %d damaged snapshots refused; the others do no harm\n", refused, tried);
    EXPECT_GT(refused, tried / 2);
    EXPECT_EQ(run.system.hash(), there);
}

// What particles will use: an impulse at a point changes the speed there by inverse mass times impulse.
TEST(RigidSystem, PointsOfABodyCanBeTouched) {
    Rigid r;
    r.gravity = {};
    const RigidBodyId id = r.box({0.5f, 0.2f, 0.3f}, {1, 2, 3}, 4);
    const u32 body = System::number(id);
    r.system.begin_step(r.seconds, {});
    r.system.predict(r.seconds, {});
    const Vec3 point{1.4f, 2.1f, 3.2f}, n = direction(Vec3{1, 2, -1}, Vec3{});
    const float w = r.system.inverse_mass_at(body, point, n);
    r.system.apply_impulse(body, point, n * 3.0f);
    EXPECT_NEAR(dot(r.system.velocity_at(body, point), n), 3 * w, 1e-5);
    EXPECT_GT(w, 1.0f / 4);
    EXPECT_EQ(r.system.inverse_mass_at(0, point, n), 0);
    r.system.collide(r.seconds, r.team);
    const Transform predicted = r.system.predicted_pose(body, r.seconds);
    r.system.project(r.seconds, r.team);
    EXPECT_LT(length(r.system.bodies().pose[body].position - predicted.position), 1e-6f);
    r.system.commit(r.seconds, r.team);
    r.system.end_step();
    // A push moves it for a substep, and gives it no speed.
    Rigid q;
    q.gravity = {};
    const RigidBodyId ball = q.ball(0.5f, {}, 2);
    q.system.begin_step(q.seconds, {});
    q.system.predict(q.seconds, {});
    q.system.apply_split_impulse(System::number(ball), {}, {4, 0, 0});
    q.system.collide(q.seconds, q.team);
    q.system.project(q.seconds, q.team);
    q.system.commit(q.seconds, q.team);
    EXPECT_NEAR(q.at(ball).x, 2 * q.seconds, 1e-6);
    EXPECT_EQ(q.velocity(ball).x, 0);
}

TEST(RigidSystem, KinematicBodiesCarryAndAreExactAtTheEnd) {
    Rigid r;
    const RigidBodyId lift = r.add({rigid::box({1, 0.1f, 1})}, {.motion = Motion::kinematic});
    const RigidBodyId box = r.box({0.2f, 0.2f, 0.2f}, {0.3f, 0.3f, 0});
    Transform pose;
    for (int i = 1; i <= 120; ++i) {
        pose = {{0.01f * float(i), 0.005f * float(i), 0}, turn({0, 1, 0}, 0.005 * i).to<float>()};
        r.system.move_to(lift, pose);
        r.step();
    }
    EXPECT_EQ(r.at(lift), pose.position);
    const Vec3 carried = pose.inverse(r.at(box));
    std::printf("carried along to (%.4f, %.4f, %.4f) on the lift\n", carried.x, carried.y, carried.z);
    EXPECT_NEAR(carried.y, 0.3f, 2e-3);
    // It starts with a jerk: until it has 0.6 m/s, friction lets it slip by v²/2μg.
    EXPECT_NEAR(carried.x, 0.3f, 0.6 * 0.6 / (2 * 0.5 * 9.81));
    EXPECT_NEAR(carried.z, 0, 0.01);
}

bool all_finite(const System& system) {
    for (u32 i = 0; i < system.bodies().size(); ++i)
        if (!is_finite(system.bodies().pose[i].position) || !is_finite(system.bodies().pose[i].rotation) ||
            !is_finite(system.bodies().velocity[i].linear) || !is_finite(system.bodies().velocity[i].angular))
            return false;
    return true;
}

TEST(RigidSystem, NeverNaN) {
    const auto try_out = [](const char* what, auto&& set) {
        Rigid r;
        r.floor();
        set(r);
        for (int i = 0; i < 60; ++i) {
            r.step();
            ASSERT_TRUE(all_finite(r.system)) << what << ", step " << i;
        }
    };
    try_out("a million g", [](Rigid& r) {
        for (int i = 0; i < 20; ++i) r.box({0.5f, 0.5f, 0.5f}, {0.1f * float(i % 3), 0.5f + float(i), 0}, 1);
        r.gravity = {0, -9.81e6f, 0};
    });
    try_out("all in one place", [](Rigid& r) {
        for (int i = 0; i < 40; ++i) i % 2 ? r.box({0.5f, 0.5f, 0.5f}, {0, 1, 0}) : r.ball(0.5f, {0, 1, 0});
    });
    try_out("needles and sheets", [](Rigid& r) {
        r.box({10, 1e-4f, 1e-4f}, {0, 1, 0}, 1e-6f);
        r.box({10, 1e-5f, 10}, {0, 2, 0}, 1e6f);
        r.system.set_velocity(r.box({1e-3f, 5, 1e-3f}, {0, 6, 0}, 1), {}, {1e4f, 1e4f, 1e4f});
    });
    try_out("specks and planets", [](Rigid& r) {
        r.ball(1e-5f, {0, 1, 0}, 1e-12f);
        r.ball(1e5f, {0, 2e5f, 0}, 1e14f);
    });
    try_out("faster than anything", [](Rigid& r) {
        const RigidBodyId a = r.box({0.5f, 0.2f, 0.1f}, {0, 5, 0}), b = r.box({0.5f, 0.2f, 0.1f}, {3, 5, 0});
        r.join(rigid::revolute({.a = a, .b = b, .frame_a = {{1.5f, 0, 0}, {}}, .frame_b = {{-1.5f, 0, 0}, {}}}, -0.1f,
                               0.1f));
        r.system.set_velocity(a, {1e8f, 0, 0}, {1e8f, -1e8f, 1e7f});
    });
    try_out("joints that cannot be", [](Rigid& r) {
        RigidBodyId before;
        for (int i = 0; i < 8; ++i) {
            const RigidBodyId link = r.box({0.2f, 0.1f, 0.1f}, {0, 3, 0}, i % 2 ? 1e-4f : 1e5f);
            JointDef def =
                rigid::spherical({.a = before, .b = link, .frame_a = {{50, 0, 0}, {}}, .frame_b = {{-50, 0, 0}, {}}},
                                 0.01f, 0.01f, 0, 0);
            def.turn_drive = {.stiffness = 1e12f, .damping = 1e12f};
            r.join(def);
            r.join(rigid::fixed({.b = link, .frame_a = {{float(i), 0, 0}, {}}}));  // and loops that contradict it
            before = link;
        }
    });
}

}  // namespace
}  // namespace system_tests
}  // namespace pliant::testing
