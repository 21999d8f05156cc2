// The particles of a whole world, in one set of arrays. A body owns a range of them, aligned to whole lanes, with room
// for one group of lanes behind its end that kernels may read.
#pragma once

#include <span>
#include <vector>

#include "core/array.h"
#include "core/assert.h"
#include "core/particle_view.h"

namespace pliant {

class Particles {
  public:
    explicit Particles(u32 capacity)
        : position(capacity), previous(capacity), velocity(capacity), start(capacity), capacity_(capacity) {}

    u32 allocate(u32 count);  // first particle of the range, or `no_room`
    void release(u32 first, u32 count);
    // A range becomes larger, with all that is in it, and moves where it has to. There must be room (can_grow).
    bool can_grow(u32 first, u32 count, u32 count_now) const;
    u32 grow(u32 first, u32 count, u32 count_now);  // first particle of the range
    u32 used() const { return end_; }               // all ranges lie below this
    u32 capacity() const { return capacity_; }
    ParticleView view(u32 first, u32 count) {
        PL_ASSERT(first % 8 == 0 && first <= end_ && padded(count) <= end_ - first);
        return {position.data() + first, previous.data() + first, velocity.data() + first, count};
    }

    // A body's range, as it was allocated.
    struct Range {
        u32 first, count;
    };
    // Gaps alone, or also all ranges that are in use, in any order: none overlaps another or a gap, each is aligned and
    // has its slack behind it.
    friend const char* validate(const Particles&);
    friend const char* validate(const Particles&, std::span<const Range> used);

    ReservedArray<Float4> position, previous, velocity;
    ReservedArray<Float4> start;  // where contacts were last looked for; of particles that take part in one
    static constexpr u32 no_room = 0xffffffffu;

  private:
    struct Gap {
        u32 first, size;
    };
    bool overlaps_gap(u32 first, u32 size) const;
    bool has_room_behind(u32 end, u32 size) const;
    static u32 padded(u32 count) { return (count + 7) / 8 * 8 + 8; }
    std::vector<Gap> gaps_;  // ascending, never adjacent
    u32 end_ = 0, capacity_;
};

}  // namespace pliant
