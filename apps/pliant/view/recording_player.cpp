#include "pliant/view/recording_player.h"

#include <algorithm>
#include <cmath>

namespace pliant::view {

RecordingPlayer::RecordingPlayer(std::unique_ptr<app::FrameSource> frames)
    : frames_(std::move(frames)), last_(Clock::now()) {}

void RecordingPlayer::play() {
    if (place_ >= static_cast<double>(frames_->last_frame())) place_ = 0;
    playing_ = true;
    last_ = Clock::now();
}

void RecordingPlayer::pause() { playing_ = false; }

void RecordingPlayer::step(int frames) {
    playing_ = false;
    place_ = std::clamp(std::floor(place_) + frames, 0.0, static_cast<double>(frames_->last_frame()));
}

void RecordingPlayer::seek(u64 frame) { place_ = static_cast<double>(std::min(frame, frames_->last_frame())); }

void RecordingPlayer::reset() {
    playing_ = false;
    place_ = 0;
}

PlayerState RecordingPlayer::state() const {
    PlayerState s;
    s.ready = shown_ != nullptr;
    s.playing = playing_;
    s.frame = static_cast<u64>(place_);
    s.frame_count = frames_->last_frame() + 1;
    s.duration = frames_->last_frame();
    s.rate = frames_->rate();
    s.time = static_cast<double>(s.frame) / s.rate;
    s.speed = speed_;
    s.loop = loop_;
    s.steps_per_second = playing_ ? s.rate * speed_ : 0;
    s.bodies = shown_ ? shown_->bodies.size() : 0;
    return s;
}

void RecordingPlayer::look_at_disk(Clock::time_point now) {
    constexpr std::chrono::milliseconds every{200};
    if (now < looked_ + every) return;
    looked_ = now;
    try {
        if (!frames_->refresh()) return;
        shown_ = nullptr;
        place_ = std::min(place_, static_cast<double>(frames_->last_frame()));
    } catch (const Error& e) {
        errors_.emplace_back(e.what());
    }
}

std::shared_ptr<const render::Moment> RecordingPlayer::moment() {
    const auto now = Clock::now();
    if (playing_) {
        place_ += std::chrono::duration<double>(now - last_).count() * frames_->rate() * speed_;
        // The last frame is shown as long as any other before it begins again.
        const double last = static_cast<double>(frames_->last_frame());
        if (loop_) place_ = std::fmod(place_, last + 1);
        if (!loop_ && place_ >= last) {
            place_ = last;
            playing_ = false;
        }
    }
    last_ = now;
    look_at_disk(now);
    const u64 frame = static_cast<u64>(place_);
    if (shown_ && frame == shown_frame_) return shown_;
    try {
        auto moment = std::make_shared<render::Moment>();
        frames_->show(frame, *moment);
        shown_ = std::move(moment);
        shown_frame_ = frame;
    } catch (const Error& e) {
        errors_.emplace_back(e.what());
        playing_ = false;
        shown_frame_ = frame;
    }
    return shown_;
}

}  // namespace pliant::view
