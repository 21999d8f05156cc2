// Disjoint sets, each known by its lowest member: the result does not depend on the order in which
// it was joined.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/assert.h"
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
    size_t size() const { return parent_.size(); }
    u32 find(u32 member) {
        PL_ASSERT(member < parent_.size());
        while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
        return member;
    }
    void join(u32 a, u32 b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }
    // For all members of a set, one after the other: each is a set of its own again.
    void part(u32 member) {
        PL_ASSERT(member < parent_.size());
        parent_[member] = member;
    }
    void reserve_like(const DisjointSets& other) { parent_.reserve(other.parent_.capacity()); }

    friend const char* validate(const DisjointSets& sets) {
        for (size_t i = 0; i < sets.parent_.size(); ++i)
            if (sets.parent_[i] > i) return "disjoint sets: a member has a parent above it, or none";
        return nullptr;
    }

  private:
    std::vector<u32> parent_;  // never above the member itself, so that following it ends at the lowest of the set
};

}  // namespace pliant
