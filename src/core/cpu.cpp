#include "core/cpu.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace pliant {

Isa best_isa() {
#if defined(__x86_64__)
    static const Isa best =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") ? Isa::v3
                                                                                                          : Isa::v2;
    return best;
#else
    return Isa::base;
#endif
}

static Isa initial_isa() {
    const char* wanted = std::getenv("PLIANT_ISA");
    return wanted && std::strcmp(wanted, "v2") == 0 && best_isa() == Isa::v3 ? Isa::v2 : best_isa();
}

static std::atomic<Isa>& chosen() {
    static std::atomic<Isa> isa{initial_isa()};
    return isa;
}

Isa active_isa() { return chosen().load(std::memory_order_relaxed); }
void set_active_isa(Isa isa) { chosen().store(isa > best_isa() ? best_isa() : isa, std::memory_order_relaxed); }

std::string_view name(Isa isa) {
    switch (isa) {
        case Isa::v2: return "x86-64-v2";
        case Isa::v3: return "x86-64-v3";
        case Isa::base: break;
    }
    return "base";
}

#if defined(__x86_64__)
FloatingPointMode::FloatingPointMode() : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
FloatingPointMode::~FloatingPointMode() { _mm_setcsr(saved_); }
#else
FloatingPointMode::FloatingPointMode() : saved_(0) {}
FloatingPointMode::~FloatingPointMode() { (void)saved_; }
#endif

}  // namespace pliant
