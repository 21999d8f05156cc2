#include "geometry/tet_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "geometry/tet_box.h"
#include "geometry/tet_faces.h"

namespace pliant {
namespace tet_clusters_tests {
namespace {

TEST(TetClusters, GroupsShareNoCornerAndColoursNoneBetweenClusters) {
    for (const Vec3i& cells : {Vec3i{1, 1, 1}, Vec3i{3, 2, 2}, Vec3i{9, 8, 7}}) {
        TetMesh mesh = tet_box({1, 0.8f, 0.6f}, cells);
        const size_t all = mesh.tets.size();
        sort_by_place(mesh, 256);
        const TetClusters c = cluster_tets(mesh.tets, static_cast<u32>(mesh.points.size()), 256);
        std::multiset<u32> seen;
        for (u32 g = 0; g < c.groups(); ++g) {
            const u32* group = c.tet.data() + g * TetClusters::lanes;
            std::set<u32> corners;
            for (u32 l = 0; l < TetClusters::lanes; ++l) {
                if (l > 0 && group[l] == group[0]) continue;
                seen.insert(group[l]);
                for (const u32 p : mesh.tets[group[l]]) EXPECT_TRUE(corners.insert(p).second) << "group " << g;
            }
        }
        EXPECT_EQ(seen.size(), all) << "every tet once";
        EXPECT_EQ(std::set<u32>(seen.begin(), seen.end()).size(), all);
        for (u32 color = 0; color < c.colors(); ++color) {
            std::map<u32, u32> cluster_of;  // each point
            for (u32 k = c.color_start[color]; k < c.color_start[color + 1]; ++k)
                for (u32 i = c.group_start[k] * TetClusters::lanes; i < c.group_start[k + 1] * TetClusters::lanes; ++i)
                    for (const u32 p : mesh.tets[c.tet[i]])
                        EXPECT_EQ(cluster_of.try_emplace(p, k).first->second, k) << "colour " << color;
        }
        const double fill = static_cast<double>(all) / (TetClusters::lanes * c.groups());
        std::printf("%zu tets: %u clusters, %u colours, %.1f %% of lanes used\n", all, c.clusters(), c.colors(),
                    100 * fill);
        if (all > 1000) {
            EXPECT_GT(fill, 0.9);
        }
    }
}

TEST(TetClusters, SortingKeepsTheVolume) {
    TetMesh mesh = tet_box({1, 1, 1}, {4, 4, 4});
    mesh.points.push_back({9, 9, 9});  // of no tet
    const std::vector<u32> number = sort_by_place(mesh, 64);
    EXPECT_EQ(mesh.points.size(), 125u);
    EXPECT_EQ(number.back(), no_point);
    double volume = 0;
    for (const TetPoints& t : mesh.tets) {
        const Vec3 a = mesh.points[t[0]];
        volume += dot(cross(mesh.points[t[1]] - a, mesh.points[t[2]] - a), mesh.points[t[3]] - a) / 6;
    }
    EXPECT_NEAR(volume, 1, 1e-5);
}

TEST(TetFaces, TheSurfaceOfABoxIsClosedAndFacesOutwards) {
    const TetMesh mesh = tet_box({2, 1, 1}, {4, 2, 2});
    double volume = 0;
    size_t outer = 0, inner = 0;
    for (const TetFace& f : tet_faces(mesh.tets)) {
        if (f.tet[1] != TetFace::outside) {
            ++inner;
            EXPECT_LT(f.tet[0], f.tet[1]);
            continue;
        }
        ++outer;
        const Vec3 a = mesh.points[f.points[0]], b = mesh.points[f.points[1]], c = mesh.points[f.points[2]];
        volume += dot(a, cross(b, c)) / 6;
    }
    EXPECT_EQ(outer, 2u * 2 * (4 * 2 + 4 * 2 + 2 * 2));
    EXPECT_EQ(2 * inner + outer, 4 * mesh.tets.size());
    EXPECT_NEAR(volume, 2, 1e-5) << "by the divergence theorem";
}

}  // namespace
}  // namespace tet_clusters_tests
}  // namespace pliant
