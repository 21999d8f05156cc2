#include "body/tessellation.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "core/assert.h"

namespace pliant {

namespace {

u64 edge_key(u32 a, u32 b) { return static_cast<u64>(std::min(a, b)) << 32 | std::max(a, b); }

Vec3 middle_of_edge(const Vec3& a, const Vec3& b, const Vec3& na, const Vec3& nb) {
    return (a + b) * 0.5f - (na * dot(b - a, na) + nb * dot(a - b, nb)) * 0.125f;
}

// Of the quadratic patch, which bends twice where the edge does.
Vec3 middle_normal(const Vec3& a, const Vec3& b, const Vec3& na, const Vec3& nb) {
    const Vec3 edge = b - a, sum = na + nb;
    const float l2 = length_squared(edge);
    const Vec3 across = l2 > 0 ? direction(sum - edge * (2 * dot(edge, sum) / l2), sum) : sum;
    return direction(sum * 0.25f + across * 0.5f, na);
}

// Where faces meet, whatever vertices they have there.
struct Place {
    Vec3 at, rest;
    Vec3 normal;  // zero on a hard edge: what is flat on both sides stays straight
};

class Splitter {
  public:
    Splitter(const SurfaceModel& surface, std::span<const u32> place_of, u32 places, std::span<const Vec3> positions,
             std::span<const Vec3> normals)
        : place_of_(place_of.begin(), place_of.end()), places_(places) {
        out_.positions.assign(positions.begin(), positions.end());
        out_.normals.assign(normals.begin(), normals.end());
        out_.uv = surface.uv, out_.indices = surface.indices, out_.ranges = surface.ranges;
        std::vector<u8> known(places, 0);
        // The two sides of a crack are in one place at rest, and not when it gapes.
        std::map<std::pair<u32, std::array<float, 3>>, u32> broken_links;
        for (u32 v = 0; v < place_of_.size(); ++v) {
            u32& place = place_of_[v];
            const Vec3& at = positions[v];
            if (known[place] && !(places_[place].at == at)) {
                const u32 next = static_cast<u32>(places_.size());
                place = broken_links.try_emplace({place, {at.x, at.y, at.z}}, next).first->second;
                if (place == next) places_.emplace_back(), known.push_back(0);
            }
            Place& p = places_[place];
            if (!known[place]) {
                p = {at, surface.positions[v], normals[v]};
            } else if (dot(p.normal, normals[v]) < 0.95f) {  // 18°
                p.normal = {};
            }
            known[place] = 1;
        }
    }

    // Halves edges that are longer than so many times what they are at rest; false where there are none.
    bool halve(float stretch) {
        new_places_.clear(), new_vertices_.clear();
        const std::vector<u32> before = std::move(out_.indices);
        out_.indices.clear();
        bool any = false;
        for (MaterialRange& range : out_.ranges) {
            const u32 begin = range.first_index, end = begin + range.index_count;
            range.first_index = static_cast<u32>(out_.indices.size());
            for (u32 i = begin; i < end; i += 3) any = split({before[i], before[i + 1], before[i + 2]}, stretch) || any;
            range.index_count = static_cast<u32>(out_.indices.size()) - range.first_index;
        }
        return any;
    }

    TessellatedSurface take() { return std::move(out_); }

  private:
    bool is_long(u32 a, u32 b, float stretch) const {
        const Place &p = places_[place_of_[a]], &q = places_[place_of_[b]];
        return length_squared(q.at - p.at) > stretch * stretch * length_squared(q.rest - p.rest);
    }

