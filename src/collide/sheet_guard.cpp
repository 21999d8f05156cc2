#include "collide/sheet_guard.h"

#include <algorithm>
#include <cmath>

#include "collide/advance.h"
#include "core/assert.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

// Four points of which the first n are on one side of what divides them, with their ways in the substep.
struct Four {
    Vec3 from[4], displacement[4];
    Vec3 at(int k, float t) const { return from[k] + displacement[k] * t; }
};

// Whether a plane through the middle, at a right angle to what divides them at first, divides them at the end too: then
// it did all the time.
bool stay_divided(const Four& f, int n, const Vec3& normal, float least) {
    float own = 3e38f, other = -3e38f;
    for (int k = 0; k < 4; ++k) {
        const float d = dot(normal, f.at(k, 1) - f.from[3]);
        if (k < n) {
            own = std::min(own, d);
        } else {
            other = std::max(other, d);
        }
    }
    return own - other > least;
}

// How fast anything of one side moves against the other.
float greatest_way(const Four& f, int n) {
    float most = 0;
    for (int i = 0; i < n; ++i)
        for (int j = n; j < 4; ++j) most = std::max(most, length_squared(f.displacement[i] - f.displacement[j]));
    return std::sqrt(most);
}

// Whether a direction separates the two sides at first by more than they approach each other in the substep. Then they
// stay divided by the plane that would_pass looks at, whose normal is along their shortest distance: the shortest
// distance is not shorter than this one, and along any direction they approach by no more.
bool planes_stay_apart(const Four& f, int n, const Vec3& direction, float least) {
    float own_low = 3e38f, own_high = -3e38f, other_low = 3e38f, other_high = -3e38f;
    for (int k = 0; k < 4; ++k) {
        const float d = dot(direction, f.from[k] - f.from[3]);
        float &low = k < n ? own_low : other_low, &high = k < n ? own_high : other_high;
        low = std::min(low, d);
        high = std::max(high, d);
    }
    const float apart = std::max(own_low - other_high, other_low - own_high);
    if (!(apart > 0)) return false;
    const Vec3& at = f.from[3];
    const float rounding = 1e-6f * (std::fabs(at.x) + std::fabs(at.y) + std::fabs(at.z));
    const float needed = (1.001f * (least + greatest_way(f, n)) + rounding) * length(direction);
    return apart > needed + 1e-5f * std::max({std::fabs(own_high), std::fabs(own_low), std::fabs(other_high),
                                              std::fabs(other_low)});
}

bool unknown_side(std::span<const u8> unknown_side, u32 point) {
    return !unknown_side.empty() && unknown_side[point] != 0;
}

// `between` gives the shortest way from the second side to the first.
template <class Between>
bool would_pass(const Four& f, int n, float least, Between&& between) {
    const Vec3 at_first = between(0.0f);
    const float start = length(at_first);
    if (!(start > 0)) return false;  // the side is unknown
    least = std::min(least, 0.25f * start);
    if (stay_divided(f, n, at_first / start, least)) return false;
    return advance({greatest_way(f, n), least, least}, start, [&](float t) { return length(between(t)); });
}

}  // namespace

void SheetGuard::find(const SheetTree& a, const SheetTree& b, bool same_origin, const SheetTangle& tangle,
                      float thickness, std::vector<SheetHit>& out) {
    PL_ASSERT(thickness >= 0);
    a_ = &a;
    b_ = &b;
    tangle_ = &tangle;
    own_ = &a == &b;
    least_ = 0.1f * thickness;
    out_ = &out;
    pairs_.find(a, b, same_origin, least_, least_, *this);
}

void SheetGuard::point(const SheetTree& points, u32 p, const SheetTree& skin, u32 triangle) {
    PL_ASSERT(p < points.skin().point_count() && triangle < skin.skin().triangles.size());
    const auto& c = skin.skin().triangles[triangle];
    const std::span<const u8> lost_skin = unknown_sides_of(skin);
    if (unknown_side(unknown_sides_of(points), p) || unknown_side(lost_skin, c[0]) || unknown_side(lost_skin, c[1]) ||
        unknown_side(lost_skin, c[2]))
        return;
    const Four f{{points.before(p), skin.before(c[0]), skin.before(c[1]), skin.before(c[2])},
                 {points.displacement(p), skin.displacement(c[0]), skin.displacement(c[1]), skin.displacement(c[2])}};
    if (planes_stay_apart(f, 1, cross(f.from[2] - f.from[1], f.from[3] - f.from[1]), least_)) return;
    const auto between = [&](float t) {
        return f.at(0, t) - closest_on_triangle(f.at(0, t), f.at(1, t), f.at(2, t), f.at(3, t)).point;
    };
    if (!would_pass(f, 1, least_, between)) return;
    if (&points == a_) {
        out_->push_back({{p, c[0], c[1], c[2]}, own_ ? 4u : 1u});
    } else {
        out_->push_back({{c[0], c[1], c[2], p}, 3});
    }
}

void SheetGuard::edges(u32 edge, u32 other) {
    const SheetTree::Edge &e = a_->edge(edge), &g = b_->edge(other);
    const std::span<const u8> lost_a = unknown_sides_of(*a_), lost_b = unknown_sides_of(*b_);
    if (unknown_side(lost_a, e.a) || unknown_side(lost_a, e.b) || unknown_side(lost_b, g.a) ||
        unknown_side(lost_b, g.b))
        return;
    const Four f{{a_->before(e.a), a_->before(e.b), b_->before(g.a), b_->before(g.b)},
                 {a_->displacement(e.a), a_->displacement(e.b), b_->displacement(g.a), b_->displacement(g.b)}};
    if (planes_stay_apart(f, 2, cross(f.from[1] - f.from[0], f.from[3] - f.from[2]), least_)) return;
    const auto between = [&](float t) {
        const Vec3 p = f.at(0, t), q = f.at(1, t), r = f.at(2, t), s = f.at(3, t);
        const SegmentPair<float> c = closest_between_segments(p, q, r, s);
        return p + (q - p) * c.s - r - (s - r) * c.t;
    };
    if (would_pass(f, 2, least_, between)) out_->push_back({{e.a, e.b, g.a, g.b}, own_ ? 4u : 2u});
}

}  // namespace pliant
