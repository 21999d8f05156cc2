#include "collide/pair_kernels.h"

#include "core/gather.h"

namespace pliant {

namespace {

// ---- what is near

u32 boxes_near(const BoxesNear& n) {
    f32x8 limit[6];
    for (int k = 0; k < 6; ++k) limit[k] = splat(n.limit[k]);
    u32 found = 0;
    for (u32 b = 0; b < n.count; ++b) {
        const u32 slot = n.blocks[b];
        i32x8 apart = load8(n.side[0] + slot) > limit[0];
        for (int k = 1; k < 6; ++k) apart |= load8(n.side[k] + slot) > limit[k];
        for (u32 hits = bits(apart) ^ 0xffu; hits; hits &= hits - 1)
            n.slots[found++] = slot + static_cast<u32>(__builtin_ctz(hits));
    }
    return found;
}

// In the order of class Slabs, with its operations.
PL_INLINE i32x8 outside_slabs(const PointsNear& n, const Vec3x8& from, const Vec3x8& to) {
    const Vec3x8 origin = splat_vector(n.slab_origin), a = from - origin, b = to - origin;
    const auto outside = [&](u32 k, f32x8 one, f32x8 other) __attribute__((always_inline)) {
        return (least(one, other) > splat(n.slab_high[k])) | (greatest(one, other) < splat(n.slab_low[k]));
    };
    return outside(0, a.x + a.y, b.x + b.y) | outside(1, a.x - a.y, b.x - b.y) | outside(2, a.x + a.z, b.x + b.z) |
           outside(3, a.x - a.z, b.x - b.z) | outside(4, a.y + a.z, b.y + b.z) | outside(5, a.y - a.z, b.y - b.z);
}

PL_INLINE i32x8 outside_box(const Vec3x8& a, const Vec3x8& b, const float* low, const float* high) {
    return (least(a.x, b.x) > splat(high[0])) | (greatest(a.x, b.x) < splat(low[0])) |
           (least(a.y, b.y) > splat(high[1])) | (greatest(a.y, b.y) < splat(low[1])) |
           (least(a.z, b.z) > splat(high[2])) | (greatest(a.z, b.z) < splat(low[2]));
}

u32 points_near(const PointsNear& n) {
    const Vec3x8 frame = splat_vector(n.frame);
    u32 found = 0;
    for (u32 slot = n.begin; slot < n.end; slot += lane_count) {
        const Vec3x8 before{load8(n.before[0] + slot), load8(n.before[1] + slot), load8(n.before[2] + slot)};
        const Vec3x8 now{load8(n.now[0] + slot), load8(n.now[1] + slot), load8(n.now[2] + slot)};
        const i32x8 unseen = outside_box(before, now, n.seen_low, n.seen_high);
        if (bits(unseen) == 0xffu) continue;
        const Vec3x8 to = now - frame;
        const i32x8 away = unseen | outside_box(before, to, n.low, n.high) | outside_slabs(n, before, to);
        for (u32 hits = bits(away) ^ 0xffu; hits; hits &= hits - 1)
            n.slots[found++] = slot + static_cast<u32>(__builtin_ctz(hits));
    }
    return found;
}

// ---- distances

// The slots of eight lanes; those that are left over repeat the last one.
struct Slots8 {
    u32 of[8];
    PL_INLINE Slots8(const u32* slots, u32 count) {
        for (u32 k = 0; k < lane_count; ++k) of[k] = slots[k < count ? k : count - 1] * TargetRows::count;
    }
};

void box_distances(const BoxDistances& d) {
    const f32x8 zero = splat(0.0f);
    const float* const rows = d.targets->row[0];
    for (u32 i = 0; i < d.count; i += lane_count) {
        const Slots8 at(d.slots + i, d.count - i);
        f32x8 side[6];
        for (u32 k = 0; k < 6; ++k) {
            float values[8];
            for (u32 lane = 0; lane < lane_count; ++lane)
                values[lane] = rows[4 * (static_cast<size_t>(at.of[lane]) + k) + 3];
            side[k] = load8(values);
        }
        const auto outside = [&](u32 axis) __attribute__((always_inline)) {
            const f32x8 p = splat(d.point[axis]);
            return greatest(greatest(side[axis] - p, p - side[axis + 3]), zero);
        };
        const Vec3x8 out{outside(0), outside(1), outside(2)};
        store8(d.squared + i, dot(out, out) * splat(0.999999f));
    }
}

// As many doubles as fit into the vectors of the machine.
#if defined(__AVX__)
constexpr u32 width = 4;
typedef float narrow __attribute__((vector_size(16)));
typedef double wide __attribute__((vector_size(32)));
typedef long long wide_mask __attribute__((vector_size(32)));
#else
constexpr u32 width = 2;
typedef float narrow __attribute__((vector_size(8)));
typedef double wide __attribute__((vector_size(16)));
typedef long long wide_mask __attribute__((vector_size(16)));
#endif

PL_INLINE wide splat_wide(double v) { return v - wide{}; }
PL_INLINE wide widened(const float* p) {
    narrow v;
    std::memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, wide);
}
PL_INLINE void narrowed(float* p, wide v) {
    const narrow n = __builtin_convertvector(v, narrow);
    std::memcpy(p, &n, sizeof n);
}
PL_INLINE bool all(wide_mask m) {
    long long and_of_all = -1;
    for (u32 k = 0; k < width; ++k) and_of_all &= m[k];
    return and_of_all != 0;
}

struct Wide3 {
    wide x, y, z;
    PL_INLINE Wide3 operator+(const Wide3& o) const { return {x + o.x, y + o.y, z + o.z}; }
    PL_INLINE Wide3 operator-(const Wide3& o) const { return {x - o.x, y - o.y, z - o.z}; }
    PL_INLINE Wide3 operator*(wide s) const { return {x * s, y * s, z * s}; }
};
PL_INLINE wide dot(const Wide3& a, const Wide3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
PL_INLINE Wide3 cross(const Wide3& a, const Wide3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
PL_INLINE wide pick(wide_mask m, wide yes, wide no) { return m ? yes : no; }
PL_INLINE Wide3 pick(wide_mask m, const Wide3& yes, const Wide3& no) {
    return {pick(m, yes.x, no.x), pick(m, yes.y, no.y), pick(m, yes.z, no.z)};
}

struct ClosestWide {
    Wide3 point;
    wide weight[3], feature, distance_squared;
};

// The operations of closest_on_edges (geometry/triangle_queries.cpp), for one of the edges.
PL_INLINE void offer_edge(ClosestWide& best, wide_mask marked, const Wide3& p, const Wide3& a, const Wide3& b, u32 e) {
    const wide zero{}, one = splat_wide(1);
    const Wide3 d = b - a;
    const wide along = dot(p - a, d), length2 = dot(d, d);
    const wide t = pick(along <= zero, zero, pick(along >= length2, one, along / length2));
    const Wide3 q = a + d * t;
    const wide distance2 = dot(p - q, p - q);
    const wide_mask nearer = marked & (distance2 < best.distance_squared);
    best.distance_squared = pick(nearer, distance2, best.distance_squared);
    best.point = pick(nearer, q, best.point);
    const u32 next = (e + 1) % 3, last = (e + 2) % 3;
    best.weight[e] = pick(nearer, one - t, best.weight[e]);
    best.weight[next] = pick(nearer, t, best.weight[next]);
    best.weight[last] = pick(nearer, zero, best.weight[last]);
    // Numbered as in TriangleFeature: corners 0 1 2, edges 3 4 5, face 6.
    const wide feature = pick(t <= zero, splat_wide(e), pick(t >= one, splat_wide(next), splat_wide(3 + e)));
    best.feature = pick(nearer, feature, best.feature);
}

// The operations of closest_on_triangle, in its order; where that branches, lanes take both ways.
PL_INLINE ClosestWide closest_point(const Wide3& p, const Wide3& a, const Wide3& b, const Wide3& c) {
    const wide zero{}, one = splat_wide(1), flat = splat_wide(1e-24);
    const Wide3 ab = b - a, ac = c - a, ap = p - a, normal = cross(ab, ac);
    const wide area2 = dot(normal, normal), ab2 = dot(ab, ab), ac2 = dot(ac, ac), size2 = pick(ab2 < ac2, ac2, ab2);
    const wide_mask edges_only = area2 <= flat * size2 * size2;
    const wide v = dot(cross(ap, ac), normal) / area2, w = dot(cross(ab, ap), normal) / area2, u = one - v - w;
    const wide_mask inside = (u > zero) & (v > zero) & (w > zero) & ~edges_only;
    const Wide3 q = a + ab * v + ac * w;
    ClosestWide best{q, {u, v, w}, splat_wide(6), dot(p - q, p - q)};
    if (all(inside)) return best;
    best.distance_squared = pick(inside, best.distance_squared, splat_wide(__builtin_inf()));
    const wide_mask beyond_ab = edges_only | (~inside & ~(w > zero)), beyond_bc = edges_only | (~inside & ~(u > zero)),
                    beyond_ca = edges_only | (~inside & ~(v > zero));
    if (!all(~beyond_ab)) offer_edge(best, beyond_ab, p, a, b, 0);
    if (!all(~beyond_bc)) offer_edge(best, beyond_bc, p, b, c, 1);
    if (!all(~beyond_ca)) offer_edge(best, beyond_ca, p, c, a, 2);
    return best;
}

void closest(const ClosestOnTargets& c) {
    const f32x8 t = splat(c.time);
    const float* const rows = c.targets->row[0];
    const auto spread = [&](u32 axis) __attribute__((always_inline)) {
        return splat_wide(static_cast<double>(c.point[axis]));
    };
    const Wide3 p{spread(0), spread(1), spread(2)};
    for (u32 i = 0; i < c.count; i += lane_count) {
        const u32 used = c.count - i < lane_count ? c.count - i : lane_count;
        const Slots8 at(c.slots + i, used);
        float corner[3][3][8];  // of each corner each coordinate
        for (u32 k = 0; k < 3; ++k) {
            // At time 0 the sum is the place itself: points of a skin are sums from 0, which are never minus 0.
            const Vec3x8 before = xyz(gather(rows + 4 * k, at.of));
            const Vec3x8 x =
                c.time == 0 ? before : before + (xyz(gather(rows + 4 * (k + 3), at.of)) - before) * t;
            store8(corner[k][0], x.x);
            store8(corner[k][1], x.y);
            store8(corner[k][2], x.z);
        }
        Closest8& out = c.out[i / lane_count];
        for (u32 lane = 0; lane < used; lane += width) {
            const auto place = [&](u32 k) __attribute__((always_inline)) {
                return Wide3{widened(corner[k][0] + lane), widened(corner[k][1] + lane), widened(corner[k][2] + lane)};
            };
            const ClosestWide best = closest_point(p, place(0), place(1), place(2));
            narrowed(out.distance_squared + lane, best.distance_squared);
            narrowed(out.point[0] + lane, best.point.x);
            narrowed(out.point[1] + lane, best.point.y);
            narrowed(out.point[2] + lane, best.point.z);
            for (u32 k = 0; k < 3; ++k) narrowed(out.weights[k] + lane, best.weight[k]);
            for (u32 k = 0; k < width; ++k) out.feature[lane + k] = static_cast<u32>(best.feature[k]);
        }
    }
}

// ---- triangles of a skin

void skin_triangles(const SkinTriangles& s, SkinTriangleBoxes& out) {
    const Vec3x8 frame = splat_vector(s.frame);
    Vec3x8 before[3], low, high;
    f32x8 most = splat(0.0f);
    for (u32 k = 0; k < 3; ++k) {
        before[k] = xyz(gather(s.before, s.corner[k]));
        const Vec3x8 in_frame = xyz(gather(s.now, s.corner[k])) - frame, way = in_frame - before[k];
        const f32x8 squared = dot(way, way);
        most = select(most < squared, squared, most);
        const Vec3x8 lower{least(before[k].x, in_frame.x), least(before[k].y, in_frame.y),
                           least(before[k].z, in_frame.z)};
        const Vec3x8 upper{greatest(before[k].x, in_frame.x), greatest(before[k].y, in_frame.y),
                           greatest(before[k].z, in_frame.z)};
        low = k == 0 ? lower : Vec3x8{least(low.x, lower.x), least(low.y, lower.y), least(low.z, lower.z)};
        high = k == 0 ? upper : Vec3x8{greatest(high.x, upper.x), greatest(high.y, upper.y), greatest(high.z, upper.z)};
    }
    store8(out.low[0], low.x);
    store8(out.low[1], low.y);
    store8(out.low[2], low.z);
    store8(out.high[0], high.x);
    store8(out.high[1], high.y);
    store8(out.high[2], high.z);
    store8(out.displacement, square_root(most));
    const Vec3x8 outward = cross(before[1] - before[0], before[2] - before[0]);
    const f32x8 height = dot(outward, xyz(gather(s.particles, s.behind)) - before[0]);
    out.inverted = bits(height < splat(0.0f)) ^ 0xffu;
}

}  // namespace

extern const PairKernels PLIANT_KERNEL(pair_kernels);
const PairKernels PLIANT_KERNEL(pair_kernels) = {boxes_near, points_near, box_distances, closest, skin_triangles};

}  // namespace pliant
