// A small engine's own job system: threads that take functions from a queue. Pliant is lent these threads, and starts
// none.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include "pliant/pliant.h"

class JobSystem {
  public:
    explicit JobSystem(unsigned threads) {
        for (unsigned t = 0; t < threads; ++t) threads_.emplace_back([this] { work(); });
    }
    ~JobSystem() {
        {
            std::lock_guard lock(mutex_);
            quit_ = true;
        }
        wake_.notify_all();
        for (std::thread& t : threads_) t.join();
    }

    void add(std::function<void()> job) {
        {
            std::lock_guard lock(mutex_);
            jobs_.push(std::move(job));
            ++unfinished_;
        }
        wake_.notify_one();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        idle_.wait(lock, [&] { return unfinished_ == 0; });
    }

    // The jobs lent to a world: in every step one for each thread, except the thread that steps.
    pliant_jobs lent() {
        pliant_jobs jobs{};
        jobs.context = this;
        jobs.workers = static_cast<uint32_t>(threads_.size()) + 1;
        jobs.start = [](void* context, void (*help)(void* team, uint32_t worker), void* team) {
            auto& self = *static_cast<JobSystem*>(context);
            for (uint32_t worker = 1; worker <= self.threads_.size(); ++worker)
                self.add([help, team, worker] { help(team, worker); });
        };
        jobs.finish = [](void* context) { static_cast<JobSystem*>(context)->wait(); };
        return jobs;
    }

  private:
    void work() {
        for (std::unique_lock lock(mutex_);;) {
            wake_.wait(lock, [&] { return quit_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            const std::function<void()> job = std::move(jobs_.front());
            jobs_.pop();
            lock.unlock();
            job();
            lock.lock();
            if (--unfinished_ == 0) idle_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_, idle_;
    std::queue<std::function<void()>> jobs_;
    std::vector<std::thread> threads_;
    size_t unfinished_ = 0;
    bool quit_ = false;
};
