#include "geometry/rims.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

namespace {

using Rim = std::vector<u32>;

u32 next_corner(u32 corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

// Of each corner, whose edge runs to the next: the corner whose edge runs back; or none.
std::vector<u32> twins_of(std::span<const TrianglePoints> triangles) {
    std::vector<u32> twin(3 * triangles.size(), no_index), there, back;
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        there.clear();
        back.clear();
        for (const EdgeUse& use : edge) (use.forward ? there : back).push_back(use.corner);
        for (size_t i = 0; i < std::min(there.size(), back.size()); ++i) {
            twin[there[i]] = back[i];
            twin[back[i]] = there[i];
        }
    });
    return twin;
}

// How far the points of a rim are from another, in the mean, squared.
double apart(const Rim& rim, const Rim& other, std::span<const Vec3> places) {
    double sum = 0;
    for (const u32 p : rim) {
        float nearest = 3e38f;
        for (const u32 q : other) nearest = std::min(nearest, length_squared(places[p] - places[q]));
        sum += static_cast<double>(nearest);
    }
    return sum / static_cast<double>(rim.size());
}

class Bands {
  public:
    explicit Bands(std::span<const Vec3> places) : places_(places) {}

    // Rims that are near each other run opposite ways. Of the two next triangles the one with the shorter side is made.
    void add(const Rim& rim, const Rim& other) {
        const u32 n = static_cast<u32>(rim.size()), m = static_cast<u32>(other.size());
        u32 i = 0, j = 0;
        for (u32 a = 0; a < n; ++a)
            for (u32 b = 0; b < m; ++b)
                if (distance(rim[a], other[b]) < distance(rim[i], other[j])) {
                    i = a;
                    j = b;
                }
        for (u32 gone = 0, back = 0; gone < n || back < m;) {
            const u32 p = rim[i], q = other[j], on = rim[(i + 1) % n], before = other[(j + m - 1) % m];
            if (back == m || (gone < n && distance(on, q) <= distance(p, before))) {
                triangles.push_back({on, p, q});
                i = (i + 1) % n;
                ++gone;
            } else {
                triangles.push_back({p, q, before});
                j = (j + m - 1) % m;
                ++back;
            }
        }
    }

    void close(const Rim& rim) {
        for (size_t i = 1; i + 1 < rim.size(); ++i)
            if (rim[i] != rim[0] && rim[i + 1] != rim[0]) triangles.push_back({rim[0], rim[i + 1], rim[i]});
    }

    std::vector<TrianglePoints> triangles;

  private:
    float distance(u32 a, u32 b) const { return length_squared(places_[a] - places_[b]); }
    std::span<const Vec3> places_;
};

}  // namespace

std::vector<Rim> rims_of(std::span<const TrianglePoints> triangles) {
    const std::vector<u32> twin = twins_of(triangles);
    std::vector<u8> seen(twin.size(), 0);
    std::vector<Rim> rims;
    for (u32 first = 0; first < twin.size(); ++first) {
        if (twin[first] != no_index || seen[first]) continue;
        Rim& rim = rims.emplace_back();
        for (u32 corner = first; !seen[corner];) {
            seen[corner] = 1;
            rim.push_back(triangles[corner / 3][corner % 3]);
            // Around the end of the edge, to the next that has no other side.
            corner = next_corner(corner);
            while (twin[corner] != no_index) corner = next_corner(twin[corner]);
        }
    }
    return rims;
}

std::vector<TrianglePoints> close_rims(std::span<const TrianglePoints> drawn, std::span<const TrianglePoints> walls,
                                       std::span<const Vec3> places) {
    PL_ASSERT(all_below(drawn, places.size()) && all_below(walls, places.size()));
    const std::vector<Rim> rims = rims_of(drawn), others = rims_of(walls);
    std::vector<u32> longest_first(rims.size());
    for (u32 i = 0; i < longest_first.size(); ++i) longest_first[i] = i;
    std::sort(longest_first.begin(), longest_first.end(),
              [&](u32 a, u32 b) { return rims[a].size() != rims[b].size() ? rims[a].size() > rims[b].size() : a < b; });
    std::vector<u8> taken(others.size(), 0);
    Bands bands(places);
    for (const u32 number : longest_first) {
        const Rim& rim = rims[number];
        size_t best = others.size();
        double nearest = 0;
        for (size_t o = 0; o < others.size(); ++o) {
            if (taken[o]) continue;
            const double here = apart(rim, others[o], places);
            if (best == others.size() || here < nearest) {
                best = o;
                nearest = here;
            }
        }
        if (best == others.size()) {
            bands.close(rim);
        } else {
            bands.add(rim, others[best]);
            taken[best] = 1;
        }
    }
    for (size_t o = 0; o < others.size(); ++o)
        if (!taken[o]) bands.close(others[o]);
    return std::move(bands.triangles);
}

}  // namespace pliant
