#include "geometry/soup.h"

#include <algorithm>

#include "core/contract.h"
#include "core/disjoint_sets.h"

namespace pliant {

namespace {

bool before(const Vec3& a, const Vec3& b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z; }

// The corner with the least number first; the direction round the triangle stays.
std::array<u32, 3> rotated(const std::array<u32, 3>& t) {
    const int first = t[0] <= t[1] && t[0] <= t[2] ? 0 : t[1] <= t[2] ? 1 : 2;
    return {t[first], t[(first + 1) % 3], t[(first + 2) % 3]};
}

// One side of a triangle: its edge, whichever way, and the way this triangle passes it.
struct SoupSide {
    u64 edge;
    u32 triangle;
    bool forward;
    bool operator<(const SoupSide& o) const { return edge != o.edge ? edge < o.edge : triangle < o.triangle; }
};

std::vector<SoupSide> sorted_sides(std::span<const std::array<u32, 3>> triangles) {
    std::vector<SoupSide> sides;
    sides.reserve(triangles.size() * 3);
    for (u32 t = 0; t < triangles.size(); ++t)
        for (int c = 0; c < 3; ++c) {
            const u32 a = triangles[t][c], b = triangles[t][(c + 1) % 3];
            if (a != b) sides.push_back({static_cast<u64>(std::min(a, b)) << 32 | std::max(a, b), t, a < b});
        }
    std::sort(sides.begin(), sides.end());
    return sides;
}

// Calls f with each run of sides that have the same edge.
template <class F>
void for_each_edge(const std::vector<SoupSide>& sides, F&& f) {
    for (size_t i = 0, next; i < sides.size(); i = next) {
        next = i + 1;
        while (next < sides.size() && sides[next].edge == sides[i].edge) ++next;
        f(std::span(sides).subspan(i, next - i));
    }
}

// The neighbours of each triangle across edges of two triangles, and whether they pass the edge the same way.
struct Neighbours {
    struct Link {
        u32 triangle;
        bool clash;
    };
    std::vector<std::vector<Link>> of;

    explicit Neighbours(std::span<const std::array<u32, 3>> triangles) : of(triangles.size()) {
        for_each_edge(sorted_sides(triangles), [&](std::span<const SoupSide> s) {
            if (s.size() != 2) return;
            const bool clash = s[0].forward == s[1].forward;
            of[s[0].triangle].push_back({s[1].triangle, clash});
            of[s[1].triangle].push_back({s[0].triangle, clash});
        });
    }
};

double area_of(const TriangleSoup& soup, u32 t) {
    const auto c = soup.corners(t);
    return length(cross(c[1] - c[0], c[2] - c[0]));
}

}  // namespace

Box TriangleSoup::bounds() const {
    Box box;
    for (const Vec3& p : points) box.add(p);
    return box;
}

TriangleSoup sorted_soup(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles) {
    PL_ASSERT(points.size() < no_index && all_below(triangles, points.size()));
    std::vector<u32> used;
    used.reserve(triangles.size() * 3);
    for (const auto& t : triangles)
        for (const u32 p : t) {
            PL_ASSERT(p < points.size());
            used.push_back(p);
        }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::sort(used.begin(), used.end(),
              [&](u32 a, u32 b) { return points[a] == points[b] ? a < b : before(points[a], points[b]); });
    TriangleSoup soup;
    std::vector<u32> number(points.size());
    for (const u32 p : used) {
        if (soup.points.empty() || soup.points.back() != points[p])
            soup.points.push_back(points[p] + Vec3{});  // -0 becomes 0
        number[p] = static_cast<u32>(soup.points.size() - 1);
    }
    soup.triangles.reserve(triangles.size());
    for (const auto& t : triangles) soup.triangles.push_back(rotated({number[t[0]], number[t[1]], number[t[2]]}));
    std::sort(soup.triangles.begin(), soup.triangles.end());
    return soup;
}

void orient(TriangleSoup& soup) {
    const Neighbours neighbours(soup.triangles);
    std::vector<u8> reached(soup.triangles.size(), 0), flip(soup.triangles.size(), 0);
    std::vector<u32> piece;
    for (u32 seed = 0; seed < soup.triangles.size(); ++seed) {
        if (reached[seed]) continue;
        piece.assign(1, seed);
        reached[seed] = 1;
        double balance = 0;  // area kept less area turned
        for (size_t i = 0; i < piece.size(); ++i) {
            balance += flip[piece[i]] ? -area_of(soup, piece[i]) : area_of(soup, piece[i]);
            for (const auto& link : neighbours.of[piece[i]]) {
                if (reached[link.triangle]) continue;
                reached[link.triangle] = 1;
                flip[link.triangle] = flip[piece[i]] ^ static_cast<u8>(link.clash);
                piece.push_back(link.triangle);
            }
        }
        if (balance < 0)
            for (const u32 t : piece) flip[t] ^= 1;
    }
    for (size_t t = 0; t < soup.triangles.size(); ++t)
        if (flip[t]) std::swap(soup.triangles[t][1], soup.triangles[t][2]);
    std::sort(soup.triangles.begin(), soup.triangles.end());
}

bool is_closed(std::span<const std::array<u32, 3>> triangles) {
    bool closed = true;
    for_each_edge(sorted_sides(triangles), [&](std::span<const SoupSide> sides) {
        i32 balance = 0;
        for (const SoupSide& s : sides) balance += s.forward ? 1 : -1;
        closed &= balance == 0;
    });
    return closed;
}

std::vector<std::array<u32, 3>> closed_pieces(const TriangleSoup& soup) {
    PL_VALIDATE(soup);
    DisjointSets pieces(soup.points.size());  // of points
    for (const auto& t : soup.triangles) {
        pieces.join(t[0], t[1]);
        pieces.join(t[0], t[2]);
    }
    std::vector<std::vector<std::array<u32, 3>>> by_piece(soup.points.size());
    for (const auto& t : soup.triangles) by_piece[pieces.find(t[0])].push_back(t);
    std::vector<std::array<u32, 3>> closed;
    for (const auto& piece : by_piece)
        if (!piece.empty() && is_closed(piece)) closed.insert(closed.end(), piece.begin(), piece.end());
    return closed;
}

}  // namespace pliant
