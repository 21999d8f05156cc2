// A list that grows and is cut at its end, and of which another thread keeps a copy. Updating the copy takes time
// in proportion to the new items, not to all of them.
#pragma once

#include <algorithm>
#include <vector>

#include "core/types.h"

namespace pliant::view {

template <class T>
class Mirrored {
  public:
    const std::vector<T>& all() const { return items_; }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    const T& operator[](size_t i) const { return items_[i]; }
    const T& back() const { return items_.back(); }

    void push_back(const T& item) { items_.push_back(item); }
    void set(size_t i, const T& item) {
        items_[i] = item;
        synced_ = std::min(synced_, i);
    }
    void cut(size_t count) {  // to the first ones
        if (count < items_.size()) items_.resize(count);
        synced_ = std::min(synced_, items_.size());
    }
    void clear() { cut(0); }

    // The copy must be the one of the last call, or empty at the first. How many items were copied.
    size_t sync_to(std::vector<T>& copy) {
        copy.resize(std::min(copy.size(), synced_));
        const size_t from = copy.size();
        copy.insert(copy.end(), items_.begin() + static_cast<std::ptrdiff_t>(from), items_.end());
        synced_ = items_.size();
        return synced_ - from;
    }

  private:
    std::vector<T> items_;
    size_t synced_ = 0;  // of these, the copy has the same
};

}  // namespace pliant::view
