#include "bench/bench.h"
#include "bench/limits_kernels.h"
#include "core/array.h"

namespace pliant::bench {

Limits measure_limits() {
    const size_t n = size_t{24} << 20;  // three arrays of 96 MB: beyond every cache
    Array<float> a(n), b(n, 1.0f), c(n, 2.0f);
    volatile float sink = 0;
    const std::vector<double> seconds = best_seconds({[&] { limit_kernels().triad(a.data(), b.data(), c.data(), n); },
                                                      [&] { sink = limit_kernels().multiply_add(1 << 20); }},
                                                     5, 0.05);
    (void)sink;
    return {12.0 * static_cast<double>(n) / seconds[0], limit_flops(1 << 20) / seconds[1]};
}

void limits(const Options& options) {
    Report report("limits", options.json);
    const Limits l = measure_limits();
    report.row({{"isa", text(std::string(name(active_isa())))},
                {"gbytes_per_s", number(l.bytes_per_second / 1e9)},
                {"gflops", number(l.flops_per_second / 1e9)}});
    report.note(
        "One core. Bytes: a[i] = b[i] + s c[i] over 3 x 96 MB, 12 bytes counted an element. Flops: multiplications and "
        "additions that wait for nobody, not fused, as all kernels are.");
}

}  // namespace pliant::bench
