#include "collide/volume.h"

#include <algorithm>
#include <cmath>

#include "core/contract.h"
#include "geometry/embed.h"

namespace pliant {

void ContactVolume::save(Writer& w) const {
    w.array(boxes);
    w.array(tets);
    w.array(depth);
    w.array(exits);
}
void ContactVolume::load(Reader& r) {
    r.array(boxes);
    r.array(tets);
    r.array(depth);
    r.array(exits);
}

float ContactVolume::weight(const Vec3& at, int c) const {
    PL_ASSERT(c >= 0 && c < (tets.empty() ? 8 : 4));
    if (tets.empty()) return trilinear_weight(at, c);
    return c == 0 ? 1 - at.x - at.y - at.z : at[c - 1];
}

DeformedCell::DeformedCell(const Vec3 (&corner)[4]) : middle_(corner[0]), tet_(true) {
    const Mat3 edges{{corner[1] - corner[0], corner[2] - corner[0], corner[3] - corner[0]}};
    const float det = determinant(edges);
    // A sliver has almost no volume: whether it contains a point is decided by rounding.
    float size2 = 0;
    for (const Vec3& e : edges.column) size2 = std::max(size2, length_squared(e));
    crushed_ = !(det > 0.01f * size2 * std::sqrt(size2));
    if (crushed_) return;
    inverse_ = transposed(cofactor(edges));
    for (Vec3& column : inverse_.column) column = column / det;
}

DeformedCell::DeformedCell(const Vec3 (&corner)[8]) : tet_(false) {
    Vec3 sum;
    for (const Vec3& c : corner) sum += c;
    middle_ = sum * 0.125f;
    Vec3 p[8];  // near zero, where floats are fine
    for (int c = 0; c < 8; ++c) p[c] = corner[c] - middle_;
    k_[0] = p[0];
    k_[1] = p[1] - p[0];
    k_[2] = p[2] - p[0];
    k_[3] = p[4] - p[0];
    k_[4] = p[3] - p[1] - k_[2];
    k_[5] = p[5] - p[1] - k_[3];
    k_[6] = p[6] - p[2] - k_[3];
    k_[7] = (p[7] - p[3]) - (p[5] - p[1]) - (p[6] - p[2]) + k_[3];
    const Mat3 jacobian{{k_[1] + (k_[4] + k_[5]) * 0.5f + k_[7] * 0.25f, k_[2] + (k_[4] + k_[6]) * 0.5f + k_[7] * 0.25f,
                         k_[3] + (k_[5] + k_[6]) * 0.5f + k_[7] * 0.25f}};
    const float det = determinant(jacobian);
    crushed_ = !(det > 0);
    if (crushed_) return;
    inverse_ = transposed(cofactor(jacobian));
    for (Vec3& column : inverse_.column) column = column / det;
    // With d counted from the middle, x = middle + J d + nonlinear part, and |d| is at most a half. So the linear guess
    // J⁻¹ (x - middle) differs from d by the nonlinear part at most, and a point beyond that is certainly outside.
    const Vec3 half = k_[7] * 0.5f;
    for (const Vec3& bent : {(k_[4] + half) * 0.25f, (k_[5] + half) * 0.25f, (k_[6] + half) * 0.25f, k_[7] * 0.125f}) {
        const Vec3 off = inverse_ * bent;
        slack_ += Vec3{std::fabs(off.x), std::fabs(off.y), std::fabs(off.z)};
    }
}

static bool is_within(const Vec3& at, const Vec3& slack) {
    constexpr float edge = 1e-3f;
    return at.x >= -edge - slack.x && at.y >= -edge - slack.y && at.z >= -edge - slack.z &&
           at.x <= 1 + edge + slack.x && at.y <= 1 + edge + slack.y && at.z <= 1 + edge + slack.z;
}

// By Newton's method from the middle.
bool DeformedCell::place_of(const Vec3& point, Vec3& at) const {
    PL_ASSERT(is_finite(point));
    constexpr int rounds = 3;
    const Vec3 p = point - middle_;
    if (tet_) {
        constexpr float edge = 1e-3f;
        at = inverse_ * p;
        return at.x >= -edge && at.y >= -edge && at.z >= -edge && at.x + at.y + at.z <= 1 + edge;
    }
    at = Vec3{0.5f, 0.5f, 0.5f} + inverse_ * p;
    if (!is_within(at, slack_)) return false;
    for (int round = 0; round < rounds; ++round) {
        const float u = at.x, v = at.y, w = at.z;
        const Vec3 du = k_[1] + k_[4] * v + k_[5] * w + k_[7] * (v * w),
                   dv = k_[2] + k_[4] * u + k_[6] * w + k_[7] * (u * w),
                   dw = k_[3] + k_[5] * u + k_[6] * v + k_[7] * (u * v);
        const Vec3 off =
            k_[0] + k_[1] * u + (k_[2] + k_[4] * u) * v + (k_[3] + k_[5] * u + (k_[6] + k_[7] * u) * v) * w - p;
        const Mat3 jacobian{{du, dv, dw}};
        const float det = determinant(jacobian);
        if (!(det > 0)) return false;
        const Vec3 step = transposed(cofactor(jacobian)) * off / det;
        at = at - step;
        // Cells are bent, but not that much.
        if (!is_within(at, Vec3{1, 1, 1})) return false;
        if (length_squared(step) < 1e-6f) break;  // the next one would be the square of it
    }
    return is_within(at, Vec3{});
}

namespace {

constexpr u32 cells_per_group = 32;  // cells that follow each other are near each other

Box box_of(std::span<const u32> corners, const Float4* particles) {
    f32x4 low = splat4(std::numeric_limits<float>::infinity()), high = -low;
    for (const u32 p : corners) {
        const f32x4 x = load4(&particles[p].x);
        low = select(x < low, x, low);
        high = select(x > high, x, high);
    }
    return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

DeformedCell deformed_cell(const ContactVolume& volume, u32 cell, const Float4* particles) {
    if (!volume.tets.empty()) {
        Vec3 corner[4];
        for (size_t k = 0; k < 4; ++k) corner[k] = particles[volume.tets[cell][k]].xyz();
        return DeformedCell(corner);
    }
    Vec3 corner[8];
    for (size_t k = 0; k < 8; ++k) corner[k] = particles[volume.boxes[cell][k]].xyz();
    return DeformedCell(corner);
}

}  // namespace

void VolumeFinder::build(const ContactVolume& volume, const ParticleView& particles) {
    PL_ASSERT(all_below(volume.boxes, particles.count) && all_below(volume.tets, particles.count));
    volume_ = &volume;
    before_ = particles.previous;
    boxes_.clear();
    entries_.clear();
    deformed_.clear();
    for (u32 c = 0; c < volume.cell_count(); ++c) {
        if (c % cells_per_group == 0) boxes_.begin_group();
        const u32 slot = boxes_.add(box_of(volume.corners(c), before_));
        entries_.resize(slot + 1);
        entries_[slot] = {c, nowhere};
    }
}

void VolumeFinder::deform_near(const BoxList& boxes) {
    if (!volume_->tets.empty()) return;  // quickly done when one is asked for, which few of those near are
    for (u32 group = 0; group < boxes_.group_count(); ++group) {
        if (!boxes.touches(boxes_.group_box(group))) continue;
        for (u32 slot = boxes_.first(group); slot < boxes_.end(group); ++slot) {
            if (entries_[slot].bent != nowhere || !boxes.touches(boxes_.box(slot))) continue;
            entries_[slot].bent = static_cast<u32>(deformed_.size());
            deformed_.push_back(deformed_cell(*volume_, entries_[slot].cell, before_));
        }
    }
}

bool VolumeFinder::is_near(const Box& box) const {
    for (u32 group = 0; group < boxes_.group_count(); ++group)
        if (boxes_.group_box(group).overlaps(box)) return true;
    return false;
}

void VolumeFinder::test_cell(const Entry& entry, const Vec3& point, Found& found) const {
    Vec3 at;
    const auto is_outside = [&](const DeformedCell& bent) { return bent.crushed() || !bent.place_of(point, at); };
    if (entry.bent != nowhere ? is_outside(deformed_[entry.bent])
                              : is_outside(deformed_cell(*volume_, entry.cell, before_)))
        return;
    float depth = 0, heaviest = -3e38f, deepest = -3e38f;
    u32 nearest = 0;
    const std::span<const u32> corners = volume_->corners(entry.cell);
    for (size_t c = 0; c < corners.size(); ++c) {
        const u32 p = corners[c];
        const float w = volume_->weight(at, static_cast<int>(c));
        depth += w * volume_->depth[p];
        deepest = std::max(deepest, volume_->depth[p]);
        if (w > heaviest) {
            heaviest = w;
            nearest = p;
        }
    }
    if (depth > found.depth) found = {entry.cell, at, nearest, depth, deepest <= 0};
}

}  // namespace pliant
