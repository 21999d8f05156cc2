// How the nodes of a sum program are written: one after another, each from its children or from a node before it.
#pragma once

#include <algorithm>

#include "body/lattice/sum_program.h"

namespace pliant::lattice {

// Writes nodes one by one and joins neighbours that differ only by one step in every operand.
class RunWriter {
  public:
    RunWriter(std::vector<SumRun>& runs, std::vector<u32>& terms) : runs_(runs), terms_(terms), first_(runs.size()) {}

    // `count` of them, one step apart.
    void add(u32 destination, u32 base, std::span<const u32> adds, std::span<const u32> subtracts, u32 count = 1) {
        if (continues(destination, base, adds, subtracts)) {
            runs_.back().count += count;
            return;
        }
        runs_.push_back({destination, count, base, static_cast<u32>(terms_.size()), static_cast<u16>(adds.size()),
                         static_cast<u16>(subtracts.size())});
        terms_.insert(terms_.end(), adds.begin(), adds.end());
        terms_.insert(terms_.end(), subtracts.begin(), subtracts.end());
    }

  private:
    bool continues(u32 destination, u32 base, std::span<const u32> adds, std::span<const u32> subtracts) const {
        if (runs_.size() == first_) return false;
        const SumRun& run = runs_.back();
        if (run.destination + run.count != destination || run.adds != adds.size() || run.subtracts != subtracts.size())
            return false;
        if (base == no_base ? run.base != no_base : run.base == no_base || run.base + run.count != base) return false;
        const u32* terms = terms_.data() + run.first_term;
        for (size_t t = 0; t < adds.size(); ++t)
            if (terms[t] + run.count != adds[t]) return false;
        for (size_t t = 0; t < subtracts.size(); ++t)
            if (terms[adds.size() + t] + run.count != subtracts[t]) return false;
        return true;
    }
    std::vector<SumRun>& runs_;
    std::vector<u32>& terms_;
    size_t first_;
};

// Decides for each node whether it is cheaper to sum its children or to change a node that is already there.
class NodeWriter {
  public:
    NodeWriter(std::vector<SumRun>& runs, std::vector<u32>& terms) : writer_(runs, terms) {}

    // Nodes are numbered 0, 1, 2 … in the order of these calls, counted from `offset` in the destination array.
    // `before` is an earlier node, or no_base; children ascend.
    void add(u32 offset, std::span<const u32> children, u32 before, std::span<const u32> before_children) {
        const u32 node = static_cast<u32>(chain_.size());
        adds_.clear(), subtracts_.clear();
        if (before != no_base && chain_[before] + 1 < longest_chain) {
            compare(children, before_children);
            if (1 + adds_.size() + subtracts_.size() < children.size()) {
                chain_.push_back(chain_[before] + 1);
                writer_.add(offset + node, offset + before, adds_, subtracts_);
                return;
            }
        }
        chain_.push_back(0);
        writer_.add(offset + node, no_base, children, {});
    }

  private:
    // What is in one of two ascending lists and not in the other.
    void compare(std::span<const u32> now, std::span<const u32> before) {
        size_t i = 0, j = 0;
        while (i < now.size() && j < before.size()) {
            if (now[i] == before[j]) {
                ++i, ++j;
            } else if (now[i] < before[j]) {
                adds_.push_back(now[i++]);
            } else {
                subtracts_.push_back(before[j++]);
            }
        }
        adds_.insert(adds_.end(), now.begin() + static_cast<std::ptrdiff_t>(i), now.end());
        subtracts_.insert(subtracts_.end(), before.begin() + static_cast<std::ptrdiff_t>(j), before.end());
    }

    RunWriter writer_;
    std::vector<u32> chain_;  // how many differences lie behind each node
    std::vector<u32> adds_, subtracts_;
};

// Lists of children, one after another.
struct Lists {
    std::vector<u32> start{0}, items;
    size_t size() const { return start.size() - 1; }
    std::span<const u32> operator[](size_t i) const { return {items.data() + start[i], items.data() + start[i + 1]}; }
    void close() { start.push_back(static_cast<u32>(items.size())); }
    std::span<const u32> open() const { return {items.data() + start.back(), items.data() + items.size()}; }
    void drop_open() { items.resize(start.back()); }
};

inline bool same(std::span<const u32> a, std::span<const u32> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace pliant::lattice
