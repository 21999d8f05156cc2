#include "rigid/trees.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/assert.h"

namespace pliant::rigid {

namespace {

// Calls f with `count`, as a constant where it is one that joints mostly have: loops of a known length are unrolled.
template <class F>
void with_constant(u32 count, F&& f) {
    switch (count) {
        case 3: return f(std::integral_constant<u32, 3>());
        case 4: return f(std::integral_constant<u32, 4>());
        case 5: return f(std::integral_constant<u32, 5>());
        case 6: return f(std::integral_constant<u32, 6>());
        default: return f(count);
    }
}

// L D Lᵀ in place, lower half: L below the diagonal, 1/D on it, 0 where nothing is left to decide.
template <u32 size, class Count>
inline void factorize(double (&m)[size][size], Count n) {
    double d[size];
    for (u32 i = 0; i < n; ++i) {
        const double whole = m[i][i];
        for (u32 j = 0; j < i; ++j) {
            double sum = m[i][j];
            for (u32 k = 0; k < j; ++k) sum -= m[i][k] * d[k] * m[j][k];
            m[i][j] = sum * m[j][j];
        }
        double sum = whole;
        for (u32 k = 0; k < i; ++k) sum -= m[i][k] * m[i][k] * d[k];
        const bool decided = !(sum > 1e-10 * whole);
        d[i] = decided ? 0 : sum;
        m[i][i] = decided ? 0 : 1 / sum;
    }
}

template <u32 size, class Count>
inline void solve_factored(const double (&m)[size][size], double* x, Count n) {
    for (u32 i = 0; i < n; ++i)
        for (u32 k = 0; k < i; ++k) x[i] -= m[i][k] * x[k];
    for (u32 i = n; i-- > 0;) {
        x[i] *= m[i][i];
        for (u32 k = i + 1; k < n; ++k) x[i] -= m[k][i] * x[k];
    }
}

// The same for several right-hand sides, x[i] being row i of all of them. Each step of one waits for the step before;
// those of many need not wait for each other.
template <u32 size, u32 columns, class Count>
inline void solve_factored(const double (&m)[size][size], double (*x)[columns], Count n) {
    for (u32 i = 0; i < n; ++i)
        for (u32 k = 0; k < i; ++k)
            for (u32 c = 0; c < columns; ++c) x[i][c] -= m[i][k] * x[k][c];
    for (u32 i = n; i-- > 0;) {
        for (u32 c = 0; c < columns; ++c) x[i][c] *= m[i][i];
        for (u32 k = i + 1; k < n; ++k)
            for (u32 c = 0; c < columns; ++c) x[i][c] -= m[k][i] * x[k][c];
    }
}

using Six = std::integral_constant<u32, 6>;

void spatial(const Vec3& linear, const Vec3& angular, double* out) {
    for (int i = 0; i < 3; ++i) {
        out[i] = linear[i];
        out[3 + i] = angular[i];
    }
}
double product(const double* a, const double* b) {
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += a[i] * b[i];
    return sum;
}
void gradient_of(const RigidRow& row, bool of_b, double* out) {
    of_b ? spatial(row.linear_b, row.angular_b, out) : spatial(row.linear_a, row.angular_a, out);
}

// Its own inertia, to which what hangs on it is added.
void begin(LinkWork& w, u32 body, const Bodies& bodies, double h) {
    const Mat3d axes = matrix(normalized(bodies.pose[body].rotation.to<double>()));
    const Vec3 inverse =
        bodies.inverse_inertia[body] * (bodies.effective_inverse_mass[body] / bodies.inverse_mass[body]);
    w.mass = 1.0 / bodies.effective_inverse_mass[body];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            w.own_inertia[i][j] = 0;
            for (int k = 0; k < 3; ++k) w.own_inertia[i][j] += axes(i, k) * axes(j, k) / inverse[k];
        }
    const double most = 1.0 / std::min({inverse.x, inverse.y, inverse.z});
    const double strained = std::max(h * h * bodies.joint_stiffness[body] - 0.5 * most, 0.0);
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) w.inertia[i][j] = i > 2 && j > 2 ? w.own_inertia[i - 3][j - 3] : 0;
    for (int i = 0; i < 3; ++i) {
        w.inertia[i][i] = w.mass;
        w.inertia[3 + i][3 + i] += strained;
    }
}

void take_momentum(LinkWork& w, const RigidVelocity& v) {
    for (int i = 0; i < 3; ++i) {
        w.momentum[i] = w.mass * v.linear[i];
        w.momentum[3 + i] = w.own_inertia[i][0] * v.angular[0] + w.own_inertia[i][1] * v.angular[1] +
                            w.own_inertia[i][2] * v.angular[2];
    }
}

class Tree {
  public:
    Tree(std::span<const TreeLink> links, std::span<LinkWork> work, std::span<Joint> joints, Bodies& bodies, float h)
        : links_(links), work_(work), joints_(joints), bodies_(bodies), h_(h) {}

