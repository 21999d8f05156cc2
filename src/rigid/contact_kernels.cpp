#include "rigid/contact_kernels.h"

#include "core/gather.h"

namespace pliant::rigid {

namespace {

constexpr float contact_keep = 0.942f, contact_ease = 0.038f;
constexpr float ease_speed = 3;    // [m/s] at which what overlaps parts, at most
constexpr float hit_share = 0.1f;  // of a body's least size in a substep: a hit, even where they already touch

PL_INLINE Vec3x8 load(const Vec3Lanes& v) { return {load8(v.x), load8(v.y), load8(v.z)}; }
PL_INLINE void store(Vec3Lanes& to, const Vec3x8& v) {
    store8(to.x, v.x);
    store8(to.y, v.y);
    store8(to.z, v.z);
}
PL_INLINE f32x8 clamped(f32x8 v, f32x8 most) { return greatest(least(v, most), -most); }
PL_INLINE f32x8 reciprocal(f32x8 k) {
    const i32x8 usable = (k > splat(1e-30f)) & (k < splat(1e30f));
    return select(usable, splat(1.0f) / select(usable, k, splat(1.0f)), splat(0.0f));
}

struct Rows8 {
    u32 row[8];
    PL_INLINE Rows8(const u32* of, u32 each, u32 r) {
        for (int k = 0; k < 8; ++k) row[k] = of[k] * each + r;
    }
};
PL_INLINE Four8 rows(const float* base, const u32* of, u32 each, u32 r) { return gather(base, Rows8(of, each, r).row); }

// Eight bodies as a substep sees them.
struct Bodies8 {
    Vec3x8 position;
    f32x8 mass, friction, restitution, size;
    Mat3x8 axes, world_inverse_inertia;

    PL_INLINE Bodies8(const float* base, const u32* i) {
        const Four8 p = rows(base, i, BodyRows::count, BodyRows::position);
        position = xyz(p);
        mass = p.w;
        const Four8 x = rows(base, i, BodyRows::count, BodyRows::axes),
                    y = rows(base, i, BodyRows::count, BodyRows::axes + 1),
                    z = rows(base, i, BodyRows::count, BodyRows::axes + 2);
        axes = {{xyz(x), xyz(y), xyz(z)}};
        friction = x.w;
        restitution = y.w;
        size = z.w;
        const Four8 s = rows(base, i, BodyRows::count, BodyRows::inverse_inertia),
                    t = rows(base, i, BodyRows::count, BodyRows::inverse_inertia + 1);
        world_inverse_inertia = {{{s.x, s.y, s.z}, {s.y, s.w, t.x}, {s.z, t.x, t.y}}};
    }
};

// Velocities of the bodies of a batch while it is solved.
struct Two {
    Vec3x8 va, wa, vb, wb;

