// One piece of torn flesh. Triangles that are drawn go with their tets, and are doubled as those are; faces of tets
// that lie open are walls; bands close the gap between the two (geometry/rims.h), since what is drawn lies beside the
// skin of the tets, not on it.

#include <algorithm>

#include "body/flesh/flesh_model.h"
#include "body/torn_render_surface.h"
#include "core/contract.h"
#include "core/hash.h"
#include "geometry/rims.h"

namespace pliant::flesh {

namespace {

class PieceBuilder {
  public:
    PieceBuilder(const FleshModel& whole, std::span<const u32> broken_links, std::vector<u32> tets,
                 const Material& inside)
        : whole_(whole),
          of_(std::move(tets)),
          inside_(inside),
          tets_(tear_tets(whole.tets, whole.partings().links, broken_links, of_)),
          now_(whole.tets.size(), no_index) {
        for (u32 t = 0; t < of_.size(); ++t) now_[of_[t]] = t;
        for (const u32 l : broken_links) {
            const TetLink& link = whole.partings().links[l];
            if (now_[link.low] != no_index || now_[link.high] != no_index) broken_links_.push_back(l);
        }
    }

    std::shared_ptr<const FleshModel> build() {
        auto model = std::make_shared<FleshModel>();
        FleshModel& m = *model;
        m.whole = whole_.shared_from_this(), m.particle_from = tets_.point_from;
        for (const u32 p : tets_.point_from) m.rest.push_back(whole_.rest[p]);
        m.tets = tets_.simplices;
        Hasher hasher(whole_.content_hash);
        hasher.array(std::span<const u32>(broken_links_));
        hasher.value(of_.front());
        m.content_hash = hasher.result();
        tear_sheet_of();
        find_walls(m);
        make_surface(m);
        m.torn = std::make_unique<Torn>(Torn{whole_.shared_from_this(), broken_links_, of_, now_});
        m.build();
        return model;
    }

  private:
    // ---- the drawn triangles

    // Whether what is drawn in two tets still hangs together there; `hinge` as in Partings.
    bool hold(u32 first, u32 second, const std::array<u32, 2>& hinge) const {
        if (first == no_index || second == no_index) return false;
        if (first == second) return true;
        if (hinge[0] == no_index) return tets_.piece[first] == tets_.piece[second];
        return tets_.simplices[first][hinge[0]] == tets_.simplices[second][hinge[1]];
    }

    void tear_sheet_of() {
        const TearableSurface& t = whole_.tearable_surface;
        for (u32 i = 0; i < t.triangles.size(); ++i)
            if (now_[t.cell[i]] != no_index) triangles_.push_back(i);
        const Partings& p = whole_.partings();
        std::vector<u32> open;
        for (u32 e = 0; e < p.edges.size(); ++e)
            if (!hold(now_[t.cell[p.edges[e].low]], now_[t.cell[p.edges[e].high]], p.hinges[e])) open.push_back(e);
        sheet_ = tear_sheet(t.triangles, p.edges, open, triangles_);
        for (const u32 point : sheet_.point_from) places_.push_back(t.points[point]);
    }

    // ---- the walls

    // Torn points are copies of points of the sheet, then particles.
    u32 torn_point(u32 particle) const { return static_cast<u32>(sheet_.point_from.size()) + particle; }

    void find_walls(const FleshModel& m) {
        places_.insert(places_.end(), m.rest.begin(), m.rest.end());
        for (const TetFace& f : tet_faces(m.tets)) {
            if (f.tet[1] != TetFace::outside) continue;
            // What lay open before is the skin, and no wall.
            if (whole_.partings().skin[of_[f.tet[0]]] >> corner_across(m.tets[f.tet[0]], f.points) & 1) continue;
            walls_.push_back({torn_point(f.points[0]), torn_point(f.points[1]), torn_point(f.points[2])});
        }
        if (!whole_.tearable_surface.closed) return;
        const std::vector<TrianglePoints> bands = close_rims(sheet_.simplices, walls_, told_apart(m));
        walls_.insert(walls_.end(), bands.begin(), bands.end());
    }

    // Both sides of a crack are in one place at rest, and bands must not run from one to the other: torn points are
    // drawn a bit to the tets that they go with.
    std::vector<Vec3> told_apart(const FleshModel& m) const {
        std::vector<Vec3> sum(places_.size());
        std::vector<float> count(places_.size(), 0);
        const auto add = [&](u32 point, u32 tet) {
            for (const u32 p : m.tets[tet]) sum[point] += m.rest[p] * 0.25f;
            ++count[point];
        };
        for (size_t i = 0; i < triangles_.size(); ++i)
            for (const u32 point : sheet_.simplices[i]) add(point, now_[whole_.tearable_surface.cell[triangles_[i]]]);
        for (u32 tet = 0; tet < m.tets.size(); ++tet)
            for (const u32 p : m.tets[tet]) add(torn_point(p), tet);
        constexpr float share = 0.3f;
        std::vector<Vec3> places = places_;
        for (size_t p = 0; p < places.size(); ++p)
            if (count[p] > 0) places[p] = places[p] * (1 - share) + sum[p] * (share / count[p]);
        return places;
    }

