#include "rigid/joint_rows.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "rigid/rotation_vector.h"

namespace pliant::rigid {

namespace {

enum Place : u8 { place_move = 0, place_turn = 3, place_move_drive = 6, place_turn_drive = 9 };

// Share of an error that is corrected in a substep. The remainder is what the next motion along the tangent adds:
// a body that swings keeps its speed, as the way inward is part of its velocity.
constexpr float ease = 0.5f;
constexpr float ease_speed = 2, ease_spin = 10;  // [m/s], [rad/s] at most, beyond what the motion itself needs

struct RowMaker {
    Joint& joint;
    const Bodies& bodies;
    const float h;
    Transform at_a, at_b;  // frames of the joint in the world
    Vec3 arm_a, arm_b;     // from the centres of mass to b's frame
    Mat3 axes;             // of a's frame
    JointState state;
    float fast = ease_speed, fast_spin = ease_spin;
    float mass_a, mass_b;  // inverse
    // Limits that are far away, and rows for them where they may be reached within a substep.
    const bool any_distant_target;
    struct Far {
        u32 place;
        RigidRow row;
        float value, low, high;
    };
    Far far[8] = {};
    u32 fars = 0;

    RowMaker(Joint& j, const Bodies& b, float step, bool is_drawn)
        : joint(j), bodies(b), h(step), any_distant_target(is_drawn) {
        mass_a = bodies.moves(j.a) ? bodies.effective_inverse_mass[j.a] : 0;
        mass_b = bodies.moves(j.b) ? bodies.effective_inverse_mass[j.b] : 0;
        at_a = bodies.pose[j.a] * j.frame_a;
        at_b = bodies.pose[j.b] * j.frame_b;
        // Axes turn with a, and b moves along them: the arm of a reaches to where b is.
        arm_a = at_b.position - bodies.pose[j.a].position;
        arm_b = at_b.position - bodies.pose[j.b].position;
        const float spin_a = length(bodies.velocity[j.a].angular), spin_b = length(bodies.velocity[j.b].angular);
        fast += 0.5f * (spin_a * length(arm_a) + spin_b * length(arm_b));
        fast_spin += 0.5f * (spin_a + spin_b);
    }

    void add(u32 place, RigidRow row) {
        prepare_row(row, mass_a, bodies.world_inverse_inertia[joint.a], mass_b, bodies.world_inverse_inertia[joint.b]);
        if (row.inverse_k == 0) return;
        row.impulse = std::clamp(joint.impulse[place], row.min_impulse, row.max_impulse);
        u32 at = joint.rows++;
        if (row.min_impulse == -infinite && row.max_impulse == infinite &&
            row.speed.softness == 0) {  // locks stand in front
            for (; at > joint.locked_rows; --at) {
                joint.row[at] = joint.row[at - 1];
                joint.place[at] = joint.place[at - 1];
            }
            ++joint.locked_rows;
        }
        joint.place[at] = static_cast<u8>(place);
        joint.row[at] = row;
    }
    RigidRow along(const Vec3& n) const { return {-n, -cross(arm_a, n), n, cross(arm_b, n)}; }
    RigidRow about(const Vec3& n) const { return {{}, -n, {}, n}; }

