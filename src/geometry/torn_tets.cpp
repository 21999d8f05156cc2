#include "geometry/torn_tets.h"

#include "core/contract.h"

namespace pliant {

std::vector<TetLink> tet_links(std::span<const TetPoints> tets) {
    std::vector<TetLink> links;
    for (const TetFace& f : tet_faces(tets))
        if (f.tet[1] != TetFace::outside) links.push_back({f.points, f.tet[0], f.tet[1]});
    return links;
}

TornTets tear_tets(std::span<const TetPoints> whole, std::span<const TetLink> links, std::span<const u32> broken,
                   std::span<const u32> of) {
    PL_ASSERT(all_below(broken, links.size()) && all_below(of, whole.size()));
    return SimplexTearing<TetPoints, TetLink>(whole, links, broken).tear(of);
}

}  // namespace pliant
