#include "geometry/tet_faces.h"

#include <algorithm>

namespace pliant {

TrianglePoints tet_face(const TetPoints& t, u32 k) {
    switch (k) {
        case 0: return {t[1], t[2], t[3]};
        case 1: return {t[0], t[3], t[2]};
        case 2: return {t[0], t[1], t[3]};
        default: return {t[0], t[2], t[1]};
    }
}

std::vector<TetFace> tet_faces(std::span<const TetPoints> tets) {
    struct Use {
        TrianglePoints sorted;
        u32 tet, corner;
    };
    std::vector<Use> uses;
    uses.reserve(4 * tets.size());
    for (u32 t = 0; t < tets.size(); ++t)
        for (u32 k = 0; k < 4; ++k) {
            Use use{tet_face(tets[t], k), t, k};
            std::sort(use.sorted.begin(), use.sorted.end());
            uses.push_back(use);
        }
    std::sort(uses.begin(), uses.end(),
              [](const Use& a, const Use& b) { return a.sorted != b.sorted ? a.sorted < b.sorted : a.tet < b.tet; });
    std::vector<TetFace> faces;
    for (size_t i = 0, end; i < uses.size(); i = end) {
        for (end = i + 1; end < uses.size() && uses[end].sorted == uses[i].sorted;) ++end;
        faces.push_back({tet_face(tets[uses[i].tet], uses[i].corner),
                         {uses[i].tet, end > i + 1 ? uses[i + 1].tet : TetFace::outside}});
    }
    std::stable_sort(faces.begin(), faces.end(),
                     [](const TetFace& a, const TetFace& b) { return a.tet[0] < b.tet[0]; });
    return faces;
}

}  // namespace pliant
