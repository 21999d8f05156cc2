#include "geometry/torn_sheet.h"

#include "core/contract.h"

namespace pliant {

std::vector<SheetLink> sheet_links(std::span<const TrianglePoints> triangles) {
    std::vector<SheetLink> links;
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        if (edge.size() == 2) links.push_back({edge[0].low, edge[0].high, edge[0].triangle(), edge[1].triangle()});
    });
    return links;
}

TornSheet tear_sheet(std::span<const TrianglePoints> whole, std::span<const SheetLink> links,
                     std::span<const u32> broken, std::span<const u32> of) {
    PL_ASSERT(all_below(broken, links.size()) && all_below(of, whole.size()));
    SimplexTearing<TrianglePoints, SheetLink> tearing(whole, links, broken);
    // Edges of three or more.
    std::vector<TrianglePoints> near;
    std::vector<u32> number;
    for (const u32 t : of)
        if (tearing.is_touched(whole[t][0]) || tearing.is_touched(whole[t][1]) || tearing.is_touched(whole[t][2])) {
            near.push_back(whole[t]);
            number.push_back(t);
        }
    const std::vector<EdgeUse> uses = edge_uses(near);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        for (size_t i = 1; i < edge.size() && edge.size() > 2; ++i)
            tearing.join(std::array{edge[0].low, edge[0].high}, number[edge[0].triangle()], number[edge[i].triangle()]);
    });
    return tearing.tear(of);
}

}  // namespace pliant
