// Lattices that have torn: a model for every piece, made from the whole and the links that have parted.

#include <algorithm>
#include <optional>

#include "body/lattice/lattice_model.h"
#include "body/lattice/lattice_skin.h"
#include "body/lattice/torn_exits.h"
#include "body/surface_shading.h"
#include "core/assert.h"
#include "core/hash.h"
#include "core/soundness.h"
#include "geometry/torn_surface.h"

namespace pliant::lattice {

void TearableSurface::save(Writer& w) const {
    w.array(points), w.array(triangles), w.array(vertex), w.array(face), w.array(material);
    w.array(cell), w.array(beyond);
    w.value(static_cast<u8>(closed));
}

void TearableSurface::load(Reader& r) {
    r.array(points), r.array(triangles), r.array(vertex), r.array(face), r.array(material);
    r.array(cell), r.array(beyond);
    closed = r.value<u8>() != 0;
}

void TearableSurface::check(const Soundness& sound, u32 vertices, u32 materials, u32 cells, u32 particles) const {
    const char* const what = "the surface that may tear";
    sound.numbers(points, what);
    sound.require(
        vertex.size() == triangles.size() && face.size() == triangles.size() && material.size() == triangles.size(),
        what);
    for (const auto& t : triangles)
        for (const u32 p : t) sound.require(p < points.size(), what);
    for (const auto& t : vertex)
        for (const u32 v : t) sound.require(v < vertices, what);
    sound.below(material, materials, what);
    sound.require((cell.empty() || cell.size() == triangles.size()) && (beyond.empty() || beyond.size() == particles),
                  what);
    sound.below(cell, cells, what);
    if (!closed) return;
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) { sound.require(balanced(edge), what); });
}

const TearMap& LatticeModel::tear_map() const {
    if (torn) return torn->whole->tear_map();
    std::call_once(tear_map_once, [&] {
        tear_map_ = std::make_unique<const TearMap>(
            lattice,
            TearMap::Surface{tearable.points, tearable.triangles, tearable.face, tearable.closed, tearable.cell});
    });
    return *tear_map_;
}

const SurfaceExits& LatticeModel::surface_exits() const {
    if (torn) return torn->whole->surface_exits();
    std::call_once(surface_exits_once, [&] { surface_exits_ = std::make_shared<const SurfaceExits>(*this); });
    return *surface_exits_;
}

