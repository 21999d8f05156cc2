// Ids by value: a slot and the generation of its object. An id of a removed object is recognised, and never reused
// silently. Zero is null, so a zeroed struct holds no reference.
#pragma once

#include <algorithm>
#include <functional>
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
using AttachmentId = Id<struct AttachmentIdTag>;
using CharacterId = Id<struct CharacterIdTag>;
using FieldId = Id<struct FieldIdTag>;
using JointId = Id<struct JointIdTag>;

// Owns objects of type T, names them by Id<Tag>, and iterates in order of slots. The lowest free slot is taken first,
// so that the slot of a new object depends on the present objects alone, and not on earlier ones.
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
            std::pop_heap(free_.begin(), free_.end(), std::greater<>());
            slot = free_.back();
            free_.pop_back();
        }
        slots_[slot].object = std::make_unique<T>(std::forward<Arguments>(arguments)...);
        slots_[slot].generation = ++slots_[slot].newest;
        ++size_;
        PL_VALIDATE(*this);
        return {Id<Tag>{slot + 1, slots_[slot].generation}, *slots_[slot].object};
    }

    // Restores an object under the id that it had; another object in its slot is removed.
    template <class... Arguments>
    T& restore_at(Id<Tag> id, Arguments&&... arguments) {
        PL_ASSERT(id && id.generation > 0);
        while (slots_.size() < id.slot) add_free_slot();
        Slot& slot = slots_[id.slot - 1];
        if (!slot.object) {
            free_.erase(std::find(free_.begin(), free_.end(), id.slot - 1));
            std::make_heap(free_.begin(), free_.end(), std::greater<>());
            ++size_;
        }
        slot.object = std::make_unique<T>(std::forward<Arguments>(arguments)...);
        slot.generation = id.generation;
        slot.newest = std::max(slot.newest, id.generation);
        PL_VALIDATE(*this);
        return *slot.object;
    }

    bool remove(Id<Tag> id) {
        if (!find(id)) return false;
        slots_[id.slot - 1].object.reset();
        set_free(id.slot - 1);
        --size_;
        PL_VALIDATE(*this);
        return true;
    }

    // As if the newest had never been added: its id has not been given to a caller.
    void undo_add(Id<Tag> id) {
        PL_ASSERT(find(id) && slots_[id.slot - 1].newest == id.generation);
        remove(id);
        --slots_[id.slot - 1].newest;
    }

    T* find(Id<Tag> id) { return const_cast<T*>(std::as_const(*this).find(id)); }
    const T* find(Id<Tag> id) const {
        if (id.slot == 0 || id.slot > slots_.size()) return nullptr;
        const Slot& slot = slots_[id.slot - 1];
        return slot.generation == id.generation ? slot.object.get() : nullptr;
    }

    size_t size() const { return size_; }

    friend const char* validate(const Pool& pool) {
        size_t objects = 0;
        for (const Slot& slot : pool.slots_) {
            objects += slot.object != nullptr;
            if (slot.generation > slot.newest) return "pool: a slot has a generation newer than its newest";
            if (slot.object && slot.generation == 0) return "pool: an object has no generation";
        }
        if (objects != pool.size_) return "pool: the number of objects is not that of the full slots";
        if (pool.free_.size() + objects != pool.slots_.size()) return "pool: a slot is neither full nor free";
        if (!std::is_heap(pool.free_.begin(), pool.free_.end(), std::greater<>()))
            return "pool: the free slots are not a heap";
        std::vector<u32> free = pool.free_;
        std::sort(free.begin(), free.end());
        if (std::adjacent_find(free.begin(), free.end()) != free.end()) return "pool: a slot is free twice";
        for (const u32 slot : free)
            if (slot >= pool.slots_.size() || pool.slots_[slot].object) return "pool: a full slot is listed as free";
        return nullptr;
    }

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
        u32 newest = 0;  // the last one ever given: no id is given twice
    };
    void set_free(u32 slot) {
        free_.push_back(slot);
        std::push_heap(free_.begin(), free_.end(), std::greater<>());
    }
    void add_free_slot() {
        slots_.emplace_back();
        set_free(static_cast<u32>(slots_.size() - 1));
    }
    std::vector<Slot> slots_;
    std::vector<u32> free_;  // a heap, the lowest first
    size_t size_ = 0;
};

}  // namespace pliant
