#include "collide/surface.h"

#include <algorithm>
#include <numeric>

#include "core/contract.h"
#include "core/hash.h"
#include "core/order.h"

namespace pliant {

namespace {

// Interleaves the bits of three 10-bit numbers: points near in this order are near in space.
u32 spread_bits(u32 v) {
    v = (v | v << 16) & 0x030000ff;
    v = (v | v << 8) & 0x0300f00f;
    v = (v | v << 4) & 0x030c30c3;
    return (v | v << 2) & 0x09249249;
}

std::vector<u32> places(std::span<const Vec3> rest) {
    Box box;
    for (const Vec3& p : rest) box.add(p);
    const Vec3 size = box.size();
    const float scale = 1023.0f / std::max({size.x, size.y, size.z, 1e-20f});
    std::vector<u32> code(rest.size());
    for (size_t i = 0; i < rest.size(); ++i) {
        const Vec3 q = (rest[i] - box.low) * scale;
        code[i] = spread_bits(static_cast<u32>(q.x)) | spread_bits(static_cast<u32>(q.y)) << 1 |
                  spread_bits(static_cast<u32>(q.z)) << 2;
    }
    return code;
}

void renumber_points(ContactSurface& s, const std::vector<u32>& order) {
    const std::vector<PointRole> role = std::move(s.role);
    const Array<u32> particle = std::move(s.particle);
    const Array<float> weight = std::move(s.weight);
    s.role.resize(order.size());
    s.particle.resize(particle.size());
    s.weight.resize(weight.size());
    for (size_t n = 0; n < order.size(); ++n) {
        s.role[n] = role[order[n]];
        const size_t to = n * s.supports, from = static_cast<size_t>(order[n]) * s.supports;
        std::copy_n(particle.data() + from, s.supports, s.particle.data() + to);
        std::copy_n(weight.data() + from, s.supports, s.weight.data() + to);
    }
}

void list_triangles_of_points(ContactSurface& s) {
    s.point_triangle_start.assign(s.point_count() + 1, 0);
    for (const auto& t : s.triangles)
        for (u32 p : t) ++s.point_triangle_start[p + 1];
    std::partial_sum(s.point_triangle_start.begin(), s.point_triangle_start.end(), s.point_triangle_start.begin());
    s.point_triangle.resize(s.point_triangle_start.back());
    std::vector<u32> fill(s.point_triangle_start.begin(), s.point_triangle_start.end() - 1);
    for (u32 t = 0; t < s.triangles.size(); ++t)
        for (u32 p : s.triangles[t]) s.point_triangle[fill[p]++] = t;
}

bool has_side(const std::array<u32, 3>& t, u32 from, u32 to) {
    return (t[0] == from && t[1] == to) || (t[1] == from && t[2] == to) || (t[2] == from && t[0] == to);
}

// Where several triangles run the same way along an edge, the first of them has the neighbour, which is the first that
// runs the other way.
u32 neighbor_across(const ContactSurface& s, u32 triangle, u32 from, u32 to) {
    const auto count = [&](u32 p) { return s.point_triangle_start[p + 1] - s.point_triangle_start[p]; };
    const u32 end = count(from) < count(to) ? from : to;  // the middle of a fan may have thousands
    u32 other = ContactSurface::none;
    for (u32 i = s.point_triangle_start[end]; i < s.point_triangle_start[end + 1]; ++i) {
        const u32 t = s.point_triangle[i];
        if (t < triangle && has_side(s.triangles[t], from, to)) return ContactSurface::none;
        if (other == ContactSurface::none && has_side(s.triangles[t], to, from)) other = t;
    }
    return other;
}

void find_neighbors(ContactSurface& s) {
    s.neighbor.resize(s.triangles.size());
    for (u32 t = 0; t < s.triangles.size(); ++t)
        for (u32 k = 0; k < 3; ++k)
            s.neighbor[t][k] = neighbor_across(s, t, s.triangles[t][k], s.triangles[t][(k + 1) % 3]);
}

// Of the particles that carry a triangle's corners, the one that is deepest behind it.
void find_behind(ContactSurface& s, std::span<const Vec3> rest, std::span<const Vec3> particle_rest) {
    s.behind.clear();
    if (!s.closed) return;
    for (const auto& [a, b, c] : s.triangles) {
        const Vec3 outward = cross(rest[b] - rest[a], rest[c] - rest[a]);
        u32 best = s.particle[a * s.supports];
        float deepest = 3e38f;
        for (u32 point : {a, b, c})
            for (u32 k = 0; k < s.supports; ++k) {
                const u32 p = s.particle[point * s.supports + k];
                const float height = dot(outward, particle_rest[p] - rest[a]);
                if (height < deepest) {
                    deepest = height;
                    best = p;
                }
            }
        s.behind.push_back(best);
    }
}

void make_patches(ContactSurface& s) {
    constexpr u32 points_per_patch = ContactSurface::points_per_patch;
    s.patches.clear();
    s.patch_particle.clear();
    s.patch_needs.clear();
    u32 triangle = 0;
    std::vector<u32> particles, needs;
    for (u32 first = 0; first < s.point_count(); first += points_per_patch) {
        ContactSurface::Patch patch{};
        patch.point_begin = first;
        patch.point_end = std::min(first + points_per_patch, s.point_count());
        patch.triangle_begin = triangle;
        while (triangle < s.triangles.size() &&
               *std::min_element(s.triangles[triangle].begin(), s.triangles[triangle].end()) < patch.point_end)
            ++triangle;
        patch.triangle_end = triangle;

        particles.clear();
        needs.clear();
        const auto add_particles = [&](u32 point) {
            for (u32 k = 0; k < s.supports; ++k)
                if (s.weight[point * s.supports + k] > 0) particles.push_back(s.particle[point * s.supports + k]);
        };
        for (u32 p = patch.point_begin; p < patch.point_end; ++p) add_particles(p);
        for (u32 t = patch.triangle_begin; t < patch.triangle_end; ++t)
            for (u32 p : s.triangles[t])
                if (s.patch_of(p) != s.patch_of(first)) {
                    needs.push_back(s.patch_of(p));
                    add_particles(p);
                }
        for (auto* list : {&particles, &needs}) {
            std::sort(list->begin(), list->end());
            list->erase(std::unique(list->begin(), list->end()), list->end());
        }
        patch.particle_begin = static_cast<u32>(s.patch_particle.size());
        s.patch_particle.insert(s.patch_particle.end(), particles.begin(), particles.end());
        patch.particle_end = static_cast<u32>(s.patch_particle.size());
        patch.needs_begin = static_cast<u32>(s.patch_needs.size());
        s.patch_needs.insert(s.patch_needs.end(), needs.begin(), needs.end());
        patch.needs_end = static_cast<u32>(s.patch_needs.size());
        s.patches.push_back(patch);
    }
    PL_ASSERT(triangle == s.triangles.size());
}

}  // namespace

// Points in the order of how pointed the skin is there: what sticks out touches first, and must not be left to others.
static std::vector<u32> most_pointed_first(std::span<const float> flatness) {
    std::vector<u32> bucket;
    for (const float f : flatness) bucket.push_back(static_cast<u32>(f * 20));  // slight differences do not count
    return order_by(bucket);
}

namespace {

// Points in cells as wide as the search distance, in a hash table. Points that share a slot by chance are further away
// than that, and the caller measures distances.
class NearPoints {
  public:
    NearPoints(size_t count, float cell) : cell_(cell), next_(count) {
        size_t slots = 64;
        while (slots < 2 * count) slots *= 2;
        first_.assign(slots, ContactSurface::none);
    }
    void add(u32 point, const Vec3& at) {
        u32& first = first_[slot(cell(at))];
        next_[point] = first;
        first = point;
    }
    template <class F>
    bool any(const Vec3& at, F&& f) const {
        const Vec3i home = cell(at);
        for (int n = 0; n < 27; ++n)
            for (u32 p = first_[slot(home + Vec3i{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1})]; p != ContactSurface::none;
                 p = next_[p])
                if (f(p)) return true;
        return false;
    }

