// Asserts of preconditions. They are active in debug and sanitizer builds and cost nothing in release.
// Input from files and from the C API is never checked by these; it gets an Error (core/error.h).
#pragma once

namespace pliant {

// Ends the program with a sentence, or calls the listener and returns; the program then continues as in a release
// build.
void assertion_failed(const char* condition, const char* file, int line);

using AssertionListener = void (*)(void* context, const char* condition, const char* file, int line);
void set_assertion_listener(AssertionListener listener, void* context);

// The same, where there is a broken invariant: null is none.
void require_valid(const char* broken_invariant, const char* file, int line);

}  // namespace pliant

// PL_VALIDATE(x) checks all invariants of a data structure after it has changed, in the same builds as PL_ASSERT.
// `validate(x)` is a free function beside the structure. It returns null, or a sentence about the first invariant that
// does not hold, so that tests can call it in every build.
#if defined(NDEBUG)
#define PL_ASSERT(condition) ((void)sizeof(!(condition)))
#define PL_VALIDATE(structure) ((void)sizeof(validate(structure)))
#else
#define PL_ASSERT(condition) ((condition) ? (void)0 : ::pliant::assertion_failed(#condition, __FILE__, __LINE__))
#define PL_VALIDATE(structure) ::pliant::require_valid(validate(structure), __FILE__, __LINE__)
#endif
