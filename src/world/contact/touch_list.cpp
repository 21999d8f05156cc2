#include "world/contact/touch_list.h"

#include <array>

#include "core/assert.h"

namespace pliant {

namespace {

void add_to(Touch& sum, const Touch& touch) {
    sum.point += touch.point;
    sum.normal += touch.normal;
    sum.impulse += touch.impulse;
    sum.speed = std::max(sum.speed, touch.speed);
}

bool has_lower_pair(const Touch& a, const Touch& b) { return a.pair < b.pair; }

// Touches of one pair beside each other, in an order that does not depend on how they came.
bool stands_before(const Touch& a, const Touch& b) {
    if (a.pair != b.pair) return a.pair < b.pair;
    const auto order = [](const Touch& t) { return std::array{t.impulse, t.point.x, t.point.y, t.point.z}; };
    return order(a) < order(b);
}

}  // namespace

// Pairs of earlier batches are found by binary search, so only new ones are sorted.
void TouchList::add(const Touch& touch) {
    PL_ASSERT(touch.pair.a && touch.pair.b && known_ <= touches_.size());
    const auto end = touches_.begin() + static_cast<std::ptrdiff_t>(known_);
    const auto found = std::lower_bound(touches_.begin(), end, touch, has_lower_pair);
    if (found != end && found->pair == touch.pair) {
        add_to(*found, touch);
    } else {
        touches_.push_back(touch);
    }
}

void TouchList::end_batch() {
    if (touches_.size() == known_) return;
    std::sort(touches_.begin(), touches_.end(), stands_before);
    size_t last = 0;
    for (size_t i = 1; i < touches_.size(); ++i) {
        if (touches_[last].pair == touches_[i].pair) {
            add_to(touches_[last], touches_[i]);
        } else {
            touches_[++last] = touches_[i];
        }
    }
    touches_.resize(last + 1);
}

void TouchList::add_overlap(const ObjectPair& pair) {
    const Touch touch{pair, {}, {}, 0, 0};
    const auto found = std::lower_bound(touches_.begin(), touches_.end(), touch, has_lower_pair);
    if (found == touches_.end() || found->pair != pair) touches_.insert(found, touch);
}

}  // namespace pliant
