// A piece takes over what it can from what it was torn from: regions and sums, centre, ways out. What is drawn and what
// touches are made again, from corners that are listed in a fixed order.

#include "body/lattice/torn_piece.h"

#include <algorithm>
#include <optional>

#include "body/lattice/lattice_skin.h"
#include "body/surface_shading.h"
#include "core/hash.h"

namespace pliant::lattice {

namespace {

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
            return ModelBefore{piece_.before, doubling_since(piece_.before, piece.mesh, piece.particle_from), all,
                               piece_.anew};
        if (all) return ModelBefore{whole_, doubling_since(whole_, piece.mesh, piece.particle_from), all, piece_.anew};
        return {};
    }

    static constexpr u32 none = TearMap::none;
    // A vertex of the piece: one that was drawn before, or none for those of walls, at a vertex of the torn surface.
    struct Corner {
        u32 drawn, vertex;
        bool operator==(const Corner&) const = default;
        bool operator<(const Corner& o) const { return drawn != o.drawn ? drawn < o.drawn : vertex < o.vertex; }
    };

    // In ascending order. Nearly everything that is drawn is at one vertex only; what is not is sorted.
    void list_corners() {
        const TearableSurface& t = whole_.tearable;
        std::vector<u32> first(whole_.surface.vertex_count(), none);
        std::vector<Corner> more;
        point_.assign(piece_.surface.vertices.size(), none);
        for (const u32 i : model_->torn->triangles)
            for (size_t k = 0; k < 3; ++k) {
                const u32 drawn = t.vertex[i][k], vertex = piece_.surface.triangle_vertex[i][k];
                point_[vertex] = 0;
                if (first[drawn] == none) first[drawn] = vertex;
                if (first[drawn] != vertex) more.push_back({drawn, vertex});
            }
        std::sort(more.begin(), more.end());
        more.erase(std::unique(more.begin(), more.end()), more.end());
        corner_start_.reserve(first.size() + 1);
        auto next = more.begin();
        for (u32 drawn = 0; drawn < first.size(); ++drawn) {
            corner_start_.push_back(static_cast<u32>(corners_.size()));
            if (first[drawn] == none) continue;
            const auto begin = static_cast<std::ptrdiff_t>(corners_.size());
            corners_.push_back({drawn, first[drawn]});
            while (next != more.end() && next->drawn == drawn) corners_.push_back(*next++);
            std::sort(corners_.begin() + begin, corners_.end());
        }
        list_walls();
        for (u32 v = 0; v < point_.size(); ++v) {
            if (point_[v] == none) continue;
            point_[v] = static_cast<u32>(points_.size());
            points_.push_back(v);
        }
    }
    void list_walls() {
        wall_corner_.assign(point_.size(), none);
        for (u32 w = 0; w < piece_.surface.walls.size(); ++w) {
            walls_.push_back(w);
            for (const u32 v : piece_.surface.walls[w].vertex) point_[v] = wall_corner_[v] = 0;
        }
        for (u32 v = 0; v < wall_corner_.size(); ++v) {
            if (wall_corner_[v] == none) continue;
            wall_corner_[v] = static_cast<u32>(corners_.size());
            corners_.push_back({none, v});
        }
    }
    u32 number(const Corner& c) const {
        if (c.drawn == none) return wall_corner_[c.vertex];
        u32 n = corner_start_[c.drawn];
        while (corners_[n].vertex != c.vertex) ++n;
        return n;
    }
    u32 point(u32 vertex) const { return point_[vertex]; }
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

    const TornPiece& piece_;
    const LatticeModel& whole_;
    std::shared_ptr<LatticeModel> model_;
    std::vector<u32> walls_;
    std::vector<Corner> corners_;
    std::vector<u32> corner_start_;  // of each vertex that was drawn: its first corner
    std::vector<u32> point_,
        wall_corner_;          // of each vertex of the torn surface: its point, its corner of walls; or none
    std::vector<u32> points_;  // vertices of the torn surface
    std::vector<Vec3> wall_normal_;
};

}  // namespace

LatticeDoubling doubling_since(const LatticeModel& before, const LatticeMesh& mesh,
                               std::span<const u32> particle_from) {
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

std::shared_ptr<const LatticeModel> make_torn_model(const TornPiece& piece) { return PieceBuilder(piece).build(); }

}  // namespace pliant::lattice
