#include "pliant/view/inputs.h"

#include <algorithm>

namespace pliant::view {

namespace {

// Of a mouse that moves on while no step is done, the last place counts; likewise of a slider.
bool replaces(const Input& old, u64 frame, const Action& now) {
    if (old.frame != frame) return false;
    if (const auto* a = std::get_if<MoveGrab>(&old.action), *b = std::get_if<MoveGrab>(&now); a && b)
        return a->grab == b->grab;
    if (const auto* a = std::get_if<PushCollider>(&old.action), *b = std::get_if<PushCollider>(&now); a && b)
        return a->collider == b->collider;
    if (const auto* a = std::get_if<ControlClip>(&old.action), *b = std::get_if<ControlClip>(&now); a && b)
        return a->verb == ControlClip::Verb::seek && b->verb == a->verb && a->character == b->character &&
               a->name == b->name;
    if (const auto* a = std::get_if<LiveChange>(&old.action), *b = std::get_if<LiveChange>(&now); a && b)
        return same_parameter(*a, *b);
    return false;
}

bool is_change(const Input& input) { return std::holds_alternative<LiveChange>(input.action); }

}  // namespace

// Of each parameter the last: a stroke of a brush changes one in every frame.
std::vector<LiveChange> InputLog::changes_from(size_t first) const {
    std::vector<LiveChange> last;
    for (size_t i = first; i < inputs_.size(); ++i) {
        const auto* change = std::get_if<LiveChange>(&inputs_[i].action);
        if (!change) continue;
        std::erase_if(last, [&](const LiveChange& older) { return same_parameter(older, *change); });
        last.push_back(*change);
    }
    return last;
}

std::vector<LiveChange> InputLog::cut() {
    std::vector<LiveChange> last = changes_from(seen_);
    inputs_.resize(seen_);
    count();
    return last;
}

void InputLog::forget_last_seen() {
    inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(--seen_));
    count();
}

void InputLog::add(u64 frame, Action action) {
    if (!inputs_.empty() && replaces(inputs_.back(), frame, action)) {
        inputs_.back().action = std::move(action);
    } else {
        inputs_.push_back({frame, std::move(action)});
    }
    seen_ = inputs_.size();
    count();
}

const Input* InputLog::next(u64 frame) {
    if (seen_ >= inputs_.size() || inputs_[seen_].frame > frame) return nullptr;
    return &inputs_[seen_++];
}

void InputLog::rewind(u64 frame) {
    seen_ = static_cast<size_t>(
        std::find_if(inputs_.begin(), inputs_.end(), [&](const Input& i) { return i.frame >= frame; }) -
        inputs_.begin());
}

u64 InputLog::first_throw(u64 from_frame) const {
    for (const Input& input : inputs_)
        if (input.frame >= from_frame && std::holds_alternative<ThrowBall>(input.action)) return input.frame;
    return never;
}

InputLog::Path InputLog::last_path(double step) const {
    Path path;
    u64 last = 0;
    // Between two actions the target stands still.
    const auto add = [&](u64 frame, const Vec3& place) {
        if (!path.samples.empty() && frame > last)
            path.samples.push_back({static_cast<double>(frame) * step, path.samples.back().place});
        path.samples.push_back({static_cast<double>(frame + 1) * step, place});
        last = frame + 1;
        path.end = static_cast<double>(frame + 1) * step;
    };
    for (const Input& input : inputs_) {
        if (const auto* hold = std::get_if<BeginGrab>(&input.action)) {
            path = {hold->grab, "", static_cast<double>(input.frame) * step, 0, {}};
            path.samples.push_back({path.begin, hold->grip.at});
            last = input.frame;
        }
        if (const auto* move = std::get_if<MoveGrab>(&input.action); move && move->grab == path.grab)
            add(input.frame, move->target);
        if (const auto* let = std::get_if<EndGrab>(&input.action); let && let->grab == path.grab)
            path.end = static_cast<double>(input.frame) * step;
        if (const auto* push = std::get_if<PushCollider>(&input.action)) {
            if (push->collider != path.collider)
                path = {0, push->collider, static_cast<double>(input.frame) * step, 0, {}};
            add(input.frame, push->to.position);
        }
    }
    return path;
}

u32 InputLog::changes_seen() const {
    return static_cast<u32>(
        std::count_if(inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(seen_), is_change));
}

template <class F>
void InputLog::forget(F&& which) {
    seen_ -= static_cast<size_t>(
        std::count_if(inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(seen_), which));
    std::erase_if(inputs_, which);
    count();
}

void InputLog::clear_changes() { forget(is_change); }

void InputLog::clear_grabs() {
    forget([](const Input& i) {
        return std::holds_alternative<BeginGrab>(i.action) || std::holds_alternative<MoveGrab>(i.action) ||
               std::holds_alternative<EndGrab>(i.action);
    });
}

void InputLog::clear_pushes(const std::string& collider) {
    forget([&](const Input& i) {
        const auto* push = std::get_if<PushCollider>(&i.action);
        return push && push->collider == collider;
    });
}

void InputLog::clear() {
    inputs_.clear();
    seen_ = 0;
    changes_ = 0;
}

void InputLog::count() { changes_ = static_cast<u32>(std::count_if(inputs_.begin(), inputs_.end(), is_change)); }

}  // namespace pliant::view
