#include "body/lattice/lattice_model.h"

#include <algorithm>
#include <cmath>

#include "body/lattice/lattice.h"
#include "core/assert.h"
#include "core/contract.h"
#include "geometry/lattice_regions.h"

namespace pliant::lattice {

const Kind& LatticeModel::kind() const { return lattice::kind; }

namespace {

constexpr u32 particles_per_block = 1024;

// Neighbouring slices or planes are worked off together until there is enough to do.
template <class Group, class Size>
std::vector<BlockRange> make_blocks(const std::vector<Group>& groups, Size&& size) {
    std::vector<BlockRange> blocks;
    u32 begin = 0, inside = 0;
    for (u32 g = 0; g < groups.size(); ++g) {
        inside += size(groups[g]);
        if (inside < particles_per_block && g + 1 < groups.size()) continue;
        blocks.push_back({begin, g + 1});
        begin = g + 1, inside = 0;
    }
    return blocks;
}

void number_regions(LatticeModel& m) {
    const std::vector<u32> planar = planar_order(m.lattice);
    m.region_of.resize(m.particle_count);
    m.region_count = 0;
    m.plane_start.clear();
    for (const SumProgram::Plane& plane : m.gather.planes) {
        m.plane_start.push_back(m.region_count);
        for (u32 o = plane.output_begin; o < plane.output_end; ++o)
            m.region_of[planar[o]] = m.region_count + o - plane.output_begin;
        m.region_count += (plane.output_end - plane.output_begin + 7) / 8 * 8;
    }
}

void place_at_rest(LatticeModel& m, std::span<const float> cell_fraction, const ModelBefore* before) {
    const double cell_volume = static_cast<double>(m.lattice.spacing.x) * m.lattice.spacing.y * m.lattice.spacing.z;
    std::vector<double> volume(m.particle_count, 0);
    for (size_t c = 0; c < m.lattice.cell_count(); ++c)
        for (u32 p : m.lattice.cell_corner[c])
            volume[p] += cell_volume / 8 * (cell_fraction.empty() ? 1.0 : cell_fraction[c]);
    Vec3d center;
    double total = 0;
    for (u32 p = 0; p < m.particle_count; ++p)
        center += m.lattice.rest_position(p).to<double>() * volume[p], total += volume[p];
    m.center = (center / total).to<float>();
    m.volume = total;
    // Where all cells are still there nothing moves, not even by rounding.
    if (before && before->all_cells) m.center = before->model.center, m.volume = before->model.volume;
    m.particle_volume.assign(volume.begin(), volume.end());
    m.rest.resize(m.particle_count + 8);
    float nearest = 1e30f;
    const double unit = weight_unit(m.lattice);
    for (u32 p = 0; p < m.particle_count; ++p) {
        // In double from the site, so that rest positions are as regular as the grid.
        const Vec3d at = scaled(m.lattice.spacing.to<double>(), m.lattice.particle_site[p].to<double>()) +
                         (m.lattice.origin - m.center).to<double>();
        m.rest[p].set_xyz(at.to<float>());
        m.rest[p].w = static_cast<float>(volume[p] / m.region_size[p] * unit);
        const float d = length_squared(m.rest[p].xyz());
        if (d < nearest) nearest = d, m.anchor = p;
    }
}

}  // namespace

double weight_unit(const LatticeMesh& lattice) {
    PL_VALIDATE(lattice);
    const double volume = static_cast<double>(lattice.spacing.x) * lattice.spacing.y * lattice.spacing.z;
    return std::ldexp(1.0, -(std::ilogb(volume) * 5 / 3));
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

// Particles that have a doubled one in their region weigh less or more in others, whose regions reach so far again.
// These regions are summed up one by one, which does not depend on the order of tears; all others are as they were.
RegionRestArrays regions_since(const LatticeModel& m, const LatticeRegions& regions, std::span<const double> weight,
                               const ModelBefore& before) {
    const std::vector<u8> changed = sites_near(m.lattice, before.doubling.sites, 2 * m.half_width);
    const LatticeModel& old = before.model;
    RegionRestArrays r = padded_regions(m.region_count);
    RegionRanges ranges(m.lattice, regions);
    for (u32 p = 0; p < m.particle_count; ++p) {
        const u32 to = m.region_of[p], from = old.region_of[before.doubling.particle_before[p]];
        if (!changed[site_number(m.lattice, m.lattice.particle_site[p])]) {
            r.mass[to] = old.region.mass[from];
            for (int k = 0; k < 3; ++k) r.center[k][to] = old.region.center[k][from];
            for (int k = 0; k < 6; ++k) r.covariance[k][to] = old.region.covariance[k][from];
            continue;
        }
        Moments sum{};
        for (const ParticleRange& range : ranges.of(p))
            for (u32 q = range.first; q <= range.last; ++q) {
                const Moments of_particle = moments_of(m.rest[q].xyz(), weight[q]);
                for (u32 i = 0; i < moments; ++i) sum[i] += of_particle[i];
            }
        set_region(r, to, sum.data());
    }
    return r;
}

constexpr i32 widest_summed_singly = 3;  // beyond, running sums over all are cheaper

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

const Workings& LatticeModel::workings() const {
    std::call_once(workings_once, [&] {
        if (workings_) return;
        auto found = std::make_unique<Workings>();
        found->regions = find_regions(lattice, half_width);
        found->gather = make_sums(lattice, found->regions, SliceAxis::z).tables;
        found->spread = make_sums(lattice, found->regions, SliceAxis::y).tables;
        workings_ = std::move(found);
    });
    return *workings_;
}

// Regions and how to sum over them.
static LatticeRegions find_sums(LatticeModel& m, const ModelBefore* before) {
    if (!before || before->anew) {
        LatticeRegions regions = find_regions(m.lattice, m.half_width);
        m.gather = make_sum_program(m.lattice, regions, SliceAxis::z);
        m.spread = make_sum_program(m.lattice, regions, SliceAxis::y);
        return regions;
    }
    const Workings& old = before->model.workings();
    auto found = std::make_unique<Workings>();
    found->regions = find_regions(m.lattice, old.regions, before->doubling);
    const auto make = [&](const SumProgram& program, const SumTables& tables, SliceAxis axis) {
        const SumsBefore sums{program, tables, before->doubling};
        return make_sums(m.lattice, found->regions, axis, &sums);
    };
    Sums gather = make(before->model.gather, old.gather, SliceAxis::z),
         spread = make(before->model.spread, old.spread, SliceAxis::y);
    m.gather = std::move(gather.program), found->gather = std::move(gather.tables);
    m.spread = std::move(spread.program), found->spread = std::move(spread.tables);
    LatticeRegions regions = found->regions;
    m.workings_ = std::move(found);
    return regions;
}

std::shared_ptr<LatticeModel> make_model(LatticeMesh lattice, std::span<const float> cell_fraction, i32 half_width,
                                         const ModelBefore* before) {
    PL_VALIDATE(lattice);
    PL_ASSERT(half_width >= 1 && half_width <= max_half_width);
    PL_ASSERT(cell_fraction.empty() || cell_fraction.size() == lattice.cell_count());
    auto model = std::make_shared<LatticeModel>();
    LatticeModel& m = *model;
    m.lattice = std::move(lattice);
    m.particle_count = static_cast<u32>(m.lattice.particle_count());
    m.half_width = half_width;
    m.cell_fraction.assign(cell_fraction.begin(), cell_fraction.end());
    const LatticeRegions regions = find_sums(m, before);
    m.region_size = regions.size;
    number_regions(m);
    place_at_rest(m, cell_fraction, before);
    std::vector<double> weight(m.particle_count);
    const double unit = weight_unit(m.lattice);
    for (u32 p = 0; p < m.particle_count; ++p)
        weight[p] = static_cast<double>(m.particle_volume[p]) / m.region_size[p] * unit;
    const bool singly = before && before->all_cells && half_width <= widest_summed_singly;
    m.region = singly ? regions_since(m, regions, weight, *before) : region_rest(m, weight);
    m.slice_blocks =
        make_blocks(m.gather.slices, [](const SumProgram::Slice& s) { return s.source_end - s.source_begin; });
    m.plane_blocks =
        make_blocks(m.gather.planes, [](const SumProgram::Plane& p) { return p.output_end - p.output_begin; });
    m.contact.spacing = std::min({m.lattice.spacing.x, m.lattice.spacing.y, m.lattice.spacing.z});
    return model;
}

std::vector<float> LatticeModel::carry_to_particles(std::span<const float> point_values) const {
    const LatticeModel& m = *this;
    std::vector<double> sum(m.particle_count, 0), weight(m.particle_count, 0);
    for (u32 point = 0; point < m.surface.point_count(); ++point) {
        const u32 vertex = m.surface.point_vertex[point];
        const Vec3 at = least(greatest(m.vertex_place[vertex], Vec3{0, 0, 0}), Vec3{1, 1, 1});
        for (int c = 0; c < 8; ++c) {
            const double w = trilinear_weight(at, c);
            const u32 p = m.lattice.cell_corner[m.vertex_cell[vertex]][c];
            sum[p] += w * point_values[point], weight[p] += w;
        }
    }
    std::vector<float> values(m.particle_count, 0);
    std::vector<u8> known(m.particle_count, 0);
    for (u32 p = 0; p < m.particle_count; ++p)
        if (weight[p] > 1e-6) values[p] = static_cast<float>(sum[p] / weight[p]), known[p] = 1;
    // Inwards, a layer of cells at a time: the mean of the corners that are known.
    for (bool changed = true; changed;) {
        changed = false;
        std::vector<float> total(m.particle_count, 0);
        std::vector<u32> count(m.particle_count, 0);
        for (const auto& corners : m.lattice.cell_corner)
            for (u32 from : corners)
                if (known[from])
                    for (u32 to : corners)
                        if (!known[to]) total[to] += values[from], ++count[to];
        for (u32 p = 0; p < m.particle_count; ++p)
            if (count[p]) values[p] = total[p] / static_cast<float>(count[p]), known[p] = 1, changed = true;
    }
    return values;
}

// Programs are derived from the cells; what took long to find out is kept.
void LatticeModel::save(Writer& w) const {
    w.value(content_hash), w.value(center), w.value(volume), w.value(size), w.value(half_width), w.value(reach);
    w.value(lattice.spacing), w.value(lattice.origin), w.value(lattice.sites);
    w.array(lattice.cell_site), w.array(lattice.cell_corner), w.array(lattice.particle_site);
    for (const SumProgram* p : {&gather, &spread}) {
        w.array(p->slices), w.array(p->planes), w.array(p->bar_runs), w.array(p->plate_runs), w.array(p->region_runs),
            w.array(p->terms);
        w.value(p->plate_count), w.value(p->max_slice_sources), w.value(p->max_slice_bars),
            w.value(p->max_plane_outputs), w.value(p->region_lag);
    }
    w.array(region_size), w.array(rest), w.array(particle_volume), w.value(anchor), w.array(vertex_cell),
        w.array(vertex_place);
    w.array(region.mass);
    for (const auto& a : region.center) w.array(a);
    for (const auto& a : region.covariance) w.array(a);
    w.array(cell_fraction), tearable_surface.save(w);
    surface.save(w);
    contact.save(w);
}

void LatticeModel::load(Reader& r) {
    content_hash = r.value<u64>(), center = r.value<Vec3>(), volume = r.value<double>(), size = r.value<Vec3>(),
    half_width = r.value<i32>(), reach = r.value<float>();
    lattice.spacing = r.value<Vec3>(), lattice.origin = r.value<Vec3>(), lattice.sites = r.value<Vec3i>();
    r.array(lattice.cell_site), r.array(lattice.cell_corner), r.array(lattice.particle_site);
    particle_count = static_cast<u32>(lattice.particle_count());
    for (SumProgram* p : {&gather, &spread}) {
        r.array(p->slices), r.array(p->planes), r.array(p->bar_runs), r.array(p->plate_runs), r.array(p->region_runs),
            r.array(p->terms);
        p->plate_count = r.value<u32>(), p->max_slice_sources = r.value<u32>(), p->max_slice_bars = r.value<u32>(),
        p->max_plane_outputs = r.value<u32>(), p->region_lag = r.value<u32>();
    }
    r.array(region_size), r.array(rest), r.array(particle_volume), anchor = r.value<u32>(), r.array(vertex_cell),
                                                                   r.array(vertex_place);
    r.array(region.mass);
    for (auto& a : region.center) r.array(a);
    for (auto& a : region.covariance) r.array(a);
    r.array(cell_fraction), tearable_surface.load(r);
    surface.load(r);
    contact.load(r);
    if (!r.at_end()) throw Error({r.name(), "there is more than a model in it", "", "the data is damaged"});
    const Soundness sound(r.name());
    check(sound);
    number_regions(*this);
    check_regions(sound);
    slice_blocks = make_blocks(gather.slices, [](const SumProgram::Slice& s) { return s.source_end - s.source_begin; });
    plane_blocks = make_blocks(gather.planes, [](const SumProgram::Plane& p) { return p.output_end - p.output_begin; });
}

}  // namespace pliant::lattice
