#include "core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace pliant {

void assertion_failed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, condition);
    std::abort();
}

}  // namespace pliant
