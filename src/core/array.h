// Arrays for kernels: aligned to a cache line; and arrays whose address never changes while they grow.
#pragma once

#include <new>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/types.h"

namespace pliant {

// An allocator of the host in place of the system's, for everything in this file.
struct Allocator {
    void* context = nullptr;
    void* (*allocate)(void* context, size_t bytes, size_t alignment) = nullptr;  // null: there is none left
    void (*free)(void* context, void* block, size_t bytes, size_t alignment) = nullptr;
};
// Blocks go back to where they came from, so it is refused (false) while any is in use.
bool set_allocator(const Allocator&);

// Aligned to a cache line; large blocks to a large page, which the system is asked to use.
void* allocate_cache_lines(size_t bytes);
void free_cache_lines(void* p, size_t bytes);

template <class T>
struct CacheLineAllocator {
    using value_type = T;
    CacheLineAllocator() = default;
    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U>&) {}
    T* allocate(size_t n) { return static_cast<T*>(allocate_cache_lines(n * sizeof(T))); }
    void deallocate(T* p, size_t n) { free_cache_lines(p, n * sizeof(T)); }
    bool operator==(const CacheLineAllocator&) const { return true; }
};

template <class T>
using Array = std::vector<T, CacheLineAllocator<T>>;

// Address space for `capacity` elements is reserved at once; memory is taken by the system as pages are touched, but
// from a host's allocator all of it at once. It begins as zeros.
class ReservedBytes {
  public:
    explicit ReservedBytes(size_t bytes);
    ~ReservedBytes();
    ReservedBytes(const ReservedBytes&) = delete;
    ReservedBytes& operator=(const ReservedBytes&) = delete;
    std::byte* data() const { return data_; }

  private:
    std::byte* data_;
    size_t bytes_;
};

template <class T>
class ReservedArray {
  public:
    explicit ReservedArray(size_t capacity) : bytes_(capacity * sizeof(T)), capacity_(capacity) {}
    T* data() { return reinterpret_cast<T*>(bytes_.data()); }
    const T* data() const { return reinterpret_cast<const T*>(bytes_.data()); }
    T& operator[](size_t i) {
        PL_ASSERT(i < capacity_);
        return data()[i];
    }
    const T& operator[](size_t i) const {
        PL_ASSERT(i < capacity_);
        return data()[i];
    }
    size_t capacity() const { return capacity_; }

  private:
    ReservedBytes bytes_;
    size_t capacity_;
};

}  // namespace pliant
