// Contract asserts: what a caller promised. They stay on in debug and sanitizer builds and cost nothing in release.
// Input from files and from the C API is never checked by these; it gets an Error (core/error.h).
#pragma once

namespace pliant {

// Ends the program with a sentence; or tells whoever listens and returns, and all goes on as in a release build.
void assertion_failed(const char* condition, const char* file, int line);

using AssertionListener = void (*)(void* context, const char* condition, const char* file, int line);
void set_assertion_listener(AssertionListener listener, void* context);

}  // namespace pliant

#if defined(NDEBUG)
#define PL_ASSERT(condition) ((void)sizeof(!(condition)))
#else
#define PL_ASSERT(condition) ((condition) ? (void)0 : ::pliant::assertion_failed(#condition, __FILE__, __LINE__))
#endif
