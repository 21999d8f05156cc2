// Which instruction set the kernels run on, chosen once at start. Results do not depend on it; only speed does.
#pragma once

#include <string_view>

namespace pliant {

enum class Isa { base, v2, v3 };  // base: the only one on this machine; v2: SSE 4.2; v3: AVX2

Isa best_isa();            // what this processor can run
Isa active_isa();          // what kernels use now: the best, or what PLIANT_ISA=v2 or set_active_isa asked for
void set_active_isa(Isa);  // for tests and benchmarks; clamped to the best
std::string_view name(Isa);

// Rounding to nearest and denormals kept, whatever the host program has set; restored at the end of the scope.
class FloatingPointMode {
  public:
    FloatingPointMode();
    ~FloatingPointMode();
    FloatingPointMode(const FloatingPointMode&) = delete;
    FloatingPointMode& operator=(const FloatingPointMode&) = delete;

  private:
    unsigned saved_;
};

}  // namespace pliant

// In a file that is compiled once per instruction set: PLIANT_KERNEL(name) is name_v2 or name_v3.
#define PLIANT_JOIN2(a, b) a##_##b
#define PLIANT_JOIN(a, b) PLIANT_JOIN2(a, b)
#define PLIANT_KERNEL(name) PLIANT_JOIN(name, PLIANT_ISA)

// Declares the variants of a table of kernels and the function that gives the one in use.
#if defined(__x86_64__)
#define PLIANT_DECLARE_KERNELS(Table, table)   \
    extern const Table table##_v2, table##_v3; \
    inline const Table& table() { return ::pliant::active_isa() == ::pliant::Isa::v3 ? table##_v3 : table##_v2; }
#else
#define PLIANT_DECLARE_KERNELS(Table, table) \
    extern const Table table##_base;         \
    inline const Table& table() { return table##_base; }
#endif
