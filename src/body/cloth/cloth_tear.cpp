// Cloth that has torn: a model for every piece, made from the whole and the edges that have parted. Cloth tears between
// triangles; each keeps its shape and its texture, and vertices are doubled along the way.

#include <algorithm>

#include "body/cloth/cloth_model.h"
#include "core/contract.h"
#include "core/hash.h"
#include "core/soundness.h"

namespace pliant::cloth {

const std::vector<SheetLink>& ClothModel::whole_links() const {
    if (torn) return torn->whole->whole_links();
    std::call_once(links_once_, [&] { links_ = sheet_links(triangles); });
    return links_;
}

static u32 across(const TrianglePoints& t, u32 a, u32 b) {
    for (const u32 p : t)
        if (p != a && p != b) return p;
    return t[0];
}

std::vector<ClothModel::Link> ClothModel::links() const {
    const ClothModel& all = torn ? *torn->whole : *this;
    const std::vector<SheetLink>& of_whole = whole_links();
    std::vector<Link> found;
    for (u32 l = 0; l < of_whole.size(); ++l) {
        const SheetLink& w = of_whole[l];
        if (torn && std::binary_search(torn->broken_links.begin(), torn->broken_links.end(), l)) continue;
        const u32 low = torn ? torn->triangle_now[w.low] : w.low, high = torn ? torn->triangle_now[w.high] : w.high;
        if (low == none || high == none) continue;
        Link link{l, none, none, none, none, {low, high}};
        for (size_t k = 0; k < 3; ++k) {
            if (all.triangles[w.low][k] == w.a) link.a = triangles[low][k];
            if (all.triangles[w.low][k] == w.b) link.b = triangles[low][k];
        }
        link.left = across(triangles[low], link.a, link.b), link.right = across(triangles[high], link.a, link.b);
        found.push_back(link);
    }
    return found;
}

u32 ClothModel::particle_at(u32 triangle, u32 point) const {
    PL_ASSERT(triangle < (torn ? torn->whole->triangles.size() : triangles.size()));
    const ClothModel& all = torn ? *torn->whole : *this;
    const u32 now = torn ? torn->triangle_now[triangle] : triangle;
    for (size_t k = 0; k < 3 && now != none; ++k)
        if (all.triangles[triangle][k] == point) return triangles[now][k];
    return none;
}

std::vector<std::array<Vec3, 2>> ClothModel::link_segments() const {
    const auto middle = [&](u32 triangle) {
        const auto& [a, b, c] = triangles[triangle];
        return (rest[a] + rest[b] + rest[c]) / 3.0f;
    };
    std::vector<std::array<Vec3, 2>> segments;
    for (const SheetLink& link : whole_links()) segments.push_back({middle(link.low), middle(link.high)});
    return segments;
}

namespace {

class PieceBuilder {
  public:
    // `of`: triangles of the whole.
    PieceBuilder(const ClothModel& whole, std::span<const u32> broken_links, std::vector<u32> of)
        : whole_(whole),
          of_(std::move(of)),
          sheet_(tear_sheet(whole.triangles, whole.whole_links(), broken_links, of_)) {
        std::vector<u8> ours(whole.triangles.size(), 0);
        for (const u32 t : of_) ours[t] = 1;
        for (const u32 l : broken_links)
            if (ours[whole.whole_links()[l].low] || ours[whole.whole_links()[l].high]) broken_links_.push_back(l);
    }

    std::shared_ptr<const ClothModel> build() {
        auto model = std::make_shared<ClothModel>();
        ClothModel& m = *model;
        m.whole = whole_.shared_from_this(), m.particle_from = sheet_.point_from;
        for (const u32 p : sheet_.point_from) m.rest.push_back(whole_.rest[p]);
        m.triangles = sheet_.simplices;
        for (const u32 t : of_) m.warp.push_back(whole_.warp[t]);
        auto torn = std::make_unique<Torn>();
        torn->whole = whole_.shared_from_this(), torn->broken_links = broken_links_;
        torn->triangle_from = of_;
        torn->triangle_now.assign(whole_.triangles.size(), ClothModel::none);
        for (u32 t = 0; t < of_.size(); ++t) torn->triangle_now[of_[t]] = t;
        m.torn = std::move(torn);
        Hasher hasher(whole_.content_hash);
        hasher.array(std::span<const u32>(broken_links_));
        hasher.value(of_.front());
        m.content_hash = hasher.result();
        make_surface(m);
        m.build();
        m.contact.spacing = whole_.contact.spacing;  // it is touched as it was, whatever is left of it
        return model;
    }

