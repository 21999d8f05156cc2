// Contract asserts: what a caller promised. They stay on in debug and sanitizer builds and cost nothing in release.
// Input from files and from the C API is never checked by these; it gets an Error (core/error.h).
#pragma once

namespace pliant {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace pliant

#if defined(NDEBUG)
#define PL_ASSERT(condition) ((void)sizeof(!(condition)))
#else
#define PL_ASSERT(condition) ((condition) ? (void)0 : ::pliant::assertion_failed(#condition, __FILE__, __LINE__))
#endif
