// Whether a lattice that was read can be simulated: kernels trust every index in it.

#include <algorithm>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_model.h"
#include "geometry/voxelize.h"

namespace pliant::lattice {

namespace {

void check_sites(const std::vector<Vec3i>& sites, const Vec3i& end, const Soundness& sound) {
    for (size_t i = 0; i < sites.size(); ++i) {
        const Vec3i& s = sites[i];
        sound.require(s.x >= 0 && s.y >= 0 && s.z >= 0 && s.x < end.x && s.y < end.y && s.z < end.z &&
                          (i == 0 || !comes_before(s, sites[i - 1])),
                      "sites of the lattice");
    }
}

void check_mesh(const LatticeMesh& m, const Soundness& sound) {
    sound.require(is_sound(m.origin) && is_sound(m.spacing) && std::min({m.spacing.x, m.spacing.y, m.spacing.z}) > 0,
                  "sizes of the lattice");
    sound.require(
        !m.cell_site.empty() && m.cell_corner.size() == m.cell_site.size() && m.particle_site.size() < 0x40000000u,
        "cells of the lattice");
    sound.require(
        std::min({m.sites.x, m.sites.y, m.sites.z}) > 0 &&
            static_cast<u64>(m.sites.x) * static_cast<u64>(m.sites.y) <= max_grid_sites &&
            static_cast<u64>(m.sites.x) * static_cast<u64>(m.sites.y) * static_cast<u64>(m.sites.z) <= max_grid_sites,
        "sites of the lattice");
    check_sites(m.particle_site, m.sites, sound);
    check_sites(m.cell_site, m.sites, sound);
    for (size_t c = 0; c < m.cell_site.size(); ++c)
        for (int k = 0; k < 8; ++k) {
            const u32 p = m.cell_corner[c][static_cast<size_t>(k)];
            sound.require(p < m.particle_site.size(), "cells of the lattice");
            const Vec3i at = m.cell_site[c] + Vec3i{k & 1, k >> 1 & 1, k >> 2 & 1};
            sound.require(m.particle_site[p] == at, "cells of the lattice");
        }
}

// Runs of additions: where they write, what they build on, what they add.
void check_runs(const SumProgram& program, const std::vector<SumRun>& runs, u32 begin, u32 end, u64 destinations,
                u64 sources, const Soundness& sound) {
    const char* const what = "sums of the lattice";
    sound.range(begin, end, runs.size(), what);
    for (u32 r = begin; r < end; ++r) {
        const SumRun& run = runs[r];
        const u64 count = run.count, terms = static_cast<u64>(run.adds) + run.subtracts;
        sound.require(run.destination + count <= destinations, what);
        sound.require(run.base == no_base || (run.base < run.destination && run.base + count <= destinations), what);
        sound.require(run.first_term + terms <= program.terms.size(), what);
        for (u64 t = run.first_term; t < run.first_term + terms; ++t)
            sound.require(program.terms[t] + count <= sources, what);
    }
}

void check_program(const SumProgram& p, u32 particles, const Soundness& sound) {
    const char* const what = "sums of the lattice";
    // Scratch is made as large as these say; nothing sensible needs more.
    const u64 most = 64ull * (static_cast<u64>(particles) + 64);
    sound.require(p.plate_count <= most && p.max_slice_bars <= most && p.max_slice_sources <= particles &&
                      p.max_plane_outputs <= particles && p.region_lag <= particles,
                  what);
    u32 source = 0, output = 0;
    for (const SumProgram::Slice& s : p.slices) {
        sound.require(s.source_begin == source, what);
        sound.range(s.source_begin, s.source_end, particles, what);
        source = s.source_end;
        const u32 count = s.source_end - s.source_begin;
        sound.require(count <= p.max_slice_sources, what);
        check_runs(p, p.bar_runs, s.bar_runs_begin, s.bar_runs_end, p.max_slice_bars, count, sound);
        check_runs(p, p.plate_runs, s.plate_runs_begin, s.plate_runs_end, p.plate_count, p.max_slice_bars, sound);
    }
    for (const SumProgram::Plane& plane : p.planes) {
        sound.require(plane.output_begin == output, what);
        sound.range(plane.output_begin, plane.output_end, particles, what);
        output = plane.output_end;
        const u32 count = plane.output_end - plane.output_begin;
        sound.require(count <= p.max_plane_outputs, what);
        check_runs(p, p.region_runs, plane.region_runs_begin, plane.region_runs_end, count, p.plate_count, sound);
        for (u32 r = plane.region_runs_begin; r < plane.region_runs_end; ++r) {
            const SumRun& run = p.region_runs[r];
            sound.require(run.base == no_base || run.destination - run.base <= p.region_lag, what);
        }
    }
    sound.require(source == particles && output == particles, what);
}

// Planes of one are slices of the other.
void check_fit(const SumProgram& gather, const SumProgram& spread, const Soundness& sound) {
    const char* const what = "sums of the lattice";
    sound.require(gather.planes.size() == spread.slices.size() && gather.slices.size() == spread.planes.size(), what);
    for (size_t p = 0; p < gather.planes.size(); ++p)
        sound.require(gather.planes[p].output_begin == spread.slices[p].source_begin &&
                          gather.planes[p].output_end == spread.slices[p].source_end,
                      what);
    for (size_t s = 0; s < gather.slices.size(); ++s)
        sound.require(gather.slices[s].source_begin == spread.planes[s].output_begin &&
                          gather.slices[s].source_end == spread.planes[s].output_end,
                      what);
}

}  // namespace

// Everything that loading does not derive by itself.
void LatticeModel::check(const Soundness& sound) const {
    check_mesh(lattice, sound);
    check_program(gather, particle_count, sound);
    check_program(spread, particle_count, sound);
    check_fit(gather, spread, sound);
    sound.require(is_sound(center) && std::isfinite(volume) && volume > 0 && is_sound(size) && half_width >= 1 &&
                      half_width <= max_half_width && is_sound(reach) && reach >= 0 && anchor < particle_count,
                  "sizes of the body");
    sound.require(region_size.size() == particle_count && particle_volume.size() == particle_count &&
                      rest.size() == static_cast<size_t>(particle_count) + 8,
                  "particles of the body");
    for (u32 n : region_size) sound.require(n >= 1 && n <= particle_count, "sizes of regions");
    for (float v : particle_volume) sound.require(is_sound(v) && v > 0, "volumes of particles");
    sound.numbers(rest, "places of particles");
    sound.require(vertex_cell.size() == surface.vertex_count() && vertex_place.size() == surface.vertex_count(),
                  "vertices in cells");
    sound.below(vertex_cell, lattice.cell_count(), "vertices in cells");
    for (const Vec3& at : vertex_place)
        sound.require(std::min({at.x, at.y, at.z}) >= -1 && std::max({at.x, at.y, at.z}) <= 2, "vertices in cells");
    sound.require(cell_fraction.empty() || cell_fraction.size() == lattice.cell_count(), "cells of the lattice");
    for (float f : cell_fraction) sound.require(is_sound(f) && f > 0 && f <= 1, "cells of the lattice");
    tearable_surface.check(sound, surface.vertex_count(), static_cast<u32>(surface.materials.size()),
                           static_cast<u32>(lattice.cell_count()), particle_count);
    contact.check(sound, particle_count);
}

// After regions were numbered.
void LatticeModel::check_regions(const Soundness& sound) const {
    const auto check = [&](const Array<float>& values) {
        sound.require(values.size() == region_count, "regions of the lattice");
        sound.numbers(values, "regions of the lattice");
    };
    check(region.mass);
    for (float m : region.mass) sound.require(m > 0, "masses of regions");
    for (const auto& a : region.center) check(a);
    for (const auto& a : region.covariance) check(a);
}

}  // namespace pliant::lattice
