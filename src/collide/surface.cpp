#include "collide/surface.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/assert.h"

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
    ContactSurface old = s;
    for (u32 n = 0; n < order.size(); ++n) {
        s.role[n] = old.role[order[n]];
        for (u32 k = 0; k < s.supports; ++k) {
            s.particle[n * s.supports + k] = old.particle[order[n] * s.supports + k];
            s.weight[n * s.supports + k] = old.weight[order[n] * s.supports + k];
        }
    }
}

void find_neighbors(ContactSurface& s) {
    struct Side {
        u64 edge;  // from, to
        u32 triangle, corner;
    };
    const auto key = [](u32 from, u32 to) { return static_cast<u64>(from) << 32 | to; };
    const auto before = [](const Side& a, const Side& b) {
        return a.edge != b.edge ? a.edge < b.edge : a.triangle < b.triangle;
    };
    std::vector<Side> sides;
    sides.reserve(3 * s.triangles.size());
    for (u32 t = 0; t < s.triangles.size(); ++t)
        for (u32 k = 0; k < 3; ++k) sides.push_back({key(s.triangles[t][k], s.triangles[t][(k + 1) % 3]), t, k});
    std::sort(sides.begin(), sides.end(), before);
    s.neighbor.assign(s.triangles.size(), {ContactSurface::none, ContactSurface::none, ContactSurface::none});
    for (size_t i = 0; i < sides.size(); ++i) {
        if (i > 0 && sides[i].edge == sides[i - 1].edge) continue;  // the first of several has it
        const Side wanted{sides[i].edge << 32 | sides[i].edge >> 32, 0, 0};
        const auto other = std::lower_bound(sides.begin(), sides.end(), wanted, before);
        if (other != sides.end() && other->edge == wanted.edge)
            s.neighbor[sides[i].triangle][sides[i].corner] = other->triangle;
    }
    s.point_triangle_start.assign(s.point_count() + 1, 0);
    for (const auto& t : s.triangles)
        for (u32 p : t) ++s.point_triangle_start[p + 1];
    std::partial_sum(s.point_triangle_start.begin(), s.point_triangle_start.end(), s.point_triangle_start.begin());
    s.point_triangle.resize(s.point_triangle_start.back());
    std::vector<u32> fill(s.point_triangle_start.begin(), s.point_triangle_start.end() - 1);
    for (u32 t = 0; t < s.triangles.size(); ++t)
        for (u32 p : s.triangles[t]) s.point_triangle[fill[p]++] = t;
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
                if (height < deepest) deepest = height, best = p;
            }
        s.behind.push_back(best);
    }
}

