// Lattices that have torn: a model for every piece, made from the whole and the links that have parted.

#include <algorithm>

#include "body/lattice/lattice_model.h"
#include "body/lattice/torn_exits.h"
#include "body/lattice/torn_piece.h"
#include "core/contract.h"
#include "core/soundness.h"

namespace pliant::lattice {

const TearMap& LatticeModel::tear_map() const {
    if (torn) return torn->whole->tear_map();
    std::call_once(tear_map_once, [&] {
        tear_map_ = std::make_unique<const TearMap>(
            lattice, TearMap::Surface{tearable_surface.points, tearable_surface.triangles, tearable_surface.face,
                                      tearable_surface.closed, tearable_surface.cell});
    });
    return *tear_map_;
}

const SurfaceExits& LatticeModel::surface_exits() const {
    if (torn) return torn->whole->surface_exits();
    std::call_once(surface_exits_once, [&] { surface_exits_ = std::make_shared<const SurfaceExits>(*this); });
    return *surface_exits_;
}

void LatticeModel::prepare_to_tear() const {
    workings();
    if (tear_map().walled && contact.radius == 0) surface_exits();
}

LatticeModel::LatticeModel(const LatticeModel& o)
    : Model(o),
      TearableModel(o),
      std::enable_shared_from_this<LatticeModel>(),
      lattice(o.lattice),
      half_width(o.half_width),
      reach(o.reach),
      gather(o.gather),
      spread(o.spread),
      region_size(o.region_size),
      plane_start(o.plane_start),
      region_of(o.region_of),
      region_count(o.region_count),
      region(o.region),
      rest(o.rest),
      particle_volume(o.particle_volume),
      anchor(o.anchor),
      cell_fraction(o.cell_fraction),
      tearable_surface(o.tearable_surface),
      torn(o.torn ? std::make_unique<Torn>(*o.torn) : nullptr),
      vertex_cell(o.vertex_cell),
      vertex_place(o.vertex_place),
      workings_(o.workings_ ? std::make_unique<Workings>(*o.workings_) : nullptr),
      slice_blocks(o.slice_blocks),
      plane_blocks(o.plane_blocks) {}

// One is made for all bodies; it would keep the whole alive for ever if it referred to it.
std::shared_ptr<LatticeModel> LatticeModel::own_copy() const {
    PL_ASSERT(!torn);
    std::call_once(uncracked_once, [&] {
        const auto pieces = tear({}, Material{}, false);
        if (pieces.size() != 1) return;
        uncracked_ = std::const_pointer_cast<LatticeModel>(std::static_pointer_cast<const LatticeModel>(pieces[0]));
        uncracked_->whole = uncracked_->torn->whole = nullptr;
    });
    if (!uncracked_) return nullptr;
    const std::shared_ptr<LatticeModel> copy(new LatticeModel(*uncracked_));
    copy->whole = copy->torn->whole = shared_from_this();
    return copy;
}

std::vector<LatticeModel::Link> LatticeModel::links() const {
    const TearMap& map = tear_map();
    std::vector<Link> found;
    found.reserve(map.links.size());
    auto broken_links = torn ? torn->broken_links.begin() : std::vector<u32>::const_iterator();
    for (u32 l = 0; l < map.links.size(); ++l) {
        const LatticeLink& link = map.links[l];
        if (!torn) {
            found.push_back({l, link.low, link.high, link.axis});
            continue;
        }
        while (broken_links != torn->broken_links.end() && *broken_links < l) ++broken_links;
        const u32 low = torn->cell_now[link.low], high = torn->cell_now[link.high];
        const bool has_parted = broken_links != torn->broken_links.end() && *broken_links == l;
        if (low != TearMap::none && high != TearMap::none && !has_parted) found.push_back({l, low, high, link.axis});
    }
    return found;
}

std::vector<std::array<Vec3, 2>> LatticeModel::link_segments() const {
    PL_ASSERT(!torn);
    std::vector<std::array<Vec3, 2>> segments;
    for (const LatticeLink& link : tear_map().links) {
        const auto middle = [&](u32 cell) {
            return lattice.origin +
                   scaled(lattice.spacing, lattice.cell_site[cell].to<float>() + Vec3{0.5f, 0.5f, 0.5f});
        };
        segments.push_back({middle(link.low), middle(link.high)});
    }
    return segments;
}

namespace {

std::vector<u8> flags_of(const TearMap& map, std::span<const u32> broken_links) {
    std::vector<u8> flags(map.links.size(), 0);
    for (const u32 l : broken_links) flags[l] = 1;
    return flags;
}

std::vector<u32> all_of(size_t count) {
    std::vector<u32> all(count);
    for (u32 i = 0; i < count; ++i) all[i] = i;
    return all;
}

TornCells tear_cells_of(const LatticeModel& model, std::span<const u8> flags) {
    if (model.torn) return tear_cells(model.torn->whole->lattice, model.tear_map(), flags, model.torn->cell_from);
    return tear_cells(model.lattice, model.tear_map(), flags, all_of(model.lattice.cell_count()));
}

// `torn`: its cells and no others; they are one piece, whatever has parted between them.
std::shared_ptr<const LatticeModel> build_piece(const LatticeModel& whole, TornCells torn, std::vector<u32> triangles,
                                                std::span<const u8> flags, const Material& inside,
                                                const LatticeModel& before, bool anew) {
    const TearMap& map = whole.tear_map();
    const TearableSurface& t = whole.tearable_surface;
    std::vector<u32> home(t.points.size(), 0);
    for (const u32 i : triangles)
        for (size_t k = 0; k < 3; ++k) home[t.triangles[i][k]] = whole.vertex_cell[t.vertex[i][k]];
    TornSurface surface = tear_surface(whole.lattice, map, torn, flags, {t.triangles, t.points, home}, triangles);
    for (const u32 c : torn.cells) torn.piece[c] = 0;
    std::vector<u32> broken_links;
    for (u32 l = 0; l < flags.size(); ++l)
        if (flags[l] && (torn.piece[map.links[l].low] == 0 || torn.piece[map.links[l].high] == 0))
            broken_links.push_back(l);
    return make_torn_model({whole, map, std::move(broken_links), std::move(triangles), std::move(torn),
                            std::move(surface), inside, before, anew});
}

}  // namespace

TearPreview LatticeModel::tear_preview(std::span<const u32> broken_links) const {
    PL_ASSERT(is_ascending(broken_links) && all_below(broken_links, tear_map().links.size()));
    const TornCells cells = tear_cells_of(*this, flags_of(tear_map(), broken_links));
    return {cells.piece_count, cells.particle_from.size() != particle_count || cells.piece_count > 1};
}

std::vector<std::shared_ptr<const Model>> LatticeModel::tear(std::span<const u32> broken_links, const Material& inside,
                                                             bool anew) const {
    PL_ASSERT(is_ascending(broken_links));
    const LatticeModel& root = torn ? *torn->whole : *this;
    const std::vector<u8> flags = flags_of(root.tear_map(), broken_links);
    TornCells all = tear_cells_of(*this, flags);
    std::vector<std::vector<u32>> cells(all.piece_count), triangles(all.piece_count);
    for (const u32 c : all.cells) cells[all.piece[c]].push_back(c);
    for (const u32 t : torn ? torn->triangles : all_of(tearable_surface.triangles.size()))
        triangles[all.piece[root.tear_map().triangle_cell[t]]].push_back(t);
    std::vector<std::shared_ptr<const Model>> pieces;
    for (u32 p = 0; p < cells.size(); ++p) {
        TornCells piece =
            cells.size() == 1 ? std::move(all) : tear_cells(root.lattice, root.tear_map(), flags, cells[p]);
        pieces.push_back(build_piece(root, std::move(piece), std::move(triangles[p]), flags, inside, *this, anew));
    }
    return pieces;
}

std::shared_ptr<const Model> LatticeModel::merged_model(std::span<const u32> broken_links,
                                                        const Material& inside) const {
    PL_ASSERT(is_ascending(broken_links) && all_below(broken_links, tear_map().links.size()));
    PL_ASSERT(!torn);
    const std::vector<u8> flags = flags_of(tear_map(), broken_links);
    return build_piece(*this, tear_cells_of(*this, flags), all_of(tearable_surface.triangles.size()), flags, inside,
                       *this, false);
}

std::vector<u32> LatticeModel::particle_map(const Model& model) const {
    const LatticeModel& piece = static_cast<const LatticeModel&>(model);
    std::vector<u32> number(particle_count, TearMap::none);
    for (u32 c = 0; c < lattice.cell_count(); ++c) {
        const u32 of_whole = torn->cell_from[c], now = piece.torn ? piece.torn->cell_now[of_whole] : of_whole;
        if (now == TearMap::none) continue;
        for (size_t k = 0; k < 8; ++k) number[lattice.cell_corner[c][k]] = piece.lattice.cell_corner[now][k];
    }
    return number;
}

std::vector<u32> LatticeModel::particles_before(const Model& model) const {
    const LatticeModel& before = static_cast<const LatticeModel&>(model);
    if (before.lattice.cell_count() == lattice.cell_count())
        return doubling_since(before, lattice, particle_from).particle_before;
    std::vector<u32> from(particle_count, 0);
    for (u32 c = 0; c < lattice.cell_count(); ++c) {
        const u32 of_whole = torn->cell_from[c], old = before.torn ? before.torn->cell_now[of_whole] : of_whole;
        for (size_t k = 0; k < 8; ++k) from[lattice.cell_corner[c][k]] = before.lattice.cell_corner[old][k];
    }
    return from;
}

void LatticeModel::save_tear(Writer& w) const {
    PL_ASSERT(torn);
    w.array(torn->broken_links), w.value(torn->cell_from.front());
}

std::shared_ptr<const Model> LatticeModel::load_tear(Reader& r, const Material& inside) const {
    const Soundness sound(r.name());
    std::vector<u32> broken_links;
    r.array(broken_links);
    const u32 cell = r.value<u32>();
    sound.below(broken_links, tear_map().links.size(), "links that have parted");
    sound.require(std::is_sorted(broken_links.begin(), broken_links.end()) && cell < lattice.cell_count(),
                  "links that have parted");
    const std::vector<u8> flags = flags_of(tear_map(), broken_links);
    const TornCells all = tear_cells_of(*this, flags);
    std::vector<u32> cells, triangles;
    for (const u32 c : all.cells)
        if (all.piece[c] == all.piece[cell]) cells.push_back(c);
    for (u32 t = 0; t < tearable_surface.triangles.size(); ++t)
        if (all.piece[tear_map().triangle_cell[t]] == all.piece[cell]) triangles.push_back(t);
    return build_piece(*this, tear_cells(lattice, tear_map(), flags, cells), std::move(triangles), flags, inside, *this,
                       false);
}

}  // namespace pliant::lattice
