#include "body/lattice/lattice_kernels.h"

#include "constraint/shape_match.h"
#include "core/lanes.h"

namespace pliant::lattice {

namespace {

PL_INLINE Mat3x8 splat_matrix(const float* m) {
    return {{{splat(m[0]), splat(m[1]), splat(m[2])},
             {splat(m[3]), splat(m[4]), splat(m[5])},
             {splat(m[6]), splat(m[7]), splat(m[8])}}};
}
PL_INLINE Vec3x8 splat_vector(const float* v) { return {splat(v[0]), splat(v[1]), splat(v[2])}; }
PL_INLINE Vec3x8 xyz(const Four8& f) { return {f.x, f.y, f.z}; }

// Eight particles at a time; the last group may read and write up to seven records too many, which callers allow for.
template <u32 width>
PL_INLINE void moments(const MomentArguments& a) {
    const Mat3x8 q = splat_matrix(a.frame.rotation);
    const Vec3x8 c = splat_vector(a.frame.center), vc = splat_vector(a.frame.velocity);
    for (u32 i = 0; i < a.count; i += lane_count) {
        const Four8 x = load_transposed(a.position + 4 * i, 4), x0 = load_transposed(a.rest + 4 * i, 4);
        const Vec3x8 r = xyz(x) - c, u = r - q * xyz(x0);
        const f32x8 m = x0.w, mx = m * x0.x, my = m * x0.y, mz = m * x0.z;
        float* out = a.records + width * i;
        store_transposed(out, width, {u.x * m, u.x * mx, u.x * my, u.x * mz});
        store_transposed(out + 4, width, {u.y * m, u.y * mx, u.y * my, u.y * mz});
        store_transposed(out + 8, width, {u.z * m, u.z * mx, u.z * my, u.z * mz});
        if constexpr (width == gathered_record) {
            const Vec3x8 v = (xyz(load_transposed(a.velocity + 4 * i, 4)) - vc) * m, l = cross(r, v), mu = u * m;
            store_transposed(out + 12, width, {v.x, v.y, v.z, mu.x * u.x});
            store_transposed(out + 16, width, {l.x, l.y, l.z, mu.y * u.y});
            store_transposed(out + 20, width, {mu.z * u.z, mu.x * u.y, mu.x * u.z, mu.y * u.z});
        }
    }
}

// destination = sum of several sources: 32 floats at a time, so that the loop over terms runs with full registers.
PL_INLINE void add_up(float* destination, const float* sources, const u32* terms, u32 n, u32 width, u32 length) {
    u32 i = 0;
    for (; i + 32 <= length; i += 32) {
        const float* s = sources + width * terms[0] + i;
        f32x8 a = load8(s), b = load8(s + 8), c = load8(s + 16), d = load8(s + 24);
        for (u32 t = 1; t < n; ++t) {
            s = sources + width * terms[t] + i;
            a += load8(s), b += load8(s + 8), c += load8(s + 16), d += load8(s + 24);
        }
        store8(destination + i, a), store8(destination + i + 8, b), store8(destination + i + 16, c),
            store8(destination + i + 24, d);
    }
    for (; i < length; i += 4) {
        f32x4 a = load4(sources + width * terms[0] + i);
        for (u32 t = 1; t < n; ++t) a += load4(sources + width * terms[t] + i);
        store4(destination + i, a);
    }
}

// What a step of a running sum brings in and takes out; at the ends of a row only one of the two.
enum class Step { in, out, both };
template <Step step>
PL_INLINE f32x4 difference4(const float* add, const float* subtract) {
    if constexpr (step == Step::in) return load4(add);
    if constexpr (step == Step::out) return -load4(subtract);
    return load4(add) - load4(subtract);
}
template <Step step>
PL_INLINE f32x8 difference8(const float* add, const float* subtract) {
    if constexpr (step == Step::in) return load8(add);
    if constexpr (step == Step::out) return -load8(subtract);
    return load8(add) - load8(subtract);
}

// destination[k] = destination[k - 1] + difference[k]: the sum stays in registers along the row.
template <u32 width, Step step>
PL_INLINE void scan(float* destination, const float* add, const float* subtract, u32 count) {
    f32x4 acc[width / 4];
    for (u32 j = 0; j < width / 4; ++j) acc[j] = load4(destination - width + 4 * j);
    for (u32 k = 0; k < count; ++k)
        for (u32 j = 0; j < width / 4; ++j) {
            acc[j] += difference4<step>(add + width * k + 4 * j, subtract + width * k + 4 * j);
            store4(destination + width * k + 4 * j, acc[j]);
        }
}

// destination = base + difference, for nodes whose base lies further back.
template <Step step>
PL_INLINE void change(float* destination, const float* base, const float* add, const float* subtract, u32 length) {
    u32 i = 0;
    for (; i + 8 <= length; i += 8) store8(destination + i, load8(base + i) + difference8<step>(add + i, subtract + i));
    for (; i < length; i += 4) store4(destination + i, load4(base + i) + difference4<step>(add + i, subtract + i));
}

template <u32 width, Step step>
PL_INLINE void step_run(const SumArguments& a, const SumRun& run, const float* add, const float* subtract) {
    float* destination = a.destinations + width * run.destination;
    if (run.base + 1 == run.destination) {
        scan<width, step>(destination, add, subtract, run.count);
    } else {
        change<step>(destination, a.destinations + width * run.base, add, subtract, width * run.count);
    }
}

// Any number of additions and subtractions on top of a base. Node by node, since the base may be the node before.
PL_INLINE void change_much(float* destination, const float* base, const float* sources, const u32* terms, u32 adds,
                           u32 subtracts, u32 width, u32 length) {
    for (u32 i = 0; i < length; i += 4) {
        f32x4 delta = splat4(0.0f);
        for (u32 t = 0; t < adds; ++t) delta += load4(sources + width * terms[t] + i);
        for (u32 t = adds; t < adds + subtracts; ++t) delta -= load4(sources + width * terms[t] + i);
        store4(destination + i, load4(base + i) + delta);
    }
}

template <u32 width>
PL_INLINE void sum_run(const SumArguments& a, const SumRun& run) {
    const u32* terms = a.terms + run.first_term;
    float* destination = a.destinations + width * run.destination;
    if (run.base == no_base) {
        add_up(destination, a.sources, terms, run.adds, width, width * run.count);
    } else if (run.adds == 1 && run.subtracts == 1) {
        step_run<width, Step::both>(a, run, a.sources + width * terms[0], a.sources + width * terms[1]);
    } else if (run.adds == 1 && run.subtracts == 0) {
        step_run<width, Step::in>(a, run, a.sources + width * terms[0], a.sources);
    } else if (run.adds == 0 && run.subtracts == 1) {
        step_run<width, Step::out>(a, run, a.sources, a.sources + width * terms[0]);
    } else {
        change_much(destination, a.destinations + width * run.base, a.sources, terms, run.adds, run.subtracts, width,
                    width * run.count);
    }
}

PL_INLINE void fetch(const float* p, u32 floats) {
    for (u32 i = 0; i < floats; i += 16) __builtin_prefetch(p + i);
}

// Large bodies do not fit the caches. What the next run reads for the first time, its last term, is called for bit by
// bit while the processor is busy with arithmetic; all at once would fill its queue of outstanding loads.
template <u32 width>
class FetchAhead {
  public:
    PL_INLINE void of(const SumArguments& a, u32 r) {
        left_ = 0;
        if (!a.far || r >= a.run_count || a.runs[r].adds == 0) return;
        next_ = a.sources + width * a.terms[a.runs[r].first_term + a.runs[r].adds - 1];
        left_ = width * a.runs[r].count;
    }
    PL_INLINE void some() {  // as much as eight nodes need
        const u32 floats = left_ < width * lane_count ? left_ : width * lane_count;
        fetch(next_, floats);
        next_ += floats, left_ -= floats;
    }