  private:
    // What is drawn at a particle of the piece.
    struct Corner {
        u32 vertex, particle;
        bool operator==(const Corner&) const = default;
        auto operator<=>(const Corner&) const = default;
    };

    // Which triangle of the whole a drawn one is; `none` for one without area, which cloth is not made of.
    std::vector<u32> triangles_drawn() const {
        struct Named {
            TrianglePoints particles;
            u32 triangle;
        };
        const auto sorted = [](TrianglePoints t) {
            std::sort(t.begin(), t.end());
            return t;
        };
        const auto before = [](const Named& a, const TrianglePoints& b) { return a.particles < b; };
        std::vector<Named> named;
        for (u32 t = 0; t < whole_.triangles.size(); ++t) named.push_back({sorted(whole_.triangles[t]), t});
        std::sort(named.begin(), named.end(), [](const Named& a, const Named& b) {
            return a.particles != b.particles ? a.particles < b.particles : a.triangle < b.triangle;
        });
        std::vector<u32> drawn;
        for (size_t i = 0; i < whole_.surface.indices.size(); i += 3) {
            TrianglePoints t;
            for (size_t k = 0; k < 3; ++k) t[k] = whole_.vertex_particle[whole_.surface.indices[i + k]];
            t = sorted(t);
            const auto found = std::lower_bound(named.begin(), named.end(), t, before);
            drawn.push_back(found != named.end() && found->particles == t ? found->triangle : ClothModel::none);
        }
        return drawn;
    }

    void make_surface(ClothModel& m) const {
        const SurfaceModel& from = whole_.surface;
        const std::vector<u32> drawn = triangles_drawn();
        std::vector<Corner> corners;  // of what is drawn of the piece, three for each triangle
        std::vector<u32> sources;     // triangles of the surface
        for (u32 i = 0; i < drawn.size(); ++i) {
            const u32 now = drawn[i] == ClothModel::none ? ClothModel::none : m.torn->triangle_now[drawn[i]];
            if (now == ClothModel::none) continue;
            sources.push_back(i);
            for (size_t k = 0; k < 3; ++k) {
                const u32 vertex = from.indices[3 * i + k];
                u32 particle = 0;
                for (size_t c = 0; c < 3; ++c)
                    if (whole_.triangles[drawn[i]][c] == whole_.vertex_particle[vertex]) particle = m.triangles[now][c];
                corners.push_back({vertex, particle});
            }
        }
        std::vector<Corner> vertices = corners, points;
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        for (const Corner& v : vertices) points.push_back({from.vertex_point[v.vertex], v.particle});
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        const auto number = [](const std::vector<Corner>& sorted, const Corner& c) {
            return static_cast<u32>(std::lower_bound(sorted.begin(), sorted.end(), c) - sorted.begin());
        };
        SurfaceModel& s = m.surface;
        s.materials = from.materials;
        for (const Corner& v : vertices) {
            s.positions.push_back(from.positions[v.vertex]), s.normals.push_back(from.normals[v.vertex]);
            if (!from.tangents.empty()) s.tangents.push_back(from.tangents[v.vertex]);
            if (!from.uv.empty()) s.uv.push_back(from.uv[v.vertex]);
            s.vertex_point.push_back(number(points, {from.vertex_point[v.vertex], v.particle}));
        }
        s.point_vertex.assign(points.size(), 0);
        for (u32 v = s.vertex_count(); v-- > 0;) s.point_vertex[s.vertex_point[v]] = v;
        for (const Corner& p : points) m.point_particle.push_back(p.particle);
        for (const Attribute& a : from.attributes) {
            s.attributes.push_back({a.name, {}});
            for (const Corner& p : points) s.attributes.back().values.push_back(a.values[p.vertex]);
        }
        add_triangles(s, sources, [&](size_t corner) { return number(vertices, corners[corner]); });
    }

    // Sources ascend, and so do ranges of materials.
    template <class F>
    void add_triangles(SurfaceModel& s, const std::vector<u32>& sources, F&& vertex) const {
        s.face_start.assign(1, 0);
        size_t next = 0;
        for (const MaterialRange& range : whole_.surface.ranges) {
            const u32 first = static_cast<u32>(s.indices.size());
            for (; next < sources.size() && 3 * sources[next] < range.first_index + range.index_count; ++next) {
                for (size_t k = 0; k < 3; ++k) s.indices.push_back(vertex(3 * next + k));
                s.face_start.push_back(static_cast<u32>(s.indices.size()));
                s.face_material.push_back(range.material);
            }
            const u32 count = static_cast<u32>(s.indices.size()) - first;
            if (count) s.ranges.push_back({range.material, first, count});
        }
        s.face_vertex = s.indices;
    }