    // A value that must be 0.
    void lock(u32 place, RigidRow row, float value, float max_speed) {
        row.speed.wanted = std::clamp(-ease * value / h, -max_speed, max_speed);
        row.min_impulse = -infinite;
        row.max_impulse = infinite;
        add(place, row);
    }
    // A value between two limits: as a rule only the nearer can be reached in a substep. Before it is reached, it may
    // be approached so fast that it is reached just at the end; beyond it, it is eased back.
    void limit(u32 place, RigidRow row, float value, float low, float high, float max_speed) {
        const bool upper = high - value < value - low;
        limit(place, row, value, low, high, max_speed, upper);
        if (any_distant_target && (upper ? low > -infinite : high < infinite) && fars < std::size(far))
            far[fars++] = {place, row, value, upper ? low : -infinite, upper ? infinite : high};
    }
    void limit(u32 place, RigidRow row, float value, float low, float high, float max_speed, bool upper) {
        const float room = upper ? high - value : value - low;
        const float speed = room > 0 ? -room / h : std::min(-ease * room / h, max_speed);
        row.speed.wanted = upper ? -speed : speed;
        row.min_impulse = upper ? -infinite : 0;
        row.max_impulse = upper ? 0 : infinite;
        add(place, row);
    }
    void hold(const Axis& axis, u32 place, const RigidRow& row, float value, float max_speed) {
        if (axis.mode == AxisMode::locked)
            lock(place, row, value, max_speed);
        else if (axis.mode == AxisMode::limited)
            limit(place, row, value, axis.low, axis.high, max_speed);
    }
    void drive(const Drive& d, u32 place, RigidRow row, float away, float speed) {
        const float strength = joint.def.target.strength;
        row.speed = implicit_spring(d.stiffness * strength, d.damping * strength, away, speed, h);
        if (!(row.speed.softness > 0)) return;
        row.max_impulse = d.max_force * strength * h;
        row.min_impulse = -row.max_impulse;
        add(place, row);
    }

    void move() {
        const JointDef& def = joint.def;
        for (int i = 0; i < 3; ++i) {
            const RigidRow row = along(axes.column[i]);
            const float value = state.position[i];
            const u32 k = static_cast<u32>(i);
            if (def.move[i].mode != AxisMode::locked)
                drive(def.move_drive[i], place_move_drive + k, row, def.target.position[i] - value,
                      def.target.velocity[i]);
            hold(def.move[i], place_move + k, row, value, fast);
        }
    }

