#include "geometry/cell_joints.h"

#include <algorithm>

#include "core/contract.h"
#include "geometry/embed.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

constexpr double cell_rounding = 1e-6;  // of a cell
constexpr CellJoints::Pair only{0, 0};

template <class F>
void for_common(std::span<const CellParts::Touching> a, std::span<const CellParts::Touching> b, F&& f) {
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].triangle == b[j].triangle) {
            if (!f(a[i].triangle, a[i].part, b[j].part)) return;
            ++i;
            ++j;
        } else {
            ++(a[i].triangle < b[j].triangle ? i : j);
        }
    }
}

}  // namespace

CellJoints::CellJoints(const CellParts& parts, const LatticeMesh& whole)
    : parts_(parts), whole_(whole), state_(3 * whole.cell_count(), State::apart) {
    PL_VALIDATE(whole);
    const Vec3 shift = whole.origin - parts.grid().origin;
    for (int axis = 0; axis < 3; ++axis) low_[axis] = static_cast<i32>(std::lround(shift[axis] / whole.spacing[axis]));
    const LatticeEmbedding embedding(whole);
    for (u32 a = 0; a < whole.cell_count(); ++a)
        for (u32 axis = 0; axis < 3; ++axis) {
            Vec3i next = whole.cell_site[a];
            ++next[static_cast<int>(axis)];
            const u32 b = embedding.cell_at(next);
            if (b != LatticeEmbedding::no_cell) join(a, b, axis);
        }
}

CellJoints::Place CellJoints::common(u32 a, u32 b) const {
    PL_ASSERT(a != b && a < whole_.cell_count() && b < whole_.cell_count());
    const VoxelGrid& grid = parts_.grid();
    const Vec3i low = greatest(whole_.cell_site[a], whole_.cell_site[b]) + low_,
                high = least(whole_.cell_site[a], whole_.cell_site[b]) + low_ + Vec3i{1, 1, 1};
    Place place;
    for (int axis = 0; axis < 3; ++axis) {
        const double from = grid.coordinate(axis, low[axis]), to = grid.coordinate(axis, high[axis]);
        place.center[axis] = (from + to) / 2;
        place.half[axis] = (to - from) / 2 + cell_rounding * static_cast<double>(grid.spacing[axis]);
    }
    return place;
}

void CellJoints::join(u32 a, u32 b, u32 axis) {
    PL_ASSERT(a < whole_.cell_count() && b < whole_.cell_count() && axis < 3);
    const auto in_a = parts_.touching(a), in_b = parts_.touching(b);
    const u32 count = parts_.part_count(a) * parts_.part_count(b);
    State& state = state_[face(a, axis)];
    if (in_a.empty() || in_b.empty()) {  // all of one is matter, and so is the face
        const Pair pair{parts_.part_at_face(a, static_cast<int>(axis), true),
                        parts_.part_at_face(b, static_cast<int>(axis), false)};
        state = count == 1 ? State::joined : State::listed;
        if (count > 1) listed_[face(a, axis)].push_back(pair);
        return;
    }
    const Place place = common(a, b);
    std::vector<Pair> pairs;
    for_common(in_a, in_b, [&](u32 t, u32 low, u32 high) {
        const bool known =
            std::any_of(pairs.begin(), pairs.end(), [&](const Pair& p) { return p.low == low && p.high == high; });
        const auto& corner = parts_.corners(t);
        if (!known && triangle_overlaps_box(place.center, place.half, corner[0], corner[1], corner[2]))
            pairs.push_back({low, high});
        return pairs.size() < count;
    });
    state = pairs.empty() ? State::unknown : count == 1 ? State::joined : State::listed;
    if (state == State::listed) listed_[face(a, axis)] = std::move(pairs);
}

std::span<const CellJoints::Pair> CellJoints::across(u32 low_cell, u32 axis) const {
    PL_ASSERT(low_cell < whole_.cell_count() && axis < 3);
    switch (state_[face(low_cell, axis)]) {
        case State::joined: return {&only, 1};
        case State::listed: return listed_.at(face(low_cell, axis));
        default: return {};
    }
}

void CellJoints::look(u32 a, u32 b, u32 axis) {
    PL_ASSERT(a < whole_.cell_count() && b < whole_.cell_count() && axis < 3);
    State& state = state_[face(a, axis)];
    if (state != State::unknown) return;
    state = State::apart;
    if (!parts_.inside(common(a, b).center)) return;
    state = State::listed;
    listed_[face(a, axis)].push_back(
        {parts_.part_at_face(a, static_cast<int>(axis), true), parts_.part_at_face(b, static_cast<int>(axis), false)});
}

bool CellJoints::meet(u32 a, u32 part_a, u32 b, u32 part_b) const {
    PL_ASSERT(part_a < parts_.part_count(a) && part_b < parts_.part_count(b));
    const Place place = common(a, b);
    bool passes = false;
    for_common(parts_.touching(a), parts_.touching(b), [&](u32 t, u32 pa, u32 pb) {
        const auto& corner = parts_.corners(t);
        passes = pa == part_a && pb == part_b &&
                 triangle_overlaps_box(place.center, place.half, corner[0], corner[1], corner[2]);
        return !passes;
    });
    if (passes) return true;
    const Vec3d near = place.half + Vec3d{1, 1, 1} * parts_.reach();
    const auto close = [&](u32 cell, u32 part) {
        std::vector<u32> found;
        for (const CellParts::Touching& t : parts_.touching(cell)) {
            const auto& corner = parts_.corners(t.triangle);
            if (t.part == part && triangle_overlaps_box(place.center, near, corner[0], corner[1], corner[2]))
                found.push_back(t.triangle);
        }
        return found;
    };
    const std::vector<u32> of_a = close(a, part_a);
    if (of_a.empty()) return false;
    for (const u32 t : close(b, part_b))
        for (const u32 s : of_a)
            if (parts_.touch_in(s, t, place.center, place.half)) return true;
    return false;
}

}  // namespace pliant
