// How to sum over every region of a lattice at a cost that does not grow with the regions.
//
// A region is cut into plates (one per slice), a plate into bars (one per row). Equal bars and equal plates are shared,
// and each is made from the one before it by adding what came in and subtracting what went out: the running sums of
// Rivers & James 2007, written down once, when a model is cooked, as a short program of vector additions.
//
//        x ->                      bar    = bar before   + source - source
//   row  ●●●●●●●●                  plate  = plate before + bar    - bar
//          [-bar-]                 region = region before + plate - plate
//
// Sums run over `sources`, sorted by (slice, row, x), and leave `outputs`, sorted by (row, slice, x): a slice can be
// worked off by itself, and so can a plane of outputs. A chain of differences is begun anew after `longest_chain`
// links, so that rounding, or one wild particle, does not travel far.
#pragma once

#include <span>

#include "geometry/lattice_mesh.h"
#include "geometry/lattice_regions.h"

namespace pliant::lattice {

// destination[i] = base[i] + add0[i] + add1[i] … - sub0[i] …   for i < count, each operand a start of consecutive
// nodes.
struct SumRun {
    u32 destination;
    u32 count;
    u32 base;        // in the destination's own array, or `no_base`
    u32 first_term;  // in SumProgram::terms: first what is added, then what is subtracted
    u16 adds;
    u16 subtracts;
    bool operator==(const SumRun&) const = default;
};
constexpr u32 no_base = 0xffffffffu;
constexpr u32 longest_chain = 64;

struct SumProgram {
    struct Slice {  // sources [source_begin, source_end) become bars (local), which become plates (global)
        u32 source_begin, source_end;
        u32 bar_runs_begin, bar_runs_end;
        u32 plate_runs_begin, plate_runs_end;
    };
    struct Plane {  // plates become outputs [output_begin, output_end), numbered from 0 within the plane
        u32 output_begin, output_end;
        u32 region_runs_begin, region_runs_end;
    };
    std::vector<Slice> slices;
    std::vector<Plane> planes;
    std::vector<SumRun> bar_runs, plate_runs, region_runs;
    std::vector<u32> terms;
    u32 plate_count = 0;
    u32 max_slice_sources = 0, max_slice_bars = 0, max_plane_outputs = 0;
    u32 region_lag = 0;  // the longest way back from an output to the one it is derived from
};

enum class SliceAxis { y, z };

// What a program was made with: from it the next is made where particles are doubled.
struct SumTables {
    struct OddPlate {
        u32 particle, plate;
    };
    std::vector<u32> plate_start;  // first plate of each slice, and the end of all
    std::vector<u32> plate_at;     // by slice, row and x: the plate of the window around that site, or nothing
    std::vector<u32> odd_start;    // by slice
    std::vector<OddPlate> odd;     // particles whose regions are no boxes, and their plates in the slice
};

struct Sums {
    SumProgram program;
    SumTables tables;
};
struct SumsBefore {
    const SumProgram& program;
    const SumTables& tables;
    const LatticeDoubling& doubling;
};

// The same program comes out with and without what was before.
Sums make_sums(const LatticeMesh&, const LatticeRegions&, SliceAxis, const SumsBefore* = nullptr);
inline SumProgram make_sum_program(const LatticeMesh& lattice, const LatticeRegions& regions, SliceAxis axis) {
    return make_sums(lattice, regions, axis).program;
}

// Runs a program in double precision: `width` numbers per source come in, in source order, and per output go out. The
// plain way, for what is summed once (rest shapes) and as the measure for the kernels.
void execute(const SumProgram& program, u32 width, std::span<const double> sources, std::span<double> outputs);

// Particles sorted by (y, z, x).
std::vector<u32> planar_order(const LatticeMesh& lattice);

}  // namespace pliant::lattice