    // The speed of the twist is the spin along (x_a + x_b) / (1 + x_a · x_b), half-way between the two axes.
    RigidRow twist_row() const {
        const Vec3 xa = axes.column[0], xb = at_b.rotation * Vec3{1, 0, 0};
        return about((xa + xb) / std::max(1 + dot(xa, xb), 0.1f));
    }
    void turn_drives() {
        const JointDef& def = joint.def;
        const bool swings = def.turn[1].mode != AxisMode::locked || def.turn[2].mode != AxisMode::locked;
        const Vec3 spin = def.target.angular_velocity;
        if (!swings) {
            if (def.turn[0].mode == AxisMode::locked) return;
            const float wanted = joint_state({{}, {}}, {{}, def.target.rotation}).twist;
            float away = wanted - state.twist;
            away -= static_cast<float>(2 * pi) * std::round(away / static_cast<float>(2 * pi));
            return drive(def.turn_drive, place_turn_drive, twist_row(), away, spin.x);
        }
        const Quat relative = conjugate(at_a.rotation) * at_b.rotation;
        const Vec3 away = rotation_vector(def.target.rotation * conjugate(relative));
        for (int i = 0; i < 3; ++i)
            if (def.turn[i].mode != AxisMode::locked)
                drive(def.turn_drive, place_turn_drive + static_cast<u32>(i), about(axes.column[i]), away[i], spin[i]);
    }
    // Both swings limited: an elliptic cone, ρ = |(s_y / l_y, s_z / l_z)| <= 1, met along its gradient g. The swing s
    // is a vector of length σ along u, with t = x × u across it; spins change σ by ω·u and its direction by ω·(t cos σ
    // + x sin σ) / sin σ.
    void hold_cone() {
        const Axis &y = joint.def.turn[1], &z = joint.def.turn[2];
        const Vec3 s = state.swing;
        const float size = length(s);
        if (any_distant_target) hold_in_hexagon(y, z);
        if (!(size > 1e-4f)) return;
        const float ly = std::max(s.y < 0 ? -y.low : y.high, 1e-3f), lz = std::max(s.z < 0 ? -z.low : z.high, 1e-3f);
        const float rho = std::sqrt(s.y * s.y / (ly * ly) + s.z * s.z / (lz * lz));
        const Vec3 gradient = Vec3{0, s.y / (ly * ly), s.z / (lz * lz)} / rho;
        const float steep = length(gradient);
        const Vec3 u = s / size, t = cross(Vec3{1, 0, 0}, u), g = gradient / steep;
        const float sin = std::max(static_cast<float>(sine(size)), 0.05f), cos = static_cast<float>(cosine(size));
        const Vec3 axis = u * dot(g, u) + Vec3{sin, cos * t.y, cos * t.z} * (dot(g, t) * size / sin);
        limit(place_turn + 1, about(axes * axis), (rho - 1) / steep + (any_distant_target ? outward(u, sin, cos) : 0),
              -infinite, 0, fast_spin);
    }
    // No substep leads from well within the cone beyond it, to whichever side: it ends within a hexagon in the cone,
    // one of whose sides faces where the swing is, or no further out than it began. In numbers of which the limits
    // are 1.
    void hold_in_hexagon(const Axis& y, const Axis& z) {
        constexpr float side = 0.8660254f;  // its distance from the middle
        const Vec3 s = state.swing;
        const float size = length(s);
        const bool swings = size > 1e-4f;
        const Vec3 u = swings ? s / size : Vec3{0, 1, 0}, t = cross(Vec3{1, 0, 0}, u);
        const float sin = swings ? std::max(static_cast<float>(sine(size)), 0.05f) : 1.0f,
                    cos = swings ? static_cast<float>(cosine(size)) : 0.0f;
        float facing_y = u.y, facing_z = u.z;
        for (int k = 0; k < 6; ++k) {
            const float ly = std::max(facing_y < 0 ? -y.low : y.high, 1e-3f),
                        lz = std::max(facing_z < 0 ? -z.low : z.high, 1e-3f);
            const Vec3 gradient = {0, facing_y / ly, facing_z / lz};
            const float steep = length(gradient), out = dot(gradient, s);
            const Vec3 g = gradient / steep;
            const Vec3 axis = swings ? u * dot(g, u) + Vec3{sin, cos * t.y, cos * t.z} * (dot(g, t) * size / sin) : g;
            if ((k > 0 || !swings) && fars < std::size(far))
                far[fars++] = {place_turn + 1, about(axes * axis), std::min(out - side, 0.0f) / steep, -infinite, 0};
            const float turned = 0.5f * facing_y - side * facing_z;
            facing_z = side * facing_y + 0.5f * facing_z;
            facing_y = turned;
        }
    }
    // [rad] What turns along the cone leaves it on the way: it goes straight on, and the cone is round. A great circle
    // that starts along a circle of angle σ is (ω h)² cot σ / 2 further out after h.
    float outward(const Vec3& u, float sin, float cos) const {
        const Vec3 across = cross(at_b.rotation * Vec3{1, 0, 0}, axes * u);
        const float turn = dot(bodies.velocity[joint.b].angular - bodies.velocity[joint.a].angular, across) * h;
        return std::clamp(0.5f * turn * turn * cos / sin, 0.0f, 0.2f);
    }
    void turn() {
        const Axis(&t)[3] = joint.def.turn;
        turn_drives();
        hold(t[0], place_turn, twist_row(), state.twist, fast_spin);
        if (t[1].mode == AxisMode::limited && t[2].mode == AxisMode::limited) return hold_cone();
        hold(t[1], place_turn + 1, about(axes.column[1]), state.swing.y, fast_spin);
        hold(t[2], place_turn + 2, about(axes.column[2]), state.swing.z, fast_spin);
    }

