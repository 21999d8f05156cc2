#include "core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace pliant {

static AssertionListener listener = nullptr;
static void* listener_context = nullptr;

void set_assertion_listener(AssertionListener tell, void* context) {
    listener = tell;
    listener_context = context;
}

void assertion_failed(const char* condition, const char* file, int line) {
    if (listener) return listener(listener_context, condition, file, line);
    std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, condition);
    std::abort();
}

void require_valid(const char* broken_invariant, const char* file, int line) {
    if (broken_invariant) assertion_failed(broken_invariant, file, line);
}

}  // namespace pliant