    void solve(bool& factored) {
        constexpr int max_rounds = 4;
        for (int round = 0;; ++round) {
            if (!factored) factorize_all();
            for (u32 i = 0; i < links_.size(); ++i) take_momentum(work_[i], bodies_.velocity[links_[i].body]);
            for (u32 i = 0; i < links_.size(); ++i) push_bound(i);
            for (u32 i = static_cast<u32>(links_.size()); i-- > 0;) up(i);
            for (u32 i = 0; i < links_.size(); ++i) down(i);
            factored = true;
            if (round == max_rounds || !change_parts()) break;  // bounds are as they were solved with
            factored = false;
        }
        finish();
    }

  private:
    bool moves(u32 body) const { return bodies_.moves(body); }

    // All that depends on poses and on which rows take part, and not on velocities.
    void factorize_all() {
        for (u32 i = 0; i < links_.size(); ++i) begin(work_[i], links_[i].body, bodies_, h_);
        for (u32 i = 0; i < links_.size(); ++i) take_parts(i);
        for (u32 i = static_cast<u32>(links_.size()); i-- > 0;) factorize_up(i);
    }

    void take_parts(u32 i) {
        LinkWork& w = work_[i];
        w.parts = 0;
        if (links_[i].joint == TreeLink::no_joint) return;
        const Joint& joint = joints_[links_[i].joint];
        for (u32 k = 0; k < joint.rows; ++k) {
            if (joint.bound[k] != 0) continue;
            gradient_of(joint.row[k], links_[i].is_b, w.gradient[w.parts]);
            gradient_of(joint.row[k], !links_[i].is_b, w.to_parent[w.parts]);
            w.part[w.parts++] = static_cast<u8>(k);
        }
    }
    // What rows at their bounds give.
    void push_bound(u32 i) {
        if (links_[i].joint == TreeLink::no_joint) return;
        const Joint& joint = joints_[links_[i].joint];
        for (u32 k = 0; k < joint.rows; ++k) {
            if (joint.bound[k] == 0) continue;
            const RigidRow& row = joint.row[k];
            const double given = (joint.bound[k] < 0 ? row.min_impulse : row.max_impulse) - row.impulse;
            if (given != 0) push(i, row, given);
        }
    }
    // Gives an impulse to both sides of the joint above a link.
    void push(u32 i, const RigidRow& row, double impulse) {
        double j[6];
        gradient_of(row, links_[i].is_b, j);
        for (int c = 0; c < 6; ++c) work_[i].momentum[c] += j[c] * impulse;
        if (!moves(links_[i].parent)) return;
        gradient_of(row, !links_[i].is_b, j);
        for (int c = 0; c < 6; ++c) work_[links_[i].link].momentum[c] += j[c] * impulse;
    }

    void factorize_up(u32 i) {
        LinkWork& w = work_[i];
        factorize(w.inertia, Six());
        if (w.parts == 0) return;
        const Joint& joint = joints_[links_[i].joint];
        find_responses(w);
        for (u32 p = 0; p < w.parts; ++p) {
            for (u32 q = 0; q <= p; ++q) w.factor[p][q] = product(w.gradient[p], w.response[q]);
            w.factor[p][p] += joint.row[w.part[p]].speed.softness;
        }
        with_constant(w.parts, [&](auto n) { factorize(w.factor, n); });
        if (!moves(links_[i].parent)) return;
        LinkWork& parent = work_[links_[i].link];
        double x[max_rows][6];  // W⁻¹ of J_p
        for (u32 p = 0; p < w.parts; ++p) std::copy_n(w.to_parent[p], 6, x[p]);
        with_constant(w.parts, [&](auto n) { solve_factored(w.factor, x, n); });
        for (u32 p = 0; p < w.parts; ++p)
            for (int r = 0; r < 6; ++r)  // the lower half is all that is looked at
                for (int c = 0; c <= r; ++c) parent.inertia[r][c] += w.to_parent[p][r] * x[p][c];
    }

    void up(u32 i) {
        LinkWork& w = work_[i];
        solve_factored(w.inertia, w.momentum, Six());
        if (w.parts == 0) return;
        const TreeLink& link = links_[i];
        const Joint& joint = joints_[link.joint];
        for (u32 p = 0; p < w.parts; ++p) {
            const RigidRow& row = joint.row[w.part[p]];
            w.missing[p] =
                row.speed.wanted - double(row.speed.softness) * row.impulse - product(w.gradient[p], w.momentum);
        }
        if (!moves(link.parent)) {
            double v[6];
            spatial(bodies_.velocity[link.parent].linear, bodies_.velocity[link.parent].angular, v);
            for (u32 p = 0; p < w.parts; ++p) w.missing[p] -= product(w.to_parent[p], v);
            return;
        }
        double x[max_rows];  // W⁻¹ of the remaining error
        std::copy_n(w.missing, w.parts, x);
        with_constant(w.parts, [&](auto n) { solve_factored(w.factor, x, n); });
        LinkWork& parent = work_[link.link];
        for (u32 p = 0; p < w.parts; ++p)
            for (int r = 0; r < 6; ++r) parent.momentum[r] += w.to_parent[p][r] * x[p];
    }

