#include "geometry/tet_faces.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

TrianglePoints tet_face(const TetPoints& t, u32 k) {
    PL_ASSERT(k < 4);
    switch (k) {
        case 0: return {t[1], t[2], t[3]};
        case 1: return {t[0], t[3], t[2]};
        case 2: return {t[0], t[1], t[3]};
        default: return {t[0], t[2], t[1]};
    }
}

u32 corner_across(const TetPoints& tet, const TrianglePoints& face) {
    PL_ASSERT(std::count_if(face.begin(), face.end(),
                            [&](u32 p) { return std::find(tet.begin(), tet.end(), p) != tet.end(); }) == 3);
    u32 k = 0;
    while (k < 3 && std::find(face.begin(), face.end(), tet[k]) != face.end()) ++k;
    return k;
}

std::vector<TetFace> tet_faces(std::span<const TetPoints> tets) {
    PL_ASSERT(tets.size() < 0x40000000u);
    // Faces, as 4 tet + corner, grouped by their lowest point: equal ones are in one group, and groups are small.
    const auto face = [&](u32 f) { return tet_face(tets[f / 4], f % 4); };
    const auto lowest = [&](u32 f) {
        const TrianglePoints t = face(f);
        return std::min({t[0], t[1], t[2]});
    };
    const u32 count = static_cast<u32>(4 * tets.size());
    u32 points = 0;
    for (const TetPoints& t : tets)
        for (const u32 p : t) points = std::max(points, p + 1);
    std::vector<u32> start(points + 1, 0), grouped(count);
    for (u32 f = 0; f < count; ++f) ++start[lowest(f) + 1];
    for (u32 p = 0; p < points; ++p) start[p + 1] += start[p];
    std::vector<u32> next(start.begin(), start.end() - 1);
    for (u32 f = 0; f < count; ++f) grouped[next[lowest(f)]++] = f;

    std::vector<TetFace> faces;
    std::vector<std::pair<TrianglePoints, u32>> group;
    for (u32 p = 0; p < points; ++p) {
        group.clear();
        for (u32 i = start[p]; i < start[p + 1]; ++i) {
            TrianglePoints sorted = face(grouped[i]);
            std::sort(sorted.begin(), sorted.end());
            group.push_back({sorted, grouped[i]});
        }
        std::sort(group.begin(), group.end());
        for (size_t i = 0, end; i < group.size(); i = end) {
            for (end = i + 1; end < group.size() && group[end].first == group[i].first;) ++end;
            faces.push_back({face(group[i].second),
                             {group[i].second / 4, end > i + 1 ? group[i + 1].second / 4 : TetFace::outside}});
        }
    }
    std::stable_sort(faces.begin(), faces.end(),
                     [](const TetFace& a, const TetFace& b) { return a.tet[0] < b.tet[0]; });
    return faces;
}

}  // namespace pliant
