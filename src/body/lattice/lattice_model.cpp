#include "body/lattice/lattice_model.h"

#include <algorithm>
#include <cmath>

#include "body/lattice/lattice.h"
#include "body/lattice/region_rest.h"
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

// `centred`: its centre and volume are known.
void place_at_rest(LatticeModel& m, std::span<const float> cell_fraction, bool centred) {
    const double cell_volume = static_cast<double>(m.lattice.spacing.x) * m.lattice.spacing.y * m.lattice.spacing.z;
    std::vector<double> volume(m.particle_count, 0);
    for (size_t c = 0; c < m.lattice.cell_count(); ++c)
        for (u32 p : m.lattice.cell_corner[c])
            volume[p] += cell_volume / 8 * (cell_fraction.empty() ? 1.0 : cell_fraction[c]);
    if (!centred) {
        Vec3d center;
        double total = 0;
        for (u32 p = 0; p < m.particle_count; ++p)
            center += m.lattice.rest_position(p).to<double>() * volume[p], total += volume[p];
        m.center = (center / total).to<float>();
        m.volume = total;
    }
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

static void share_work(LatticeModel& m) {
    m.slice_blocks =
        make_blocks(m.gather.slices, [](const SumProgram::Slice& s) { return s.source_end - s.source_begin; });
    m.plane_blocks =
        make_blocks(m.gather.planes, [](const SumProgram::Plane& p) { return p.output_end - p.output_begin; });
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

void update_sums(LatticeModel& m, const LatticeDoubling& doubling) {
    PL_ASSERT(m.workings_ && doubling.particle_before.size() == m.particle_count);
    auto found = std::make_unique<Workings>();
    const Workings& old = *m.workings_;
    found->regions = find_regions(m.lattice, old.regions, doubling);
    const auto update = [&](SumProgram& program, const SumTables& tables, SliceAxis axis) {
        const SumsBefore before{program, tables, doubling};
        Sums sums = make_sums(m.lattice, found->regions, axis, &before);
        program = std::move(sums.program);
        return std::move(sums.tables);
    };
    found->gather = update(m.gather, old.gather, SliceAxis::z);
    found->spread = update(m.spread, old.spread, SliceAxis::y);
    m.workings_ = std::move(found);
    m.region_size = m.workings_->regions.size;
    share_work(m);
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
    // Where all cells are still there nothing moves, not even by rounding.
    const bool centred = before && before->all_cells;
    if (centred) m.center = before->model.center, m.volume = before->model.volume;
    place_at_rest(m, cell_fraction, centred);
    const bool singly = before && before->all_cells && half_width <= widest_summed_singly;
    m.region = singly ? regions_since(m, regions, before->doubling, {before->model.region_of, before->model.region})
                      : region_rest(m, weights_at_rest(m));
    share_work(m);
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
    share_work(*this);
}

}  // namespace pliant::lattice
