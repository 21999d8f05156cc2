// Flesh that has torn: a model for every piece, made from the whole and the faces between tets that have parted.

#include <algorithm>

#include "body/flesh/flesh_model.h"
#include "core/contract.h"

namespace pliant::flesh {

namespace {

std::vector<u32> all_tets(const FleshModel& model) {
    std::vector<u32> all(model.tets.size());
    for (u32 t = 0; t < all.size(); ++t) all[t] = t;
    return all;
}

const FleshModel& whole_of(const FleshModel& model) { return model.torn ? *model.torn->whole : model; }

std::vector<u32> tets_of_whole(const FleshModel& model) { return model.torn ? model.torn->tet_from : all_tets(model); }

TornTets torn_tets(const FleshModel& model, std::span<const u32> broken_links, std::span<const u32> of) {
    return tear_tets(whole_of(model).tets, model.partings().links, broken_links, of);
}

}  // namespace

std::array<u32, 2> common_corner(const FleshModel& m, u32 first, u32 second, const Vec3& place) {
    PL_ASSERT(first < m.tets.size() && second < m.tets.size());
    std::array<u32, 2> best{no_index, no_index};
    float nearest = 0;
    for (u32 i = 0; i < 4; ++i)
        for (u32 j = 0; j < 4; ++j) {
            const u32 p = m.tets[first][i];
            if (p != m.tets[second][j]) continue;
            const float here = length_squared(m.rest[p] - place);
            if (best[0] == no_index || here < nearest) best = {i, j}, nearest = here;
        }
    return best;
}

const Partings& FleshModel::partings() const {
    if (torn) return torn->whole->partings();
    std::call_once(partings_once_, [&] {
        partings_.links = tet_links(tets);
        partings_.skin.assign(tets.size(), 0);
        for (const TetFace& f : tet_faces(tets))
            if (f.tet[1] == TetFace::outside)
                partings_.skin[f.tet[0]] |= static_cast<u8>(1u << corner_across(tets[f.tet[0]], f.points));
        partings_.edges = sheet_links(tearable_surface.triangles);
        for (const SheetLink& e : partings_.edges)
            partings_.hinges.push_back(
                common_corner(*this, tearable_surface.cell[e.low], tearable_surface.cell[e.high],
                              (tearable_surface.points[e.a] + tearable_surface.points[e.b]) * 0.5f));
    });
    return partings_;
}

std::vector<FleshModel::Link> FleshModel::links() const {
    const FleshModel& all = whole_of(*this);
    const std::vector<TetLink>& of_whole = partings().links;
    std::vector<Link> found;
    for (u32 l = 0; l < of_whole.size(); ++l) {
        const TetLink& w = of_whole[l];
        if (torn && std::binary_search(torn->broken_links.begin(), torn->broken_links.end(), l)) continue;
        const u32 low = torn ? torn->tet_now[w.low] : w.low, high = torn ? torn->tet_now[w.high] : w.high;
        if (low == no_index || high == no_index) continue;
        Link link{l, low, high, {}};
        for (size_t i = 0; i < 3; ++i)
            for (size_t k = 0; k < 4; ++k)
                if (all.tets[w.low][k] == w.face[i]) link.face[i] = tets[low][k];
        found.push_back(link);
    }
    return found;
}

std::vector<std::array<Vec3, 2>> FleshModel::link_segments() const {
    const auto middle = [&](u32 t) {
        return (rest[tets[t][0]] + rest[tets[t][1]] + rest[tets[t][2]] + rest[tets[t][3]]) * 0.25f;
    };
    std::vector<std::array<Vec3, 2>> segments;
    for (const TetLink& link : partings().links) segments.push_back({middle(link.low), middle(link.high)});
    return segments;
}

TearPreview FleshModel::tear_preview(std::span<const u32> broken_links) const {
    PL_ASSERT(is_ascending(broken_links) && all_below(broken_links, partings().links.size()));
    const TornTets now = torn_tets(*this, broken_links, tets_of_whole(*this));
    return {now.piece_count, now.point_from.size() != particle_count || now.piece_count > 1};
}

std::vector<std::shared_ptr<const Model>> FleshModel::tear(std::span<const u32> broken_links,
                                                           const Material& inside) const {
    PL_ASSERT(is_ascending(broken_links) && all_below(broken_links, partings().links.size()));
    const std::vector<u32> ours = tets_of_whole(*this);
    const TornTets now = torn_tets(*this, broken_links, ours);
    std::vector<std::vector<u32>> of(now.piece_count);
    for (size_t t = 0; t < ours.size(); ++t) of[now.piece[t]].push_back(ours[t]);
    std::vector<std::shared_ptr<const Model>> pieces;
    for (std::vector<u32>& tets_of_piece : of)
        pieces.push_back(make_piece(whole_of(*this), broken_links, std::move(tets_of_piece), inside));
    return pieces;
}

std::shared_ptr<const Model> FleshModel::merged_model(std::span<const u32> broken_links, const Material& inside) const {
    return make_piece(*this, broken_links, all_tets(*this), inside);
}

std::vector<u32> FleshModel::particles_before(const Model& model) const {
    const FleshModel& before = static_cast<const FleshModel&>(model);
    std::vector<u32> from(particle_count, 0);
    for (u32 t = 0; t < tets.size(); ++t) {
        const u32 of_whole = torn->tet_from[t], old = before.torn ? before.torn->tet_now[of_whole] : of_whole;
        for (size_t k = 0; k < 4; ++k) from[tets[t][k]] = before.tets[old][k];
    }
    return from;
}

std::vector<u32> FleshModel::particle_map(const Model& model) const {
    const FleshModel& piece = static_cast<const FleshModel&>(model);
    std::vector<u32> number(particle_count, no_index);
    for (u32 t = 0; t < tets.size(); ++t) {
        const u32 of_whole = torn->tet_from[t], now = piece.torn ? piece.torn->tet_now[of_whole] : of_whole;
        if (now == no_index) continue;
        for (size_t k = 0; k < 4; ++k) number[tets[t][k]] = piece.tets[now][k];
    }
    return number;
}

void FleshModel::save_tear(Writer& w) const {
    PL_ASSERT(torn);
    w.array(torn->broken_links), w.value(torn->tet_from.front());
}

std::shared_ptr<const Model> FleshModel::load_tear(Reader& r, const Material& inside) const {
    const Soundness sound(r.name());
    std::vector<u32> broken_links;
    r.array(broken_links);
    const u32 tet = r.value<u32>();
    sound.below(broken_links, partings().links.size(), "faces that have parted");
    sound.require(std::is_sorted(broken_links.begin(), broken_links.end()) && tet < tets.size(),
                  "faces that have parted");
    const TornTets now = torn_tets(*this, broken_links, all_tets(*this));
    std::vector<u32> of;
    for (u32 t = 0; t < tets.size(); ++t)
        if (now.piece[t] == now.piece[tet]) of.push_back(t);
    return make_piece(*this, broken_links, std::move(of), inside);
}

}  // namespace pliant::flesh
