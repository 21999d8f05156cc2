#include "core/array.h"

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#else
#include <cstdlib>
#include <cstring>
#endif

namespace pliant {

constexpr size_t large_block = 4u << 20, large_page = 2u << 20;

static std::align_val_t alignment(size_t bytes) { return std::align_val_t{bytes >= large_block ? large_page : 64}; }

void* allocate_cache_lines(size_t bytes) {
    void* p = ::operator new(bytes, alignment(bytes));
#if defined(__linux__)
    if (bytes >= large_block) madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return p;
}
void free_cache_lines(void* p, size_t bytes) { ::operator delete(p, alignment(bytes)); }

#if defined(__unix__) && !defined(__EMSCRIPTEN__)

ReservedBytes::ReservedBytes(size_t bytes) : bytes_(bytes ? bytes : 1) {
    void* p = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(p);
}
ReservedBytes::~ReservedBytes() { munmap(data_, bytes_); }

#else

ReservedBytes::ReservedBytes(size_t bytes) : bytes_(bytes ? bytes : 1) {
    data_ = static_cast<std::byte*>(::operator new (bytes_, std::align_val_t{64}));
    std::memset(data_, 0, bytes_);
}
ReservedBytes::~ReservedBytes() { ::operator delete (data_, std::align_val_t{64}); }

#endif

}  // namespace pliant