    PL_INLINE Two(const float* base, const ContactBatch& p) {
        va = xyz(rows(base, p.a, 2, 0));
        wa = xyz(rows(base, p.a, 2, 1));
        vb = xyz(rows(base, p.b, 2, 0));
        wb = xyz(rows(base, p.b, 2, 1));
    }
    // What does not move is not written: others may read it.
    PL_INLINE static void put(float* base, const u32* i, const float* mass, const Vec3x8& v, const Vec3x8& w) {
        float linear[32], angular[32];
        store_transposed(linear, 4, {v.x, v.y, v.z, splat(0.0f)});
        store_transposed(angular, 4, {w.x, w.y, w.z, splat(0.0f)});
        for (u32 k = 0; k < 8; ++k) {
            if (!(mass[k] > 0)) continue;
            float* to = base + 8 * static_cast<size_t>(i[k]);
            store4(to, load4(linear + 4 * k));
            store4(to + 4, load4(angular + 4 * k));
        }
    }
    PL_INLINE void store_to(float* base, const ContactBatch& p) const {
        put(base, p.a, p.mass_a, va, wa);
        put(base, p.b, p.mass_b, vb, wb);
    }
    PL_INLINE f32x8 speed(const Vec3x8& along, const Vec3Lanes& turn_a, const Vec3Lanes& turn_b) const {
        return dot(along, vb - va) + dot(load(turn_b), wb) - dot(load(turn_a), wa);
    }
    PL_INLINE void push(const ContactBatch& p, const Vec3x8& along, const Vec3Lanes& spin_a, const Vec3Lanes& spin_b,
                        f32x8 impulse) {
        va = va - along * (impulse * load8(p.mass_a));
        wa = wa - load(spin_a) * impulse;
        vb = vb + along * (impulse * load8(p.mass_b));
        wb = wb + load(spin_b) * impulse;
    }
    PL_INLINE void twist(const ContactBatch& p, f32x8 impulse) {
        wa = wa - load(p.twist_a) * impulse;
        wb = wb + load(p.twist_b) * impulse;
    }
};

PL_INLINE void prepare_point(ContactBatch& p, int i, const Four8& on_a, const Four8& on_b, const Bodies8& a,
                             const Bodies8& b, const Two& two, const Vec3x8& n, i32x8 there,
                             const ContactArguments& args, Vec3x8& arm_a, Vec3x8& arm_b) {
    const f32x8 zero = splat(0.0f), inverse_h = splat(1 / args.h);
    ContactBatch::Point& q = p.point[i];
    const Vec3x8 ra = a.axes * xyz(on_a), rb = b.axes * xyz(on_b);
    const Vec3x8 between = b.position - a.position + rb - ra;
    const f32x8 gap = dot(between, n);
    // Both sides get their impulse on one line along the normal, so that no momentum is made, each on its own surface:
    // there they will meet, however far apart they still are.
    const Vec3x8 aside = (between - n * gap) * splat(0.5f);
    arm_a = ra + aside;
    arm_b = rb - aside;
    const Vec3x8 turn_a = cross(arm_a, n), turn_b = cross(arm_b, n);
    const Vec3x8 spin_a = a.world_inverse_inertia * turn_a, spin_b = b.world_inverse_inertia * turn_b;
    store(q.turn_a, turn_a);
    store(q.turn_b, turn_b);
    store(q.spin_a, spin_a);
    store(q.spin_b, spin_b);
    const f32x8 k = a.mass + b.mass + dot(turn_a, spin_a) + dot(turn_b, spin_b);
    store8(q.inverse_k, select(there, reciprocal(k), zero));
    const f32x8 closing = dot(n, two.vb - two.va) + dot(turn_b, two.wb) - dot(turn_a, two.wa);
    const i32x8 overlaps = gap < zero;
    const f32x8 fast = select(overlaps, least(a.size, b.size) * splat(hit_share) * inverse_h, splat(args.hit_speed));
    const i32x8 hit = there & (-closing > fast);
    const f32x8 ease = least(-gap * splat(contact_ease) * inverse_h, splat(ease_speed)), room = -gap * inverse_h;
    store8(q.wanted, select(overlaps, select(hit, zero, ease), room));
    store8(q.relaxed, select(overlaps, zero, room));
    store8(q.keep, select(overlaps & ~hit, splat(contact_keep), splat(1.0f)));
    store8(q.impulse, select(there, on_a.w, zero));
    store8(q.closing, closing);
    store8(p.hit, select(hit, splat(1.0f), load8(p.hit)));
}

void prepare_batch(ContactBatch& p, const ContactArguments& args) {
    const Bodies8 a(args.bodies, p.a), b(args.bodies, p.b);
    const Two two(args.velocities, p);
    const f32x8 zero = splat(0.0f), one = splat(1.0f);
    store8(p.mass_a, a.mass);
    store8(p.mass_b, b.mass);
    const f32x8 pair_friction = load8(p.pair_friction), pair_restitution = load8(p.pair_restitution);
    const f32x8 friction_of_two = square_root(a.friction * b.friction),
                restitution_of_two = greatest(a.restitution, b.restitution);
    store8(p.friction_limit, select(pair_friction < zero, friction_of_two, pair_friction) * load8(p.has_friction));
    store8(p.restitution,
           select(pair_restitution < zero, restitution_of_two, pair_restitution) * load8(p.has_friction));
    store8(p.hit, zero);
    const Four8 normal = rows(args.states, p.patch, PatchRows::count, PatchRows::normal);
    const Vec3x8 n = a.axes * xyz(normal);
    store(p.normal, n);

    // In lanes without a patch nothing moves, and there are no points.
    const f32x8 count = select(lane_numbers() < splat(static_cast<float>(p.patches)), normal.w, zero);
    Vec3x8 arm_a[4], arm_b[4], middle_a{zero, zero, zero}, middle_b{zero, zero, zero};
    const f32x8 share = one / greatest(count, one);
    for (int i = 0; i < 4; ++i) {
        const i32x8 there = splat(static_cast<float>(i)) < count;
        prepare_point(p, i, rows(args.states, p.patch, PatchRows::count, PatchRows::on_a + static_cast<u32>(i)),
                      rows(args.states, p.patch, PatchRows::count, PatchRows::on_b + static_cast<u32>(i)), a, b, two, n,
                      there, args, arm_a[i], arm_b[i]);
        const f32x8 part = select(there, share, zero);
        middle_a = middle_a + arm_a[i] * part;
        middle_b = middle_b + arm_b[i] * part;
    }
    for (int i = 0; i < 4; ++i) {
        const Vec3x8 arm = arm_a[i] - middle_a;
        store8(p.point[i].arm, square_root(dot(arm, arm)));
    }
    const i32x8 flat = n.x * n.x < splat(0.5f);
    const Vec3x8 across = cross(n, {select(flat, one, zero), select(flat, zero, one), zero});
    const Vec3x8 t0 = across * (one / greatest(square_root(dot(across, across)), splat(1e-6f))), t1 = cross(n, t0);
    const Four8 friction = rows(args.states, p.patch, PatchRows::count, PatchRows::friction);
    const Vec3x8 tangent[2] = {t0, t1};
    for (int k = 0; k < 2; ++k) {
        const Vec3x8 turn_a = cross(middle_a, tangent[k]), turn_b = cross(middle_b, tangent[k]);
        const Vec3x8 spin_a = a.world_inverse_inertia * turn_a, spin_b = b.world_inverse_inertia * turn_b;
        store(p.tangent[k], tangent[k]);
        store(p.turn_a[k], turn_a);
        store(p.turn_b[k], turn_b);
        store(p.spin_a[k], spin_a);
        store(p.spin_b[k], spin_b);
        store8(p.inverse_k[k], reciprocal(a.mass + b.mass + dot(turn_a, spin_a) + dot(turn_b, spin_b)));
        store8(p.friction[k], select(count > zero, dot(xyz(friction), tangent[k]), zero));
    }
    const Vec3x8 twist_a = a.world_inverse_inertia * n, twist_b = b.world_inverse_inertia * n;
    store(p.twist_a, twist_a);
    store(p.twist_b, twist_b);
    store8(p.inverse_twist, reciprocal(dot(n, twist_a) + dot(n, twist_b)));
    store8(p.twist, select(count > zero, friction.w, zero));
}

void prepare(ContactBatch* batches, u32 count, const ContactArguments& args) {
    for (u32 i = 0; i < count; ++i) prepare_batch(batches[i], args);
}

void warm_start(ContactBatch* batches, u32 count, const ContactArguments& args) {
    for (u32 b = 0; b < count; ++b) {
        const ContactBatch& p = batches[b];
        Two two(args.velocities, p);
        for (const ContactBatch::Point& q : p.point) two.push(p, load(p.normal), q.spin_a, q.spin_b, load8(q.impulse));
        for (int k = 0; k < 2; ++k) two.push(p, load(p.tangent[k]), p.spin_a[k], p.spin_b[k], load8(p.friction[k]));
        two.twist(p, load8(p.twist));
        two.store_to(args.velocities, p);
    }
}

// The points, then friction by what presses now: a body that has just come to lie does not start off sliding.
template <bool relaxing>
PL_INLINE void solve_batch(ContactBatch& p, const ContactArguments& args) {
    Two two(args.velocities, p);
    const f32x8 zero = splat(0.0f);
    const Vec3x8 n = load(p.normal);
    f32x8 load_now = zero, torque = zero;
    for (ContactBatch::Point& q : p.point) {
        const f32x8 before = load8(q.impulse), wanted = load8(relaxing ? q.relaxed : q.wanted);
        f32x8 next = before + (wanted - two.speed(n, q.turn_a, q.turn_b)) * load8(q.inverse_k);
        if (!relaxing) next = next * load8(q.keep);
        next = greatest(next, zero);
        two.push(p, n, q.spin_a, q.spin_b, next - before);
        store8(q.impulse, next);
        load_now += next;
        torque += next * load8(q.arm);
    }
    const f32x8 limit = load8(p.friction_limit), most = limit * load_now;
    f32x8 next[2];
    for (int k = 0; k < 2; ++k)
        next[k] =
            load8(p.friction[k]) - two.speed(load(p.tangent[k]), p.turn_a[k], p.turn_b[k]) * load8(p.inverse_k[k]);
    const f32x8 size = square_root(next[0] * next[0] + next[1] * next[1]);
    const f32x8 shorter = select(size > most, most / greatest(size, splat(1e-30f)), splat(1.0f));
    for (int k = 0; k < 2; ++k) {
        next[k] = next[k] * shorter;
        two.push(p, load(p.tangent[k]), p.spin_a[k], p.spin_b[k], next[k] - load8(p.friction[k]));
        store8(p.friction[k], next[k]);
    }
    const f32x8 before = load8(p.twist);
    const f32x8 turned = clamped(before - dot(n, two.wb - two.wa) * load8(p.inverse_twist), limit * torque);
    two.twist(p, turned - before);
    store8(p.twist, turned);
    two.store_to(args.velocities, p);
}

void solve(ContactBatch* batches, u32 count, const ContactArguments& args) {
    for (u32 i = 0; i < count; ++i) solve_batch<false>(batches[i], args);
}
void relax(ContactBatch* batches, u32 count, const ContactArguments& args) {
    for (u32 i = 0; i < count; ++i) solve_batch<true>(batches[i], args);
}

void bounce(ContactBatch* batches, u32 count, const ContactArguments& args) {
    const f32x8 zero = splat(0.0f), threshold = splat(-args.bounce_speed);
    for (u32 b = 0; b < count; ++b) {
        ContactBatch& p = batches[b];
        const f32x8 restitution = load8(p.restitution);
        if (!any(restitution > zero)) continue;
        Two two(args.velocities, p);
        const Vec3x8 n = load(p.normal);
        for (ContactBatch::Point& q : p.point) {
            const f32x8 before = load8(q.impulse), closing = load8(q.closing);
            const i32x8 bounces = (before > zero) & (closing < threshold) & (restitution > zero);
            const f32x8 back = -restitution * closing - two.speed(n, q.turn_a, q.turn_b);
            const f32x8 next = select(bounces, greatest(before + back * load8(q.inverse_k), zero), before);
            two.push(p, n, q.spin_a, q.spin_b, next - before);
            store8(q.impulse, next);
        }
        two.store_to(args.velocities, p);
    }
}

}  // namespace

extern const ContactKernels PLIANT_KERNEL(contact_kernels);
const ContactKernels PLIANT_KERNEL(contact_kernels) = {prepare, warm_start, solve, relax, bounce};

}  // namespace pliant::rigid
