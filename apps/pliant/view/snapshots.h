// Snapshots of a run, every few frames, within a budget of memory. When it is used up every second one goes, so that
// they stay evenly spread however long a run becomes.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/types.h"

namespace pliant::view {

class Snapshots {
  public:
    explicit Snapshots(size_t budget = size_t{512} << 20, u64 every = 10)
        : budget_(budget), least_(every), every_(every) {}

    bool wanted(u64 frame) const { return frame % every_ == 0 && !kept_.count(frame); }
    void keep(u64 frame, std::vector<std::byte> state);
    // The last one at a frame or before it; the first frame always has one.
    struct Kept {
        u64 frame;
        const std::vector<std::byte>* state;  // null: there is none
    };
    Kept at_or_before(u64 frame) const;
    void drop_after(u64 frame);
    void clear();

    u64 every() const { return every_; }
    size_t budget() const { return budget_; }
    size_t bytes() const { return bytes_; }
    size_t count() const { return kept_.size(); }

  private:
    void thin_out();
    size_t budget_, bytes_ = 0;
    u64 least_, every_;
    std::map<u64, std::vector<std::byte>> kept_;
};

}  // namespace pliant::view