std::vector<LatticeModel::Link> LatticeModel::links() const {
    const TearMap& map = tear_map();
    std::vector<Link> found;
    for (u32 l = 0; l < map.links.size(); ++l) {
        const LatticeLink& link = map.links[l];
        if (!torn) {
            found.push_back({l, link.low, link.high, link.axis});
            continue;
        }
        const u32 low = torn->cell_now[link.low], high = torn->cell_now[link.high];
        if (low == TearMap::none || high == TearMap::none ||
            std::binary_search(torn->parted.begin(), torn->parted.end(), l))
            continue;
        found.push_back({l, low, high, link.axis});
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

// A piece is made from the whole, its own cells and the links around them that have parted: how they came to part does
// not matter.
struct Piece {
    const LatticeModel& whole;
    const TearMap& map;
    std::vector<u32> parted, triangles;
    TornCells cells;
    TornSurface surface;
    Material inside;
    const LatticeModel& before;
    bool anew;
};

// From a model to a lattice of the same cells that is torn further.
LatticeDoubling doubling_since(const LatticeModel& before, const LatticePiece& piece) {
    LatticeDoubling d;
    const u32 now_count = static_cast<u32>(piece.particle_from.size());
    const auto was = [&](u32 p) { return before.torn ? before.particle_from[p] : p; };
    d.particle_before.assign(now_count, TearMap::none), d.particle_now.resize(before.particle_count);
    for (u32 now = 0, old = 0; now < now_count;) {
        const u32 of_whole = piece.particle_from[now], first_now = now, first_old = old;
        while (now < now_count && piece.particle_from[now] == of_whole) ++now;
        while (old < before.particle_count && was(old) == of_whole) ++old;
        if (now - first_now == old - first_old) {
            for (u32 i = 0; i < now - first_now; ++i) d.particle_before[first_now + i] = first_old + i;
        } else {
            d.sites.push_back(piece.mesh.particle_site[first_now]);
        }
    }
    for (size_t c = 0; c < piece.mesh.cell_count() && !d.sites.empty(); ++c)
        for (size_t k = 0; k < 8; ++k)
            if (u32& old = d.particle_before[piece.mesh.cell_corner[c][k]]; old == TearMap::none)
                old = before.lattice.cell_corner[c][k];
    for (u32 now = now_count; now-- > 0;) d.particle_now[d.particle_before[now]] = now;
    return d;
}

class PieceBuilder {
  public:
    explicit PieceBuilder(const Piece& piece) : piece_(piece), whole_(piece.whole) {}

    std::shared_ptr<const LatticeModel> build() {
        LatticePiece piece = take_piece(whole_.lattice, piece_.cells, 0);
        std::vector<float> fraction;
        for (const u32 c : piece.cell_from)
            if (!whole_.cell_fraction.empty()) fraction.push_back(whole_.cell_fraction[c]);
        const std::optional<ModelBefore> before = before_of(piece);
        model_ = make_model(std::move(piece.mesh), fraction, whole_.half_width, before ? &*before : nullptr);
        LatticeModel& m = *model_;
        m.reach = whole_.reach, m.size = whole_.size;
        m.particle_from = std::move(piece.particle_from);
        auto torn = std::make_unique<Torn>();
        torn->whole = whole_.shared_from_this();
        torn->parted = piece_.parted;
        torn->cell_from = std::move(piece.cell_from);
        torn->cell_now.assign(whole_.lattice.cell_count(), TearMap::none);
        for (u32 c = 0; c < torn->cell_from.size(); ++c) torn->cell_now[torn->cell_from[c]] = c;
        torn->triangles = piece_.triangles;
        m.whole = torn->whole;
        m.torn = std::move(torn);
        Hasher hasher(m.whole->content_hash);
        hasher.array(std::span<const u32>(piece_.parted));
        hasher.value(m.torn->cell_from.front());
        m.content_hash = hasher.result();
        list_corners();
        make_surface();
        make_skin();
        return model_;
    }

  private:
    // Nothing where no model of the same cells is known.
    std::optional<ModelBefore> before_of(const LatticePiece& piece) const {
        const bool all = piece.cell_from.size() == whole_.lattice.cell_count();
        const Torn* torn = piece_.before.torn.get();
        if (torn ? torn->cell_from == piece.cell_from : all)
            return ModelBefore{piece_.before, doubling_since(piece_.before, piece), all, piece_.anew};
        if (all) return ModelBefore{whole_, doubling_since(whole_, piece), all, piece_.anew};
        return {};
    }

    static constexpr u32 none = TearMap::none;
    // A vertex of the piece: one that was drawn before, or none for those of walls, at a vertex of the torn surface.
    struct Corner {
        u32 drawn, vertex;
        bool operator==(const Corner&) const = default;
        bool operator<(const Corner& o) const { return drawn != o.drawn ? drawn < o.drawn : vertex < o.vertex; }
    };

    void list_corners() {
        const TearableSurface& t = whole_.tearable;
        for (const u32 i : model_->torn->triangles) {
            for (size_t k = 0; k < 3; ++k) corners_.push_back({t.vertex[i][k], piece_.surface.triangle_vertex[i][k]});
        }
        for (u32 w = 0; w < piece_.surface.walls.size(); ++w) {
            walls_.push_back(w);
            for (const u32 v : piece_.surface.walls[w].vertex) corners_.push_back({none, v});
        }
        std::sort(corners_.begin(), corners_.end());
        corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
        for (const Corner& c : corners_) points_.push_back(c.vertex);
        std::sort(points_.begin(), points_.end());
        points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    }
    u32 number(const Corner& c) const {
        return static_cast<u32>(std::lower_bound(corners_.begin(), corners_.end(), c) - corners_.begin());
    }
    u32 point(u32 vertex) const {
        return static_cast<u32>(std::lower_bound(points_.begin(), points_.end(), vertex) - points_.begin());
    }
    Vec3 place_of_node(u32 node) const {
        if (node < piece_.map.point_count) return whole_.tearable.points[node];
        return whole_.lattice.origin +
               scaled(whole_.lattice.spacing, piece_.map.site(node - piece_.map.point_count).to<float>());
    }
    Vec3 place(u32 vertex) const {
        const TornSurface::Vertex& v = piece_.surface.vertices[vertex];
        return v.other == none ? place_of_node(v.node) : (place_of_node(v.node) + place_of_node(v.other)) * 0.5f;
    }
    Vec3 place_in_cell(u32 vertex) const {
        const LatticeMesh& l = whole_.lattice;
        const Vec3 low = l.origin + scaled(l.spacing, l.cell_site[piece_.surface.vertices[vertex].cell].to<float>());
        const Vec3 from = place(vertex) - low;
        return {from.x / l.spacing.x, from.y / l.spacing.y, from.z / l.spacing.z};
    }
    u32 cell_now(u32 vertex) const { return model_->torn->cell_now[piece_.surface.vertices[vertex].cell]; }

    // Walls are shaded as one smooth surface.
    void find_wall_normals() {
        wall_normal_.assign(points_.size(), {});
        for (const u32 w : walls_) {
            const auto& [a, b, c] = piece_.surface.walls[w].vertex;
            const Vec3 n = cross(place(b) - place(a), place(c) - place(a));
            for (const u32 v : {a, b, c}) wall_normal_[point(v)] += n;
        }
        const float tiny = 1e-12f * model_->contact.spacing * model_->contact.spacing;
        for (Vec3& n : wall_normal_) n = length(n) > tiny ? direction(n, Vec3{}) : Vec3{};
    }

    // From the side on which the wall lies most flatly, once across the body.
    Vec2 wall_uv(const Vec3& at, const Vec3& normal) const {
        const Vec3 size = whole_.size, flat{std::fabs(normal.x), std::fabs(normal.y), std::fabs(normal.z)};
        const float longest = std::max({size.x, size.y, size.z, 1e-20f});
        const int axis = flat.x >= flat.y && flat.x >= flat.z ? 0 : flat.y >= flat.z ? 1 : 2;
        const Vec3 q = (at - whole_.center) / longest;
        return {0.5f + q[(axis + 1) % 3], 0.5f + q[(axis + 2) % 3]};
    }

    void make_surface() {
        find_wall_normals();
        const SurfaceModel& from = whole_.surface;
        SurfaceModel& s = model_->surface;
        s.materials = from.materials;
        if (!walls_.empty()) s.materials.push_back(piece_.inside);
        for (const Corner& c : corners_) {
            const bool wall = c.drawn == none;
            const Vec3 at = place(c.vertex), normal = direction(wall_normal_[point(c.vertex)], Vec3{0, 1, 0});
            s.positions.push_back(wall ? at : from.positions[c.drawn]);
            s.normals.push_back(wall ? normal : from.normals[c.drawn]);
            if (!from.uv.empty()) s.uv.push_back(wall ? wall_uv(at, normal) : from.uv[c.drawn]);
            s.vertex_point.push_back(point(c.vertex));
            model_->vertex_cell.push_back(cell_now(c.vertex));
            const bool stayed = !wall && whole_.vertex_cell[c.drawn] == piece_.surface.vertices[c.vertex].cell;
            const Vec3 in_cell = stayed ? whole_.vertex_place[c.drawn] : place_in_cell(c.vertex);
            model_->vertex_place.push_back(least(greatest(in_cell, Vec3{-0.5f, -0.5f, -0.5f}), Vec3{1.5f, 1.5f, 1.5f}));
        }
        s.point_vertex.assign(points_.size(), 0);
        for (u32 v = s.vertex_count(); v-- > 0;) s.point_vertex[s.vertex_point[v]] = v;
        add_triangles(s);
        for (const Attribute& a : from.attributes) carry(a, s);
        s.tangents.resize(s.uv.empty() ? 0 : s.positions.size());
        if (!s.uv.empty()) find_tangents(s, s.positions, s.normals, s.tangents);
    }

    void add_triangles(SurfaceModel& s) const {
        const TearableSurface& t = whole_.tearable;
        s.face_start.assign(1, 0);
        for (u32 material = 0; material < s.materials.size(); ++material) {
            const u32 first = static_cast<u32>(s.indices.size());
            for (const u32 i : model_->torn->triangles)
                for (size_t k = 0; k < 3 && t.material[i] == material; ++k)
                    s.indices.push_back(number({t.vertex[i][k], piece_.surface.triangle_vertex[i][k]}));
            if (!walls_.empty() && material + 1 == s.materials.size())
                for (const u32 w : walls_)
                    for (const u32 v : piece_.surface.walls[w].vertex) s.indices.push_back(number({none, v}));
            const u32 count = static_cast<u32>(s.indices.size()) - first;
            if (count) s.ranges.push_back({material, first, count});
            for (u32 i = 0; i < count / 3; ++i) {
                s.face_start.push_back(first + 3 * (i + 1));
                s.face_material.push_back(material);
            }
        }
        s.face_vertex = s.indices;
    }

    // Walls inside the body have what was never painted: 0.
    void carry(const Attribute& a, SurfaceModel& s) const {
        Attribute now{a.name, std::vector<float>(points_.size(), 0)};
        for (const Corner& c : corners_)
            if (c.drawn != none) now.values[point(c.vertex)] = a.values[whole_.surface.vertex_point[c.drawn]];
        s.attributes.push_back(std::move(now));
    }

    void make_skin() const {
        LatticeModel& m = *model_;
        if (whole_.contact.radius > 0) {
            const std::vector<u8> of_whole = without_spheres(whole_);
            std::vector<u8> without;
            for (u32 p = 0; !of_whole.empty() && p < m.particle_count; ++p)
                without.push_back(of_whole[m.particle_from[p]]);
            return make_spheres(m, without);
        }
        m.contact.supports = 8;
        m.contact.closed = piece_.map.walled;
        std::vector<Vec3> points, apart;
        for (size_t i = 0; i < points_.size(); ++i) {
            const u32 v = points_[i];
            add_skin_point(m.contact, m.lattice.cell_corner[cell_now(v)], place_in_cell(v));
            points.push_back(place(v));
            apart.push_back(points.back() - wall_normal_[i] * (0.3f * m.contact.spacing));
        }
        for (const u32 i : model_->torn->triangles) {
            const auto& [a, b, c] = piece_.surface.triangle_vertex[i];
            m.contact.triangles.push_back({point(a), point(b), point(c)});
        }
        for (const u32 w : walls_) {
            const auto& [a, b, c] = piece_.surface.walls[w].vertex;
            m.contact.triangles.push_back({point(a), point(b), point(c)});
        }
        std::vector<u8> inside;
        const std::vector<u8>& beyond = whole_.tearable.beyond;
        for (const u32 p : m.particle_from) inside.push_back(piece_.map.encloses(p) && (beyond.empty() || !beyond[p]));
        finish_skin(m, points, apart, inside);
    }

    const Piece& piece_;
    const LatticeModel& whole_;
    std::shared_ptr<LatticeModel> model_;
    std::vector<u32> walls_;
    std::vector<Corner> corners_;
    std::vector<u32> points_;  // vertices of the torn surface
    std::vector<Vec3> wall_normal_;
};

std::vector<u8> flags_of(const TearMap& map, std::span<const u32> parted) {
    std::vector<u8> flags(map.links.size(), 0);
    for (const u32 l : parted) flags[l] = 1;
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

// `together`: the cells are one piece, whatever has parted between them.
std::shared_ptr<const LatticeModel> build_piece(const LatticeModel& whole, std::span<const u32> cells,
                                                std::vector<u32> triangles, std::span<const u8> flags,
                                                const Material& inside, const LatticeModel& before,
                                                bool together = false) {
    const TearMap& map = whole.tear_map();
    const TearableSurface& t = whole.tearable;
    std::vector<u32> home(t.points.size(), 0);
    for (const u32 i : triangles)
        for (size_t k = 0; k < 3; ++k) home[t.triangles[i][k]] = whole.vertex_cell[t.vertex[i][k]];
    TornCells torn = tear_cells(whole.lattice, map, flags, cells);
    TornSurface surface = tear_surface(whole.lattice, map, torn, flags, {t.triangles, t.points, home}, triangles);
    for (u32 c = 0; c < torn.piece.size() && together; ++c) torn.piece[c] = 0;
    std::vector<u32> parted;
    for (u32 l = 0; l < flags.size(); ++l)
        if (flags[l] && (torn.piece[map.links[l].low] == 0 || torn.piece[map.links[l].high] == 0)) parted.push_back(l);
    const Piece piece{
        whole,  map,  std::move(parted), std::move(triangles), std::move(torn), std::move(surface), inside,
        before, false};
    return PieceBuilder(piece).build();
}

}  // namespace

TearOutcome LatticeModel::outcome(std::span<const u32> parted) const {
    const TornCells cells = tear_cells_of(*this, flags_of(tear_map(), parted));
    return {cells.piece_count, cells.particle_from.size() != particle_count || cells.piece_count > 1};
}

std::vector<std::shared_ptr<const Model>> LatticeModel::tear(std::span<const u32> parted,
                                                             const Material& inside) const {
    const LatticeModel& root = torn ? *torn->whole : *this;
    const std::vector<u8> flags = flags_of(root.tear_map(), parted);
    const TornCells all = tear_cells_of(*this, flags);
    std::vector<std::vector<u32>> cells(all.piece_count), triangles(all.piece_count);
    for (const u32 c : all.cells) cells[all.piece[c]].push_back(c);
    for (const u32 t : torn ? torn->triangles : all_of(tearable.triangles.size()))
        triangles[all.piece[root.tear_map().triangle_cell[t]]].push_back(t);
    std::vector<std::shared_ptr<const Model>> pieces;
    for (u32 p = 0; p < all.piece_count; ++p)
        pieces.push_back(build_piece(root, cells[p], std::move(triangles[p]), flags, inside, *this));
    return pieces;
}

std::shared_ptr<const Model> LatticeModel::together(std::span<const u32> parted, const Material& inside) const {
    PL_ASSERT(!torn);
    return build_piece(*this, all_of(lattice.cell_count()), all_of(tearable.triangles.size()),
                       flags_of(tear_map(), parted), inside, *this, true);
}

std::vector<u32> LatticeModel::particles_in(const Model& model) const {
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
    std::vector<u32> from(particle_count, 0);
    for (u32 c = 0; c < lattice.cell_count(); ++c) {
        const u32 of_whole = torn->cell_from[c], old = before.torn ? before.torn->cell_now[of_whole] : of_whole;
        for (size_t k = 0; k < 8; ++k) from[lattice.cell_corner[c][k]] = before.lattice.cell_corner[old][k];
    }
    return from;
}

void LatticeModel::save_tear(Writer& w) const { w.array(torn->parted), w.value(torn->cell_from.front()); }

std::shared_ptr<const Model> LatticeModel::load_tear(Reader& r, const Material& inside) const {
    const Soundness sound(r.name());
    std::vector<u32> parted;
    r.array(parted);
    const u32 cell = r.value<u32>();
    sound.below(parted, tear_map().links.size(), "links that have parted");
    sound.require(std::is_sorted(parted.begin(), parted.end()) && cell < lattice.cell_count(),
                  "links that have parted");
    const std::vector<u8> flags = flags_of(tear_map(), parted);
    const TornCells all = tear_cells_of(*this, flags);
    std::vector<u32> cells, triangles;
    for (const u32 c : all.cells)
        if (all.piece[c] == all.piece[cell]) cells.push_back(c);
    for (u32 t = 0; t < tearable.triangles.size(); ++t)
        if (all.piece[tear_map().triangle_cell[t]] == all.piece[cell]) triangles.push_back(t);
    return build_piece(*this, cells, std::move(triangles), flags, inside, *this);
}

}  // namespace pliant::lattice
