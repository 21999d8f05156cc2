#include "bench/bench.h"
#include "bench/limits_kernels.h"
#include "core/array.h"
#include "core/parallel.h"

namespace pliant::bench {

Limits measure_limits(u32 threads) {
    const size_t n = size_t{24} << 20;  // three arrays of 96 MB: beyond every cache
    Array<float> a(n), b(n, 1.0f), c(n, 2.0f);
    std::vector<float> sums(threads);
    Team team(threads);
    const size_t part = n / threads / 16 * 16;
    team.begin_step();
    const std::vector<double> seconds = median_seconds(
        {[&] {
             team.run(threads, [&](u32 t, u32) {
                 limit_kernels().triad(a.data() + t * part, b.data() + t * part, c.data() + t * part, part);
             });
         },
         [&] { team.run(threads, [&](u32 t, u32) { sums[t] = limit_kernels().multiply_add(1 << 20); }); }},
        5, 0.05);
    team.end_step();
    volatile float sink = 0;
    for (const float s : sums) sink = sink + s;
    return {12.0 * static_cast<double>(part * threads) / seconds[0], limit_flops(1 << 20) * threads / seconds[1]};
}

void limits(const Options& options) {
    Report report("limits", options.json);
    for (const u32 threads : {1u, 2u}) {
        const Limits l = measure_limits(threads);
        report.row({{"isa", text(std::string(name(active_isa())))},
                    {"threads", number(threads)},
                    {"gbytes_per_s", number(l.bytes_per_second / 1e9)},
                    {"gflops", number(l.flops_per_second / 1e9)}});
    }
    report.note(
        "All threads together. Bytes: a[i] = b[i] + s c[i] over 3 x 96 MB, 12 bytes counted an element. Flops: "
        "multiplications and "
        "independent additions, not fused, as all kernels are.");
}

}  // namespace pliant::bench
