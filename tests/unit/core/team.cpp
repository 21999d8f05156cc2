// The thread team: every block runs once, on any thread; the next stage sees the writes of a stage.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/parallel.h"

namespace pliant {
namespace team_tests {
namespace {

TEST(Team, RunsEveryBlockOnce) {
    for (const u32 workers : {1u, 2u, 5u})
        for (const u32 blocks : {0u, 1u, 2u, 7u, 1000u}) {
            Team team(workers);
            EXPECT_EQ(team.workers(), workers);
            std::vector<std::atomic<u32>> times(blocks);
            std::atomic<bool> wrong_worker{false};
            team.begin_step();
            for (int stage = 0; stage < 20; ++stage)
                team.run(blocks, [&](u32 block, u32 worker) {
                    ++times[block];
                    if (worker >= workers) wrong_worker = true;
                });
            team.end_step();
            for (const auto& t : times) ASSERT_EQ(t, 20u) << workers << " workers, " << blocks << " blocks";
            EXPECT_FALSE(wrong_worker);
        }
}

TEST(Team, NoWorkersAreOne) { EXPECT_EQ(Team(0).workers(), 1u); }

// Helpers that sleep cost time and nothing else.
TEST(Team, TheCallerAloneFinishesAStage) {
    Team team(3);
    u32 sum = 0;
    std::atomic<u32> others{0};
    team.run(100, [&](u32 block, u32 worker) { worker == 0 ? (sum += block, 0) : ++others; });
    EXPECT_EQ(others, 0u) << "no step has begun: they sleep";
    EXPECT_EQ(sum, 4950u);
}

TEST(Team, AStageSeesWhatTheOneBeforeWrote) {
    Team team(4);
    constexpr u32 blocks = 64;
    std::vector<u64> a(blocks, 1), b(blocks, 0);
    for (int step = 0; step < 50; ++step) {
        team.begin_step();
        for (int stage = 0; stage < 10; ++stage) {
            team.run(blocks, [&](u32 i, u32) { b[i] = a[i] + a[(i + 17) % blocks]; });
            team.run(blocks, [&](u32 i, u32) { a[i] = b[(i + 5) % blocks] % 1000003; });
        }
        team.end_step();
    }
    std::vector<u64> x(blocks, 1), y(blocks, 0);
    for (int round = 0; round < 500; ++round) {
        for (u32 i = 0; i < blocks; ++i) y[i] = x[i] + x[(i + 17) % blocks];
        for (u32 i = 0; i < blocks; ++i) x[i] = y[(i + 5) % blocks] % 1000003;
    }
    EXPECT_EQ(a, x);
}

TEST(Team, MoreBlocksThanATicketHolds) {
    Team team(2);
    constexpr u32 blocks = (1u << 20) + 12345;
    std::vector<u8> times(blocks, 0);
    team.begin_step();
    team.run(blocks, [&](u32 block, u32) { ++times[block]; });
    team.end_step();
    EXPECT_EQ(std::count(times.begin(), times.end(), 1), blocks);
}

struct Jobs {
    std::vector<std::thread> threads;
    u32 workers = 3, starts = 0, finishes = 0;
};

TEST(Team, RunsOnLentJobs) {
    Jobs jobs;
    HostJobs lent{&jobs, jobs.workers,
                  [](void* context, void (*help)(void*, u32), void* team) {
                      Jobs& j = *static_cast<Jobs*>(context);
                      ++j.starts;
                      for (u32 w = 1; w < j.workers; ++w) j.threads.emplace_back(help, team, w);
                  },
                  [](void* context) {
                      Jobs& j = *static_cast<Jobs*>(context);
                      ++j.finishes;
                      for (std::thread& t : j.threads) t.join();
                      j.threads.clear();
                  }};
    Team team(lent);
    EXPECT_EQ(team.workers(), 3u);
    std::atomic<u32> count{0};
    for (int step = 0; step < 5; ++step) {
        team.begin_step();
        for (int stage = 0; stage < 30; ++stage) team.run(40, [&](u32, u32) { ++count; });
        team.end_step();
    }
    EXPECT_EQ(count, 5u * 30 * 40);
    EXPECT_EQ(jobs.starts, 5u);
    EXPECT_EQ(jobs.finishes, 5u);
}

// Half a job system is none.
TEST(Team, IsSerialWithoutBothFunctionsOfAJobSystem) {
    HostJobs lent{nullptr, 8, nullptr, [](void*) {}};
    EXPECT_EQ(Team(lent).workers(), 1u);
}

}  // namespace
}  // namespace team_tests
}  // namespace pliant
