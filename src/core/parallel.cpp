#include "core/parallel.h"

#include <optional>

#include "core/assert.h"
#include "core/cpu.h"
#include "core/profile.h"

namespace pliant {

namespace {

constexpr u64 block_bits = 20;
constexpr u64 block_mask = (1u << block_bits) - 1;

void pause_briefly() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

// Spins for about 20 microseconds before giving the core away, which is longer than the gap between two stages.
class Waiting {
  public:
    void once() {
        if (++rounds_ < 500) {
            pause_briefly();
        } else {
            std::this_thread::yield();
        }
    }

  private:
    int rounds_ = 0;
};

}  // namespace

Team::Team(u32 workers) : workers_(workers ? workers : 1), lent_{} {
    threads_.reserve(workers_ - 1);
    for (u32 w = 1; w < workers_; ++w) threads_.emplace_back([this, w] { thread_main(w); });
}

Team::Team(const HostJobs& jobs)
    : workers_(jobs.start && jobs.finish && jobs.workers > 1 ? jobs.workers : 1), lent_(jobs) {}

Team::~Team() {
    PL_ASSERT(!in_step_ && !in_stage_);
    {
        std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_all();
    for (std::thread& t : threads_) t.join();
}

void Team::begin_step() {
    PL_ASSERT(!in_step_ && !in_stage_);
    in_step_ = true;
    if (workers_ == 1) return;
    stepping_.store(true, std::memory_order_release);
    if (lent_.start) {
        lent_.start(
            lent_.context, [](void* team, u32 worker) { static_cast<Team*>(team)->help(worker); }, this);
    } else {
        {
            std::lock_guard lock(mutex_);
            ++step_;
        }
        wake_.notify_all();
    }
}

void Team::end_step() {
    PL_ASSERT(in_step_ && !in_stage_);
    in_step_ = false;
    if (workers_ == 1) return;
    stepping_.store(false, std::memory_order_release);
    if (lent_.finish) lent_.finish(lent_.context);
}

void Team::run_blocks(u32 blocks, BlockFunction function, void* context) {
    PL_ASSERT(function && blocks > 1 && unfinished_.load(std::memory_order_relaxed) == 0);
    for (u32 first = 0; first < blocks;) {
        const u32 count = blocks - first < block_mask ? blocks - first : static_cast<u32>(block_mask);
        function_ = function;
        context_ = context;
        first_block_ = first;
        unfinished_.store(count, std::memory_order_relaxed);
        stage_ = (stage_ + 1) & ((1ull << (64 - 2 * block_bits)) - 1);
        ticket_.store(stage_ << (2 * block_bits) | static_cast<u64>(count) << block_bits, std::memory_order_release);
        work(0);
        for (Waiting waiting; unfinished_.load(std::memory_order_acquire) != 0;) waiting.once();
        first += count;
    }
}

bool Team::work(u32 worker) {
    bool any = false;
    std::optional<Profiled> profiled;
    const char* told = nullptr;
    for (;;) {
        u64 t = ticket_.load(std::memory_order_relaxed);
        u64 block = t & block_mask;
        while (block < ((t >> block_bits) & block_mask)) {
            if (ticket_.compare_exchange_weak(t, t + 1, std::memory_order_acquire, std::memory_order_relaxed)) break;
            block = t & block_mask;
        }
        if (block >= ((t >> block_bits) & block_mask)) return any;
        if (worker && told != name_) {  // the caller has told of his own
            profiled.reset();
            profiled.emplace(told = name_);
        }
        // This block is ours: the stage cannot end, and its function cannot change, before we are done with it.
        function_(context_, first_block_ + static_cast<u32>(block), worker);
        unfinished_.fetch_sub(1, std::memory_order_release);
        any = true;
    }
}

void Team::help(u32 worker) {
    PL_ASSERT(worker > 0 && worker < workers_);
    const FloatingPointMode mode;
    Waiting waiting;
    while (stepping_.load(std::memory_order_acquire)) {
        if (work(worker)) waiting = {};
        waiting.once();
    }
}

void Team::thread_main(u32 worker) {
    u64 seen = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return quit_ || step_ != seen; });
            if (quit_) return;
            seen = step_;
        }
        help(worker);
    }
}

}  // namespace pliant