    bool split(const std::array<u32, 3>& t, float stretch) {
        u32 middle[3], count = 0;
        for (u32 k = 0; k < 3; ++k) {
            const bool is_split = is_long(t[k], t[(k + 1) % 3], stretch);
            middle[k] = is_split ? middle_vertex(t[k], t[(k + 1) % 3]) : no_index;
            count += is_split;
        }
        const auto add = [&](u32 a, u32 b, u32 c) { out_.indices.insert(out_.indices.end(), {a, b, c}); };
        if (count == 0) return add(t[0], t[1], t[2]), false;
        if (count == 3) {
            for (u32 k = 0; k < 3; ++k) add(t[k], middle[k], middle[(k + 2) % 3]);
            return add(middle[0], middle[1], middle[2]), true;
        }
        u32 k = 0;  // turned so that one edge is halved and it is the first, or two and they are the first
        while (count == 1 ? middle[k] == no_index : middle[(k + 2) % 3] != no_index) ++k;
        const u32 a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3], ab = middle[k], bc = middle[(k + 1) % 3];
        if (count == 1) return add(a, ab, c), add(ab, b, c), true;
        add(ab, b, bc);
        // The shorter way across what is left, which has four corners.
        const auto edge = [&](u32 v, u32 w) { return length_squared(out_.positions[w] - out_.positions[v]); };
        if (edge(a, bc) < edge(ab, c)) return add(a, ab, bc), add(a, bc, c), true;
        return add(a, ab, c), add(ab, bc, c), true;
    }

    u32 middle_place(u32 a, u32 b) {
        const auto [found, is_new] = new_places_.try_emplace(edge_key(a, b), static_cast<u32>(places_.size()));
        if (is_new) {
            const Place p = places_[std::min(a, b)],
                        q = places_[std::max(a, b)];  // the same from both sides, to the bit
            const bool hard = p.normal == Vec3{} || q.normal == Vec3{};
            Place middle{(p.at + q.at) * 0.5f, (p.rest + q.rest) * 0.5f, {}};
            if (!hard) {
                middle.at = middle_of_edge(p.at, q.at, p.normal, q.normal);
                middle.normal = middle_normal(p.at, q.at, p.normal, q.normal);
            }
            places_.push_back(middle);
        }
        return found->second;
    }

    u32 middle_vertex(u32 a, u32 b) {
        const auto [found, is_new] = new_vertices_.try_emplace(edge_key(a, b), static_cast<u32>(out_.positions.size()));
        if (is_new) {
            const u32 v = std::min(a, b), w = std::max(a, b), place = middle_place(place_of_[v], place_of_[w]);
            place_of_.push_back(place);
            out_.positions.push_back(places_[place].at);
            out_.normals.push_back(
                middle_normal(out_.positions[v], out_.positions[w], out_.normals[v], out_.normals[w]));
            if (!out_.uv.empty())
                out_.uv.push_back({0.5f * (out_.uv[v].x + out_.uv[w].x), 0.5f * (out_.uv[v].y + out_.uv[w].y)});
            out_.parents.push_back({v, w});
        }
        return found->second;
    }

    TessellatedSurface out_;
    std::vector<u32> place_of_;  // of each vertex
    std::vector<Place> places_;
    // Only looked up, never walked: numbers are given in the order of faces.
    std::unordered_map<u64, u32> new_places_, new_vertices_;
};

}  // namespace

Tessellation::Tessellation(const SurfaceModel& surface) : surface_(surface), place_(surface.vertex_count()) {
    std::vector<u32> order(place_.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto& at = surface.positions;
    const auto key = [&](u32 v) { return std::array<float, 3>{at[v].x, at[v].y, at[v].z}; };
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
    for (size_t i = 0; i < order.size(); ++i) {
        place_count_ += i == 0 || key(order[i]) != key(order[i - 1]);
        place_[order[i]] = place_count_ - 1;
    }
}

TessellatedSurface Tessellation::split(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                       const TessellationSettings& settings) const {
    PL_ASSERT(positions.size() == place_.size() && normals.size() == place_.size());
    PL_ASSERT(settings.stretch >= 1 && settings.levels < 16);
    Splitter splitter(surface_, place_, place_count_, positions, normals);
    float stretch = settings.stretch;
    for (u32 level = 0; level < settings.levels && splitter.halve(stretch); ++level) stretch *= settings.stretch;
    return splitter.take();
}

void TessellatedSurface::carry(std::vector<float>& of_vertices) const {
    for (const auto& [a, b] : parents) of_vertices.push_back((of_vertices[a] + of_vertices[b]) * 0.5f);
}

}  // namespace pliant
