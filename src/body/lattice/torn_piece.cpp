// A piece takes over what it can from what it was torn from: regions and sums, centre, ways out. What is drawn and what
// touches are made again.

#include "body/lattice/torn_piece.h"

#include <algorithm>
#include <optional>

#include "body/lattice/lattice_skin.h"
#include "body/torn_render_surface.h"
#include "core/contract.h"
#include "core/hash.h"

namespace pliant::lattice {

namespace {

// What is drawn and what touches.
class PieceSurfaces {
  public:
    PieceSurfaces(LatticeModel& model, const TornSurface& surface, const Material& inside)
        : m_(model), whole_(*model.torn->whole), map_(whole_.tear_map()), surface_(surface), inside_(inside) {}

    void make(SkinStorage storage) {
        make_surface();
        make_skin(std::move(storage));
    }

  private:
    static constexpr u32 none = TearMap::none;
    Vec3 place_of_node(u32 node) const {
        if (node < map_.point_count) return whole_.tearable_surface.points[node];
        return whole_.lattice.origin + scaled(whole_.lattice.spacing, map_.site(node - map_.point_count).to<float>());
    }
    // Of a vertex of the torn surface; of those that no triangle has nothing is asked.
    Vec3 place(u32 vertex) const {
        const TornSurface::Vertex& v = surface_.vertices[vertex];
        if (v.node == none) return {};
        return v.other == none ? place_of_node(v.node) : (place_of_node(v.node) + place_of_node(v.other)) * 0.5f;
    }
    Vec3 place_in_cell(u32 vertex) const {
        const LatticeMesh& l = whole_.lattice;
        const Vec3 low = l.origin + scaled(l.spacing, l.cell_site[surface_.vertices[vertex].cell].to<float>());
        const Vec3 from = place(vertex) - low;
        return {from.x / l.spacing.x, from.y / l.spacing.y, from.z / l.spacing.z};
    }
    u32 cell_now(u32 vertex) const { return m_.torn->cell_now[surface_.vertices[vertex].cell]; }

    void make_surface() {
        for (u32 v = 0; v < surface_.vertices.size(); ++v) places_.push_back(place(v));
        std::vector<TrianglePoints> walls;
        for (const TornSurface::Wall& w : surface_.walls) walls.push_back(w.vertex);
        look_ = make_torn_render_surface({whole_.surface, whole_.tearable_surface, m_.torn->triangles,
                                          surface_.triangle_vertex, walls, places_, inside_, whole_.center, whole_.size,
                                          m_.contact.spacing});
        m_.surface = std::move(look_.surface);
        for (size_t i = 0; i < look_.vertex_torn.size(); ++i) {
            const u32 torn = look_.vertex_torn[i], drawn = look_.vertex_before[i];
            m_.vertex_cell.push_back(cell_now(torn));
            const bool stayed = drawn != none && whole_.vertex_cell[drawn] == surface_.vertices[torn].cell;
            const Vec3 in_cell = stayed ? whole_.vertex_place[drawn] : place_in_cell(torn);
            m_.vertex_place.push_back(least(greatest(in_cell, Vec3{-0.5f, -0.5f, -0.5f}), Vec3{1.5f, 1.5f, 1.5f}));
        }
    }

    void make_skin(SkinStorage storage) const {
        LatticeModel& m = m_;
        if (whole_.contact.radius > 0) {
            const std::vector<u8> of_whole = without_spheres(whole_);
            std::vector<u8> without;
            for (u32 p = 0; !of_whole.empty() && p < m.particle_count; ++p)
                without.push_back(of_whole[m.particle_from[p]]);
            return make_spheres(m, without);
        }
        m.contact.supports = 8;
        m.contact.closed = map_.walled;
        std::vector<Vec3> points, apart;
        for (size_t i = 0; i < look_.point_torn.size(); ++i) {
            const u32 v = look_.point_torn[i];
            add_skin_point(m.contact, m.lattice.cell_corner[cell_now(v)], place_in_cell(v));
            points.push_back(places_[v]);
            apart.push_back(points.back() - look_.wall_normal[i] * (0.3f * m.contact.spacing));
        }
        const auto add = [&](const TrianglePoints& t) {
            m.contact.triangles.push_back({look_.point[t[0]], look_.point[t[1]], look_.point[t[2]]});
        };
        for (const u32 i : m_.torn->triangles) add(surface_.triangle_vertex[i]);
        for (const TornSurface::Wall& w : surface_.walls) add(w.vertex);
        std::vector<u8> inside;
        const std::vector<u8>& beyond = whole_.tearable_surface.beyond;
        for (const u32 p : m.particle_from) inside.push_back(map_.encloses(p) && (beyond.empty() || !beyond[p]));
        finish_skin(m, points, apart, inside, std::move(storage));
    }

