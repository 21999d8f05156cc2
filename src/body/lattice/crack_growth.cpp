#include "body/lattice/crack_growth.h"

#include <algorithm>
#include <iterator>

#include "body/lattice/region_rest.h"
#include "body/lattice/torn_piece.h"
#include "core/contract.h"
#include "core/hash.h"
#include "geometry/torn_surface.h"

namespace pliant::lattice {

bool CrackGrowth::is_possible(const LatticeModel& m) {
    return m.torn && m.torn->cell_from.size() == m.torn->whole->lattice.cell_count();
}

// For some more particles, so that arrays which grow stay where they are.
static void leave_room(LatticeModel& m) {
    const size_t more = m.particle_count / 32 + 64;
    const auto leave = [&](auto&... arrays) { (arrays.reserve(arrays.size() + more), ...); };
    leave(m.lattice.particle_site, m.particle_from, m.particle_volume, m.rest, m.region_of, m.region_size);
    leave(m.region.mass, m.vertex_cell, m.vertex_place);
    for (Array<float>& values : m.region.center) leave(values);
    for (Array<float>& values : m.region.covariance) leave(values);
    ContactSurface& c = m.contact;
    c.particle.reserve(c.particle.size() + c.supports * more), c.weight.reserve(c.weight.size() + c.supports * more);
    leave(c.role, c.triangles, c.neighbor, c.point_triangle_start, c.point_triangle, c.behind, c.patches);
    leave(c.patch_particle, c.patch_needs, c.volume.depth, c.volume.exits);
}

void CrackGrowth::prepare(LatticeModel& m) {
    PL_ASSERT(is_possible(m));
    m.workings();
    m.shown();
    if (m.torn->growth) return;
    leave_room(m);
    auto state = std::make_shared<GrowthState>();
    const LatticeModel& whole = *m.torn->whole;
    state->broken.assign(m.tear_map().links.size(), 0);
    for (const u32 l : m.torn->broken_links) state->broken[l] = 1;
    state->in_one_piece.assign(whole.lattice.cell_count(), 0);
    const TearableSurface& t = whole.tearable_surface;
    state->home.assign(t.points.size(), 0);
    for (size_t i = 0; i < t.triangles.size(); ++i)
        for (size_t k = 0; k < 3; ++k) state->home[t.triangles[i][k]] = whole.vertex_cell[t.vertex[i][k]];
    state->may_show = m.shown().cells;
    state->has_vertex.assign(whole.lattice.cell_count(), 0);
    for (const u32 cell : m.vertex_cell) state->has_vertex[cell] = 1;
    m.torn->growth = std::move(state);
}

static GrowthState& prepared(LatticeModel& m) {
    CrackGrowth::prepare(m);
    return *m.torn->growth;
}

CrackGrowth::CrackGrowth(LatticeModel& model, std::span<const u32> broken_links)
    : m_(model),
      whole_(*model.torn->whole),
      state_(prepared(model)),
      broken_links_(broken_links.begin(), broken_links.end()),
      numbers_(model.particle_count) {
    PL_ASSERT(is_ascending(broken_links));
    const std::vector<u32>& before = model.torn->broken_links;
    std::set_difference(broken_links_.begin(), broken_links_.end(), before.begin(), before.end(),
                        std::back_inserter(new_links_));
    for (const u32 l : new_links_) state_.broken[l] = 1;
}

CrackGrowth::~CrackGrowth() {
    if (applied_) return;
    for (const u32 l : new_links_) state_.broken[l] = 0;
}

bool CrackGrowth::stays_together() {
    PL_ASSERT(!applied_);
    if (!state_.sides.are_connected(m_.tear_map(), state_.broken, new_links_)) return false;
    find_copies();
    return true;
}

// Only around the four particles between the cells of a link can cells come apart when it parts.
void CrackGrowth::find_copies() {
    const TearMap& map = m_.tear_map();
    std::vector<u32> near;  // particles of the whole
    for (const u32 l : new_links_)
        for (u32 k = 0; k < 8; ++k)
            if (k >> map.links[l].axis & 1) near.push_back(whole_.lattice.cell_corner[map.links[l].low][k]);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    std::vector<TornCorner> torn;
    std::vector<u32> before;
    for (const u32 p : near) {
        const u32 copies = tear_corners(whole_.lattice, map, state_.broken, p, torn);
        const auto [begin, end] = std::equal_range(m_.particle_from.begin(), m_.particle_from.end(), p);
        if (copies == static_cast<u32>(end - begin)) continue;
        const u32 first = static_cast<u32>(begin - m_.particle_from.begin()), first_now = numbers_(first);
        before.assign(copies, 0);
        for (const TornCorner& c : torn) {
            before[c.copy] = m_.lattice.cell_corner[c.cell][c.corner];
            corners_.push_back({c.cell, c.corner, first_now + c.copy});
        }
        sites_.push_back(m_.lattice.particle_site[first]);
        numbers_.add_site(first, static_cast<u32>(end - begin), before);
    }
}

void CrackGrowth::apply(const Material& inside) {
    PL_ASSERT(!applied_);
    applied_ = true;
    double_particles();
    find_sums();
    place_at_rest();
    find_surfaces(inside);
    PL_VALIDATE(m_);
}

void CrackGrowth::double_particles() {
    LatticeMesh& mesh = m_.lattice;
    numbers_.renumber({mesh.cell_corner[0].data(), 8 * mesh.cell_count()});
    for (const Corner& c : corners_) mesh.cell_corner[c.cell][c.corner] = c.particle;
    numbers_.carry(mesh.particle_site);
    numbers_.carry(m_.particle_from);
    m_.particle_count = numbers_.count_now();
    m_.torn->broken_links = broken_links_;
    Hasher hasher(whole_.content_hash);
    hasher.array(std::span<const u32>(broken_links_));
    hasher.value(m_.torn->cell_from.front());
    m_.content_hash = hasher.result();
    PL_VALIDATE(mesh);
}

void CrackGrowth::find_sums() {
    LatticeDoubling doubling;
    doubling.sites = sites_;
    doubling.particle_now.resize(numbers_.count_before());
    doubling.particle_before.resize(numbers_.count_now());
    for (u32 p = 0; p < numbers_.count_before(); ++p) doubling.particle_now[p] = p;
    numbers_.renumber(doubling.particle_now);
    for (u32 p = 0; p < numbers_.count_before(); ++p) doubling.particle_before[doubling.particle_now[p]] = p;
    for (const Renumbering::Copy& c : numbers_.copies()) doubling.particle_before[c.now] = c.before;
    for (u32 i = static_cast<u32>(numbers_.copies().size()); i-- > 0;)
        doubling.particle_now[numbers_.copies()[i].before] = numbers_.copies()[i].now;
    update_sums(m_, doubling);
    regions_ = PlanarMoves(m_, numbers_);
}

// Of all cells around it, in ascending order.
double CrackGrowth::volume_of(u32 particle, std::vector<u32>& cells) const {
    const Vec3& spacing = m_.lattice.spacing;
    const double of_cell = static_cast<double>(spacing.x) * spacing.y * spacing.z;
    m_.tear_map().cells_of(whole_.lattice, m_.particle_from[particle], cells);
    double volume = 0;
    for (const u32 c : cells)
        for (const u32 p : m_.lattice.cell_corner[c])
            if (p == particle) volume += of_cell / 8 * (m_.cell_fraction.empty() ? 1.0 : m_.cell_fraction[c]);
    return volume;
}

// The volume of copies, and how much particles weigh that have copies in their regions.
void CrackGrowth::place_at_rest() {
    numbers_.carry(m_.particle_volume);
    numbers_.carry(m_.rest);
    m_.anchor = numbers_(m_.anchor);
    std::vector<u32> cells;
    for (const Renumbering::Copy& c : numbers_.copies())
        m_.particle_volume[c.now] = static_cast<float>(volume_of(c.now, cells));
    const double unit = weight_unit(m_.lattice);
    const std::vector<u8> near = sites_near(m_.lattice, sites_, m_.half_width);
    for (u32 p = 0; p < m_.particle_count; ++p)
        if (near[site_number(m_.lattice, m_.lattice.particle_site[p])])
            m_.rest[p].w = static_cast<float>(volume_of(p, cells) / m_.region_size[p] * unit);
    regions_.carry(m_.region.mass, 1);
    for (Array<float>& values : m_.region.center) regions_.carry(values, 0);
    for (size_t k = 0; k < 6; ++k) regions_.carry(m_.region.covariance[k], k < 3 ? 1.0f : 0.0f);
    update_regions(m_, sites_);
}

void CrackGrowth::find_surfaces(const Material& inside) {
    const TearMap& map = m_.tear_map();
    const TearableSurface& t = whole_.tearable_surface;
    m_.embedded = nullptr;  // it is embedded in the surface as it was
    const TornCellsView cells(m_.lattice.cell_corner, m_.particle_from, state_.in_one_piece, m_.torn->cell_from);
    const TornSurface surface = tear_surface(whole_.lattice, map, cells, state_.broken,
                                             {t.triangles, t.points, state_.home}, m_.torn->triangles);
    m_.vertex_cell.clear(), m_.vertex_place.clear();
    ContactSurface& c = m_.contact;
    SkinStorage storage{std::move(c.particle), std::move(c.weight), std::move(c.role)};
    c.particle.clear(), c.weight.clear(), c.role.clear(), c.triangles.clear();
    make_piece_surfaces(m_, surface, inside, std::move(storage));
    find_shown();
}

// Cells that have vertices for the first time show more around them.
void CrackGrowth::find_shown() {
    std::vector<u32> cells, around;
    for (const u32 cell : m_.vertex_cell) {
        if (state_.has_vertex[cell]) continue;
        state_.has_vertex[cell] = 1;
        for (const u32 p : whole_.lattice.cell_corner[cell]) {
            m_.tear_map().cells_of(whole_.lattice, p, around);
            cells.insert(cells.end(), around.begin(), around.end());
        }
    }
    std::vector<u32>& all = state_.may_show;
    all.insert(all.end(), cells.begin(), cells.end());
    if (!cells.empty()) std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    m_.find_shown(all);
}

}  // namespace pliant::lattice