    void six_axes() {
        state = joint_state(at_a, at_b);
        axes = matrix(at_a.rotation);
        turn();
        move();  // moves are solved last, since a gap in a joint is more visible than a wrong angle
        joint.reachable_rows = joint.rows;
        for (u32 i = 0; i < fars && joint.rows < max_rows; ++i)
            limit(far[i].place, far[i].row, far[i].value, far[i].low, far[i].high, fast, far[i].high < infinite);
        for (u32 i = joint.reachable_rows; i < joint.rows; ++i) joint.row[i].impulse = 0;
    }
    void distance() {
        const JointDef& def = joint.def;
        const Vec3 apart = at_b.position - at_a.position;
        const float value = length(apart);
        const Vec3 n = direction(apart, Vec3{0, 1, 0});
        const Vec3 ra = at_a.position - bodies.pose[joint.a].position;
        const RigidRow row{-n, -cross(ra, n), n, cross(arm_b, n)};
        if (def.spring.stiffness > 0 || def.spring.damping > 0)
            drive(def.spring, place_move_drive, row, def.max_length - value, 0);
        else if (def.min_length == def.max_length)
            lock(place_move, row, value - def.max_length, fast);
        else
            limit(place_move, row, value, def.min_length, def.max_length, fast);
    }
    void pulley() {
        const JointDef& def = joint.def;
        const Vec3 to_a = at_a.position - def.wheel_a, to_b = at_b.position - def.wheel_b;
        const Vec3 na = direction(to_a, Vec3{0, -1, 0}), nb = direction(to_b, Vec3{0, -1, 0}) * def.ratio;
        const Vec3 ra = at_a.position - bodies.pose[joint.a].position;
        const float value = length(to_a) + def.ratio * length(to_b);
        limit(place_move, {na, cross(ra, na), nb, cross(arm_b, nb)}, value, -infinite, def.rope_length, fast);
    }
};

}  // namespace

namespace {

// Locks give way by this share of their load: with one round a substep, joints of a chain that are rigid and start
// from their last impulses would hand errors back and forth without end.
constexpr float lock_softness = 0.06f;

// J M⁻¹ Jᵀ of two rows.
float coupling(const RigidRow& p, const RigidRow& q, float mass_a, float mass_b) {
    return mass_a * dot(p.linear_a, q.linear_a) + dot(p.angular_a, q.spin_a) + mass_b * dot(p.linear_b, q.linear_b) +
           dot(p.angular_b, q.spin_b);
}

// L D Lᵀ. What the rows before it already decide has no pivot left, and gets none.
void factorize(Joint& joint, float mass_a, float mass_b) {
    float(&f)[6][6] = joint.factor;
    float d[6];
    for (u32 i = 0; i < joint.locked_rows; ++i) {
        for (u32 j = 0; j <= i; ++j) {
            float sum = coupling(joint.row[i], joint.row[j], mass_a, mass_b);
            if (i == j) sum *= 1 + lock_softness;
            for (u32 k = 0; k < j; ++k) sum -= f[i][k] * d[k] * f[j][k];
            if (i > j)
                f[i][j] = sum * f[j][j];
            else {
                const bool decided = !(sum > 1e-5f * (1 / joint.row[i].inverse_k));
                d[i] = decided ? 0 : sum;
                f[i][i] = decided ? 0 : 1 / sum;
            }
        }
    }
}

}  // namespace

bool has_distant_target(const Joint& joint) {
    if (!joint.alive || joint.broken || joint.def.kind != JointKind::axes || !(joint.def.target.strength > 0))
        return false;
    for (int i = 0; i < 3; ++i)
        if (joint.def.move[i].mode == AxisMode::free && joint.def.move_drive[i].stiffness > 0) return true;
    return false;
}

void make_rows(Joint& joint, const Bodies& bodies, float h, bool any_distant_target) {
    PL_ASSERT(h > 0 && joint.a < bodies.size() && joint.b < bodies.size());
    joint.rows = joint.locked_rows = 0;
    if (!joint.alive || joint.broken) return;
    RowMaker maker(joint, bodies, h, any_distant_target);
    switch (joint.def.kind) {
        case JointKind::axes: maker.six_axes(); break;
        case JointKind::distance: maker.distance(); break;
        case JointKind::pulley: maker.pulley(); break;
    }
    if (joint.def.kind != JointKind::axes) joint.reachable_rows = joint.rows;
    if (!joint.in_tree) factorize(joint, maker.mass_a, maker.mass_b);
}

void begin_tree_rows(Joint& joint, Bodies& bodies) {
    PL_ASSERT(joint.a < bodies.size() && joint.b < bodies.size() && joint.rows <= max_rows);
    bodies.joint_stiffness[joint.a] += joint.force * length(joint.frame_a.position);
    bodies.joint_stiffness[joint.b] += joint.force * length(joint.frame_b.position);
    for (u32 i = 0; i < joint.rows; ++i) {
        const float before = joint.impulse[joint.place[i]];
        RigidRow& row = joint.row[i];
        // A limit that pressed presses on; one that did not is left out until it is passed.
        joint.bound[i] = 0;
        if (row.min_impulse == 0 && !(before > 0)) joint.bound[i] = -1;
        if (row.max_impulse == 0 && !(before < 0)) joint.bound[i] = 1;
        if (i >= joint.reachable_rows) joint.bound[i] = row.min_impulse == 0 ? -1 : 1;
        row.impulse = 0;
    }
}

namespace {

// Velocities of both bodies, while a joint is solved; what does not move is not written, as others may read it.
struct Two {
    Bodies& bodies;
    const Joint& joint;
    RigidVelocity a, b;
    float mass_a, mass_b;