    LatticeModel& m_;
    const LatticeModel& whole_;
    const TearMap& map_;
    const TornSurface& surface_;
    const Material& inside_;
    TornRenderSurface look_;
    std::vector<Vec3> places_;  // of vertices of the torn surface
};

class PieceBuilder {
  public:
    explicit PieceBuilder(const TornPiece& piece) : piece_(piece), whole_(piece.whole) {}

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
        torn->broken_links = piece_.broken_links;
        torn->cell_from = std::move(piece.cell_from);
        torn->cell_now.assign(whole_.lattice.cell_count(), TearMap::none);
        for (u32 c = 0; c < torn->cell_from.size(); ++c) torn->cell_now[torn->cell_from[c]] = c;
        torn->triangles = piece_.triangles;
        m.whole = torn->whole;
        m.torn = std::move(torn);
        Hasher hasher(m.whole->content_hash);
        hasher.array(std::span<const u32>(piece_.broken_links));
        hasher.value(m.torn->cell_from.front());
        m.content_hash = hasher.result();
        make_piece_surfaces(m, piece_.surface, piece_.inside);
        return model_;
    }

  private:
    // Nothing where no model of the same cells is known.
    std::optional<ModelBefore> before_of(const LatticePiece& piece) const {
        const bool all = piece.cell_from.size() == whole_.lattice.cell_count();
        const Torn* torn = piece_.before.torn.get();
        if (torn ? torn->cell_from == piece.cell_from : all)
            return ModelBefore{piece_.before, doubling_since(piece_.before, piece.mesh, piece.particle_from), all,
                               piece_.anew};
        if (all) return ModelBefore{whole_, doubling_since(whole_, piece.mesh, piece.particle_from), all, piece_.anew};
        return {};
    }

    const TornPiece& piece_;
    const LatticeModel& whole_;
    std::shared_ptr<LatticeModel> model_;
};

}  // namespace

LatticeDoubling doubling_since(const LatticeModel& before, const LatticeMesh& mesh,
                               std::span<const u32> particle_from) {
    PL_ASSERT(particle_from.size() == mesh.particle_count());
    PL_ASSERT(std::is_sorted(particle_from.begin(), particle_from.end()));  // particles of the whole
    LatticeDoubling d;
    const u32 now_count = static_cast<u32>(particle_from.size());
    const auto was = [&](u32 p) { return before.torn ? before.particle_from[p] : p; };
    d.particle_before.assign(now_count, TearMap::none), d.particle_now.resize(before.particle_count);
    for (u32 now = 0, old = 0; now < now_count;) {
        const u32 of_whole = particle_from[now], first_now = now, first_old = old;
        while (now < now_count && particle_from[now] == of_whole) ++now;
        while (old < before.particle_count && was(old) == of_whole) ++old;
        if (now - first_now == old - first_old) {
            for (u32 i = 0; i < now - first_now; ++i) d.particle_before[first_now + i] = first_old + i;
        } else {
            d.sites.push_back(mesh.particle_site[first_now]);
        }
    }
    for (size_t c = 0; c < mesh.cell_count() && !d.sites.empty(); ++c)
        for (size_t k = 0; k < 8; ++k)
            if (u32& old = d.particle_before[mesh.cell_corner[c][k]]; old == TearMap::none)
                old = before.lattice.cell_corner[c][k];
    for (u32 now = now_count; now-- > 0;) d.particle_now[d.particle_before[now]] = now;
    return d;
}

void make_piece_surfaces(LatticeModel& model, const TornSurface& surface, const Material& inside, SkinStorage storage) {
    PL_ASSERT(model.torn);
    PieceSurfaces(model, surface, inside).make(std::move(storage));
}

std::shared_ptr<const LatticeModel> make_torn_model(const TornPiece& piece) { return PieceBuilder(piece).build(); }

}  // namespace pliant::lattice