  private:
    Vec3i cell(const Vec3& at) const {
        return {static_cast<i32>(std::floor(at.x / cell_)), static_cast<i32>(std::floor(at.y / cell_)),
                static_cast<i32>(std::floor(at.z / cell_))};
    }
    size_t slot(const Vec3i& c) const {
        const u64 packed = static_cast<u64>(static_cast<u32>(c.x)) * 73856093u ^
                           static_cast<u64>(static_cast<u32>(c.y)) * 19349663u ^
                           static_cast<u64>(static_cast<u32>(c.z)) * 83492791u;
        return mix(packed) & (first_.size() - 1);
    }
    float cell_;
    std::vector<u32> first_, next_;  // of each slot, and after each point
};

}  // namespace

void thin_out(ContactSurface& s, std::span<const Vec3> rest, float distance) {
    PL_ASSERT(all_finite(rest));
    PL_ASSERT(rest.size() == s.point_count() && distance > 0);
    std::vector<Vec3> normal(rest.size());
    std::vector<float> flatness(rest.size(), 0);
    for (const auto& [a, b, c] : s.triangles) {
        const Vec3 n = cross(rest[b] - rest[a], rest[c] - rest[a]);
        for (u32 p : {a, b, c}) {
            normal[p] += n;
            flatness[p] += length(n);
        }
    }
    for (size_t p = 0; p < rest.size(); ++p) {
        flatness[p] = flatness[p] > 0 ? length(normal[p]) / flatness[p] : 1;
        normal[p] = direction(normal[p], Vec3{});
    }
    // What sticks out further than this, seen along its own normal, would be seen to sink in.
    const float further = 0.15f * distance;
    NearPoints kept(rest.size(), distance);
    for (u32 p : most_pointed_first(flatness)) {
        if (s.role[p] != PointRole::skin) continue;
        const auto acts_for_p = [&](u32 q) {
            return length_squared(rest[p] - rest[q]) < distance * distance &&
                   dot(normal[p], rest[p] - rest[q]) < further;
        };
        if (kept.any(rest[p], acts_for_p)) {
            s.role[p] = PointRole::corner;
        } else {
            kept.add(p, rest[p]);
        }
    }
}

// A triangle lies in the patch of its lowest point; those with the same one keep their order. Returns their new
// numbers.
static std::vector<u32> sort_by_lowest_point(std::vector<std::array<u32, 3>>& triangles) {
    std::vector<u32> lowest;
    lowest.reserve(triangles.size());
    for (const auto& t : triangles) lowest.push_back(std::min({t[0], t[1], t[2]}));
    std::vector<std::array<u32, 3>> sorted;
    sorted.reserve(triangles.size());
    std::vector<u32> number(triangles.size());
    for (const u32 t : order_by(lowest)) {
        number[t] = static_cast<u32>(sorted.size());
        sorted.push_back(triangles[t]);
    }
    triangles = std::move(sorted);
    return number;
}

Arranged arrange(ContactSurface& s, std::span<const Vec3> rest, std::span<const Vec3> particle_rest) {
    PL_ASSERT(all_finite(rest) && all_below(s.particle, particle_rest.size()));
    PL_ASSERT(rest.size() == s.point_count());
    const std::vector<u32> order = order_by(places(rest));
    std::vector<u32> number(rest.size());
    for (u32 n = 0; n < order.size(); ++n) number[order[n]] = n;
    renumber_points(s, order);
    for (auto& t : s.triangles)
        for (u32& p : t) p = number[p];
    std::vector<u32> triangle = sort_by_lowest_point(s.triangles);
    std::vector<Vec3> sorted(rest.size());
    for (u32 n = 0; n < order.size(); ++n) sorted[n] = rest[order[n]];
    list_triangles_of_points(s);
    find_neighbors(s);
    find_behind(s, sorted, particle_rest);
    make_patches(s);
    return {std::move(number), std::move(triangle)};
}

void ContactSurface::save(Writer& w) const {
    w.value(supports);
    w.value(closed);
    w.value(spacing);
    w.value(radius);
    w.array(particle);
    w.array(weight);
    w.array(role);
    w.array(triangles);
    w.array(neighbor);
    w.array(point_triangle_start);
    w.array(point_triangle);
    w.array(behind);
    w.array(patches);
    w.array(patch_particle);
    w.array(patch_needs);
    volume.save(w);
}

void ContactSurface::load(Reader& r) {
    supports = r.value<u32>();
    closed = r.value<u8>() != 0;
    spacing = r.value<float>();
    radius = r.value<float>();
    r.array(particle);
    r.array(weight);
    r.array(role);
    r.array(triangles);
    r.array(neighbor);
    r.array(point_triangle_start);
    r.array(point_triangle);
    r.array(behind);
    r.array(patches);
    r.array(patch_particle);
    r.array(patch_needs);
    volume.load(r);
}

}  // namespace pliant
