// Progress of long work: a bar with rate and time left on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "core/types.h"

namespace pliant {

class Progress {
  public:
    // `unit` names the counted things, in the plural: "frames". Nothing is printed when `quiet`.
    Progress(std::string what, u64 total, std::string unit, bool quiet = false);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void at(u64 done);
    void finish(const std::string& last_words = {});

  private:
    using Clock = std::chrono::steady_clock;
    void print(u64 done, bool last);
    std::string what_, unit_;
    u64 total_, first_ = 0;
    bool quiet_, terminal_, started_ = false, finished_ = false;
    Clock::time_point start_, printed_;
};

}  // namespace pliant
