#include "pliant/view/snapshots.h"

namespace pliant::view {

void Snapshots::keep(u64 frame, std::vector<std::byte> state) {
    state.shrink_to_fit();
    std::vector<std::byte>& kept = kept_[frame];
    bytes_ += state.size() - kept.size();
    kept = std::move(state);
    while (bytes_ > budget_ && kept_.size() > 2) thin_out();
}

void Snapshots::thin_out() {
    every_ *= 2;
    for (auto i = kept_.begin(); i != kept_.end();) {
        const bool stays = i->first % every_ == 0;
        if (!stays) bytes_ -= i->second.size();
        i = stays ? std::next(i) : kept_.erase(i);
    }
}

Snapshots::Kept Snapshots::at_or_before(u64 frame) const {
    auto i = kept_.upper_bound(frame);
    if (i == kept_.begin()) return {0, nullptr};
    --i;
    return {i->first, &i->second};
}

void Snapshots::drop_after(u64 frame) {
    for (auto i = kept_.upper_bound(frame); i != kept_.end(); i = kept_.erase(i)) bytes_ -= i->second.size();
}

void Snapshots::clear() {
    kept_.clear();
    bytes_ = 0;
    every_ = least_;
}

}  // namespace pliant::view
