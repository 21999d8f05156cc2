// The thread team. A stage is a number of blocks; a free worker claims the next one, in order, until none is left.
//
// The caller works too and alone can finish every stage, so helpers that come late, or never, cost time and nothing
// else. Between stages helpers spin, then yield: the hundred barriers of a frame must cost a microsecond each. Between
// steps they sleep. The result of a block may depend on the block's number and never on the worker that runs it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "core/assert.h"
#include "core/types.h"

namespace pliant {

// An engine lends its own job system instead of letting the team start threads. For every step `start` is asked to run
// `help(team, worker)` once for each worker 1 … workers-1, on any threads, whenever it likes; `finish` must return when
// all that were started have returned. Both are called by the thread that steps the world.
struct HostJobs {
    void* context = nullptr;
    u32 workers = 1;  // including the caller
    void (*start)(void* context, void (*help)(void* team, u32 worker), void* team) = nullptr;
    void (*finish)(void* context) = nullptr;
};

class Team {
  public:
    explicit Team(u32 workers = 1);  // 1: serial, no thread is started
    explicit Team(const HostJobs& jobs);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    u32 workers() const { return workers_; }

    void set_profile_name(const char* name) { name_ = name; }  // what follows, to a profiler (core/profile.h)
    void begin_step();                                         // helpers wake up
    void end_step();                                           // and may sleep again

    // Calls f(block, worker) for every block 0 … blocks-1 and returns when all are done.
    template <class F>
    void run(u32 blocks, F&& f) {
        if (workers_ == 1) {  // nothing is kept here: threads may share a team that is serial
            for (u32 b = 0; b < blocks; ++b) f(b, 0u);
            return;
        }
        const Stage stage(*this);
        if (blocks <= 1) {
            if (blocks == 1) f(0u, 0u);
            return;
        }
        run_blocks(
            blocks,
            [](void* context, u32 block, u32 worker) {
                (*static_cast<std::remove_reference_t<F>*>(context))(block, worker);
            },
            &f);
    }

  private:
    // A block cannot run another stage of its own team.
    class Stage {
      public:
        explicit Stage(Team& team) : team_(team) {
            PL_ASSERT(!team_.in_stage_);
            team_.in_stage_ = true;
        }
        ~Stage() { team_.in_stage_ = false; }
        Stage(const Stage&) = delete;
        Stage& operator=(const Stage&) = delete;

      private:
        Team& team_;
    };
    using BlockFunction = void (*)(void* context, u32 block, u32 worker);
    void run_blocks(u32 blocks, BlockFunction function, void* context);
    bool work(u32 worker);         // claims and runs blocks; false when there was none
    void help(u32 worker);         // until the step ends
    void thread_main(u32 worker);  // sleeps between steps

    const u32 workers_;
    const HostJobs lent_;
    std::vector<std::thread> threads_;

    // The stage at hand. `ticket_` holds a stage number, the number of blocks and the next block to claim; a claim is a
    // compare-and-swap of the whole, so no worker can claim a block of a stage whose function it has not read.
    alignas(64) std::atomic<u64> ticket_{0};
    alignas(64) std::atomic<u32> unfinished_{0};
    alignas(64) std::atomic<bool> stepping_{false};
    BlockFunction function_ = nullptr;
    void* context_ = nullptr;
    const char* name_ = "";
    u32 first_block_ = 0;
    u64 stage_ = 0;

    std::mutex mutex_;
    std::condition_variable wake_;
    u64 step_ = 0;
    bool quit_ = false;
    bool in_stage_ = false, in_step_ = false;  // of the caller's thread: for asserts
};

}  // namespace pliant
