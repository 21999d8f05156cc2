#include "geometry/ear_cut.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

namespace {

// Twice the signed area of a triangle in the plane.
double turn2(const std::array<double, 2>& a, const std::array<double, 2>& b, const std::array<double, 2>& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// A corner's shape as an ear is looked at again only when a neighbour was cut off, so that a polygon of n corners costs
// n²; only when no ear seems left are all looked at again. The rest becomes a fan too when the budget is used up:
// polygons of more than ten thousand corners are circles, or hostile.
class EarCutter {
  public:
    explicit EarCutter(std::span<const std::array<double, 2>> corners) : corners_(corners) {
        for (u32 i = 0; i < corners.size(); ++i) left_.push_back(i);
        shape_.assign(corners.size(), -1);
    }
    std::vector<std::array<u32, 3>> cut() {
        std::vector<std::array<u32, 3>> out;
        while (left_.size() > 3 && has_budget()) {
            size_t ear = find_ear();
            if (shape_[ear] < 0) {
                look_at_all();
                ear = find_ear();
            }
            out.push_back({left_[before(ear)], left_[ear], left_[after(ear)]});
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(ear));
            shape_.erase(shape_.begin() + static_cast<std::ptrdiff_t>(ear));
            const size_t next = ear < left_.size() ? ear : 0;
            shape_[next] = shape(next);
            shape_[before(next)] = shape(before(next));
        }
        for (size_t i = 1; i + 1 < left_.size(); ++i) out.push_back({left_[0], left_[i], left_[i + 1]});
        return out;
    }

  private:
    bool has_budget() const { return budget_ > static_cast<i64>(left_.size() * left_.size()); }
    size_t before(size_t i) const { return i ? i - 1 : left_.size() - 1; }
    size_t after(size_t i) const { return i + 1 < left_.size() ? i + 1 : 0; }
    // The fattest ear: the one whose smallest angle is largest, measured as area over longest side squared.
    size_t find_ear() const {
        return static_cast<size_t>(std::max_element(shape_.begin(), shape_.end()) - shape_.begin());
    }
    void look_at_all() {
        for (size_t i = 0; i < left_.size(); ++i) shape_[i] = shape(i);
    }
    // Negative: not an ear.
    double shape(size_t i) {
        const auto &a = corners_[left_[before(i)]], &b = corners_[left_[i]], &c = corners_[left_[after(i)]];
        const double area = turn2(a, b, c);
        if (!(area > 0) || contains_corner(i)) return -1;
        const auto side = [](const auto& p, const auto& q) {
            return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]);
        };
        return area / std::max({side(a, b), side(b, c), side(c, a)});
    }
    bool contains_corner(size_t ear) {
        const auto &a = corners_[left_[before(ear)]], &b = corners_[left_[ear]], &c = corners_[left_[after(ear)]];
        budget_ -= static_cast<i64>(left_.size());
        for (size_t i = 0; i < left_.size(); ++i) {
            if (i == ear || i == before(ear) || i == after(ear)) continue;
            const auto& p = corners_[left_[i]];
            if (p == a || p == b || p == c) continue;
            if (turn2(a, b, p) >= 0 && turn2(b, c, p) >= 0 && turn2(c, a, p) >= 0) return true;
        }
        return false;
    }
    std::span<const std::array<double, 2>> corners_;
    std::vector<u32> left_;
    std::vector<double> shape_;
    i64 budget_ = 300'000'000;  // comparisons of a corner with an ear
};

}  // namespace

std::vector<std::array<u32, 3>> cut_ears(std::span<const std::array<double, 2>> corners) {
    PL_ASSERT(corners.size() >= 3);
    return EarCutter(corners).cut();
}

}  // namespace pliant
