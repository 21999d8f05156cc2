#include "geometry/winding_kernels.h"

#include "core/lanes.h"

namespace pliant {

namespace {

PL_INLINE Vec3x8 load_vector(const float (&v)[3][8]) { return {load8(v[0]), load8(v[1]), load8(v[2])}; }

PL_INLINE float sum_of(f32x8 v) {
    float s[8];
    store8(s, v);
    return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

// The angle of (x, y) in [-pi, pi], 0 at the origin. Half of the angle has a tangent below 0.42, where the series up to
// the 13th power is right to 2e-7.
PL_INLINE f32x8 arc_tangent(f32x8 y, f32x8 x) {
    const f32x8 one = splat(1), zero = splat(0), ax = absolute(x), ay = absolute(y);
    const i32x8 steep = ay > ax;
    const f32x8 large = select(steep, ay, ax), small = select(steep, ax, ay);
    const f32x8 t = small / select(large > zero, large, one);
    const f32x8 h = t / (one + square_root(one + t * t)), s = h * h;
    f32x8 sum = splat(1.0f / 13);
    sum = splat(1.0f / 11) - s * sum;
    sum = splat(1.0f / 9) - s * sum;
    sum = splat(1.0f / 7) - s * sum;
    sum = splat(1.0f / 5) - s * sum;
    sum = splat(1.0f / 3) - s * sum;
    f32x8 angle = (h - h * s * sum) * splat(2);
    angle = select(steep, splat(1.57079632679f) - angle, angle);
    angle = select(x < zero, splat(3.14159265359f) - angle, angle);
    return select(y < zero, -angle, angle);
}

// Half the solid angles of eight triangles.
PL_INLINE f32x8 half_angles(const WindingPacket& packet, const Vec3x8& p) {
    const Vec3x8 a = load_vector(packet.corner[0]) - p, b = load_vector(packet.corner[1]) - p,
                 c = load_vector(packet.corner[2]) - p;
    const f32x8 la = square_root(dot(a, a)), lb = square_root(dot(b, b)), lc = square_root(dot(c, c));
    return arc_tangent(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

// The expansion of the integral of (x - p) . n / |x - p|^3 about the center, with r = center - p, N the dipole,
// G the gradient, H the hessian and h its contraction (h_i = sum over j of H_ijj):
//     N . r / |r|^3  +  tr G / |r|^3  -  3 r^T G r / |r|^5  +  (15 H(r, r, r) / |r|^7 - 9 h . r / |r|^5) / 2
PL_INLINE f32x8 far_field(const WindingNode& node, const Vec3x8& r, f32x8 r2) {
    const f32x8 inverse2 = splat(1) / r2, inverse3 = inverse2 * square_root(inverse2);
    const f32x8 x2 = r.x * r.x, y2 = r.y * r.y, z2 = r.z * r.z;
    const f32x8 xx = load8(node.gradient[0]), yy = load8(node.gradient[1]), zz = load8(node.gradient[2]);
    const f32x8 xy = load8(node.gradient[3]), yz = load8(node.gradient[4]), zx = load8(node.gradient[5]);
    const f32x8 along = xx * x2 + yy * y2 + zz * z2 + splat(2) * (xy * r.x * r.y + yz * r.y * r.z + zx * r.z * r.x);
    const f32x8 xxx = load8(node.hessian[0]), yyy = load8(node.hessian[1]), zzz = load8(node.hessian[2]);
    const f32x8 xxy = load8(node.hessian[3]), xxz = load8(node.hessian[4]), yyx = load8(node.hessian[5]);
    const f32x8 yyz = load8(node.hessian[6]), zzx = load8(node.hessian[7]), zzy = load8(node.hessian[8]);
    const f32x8 cubic = r.x * (xxx * x2 + splat(3) * (xxy * r.x * r.y + xxz * r.x * r.z)) +
                        r.y * (yyy * y2 + splat(3) * (yyx * r.y * r.x + yyz * r.y * r.z)) +
                        r.z * (zzz * z2 + splat(3) * (zzx * r.z * r.x + zzy * r.z * r.y)) +
                        splat(6) * load8(node.hessian[9]) * r.x * r.y * r.z;
    const f32x8 linear = (xxx + yyx + zzx) * r.x + (yyy + xxy + zzy) * r.y + (zzz + xxz + yyz) * r.z;
    const f32x8 flat = dot(load_vector(node.dipole), r) + (xx + yy + zz);
    const f32x8 bent = splat(7.5f) * cubic * inverse2 - splat(4.5f) * linear - splat(3) * along;
    return (flat + bent * inverse2) * inverse3;
}

double winding(const WindingNode* nodes, const WindingPacket* packets, const Vec3& point) {
    const Vec3x8 p{splat(point.x), splat(point.y), splat(point.z)};
    const f32x8 zero = splat(0);
    f32x8 far_sum = zero, near_sum = zero;
    u32 stack[512];  // no more than seven wait on each of 64 levels
    u32 height = 0;
    stack[height++] = 0;
    while (height > 0) {
        const WindingNode& node = nodes[stack[--height]];
        const Vec3x8 r = load_vector(node.center) - p;
        const f32x8 r2 = dot(r, r);
        const i32x8 far = r2 > load8(node.reach2);
        // The floor keeps a missing branch that happens to stand at p finite.
        far_sum += select(far, far_field(node, r, greatest(r2, splat(1e-12f))), zero);
        for (u32 near = ~bits(far) & 0xff; near != 0; near &= near - 1) {
            const u32 child = node.child[__builtin_ctz(near)];
            if (child & WindingNode::leaf_bit)
                near_sum += half_angles(packets[child & ~WindingNode::leaf_bit], p);
            else
                stack[height++] = child;
        }
    }
    constexpr double two_pi = 6.283185307179586;
    return (sum_of(far_sum) * 0.5 + sum_of(near_sum)) / two_pi;
}

}  // namespace

extern const WindingKernels PLIANT_KERNEL(winding_kernels);
const WindingKernels PLIANT_KERNEL(winding_kernels) = {winding};

}  // namespace pliant
