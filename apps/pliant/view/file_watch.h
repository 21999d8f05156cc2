// Notices files that change on disk, by asking for their time and size: what editors, exporters and network drives do
// to a file differs too much for anything finer.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/types.h"

namespace pliant::view {

struct FileStamp {
    i64 time = 0;  // of the last change, in the clock's own unit
    u64 size = 0;  // [bytes]
    bool there = false;
    bool operator==(const FileStamp&) const = default;
};
FileStamp stamp_of(const std::string& path);

class FileWatch {
  public:
    // Watches these files from now on; files that were already watched keep their last known state.
    void watch(const std::vector<std::string>& paths);
    void seen(const std::string& path);  // as it is now: it was us
    std::vector<std::string> changed();  // since the last call; a file that is gone for a moment is not
    size_t size() const { return stamps_.size(); }

  private:
    std::map<std::string, FileStamp> stamps_;
};

}  // namespace pliant::view
