// Bounds along the six diagonals between two axes: with a box, an 18-DOP. They enclose a rotated body much more
// tightly than a box alone. Positions are relative to an origin near the body, so that sums of coordinates are accurate
// far from the world's origin too.
#pragma once

#include "core/lanes.h"
#include "core/vec.h"

namespace pliant {

class Slabs {
  public:
    Slabs() = default;
    explicit Slabs(const Vec3& origin) : origin_(origin) {}

    void add(const Vec3& p) {
        const f32x8 v = along(p - origin_);
        low_ = least(v, low_);
        high_ = greatest(v, high_);
    }
    // With what `o` encloses, moved; both have the same origin.
    void add(const Slabs& o, const Vec3& moved) {
        const f32x8 by = along(moved);
        low_ = least(o.low_ + by, low_);
        high_ = greatest(o.high_ + by, high_);
    }
    Slabs grown(float by) const {
        const f32x8 most = splat(by * 1.415f);  // a diagonal counts a distance of 1 as that much, at most
        Slabs s(origin_);
        s.low_ = low_ - most;
        s.high_ = high_ + most;
        return s;
    }
    bool overlaps(const Slabs& o) const {
        const f32x8 by = along(o.origin_ - origin_);
        return !any((low_ > o.high_ + by) | (o.low_ + by > high_));
    }
    const Vec3& origin() const { return origin_; }
    void store(float* low, float* high) const {  // eight each
        store8(low, low_);
        store8(high, high_);
    }
    // Whether the straight way from one point to another may touch.
    bool overlaps(const Vec3& from, const Vec3& to) const {
        const f32x8 a = along(from - origin_), b = along(to - origin_);
        return !any((least(a, b) > high_) | (greatest(a, b) < low_));
    }

  private:
    static f32x8 along(const Vec3& p) {
        return join(f32x4{p.x + p.y, p.x - p.y, p.x + p.z, p.x - p.z}, f32x4{p.y + p.z, p.y - p.z, 0, 0});
    }
    Vec3 origin_;
    f32x8 low_ = splat(3e38f), high_ = splat(-3e38f);
};

}  // namespace pliant