    // ---- what is drawn

    void make_surface(FleshModel& m) {
        const TearableSurface& t = whole_.tearable_surface;
        std::vector<TrianglePoints> points(t.triangles.size());
        for (size_t i = 0; i < triangles_.size(); ++i) points[triangles_[i]] = sheet_.simplices[i];
        TornRenderSurface look =
            make_torn_render_surface({whole_.surface, t, triangles_, points, walls_, places_, inside_, whole_.center,
                                      whole_.size, whole_.contact.spacing});
        m.surface = std::move(look.surface);
        find_homes(look);
        for (const u32 torn : look.point_torn) m.places.push_back(place_of(torn));
    }

    // Tets in which a torn point may hang: those of its triangles, or of its particle.
    void find_homes(const TornRenderSurface& look) {
        homes_.assign(places_.size(), {});
        for (size_t i = 0; i < triangles_.size(); ++i)
            for (const u32 point : sheet_.simplices[i])
                homes_[point].push_back(now_[whole_.tearable_surface.cell[triangles_[i]]]);
        for (u32 tet = 0; tet < tets_.simplices.size(); ++tet)
            for (const u32 p : tets_.simplices[tet])
                if (std::vector<u32>& home = homes_[torn_point(p)]; home.empty()) home.push_back(tet);
        // Of points of the sheet also the place that they had, where it is on their side.
        drawn_point_.assign(sheet_.point_from.size(), no_index);
        for (size_t v = 0; v < look.vertex_before.size(); ++v)
            if (look.vertex_before[v] != no_index)
                drawn_point_[look.vertex_torn[v]] = whole_.surface.vertex_point[look.vertex_before[v]];
    }

    TetPlace place_of(u32 torn) const {
        const std::vector<u32>& homes = homes_[torn];
        if (torn >= sheet_.point_from.size()) {
            TetPlace place{homes[0], {0, 0, 0, 0}};
            for (u32 k = 0; k < 4; ++k)
                if (torn_point(tets_.simplices[homes[0]][k]) == torn) place.weight[k] = 1;
            return place;
        }
        const TetPlace& was = whole_.places[drawn_point_[torn]];
        const u32 home = now_[was.tet];
        for (const u32 tet : homes)
            if (home != no_index && hold(home, tet, hinge(home, tet, places_[torn]))) {
                TetPlace place = was;
                place.tet = home;
                return place;
            }
        TetPlace best = place_in(homes[0], places_[torn]);
        for (const u32 tet : homes) {
            const TetPlace place = place_in(tet, places_[torn]);
            if (least_weight(place) > least_weight(best)) best = place;
        }
        return best;
    }
    static float least_weight(const TetPlace& p) {
        return std::min({p.weight[0], p.weight[1], p.weight[2], p.weight[3]});
    }

    // A place that is far outside the tet is drawn in: weights must not blow up what the tet does.
    TetPlace place_in(u32 tet, const Vec3& at) const {
        const TetPoints& t = whole_.tets[of_[tet]];
        const Vec3 corner[4] = {whole_.rest[t[0]], whole_.rest[t[1]], whole_.rest[t[2]], whole_.rest[t[3]]};
        const Vec3d w = tet_shape(corner).inverse * (at - corner[0]).to<double>();
        double weight[4] = {1 - w.x - w.y - w.z, w.x, w.y, w.z};
        const double least = std::min({weight[0], weight[1], weight[2], weight[3]});
        constexpr double farthest = -1;
        const double share = least < farthest ? (0.25 - farthest) / (0.25 - least) : 1;
        TetPlace place{tet, {}};
        for (int k = 0; k < 4; ++k) place.weight[k] = static_cast<float>(0.25 + share * (weight[k] - 0.25));
        return place;
    }

    std::array<u32, 2> hinge(u32 first, u32 second, const Vec3& at) const {
        return common_corner(whole_, of_[first], of_[second], at);
    }

    const FleshModel& whole_;
    const std::vector<u32> of_;  // tets of the whole
    const Material& inside_;
    const TornTets tets_;
    std::vector<u32> now_;  // of each tet of the whole
    std::vector<u32> broken_links_;
    std::vector<u32> triangles_;  // of the tearable surface
    TornSheet sheet_;             // of them
    std::vector<Vec3> places_;    // of torn points
    std::vector<TrianglePoints> walls_;
    std::vector<std::vector<u32>> homes_;
    std::vector<u32> drawn_point_;  // of each copy of a point of the sheet: the point of the mesh that it is drawn at
};

}  // namespace

std::shared_ptr<const FleshModel> make_piece(const FleshModel& whole, std::span<const u32> broken_links,
                                             std::vector<u32> tets, const Material& inside) {
    PL_ASSERT(!tets.empty() && is_ascending(tets) && is_ascending(broken_links));
    return PieceBuilder(whole, broken_links, std::move(tets), inside).build();
}

}  // namespace pliant::flesh
