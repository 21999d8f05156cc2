// Sums over regions: the program and its kernels against plain loops.

#include <gtest/gtest.h>

#include "body/lattice/lattice_kernels.h"
#include "body/lattice/lattice_model.h"
#include "core/array.h"
#include "geometry/lattice_regions.h"
#include "lattices.h"

namespace pliant::lattice {
namespace lattice_sums_tests {
namespace {

// Regions by plain search.
std::vector<std::vector<u32>> plain_regions(const LatticeMesh& lattice, int w) {
    std::vector<std::vector<u32>> cells(lattice.particle_count()), regions(lattice.particle_count());
    for (u32 c = 0; c < lattice.cell_count(); ++c)
        for (u32 p : lattice.cell_corner[c]) cells[p].push_back(c);
    for (u32 p = 0; p < lattice.particle_count(); ++p) {
        std::vector<u32>& found = regions[p];
        std::vector<u8> seen(lattice.particle_count(), 0);
        found.push_back(p), seen[p] = 1;
        size_t begin = 0;
        for (int step = 0; step < w; ++step)
            for (const size_t end = found.size(); begin < end; ++begin)
                for (u32 c : cells[found[begin]])
                    for (u32 q : lattice.cell_corner[c])
                        if (!seen[q]) seen[q] = 1, found.push_back(q);
    }
    return regions;
}

void expect_exact_sums(const LatticeMesh& lattice, int w) {
    const auto regions = plain_regions(lattice, w);
    const LatticeRegions found = find_regions(lattice, w);
    const size_t n = lattice.particle_count();
    for (size_t p = 0; p < n; ++p) ASSERT_EQ(found.size[p], regions[p].size()) << "w = " << w << ", particle " << p;
    // Distinct powers would overflow; random integers make sums of doubles exact, so equality is exact too.
    Random random(static_cast<u64>(w));
    std::vector<double> value(n);
    for (double& v : value) v = random.below(1000000);
    const std::vector<u32> planar = planar_order(lattice);
    for (SliceAxis axis : {SliceAxis::z, SliceAxis::y}) {
        const SumProgram program = make_sum_program(lattice, found, axis);
        std::vector<double> sources(n), outputs(n);
        for (u32 i = 0; i < n; ++i) sources[i] = axis == SliceAxis::z ? value[i] : value[planar[i]];
        execute(program, 1, sources, outputs);
        for (u32 i = 0; i < n; ++i) {
            const u32 p = axis == SliceAxis::z ? planar[i] : i;
            double expected = 0;
            for (u32 q : regions[p]) expected += value[q];
            ASSERT_EQ(outputs[i], expected) << "w = " << w << ", particle " << p;
        }
    }
}

TEST(LatticeSums, SolidBoxes) {
    for (int w = 1; w <= 6; ++w) {
        expect_exact_sums(testing::box_lattice(1, 1, 1), w);
        expect_exact_sums(testing::box_lattice(7, 4, 9), w);
        expect_exact_sums(testing::box_lattice(1, 12, 1), w);
        expect_exact_sums(testing::box_lattice(80, 1, 2), w);  // longer than a chain
    }
}

TEST(LatticeSums, HolesAndBranches) {
    Random random(7);
    for (int trial = 0; trial < 40; ++trial) {
        const LatticeMesh lattice =
            testing::random_lattice(random, 4 + static_cast<int>(random.below(8)), random.between(0, 0.5));
        for (int w = 1; w <= 6; ++w) expect_exact_sums(lattice, w);
    }
}

TEST(LatticeSums, SeveralParticlesAtOneSite) {
    // A bar cut across: the cells on both sides of the cut have their own particles there.
    LatticeMesh lattice = testing::box_lattice(6, 1, 1);
    const size_t n = lattice.particle_count();
    std::vector<u32> copy(n, 0);
    LatticeMesh cut = lattice;
    cut.particle_site.clear();
    std::vector<u32> left(n), right(n);
    for (u32 p = 0; p < n; ++p) {
        left[p] = right[p] = static_cast<u32>(cut.particle_site.size());
        cut.particle_site.push_back(lattice.particle_site[p]);
        if (lattice.particle_site[p].x == 3)
            right[p] = static_cast<u32>(cut.particle_site.size()),
            cut.particle_site.push_back(lattice.particle_site[p]);
    }
    for (size_t c = 0; c < cut.cell_count(); ++c)
        for (u32& p : cut.cell_corner[c]) p = cut.cell_site[c].x < 3 ? left[p] : right[p];
    for (int w = 1; w <= 4; ++w) expect_exact_sums(cut, w);
}

// The kernels add in float, in the order of the program; the error of a sum of n terms of one sign is below n eps.
TEST(LatticeSums, KernelsAgreeWithTheProgram) {
    Random random(8);
    for (const Isa isa : {Isa::v2, Isa::v3}) {
        set_active_isa(isa);
        for (int trial = 0; trial < 8; ++trial) {
            const LatticeMesh lattice =
                trial == 0 ? testing::box_lattice(20, 9, 9) : testing::random_lattice(random, 10, 0.2);
            for (int w : {1, 2, 5}) {
                const SumProgram g = make_sum_program(lattice, find_regions(lattice, w), SliceAxis::z);
                const u32 n = static_cast<u32>(lattice.particle_count());
                Array<float> sources(12 * (n + 8)), bars(12 * (g.max_slice_bars + 8)), plates(12 * (g.plate_count + 8)),
                    out(12 * (g.max_plane_outputs + 8));
                std::vector<double> exact_in(12 * n), exact_out(12 * n);
                for (u32 i = 0; i < 12 * n; ++i) exact_in[i] = sources[i] = random.real(0, 1);
                execute(g, 12, exact_in, exact_out);
                for (const auto& s : g.slices) {
                    kernels().gather[0]({g.bar_runs.data() + s.bar_runs_begin, s.bar_runs_end - s.bar_runs_begin,
                                         g.terms.data(), sources.data() + 12 * s.source_begin, bars.data(), false});
                    kernels().gather[0]({g.plate_runs.data() + s.plate_runs_begin,
                                         s.plate_runs_end - s.plate_runs_begin, g.terms.data(), bars.data(),
                                         plates.data(), true});
                }
                for (const auto& p : g.planes) {
                    kernels().gather[0]({g.region_runs.data() + p.region_runs_begin,
                                         p.region_runs_end - p.region_runs_begin, g.terms.data(), plates.data(),
                                         out.data(), false});
                    for (u32 i = 0; i < 12 * (p.output_end - p.output_begin); ++i)
                        ASSERT_NEAR(out[i], exact_out[12 * p.output_begin + i],
                                    2e-5 * exact_out[12 * p.output_begin + i]);
                }
            }
        }
    }
    set_active_isa(best_isa());
}

}  // namespace
}  // namespace lattice_sums_tests
}  // namespace pliant::lattice
