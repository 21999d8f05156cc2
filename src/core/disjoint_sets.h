// Sets of things that were joined, each known by its lowest member: what is found does not depend on the order in which
// it was joined.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/types.h"

namespace pliant {

class DisjointSets {
  public:
    DisjointSets() = default;
    explicit DisjointSets(size_t count) { reset(count); }

    // Every one of `count` things is a set of its own.
    void reset(size_t count) {
        parent_.resize(count);
        std::iota(parent_.begin(), parent_.end(), 0u);
    }
    u32 find(u32 member) {
        while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
        return member;
    }
    void join(u32 a, u32 b) {
        a = find(a), b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }
    // For all members of a set, one after the other: each is a set of its own again.
    void part(u32 member) { parent_[member] = member; }
    void make_room_as(const DisjointSets& other) { parent_.reserve(other.parent_.capacity()); }

  private:
    std::vector<u32> parent_;
};

}  // namespace pliant
