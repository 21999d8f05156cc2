// How the particles of a body are numbered after some of them were doubled: in the same order, with copies inserted.
//
//     before    0  1  2  3  4
//     now       0  1  2  3* 4* 5  6        particle 3 has become 3 and 4; what was 4 is 5 ... here two came in before 4
//
// This is the only place where numbers of particles change while a body lives. Whoever keeps something for each
// particle of a body carries it over with carry(), and whoever keeps numbers of particles updates them with renumber().
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/types.h"

namespace pliant {

class Renumbering {
  public:
    struct Copy {
        u32 now, before;
    };
    explicit Renumbering(u32 count_before) : count_before_(count_before) {}

    // In ascending order. Numbers first … first + before_count - 1 have become as many as there are in `copies_of`,
    // which has for each of them the number that it was.
    void add_site(u32 first, u32 before_count, std::span<const u32> copies_of) {
        PL_ASSERT(first + before_count <= count_before_ && copies_of.size() > before_count);
        PL_ASSERT(inserted_.empty() || inserted_.back() <= first);
        const u32 first_now = first + static_cast<u32>(inserted_.size());
        for (u32 i = 0; i < copies_of.size(); ++i) copies_.push_back({first_now + i, copies_of[i]});
        inserted_.insert(inserted_.end(), copies_of.size() - before_count, first + before_count);
    }

    u32 count_before() const { return count_before_; }
    u32 count_now() const { return count_before_ + static_cast<u32>(inserted_.size()); }
    bool empty() const { return inserted_.empty(); }
    std::span<const Copy> copies() const { return copies_; }  // at sites that have more particles than before
    std::span<const u32> inserted() const { return inserted_; }

    // The number of a particle whose site has no more particles than before; of others, of the first that it became.
    u32 operator()(u32 before) const {
        return before +
               static_cast<u32>(std::upper_bound(inserted_.begin(), inserted_.end(), before) - inserted_.begin());
    }
    void renumber(std::span<u32> numbers) const {
        constexpr size_t few = 12;  // then comparing with each is cheaper than searching
        if (inserted_.size() > few) {
            for (u32& n : numbers) n = (*this)(n);
            return;
        }
        // From the last on: what was moved by one of them is still above all that come before it.
        constexpr size_t at_once = 4096;  // that stay in the first cache
        for (size_t begin = 0; begin < numbers.size(); begin += at_once) {
            const std::span<u32> part = numbers.subspan(begin, std::min(at_once, numbers.size() - begin));
            for (size_t i = inserted_.size(); i-- > 0;) {
                const u32 at = inserted_[i];
                for (u32& n : part) n += n >= at;
            }
        }
    }

    // Values of particles, and whatever stands behind them in the array: every copy has the value of what it was.
    template <class T, class A>
    void carry(std::vector<T, A>& values) const {
        PL_ASSERT(values.size() >= count_before_);
        const size_t end = values.size();
        values.resize(end + inserted_.size());
        carry(values.data(), end);
    }
    // The same in place, where there is room for as many more as were inserted.
    template <class T>
    void carry(T* values, size_t end) const {
        std::vector<T> kept;
        kept.reserve(copies_.size());
        for (const Copy& c : copies_) kept.push_back(values[c.before]);
        for (size_t i = inserted_.size(); i-- > 0; end = inserted_[i])
            std::copy_backward(values + inserted_[i], values + end, values + end + i + 1);
        for (size_t i = 0; i < copies_.size(); ++i) values[copies_[i].now] = kept[i];
    }

  private:
    u32 count_before_;
    std::vector<u32> inserted_;  // before which number, ascending
    std::vector<Copy> copies_;   // ascending by what they are now
};

}  // namespace pliant