    // Four rows at a time: a joint has from three to six of them.
    static void find_responses(LinkWork& w) {
        for (u32 first = 0; first < w.parts; first += 4) {
            const u32 count = std::min(4u, w.parts - first);
            double x[6][4] = {};
            for (u32 p = 0; p < count; ++p)
                for (u32 c = 0; c < 6; ++c) x[c][p] = w.gradient[first + p][c];
            solve_factored(w.inertia, x, Six());
            for (u32 p = 0; p < count; ++p)
                for (u32 c = 0; c < 6; ++c) w.response[first + p][c] = x[c][p];
        }
    }

    void down(u32 i) {
        LinkWork& w = work_[i];
        const TreeLink& link = links_[i];
        for (int c = 0; c < 6; ++c) w.velocity[c] = w.momentum[c];
        for (u32 p = 0; p < w.parts; ++p) {
            w.change[p] = w.missing[p];
            if (moves(link.parent)) w.change[p] -= product(w.to_parent[p], work_[link.link].velocity);
        }
        with_constant(w.parts, [&](auto n) { solve_factored(w.factor, w.change, n); });
        for (u32 p = 0; p < w.parts; ++p)
            for (int c = 0; c < 6; ++c) w.velocity[c] += w.response[p][c] * w.change[p];
    }

    double speed(u32 i, const RigidRow& row) const {
        double own[6], other[6], v[6];
        gradient_of(row, links_[i].is_b, own);
        gradient_of(row, !links_[i].is_b, other);
        spatial(bodies_.velocity[links_[i].parent].linear, bodies_.velocity[links_[i].parent].angular, v);
        return product(own, work_[i].velocity) +
               product(other, moves(links_[i].parent) ? work_[links_[i].link].velocity : v);
    }

    // Rows beyond their bounds are put there, rows at a bound that would leave it take part again. Whether any changed.
    bool change_parts() {
        bool changed = false;
        for (u32 i = 0; i < links_.size(); ++i) {
            if (links_[i].joint == TreeLink::no_joint) continue;
            Joint& joint = joints_[links_[i].joint];
            LinkWork& w = work_[i];
            for (u32 p = 0; p < w.parts; ++p) {
                const RigidRow& row = joint.row[w.part[p]];
                const double next = row.impulse + w.change[p];
                if (next >= row.min_impulse && next <= row.max_impulse) continue;
                joint.bound[w.part[p]] = next < row.min_impulse ? -1 : 1;
                changed = true;
            }
            for (u32 k = 0, p = 0; k < joint.rows; ++k) {
                if (p < w.parts && w.part[p] == k) {
                    ++p;
                    continue;
                }
                const RigidRow& row = joint.row[k];
                const double at = joint.bound[k] < 0 ? row.min_impulse : row.max_impulse;
                const double over = speed(i, row) - row.speed.wanted + row.speed.softness * at;
                if (joint.bound[k] < 0 ? !(over < -1e-6) : !(over > 1e-6)) continue;  // it is where it should be
                joint.bound[k] = 0;
                changed = true;
            }
        }
        return changed;
    }

    void finish() {
        for (u32 i = 0; i < links_.size(); ++i) {
            const LinkWork& w = work_[i];
            RigidVelocity& v = bodies_.velocity[links_[i].body];
            for (int c = 0; c < 3; ++c) {
                v.linear[c] = static_cast<float>(w.velocity[c]);
                v.angular[c] = static_cast<float>(w.velocity[3 + c]);
            }
            if (links_[i].joint == TreeLink::no_joint) continue;
            Joint& joint = joints_[links_[i].joint];
            u32 p = 0;
            for (u32 k = 0; k < joint.rows; ++k) {
                RigidRow& row = joint.row[k];
                if (p < w.parts && w.part[p] == k)
                    row.impulse += static_cast<float>(w.change[p++]);
                else
                    row.impulse = joint.bound[k] < 0 ? row.min_impulse : row.max_impulse;
            }
        }
    }

    std::span<const TreeLink> links_;
    std::span<LinkWork> work_;
    std::span<Joint> joints_;
    Bodies& bodies_;
    const float h_;
};

}  // namespace

void solve_tree(std::span<const TreeLink> links, std::span<LinkWork> work, std::span<Joint> joints, Bodies& bodies,
                float h, bool& factored) {
    PL_ASSERT(!links.empty() && work.size() >= links.size() && h > 0);
    Tree(links, work, joints, bodies, h).solve(factored);
}

}  // namespace pliant::rigid