  private:
    const float* next_ = nullptr;
    u32 left_ = 0;
};

template <u32 width>
PL_INLINE void sums(const SumArguments& a) {
    for (u32 r = 0; r < a.run_count; ++r) {
        if (a.far && r + 1 < a.run_count)
            fetch(a.destinations + width * a.runs[r + 1].destination, width * a.runs[r + 1].count);
        sum_run<width>(a, a.runs[r]);
    }
}

// Widths of records on the way in and on the way out.
template <bool damped>
constexpr u32 gathered = damped ? gathered_record : plain_record;
template <bool damped>
constexpr u32 spread = damped ? spread_record : plain_record;

PL_INLINE RegionRest load_rest(const FitArguments& a, u32 i) {
    return {load8(a.mass + i),
            {load8(a.center[0] + i), load8(a.center[1] + i), load8(a.center[2] + i)},
            {load8(a.covariance[0] + i), load8(a.covariance[1] + i), load8(a.covariance[2] + i),
             load8(a.covariance[3] + i), load8(a.covariance[4] + i), load8(a.covariance[5] + i)}};
}

// Eight regions from their sums to their goals. Goals take the place of sums, and are no wider: nothing is overwritten
// before it is read.
template <bool damped>
PL_INLINE void fit_lanes(const FitArguments& a, const Mat3x8& frame, u32 i) {
    constexpr u32 in_width = gathered<damped>, out_width = spread<damped>;
    const float* in = a.sums.destinations + in_width * i;
    float* out = a.sums.destinations + out_width * i;
    const RegionSums sums{
        {load_transposed(in, in_width), load_transposed(in + 4, in_width), load_transposed(in + 8, in_width)}};
    const RegionRest rest = load_rest(a, i);
    const Vec3x8 mean = mean_displacement(sums, rest);
    const Mat3x8 shape = shape_matrix(sums, rest, frame);
    const Quatx8 turned = nearest_rotation(shape, {load8(a.rotation[0] + i), load8(a.rotation[1] + i),
                                                   load8(a.rotation[2] + i), load8(a.rotation[3] + i)});
    store8(a.rotation[0] + i, turned.x), store8(a.rotation[1] + i, turned.y);
    store8(a.rotation[2] + i, turned.z), store8(a.rotation[3] + i, turned.w);
    const f32x8 growth = growth_against_crushing(shape, rest, splat(a.crush_resistance));
    Mat3x8 wanted = matrix(turned);
    for (Vec3x8& column : wanted.column) column = column * growth;
    RegionGoal goal = region_goal(wanted, frame, mean, rest);
    if (a.stiffness) {
        const f32x8 k = load8(a.stiffness + i);
        for (Four8& row : goal.row) row = {row.x * k, row.y * k, row.z * k, row.w * k};
    }
    if constexpr (damped) {
        const Four8 p = load_transposed(in + 12, in_width), l = load_transposed(in + 16, in_width),
                    uu = load_transposed(in + 20, in_width);
        RegionMotion motion =
            region_motion(xyz(p), xyz(l), {p.w, l.w, uu.x, uu.y, uu.z, uu.w}, mean, shape, frame, rest);
        if (a.damping) {
            const f32x8 d = load8(a.damping + i);
            motion.velocity = motion.velocity * d, motion.spin = motion.spin * d;
        }
        store_transposed(out + 12, out_width, {motion.velocity.x, motion.velocity.y, motion.velocity.z, splat(0.0f)});
        store_transposed(out + 16, out_width, {motion.spin.x, motion.spin.y, motion.spin.z, splat(0.0f)});
    }
    for (int k = 0; k < 3; ++k) store_transposed(out + 4 * k, out_width, goal.row[k]);
}

// Sums over regions and their fits, by turns: a fit is arithmetic, a sum is memory, and each hides the other. A fit
// overwrites its sums, so it follows at the distance from which a later sum may still be derived.
template <bool damped>
PL_INLINE void fit(const FitArguments& a) {
    const Mat3x8 frame = splat_matrix(a.frame.rotation);
    FetchAhead<gathered<damped>> ahead;
    u32 fitted = 0, summed = 0;
    for (u32 r = 0; r < a.sums.run_count; ++r) {
        const SumRun& run = a.sums.runs[r];
        sum_run<gathered<damped>>(a.sums, run);
        summed = run.destination + run.count;
        ahead.of(a.sums, r + 1);
        for (; fitted + lane_count + a.lag <= summed; fitted += lane_count) {
            ahead.some();
            fit_lanes<damped>(a, frame, fitted);
        }
    }
    // Regions that only fill up the last lanes have rotations too, and those are state: they must not come from what
    // another body, or another thread's share, has left in the scratch.
    for (float* left = a.sums.destinations + gathered<damped> * summed;
         left < a.sums.destinations + gathered<damped> * a.count; left += 4)
        store4(left, splat4(0.0f));
    for (; fitted < a.count; fitted += lane_count) fit_lanes<damped>(a, frame, fitted);
}

// Loads the first n of eight blocks of four floats. What lies behind them may be another thread's share, which it is
// writing just now.
PL_INLINE Four8 load_some(const float* base, u32 n) {
    if (n >= lane_count) return load_transposed(base, 4);
    float buffer[32] = {};
    for (u32 k = 0; k < n; ++k) store4(buffer + 4 * k, load4(base + 4 * k));
    return load_transposed(buffer, 4);
}

// Stores the first n of eight blocks of four floats.
PL_INLINE void store_some(float* base, const Four8& v, u32 n) {
    if (n >= lane_count) return store_transposed(base, 4, v);
    float buffer[32];
    store_transposed(buffer, 4, v);
    for (u32 k = 0; k < n; ++k) store4(base + 4 * k, load4(buffer + 4 * k));
}

template <bool damped>
PL_INLINE MoveResult move(const MoveArguments& a) {
    constexpr u32 width = spread<damped>;
    const Mat3x8 q = splat_matrix(a.frame.rotation);
    const Vec3x8 c = splat_vector(a.frame.center), vc = splat_vector(a.frame.velocity), g = splat_vector(a.gravity),
                 air = splat_vector(a.air);
    const f32x8 h = splat(a.step), inverse_h = splat(1.0f / a.step), drag = splat(a.drag), zero = splat(0.0f),
                mass_scale = splat(a.mass_scale);
    const f32x8 huge = splat(3e38f), bound = splat(1e15f);
    const f32x8 lane_number = lane_numbers();
    Vec3x8 low{huge, huge, huge}, high{-huge, -huge, -huge};
    f32x8 speed2 = zero;
    i32x8 non_finite = {};
    FetchAhead<width> ahead;
    u32 run = 0, summed = 0;
    for (u32 i = 0; i < a.count; i += lane_count) {
        for (; run < a.sums.run_count && summed < i + lane_count; ++run) {
            sum_run<width>(a.sums, a.sums.runs[run]);
            ahead.of(a.sums, run + 1);
            summed = a.sums.runs[run].destination + a.sums.runs[run].count;
        }
        ahead.some();
        const u32 n = a.count - i < lane_count ? a.count - i : lane_count;
        const Four8 x = load_some(a.position + 4 * i, n), x0 = load_transposed(a.rest + 4 * i, 4);
        const Four8 old = load_some(a.velocity + 4 * i, n);
        const float* record = a.sums.destinations + width * i;
        const Vec3x8 r = xyz(x) - c, u = r - q * xyz(x0);
        const f32x8 share = x0.w * x.w * mass_scale;  // 1 / region size; zero for a particle that is held
        const i32x8 is_free = x.w > zero;
        Vec3x8 goal;
        f32x8* component[3] = {&goal.x, &goal.y, &goal.z};
        for (int k = 0; k < 3; ++k) {
            const Four8 row = load_transposed(record + 4 * k, width);
            *component[k] = (row.x + row.y * x0.x + row.z * x0.y + row.w * x0.z) * share;
        }
        const Vec3x8 before = xyz(old);
        Vec3x8 pull;
        if (a.stiffness) {
            pull = (goal - u * load8(a.stiffness + i)) * inverse_h;  // goals were scaled region by region
        } else {
            pull = (goal - u) * (splat(a.uniform_stiffness) * inverse_h);
        }
        Vec3x8 v = before + pull + g * h + (air - before) * drag;
        if constexpr (damped) {
            const Vec3x8 rigid =
                (xyz(load_transposed(record + 12, width)) + cross(xyz(load_transposed(record + 16, width)), r)) * share;
            if (a.damping) {
                v = v + (rigid - (before - vc) * load8(a.damping + i));
            } else {
                v = v + (rigid - (before - vc)) * splat(a.uniform_damping);
            }
        }
        v = select(is_free, v, Vec3x8{zero, zero, zero});
        const Vec3x8 next = xyz(x) + v * h;
        if (a.previous) store_some(a.previous + 4 * i, x, n);
        store_some(a.position + 4 * i, {next.x, next.y, next.z, x.w}, n);
        store_some(a.velocity + 4 * i, {v.x, v.y, v.z, old.w}, n);

        const i32x8 counted = lane_number < splat(static_cast<float>(n));
        const Vec3x8 for_low = select(counted, next, Vec3x8{huge, huge, huge}),
                     for_high = select(counted, next, Vec3x8{-huge, -huge, -huge});
        low = {least(for_low.x, low.x), least(for_low.y, low.y), least(for_low.z, low.z)};
        high = {greatest(for_high.x, high.x), greatest(for_high.y, high.y), greatest(for_high.z, high.z)};
        const f32x8 s2 = dot(v, v);
        speed2 = greatest(select(counted, s2, zero), speed2);
        const f32x8 extent = absolute(next.x) + absolute(next.y) + absolute(next.z) + square_root(s2);
        non_finite |= counted & ~(extent < bound);  // false for NaN too
    }
    MoveResult result;
    result.greatest_speed2 = 0;
    for (int k = 0; k < 3; ++k) result.low[k] = 3e38f, result.high[k] = -3e38f;
    const f32x8* lows[3] = {&low.x, &low.y, &low.z};
    const f32x8* highs[3] = {&high.x, &high.y, &high.z};
    for (u32 l = 0; l < lane_count; ++l) {
        for (int k = 0; k < 3; ++k) {
            if (lane(*lows[k], l) < result.low[k]) result.low[k] = lane(*lows[k], l);
            if (lane(*highs[k], l) > result.high[k]) result.high[k] = lane(*highs[k], l);
        }
        if (lane(speed2, l) > result.greatest_speed2) result.greatest_speed2 = lane(speed2, l);
    }
    result.non_finite = any(non_finite);
    return result;
}

PL_INLINE void reshape(const ReshapeArguments& a) {
    constexpr u32 width = gathered_record;
    for (u32 i = 0; i < a.count; i += lane_count) {
        const float* in = a.records + width * i;
        const RegionSums sums{
            {load_transposed(in, width), load_transposed(in + 4, width), load_transposed(in + 8, width)}};
        const Four8 p = load_transposed(in + 12, width), l = load_transposed(in + 16, width),
                    uu = load_transposed(in + 20, width);
        const RegionRest rest{load8(a.mass + i),
                              {load8(a.center[0] + i), load8(a.center[1] + i), load8(a.center[2] + i)},
                              {load8(a.covariance[0] + i), load8(a.covariance[1] + i), load8(a.covariance[2] + i),
                               load8(a.covariance[3] + i), load8(a.covariance[4] + i), load8(a.covariance[5] + i)}};
        const RegionRest other = reshaped(rest, sums, {p.w, l.w, uu.x, uu.y, uu.z, uu.w});
        store8(a.new_center[0] + i, other.center.x), store8(a.new_center[1] + i, other.center.y),
            store8(a.new_center[2] + i, other.center.z);
        const f32x8 c[6] = {other.covariance.xx, other.covariance.yy, other.covariance.zz,
                            other.covariance.xy, other.covariance.xz, other.covariance.yz};
        for (int k = 0; k < 6; ++k) store8(a.new_covariance[k] + i, c[k]);
    }
}

void moments_plain(const MomentArguments& a) { moments<plain_record>(a); }
void moments_damped(const MomentArguments& a) { moments<gathered_record>(a); }
void sums_plain(const SumArguments& a) { sums<plain_record>(a); }
void gather_damped(const SumArguments& a) { sums<gathered_record>(a); }
void spread_damped(const SumArguments& a) { sums<spread_record>(a); }
void fit_plain(const FitArguments& a) { fit<false>(a); }
void fit_damped(const FitArguments& a) { fit<true>(a); }
MoveResult move_plain(const MoveArguments& a) { return move<false>(a); }
MoveResult move_damped(const MoveArguments& a) { return move<true>(a); }
void reshape_regions(const ReshapeArguments& a) { reshape(a); }

}  // namespace

extern const Kernels PLIANT_KERNEL(kernels);
const Kernels PLIANT_KERNEL(kernels) = {{moments_plain, moments_damped}, {sums_plain, gather_damped},
                                        {fit_plain, fit_damped},         {sums_plain, spread_damped},
                                        {move_plain, move_damped},       reshape_regions};

}  // namespace pliant::lattice
