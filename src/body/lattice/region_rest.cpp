// What regions are at rest: sums over their particles, of all regions at once or of some.

#include "body/lattice/region_rest.h"

#include <algorithm>
#include <cmath>

#include "core/contract.h"

namespace pliant::lattice {

double weight_unit(const LatticeMesh& lattice) {
    PL_VALIDATE(lattice);
    const double volume = static_cast<double>(lattice.spacing.x) * lattice.spacing.y * lattice.spacing.z;
    return std::ldexp(1.0, -(std::ilogb(volume) * 5 / 3));
}

std::vector<double> weights_at_rest(const LatticeModel& m) {
    std::vector<double> weight(m.particle_count);
    const double unit = weight_unit(m.lattice);
    for (u32 p = 0; p < m.particle_count; ++p)
        weight[p] = static_cast<double>(m.particle_volume[p]) / m.region_size[p] * unit;
    return weight;
}

namespace {

// Sums of weight times 1, x, y, z, xx, yy, zz, xy, xz, yz.
constexpr u32 moments = 10;
using Moments = std::array<double, moments>;

Moments moments_of(const Vec3& at, double w) {
    const Vec3d x = at.to<double>();
    return {w,
            w * x.x,
            w * x.y,
            w * x.z,
            w * x.x * x.x,
            w * x.y * x.y,
            w * x.z * x.z,
            w * x.x * x.y,
            w * x.x * x.z,
            w * x.y * x.z};
}

// Padding is a harmless region: unit mass, unit inertia.
RegionRestArrays padded_regions(u32 count) {
    RegionRestArrays r;
    r.mass.assign(count, 1.0f);
    for (auto& c : r.center) c.assign(count, 0.0f);
    for (int k = 0; k < 6; ++k) r.covariance[k].assign(count, k < 3 ? 1.0f : 0.0f);
    return r;
}

void set_region(RegionRestArrays& r, u32 i, const double* s) {
    const double mass = s[0], c[3] = {s[1] / mass, s[2] / mass, s[3] / mass};
    r.mass[i] = static_cast<float>(mass);
    for (int k = 0; k < 3; ++k) r.center[k][i] = static_cast<float>(c[k]);
    const double covariance[6] = {s[4] - mass * c[0] * c[0], s[5] - mass * c[1] * c[1], s[6] - mass * c[2] * c[2],
                                  s[7] - mass * c[0] * c[1], s[8] - mass * c[0] * c[2], s[9] - mass * c[1] * c[2]};
    for (int k = 0; k < 6; ++k) r.covariance[k][i] = static_cast<float>(covariance[k]);
}

// Sums up regions one by one.
class SingleRegions {
  public:
    SingleRegions(const LatticeModel& m, const LatticeRegions& regions)
        : m_(m), ranges_(m.lattice, regions), unit_(weight_unit(m.lattice)) {}
    void sum_up(u32 p, RegionRestArrays& r) {
        Moments sum{};
        for (const ParticleRange& range : ranges_.of(p))
            for (u32 q = range.first; q <= range.last; ++q) {
                const double weight = static_cast<double>(m_.particle_volume[q]) / m_.region_size[q] * unit_;
                const Moments of_particle = moments_of(m_.rest[q].xyz(), weight);
                for (u32 i = 0; i < moments; ++i) sum[i] += of_particle[i];
            }
        set_region(r, m_.region_of[p], sum.data());
    }

  private:
    const LatticeModel& m_;
    RegionRanges ranges_;
    const double unit_;
};

}  // namespace

RegionRestArrays region_rest(const LatticeModel& m, std::span<const double> weight) {
    PL_ASSERT(weight.size() == m.particle_count);
    std::vector<double> sources(static_cast<size_t>(m.particle_count) * moments), outputs(sources.size());
    for (u32 p = 0; p < m.particle_count; ++p) {
        const Moments of_particle = moments_of(m.rest[p].xyz(), weight[p]);
        std::copy(of_particle.begin(), of_particle.end(), sources.begin() + static_cast<std::ptrdiff_t>(p) * moments);
    }
    execute(m.gather, moments, sources, outputs);
    RegionRestArrays r = padded_regions(m.region_count);
    for (size_t plane = 0; plane < m.gather.planes.size(); ++plane)
        for (u32 o = m.gather.planes[plane].output_begin; o < m.gather.planes[plane].output_end; ++o)
            set_region(r, m.plane_start[plane] + o - m.gather.planes[plane].output_begin,
                       outputs.data() + static_cast<size_t>(o) * moments);
    return r;
}

RegionRestArrays regions_since(const LatticeModel& m, const LatticeRegions& regions, const LatticeDoubling& doubling,
                               const RegionsBefore& old) {
    const std::vector<u8> changed = sites_near(m.lattice, doubling.sites, 2 * m.half_width);
    RegionRestArrays r = padded_regions(m.region_count);
    SingleRegions singly(m, regions);
    for (u32 p = 0; p < m.particle_count; ++p) {
        const u32 to = m.region_of[p], from = old.region_of[doubling.particle_before[p]];
        if (changed[site_number(m.lattice, m.lattice.particle_site[p])]) {
            singly.sum_up(p, r);
            continue;
        }
        r.mass[to] = old.region.mass[from];
        for (int k = 0; k < 3; ++k) r.center[k][to] = old.region.center[k][from];
        for (int k = 0; k < 6; ++k) r.covariance[k][to] = old.region.covariance[k][from];
    }
    return r;
}

void update_regions(LatticeModel& m, std::span<const Vec3i> sites) {
    if (m.half_width > widest_summed_singly) {
        m.region = region_rest(m, weights_at_rest(m));
        return;
    }
    const std::vector<u8> changed = sites_near(m.lattice, sites, 2 * m.half_width);
    SingleRegions singly(m, m.workings().regions);
    for (u32 p = 0; p < m.particle_count; ++p)
        if (changed[site_number(m.lattice, m.lattice.particle_site[p])]) singly.sum_up(p, m.region);
}

}  // namespace pliant::lattice