void make_patches(ContactSurface& s) {
    constexpr u32 points_per_patch = ContactSurface::points_per_patch;
    s.patches.clear(), s.patch_particle.clear(), s.patch_needs.clear();
    u32 triangle = 0;
    for (u32 first = 0; first < s.point_count(); first += points_per_patch) {
        ContactSurface::Patch patch{};
        patch.point_begin = first, patch.point_end = std::min(first + points_per_patch, s.point_count());
        patch.triangle_begin = triangle;
        while (triangle < s.triangles.size() &&
               *std::min_element(s.triangles[triangle].begin(), s.triangles[triangle].end()) < patch.point_end)
            ++triangle;
        patch.triangle_end = triangle;

        std::vector<u32> particles, needs;
        const auto add_particles = [&](u32 point) {
            for (u32 k = 0; k < s.supports; ++k)
                if (s.weight[point * s.supports + k] > 0) particles.push_back(s.particle[point * s.supports + k]);
        };
        for (u32 p = patch.point_begin; p < patch.point_end; ++p) add_particles(p);
        for (u32 t = patch.triangle_begin; t < patch.triangle_end; ++t)
            for (u32 p : s.triangles[t])
                if (s.patch_of(p) != s.patch_of(first)) needs.push_back(s.patch_of(p)), add_particles(p);
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
    std::vector<u32> order(flatness.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto bucket = [&](u32 p) { return std::floor(flatness[p] * 20); };  // slight differences do not count
    std::sort(order.begin(), order.end(),
              [&](u32 a, u32 b) { return bucket(a) != bucket(b) ? bucket(a) < bucket(b) : a < b; });
    return order;
}

void thin_out(ContactSurface& s, std::span<const Vec3> rest, float distance) {
    PL_ASSERT(rest.size() == s.point_count() && distance > 0);
    std::vector<Vec3> normal(rest.size());
    std::vector<float> flatness(rest.size(), 0);
    for (const auto& [a, b, c] : s.triangles) {
        const Vec3 n = cross(rest[b] - rest[a], rest[c] - rest[a]);
        for (u32 p : {a, b, c}) normal[p] += n, flatness[p] += length(n);
    }
    for (size_t p = 0; p < rest.size(); ++p) {
        flatness[p] = flatness[p] > 0 ? length(normal[p]) / flatness[p] : 1;
        normal[p] = direction(normal[p], Vec3{});
    }
    // What sticks out further than this, seen along its own normal, would be seen to sink in.
    const float further = 0.15f * distance;
    std::map<std::array<i32, 3>, std::vector<u32>> kept;  // by cell of that size
    for (u32 p : most_pointed_first(flatness)) {
        if (s.role[p] != PointRole::skin) continue;
        const std::array<i32, 3> home{static_cast<i32>(std::floor(rest[p].x / distance)),
                                      static_cast<i32>(std::floor(rest[p].y / distance)),
                                      static_cast<i32>(std::floor(rest[p].z / distance))};
        const auto acts_for_p = [&](u32 q) {
            return length_squared(rest[p] - rest[q]) < distance * distance &&
                   dot(normal[p], rest[p] - rest[q]) < further;
        };
        bool covered = false;
        for (int n = 0; n < 27 && !covered; ++n) {
            const auto cell = kept.find({home[0] + n % 3 - 1, home[1] + n / 3 % 3 - 1, home[2] + n / 9 - 1});
            if (cell != kept.end()) covered = std::any_of(cell->second.begin(), cell->second.end(), acts_for_p);
        }
        if (covered) {
            s.role[p] = PointRole::corner;
        } else {
            kept[home].push_back(p);
        }
    }
}

// A triangle lies in the patch of its lowest point; those with the same one keep their order.
static void sort_by_lowest_point(std::vector<std::array<u32, 3>>& triangles) {
    std::vector<std::pair<u32, u32>> order;  // lowest point, number
    order.reserve(triangles.size());
    for (const auto& t : triangles) order.emplace_back(std::min({t[0], t[1], t[2]}), static_cast<u32>(order.size()));
    std::sort(order.begin(), order.end());
    std::vector<std::array<u32, 3>> sorted;
    sorted.reserve(triangles.size());
    for (const auto& [lowest, number] : order) sorted.push_back(triangles[number]);
    triangles = std::move(sorted);
}

std::vector<u32> arrange(ContactSurface& s, std::span<const Vec3> rest, std::span<const Vec3> particle_rest) {
    PL_ASSERT(rest.size() == s.point_count());
    const std::vector<u32> code = places(rest);
    std::vector<u32> order(rest.size()), number(rest.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return code[a] != code[b] ? code[a] < code[b] : a < b; });
    for (u32 n = 0; n < order.size(); ++n) number[order[n]] = n;
    renumber_points(s, order);
    for (auto& t : s.triangles)
        for (u32& p : t) p = number[p];
    sort_by_lowest_point(s.triangles);
    std::vector<Vec3> sorted(rest.size());
    for (u32 n = 0; n < order.size(); ++n) sorted[n] = rest[order[n]];
    find_neighbors(s);
    find_behind(s, sorted, particle_rest);
    make_patches(s);
    return number;
}

void ContactSurface::save(Writer& w) const {
    w.value(supports), w.value(closed), w.value(spacing), w.value(radius);
    w.array(particle), w.array(weight), w.array(role), w.array(triangles), w.array(neighbor),
        w.array(point_triangle_start), w.array(point_triangle), w.array(behind);
    w.array(patches), w.array(patch_particle), w.array(patch_needs);
    volume.save(w);
}

void ContactSurface::load(Reader& r) {
    supports = r.value<u32>(), closed = r.value<u8>() != 0, spacing = r.value<float>(), radius = r.value<float>();
    r.array(particle), r.array(weight), r.array(role), r.array(triangles), r.array(neighbor),
        r.array(point_triangle_start), r.array(point_triangle), r.array(behind);
    r.array(patches), r.array(patch_particle), r.array(patch_needs);
    volume.load(r);
}

}  // namespace pliant
