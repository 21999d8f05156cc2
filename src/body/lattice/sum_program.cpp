#include "body/lattice/sum_program.h"

#include "core/assert.h"
#include "core/order.h"

namespace pliant::lattice {

std::vector<u32> planar_order(const LatticeMesh& lattice) {
    std::vector<u32> row;  // within a row the order is already by x
    row.reserve(lattice.particle_count());
    for (const Vec3i& s : lattice.particle_site) row.push_back(static_cast<u32>(s.y * lattice.sites.z + s.z));
    return order_by(row);
}

static void execute_runs(const std::vector<SumRun>& runs, u32 begin, u32 end, const std::vector<u32>& terms, u32 width,
                         const double* sources, double* destinations) {
    for (u32 r = begin; r < end; ++r) {
        const SumRun& run = runs[r];
        for (u32 i = 0; i < run.count; ++i)
            for (u32 k = 0; k < width; ++k) {
                double sum = run.base == no_base ? 0 : destinations[static_cast<size_t>(run.base + i) * width + k];
                for (u32 t = 0; t < run.adds; ++t)
                    sum += sources[static_cast<size_t>(terms[run.first_term + t] + i) * width + k];
                for (u32 t = run.adds; t < run.adds + run.subtracts; ++t)
                    sum -= sources[static_cast<size_t>(terms[run.first_term + t] + i) * width + k];
                destinations[static_cast<size_t>(run.destination + i) * width + k] = sum;
            }
    }
}

void execute(const SumProgram& program, u32 width, std::span<const double> sources, std::span<double> outputs) {
    PL_ASSERT(width > 0 && sources.size() % width == 0 && outputs.size() % width == 0);
    std::vector<double> bars(static_cast<size_t>(program.max_slice_bars) * width),
        plates(static_cast<size_t>(program.plate_count) * width);
    for (const SumProgram::Slice& s : program.slices) {
        execute_runs(program.bar_runs, s.bar_runs_begin, s.bar_runs_end, program.terms, width,
                     sources.data() + static_cast<size_t>(s.source_begin) * width, bars.data());
        execute_runs(program.plate_runs, s.plate_runs_begin, s.plate_runs_end, program.terms, width, bars.data(),
                     plates.data());
    }
    for (const SumProgram::Plane& p : program.planes)
        execute_runs(program.region_runs, p.region_runs_begin, p.region_runs_end, program.terms, width, plates.data(),
                     outputs.data() + static_cast<size_t>(p.output_begin) * width);
}

}  // namespace pliant::lattice
