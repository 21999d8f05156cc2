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

// Of the points of the skin, then of guards.
std::vector<u32> places(std::span<const Vec3> rest, std::span<const u32> guards, std::span<const Vec3> particle_rest) {
    Box box;
    for (const Vec3& p : rest) box.add(p);
    for (const u32 p : guards) box.add(particle_rest[p]);
    const Vec3 size = box.size();
    const float scale = 1023.0f / std::max({size.x, size.y, size.z, 1e-20f});
    std::vector<u32> code(rest.size() + guards.size());
    const auto code_of = [&](const Vec3& at) {
        const Vec3 q = (at - box.low) * scale;
        return spread_bits(static_cast<u32>(q.x)) | spread_bits(static_cast<u32>(q.y)) << 1 |
               spread_bits(static_cast<u32>(q.z)) << 2;
    };
    for (size_t i = 0; i < rest.size(); ++i) code[i] = code_of(rest[i]);
    for (size_t i = 0; i < guards.size(); ++i) code[rest.size() + i] = code_of(particle_rest[guards[i]]);
    return code;
}

// Guards stand in arrays that had guards at the same places before more often than not.
void renumber_points(ContactSurface& s, const std::vector<u32>& order, std::span<const u32> guards,
                     SkinStorage& storage) {
    s.role.swap(storage.role), s.particle.swap(storage.particle), s.weight.swap(storage.weight);
    const std::vector<PointRole>& role = storage.role;
    const size_t n = s.supports, weighted = s.weight.size() / n;  // points whose weights are from before
    std::vector<PointRole>& now = s.role;
    now.resize(order.size());
    s.particle.resize(n * order.size());
    s.weight.resize(n * order.size());
    for (size_t to = 0; to < order.size(); ++to) {
        const bool was_guard = to < weighted && now[to] == PointRole::guard;
        if (order[to] < role.size()) {
            now[to] = role[order[to]];
            std::copy_n(storage.particle.data() + n * order[to], n, s.particle.data() + n * to);
            std::copy_n(storage.weight.data() + n * order[to], n, s.weight.data() + n * to);
            continue;
        }
        std::fill_n(s.particle.data() + n * to, n, guards[order[to] - role.size()]);
        now[to] = PointRole::guard;
        if (was_guard) continue;
        std::fill_n(s.weight.data() + n * to, n, 0.0f);
        s.weight[n * to] = 1;
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

bool same_particles(const ContactSurface& s, u32 a, u32 b) {
    const u32* const first = s.particle.data();
    return std::equal(first + a * s.supports, first + (a + 1) * s.supports, first + b * s.supports);
}

// Of the particles that carry a triangle's corners, the one that is deepest behind it.
void find_behind(ContactSurface& s, std::span<const Vec3> rest, std::span<const Vec3> particle_rest) {
    s.behind.clear();
    if (!s.closed) return;
    for (const auto& [a, b, c] : s.triangles) {
        const Vec3 outward = cross(rest[b] - rest[a], rest[c] - rest[a]);
        u32 best = s.particle[a * s.supports];
        float deepest = 3e38f;
        for (u32 point : {a, b, c}) {
            if (point != a && same_particles(s, point, a)) continue;
            for (u32 k = 0; k < s.supports; ++k) {
                const u32 p = s.particle[point * s.supports + k];
                const float height = dot(outward, particle_rest[p] - rest[a]);
                if (height < deepest) {
                    deepest = height;
                    best = p;
                }
            }
        }
        s.behind.push_back(best);
    }
}

// Numbers that differ, in ascending order. Few are compared all with all, in lanes; others are marked in a bitmap, if
// they are close together.
class SortDistinct {
  public:
    void operator()(std::vector<u32>& numbers) {
        constexpr size_t few = 40, widest = 1 << 15;
        if (numbers.size() <= few) {
            u32 sorted[few];
            for (const u32 a : numbers) {
                u32 below = 0;
                for (const u32 b : numbers) below += b < a;
                sorted[below] = a;
            }
            std::copy_n(sorted, numbers.size(), numbers.begin());
            return;
        }
        const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
        const u32 first = *low, words = (*high - first) / 64 + 1;
        if (words > widest / 64) return std::sort(numbers.begin(), numbers.end());
        bits_.assign(words, 0);
        for (const u32 n : numbers) bits_[(n - first) / 64] |= 1ull << (n - first) % 64;
        u32* out = numbers.data();
        for (u32 w = 0; w < words; ++w)
            for (u64 bits = bits_[w]; bits; bits &= bits - 1)
                *out++ = first + 64 * w + static_cast<u32>(__builtin_ctzll(bits));
    }

  private:
    std::vector<u64> bits_;
};

// Collects numbers, each once, in one list after another.
class DistinctNumbers {
  public:
    explicit DistinctNumbers(size_t end) : seen_(end, 0) {}
    void start() {
        ++list_;
        numbers_.clear();
    }
    void add(u32 n) {
        if (seen_[n] == list_) return;
        seen_[n] = list_;
        numbers_.push_back(n);
    }
    const std::vector<u32>& unsorted() const { return numbers_; }
    const std::vector<u32>& sorted() {
        sort_(numbers_);
        return numbers_;
    }

  private:
    std::vector<u32> seen_, numbers_;  // the list in which each was last
    u32 list_ = 0;
    SortDistinct sort_;
};

void append(std::vector<u32>& to, const std::vector<u32>& more) { to.insert(to.end(), more.begin(), more.end()); }

void make_patches(ContactSurface& s, size_t particle_count) {
    constexpr u32 points_per_patch = ContactSurface::points_per_patch;
    s.patches.clear();
    s.patch_particle.clear();
    s.patch_needs.clear();
    u32 triangle = 0;
    DistinctNumbers particles(particle_count), needs(s.point_count() / points_per_patch + 1), corners(s.point_count());
    for (u32 first = 0; first < s.point_count(); first += points_per_patch) {
        ContactSurface::Patch patch{};
        patch.point_begin = first;
        patch.point_end = std::min(first + points_per_patch, s.point_count());
        patch.triangle_begin = triangle;
        while (triangle < s.triangles.size() &&
               *std::min_element(s.triangles[triangle].begin(), s.triangles[triangle].end()) < patch.point_end)
            ++triangle;
        patch.triangle_end = triangle;

        particles.start();
        needs.start();
        corners.start();
        const auto add_particles = [&](u32 point) {
            for (u32 k = point * s.supports; k < (point + 1) * s.supports; ++k)
                if (s.weight[k] > 0) particles.add(s.particle[k]);
        };
        for (u32 p = patch.point_begin; p < patch.point_end; ++p) {
            if (s.role[p] == PointRole::guard && s.supports > 1) {
                particles.add(s.particle[p * s.supports]);
            } else {
                add_particles(p);
            }
        }
        for (u32 t = patch.triangle_begin; t < patch.triangle_end; ++t)
            for (u32 p : s.triangles[t])
                if (s.patch_of(p) != s.patch_of(first)) corners.add(p);
        for (const u32 p : corners.unsorted()) {
            needs.add(s.patch_of(p));
            add_particles(p);
        }
        patch.particle_begin = static_cast<u32>(s.patch_particle.size());
        append(s.patch_particle, particles.sorted());
        patch.particle_end = static_cast<u32>(s.patch_particle.size());
        patch.needs_begin = static_cast<u32>(s.patch_needs.size());
        append(s.patch_needs, needs.sorted());
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

// Points in cells a little more than twice as wide as the search distance, in a hash table: those that are near lie in
// two cells along each axis. Points that share a slot by chance are further away, and the caller measures distances.
class NearPoints {
  public:
    NearPoints(size_t count, float distance) : cell_(2.02f * distance), next_(count) {
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
        const float half = 0.5f * cell_;
        const Vec3i low = cell(at - Vec3{half, half, half});
        for (int n = 0; n < 8; ++n)
            for (u32 p = first_[slot(low + Vec3i{n & 1, n >> 1 & 1, n >> 2})]; p != ContactSurface::none; p = next_[p])
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

Arranged arrange(ContactSurface& s, std::span<const Vec3> rest, std::span<const Vec3> particle_rest,
                 std::span<const u32> guards, SkinStorage storage) {
    PL_ASSERT(all_finite(rest) && all_below(s.particle, particle_rest.size()) &&
              all_below(guards, particle_rest.size()));
    PL_ASSERT(rest.size() == s.point_count());
    const std::vector<u32> order = order_by(places(rest, guards, particle_rest));
    std::vector<u32> number(order.size());
    for (u32 n = 0; n < order.size(); ++n) number[order[n]] = n;
    renumber_points(s, order, guards, storage);
    for (auto& t : s.triangles)
        for (u32& p : t) p = number[p];
    std::vector<u32> triangle = sort_by_lowest_point(s.triangles);
    number.resize(rest.size());
    std::vector<Vec3> sorted(order.size());
    for (u32 p = 0; p < rest.size(); ++p) sorted[number[p]] = rest[p];
    list_triangles_of_points(s);
    find_neighbors(s);
    find_behind(s, sorted, particle_rest);
    make_patches(s, particle_rest.size());
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
