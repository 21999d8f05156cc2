// Sheets that tear along edges.
#include "geometry/torn_sheet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/random.h"

namespace pliant {
namespace torn_sheet_tests {
namespace {

std::vector<TrianglePoints> grid(u32 cells) {
    std::vector<TrianglePoints> triangles;
    const u32 row = cells + 1;
    for (u32 y = 0; y < cells; ++y)
        for (u32 x = 0; x < cells; ++x) {
            const u32 p = y * row + x;
            if ((x + y) % 2) {
                triangles.push_back({p, p + 1, p + row});
                triangles.push_back({p + 1, p + row + 1, p + row});
            } else {
                triangles.push_back({p, p + 1, p + row + 1});
                triangles.push_back({p, p + row + 1, p + row});
            }
        }
    return triangles;
}

std::vector<u32> all_of(size_t count) {
    std::vector<u32> all(count);
    for (u32 i = 0; i < count; ++i) all[i] = i;
    return all;
}

u32 link_between(std::span<const SheetLink> links, u32 a, u32 b) {
    for (u32 l = 0; l < links.size(); ++l)
        if (links[l].a == std::min(a, b) && links[l].b == std::max(a, b)) return l;
    return 0xffffffffu;
}

u32 corner(const TornSheet& torn, u32 triangle, u32 point) {
    for (const u32 p : torn.simplices[triangle])
        if (torn.point_from[p] == point) return p;
    return 0xffffffffu;
}

// One edge inside opens nothing; two in a row part the triangles at the point between them; one at the hem opens there.
TEST(TornSheet, OpensWhereTrianglesNoLongerHangTogether) {
    const std::vector<TrianglePoints> whole = grid(4);  // rows of five points
    const std::vector<SheetLink> links = sheet_links(whole);
    EXPECT_EQ(links.size(), 3 * 16 + 2 * 4 - 16u);
    const std::vector<u32> all = all_of(whole.size());
    const auto torn = [&](std::vector<u32> parted) {
        std::sort(parted.begin(), parted.end());
        return tear_sheet(whole, links, parted, all);
    };
    EXPECT_EQ(torn({}).point_from.size(), 25u);
    EXPECT_EQ(torn({link_between(links, 11, 12)}).point_from.size(), 25u);
    EXPECT_EQ(torn({link_between(links, 11, 12), link_between(links, 12, 13)}).point_from.size(), 26u);
    EXPECT_EQ(torn({link_between(links, 10, 11)}).point_from.size(), 26u);
    std::vector<u32> across;
    for (u32 p = 10; p < 14; ++p) across.push_back(link_between(links, p, p + 1));
    const TornSheet halves = torn(across);
    EXPECT_EQ(halves.point_from.size(), 30u);
    EXPECT_EQ(halves.piece_count, 2u);
    EXPECT_EQ(std::count(halves.piece.begin(), halves.piece.end(), 0u), 16);
}

// Whatever has parted: triangles keep their points, those that a link still joins share its edge, and around a copy all
// triangles hang together by such links.
TEST(TornSheet, AnyTear) {
    const std::vector<TrianglePoints> whole = grid(9);
    const std::vector<SheetLink> links = sheet_links(whole);
    const std::vector<u32> all = all_of(whole.size());
    Random random(7);
    for (int trial = 0; trial < 300; ++trial) {
        const double share = 0.6 * trial / 300;
        std::vector<u32> parted;
        for (u32 l = 0; l < links.size(); ++l)
            if (random.chance(share)) parted.push_back(l);
        const TornSheet torn = tear_sheet(whole, links, parted, all);
        ASSERT_EQ(torn.simplices.size(), whole.size());
        for (size_t t = 0; t < whole.size(); ++t)
            for (size_t k = 0; k < 3; ++k) ASSERT_EQ(torn.point_from[torn.simplices[t][k]], whole[t][k]);
        std::set<u32> used;
        for (const TrianglePoints& t : torn.simplices) used.insert(t.begin(), t.end());
        ASSERT_EQ(used.size(), torn.point_from.size());
        // Walk from triangle to triangle by links that are left, staying at one point of the whole.
        std::vector<std::vector<u32>> joined(whole.size());
        for (u32 l = 0; l < links.size(); ++l) {
            if (std::binary_search(parted.begin(), parted.end(), l)) continue;
            joined[links[l].low].push_back(l);
            joined[links[l].high].push_back(l);
            for (const u32 p : {links[l].a, links[l].b})
                ASSERT_EQ(corner(torn, links[l].low, p), corner(torn, links[l].high, p));
        }
        for (u32 t = 0; t < whole.size(); ++t)
            for (const u32 point : whole[t]) {
                std::set<u32> reached{t};
                std::vector<u32> queue{t};
                for (size_t i = 0; i < queue.size(); ++i)
                    for (const u32 l : joined[queue[i]])
                        if (links[l].a == point || links[l].b == point)
                            for (const u32 next : {links[l].low, links[l].high})
                                if (reached.insert(next).second) queue.push_back(next);
                bool touched = false;
                for (const u32 l : parted) touched = touched || links[l].a == point || links[l].b == point;
                const u32 copy = corner(torn, t, point);
                for (u32 other = 0; other < whole.size() && touched; ++other)
                    ASSERT_TRUE(corner(torn, other, point) != copy || reached.count(other));
            }
        // Each piece, made by itself, is the same.
        for (u32 piece = 0; piece < std::min(torn.piece_count, 3u); ++piece) {
            std::vector<u32> of;
            for (u32 t = 0; t < whole.size(); ++t)
                if (torn.piece[t] == piece) of.push_back(t);
            const TornSheet alone = tear_sheet(whole, links, parted, of);
            ASSERT_EQ(alone.piece_count, 1u);
            std::set<u32> points;
            for (const u32 t : of) points.insert(torn.simplices[t].begin(), torn.simplices[t].end());
            ASSERT_EQ(alone.point_from.size(), points.size());
        }
    }
}

// Three triangles at one edge stay together.
TEST(TornSheet, EdgesOfThreeNeverPart) {
    const std::vector<TrianglePoints> book{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}, {1, 5, 2}};
    const std::vector<SheetLink> links = sheet_links(book);
    ASSERT_EQ(links.size(), 1u);
    const u32 parted[] = {0};
    const TornSheet torn = tear_sheet(book, links, parted, all_of(4));
    EXPECT_EQ(torn.piece_count, 2u);
    for (size_t t = 1; t < 3; ++t)
        for (const u32 p : {0u, 1u}) EXPECT_EQ(corner(torn, 0, p), corner(torn, static_cast<u32>(t), p));
}

}  // namespace
}  // namespace torn_sheet_tests
}  // namespace pliant
