#include "core/array.h"

#include <atomic>
#include <cstring>

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>

#include "core/assert.h"
#define PLIANT_RESERVES_ADDRESSES 1
#endif

namespace pliant {

constexpr size_t large_block = 4u << 20, large_page = 2u << 20;

static Allocator allocator;
static std::atomic<size_t> blocks_in_use{0};

bool set_allocator(const Allocator& a) {
    PL_ASSERT((a.allocate == nullptr) == (a.free == nullptr));
    if (blocks_in_use.load(std::memory_order_relaxed)) return false;
    allocator = a;
    return true;
}

static size_t alignment(size_t bytes) { return bytes >= large_block ? large_page : 64; }

void* allocate_cache_lines(size_t bytes) {
    void* p;
    if (allocator.allocate) {
        p = allocator.allocate(allocator.context, bytes, alignment(bytes));
        if (!p) throw std::bad_alloc();
        PL_ASSERT(reinterpret_cast<uintptr_t>(p) % alignment(bytes) == 0);
    } else {
        p = ::operator new (bytes, std::align_val_t{alignment(bytes)});
#if defined(__linux__)
        if (bytes >= large_block) madvise(p, bytes, MADV_HUGEPAGE);
#endif
    }
    blocks_in_use.fetch_add(1, std::memory_order_relaxed);
    return p;
}

void free_cache_lines(void* p, size_t bytes) {
    PL_ASSERT(p && blocks_in_use.load(std::memory_order_relaxed) > 0);
    if (allocator.allocate)
        allocator.free(allocator.context, p, bytes, alignment(bytes));
    else
        ::operator delete (p, std::align_val_t{alignment(bytes)});
    blocks_in_use.fetch_sub(1, std::memory_order_relaxed);
}

ReservedBytes::ReservedBytes(size_t bytes) : bytes_(bytes ? bytes : 1) {
#if PLIANT_RESERVES_ADDRESSES
    if (!allocator.allocate) {
        void* p = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) throw std::bad_alloc();
        data_ = static_cast<std::byte*>(p);
        blocks_in_use.fetch_add(1, std::memory_order_relaxed);
        return;
    }
#endif
    data_ = static_cast<std::byte*>(allocate_cache_lines(bytes_));
    std::memset(data_, 0, bytes_);
}

ReservedBytes::~ReservedBytes() {
#if PLIANT_RESERVES_ADDRESSES
    if (!allocator.allocate) {
        munmap(data_, bytes_);
        blocks_in_use.fetch_sub(1, std::memory_order_relaxed);
        return;
    }
#endif
    free_cache_lines(data_, bytes_);
}

}  // namespace pliant