    const ClothModel& whole_;
    const std::vector<u32> of_;
    const TornSheet sheet_;
    std::vector<u32> broken_links_;
};

std::vector<u32> all_triangles(const ClothModel& model) {
    std::vector<u32> all(model.triangles.size());
    for (u32 t = 0; t < all.size(); ++t) all[t] = t;
    return all;
}

std::vector<u32> triangles_of_whole(const ClothModel& model) {
    return model.torn ? model.torn->triangle_from : all_triangles(model);
}

}  // namespace

TearPreview ClothModel::tear_preview(std::span<const u32> broken_links) const {
    PL_ASSERT(is_ascending(broken_links) && all_below(broken_links, whole_links().size()));
    const ClothModel& all = torn ? *torn->whole : *this;
    const TornSheet sheet = tear_sheet(all.triangles, whole_links(), broken_links, triangles_of_whole(*this));
    return {sheet.piece_count, sheet.point_from.size() != particle_count || sheet.piece_count > 1};
}

std::vector<std::shared_ptr<const Model>> ClothModel::tear(std::span<const u32> broken_links, const Material&) const {
    PL_ASSERT(is_ascending(broken_links) && all_below(broken_links, whole_links().size()));
    const ClothModel& all = torn ? *torn->whole : *this;
    const std::vector<u32> ours = triangles_of_whole(*this);
    const TornSheet sheet = tear_sheet(all.triangles, whole_links(), broken_links, ours);
    std::vector<std::vector<u32>> of(sheet.piece_count);
    for (size_t t = 0; t < ours.size(); ++t) of[sheet.piece[t]].push_back(ours[t]);
    std::vector<std::shared_ptr<const Model>> pieces;
    for (std::vector<u32>& triangles_of_piece : of)
        pieces.push_back(PieceBuilder(all, broken_links, std::move(triangles_of_piece)).build());
    return pieces;
}

std::shared_ptr<const Model> ClothModel::merged_model(std::span<const u32> broken_links, const Material&) const {
    return PieceBuilder(*this, broken_links, all_triangles(*this)).build();
}

std::vector<u32> ClothModel::particles_before(const Model& model) const {
    const ClothModel& before = static_cast<const ClothModel&>(model);
    std::vector<u32> from(particle_count, 0);
    for (u32 t = 0; t < triangles.size(); ++t) {
        const u32 of_whole = torn->triangle_from[t], old = before.torn ? before.torn->triangle_now[of_whole] : of_whole;
        for (size_t k = 0; k < 3; ++k) from[triangles[t][k]] = before.triangles[old][k];
    }
    return from;
}

std::vector<u32> ClothModel::particle_map(const Model& model) const {
    const ClothModel& piece = static_cast<const ClothModel&>(model);
    std::vector<u32> number(particle_count, none);
    for (u32 t = 0; t < triangles.size(); ++t) {
        const u32 of_whole = torn->triangle_from[t], now = piece.torn ? piece.torn->triangle_now[of_whole] : of_whole;
        if (now == none) continue;
        for (size_t k = 0; k < 3; ++k) number[triangles[t][k]] = piece.triangles[now][k];
    }
    return number;
}

void ClothModel::save_tear(Writer& w) const {
    PL_ASSERT(torn);
    w.array(torn->broken_links), w.value(torn->triangle_from.front());
}

std::shared_ptr<const Model> ClothModel::load_tear(Reader& r, const Material&) const {
    const Soundness sound(r.name());
    std::vector<u32> broken_links;
    r.array(broken_links);
    const u32 triangle = r.value<u32>();
    sound.below(broken_links, whole_links().size(), "edges that have parted");
    sound.require(std::is_sorted(broken_links.begin(), broken_links.end()) && triangle < triangles.size(),
                  "edges that have parted");
    const TornSheet sheet = tear_sheet(triangles, whole_links(), broken_links, all_triangles(*this));
    std::vector<u32> of;
    for (u32 t = 0; t < triangles.size(); ++t)
        if (sheet.piece[t] == sheet.piece[triangle]) of.push_back(t);
    return PieceBuilder(*this, broken_links, std::move(of)).build();
}

}  // namespace pliant::cloth