    Two(Bodies& all, const Joint& j)
        : bodies(all),
          joint(j),
          a(all.velocity[j.a]),
          b(all.velocity[j.b]),
          mass_a(all.moves(j.a) ? all.effective_inverse_mass[j.a] : 0),
          mass_b(all.moves(j.b) ? all.effective_inverse_mass[j.b] : 0) {}
    ~Two() {
        if (mass_a > 0) bodies.velocity[joint.a] = a;
        if (mass_b > 0) bodies.velocity[joint.b] = b;
    }
    void apply(const RigidRow& row, float impulse) { apply_row(row, impulse, mass_a, a, mass_b, b); }
};

void solve_locks(Joint& joint, Two& two, Pass pass) {
    const float(&f)[6][6] = joint.factor;
    float x[6];
    for (u32 i = 0; i < joint.locked_rows; ++i) {
        const RigidRow& row = joint.row[i];
        const float given = pass == Pass::solve ? lock_softness * row.impulse / row.inverse_k : 0;
        x[i] = -(row_speed(row, two.a, two.b) - row.speed.wanted + given);
        for (u32 k = 0; k < i; ++k) x[i] -= f[i][k] * x[k];
    }
    for (u32 i = joint.locked_rows; i-- > 0;) {
        x[i] *= f[i][i];
        for (u32 k = i + 1; k < joint.locked_rows; ++k) x[i] -= f[k][i] * x[k];
    }
    for (u32 i = 0; i < joint.locked_rows; ++i) {
        joint.row[i].impulse += x[i];
        two.apply(joint.row[i], x[i]);
    }
}

}  // namespace

void warm_start(Joint& joint, Bodies& bodies) {
    PL_ASSERT(joint.alive && !joint.in_tree && joint.rows <= max_rows);
    Two two(bodies, joint);
    for (u32 i = 0; i < joint.rows; ++i) two.apply(joint.row[i], joint.row[i].impulse);
}

void solve(Joint& joint, Bodies& bodies, Pass pass) {
    PL_ASSERT(joint.alive && !joint.in_tree && joint.locked_rows <= joint.rows);
    Two two(bodies, joint);
    for (u32 i = joint.locked_rows; i < joint.rows; ++i) two.apply(joint.row[i], solve_row(joint.row[i], two.a, two.b));
    solve_locks(joint, two, pass);
}

void finish(Joint& joint, float h) {
    PL_ASSERT(h > 0 && joint.rows <= max_rows);
    std::fill(std::begin(joint.impulse), std::end(joint.impulse), 0.0f);
    float push2 = 0, turn2 = 0;
    for (u32 i = 0; i < joint.rows; ++i) {
        const float impulse = joint.row[i].impulse;
        joint.impulse[joint.place[i]] += impulse;  // a far limit has the place of the near one
        if (joint.place[i] < place_turn)
            push2 += impulse * impulse;
        else if (joint.place[i] < place_move_drive)
            turn2 += impulse * impulse;
    }
    joint.force = std::sqrt(push2) / h;
    joint.torque = std::sqrt(turn2) / h;
    if (joint.force > joint.def.break_force || joint.torque > joint.def.break_torque) joint.broken = true;
}

}  // namespace pliant::rigid
