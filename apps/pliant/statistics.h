// Statistics of a run: a line of CSV for every frame.
#pragma once

#include <cstdio>
#include <string>

#include "pliant/pliant.h"

namespace pliant::app {

class StatisticsFile {
  public:
    // Starts an empty file at frame 0; otherwise drops the lines from `frame` on.
    StatisticsFile(std::string path, unsigned long frame);
    ~StatisticsFile();
    StatisticsFile(const StatisticsFile&) = delete;
    StatisticsFile& operator=(const StatisticsFile&) = delete;
    void line(pliant_world world, unsigned long frame);

  private:
    std::string path_;
    std::FILE* file_;
};

}  // namespace pliant::app
