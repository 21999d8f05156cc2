// Ids by value: a slot and the generation that lived in it. An id of something removed is recognised, never reused
// silently. Zero is null, so a zeroed struct holds no reference.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "core/types.h"

namespace pliant {

template <class Tag>
struct Id {
    u32 slot = 0;  // one-based
    u32 generation = 0;
    explicit operator bool() const { return slot != 0; }
    bool operator==(const Id&) const = default;
};

using BodyId = Id<struct BodyIdTag>;
using ColliderId = Id<struct ColliderIdTag>;

// Owns objects of type T, names them by Id<Tag>, and iterates in order of slots.
template <class T, class Tag>
class Pool {
  public:
    template <class... Arguments>
    std::pair<Id<Tag>, T&> add(Arguments&&... arguments) {
        u32 slot;
        if (free_.empty()) {
            slot = static_cast<u32>(slots_.size());
            slots_.emplace_back();
        } else {
            slot = free_.back();
            free_.pop_back();
        }
        slots_[slot].object = std::make_unique<T>(std::forward<Arguments>(arguments)...);
        slots_[slot].generation += 1;
        ++size_;
        return {Id<Tag>{slot + 1, slots_[slot].generation}, *slots_[slot].object};
    }

    bool remove(Id<Tag> id) {
        if (!find(id)) return false;
        slots_[id.slot - 1].object.reset();
        free_.push_back(id.slot - 1);
        --size_;
        return true;
    }

    T* find(Id<Tag> id) { return const_cast<T*>(std::as_const(*this).find(id)); }
    const T* find(Id<Tag> id) const {
        if (id.slot == 0 || id.slot > slots_.size()) return nullptr;
        const Slot& slot = slots_[id.slot - 1];
        return slot.generation == id.generation ? slot.object.get() : nullptr;
    }

    size_t size() const { return size_; }

    template <class F>
    void each(F&& f) {
        for (u32 s = 0; s < slots_.size(); ++s)
            if (slots_[s].object) f(Id<Tag>{s + 1, slots_[s].generation}, *slots_[s].object);
    }
    template <class F>
    void each(F&& f) const {
        for (u32 s = 0; s < slots_.size(); ++s)
            if (slots_[s].object) f(Id<Tag>{s + 1, slots_[s].generation}, std::as_const(*slots_[s].object));
    }

  private:
    struct Slot {
        std::unique_ptr<T> object;
        u32 generation = 0;
    };
    std::vector<Slot> slots_;
    std::vector<u32> free_;
    size_t size_ = 0;
};

}  // namespace pliant
